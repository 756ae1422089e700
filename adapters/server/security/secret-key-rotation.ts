// Checks at startup that SECRET_KEY belongs to this database, and re-encrypts stored secrets after a key change.
import { join } from "node:path"
import { sql } from "kysely"
import type { ServerContext } from "../server-context.ts"
import { type Settings, StartupError } from "../settings.ts"
import { encryptionContext } from "./server-secret.ts"

/** Columns with long-lived secrets. */
const encryptedColumns = [
  ["totp_secrets", "sealed"],
  ["options", "sealed"],
  ["connections", "sealed"],
  ["connections", "tokens"],
] as const

/**
 * Rejects the start with a SECRET_KEY that does not belong to this database: stored secrets would be unreadable, and
 * new ones unreadable to the right key.
 */
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

/**
 * Re-encrypts long-lived secrets with the current key, so that the old key can be removed from SECRET_KEY. Rows saved
 * meanwhile are skipped: the current key has encrypted them. Data stored for a day or less (mails, idempotent
 * responses) is left alone.
 */
export const rotateSecretKey = async ({ database: { db }, secret }: Pick<ServerContext, "database" | "secret">): Promise<void> => {
  const hasOldKey = (column: "sealed" | "tokens") => sql<boolean>`not starts_with(${sql.ref(column)}, ${secret.currentKeyPrefix})`
  const reencrypt = (sealed: string, context: string) => secret.encrypt(secret.decrypt(sealed, context), context)

  for (const { user_id, sealed } of await db.selectFrom("totp_secrets").selectAll().where(hasOldKey("sealed")).execute()) {
    const columns = { sealed: reencrypt(sealed, encryptionContext.totp(user_id)) }
    await db.updateTable("totp_secrets").set(columns).where("user_id", "=", user_id).where("sealed", "=", sealed).execute()
  }
  for (const { community_id, key, sealed } of await db.selectFrom("options").selectAll().where(hasOldKey("sealed")).execute()) {
    const columns = { sealed: reencrypt(sealed, encryptionContext.option(community_id, key)) }
    const update = db.updateTable("options").set(columns).where("community_id", "=", community_id).where("key", "=", key)
    await update.where("sealed", "=", sealed).execute()
  }
  for (const { id, sealed } of await db.selectFrom("connections").selectAll().where(hasOldKey("sealed")).execute()) {
    const columns = { sealed: reencrypt(sealed, encryptionContext.connection(id)) }
    await db.updateTable("connections").set(columns).where("id", "=", id).where("sealed", "=", sealed).execute()
  }
  for (const { id, tokens } of await db.selectFrom("connections").selectAll().where(hasOldKey("tokens")).execute()) {
    if (tokens === null) continue
    const columns = { tokens: reencrypt(tokens, encryptionContext.tokens(id)) }
    await db.updateTable("connections").set(columns).where("id", "=", id).where("tokens", "=", tokens).execute()
  }
}
