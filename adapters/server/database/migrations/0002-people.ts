// Creates the tables of two-factor authentication, password resets and the audit log.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema
    .createTable("totp_secrets")
    .addColumn("user_id", "uuid", (it) => it.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("sealed", "text", (it) => it.notNull())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .addColumn("enabled_at", "timestamptz")
    .addColumn("last_step", "integer", (it) => it.notNull())
    .execute()
  await schema
    .createTable("backup_codes")
    .addColumn("user_id", "uuid", (it) => it.notNull().references("users.id").onDelete("cascade"))
    .addColumn("hash", "text", (it) => it.notNull())
    .addColumn("used_at", "timestamptz")
    .addPrimaryKeyConstraint("backup_codes_pkey", ["user_id", "hash"])
    .execute()
  await schema
    .createTable("password_resets")
    .addColumn("hash", "text", (it) => it.primaryKey())
    .addColumn("user_id", "uuid", (it) => it.notNull().references("users.id").onDelete("cascade"))
    .addColumn("expires_at", "timestamptz", (it) => it.notNull())
    .addColumn("used_at", "timestamptz")
    .execute()
  await schema
    .createTable("audit")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("community_id", "uuid", (it) => it.references("communities.id").onDelete("cascade"))
    .addColumn("user_id", "uuid", (it) => it.references("users.id").onDelete("set null"))
    .addColumn("who", "text")
    .addColumn("deed", "text", (it) => it.notNull())
    .addColumn("thing", "text", (it) => it.notNull())
    .addColumn("at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema.createIndex("audit_community").on("audit").columns(["community_id", "id"]).execute()
}

export const people = {
  name: "0002-people",
  creates: ["totp_secrets", "backup_codes", "password_resets", "audit"],
  up,
} as const satisfies Migration
