// Creates the counts of the live statistics. Clearing deletes the counts, so the time of clearing is no longer stored.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("statistics")
    .addColumn("script_id", "uuid", (it) => it.notNull().references("scripts.id").onDelete("cascade"))
    .addColumn("instruction", "text", (it) => it.notNull())
    .addColumn("key", "text", (it) => it.notNull())
    .addColumn("day", "text", (it) => it.notNull())
    .addColumn("shard", "integer", (it) => it.notNull())
    .addColumn("count", "integer", (it) => it.notNull())
    .addColumn("sum", "double precision", (it) => it.notNull())
    .addPrimaryKeyConstraint("statistics_pkey", ["script_id", "instruction", "key", "day", "shard"])
    .execute()
  await db.schema.dropTable("statistics_cleared").execute()
}

export const statistics = { name: "0009-statistics", creates: ["statistics"], up } as const satisfies Migration
