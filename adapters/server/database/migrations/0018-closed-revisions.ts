// By which revision the statistics of a closed chat are told: from now on by the one that is kept, as those of a chat in preparation.
import { type Kysely, sql } from "kysely"
import type { Migration } from "../migrator.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  // Until now it was the script as it is, of one that is closed (3). What was never live stays untold.
  await sql`update scripts set live_revision = revision where status = 3 and live_revision is null and live_date is not null`.execute(db)
}

/** It changes rows alone. */
export const closedRevisions = { name: "0018-closed-revisions", creates: [], up } as const satisfies Migration
