// Creates styles, side menus, options, connections and data points.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db
  for (const table of ["styles", "side_menus"])
    await schema
      .createTable(table)
      .addColumn("community_id", "uuid", (it) => it.primaryKey().references("communities.id").onDelete("cascade"))
      .addColumn("content", "text", (it) => it.notNull())
      .addColumn("saved_at", "timestamptz", (it) => it.notNull())
      .execute()
  await schema
    .createTable("options")
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("key", "text", (it) => it.notNull())
    .addColumn("sealed", "text", (it) => it.notNull())
    .addColumn("saved_at", "timestamptz", (it) => it.notNull())
    .addPrimaryKeyConstraint("options_pkey", ["community_id", "key"])
    .execute()
  await schema
    .createTable("connections")
    .addColumn("id", "uuid", (it) => it.primaryKey())
    .addColumn("community_id", "uuid", (it) => it.notNull().references("communities.id").onDelete("cascade"))
    .addColumn("sealed", "text", (it) => it.notNull())
    .addColumn("tokens", "text")
    .addColumn("made_at", "timestamptz", (it) => it.notNull())
    .execute()
  await schema.createIndex("connections_community").on("connections").column("community_id").execute()
  await schema
    .createTable("data_points")
    .addColumn("script_id", "uuid", (it) => it.primaryKey().references("scripts.id").onDelete("cascade"))
    .addColumn("fields", "text", (it) => it.notNull())
    .addColumn("saved_at", "timestamptz", (it) => it.notNull())
    .execute()
}

export const connections = {
  name: "0007-connections",
  creates: ["styles", "side_menus", "options", "connections", "data_points"],
  up,
} as const satisfies Migration
