// Adds to scripts the revision that was live last, which labels the statistics of a script in preparation [G5].

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("scripts").addColumn("live_revision", "integer").execute()
  // Until now, this was the revision of the newest started conversation. A live script (2) uses its current revision.
  await sql`
    update scripts s set live_revision = (
      select c.revision from conversations c where c.script_id = s.id and c.started_at is not null
      order by c.started_at desc, c.id desc limit 1
    ) where s.status <> 2`.execute(db)
}

export const liveRevisions = { name: "0017-live-revisions", creates: ["scripts.live_revision"], up } as const satisfies Migration
