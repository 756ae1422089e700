// The counts of the live statistics: adding to them in the transaction of a turn [G1], merging past days, and reading.
import { sql, type Transaction } from "kysely"
import type { Turn } from "../../../domain/chat/conversation-record.ts"
import { isSlug } from "../../../domain/communities/community.ts"
import { toConditionValue } from "../../../domain/conditions/condition-value.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { getScoreParams } from "../../../domain/script/score-ranges.ts"
import {
  type AnswerCounts,
  type CountIncrement,
  computeAnswerIncrement,
  computeScoreIncrement,
} from "../../../domain/statistics/answer-counts.ts"
import type { Period } from "../../../domain/statistics/statistics-period.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import type { Database, Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { notFound } from "../http/http-error.ts"
import { encodeStatus } from "../scripts/script-repository.ts"

/**
 * Keys of the counts of whole conversations, whose rows have an empty instruction. `counted` is the number of all changes
 * of a day's counts: the days and the total of a script are read from a few rows.
 */
export const conversationKeys = { begun: "begun", finished: "finished", counted: "counted" } as const

/** An increment of a count; `sum` adds up numeric answers. */
export type StatisticsCount = { readonly instruction: string; readonly key: string; readonly count: number; readonly sum: number }

const countOne = (key: string): StatisticsCount => ({ instruction: "", key, count: 1, sum: 0 })

type CountedScript = { readonly instructions: ReadonlyArray<Instruction> }
type CountedTurns = { readonly turns: ReadonlyArray<Turn>; readonly isBegun: boolean; readonly isFinished: boolean }

const countsForInstruction = (instruction: string, increment: CountIncrement | null): ReadonlyArray<StatisticsCount> =>
  increment === null
    ? []
    : increment.keys.map((key) => ({ instruction, key, count: 1, sum: key === increment.keys.at(-1) ? increment.sum : 0 }))

/** Returns the increments of turns: their answers, their scores, and whether the conversation was started and finished with them. */
export const countTurns = (script: CountedScript, { turns, isBegun, isFinished }: CountedTurns): ReadonlyArray<StatisticsCount> => [
  ...(isBegun ? [countOne(conversationKeys.begun)] : []),
  ...(isFinished ? [countOne(conversationKeys.finished)] : []),
  ...turns.flatMap((turn) => countTurn(script, turn)),
]

const instructionIndexes = new WeakMap<CountedScript["instructions"], ReadonlyMap<string, Instruction>>()

/** Returns the instructions by uuid, the first of several with the same one. Built once per revision. */
const indexInstructions = (instructions: CountedScript["instructions"]): ReadonlyMap<string, Instruction> => {
  const index = instructionIndexes.get(instructions) ?? new Map(instructions.toReversed().map((it) => [it.uuid, it]))
  instructionIndexes.set(instructions, index)
  return index
}

const countTurn = ({ instructions }: CountedScript, { answer, effects }: Turn): ReadonlyArray<StatisticsCount> => {
  const byUuid = indexInstructions(instructions)
  const question = answer === null ? undefined : byUuid.get(answer.uuid)?.question
  return [
    ...(answer !== null && question
      ? countsForInstruction(answer.uuid, computeAnswerIncrement(question, toConditionValue(answer.value)))
      : []),
    ...effects.flatMap((it) => {
      if (it.type !== "score") return []
      const score = byUuid.get(it.uuid)
      const params = score === undefined ? null : getScoreParams(score)
      return countsForInstruction(it.uuid, computeScoreIncrement(instructions, it.score, params ?? {}))
    }),
  ]
}

/** Rows per count and day: concurrent transactions rarely wait for the same row. */
const shardCount = 8
/** The shard that remains after a day's shards are merged. */
export const firstShard = 0

/** Returns the shard of a conversation; ids are random, so all shards are equally likely. */
const getShard = (conversation: string): number => firstShard + (Number.parseInt(conversation.slice(0, 8), 16) % shardCount)

type CountTarget = { readonly script: string; readonly conversation: string }

/**
 * Builds the upsert that adds increments to a day's counts, or null if there are none. Rows are sorted, so that two
 * such queries cannot deadlock; a transaction has one of them.
 */
export const buildCountQuery = (
  trx: Transaction<Tables>,
  { script, conversation }: CountTarget,
  counts: ReadonlyArray<StatisticsCount>,
  at: Date,
) => {
  if (counts.length === 0) return null
  const merged = new Map<string, StatisticsCount>()
  for (const { instruction, key, count, sum } of [...counts, countOne(conversationKeys.counted)]) {
    const existing = merged.get(`${instruction} ${key}`)
    merged.set(`${instruction} ${key}`, { instruction, key, count: count + (existing?.count ?? 0), sum: sum + (existing?.sum ?? 0) })
  }
  const [day, shard] = [at.toISOString().slice(0, 10), getShard(conversation)]
  const rows = [...merged].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, it]) => it)
  // One parameter for each column: a query has at most 65,535, and a turn may reach thousands of scores.
  return trx
    .insertInto("statistics")
    .columns(["script_id", "day", "shard", "instruction", "key", "count", "sum"])
    .expression(
      sql`
      select ${script}::uuid, ${day}::text, ${shard}::integer, added.instruction, added.key, added.count, added.sum
      from unnest(
        ${rows.map(({ instruction }) => instruction)}::text[], ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ count }) => count)}::integer[], ${rows.map(({ sum }) => sum)}::double precision[]
      ) as added (instruction, key, count, sum)`,
    )
    .onConflict((conflict) =>
      conflict.columns(["script_id", "instruction", "key", "day", "shard"]).doUpdateSet({
        count: sql`statistics.count + excluded.count`,
        sum: sql`statistics.sum + excluded.sum`,
      }),
    )
}

