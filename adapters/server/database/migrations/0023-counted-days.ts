// Adds to the counts of each day how much was counted, from which the first day and the total of a script are read [G7].

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    insert into statistics (script_id, instruction, key, day, shard, count, sum)
    select script_id, '', 'counted', day, 0, sum(count)::integer, 0 from statistics group by script_id, day
    on conflict (script_id, instruction, key, day, shard) do nothing`.execute(db)
}

/** Only adds rows, and may run twice. */
export const countedDays = { name: "0023-counted-days", creates: [], up } as const satisfies Migration
