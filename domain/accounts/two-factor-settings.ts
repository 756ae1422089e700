// Two-factor authentication: its configuration, and the secret for an authenticator app.
import * as Schema from "effect/Schema"
import type { Violation } from "../findings/finding.ts"
import { isCompleteCode, stripCodeSpaces } from "./credentials.ts"

/** What the server offers (`system`) and what the user has turned on (`user`). */
export const TwoFactorConfiguration = Schema.Struct({
  system: Schema.Struct({ totpEnabled: Schema.Boolean, backupCodesEnabled: Schema.Boolean, totpDigits: Schema.Int }),
  user: Schema.Struct({ totpEnabled: Schema.Boolean, backupCodesEnabled: Schema.Boolean, totpDigits: Schema.Int }),
})
export type TwoFactorConfiguration = typeof TwoFactorConfiguration.Type

/**
 * The secret for an authenticator app: `key` in base32, `image` a QR code as a data URI, `account` the name that the
 * app will show.
 */
export const TotpSecret = Schema.Struct({ key: Schema.String, image: Schema.String, account: Schema.String })
export type TotpSecret = typeof TotpSecret.Type

/** Returns the key in groups of four characters, for reading and typing. */
export const formatTotpKey = (key: string): string => key.replace(/(.{4})(?=.)/g, "$1 ")

/** Returns the violations that prevent turning two-factor authentication off: it requires the current password. */
export const disableTwoFactorViolations = ({ currentPassword }: { readonly currentPassword: string }): ReadonlyArray<Violation> =>
  currentPassword === "" ? [{ field: "currentPassword", message: "ERROR.PASSWORD_NEEDED" }] : []

/** Returns the violations that prevent turning it on: a code without the required number of digits, or no password. */
export const enableTwoFactorViolations = (
  { verificationCode, currentPassword }: { readonly verificationCode: string; readonly currentPassword: string },
  digits: number,
): ReadonlyArray<Violation> => [
  ...(isCompleteCode(stripCodeSpaces(verificationCode), digits) ? [] : [{ field: "verificationCode", message: "ERROR.CODE_INCOMPLETE" }]),
  ...disableTwoFactorViolations({ currentPassword }),
]
