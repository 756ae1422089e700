// Creates profiles and conversations.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema
    .createTable("profiles")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("type", "text", (it) => it.notNull())
    .addColumn("external_id", "text")
    .addColumn("external_key", "text")
    .addColumn("email", "text")
    .addColumn("email_key", "text")
    .addColumn("phone", "text")
    .addColumn("phone_key", "text")
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("date_of_birth", "text")
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .execute()
  for (const key of ["external_key", "email_key", "phone_key"])
    await schema.createIndex(`profiles_${key}`).on("profiles").columns(["community_id", key]).execute()
  await schema
    .createTable("conversations")
    .addColumn("script_id", "uuid", (it) => it.notNull().references("scripts.id").onDelete("cascade"))
    .addColumn("id", "uuid", (it) => it.notNull())
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("profile_id", "uuid", (it) => it.references("profiles.id").onDelete("set null"))
    .addColumn("revision", "integer", (it) => it.notNull())
    .addColumn("status", "text", (it) => it.notNull())
    .addColumn("token_hash", "text", (it) => it.notNull().unique())
    .addColumn("code_hash", "text", (it) => it.unique())
    .addColumn("metadata", "text", (it) => it.notNull())
    .addColumn("answers", "text", (it) => it.notNull())
    .addColumn("actions", "text", (it) => it.notNull())
    .addColumn("state", "text")
    .addColumn("is_answered", "boolean", (it) => it.notNull())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .addColumn("started_at", "timestamptz")
    .addColumn("updated_at", "timestamptz")
    .addColumn("synced_at", "timestamptz")
    .addColumn("finished_at", "timestamptz")
    .addPrimaryKeyConstraint("conversations_pkey", ["script_id", "id"])
    .execute()
  await schema.createIndex("conversations_profile").on("conversations").columns(["profile_id"]).execute()
  await schema
    .createTable("statistics_cleared")
    .addColumn("script_id", "uuid", (it) => it.primaryKey().references("scripts.id").onDelete("cascade"))
    .addColumn("cleared_at", "timestamptz", (it) => it.notNull())
    .execute()
}

export const conversations = {
  name: "0004-conversations",
  creates: ["profiles", "conversations", "statistics_cleared"],
  up,
} as const satisfies Migration
