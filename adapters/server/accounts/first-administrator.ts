// The first administrator, created when the database has no user.
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { foldCase } from "../../../domain/text/text-input.ts"
import type { Database } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { Settings } from "../settings.ts"
import { generatePassword, hashPassword } from "./passwords.ts"

/** The credentials to show at the first start. `password` is null if the settings define it. */
export type FirstAdministrator = { readonly username: string; readonly password: string | null }

/**
 * Creates the first administrator, and runs `alsoCreate` in the same transaction. Returns the credentials, or null if there
 * is a user already.
 */
export const createFirstAdministrator = async (
  { db, transact }: Database,
  { username, email, password }: Settings["administrator"],
  alsoCreate: (change: Transaction<Tables>, now: Date) => Promise<void>,
): Promise<FirstAdministrator | null> => {
  if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return null
  const chosen = password ?? generatePassword()
  const passwordHash = await hashPassword(chosen)
  const now = new Date()
  const isCreated = await transact(async (change) => {
    const result = await change
      .insertInto("users")
      .values({
        id: randomUUIDv7(),
        username,
        username_key: foldCase(username),
        email,
        email_key: foldCase(email),
        password: passwordHash,
        is_admin: true,
        made_at: now,
      })
      // Several processes may start on one database at the same time; only one creates the administrator.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows !== 1n) return false
    await alsoCreate(change, now)
    return true
  })
  return isCreated ? { username, password: password === null ? chosen : null } : null
}
