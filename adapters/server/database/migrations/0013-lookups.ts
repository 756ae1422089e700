// What is looked up, swept or erased by something else than its key: without these a chat with very many rows is read whole for one of them.
import { type Kysely, sql } from "kysely"
import type { Step } from "../migrate.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const index of [
    sql`answer_files_conversation on answer_files (script_id, conversation_id)`,
    sql`deliveries_conversation on deliveries (script_id, conversation_id) where conversation_id is not null`,
    sql`deliveries_ended on deliveries (ended_at) where ended_at is not null`,
    sql`deliveries_due on deliveries (made_at) where state = 'due'`,
    sql`delivery_attempts_at on delivery_attempts (at)`,
    sql`jobs_script on jobs (script_id) where script_id is not null`,
    sql`idempotency_thing on idempotency (thing) where thing is not null`,
    sql`idempotency_made on idempotency (made_at)`,
    sql`memberships_community on memberships (community_id)`,
    sql`profiles_community on profiles (community_id, id)`,
  ])
    await sql`create index ${index}`.execute(db)
}

export const lookups = { name: "0013-lookups", makes: [], up } as const satisfies Step
