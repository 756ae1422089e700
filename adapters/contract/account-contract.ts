// Endpoints of the signed-in user's account: email, password, two-factor authentication and sessions.
import * as Schema from "effect/Schema"
import { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import { TotpSecret, TwoFactorConfiguration } from "../../domain/accounts/two-factor-settings.ts"
import { OpenSession } from "../../domain/accounts/user.ts"
import { defineEndpoint } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

/** Changes the email address. `currentPassword` is required unless the user signed in within the last 10 minutes. */
export const changeEmail = defineEndpoint({
  method: "post",
  path: "/api/account/change-email",
  payload: Schema.Struct({ email: Schema.String, currentPassword: Schema.optionalKey(Schema.String) }),
  response: EmptyObject,
})

/** [U1] Changes the password and ends all other sessions of the user. */
export const changePassword = defineEndpoint({
  method: "post",
  path: "/api/account/change-password",
  payload: Schema.Struct({ oldPassword: Schema.String, newPassword: Schema.String, confirmPassword: Schema.String }),
  response: EmptyObject,
})

/** Sends a password reset link by mail. The response is the same whether or not the address belongs to an account. */
export const requestPasswordReset = defineEndpoint({
  method: "post",
  path: "/reset-password",
  payload: Schema.Struct({ email: Schema.String }),
  response: EmptyObject,
})

/** Sets a new password with a reset token and ends all sessions of the user. 403: the token has expired or was used. */
export const resetPassword = defineEndpoint({
  method: "post",
  path: "/api/account/reset-password",
  payload: Schema.Struct({ resetToken: Schema.String, newPassword: Schema.String, confirmPassword: Schema.String }),
  response: EmptyObject,
})

/** [U2] Returns the rules that new passwords must follow. */
export const readPasswordConstraints = defineEndpoint({
  method: "get",
  path: "/api/account/password-constraints",
  payload: EmptyObject,
  response: PasswordConstraints,
})

/** Returns the same rules for the holder of a reset token. 403: the token has expired or was used. */
export const readPasswordConstraintsByToken = defineEndpoint({
  method: "get",
  path: "/api/account/password-constraints/{token}",
  payload: EmptyObject,
  response: PasswordConstraints,
})

export const readTwoFactorConfiguration = defineEndpoint({
  method: "get",
  path: "/api/account/two-factor-configuration",
  payload: EmptyObject,
  response: TwoFactorConfiguration,
})

/** Creates a TOTP secret, which has no effect until it is confirmed. 422: two-factor authentication is already on. */
export const generateTotpSecret = defineEndpoint({
  method: "post",
  path: "/api/account/totp/generate-secret",
  payload: EmptyObject,
  response: TotpSecret,
})

/** Turns two-factor authentication on and returns the backup codes. No later response contains them. */
export const confirmTotpSecret = defineEndpoint({
  method: "post",
  path: "/api/account/totp/confirm-secret",
  payload: Schema.Struct({ currentPassword: Schema.String, verificationCode: Schema.String }),
  response: Schema.Struct({ backupCodes: Schema.Array(Schema.String) }),
})

/** [U1] Turns two-factor authentication off and ends all other sessions of the user. */
export const disableTotp = defineEndpoint({
  method: "post",
  path: "/api/account/totp/disable",
  payload: Schema.Struct({ currentPassword: Schema.String }),
  response: EmptyObject,
})

/** Lists the user's open sessions, most recently used first. */
export const listSessions = defineEndpoint({
  method: "get",
  path: "/api/account/sessions",
  payload: EmptyObject,
  response: Schema.Struct({ items: Schema.Array(OpenSession) }),
})

/** Ends all sessions of the user except the current one. */
export const endOtherSessions = defineEndpoint({
  method: "post",
  path: "/api/account/sessions/end-others",
  payload: EmptyObject,
  response: EmptyObject,
})
