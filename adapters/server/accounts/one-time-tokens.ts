// Tokens that serve one user, for one deed on one thing, one time, for 10 minutes (decisions U4). Only their hashes are kept.
import { createHash, randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

/** [U4] Milliseconds for which a token is good. */
export const tokenLasts = 10 * 60_000

/** `purpose` is the deed, `thing` what it is done to, tenant included. */
export type Serves = { readonly purpose: string; readonly user: string; readonly thing: string }

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url")

export const makeToken = async (db: Db, { purpose, user, thing }: Serves, now: Date): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  await db
    .insertInto("one_time_tokens")
    .values({ hash: hashOf(token), purpose, user_id: user, thing, expires_at: new Date(now.getTime() + tokenLasts) })
    .execute()
  return token
}

/** Spends a token; false where it is wrong, another's, too old or spent. One update, so that of two requests one wins. */
export const spendToken = async (
  change: Transaction<Tables>,
  token: string,
  { purpose, user, thing }: Serves,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await change
    .updateTable("one_time_tokens")
    .set({ used_at: now })
    .where("hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("user_id", "=", user)
    .where("thing", "=", thing)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const sweepTokens = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom("one_time_tokens").where("expires_at", "<", now).execute()
}
