// Adds to styles who saved them last, for the conflict message [T18].

import type { Kysely } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable("styles")
    .addColumn("saved_by", "uuid", (it) => it.references("users.id").onDelete("set null"))
    .execute()
}

export const styleAuthors = { name: "0015-style-authors", creates: ["styles.saved_by"], up } as const satisfies Migration
