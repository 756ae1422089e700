// Tokens that serve one user, for one deed on one thing, one time, for 10 minutes (decisions U4). Only their hashes are kept.

import { randomBytes } from "node:crypto"
import type { Transaction } from "kysely"
import { tokenLasts } from "../../../domain/accounts/limits.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { hashOf } from "../token-hash.ts"

/** `purpose` is the deed, `thing` what it is done to, tenant included. */
export type Serves = { readonly purpose: string; readonly user: string; readonly thing: string }

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
