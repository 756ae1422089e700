// Adds to deliveries the connection that they are sent through [A14].

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("deliveries").addColumn("connection_id", "text").execute()
}

export const connectors = { name: "0012-connectors", creates: ["deliveries.connection_id"], up } as const satisfies Migration
