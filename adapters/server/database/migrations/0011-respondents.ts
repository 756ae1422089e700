// Indexes conversations by start time [E14] and pending status [E13], marks files that are not part of an answer [E12],
// and creates the rate limits.

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await sql`create index conversations_begun on conversations (script_id, started_at, id) where started_at is not null`.execute(db)
  // Indexes a column that never changes during a conversation, so that answers need not update the index.
  await sql`create index conversations_pending on conversations (started_at) where status = 'pending'`.execute(db)
  await schema
    .alterTable("answer_files")
    .addColumn("is_given", "boolean", (it) => it.notNull().defaultTo(false))
    .execute()
  await sql`
    update answer_files f set is_given = true from conversations c
    where c.script_id = f.script_id and c.id = f.conversation_id and position(f.id::text in c.answers) > 0`.execute(db)
  await sql`create index answer_files_not_given on answer_files (made_at) where not is_given`.execute(db)
  await schema
    .createTable("crowd")
    .addColumn("key", "text", (it) => it.primaryKey())
    .addColumn("minute", "timestamptz", (it) => it.notNull())
    .addColumn("count", "integer", (it) => it.notNull())
    .execute()
}

export const respondents = {
  name: "0011-respondents",
  creates: ["conversations_begun", "conversations_pending", "answer_files.is_given", "crowd"],
  up,
} as const satisfies Migration
