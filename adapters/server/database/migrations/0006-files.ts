// Creates the tables of respondents' files and their archives.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  await schema
    .createTable("answer_files")
    .addColumn("script_id", "uuid", (it) => it.notNull().references("scripts.id").onDelete("cascade"))
    .addColumn("id", "uuid", (it) => it.notNull())
    .addColumn("community_id", "uuid", (it) => it.notNull())
    .addColumn("conversation_id", "uuid", (it) => it.notNull())
    .addColumn("instruction", "text", (it) => it.notNull())
    .addColumn("name", "text", (it) => it.notNull())
    .addColumn("bytes", "integer", (it) => it.notNull())
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .addColumn("kept_at", "timestamptz")
    .addPrimaryKeyConstraint("answer_files_pkey", ["script_id", "id"])
    .execute()
  await schema
    .createTable("archives")
    .addColumn("script_id", "uuid", (it) => it.primaryKey().references("scripts.id").onDelete("cascade"))
    .addColumn("id", "uuid", (it) => it.notNull())
    .addColumn("community_id", "uuid", (it) => it.notNull())
    .addColumn("newest", "uuid", (it) => it.notNull())
    .addColumn("parts", "integer", (it) => it.notNull())
    .addColumn("asked_at", "timestamptz", (it) => it.notNull())
    .addColumn("ready_at", "timestamptz")
    .execute()
}

export const files = { name: "0006-files", creates: ["answer_files", "archives"], up } as const satisfies Migration
