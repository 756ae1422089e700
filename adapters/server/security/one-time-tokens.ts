// Tokens with which a forgotten password is set anew: one use, one hour (decisions "Calls, sessions, people"). Only hashes are kept.
import { createHash, randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import { signInStepLifetimeMs, tokenLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

// What is kept of a token: whoever reads the database cannot use it.

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url")

export const createResetToken = async (db: Db, user: string, now: Date): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  await db
    .insertInto("password_resets")
    .values({ hash: hashToken(token), user_id: user, expires_at: new Date(now.getTime() + signInStepLifetimeMs.reset) })
    .execute()
  return token
}

/** Whether a token can still be spent. Asking spends nothing: mail scanners follow links. */
export const isValidResetToken = async (db: Db, token: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom("password_resets")
    .select("hash")
    .where("hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst()) !== undefined

/** Spends a token and every other one of its user; gives the user, or null where it is wrong, too old or spent. */
export const spendResetToken = async (change: Transaction<Tables>, token: string, now: Date): Promise<string | null> => {
  const spent = await change
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst()
  if (spent === undefined) return null
  await revokeResetTokens(change, spent.user_id, now)
  return spent.user_id
}

/** Ends the tokens of a user: a mail sent before a change of password or address opens nothing after it. */
export const revokeResetTokens = async (change: Transaction<Tables>, user: string, now: Date): Promise<void> => {
  await change.updateTable("password_resets").set({ used_at: now }).where("user_id", "=", user).where("used_at", "is", null).execute()
}

export const deleteExpiredResetTokens = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom("password_resets").where("expires_at", "<", now).execute()
}

// Tokens that serve one user, for one deed on one thing, one time, for 10 minutes (decisions U4). Only their hashes are kept.

/** `purpose` is the deed, `thing` what it is done to, tenant included. */
export type TokenScope = { readonly purpose: string; readonly user: string; readonly thing: string }

export const createOneTimeToken = async (db: Db, { purpose, user, thing }: TokenScope, now: Date): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  await db
    .insertInto("one_time_tokens")
    .values({ hash: hashToken(token), purpose, user_id: user, thing, expires_at: new Date(now.getTime() + tokenLifetimeMs) })
    .execute()
  return token
}

/** Spends a token; false where it is wrong, another's, too old or spent. One update, so that of two requests one wins. */
export const spendOneTimeToken = async (
  change: Transaction<Tables>,
  token: string,
  { purpose, user, thing }: TokenScope,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await change
    .updateTable("one_time_tokens")
    .set({ used_at: now })
    .where("hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("user_id", "=", user)
    .where("thing", "=", thing)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const deleteExpiredOneTimeTokens = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom("one_time_tokens").where("expires_at", "<", now).execute()
}
