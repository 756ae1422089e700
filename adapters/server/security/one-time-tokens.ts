// One-time tokens, stored as hashes: for password resets (one hour), and for confirming one action of one user [U4].
import { createHash, randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import { signInStepLifetimeMs, tokenLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

/** Hashes a random token for storage: a reader of the database cannot use it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url")

export const createResetToken = async (db: Db, user: string, now: Date): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  await db
    .insertInto("password_resets")
    .values({ hash: hashToken(token), user_id: user, expires_at: new Date(now.getTime() + signInStepLifetimeMs.reset) })
    .execute()
  return token
}

/**
 * Returns the stored password of the user whom a token belongs to, if it can still be spent. This does not spend it, because mail
 * scanners follow links.
 */
export const findResetUser = (db: Db, token: string, now: Date): Promise<{ readonly password: string } | undefined> =>
  db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select("users.password")
    .where("password_resets.hash", "=", hashToken(token))
    .where("password_resets.used_at", "is", null)
    .where("password_resets.expires_at", ">", now)
    .executeTakeFirst()

/** Spends a token and all others of its user; returns the user's uuid, or null if the token is unknown, expired or spent. */
export const spendResetToken = async (trx: Transaction<Tables>, token: string, now: Date): Promise<string | null> => {
  const spent = await trx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst()
  if (spent === undefined) return null
  await revokeResetTokens(trx, spent.user_id, now)
  return spent.user_id
}

/** Revokes a user's tokens, so that mails sent before a change of password or address no longer work. */
export const revokeResetTokens = async (trx: Transaction<Tables>, user: string, now: Date): Promise<void> => {
  await trx.updateTable("password_resets").set({ used_at: now }).where("user_id", "=", user).where("used_at", "is", null).execute()
}

export const deleteExpiredResetTokens = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom("password_resets").where("expires_at", "<", now).execute()
}

/** What a token allows: `purpose` is the action, `target` what it is about, including the community. */
export type TokenScope = { readonly purpose: string; readonly user: string; readonly target: string }

/** Creates a token; `state` is stored with it (confirmation-tokens.ts). */
export const createOneTimeToken = async (
  db: Db,
  { purpose, user, target, state = "" }: TokenScope & { readonly state?: string },
  now: Date,
): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  const expiry = new Date(now.getTime() + tokenLifetimeMs)
  await db
    .insertInto("one_time_tokens")
    .values({ hash: hashToken(token), purpose, user_id: user, target, state, expires_at: expiry })
    .execute()
  return token
}

/**
 * Spends a token; false if it is unknown, has another scope, or is expired or spent. A single update, so that only one
 * of two requests wins.
 */
export const spendOneTimeToken = async (
  trx: Transaction<Tables>,
  token: string,
  { purpose, user, target }: TokenScope,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable("one_time_tokens")
    .set({ used_at: now })
    .where("hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("user_id", "=", user)
    .where("target", "=", target)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes tokens a day after they expired: until then, a refusal can say so. */
export const deleteExpiredOneTimeTokens = async (db: Db, now: Date): Promise<void> => {
  const dayBefore = new Date(now.getTime() - 86_400_000)
  await db.deleteFrom("one_time_tokens").where("expires_at", "<", dayBefore).execute()
}
