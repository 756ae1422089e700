// What sets two versions of a script apart, and what the difference means for answers that were given (decisions V1–V3).

import { deepEqual } from "../json/json-equality.ts"
import { listChoiceTexts } from "../questions/choices.ts"
import type { Choice, Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import { indexUsages, type Usage } from "../recall/usages.ts"
import type { Instruction } from "./instruction.ts"
import { indexByUuid } from "./instruction-list.ts"
import { getInstructionName, nameKey } from "./instruction-name.ts"
import type { AuthoredScript } from "./script.ts"

export type ScriptDiff = {
  /** Uuids: of the later version, of the earlier, of both. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** [V1] The fewest that have to be taken up and put elsewhere to get from one order to the other. */
  readonly moved: ReadonlyArray<string>
  /** The fields of each that differ, by their names. */
  readonly changed: ReadonlyArray<{ readonly uuid: string; readonly fields: ReadonlyArray<string> }>
}

/** What became of the instructions from one version to another, told apart by their uuids. */
export const diffScripts = (before: AuthoredScript, after: AuthoredScript): ScriptDiff => {
  const [was, is] = [indexByUuid(before), indexByUuid(after)]
  return {
    added: after.instructions.flatMap(({ uuid }) => (was.has(uuid) ? [] : [uuid])),
    removed: before.instructions.flatMap(({ uuid }) => (is.has(uuid) ? [] : [uuid])),
    moved: findMoved(
      before.instructions.flatMap(({ uuid }) => (is.has(uuid) ? [uuid] : [])),
      after.instructions.flatMap(({ uuid }) => (was.has(uuid) ? [uuid] : [])),
    ),
    changed: after.instructions.flatMap((now) => {
      const then = was.get(now.uuid)
      const fields = then === undefined ? [] : listChangedFields(then, now)
      return fields.length === 0 ? [] : [{ uuid: now.uuid, fields }]
    }),
  }
}

/** [V2] What an edit does to the column of answers that a question has. */
export type ColumnChange = "gone" | "another-type" | "other-codes" | "other-scale" | "other-scores" | "renamed"
export type AffectedColumn = {
  readonly column: { readonly uuid: string; readonly name: string; readonly change: ColumnChange }
  /** Where the earlier version refers to it: conditions, texts, deliveries and payments. */
  readonly uses: ReadonlyArray<Usage>
}

/** [V2] [V3] The questions whose answers no longer mean what they meant, and what relied on them; in the order of the earlier version. */
export const findAffectedColumns = (before: AuthoredScript, after: AuthoredScript): ReadonlyArray<AffectedColumn> => {
  const is = indexByUuid(after)
  const uses = indexUsages(before.instructions)
  const takingAll = listUnfilteredDeliveries(before)
  return before.instructions.flatMap((then) => {
    const change = columnChange(then, is.get(then.uuid))
    if (change === null) return []
    const named = { uuid: then.uuid, name: getInstructionName(then), change }
    return [{ column: named, uses: [...uses(then.uuid), ...takingAll] }]
  })
}

const listChangedFields = (then: Instruction, now: Instruction): ReadonlyArray<string> =>
  [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((key) => key !== "order" && !deepEqual(then[key], now[key]))

const columnChange = (then: Instruction, now: Instruction | undefined): ColumnChange | null => {
  if (!then.question) return null
  if (!now?.question) return "gone"
  if (then.question.type !== now.question.type) return "another-type"
  if (isRecoded(then.question, now.question)) return "other-codes"
  if (!deepEqual(scaleOf(then.question), scaleOf(now.question))) return "other-scale"
  if (isRescored(then.question, now.question)) return "other-scores"
  return nameKey(getInstructionName(then)) === nameKey(getInstructionName(now)) ? null : "renamed"
}

/** A value that is gone or stands for another text; further choices change nothing of what was answered. */
const isRecoded = (then: Question, now: Question): boolean => {
  const texts = new Map((now.choices ?? []).map((choice) => [choice.value, listChoiceTexts(choice).map(({ content }) => content.trim())]))
  return (then.choices ?? []).some(({ value, translation }) => texts.get(value)?.includes(translation.content.trim()) !== true)
}

/** What one and the same number stands for: euros or dollars, of five or of ten. */
const scaleOf = (question: Question): unknown => {
  if (question.type === "currency") return question.options?.currency ?? 1
  return question.type === "nps" ? scaleValues(question) : null
}

/** A choice that counts for another score or amount than it did. */
const isRescored = (then: Question, now: Question): boolean => {
  const worth = new Map((now.choices ?? []).map((choice) => [choice.value, getScoreAndAmount(choice)]))
  return (then.choices ?? []).some((choice) => !deepEqual(worth.get(choice.value), getScoreAndAmount(choice)))
}

const getScoreAndAmount = ({ score, amount }: Choice): unknown => [score ?? null, amount ?? null]

/** A delivery that names no questions carries all of them. */
const listUnfilteredDeliveries = ({ instructions }: AuthoredScript): ReadonlyArray<Usage> =>
  instructions.flatMap((it, place) =>
    it.action?.type === "send2api" && (it.action.params.questions ?? null) === null
      ? [{ uuid: it.uuid, pointer: `/instructions/${place}/action`, as: "action" as const }]
      : [],
  )

/** [V1] Those of `after` beside a longest run that stands in the same order in both, which have the same uuids. */
export const findMoved = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const places = new Map(before.map((uuid, place) => [uuid, place]))
  const order = after.map((uuid) => places.get(uuid) ?? 0)
  const stays = longestIncreasingSubsequence(order)
  return after.filter((_, i) => !stays.has(i))
}

/** The places of a longest strictly rising part of a list of different numbers, in n log n steps (patience sorting). */
const longestIncreasingSubsequence = (numbers: ReadonlyArray<number>): ReadonlySet<number> => {
  const tops: Array<number> = []
  const before: Array<number | undefined> = []
  for (const [i, number] of numbers.entries()) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tops[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before.push(tops[low - 1])
    tops[low] = i
  }
  const places = new Set<number>()
  for (let at = tops.at(-1); at !== undefined; at = before[at]) places.add(at)
  return places
}
