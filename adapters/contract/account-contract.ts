// Endpoints of the signed-in user's account: email, password, two-factor authentication and sessions.
import * as Schema from "effect/Schema"
import { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import { TotpSecret, TwoFactorConfiguration } from "../../domain/accounts/two-factor-settings.ts"
import { OpenSession } from "../../domain/accounts/user.ts"
import { endpoint } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

/** Changes the email address. `currentPassword` is required unless the user signed in within the last 10 minutes. */
export const changeEmail = endpoint({
  method: "post",
  path: "/api/account/change-email",
  payload: Schema.Struct({ email: Schema.String, currentPassword: Schema.optionalKey(Schema.String) }),
  answer: Nothing,
})

/** [U1] Changes the password and ends all other sessions of the user. */
export const changePassword = endpoint({
  method: "post",
  path: "/api/account/change-password",
  payload: Schema.Struct({ oldPassword: Schema.String, newPassword: Schema.String, confirmPassword: Schema.String }),
  answer: Nothing,
})

/** Sends a password reset link by mail. The response is the same whether or not the address belongs to an account. */
export const requestPasswordReset = endpoint({
  method: "post",
  path: "/reset-password",
  payload: Schema.Struct({ email: Schema.String }),
  answer: Nothing,
})

/** Sets a new password with a reset token and ends all sessions of the user. 403: the token has expired or was used. */
export const resetPassword = endpoint({
  method: "post",
  path: "/api/account/reset-password",
  payload: Schema.Struct({ resetToken: Schema.String, newPassword: Schema.String, confirmPassword: Schema.String }),
  answer: Nothing,
})

/** [U2] Returns the rules that new passwords must follow. */
export const readPasswordConstraints = endpoint({
  method: "get",
  path: "/api/account/password-constraints",
  payload: Nothing,
  answer: PasswordConstraints,
})

/** Returns the same rules for the holder of a reset token. 403: the token has expired or was used. */
export const readPasswordConstraintsByToken = endpoint({
  method: "get",
  path: "/api/account/password-constraints/{token}",
  payload: Nothing,
  answer: PasswordConstraints,
})

export const readTwoFactorConfiguration = endpoint({
  method: "get",
  path: "/api/account/two-factor-configuration",
  payload: Nothing,
  answer: TwoFactorConfiguration,
})

/** Creates a TOTP secret, which has no effect until it is confirmed. 422: two-factor authentication is already on. */
export const generateTotpSecret = endpoint({
  method: "post",
  path: "/api/account/totp/generate-secret",
  payload: Nothing,
  answer: TotpSecret,
})

/** Turns two-factor authentication on and returns the backup codes. No later response contains them. */
export const confirmTotpSecret = endpoint({
  method: "post",
  path: "/api/account/totp/confirm-secret",
  payload: Schema.Struct({ currentPassword: Schema.String, verificationCode: Schema.String }),
  answer: Schema.Struct({ backupCodes: Schema.Array(Schema.String) }),
})

/** [U1] Turns two-factor authentication off and ends all other sessions of the user. */
export const disableTotp = endpoint({
  method: "post",
  path: "/api/account/totp/disable",
  payload: Schema.Struct({ currentPassword: Schema.String }),
  answer: Nothing,
})

/** Lists the user's open sessions, most recently used first. */
export const listSessions = endpoint({
  method: "get",
  path: "/api/account/sessions",
  payload: Nothing,
  answer: Schema.Struct({ items: Schema.Array(OpenSession) }),
})

/** Ends all sessions of the user except the current one. */
export const endOtherSessions = endpoint({
  method: "post",
  path: "/api/account/sessions/end-others",
  payload: Nothing,
  answer: Nothing,
})
