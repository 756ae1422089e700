// A SECRET_KEY that is not this database's: what is sealed would stay shut, call by call, and what is sealed from then on would stay shut to
// the right one.
import { join } from "node:path"
import { sql } from "kysely"
import type { House } from "./house.ts"
import { Refusal } from "./refusal.ts"
import type { Settings } from "./settings.ts"

/** What is kept for long (jobs/reseal.ts). */
const sealed = [
  ["totp_secrets", "sealed"],
  ["options", "sealed"],
  ["connections", "sealed"],
  ["connections", "tokens"],
] as const

/** Refuses to start with a secret that cannot open what is sealed. */
export const refuseWrongKey = async (
  { database: { db }, secret }: Pick<House, "database" | "secret">,
  { secretKey, dataDir }: Pick<Settings, "secretKey" | "dataDir">,
): Promise<void> => {
  for (const [table, column] of sealed) {
    const { rows } = await sql<{ mark: string | null }>`
      select distinct split_part(${sql.ref(column)}, '.', 1) || '.' as mark from ${sql.table(table)}`.execute(db)
    if (rows.every(({ mark }) => mark === null || secret.knows(mark))) continue
    throw new Refusal(
      secretKey === null
        ? `${join(dataDir, "secret-key")} does not hold the secret that this database was sealed with; restore it from a backup`
        : "SECRET_KEY has not the key that this database was sealed with; put that key behind the new one (new,old)",
    )
  }
}
