// The first administrator: made only when the database holds no user (contract "Settings").
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { foldCase } from "../../../domain/text/text-input.ts"
import type { Database } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { Settings } from "../settings.ts"
import { generatePassword, hashPassword } from "./passwords.ts"

/** How to sign in. `password` is null where the person who starts the program chose it. */
export type FirstAdministrator = { readonly username: string; readonly password: string | null }

/** Makes the first administrator, with what else a first start makes, and says how to sign in; null when there is a user already. */
export const createFirstAdministrator = async (
  { db, transact }: Database,
  { username, email, password }: Settings["administrator"],
  also: (change: Transaction<Tables>, now: Date) => Promise<void>,
): Promise<FirstAdministrator | null> => {
  if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return null
  const chosen = password ?? generatePassword()
  const kept = await hashPassword(chosen)
  const now = new Date()
  const made = await transact(async (change) => {
    const result = await change
      .insertInto("users")
      .values({
        id: randomUUIDv7(),
        username,
        username_key: foldCase(username),
        email,
        email_key: foldCase(email),
        password: kept,
        is_admin: true,
        made_at: now,
      })
      // Several processes that start at once on one database make one administrator.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows !== 1n) return false
    await also(change, now)
    return true
  })
  return made ? { username, password: password === null ? chosen : null } : null
}
