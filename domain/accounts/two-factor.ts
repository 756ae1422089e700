// Two-factor authentication: what is there, and the secret that an authenticator app takes (spec/1-console §3, §7).
import * as Schema from "effect/Schema"

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
export const spacedKey = (key: string): string => key.replace(/(.{4})(?=.)/g, "$1 ")
