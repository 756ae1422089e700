// Creates deliveries and their attempts; adds to conversations when they go stale.

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema.alterTable("conversations").addColumn("stale_at", "timestamptz").execute()
  await sql`create index conversations_stale on conversations (stale_at) where stale_at is not null`.execute(db)
  await schema
    .createTable("deliveries")
    .addColumn("script_id", "uuid", (it) => it.notNull().references("scripts.id").onDelete("cascade"))
    .addColumn("id", "uuid", (it) => it.notNull())
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("conversation_id", "uuid")
    .addColumn("instruction", "text", (it) => it.notNull())
    .addColumn("reason", "text", (it) => it.notNull())
    .addColumn("endpoint", "text", (it) => it.notNull())
    .addColumn("body", "text", (it) => it.notNull())
    .addColumn("state", "text", (it) => it.notNull())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .addColumn("ended_at", "timestamptz")
    .addPrimaryKeyConstraint("deliveries_pkey", ["script_id", "id"])
    .execute()
  await schema
    .createTable("delivery_attempts")
    .addColumn("script_id", "uuid", (it) => it.notNull().references("scripts.id").onDelete("cascade"))
    .addColumn("id", "uuid", (it) => it.notNull())
    .addColumn("delivery_id", "uuid", (it) => it.notNull())
    .addColumn("at", "timestamptz", (it) => it.notNull())
    .addColumn("milliseconds", "integer", (it) => it.notNull())
    .addColumn("status", "integer")
    .addColumn("problem", "text")
    .addColumn("answer", "text")
    .addPrimaryKeyConstraint("delivery_attempts_pkey", ["script_id", "id"])
    .execute()
  await schema.createIndex("delivery_attempts_delivery").on("delivery_attempts").columns(["script_id", "delivery_id"]).execute()
}

export const deliveries = {
  name: "0008-deliveries",
  creates: ["conversations.stale_at", "deliveries", "delivery_attempts"],
  up,
} as const satisfies Migration
