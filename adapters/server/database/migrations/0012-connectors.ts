// Deliveries that go to a connection of the community, with the access that its owner gave.
import type { Kysely } from "kysely"
import type { Migration } from "../migrator.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("deliveries").addColumn("connection_id", "text").execute()
}

export const connectors = { name: "0012-connectors", creates: ["deliveries.connection_id"], up } as const satisfies Migration
