// Marks anonymous conversations, of which those without an answer are deleted after a day.
import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table conversations add column is_anonymous boolean not null default false`.execute(db)
  // Existing ones began when they were made. A link of staff is made before its respondent opens it. The difference of two times is
  // immutable; their sum with an interval is not, and some distributed engines refuse that in an update.
  await sql`
    update conversations set is_anonymous = true
    where profile_id is null and code_hash is null and started_at - made_at < interval '1 second'`.execute(db)
}

export const anonymousConversations = {
  name: "0024-anonymous-conversations",
  creates: ["conversations.is_anonymous"],
  up,
} as const satisfies Migration
