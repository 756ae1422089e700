// What sets two versions of a script apart, and what the difference means for answers that were given (decisions V1–V3).

import { same } from "../json/json-equality.ts"
import { textsOf } from "../questions/choices.ts"
import type { Choice, Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import { type Use, usesAmong } from "../recall/usages.ts"
import type { Instruction } from "./instruction.ts"
import { byUuid } from "./instruction-list.ts"
import { nameKey, nameOf } from "./instruction-name.ts"
import type { Authored } from "./script.ts"

export type Comparison = {
  /** Uuids: of the later version, of the earlier, of both. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** [V1] The fewest that have to be taken up and put elsewhere to get from one order to the other. */
  readonly moved: ReadonlyArray<string>
  /** The fields of each that differ, by their names. */
  readonly changed: ReadonlyArray<{ readonly uuid: string; readonly fields: ReadonlyArray<string> }>
}

/** What became of the instructions from one version to another, told apart by their uuids. */
export const compare = (before: Authored, after: Authored): Comparison => {
  const [was, is] = [byUuid(before), byUuid(after)]
  return {
    added: after.instructions.flatMap(({ uuid }) => (was.has(uuid) ? [] : [uuid])),
    removed: before.instructions.flatMap(({ uuid }) => (is.has(uuid) ? [] : [uuid])),
    moved: movedBetween(
      before.instructions.flatMap(({ uuid }) => (is.has(uuid) ? [uuid] : [])),
      after.instructions.flatMap(({ uuid }) => (was.has(uuid) ? [uuid] : [])),
    ),
    changed: after.instructions.flatMap((now) => {
      const then = was.get(now.uuid)
      const fields = then === undefined ? [] : differing(then, now)
      return fields.length === 0 ? [] : [{ uuid: now.uuid, fields }]
    }),
  }
}

/** [V2] What an edit does to the column of answers that a question has. */
export type ColumnChange = "gone" | "another-type" | "other-codes" | "other-scale" | "other-scores" | "renamed"
export type Touched = {
  readonly column: { readonly uuid: string; readonly name: string; readonly change: ColumnChange }
  /** Where the earlier version refers to it: conditions, texts, deliveries and payments. */
  readonly uses: ReadonlyArray<Use>
}

/** [V2] [V3] The questions whose answers no longer mean what they meant, and what relied on them; in the order of the earlier version. */
export const touched = (before: Authored, after: Authored): ReadonlyArray<Touched> => {
  const is = byUuid(after)
  const uses = usesAmong(before.instructions)
  const takingAll = deliveriesOfAll(before)
  return before.instructions.flatMap((then) => {
    const change = columnChange(then, is.get(then.uuid))
    if (change === null) return []
    const named = { uuid: then.uuid, name: nameOf(then), change }
    return [{ column: named, uses: [...uses(then.uuid), ...takingAll] }]
  })
}

const differing = (then: Instruction, now: Instruction): ReadonlyArray<string> =>
  [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((key) => key !== "order" && !same(then[key], now[key]))

const columnChange = (then: Instruction, now: Instruction | undefined): ColumnChange | null => {
  if (!then.question) return null
  if (!now?.question) return "gone"
  if (then.question.type !== now.question.type) return "another-type"
  if (isRecoded(then.question, now.question)) return "other-codes"
  if (!same(scaleOf(then.question), scaleOf(now.question))) return "other-scale"
  if (isRescored(then.question, now.question)) return "other-scores"
  return nameKey(nameOf(then)) === nameKey(nameOf(now)) ? null : "renamed"
}

/** A value that is gone or stands for another text; further choices change nothing of what was answered. */
const isRecoded = (then: Question, now: Question): boolean => {
  const texts = new Map((now.choices ?? []).map((choice) => [choice.value, textsOf(choice).map(({ content }) => content.trim())]))
  return (then.choices ?? []).some(({ value, translation }) => texts.get(value)?.includes(translation.content.trim()) !== true)
}

/** What one and the same number stands for: euros or dollars, of five or of ten. */
const scaleOf = (question: Question): unknown => {
  if (question.type === "currency") return question.options?.currency ?? 1
  return question.type === "nps" ? scaleValues(question) : null
}

/** A choice that counts for another score or amount than it did. */
const isRescored = (then: Question, now: Question): boolean => {
  const worth = new Map((now.choices ?? []).map((choice) => [choice.value, worthOf(choice)]))
  return (then.choices ?? []).some((choice) => !same(worth.get(choice.value), worthOf(choice)))
}

const worthOf = ({ score, amount }: Choice): unknown => [score ?? null, amount ?? null]

/** A delivery that names no questions carries all of them. */
const deliveriesOfAll = ({ instructions }: Authored): ReadonlyArray<Use> =>
  instructions.flatMap((it, place) =>
    it.action?.type === "send2api" && (it.action.params.questions ?? null) === null
      ? [{ uuid: it.uuid, pointer: `/instructions/${place}/action`, as: "action" as const }]
      : [],
  )

/** [V1] Those of `after` beside a longest run that stands in the same order in both, which have the same uuids. */
export const movedBetween = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const places = new Map(before.map((uuid, place) => [uuid, place]))
  const order = after.map((uuid) => places.get(uuid) ?? 0)
  const stays = longestRise(order)
  return after.filter((_, i) => !stays.has(i))
}

/** The places of a longest strictly rising part of a list of different numbers, in n log n steps (patience sorting). */
const longestRise = (numbers: ReadonlyArray<number>): ReadonlySet<number> => {
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
