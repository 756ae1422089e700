// Index for the order of the members' list.
import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

// Only the first characters, because an entry of an index may have at most 2,700 bytes.
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index profiles_listed on profiles (
    community_id, lower(left(last_name, 60)), lower(left(first_name, 60)), lower(left(external_id, 60)), lower(left(email, 60)), id
  )`.execute(db)
}

export const memberOrder = { name: "0019-member-order", creates: ["profiles_listed"], up } as const satisfies Migration
