// Indexes for lookups, cleanup and erasure by other columns than the key: without them, a large chat is scanned for one row.

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const indexes = {
  answer_files_conversation: sql`answer_files (script_id, conversation_id)`,
  deliveries_conversation: sql`deliveries (script_id, conversation_id) where conversation_id is not null`,
  deliveries_ended: sql`deliveries (ended_at) where ended_at is not null`,
  deliveries_due: sql`deliveries (made_at) where state = 'due'`,
  delivery_attempts_at: sql`delivery_attempts (at)`,
  jobs_script: sql`jobs (script_id) where script_id is not null`,
  idempotency_thing: sql`idempotency (thing) where thing is not null`,
  idempotency_made: sql`idempotency (made_at)`,
  memberships_community: sql`memberships (community_id)`,
  profiles_community: sql`profiles (community_id, id)`,
} as const

const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [name, definition] of Object.entries(indexes)) await sql`create index ${sql.ref(name)} on ${definition}`.execute(db)
}

export const lookups = { name: "0013-lookups", creates: Object.keys(indexes), up } as const satisfies Migration
