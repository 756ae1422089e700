// Reading what was counted: a few rows for each answer that can be given, however many have been.
import type { Tally } from "../../../domain/statistics/counting.ts"
import type { Days } from "../../../domain/statistics/told.ts"
import type { Db } from "../database/database.ts"
import { codeOf } from "../scripts/listed.ts"
import { conversationKeys } from "./count.ts"

export type Counts = { readonly begun: number; readonly finished: number; readonly tallies: ReadonlyMap<string, Tally> }

export const countsOfScript = async (db: Db, script: string, { from, until }: Days): Promise<Counts> => {
  const all = db
    .selectFrom("statistics")
    .select(({ fn }) => ["instruction", "key", fn.sum("count").as("count"), fn.sum("sum").as("sum")])
    .where("script_id", "=", script)
    .groupBy(["instruction", "key"])
  const since = from === null ? all : all.where("day", ">=", from)
  const rows = await (until === null ? since : since.where("day", "<=", until)).execute()
  const tallies = new Map<string, { counts: Map<string, number>; sums: Map<string, number> }>()
  for (const { instruction, key, count, sum } of rows) {
    const tally = tallies.get(instruction) ?? { counts: new Map<string, number>(), sums: new Map<string, number>() }
    tally.counts.set(key, Number(count))
    tally.sums.set(key, Number(sum))
    tallies.set(instruction, tally)
  }
  const whole = tallies.get("")?.counts
  return { begun: whole?.get(conversationKeys.begun) ?? 0, finished: whole?.get(conversationKeys.finished) ?? 0, tallies }
}

/** A number that grows with everything that is counted, falls when it is cleared, and is another one once the chat is deleted. */
export const countedSoFar = async (db: Db, script: string): Promise<number> => {
  const it = await db
    .selectFrom("scripts")
    .leftJoin("statistics", "statistics.script_id", "scripts.id")
    .select(({ fn }) => fn.sum("statistics.count").as("n"))
    .where("scripts.id", "=", script)
    .where("scripts.status", "!=", codeOf("deleted"))
    .groupBy("scripts.id")
    .executeTakeFirst()
  return it === undefined ? -1 : Number(it.n ?? 0)
}
