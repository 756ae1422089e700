// TOTP secrets and codes (RFC 6238: SHA-1, 6 digits, 30 s, one step either way) and backup codes.
import { createHmac, randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import { Secret as Key, TOTP } from "otpauth"
import {
  backupCodeCount,
  backupCodeLength,
  totpPeriodSeconds as period,
  totpDigits,
  totpWindowPeriods as window,
} from "../../../domain/accounts/account-limits.ts"
import { isCompleteCode } from "../../../domain/accounts/credentials.ts"
import type { TotpSecret } from "../../../domain/accounts/two-factor-settings.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { encryptionContext, type ServerSecret } from "../security/server-secret.ts"
import { drawTotpImage } from "./totp-image.ts"

const issuer = "Conversation Admin"

const createTotp = (base32: string, label: string) =>
  new TOTP({ issuer, label, algorithm: "SHA1", digits: totpDigits, period, secret: Key.fromBase32(base32) })

/** Returns the time step of a code that is valid now, one step ago or one step ahead; null for a wrong code. */
export const findTotpStep = (base32: string, code: string, now: Date): number | null => {
  const delta = createTotp(base32, "").validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta
}

/** Creates a secret that takes effect once it is confirmed; replaces an earlier unconfirmed one. */
export const createTotpSecret = async (
  db: Db,
  secret: ServerSecret,
  user: { readonly uuid: string; readonly username: string },
  now: Date,
): Promise<TotpSecret> => {
  const key = new Key({ size: 20 }).base32
  const sealed = secret.encrypt(key, encryptionContext.totp(user.uuid))
  await db
    .insertInto("totp_secrets")
    .values({ user_id: user.uuid, sealed, made_at: now, enabled_at: null, last_step: 0 })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ sealed, made_at: now }).where("totp_secrets.enabled_at", "is", null))
    .execute()
  const image = await drawTotpImage(createTotp(key, user.username).toString())
  return { key, image, account: user.username }
}

export const isTotpEnabled = async (db: Db, user: string): Promise<boolean> =>
  (await db
    .selectFrom("totp_secrets")
    .select("user_id")
    .where("user_id", "=", user)
    .where("enabled_at", "is not", null)
    .executeTakeFirst()) !== undefined

/** Confirms the secret with a first code; returns false if the code is wrong or there is no secret to confirm. */
export const enableTotp = async (
  change: Transaction<Tables>,
  secret: ServerSecret,
  user: string,
  code: string,
  now: Date,
): Promise<boolean> => {
  const row = await change
    .selectFrom("totp_secrets")
    .select(["sealed", "enabled_at"])
    .where("user_id", "=", user)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.enabled_at !== null) return false
  const step = findTotpStep(secret.decrypt(row.sealed, encryptionContext.totp(user)), code, now)
  if (step === null) return false
  await change.updateTable("totp_secrets").set({ enabled_at: now, last_step: step }).where("user_id", "=", user).execute()
  return true
}

export const disableTotp = async (change: Transaction<Tables>, user: string): Promise<void> => {
  await change.deleteFrom("totp_secrets").where("user_id", "=", user).execute()
  await change.deleteFrom("backup_codes").where("user_id", "=", user).execute()
}

/** Returns the user's confirmed TOTP secret, or null if two-factor authentication is off. */
const readEnabledKey = async (db: Db, secret: ServerSecret, user: string): Promise<string | null> => {
  const row = await db
    .selectFrom("totp_secrets")
    .select("sealed")
    .where("user_id", "=", user)
    .where("enabled_at", "is not", null)
    .executeTakeFirst()
  return row === undefined ? null : secret.decrypt(row.sealed, encryptionContext.totp(user))
}

/** The dashes only make a code readable, so they may be typed or not. */
const normalizeBackupCode = (user: string, code: string): string => `${user}:${code.toLowerCase().replaceAll("-", "")}`

/**
 * Hashed with the user's own TOTP secret, which is re-encrypted when SECRET_KEY changes. A hash keyed by SECRET_KEY could not
 * be renewed, because the codes themselves are not stored.
 */
const hashBackupCode = (key: string, user: string, code: string): string =>
  createHmac("sha256", key).update(normalizeBackupCode(user, code)).digest("base64url")

/** Creates backup codes, each for one use, after two-factor authentication was turned on; invalidates earlier ones. */
export const createBackupCodes = async (
  change: Transaction<Tables>,
  secret: ServerSecret,
  user: string,
): Promise<ReadonlyArray<string>> => {
  const key = await readEnabledKey(change, secret, user)
  if (key === null) throw new Error("backup codes belong to codes that count")
  const codes = Array.from({ length: backupCodeCount }, () =>
    randomBytes(backupCodeLength / 2)
      .toString("hex")
      .replace(/(.{4})(?=.)/g, "$1-"),
  )
  await change.deleteFrom("backup_codes").where("user_id", "=", user).execute()
  await change
    .insertInto("backup_codes")
    .values(codes.map((code) => ({ user_id: user, hash: hashBackupCode(key, user, code) })))
    .execute()
  return codes
}

/**
 * Accepts a code of the app or a backup code, each of them once. Uses a single update, so that of two requests with the same
 * code only one succeeds.
 */
export const spendVerificationCode = async (
  change: Transaction<Tables>,
  secret: ServerSecret,
  user: string,
  code: string,
  now: Date,
): Promise<boolean> => {
  const key = await readEnabledKey(change, secret, user)
  if (key === null) return false
  if (!isCompleteCode(code, totpDigits)) {
    const { numUpdatedRows } = await change
      .updateTable("backup_codes")
      .set({ used_at: now })
      .where("user_id", "=", user)
      // Codes created by an earlier version are hashed with SECRET_KEY.
      .where("hash", "in", [hashBackupCode(key, user, code), ...secret.signWithAllKeys("backup code", normalizeBackupCode(user, code))])
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }
  const step = findTotpStep(key, code, now)
  if (step === null) return false
  const { numUpdatedRows } = await change
    .updateTable("totp_secrets")
    .set({ last_step: step })
    .where("user_id", "=", user)
    // A stored step beyond the current window comes from a clock that was wrong and has been corrected; it must not
    // lock anyone out.
    .where((eb) => eb.or([eb("last_step", "<", step), eb("last_step", ">", step + 2 * window)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
