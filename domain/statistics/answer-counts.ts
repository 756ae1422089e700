// Counts answers for the live statistics, so that a page costs the same however many answers there are [G1–G3].

import type { ConditionValue, Score } from "../conditions/condition-value.ts"
import { usesExtra } from "../questions/choice-question.ts"
import { findCurrency } from "../questions/currencies.ts"
import type { Choice, Question } from "../questions/question.ts"
import type { ScoreParams, ScoreRange } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { findExtremes } from "../script/score-bounds.ts"
import { findScoreRange } from "../script/score-ranges.ts"
import { findBin, findIntegerBin, printBinKey, printIntegerBinKey } from "./histogram-bins.ts"

/** What one answer adds: 1 to the count of each key, and `sum` to the sum of the last key (0 for answers that are not numbers). */
export type CountIncrement = { readonly keys: ReadonlyArray<string>; readonly sum: number }

/** The counts of one question, by key, and the sums of its numeric answers. Older counts keep one sum for all keys, under the total key. */
export type AnswerCounts = { readonly counts: ReadonlyMap<string, number>; readonly sums: ReadonlyMap<string, number> }

/** Adds up increments, each of them counted `times` times. */
export const aggregateCounts = (increments: Iterable<readonly [counted: CountIncrement | null, times: number]>): AnswerCounts => {
  const [counts, sums] = [new Map<string, number>(), new Map<string, number>()]
  for (const [increment, times] of increments) {
    const { keys, sum } = increment ?? { keys: [], sum: 0 }
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + times)
    const lastKey = keys.at(-1)
    if (lastKey !== undefined) sums.set(lastKey, (sums.get(lastKey) ?? 0) + sum * times)
  }
  return { counts, sums }
}

/**
 * [G3] Returns the measure of a question's numbers: its type, or its currency. Numbers of another measure do not count as its answers,
 * since the type of a question can change in preparation. Null if its answers are not numbers.
 */
export const getMeasure = (question: Question): string | null => {
  switch (question.type) {
    case "numeric":
    case "starRating":
    case "emoji":
    case "nps":
      return question.type
    case "currency":
      return findCurrency(question.options?.currency)
    default:
      return null
  }
}

/** Returns the key with its measure. */
const withMeasure = (measure: string | null, key: string): string => (measure === null ? key : `${measure} ${key}`)

/** Returns the key without its measure; null if it belongs to another measure. Keys without a measure are older and count as the question's own. */
export const stripMeasure = (measure: string, key: string): string | null => {
  if (key.startsWith(`${measure} `)) return key.slice(measure.length + 1)
  return key.includes(" ") ? null : key
}

/** The key for all answers to a question. */
export const totalKey = ""

/** [G1] Returns what an answer adds; null if the question was skipped. Of text answers only the number is counted, never the text. */
export const computeAnswerIncrement = (question: Question, value: ConditionValue): CountIncrement | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  switch (question.type) {
    case "choice":
    case "multiple": {
      const keys = (Array.isArray(value) ? value : [value]).map((item) => getPickedKey(question.choices ?? [], item))
      return { keys: [totalKey, ...new Set(keys)], sum: 0 }
    }
    case "starRating":
    case "emoji":
    case "nps":
      return { keys: [totalKey, withMeasure(getMeasure(question), String(value))], sum: asNumber(value) }
    case "numeric":
    case "currency": {
      const number = asNumber(value)
      const options = question.options ?? {}
      const integerBin = findIntegerBin(options, number)
      const key = integerBin === null ? printBinKey(findBin(options, number)) : printIntegerBinKey(integerBin)
      return { keys: [totalKey, withMeasure(getMeasure(question), key)], sum: number }
    }
    case "date":
      return { keys: [totalKey, String(value).slice(0, 7)], sum: 0 }
    case "open":
    case "email":
    case "file":
      return { keys: [totalKey], sum: 0 }
  }
}

/** [G3] Returns the key of a choice: its UUID, because its value may be reused by another choice in a later revision. */
export const getChoiceKey = ({ uuid }: Choice): string => `choice ${uuid}`

const getPickedKey = (choices: ReadonlyArray<Choice>, picked: ConditionValue): string => {
  const choice = choices.find(({ value }) => value === picked)
  return choice === undefined ? String(picked) : getChoiceKey(choice)
}

/**
 * [G3, C16] Returns what a displayed score adds: the average of the answers that have a score, and the range of its total; null if no answer
 * has a score.
 */
export const computeScoreIncrement = (
  instructions: ReadonlyArray<Instruction>,
  { total, average }: Score,
  params: ScoreParams = {},
): CountIncrement | null => {
  if (average === null) return null
  const range = findScoreRange(params, total)
  const binKey = printBinKey(findBin(getScoreBounds(instructions) ?? {}, average))
  return { keys: [totalKey, ...(range === null ? [] : [getRangeKey(range)]), binKey], sum: average }
}

/** [C16] Returns the key of a score range: its UUID, because its label and its ends can change in a later revision. */
export const getRangeKey = ({ uuid }: ScoreRange): string => `range ${uuid}`

type AnswerScoreBounds = { readonly minimum: number; readonly maximum: number } | null

const knownScoreBounds = new WeakMap<ReadonlyArray<Instruction>, AnswerScoreBounds>()

/** Returns the smallest and the largest score of an answer; null if no choice has a score. Computed once per revision, which may have thousands of scores. */
export const getScoreBounds = (instructions: ReadonlyArray<Instruction>): AnswerScoreBounds => {
  const known = knownScoreBounds.get(instructions)
  if (known !== undefined) return known
  const bounds = computeScoreBounds(instructions)
  knownScoreBounds.set(instructions, bounds)
  return bounds
}

const computeScoreBounds = (instructions: ReadonlyArray<Instruction>): AnswerScoreBounds => {
  const scores = instructions.flatMap(({ question }) => {
    if ((question?.type !== "choice" && question?.type !== "multiple") || !usesExtra(question, "scores")) return []
    const singleScores = (question.choices ?? []).flatMap(({ score }) => (typeof score === "number" ? [score] : []))
    // [C14] The scores of several choices are added up.
    const sums = [singleScores.filter((score) => score > 0), singleScores.filter((score) => score < 0)].filter((group) => group.length > 0)
    return question.type === "choice"
      ? singleScores
      : [...singleScores, ...sums.map((group) => group.reduce((sum, score) => sum + score, 0))]
  })
  return findExtremes(scores)
}

const asNumber = (value: ConditionValue): number => (typeof value === "number" && Number.isFinite(value) ? value : 0)
