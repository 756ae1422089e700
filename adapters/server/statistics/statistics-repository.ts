// Counting for the live statistics, in the change that keeps what is counted (decisions G1).
import { sql, type Transaction } from "kysely"
import type { Turn } from "../../../domain/chat/conversation-record.ts"
import { isSlug } from "../../../domain/communities/community.ts"
import { toConditionValue } from "../../../domain/conditions/condition-value.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { type AnswerCounts, answerIncrement, type CountIncrement, scoreIncrement } from "../../../domain/statistics/answer-counts.ts"
import type { Period } from "../../../domain/statistics/statistics-scope.ts"
import { isUuid } from "../../../domain/uuid.ts"
import type { Database, Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { notFound } from "../http/http-error.ts"
import { encodeStatus } from "../scripts/script-repository.ts"

/** Keys of what is counted of whole conversations, whose rows have no instruction. */
export const conversationKeys = { begun: "begun", finished: "finished" } as const

/** Something that is counted; `sum` adds up its numbers. */
export type StatisticsCount = { readonly instruction: string; readonly key: string; readonly count: number; readonly sum: number }

const one = (key: string): StatisticsCount => ({ instruction: "", key, count: 1, sum: 0 })

type Script = { readonly instructions: ReadonlyArray<Instruction> }
type Stepped = { readonly turn: Turn; readonly isBegun: boolean; readonly isFinished: boolean }

const countsForInstruction = (instruction: string, counted: CountIncrement | null): ReadonlyArray<StatisticsCount> =>
  counted === null ? [] : counted.keys.map((key) => ({ instruction, key, count: 1, sum: key === counted.keys.at(-1) ? counted.sum : 0 }))

/** What a step of a conversation adds: its answer, the scores that were told, that it was begun, that it was finished. */
export const countTurn = (
  { instructions }: Script,
  { turn: { answer, effects }, isBegun, isFinished }: Stepped,
): ReadonlyArray<StatisticsCount> => {
  const question = instructions.find(({ uuid }) => uuid === answer?.uuid)?.question
  return [
    ...(isBegun ? [one(conversationKeys.begun)] : []),
    ...(isFinished ? [one(conversationKeys.finished)] : []),
    ...(answer !== null && question ? countsForInstruction(answer.uuid, answerIncrement(question, toConditionValue(answer.value))) : []),
    ...effects.flatMap((it) => (it.type === "score" ? countsForInstruction(it.uuid, scoreIncrement(instructions, it.score)) : [])),
  ]
}

/** Who counts at the same time waits for each other less: each adds to one of so many rows. */
const shards = 8
/** The one that is left of them when a day is over. */
export const firstShard = 0

/** The rows that a conversation counts in. Its id is random, so that any of them is as likely as another. */
const shardOf = (conversation: string): number => firstShard + (Number.parseInt(conversation.slice(0, 8), 16) % shards)

type Counting = { readonly script: string; readonly conversation: string }

/**
 * What adds counts to those of a day; null where there are none. Rows come in one order, so that two such queries never wait for each other.
 * Changes with two of them may, where somebody's first answer begins their conversation: of those the database does one again.
 */
export const buildCountQuery = (
  change: Transaction<Tables>,
  { script, conversation }: Counting,
  counts: ReadonlyArray<StatisticsCount>,
  at: Date,
) => {
  if (counts.length === 0) return null
  const together = new Map<string, StatisticsCount>()
  for (const { instruction, key, count, sum } of counts) {
    const before = together.get(`${instruction} ${key}`)
    together.set(`${instruction} ${key}`, { instruction, key, count: count + (before?.count ?? 0), sum: sum + (before?.sum ?? 0) })
  }
  const [day, shard] = [at.toISOString().slice(0, 10), shardOf(conversation)]
  const rows = [...together]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, it]) => ({ script_id: script, day, shard, ...it }))
  return change
    .insertInto("statistics")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["script_id", "instruction", "key", "day", "shard"]).doUpdateSet({
        count: sql`statistics.count + excluded.count`,
        sum: sql`statistics.sum + excluded.sum`,
      }),
    )
}

// What a day that is over was counted in, a row for each of several shards, is folded into one: pages of a chat that was busy for a year read
// no more rows than those of a chat that was not.

/** Folds the days before that of `now`. */
export const aggregatePastDays = async ({ db, transact }: Pick<Database, "db" | "transact">, now: Date): Promise<void> => {
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

// Reading what was counted: a few rows for each answer that can be given, however many have been.

export type ScriptCounts = { readonly begun: number; readonly finished: number; readonly tallies: ReadonlyMap<string, AnswerCounts> }

export const readScriptCounts = async (db: Db, script: string, { from, until }: Period): Promise<ScriptCounts> => {
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
export const readTotalCount = async (db: Db, script: string): Promise<number> => {
  const it = await db
    .selectFrom("scripts")
    .leftJoin("statistics", "statistics.script_id", "scripts.id")
    .select(({ fn }) => fn.sum("statistics.count").as("n"))
    .where("scripts.id", "=", script)
    .where("scripts.status", "!=", encodeStatus("deleted"))
    .groupBy("scripts.id")
    .executeTakeFirst()
  return it === undefined ? -1 : Number(it.n ?? 0)
}

// The chat whose statistics are asked for.

/** With its community, or a 404: also for one that is deleted (decisions G5). */
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
