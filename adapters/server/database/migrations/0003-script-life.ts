// Creates chat slugs, jobs and idempotent responses; adds the transport and the removal warning to scripts.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema.alterTable("scripts").addColumn("transport", "text").addColumn("warned_at", "timestamptz").execute()
  await schema
    .createTable("chat_slugs")
    .addColumn("script_id", "uuid", (it) => it.primaryKey().references("scripts.id").onDelete("cascade"))
    .addColumn("slug", "text", (it) => it.notNull())
    .addColumn("slug_key", "text", (it) => it.notNull().unique())
    .execute()
  await schema
    .createTable("jobs")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("kind", "text", (it) => it.notNull())
    .addColumn("key", "text", (it) => it.unique())
    .addColumn("payload", "text", (it) => it.notNull())
    .addColumn("script_id", "uuid", (it) => it.references("scripts.id").onDelete("cascade"))
    .addColumn("due_at", "timestamptz", (it) => it.notNull())
    .addColumn("attempt", "integer", (it) => it.notNull())
    .addColumn("leased_until", "timestamptz")
    .addColumn("done_at", "timestamptz")
    .addColumn("failed_at", "timestamptz")
    .addColumn("problem", "text")
    .execute()
  await schema.createIndex("jobs_due").on("jobs").columns(["done_at", "failed_at", "due_at"]).execute()
  await schema
    .createTable("idempotency")
    .addColumn("key", "text", (it) => it.primaryKey())
    .addColumn("user_id", "uuid", (it) => it.notNull().references("users.id").onDelete("cascade"))
    .addColumn("request", "text", (it) => it.notNull())
    .addColumn("answer", "text")
    .addColumn("thing", "uuid")
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .execute()
}

export const scriptLife = {
  name: "0003-script-life",
  creates: ["scripts.transport", "scripts.warned_at", "chat_slugs", "jobs", "idempotency"],
  up,
} as const satisfies Migration
