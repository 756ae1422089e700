// Tokens with which a forgotten password is set anew: one use, one hour (decisions "Calls, sessions, people"). Only hashes are kept.

import { randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import { signInWaits } from "../../../domain/accounts/limits.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { hashOf } from "../token-hash.ts"

export const makeResetToken = async (db: Db, user: string, now: Date): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  await db
    .insertInto("password_resets")
    .values({ hash: hashOf(token), user_id: user, expires_at: new Date(now.getTime() + signInWaits.reset) })
    .execute()
  return token
}

/** Whether a token can still be spent. Asking spends nothing: mail scanners follow links. */
export const isResetToken = async (db: Db, token: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom("password_resets")
    .select("hash")
    .where("hash", "=", hashOf(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst()) !== undefined

/** Spends a token and every other one of its user; gives the user, or null where it is wrong, too old or spent. */
export const spendResetToken = async (change: Transaction<Tables>, token: string, now: Date): Promise<string | null> => {
  const spent = await change
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("hash", "=", hashOf(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst()
  if (spent === undefined) return null
  await endResetTokens(change, spent.user_id, now)
  return spent.user_id
}

/** Ends the tokens of a user: a mail sent before a change of password or address opens nothing after it. */
export const endResetTokens = async (change: Transaction<Tables>, user: string, now: Date): Promise<void> => {
  await change.updateTable("password_resets").set({ used_at: now }).where("user_id", "=", user).where("used_at", "is", null).execute()
}

export const sweepResetTokens = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom("password_resets").where("expires_at", "<", now).execute()
}
