// Stores the revision that labels the statistics of a closed script [G5].

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  // Until now, a closed script (3) used its current revision. A script that was never live keeps none.
  await sql`update scripts set live_revision = revision where status = 3 and live_revision is null and live_date is not null`.execute(db)
}

/** Only changes rows. */
export const closedRevisions = { name: "0018-closed-revisions", creates: [], up } as const satisfies Migration
