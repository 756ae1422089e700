// Difference of two revisions, and what it means for existing answers [V1–V3].

import { indexByUuid } from "../editing/instruction-list.ts"
import { deepEqual } from "../json/json-value.ts"
import { listChoiceTexts } from "../questions/choices.ts"
import type { Choice, Question } from "../questions/question.ts"
import { listScaleValues } from "../questions/scale-question.ts"
import { indexUsages, type Usage } from "../recall/usages.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"

export type ScriptDiff = {
  /** UUIDs of instructions that only the later revision has, and that only the earlier one has. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** [V1] The smallest set of instructions whose move turns one order into the other. */
  readonly moved: ReadonlyArray<string>
  /** The names of the fields that differ, for instructions in both. */
  readonly changed: ReadonlyArray<{ readonly uuid: string; readonly fields: ReadonlyArray<string> }>
}

/** Returns how the instructions, matched by UUID, changed from one revision to another. */
export const diffScripts = (before: AuthoredScript, after: AuthoredScript): ScriptDiff => {
  const [beforeByUuid, afterByUuid] = [indexByUuid(before), indexByUuid(after)]
  return {
    added: after.instructions.flatMap(({ uuid }) => (beforeByUuid.has(uuid) ? [] : [uuid])),
    removed: before.instructions.flatMap(({ uuid }) => (afterByUuid.has(uuid) ? [] : [uuid])),
    moved: findMoved(
      before.instructions.flatMap(({ uuid }) => (afterByUuid.has(uuid) ? [uuid] : [])),
      after.instructions.flatMap(({ uuid }) => (beforeByUuid.has(uuid) ? [uuid] : [])),
    ),
    changed: after.instructions.flatMap((current) => {
      const previous = beforeByUuid.get(current.uuid)
      const fields = previous === undefined ? [] : listChangedFields(previous, current)
      return fields.length === 0 ? [] : [{ uuid: current.uuid, fields }]
    }),
  }
}

/** [V2] How an edit invalidates the answers to a question. */
export type ColumnChange = "gone" | "another-type" | "other-codes" | "other-scale" | "other-scores" | "renamed"
/** A question whose answers an edit invalidates. */
export type AffectedColumn = {
  readonly column: { readonly uuid: string; readonly name: string; readonly change: ColumnChange }
  /** The references to it in the earlier revision: conditions, texts, deliveries and payments. */
  readonly uses: ReadonlyArray<Usage>
}

/** [V2] [V3] Returns the questions whose answers change their meaning, with what depends on them; in the order of the earlier revision. */
export const findAffectedColumns = (before: AuthoredScript, after: AuthoredScript): ReadonlyArray<AffectedColumn> => {
  const afterByUuid = indexByUuid(after)
  const getUsages = indexUsages(before.instructions)
  const unfilteredDeliveries = listUnfilteredDeliveries(before)
  return before.instructions.flatMap((previous) => {
    const change = getColumnChange(previous, afterByUuid.get(previous.uuid))
    if (change === null) return []
    const column = { uuid: previous.uuid, name: getInstructionName(previous), change }
    return [{ column, uses: [...getUsages(previous.uuid), ...unfilteredDeliveries] }]
  })
}

const listChangedFields = (previous: Instruction, current: Instruction): ReadonlyArray<string> =>
  [...new Set([...Object.keys(previous), ...Object.keys(current)])].filter(
    (key) => key !== "order" && !deepEqual(previous[key], current[key]),
  )

const getColumnChange = (previous: Instruction, current: Instruction | undefined): ColumnChange | null => {
  if (!previous.question) return null
  if (!current?.question) return "gone"
  if (previous.question.type !== current.question.type) return "another-type"
  if (isRecoded(previous.question, current.question)) return "other-codes"
  if (!deepEqual(getScale(previous.question), getScale(current.question))) return "other-scale"
  if (isRescored(previous.question, current.question)) return "other-scores"
  return toNameKey(getInstructionName(previous)) === toNameKey(getInstructionName(current)) ? null : "renamed"
}

/** Returns whether a value is gone or has another text; additional choices do not matter. */
const isRecoded = (previous: Question, current: Question): boolean => {
  const texts = new Map(
    (current.choices ?? []).map((choice) => [choice.value, listChoiceTexts(choice).map(({ content }) => content.trim())]),
  )
  return (previous.choices ?? []).some(({ value, translation }) => texts.get(value)?.includes(translation.content.trim()) !== true)
}

/** Returns what gives a number its meaning: the currency, or the range of the scale. */
const getScale = (question: Question): unknown => {
  if (question.type === "currency") return question.options?.currency ?? 1
  return question.type === "nps" ? listScaleValues(question) : null
}

/** Returns whether a choice has another score or amount than before. */
const isRescored = (previous: Question, current: Question): boolean => {
  const scoresByValue = new Map((current.choices ?? []).map((choice) => [choice.value, getScoreAndAmount(choice)]))
  return (previous.choices ?? []).some((choice) => !deepEqual(scoresByValue.get(choice.value), getScoreAndAmount(choice)))
}

const getScoreAndAmount = ({ score, amount }: Choice): unknown => [score ?? null, amount ?? null]

/** Returns the deliveries that name no questions and so include all answers. */
const listUnfilteredDeliveries = ({ instructions }: AuthoredScript): ReadonlyArray<Usage> =>
  instructions.flatMap((instruction, index) =>
    instruction.action?.type === "send2api" && (instruction.action.params.questions ?? null) === null
      ? [{ uuid: instruction.uuid, pointer: `/instructions/${index}/action`, as: "action" as const }]
      : [],
  )

/** [V1] Returns the UUIDs that have to move: all of `after` outside of a longest common subsequence. Both lists have the same UUIDs. */
export const findMoved = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const indexes = new Map(before.map((uuid, index) => [uuid, index]))
  const order = after.map((uuid) => indexes.get(uuid) ?? 0)
  const unmoved = longestIncreasingSubsequence(order)
  return after.filter((_, i) => !unmoved.has(i))
}

/** Returns the indexes of a longest increasing subsequence of distinct numbers, in n log n steps (patience sorting). */
const longestIncreasingSubsequence = (numbers: ReadonlyArray<number>): ReadonlySet<number> => {
  const pileTops: Array<number> = []
  const predecessors: Array<number | undefined> = []
  for (const [i, number] of numbers.entries()) {
    let [low, high] = [0, pileTops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[pileTops[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    predecessors.push(pileTops[low - 1])
    pileTops[low] = i
  }
  const indexes = new Set<number>()
  for (let index = pileTops.at(-1); index !== undefined; index = predecessors[index]) indexes.add(index)
  return indexes
}
