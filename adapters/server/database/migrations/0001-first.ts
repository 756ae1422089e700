// Creates users, communities, memberships, sessions, failed attempts, one-time tokens, and scripts with their revisions.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema
    .createTable("communities")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("name", "text", (it) => it.notNull())
    .addColumn("slug", "text", (it) => it.notNull().unique())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema
    .createTable("users")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("username", "text", (it) => it.notNull())
    .addColumn("username_key", "text", (it) => it.notNull().unique())
    .addColumn("email", "text", (it) => it.notNull())
    .addColumn("email_key", "text", (it) => it.notNull().unique())
    .addColumn("password", "text", (it) => it.notNull())
    .addColumn("is_admin", "boolean", (it) => it.notNull())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema
    .createTable("memberships")
    .addColumn("id", "uuid", (it) => it.notNull().unique())
    .addColumn("user_id", "uuid", (it) => it.notNull().references("users.id").onDelete("cascade"))
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("role", "text", (it) => it.notNull())
    .addPrimaryKeyConstraint("memberships_pkey", ["user_id", "community_id"])
    .execute()
  await schema
    .createTable("sessions")
    .addColumn("hash", "text", (it) => it.primaryKey())
    .addColumn("user_id", "uuid", (it) => it.notNull().references("users.id").onDelete("cascade"))
    .addColumn("two_factor_complete", "boolean", (it) => it.notNull())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .addColumn("seen_at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema.createIndex("sessions_user").on("sessions").column("user_id").execute()
  await schema
    .createTable("failures")
    .addColumn("key", "text", (it) => it.primaryKey())
    .addColumn("instants", "text", (it) => it.notNull())
    .addColumn("last_at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema
    .createTable("one_time_tokens")
    .addColumn("hash", "text", (it) => it.primaryKey())
    .addColumn("purpose", "text", (it) => it.notNull())
    .addColumn("user_id", "uuid", (it) => it.notNull().references("users.id").onDelete("cascade"))
    .addColumn("thing", "text", (it) => it.notNull())
    .addColumn("expires_at", "timestamptz", (it) => it.notNull())
    .addColumn("used_at", "timestamptz")
    .execute()
  await schema
    .createTable("scripts")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("name", "text", (it) => it.notNull())
    .addColumn("public_name", "text", (it) => it.notNull())
    .addColumn("language", "text", (it) => it.notNull())
    .addColumn("status", "integer", (it) => it.notNull())
    .addColumn("revision", "integer", (it) => it.notNull())
    .addColumn("is_deletion_approved", "boolean", (it) => it.notNull())
    .addColumn("removal_procedure", "boolean", (it) => it.notNull())
    .addColumn("live_date", "timestamptz")
    .addColumn("closed_date", "timestamptz")
    .addColumn("deleted_warning_date", "timestamptz")
    .addColumn("deleted_date", "timestamptz")
    .addColumn("removal_warning_date", "timestamptz")
    .addColumn("updated_at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema.createIndex("scripts_community").on("scripts").columns(["community_id", "status"]).execute()
  await schema
    .createTable("script_versions")
    .addColumn("script_id", "uuid", (it) => it.notNull().references("scripts.id").onDelete("cascade"))
    .addColumn("revision", "integer", (it) => it.notNull())
    .addColumn("authored", "text", (it) => it.notNull())
    .addColumn("saved_by", "uuid", (it) => it.references("users.id").onDelete("set null"))
    .addColumn("saved_at", "timestamptz", (it) => it.notNull())
    .addPrimaryKeyConstraint("script_versions_pkey", ["script_id", "revision"])
    .execute()
}

export const first = {
  name: "0001-first",
  creates: ["communities", "users", "memberships", "sessions", "failures", "one_time_tokens", "scripts", "script_versions"],
  up,
} as const satisfies Migration
