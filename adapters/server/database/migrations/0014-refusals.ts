// Adds to connections why the token endpoint gave no access [O12].

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("connections").addColumn("refusal", "text").execute()
}

export const refusals = { name: "0014-refusals", creates: ["connections.refusal"], up } as const satisfies Migration
