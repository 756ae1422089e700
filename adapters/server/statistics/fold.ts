// What a day that is over was counted in, a row for each of several shards, is folded into one: pages of a chat that was busy for a year read
// no more rows than those of a chat that was not.
import { sql } from "kysely"
import type { Database } from "../database/database.ts"
import { firstShard } from "./count.ts"

/** Folds the days before that of `now`. */
export const foldDays = async ({ db, transact }: Pick<Database, "db" | "transact">, now: Date): Promise<void> => {
  // Another process may have a clock that is a little behind, and count into yesterday.
  const before = new Date(now.getTime() - 3_600_000).toISOString().slice(0, 10)
  const scripts = await db
    .selectFrom("statistics")
    .select("script_id")
    .distinct()
    .where("day", "<", before)
    .where("shard", ">", firstShard)
    .execute()
  for (const { script_id: id } of scripts)
    await transact(async (change) => {
      // Whoever clears the counts holds the row of the script for itself: else those that are moved meanwhile would stay. Whoever counts only
      // refers to it, which this lock lets them.
      await change.selectFrom("scripts").select("id").where("id", "=", id).forNoKeyUpdate().execute()
      await sql`
        with folded as (
          delete from statistics where script_id = ${id} and day < ${before} and shard > ${firstShard} returning *
        )
        insert into statistics (script_id, instruction, key, day, shard, count, sum)
        select script_id, instruction, key, day, ${firstShard}::integer, sum(count), sum(sum)
        from folded group by script_id, instruction, key, day
        on conflict (script_id, instruction, key, day, shard)
        do update set count = statistics.count + excluded.count, sum = statistics.sum + excluded.sum`.execute(change)
    })
}
