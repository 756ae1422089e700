// The calls about one's own account: email, password, two-factor authentication, sessions (spec/1-console §7 "Auth and account").
import * as Schema from "effect/Schema"
import { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import { TotpSecret, TwoFactorConfiguration } from "../../domain/accounts/two-factor-settings.ts"
import { OpenSession } from "../../domain/accounts/user.ts"
import { endpoint } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

/** Beyond the specification: `currentPassword`, asked for where the sign-in is not recent (design/reliability "Sign-in and sessions"). */
export const changeEmail = endpoint({
  method: "post",
  path: "/api/account/change-email",
  payload: Schema.Struct({ email: Schema.String, currentPassword: Schema.optionalKey(Schema.String) }),
  answer: Nothing,
})

export const changePassword = endpoint({
  method: "post",
  path: "/api/account/change-password",
  payload: Schema.Struct({ oldPassword: Schema.String, newPassword: Schema.String, confirmPassword: Schema.String }),
  answer: Nothing,
})

/** Asks for a mail with a link. The answer is the same whether the address is known or not. */
export const requestPasswordReset = endpoint({
  method: "post",
  path: "/reset-password",
  payload: Schema.Struct({ email: Schema.String }),
  answer: Nothing,
})

export const resetPassword = endpoint({
  method: "post",
  path: "/api/account/reset-password",
  payload: Schema.Struct({ resetToken: Schema.String, newPassword: Schema.String, confirmPassword: Schema.String }),
  answer: Nothing,
})

export const readPasswordConstraints = endpoint({
  method: "get",
  path: "/api/account/password-constraints",
  payload: Nothing,
  answer: PasswordConstraints,
})

/** The same for who came with the token of a mail, and whether that token is still good. */
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

export const generateTotpSecret = endpoint({
  method: "post",
  path: "/api/account/totp/generate-secret",
  payload: Nothing,
  answer: TotpSecret,
})

/** Answers with the backup codes: they are shown this once. */
export const confirmTotpSecret = endpoint({
  method: "post",
  path: "/api/account/totp/confirm-secret",
  payload: Schema.Struct({ currentPassword: Schema.String, verificationCode: Schema.String }),
  answer: Schema.Struct({ backupCodes: Schema.Array(Schema.String) }),
})

export const disableTotp = endpoint({
  method: "post",
  path: "/api/account/totp/disable",
  payload: Schema.Struct({ currentPassword: Schema.String }),
  answer: Nothing,
})

export const listSessions = endpoint({
  method: "get",
  path: "/api/account/sessions",
  payload: Nothing,
  answer: Schema.Struct({ items: Schema.Array(OpenSession) }),
})

/** Ends all sessions of the user but the one that asks. */
export const endOtherSessions = endpoint({
  method: "post",
  path: "/api/account/sessions/end-others",
  payload: Nothing,
  answer: Nothing,
})
