// How answers are counted for the live statistics, so that a page costs the same whatever has been answered (decisions G1, G2).
import type { Score } from "../chat/instruction-effects.ts"
import type { ConditionValue } from "../conditions/condition-value.ts"
import { usesExtra } from "../questions/choice-question.ts"
import { currencies } from "../questions/number-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { findBin, findIntegerBin, printBinKey, printIntegerBinKey } from "./histogram-bins.ts"

/** What one answer adds: 1 to the count under each key, and `sum` to that of the last of them, where it is a number. */
export type CountIncrement = { readonly keys: ReadonlyArray<string>; readonly sum: number }

/** What was counted of one question, by key; `sums` add up the numbers. Until they were told apart by key they stood under that of all. */
export type AnswerCounts = { readonly counts: ReadonlyMap<string, number>; readonly sums: ReadonlyMap<string, number> }

/** What answers come to together, each of them given so many `times`. */
export const aggregateCounts = (all: Iterable<readonly [counted: CountIncrement | null, times: number]>): AnswerCounts => {
  const [counts, sums] = [new Map<string, number>(), new Map<string, number>()]
  for (const [counted, times] of all) {
    const { keys, sum } = counted ?? { keys: [], sum: 0 }
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + times)
    const last = keys.at(-1)
    if (last !== undefined) sums.set(last, (sums.get(last) ?? 0) + sum * times)
  }
  return { counts, sums }
}

/**
 * [G3] What the numbers of a question are: its type, or the currency of its amounts. Those of another are no answers to it: a question can
 * become another one in preparation. Null for one whose answers are no numbers.
 */
export const measureOf = (question: Question): string | null => {
  switch (question.type) {
    case "numeric":
    case "starRating":
    case "emoji":
    case "nps":
      return question.type
    case "currency":
      return currencies[question.options?.currency ?? 1]
    default:
      return null
  }
}

/** A key among those of a measure. */
const under = (measure: string | null, key: string): string => (measure === null ? key : `${measure} ${key}`)

/** A key without its measure; null for one of another. One that names none is from before, and is taken for the question's. */
export const stripMeasure = (measure: string, key: string): string | null => {
  if (key.startsWith(`${measure} `)) return key.slice(measure.length + 1)
  return key.includes(" ") ? null : key
}

/** The key under which a question's answers are counted, all of them. */
export const totalKey = ""

/** [G1] What an answer adds; null for one that was skipped. What is written in words is counted as given, and not kept. */
export const answerIncrement = (question: Question, value: ConditionValue): CountIncrement | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  switch (question.type) {
    case "choice":
    case "multiple": {
      const keys = (Array.isArray(value) ? value : [value]).map((one) => keyOfPicked(question.choices ?? [], one))
      return { keys: [totalKey, ...new Set(keys)], sum: 0 }
    }
    case "starRating":
    case "emoji":
    case "nps":
      return { keys: [totalKey, under(measureOf(question), String(value))], sum: asNumber(value) }
    case "numeric":
    case "currency": {
      const number = asNumber(value)
      const options = question.options ?? {}
      const span = findIntegerBin(options, number)
      const key = span === null ? printBinKey(findBin(options, number)) : printIntegerBinKey(span)
      return { keys: [totalKey, under(measureOf(question), key)], sum: number }
    }
    case "date":
      return { keys: [totalKey, String(value).slice(0, 7)], sum: 0 }
    case "open":
    case "email":
    case "file":
      return { keys: [totalKey], sum: 0 }
  }
}

/** [G3] The key under which a choice is counted. In another version of the script its value may stand for another choice; its uuid does not. */
export const choiceKey = ({ uuid }: Choice): string => `choice ${uuid}`

const keyOfPicked = (choices: ReadonlyArray<Choice>, picked: ConditionValue): string => {
  const choice = choices.find(({ value }) => value === picked)
  return choice === undefined ? String(picked) : choiceKey(choice)
}

/** [G3] What a score that a respondent was told adds: the average of their answers that have one; null where none has. */
export const scoreIncrement = (instructions: ReadonlyArray<Instruction>, { average }: Score): CountIncrement | null =>
  average === null ? null : { keys: [totalKey, printBinKey(findBin(scoreBounds(instructions) ?? {}, average))], sum: average }

/** The smallest and the largest score of an answer; null where no choice has any. */
export const scoreBounds = (instructions: ReadonlyArray<Instruction>): { readonly minimum: number; readonly maximum: number } | null => {
  const scores = instructions.flatMap(({ question }) => {
    if ((question?.type !== "choice" && question?.type !== "multiple") || !usesExtra(question, "scores")) return []
    const each = (question.choices ?? []).flatMap(({ score }) => (typeof score === "number" ? [score] : []))
    // [C14] Of several choices they are added up.
    const sums = [each.filter((score) => score > 0), each.filter((score) => score < 0)].filter((some) => some.length > 0)
    return question.type === "choice" ? each : [...each, ...sums.map((some) => some.reduce((sum, score) => sum + score, 0))]
  })
  return scores.length === 0 ? null : { minimum: Math.min(...scores), maximum: Math.max(...scores) }
}

const asNumber = (value: ConditionValue): number => (typeof value === "number" && Number.isFinite(value) ? value : 0)
