// A token that confirms a removal stores the state that was confirmed [U4].
import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  // Existing tokens match no state: their users confirm once more.
  await sql`alter table one_time_tokens add column state text not null default ''`.execute(db)
}

export const confirmedStates = { name: "0020-confirmed-states", creates: ["one_time_tokens.state"], up } as const satisfies Migration
