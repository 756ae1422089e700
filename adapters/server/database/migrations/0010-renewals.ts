// Adds to connections which process renews the access token, so that only one does.

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("connections").addColumn("renewing_until", "timestamptz").execute()
}

export const renewals = { name: "0010-renewals", creates: ["connections.renewing_until"], up } as const satisfies Migration
