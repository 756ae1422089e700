// A SECRET_KEY that is not this database's: what is sealed would stay shut, call by call, and what is sealed from then on would stay shut to
// the right one.
import { join } from "node:path"
import { sql } from "kysely"
import type { ServerContext } from "../server-context.ts"
import type { Settings } from "../settings.ts"
import { StartupError } from "../startup-error.ts"
import { encryptionContext } from "./server-secret.ts"

/** What is kept for long (security/secret-key-rotation.ts). */
const encryptedColumns = [
  ["totp_secrets", "sealed"],
  ["options", "sealed"],
  ["connections", "sealed"],
  ["connections", "tokens"],
] as const

/** Refuses to start with a secret that cannot open what is sealed. */
export const requireMatchingSecretKey = async (
  { database: { db }, secret }: Pick<ServerContext, "database" | "secret">,
  { secretKey, dataDir }: Pick<Settings, "secretKey" | "dataDir">,
): Promise<void> => {
  for (const [table, column] of encryptedColumns) {
    const { rows } = await sql<{ mark: string | null }>`
      select distinct split_part(${sql.ref(column)}, '.', 1) || '.' as mark from ${sql.table(table)}`.execute(db)
    if (rows.every(({ mark }) => mark === null || secret.hasKey(mark))) continue
    throw new StartupError(
      secretKey === null
        ? `${join(dataDir, "secret-key")} does not hold the secret that this database was sealed with; restore it from a backup`
        : "SECRET_KEY has not the key that this database was sealed with; put that key behind the new one (new,old)",
    )
  }
}

// Changing the key: what is kept for long and is sealed with an earlier key is sealed anew, so that the earlier one can be left out of
// SECRET_KEY. What is kept for a day at most (mails, answers to calls) is not.

/** Seals anew what the current key has not sealed. What is saved meanwhile is left as it is: that key has sealed it. */
export const rotateSecretKey = async ({ database: { db }, secret }: Pick<ServerContext, "database" | "secret">): Promise<void> => {
  const isOld = (column: "sealed" | "tokens") => sql<boolean>`not starts_with(${sql.ref(column)}, ${secret.currentKeyPrefix})`
  const anew = (sealed: string, about: string) => secret.encrypt(secret.decrypt(sealed, about), about)

  for (const { user_id, sealed } of await db.selectFrom("totp_secrets").selectAll().where(isOld("sealed")).execute()) {
    const next = { sealed: anew(sealed, encryptionContext.totp(user_id)) }
    await db.updateTable("totp_secrets").set(next).where("user_id", "=", user_id).where("sealed", "=", sealed).execute()
  }
  for (const { community_id, key, sealed } of await db.selectFrom("options").selectAll().where(isOld("sealed")).execute()) {
    const next = { sealed: anew(sealed, encryptionContext.option(community_id, key)) }
    const which = db.updateTable("options").set(next).where("community_id", "=", community_id).where("key", "=", key)
    await which.where("sealed", "=", sealed).execute()
  }
  for (const { id, sealed } of await db.selectFrom("connections").selectAll().where(isOld("sealed")).execute()) {
    const next = { sealed: anew(sealed, encryptionContext.connection(id)) }
    await db.updateTable("connections").set(next).where("id", "=", id).where("sealed", "=", sealed).execute()
  }
  for (const { id, tokens } of await db.selectFrom("connections").selectAll().where(isOld("tokens")).execute()) {
    if (tokens === null) continue
    const next = { tokens: anew(tokens, encryptionContext.tokens(id)) }
    await db.updateTable("connections").set(next).where("id", "=", id).where("tokens", "=", tokens).execute()
  }
}