/**
 * Merges the shards of past days into one row each, so that a page of a chat that was busy for a year reads no more
 * rows than any other.
 */
export const aggregatePastDays = async ({ db, transact }: Pick<Database, "db" | "transact">, now: Date): Promise<void> => {
  // A process whose clock is slightly behind may still count into yesterday.
  const beforeDay = new Date(now.getTime() - 3_600_000).toISOString().slice(0, 10)
  const scripts = await db
    .selectFrom("statistics")
    .select("script_id")
    .distinct()
    .where("day", "<", beforeDay)
    .where("shard", ">", firstShard)
    .execute()
  for (const { script_id: id } of scripts)
    await transact(async (trx) => {
      // Excludes clearing, which locks the script's row: counts moved meanwhile would survive it. Starting conversations
      // and counting share the row.
      await trx.selectFrom("scripts").select("id").where("id", "=", id).forShare().execute()
      await sql`
        with folded as (
          delete from statistics where script_id = ${id} and day < ${beforeDay} and shard > ${firstShard} returning *
        )
        insert into statistics (script_id, instruction, key, day, shard, count, sum)
        select script_id, instruction, key, day, ${firstShard}::integer, sum(count), sum(sum)
        from folded group by script_id, instruction, key, day
        on conflict (script_id, instruction, key, day, shard)
        do update set count = statistics.count + excluded.count, sum = statistics.sum + excluded.sum`.execute(trx)
    })
}

export type ScriptCounts = { readonly begun: number; readonly finished: number; readonly tallies: ReadonlyMap<string, AnswerCounts> }

export const noCounts: ScriptCounts = { begun: 0, finished: 0, tallies: new Map() }

/** Returns the first day on which something was counted; null if none is known. Throws a 404 if `script` is no uuid. */
export const readFirstDay = async (db: Db, script: string): Promise<string | null> => {
  if (!isUuid(script)) throw notFound()
  const { day } = await selectCounted(db, script)
    .select(({ fn }) => fn.min("day").as("day"))
    .executeTakeFirstOrThrow()
  return day
}

const selectCounted = (db: Db, script: string) =>
  db.selectFrom("statistics").where("script_id", "=", script).where("instruction", "=", "").where("key", "=", conversationKeys.counted)

export const readScriptCounts = async (db: Db, script: string, { from, until }: Period): Promise<ScriptCounts> => {
  const query = db
    .selectFrom("statistics")
    .select(({ fn }) => ["instruction", "key", fn.sum("count").as("count"), fn.sum("sum").as("sum")])
    .where("script_id", "=", script)
    .groupBy(["instruction", "key"])
  const queryFrom = from === null ? query : query.where("day", ">=", from)
  const rows = await (until === null ? queryFrom : queryFrom.where("day", "<=", until)).execute()
  const tallies = new Map<string, { counts: Map<string, number>; sums: Map<string, number> }>()
  for (const { instruction, key, count, sum } of rows) {
    const tally = tallies.get(instruction) ?? { counts: new Map<string, number>(), sums: new Map<string, number>() }
    tally.counts.set(key, Number(count))
    tally.sums.set(key, Number(sum))
    tallies.set(instruction, tally)
  }
  const conversationCounts = tallies.get("")?.counts
  return {
    begun: conversationCounts?.get(conversationKeys.begun) ?? 0,
    finished: conversationCounts?.get(conversationKeys.finished) ?? 0,
    tallies,
  }
}

/** Returns a number that changes with every count, with clearing, and when the script is deleted (-1). */
export const readTotalCount = async (db: Db, script: string): Promise<number> => {
  const row = await db
    .selectFrom("scripts")
    .leftJoin("statistics", (join) =>
      join
        .onRef("statistics.script_id", "=", "scripts.id")
        .on("statistics.instruction", "=", "")
        .on("statistics.key", "=", conversationKeys.counted),
    )
    .select(({ fn }) => fn.sum("statistics.count").as("n"))
    .where("scripts.id", "=", script)
    .where("scripts.status", "!=", encodeStatus("deleted"))
    .groupBy("scripts.id")
    .executeTakeFirst()
  return row === undefined ? -1 : Number(row.n ?? 0)
}

/** [G5] Returns a script with its community; throws a 404, also if the script is deleted. */
export const getScriptForStatistics = async (db: Db, { slug, script }: { readonly slug: string; readonly script: string }) => {
  if (!isUuid(script) || !isSlug(slug)) throw notFound()
  const found = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select([
      "scripts.id",
      "scripts.revision",
      "scripts.live_revision",
      "scripts.status",
      "scripts.language",
      "scripts.community_id",
      "communities.name",
      "communities.slug",
    ])
    .where("communities.slug", "=", slug)
    .where("scripts.id", "=", script)
    .where("scripts.status", "!=", encodeStatus("deleted"))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}
