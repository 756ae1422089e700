// Two-factor authentication: what is there, and the secret that an authenticator app takes (spec/1-console §3, §7).
import * as Schema from "effect/Schema"
import type { Violation } from "../failure.ts"
import { isCompleteCode, stripCodeSpaces } from "./credentials.ts"

/** What the server offers and what the user has turned on. */
export const TwoFactorConfiguration = Schema.Struct({
  system: Schema.Struct({ totpEnabled: Schema.Boolean, backupCodesEnabled: Schema.Boolean, totpDigits: Schema.Int }),
  user: Schema.Struct({ totpEnabled: Schema.Boolean, backupCodesEnabled: Schema.Boolean, totpDigits: Schema.Int }),
})
export type TwoFactorConfiguration = typeof TwoFactorConfiguration.Type

/** `key` in base32 for typing, `image` a QR code as a data URI, `account` what the app will call it. */
export const TotpSecret = Schema.Struct({ key: Schema.String, image: Schema.String, account: Schema.String })
export type TotpSecret = typeof TotpSecret.Type

/** A key in groups of four, as it is read out and typed. */
export const groupedKey = (key: string): string => key.replace(/(.{4})(?=.)/g, "$1 ")

/** What keeps two-factor authentication from being turned off: "the current password is required" (spec/1-console §5). */
export const disableTwoFactorViolations = ({ currentPassword }: { readonly currentPassword: string }): ReadonlyArray<Violation> =>
  currentPassword === "" ? [{ field: "currentPassword", message: "ERROR.PASSWORD_NEEDED" }] : []

/** What keeps it from being turned on: no code of so many digits, or no password. */
export const enableTwoFactorViolations = (
  { verificationCode, currentPassword }: { readonly verificationCode: string; readonly currentPassword: string },
  digits: number,
): ReadonlyArray<Violation> => [
  ...(isCompleteCode(stripCodeSpaces(verificationCode), digits) ? [] : [{ field: "verificationCode", message: "ERROR.CODE_INCOMPLETE" }]),
  ...disableTwoFactorViolations({ currentPassword }),
]
