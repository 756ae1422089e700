// Counting for the live statistics, in the change that keeps what is counted (decisions G1).
import { sql, type Transaction } from "kysely"
import type { Turn } from "../../../domain/chat/record.ts"
import { asValue } from "../../../domain/conditions/value.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { type Counted, countedOf, countedScore } from "../../../domain/statistics/counting.ts"
import type { Tables } from "../database/tables.ts"

/** Keys of what is counted of whole conversations, whose rows have no instruction. */
export const conversationKeys = { begun: "begun", finished: "finished" } as const

/** Something that is counted; `sum` adds up its numbers. */
export type Count = { readonly instruction: string; readonly key: string; readonly count: number; readonly sum: number }

const one = (key: string): Count => ({ instruction: "", key, count: 1, sum: 0 })

type Script = { readonly instructions: ReadonlyArray<Instruction> }
type Stepped = { readonly turn: Turn; readonly isBegun: boolean; readonly isFinished: boolean }

const under = (instruction: string, counted: Counted | null): ReadonlyArray<Count> =>
  counted === null ? [] : counted.keys.map((key) => ({ instruction, key, count: 1, sum: key === counted.keys.at(-1) ? counted.sum : 0 }))

/** What a step of a conversation adds: its answer, the scores that were told, that it was begun, that it was finished. */
export const countsOf = ({ instructions }: Script, { turn: { answer, effects }, isBegun, isFinished }: Stepped): ReadonlyArray<Count> => {
  const question = instructions.find(({ uuid }) => uuid === answer?.uuid)?.question
  return [
    ...(isBegun ? [one(conversationKeys.begun)] : []),
    ...(isFinished ? [one(conversationKeys.finished)] : []),
    ...(answer !== null && question ? under(answer.uuid, countedOf(question, asValue(answer.value))) : []),
    ...effects.flatMap((it) => (it.type === "score" ? under(it.uuid, countedScore(instructions, it.score)) : [])),
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
export const counting = (change: Transaction<Tables>, { script, conversation }: Counting, counts: ReadonlyArray<Count>, at: Date) => {
  if (counts.length === 0) return null
  const together = new Map<string, Count>()
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
