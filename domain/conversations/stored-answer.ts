// Reads stored answers: the choices that they name, and their text (X1).

import type { Catalog } from "../catalog/catalog.ts"
import { tryStringify } from "../json/json-value.ts"
import type { Choice, Question } from "../questions/question.ts"
import { roundSum } from "../script/score-bounds.ts"

/** One part of an answer. `uuid` is that of the choice, null if it is not a choice. */
export type AnswerPart = { readonly uuid: string | null; readonly value: string | number; readonly text: string }

/** The texts of the five emoji, from very unsatisfied to very satisfied. */
export type EmojiLabels = readonly [string, string, string, string, string]

/** Returns the texts of the five emoji in a catalog's language. */
export const getEmojiLabels = (texts: Pick<Catalog, `emoji.${1 | 2 | 3 | 4 | 5}`>): EmojiLabels => [
  texts["emoji.1"],
  texts["emoji.2"],
  texts["emoji.3"],
  texts["emoji.4"],
  texts["emoji.5"],
]

/**
 * Returns a reader for answers to one question: one part per chosen choice, one for a number or a text, none if
 * unanswered. Values of choices that no longer exist are returned as stored. Create it once per question and call it
 * for each row.
 */
export const createAnswerReader = (question: Question, emojiLabels: EmojiLabels): ((answer: unknown) => ReadonlyArray<AnswerPart>) => {
  const partsByKey = new Map<unknown, AnswerPart>()
  for (const choice of question.choices ?? []) {
    const part = toAnswerPart(choice)
    for (const key of [choice.uuid, choice.value, String(choice.value)]) if (!partsByKey.has(key)) partsByKey.set(key, part)
  }
  if (question.type === "emoji")
    for (const [i, text] of emojiLabels.entries())
      for (const key of [i + 1, String(i + 1)]) partsByKey.set(key, { uuid: null, value: i + 1, text })
  const readItem = (item: unknown): ReadonlyArray<AnswerPart> => {
    const part = partsByKey.get(item)
    if (part !== undefined) return [part]
    const text = formatStoredValue(item)
    return text === "" ? [] : [{ uuid: null, value: typeof item === "number" ? item : text, text }]
  }
  return (answer) => (Array.isArray(answer) ? answer.flatMap(readItem) : readItem(answer))
}

const toAnswerPart = ({ uuid, value, translation }: Choice): AnswerPart => ({ uuid, value, text: translation.content })

/** Returns the sum of the scores of the choices that a stored answer names, by UUID or by value; null if none of these has a score. */
export const sumChoiceScores = ({ choices }: Question, answer: unknown): number | null => {
  const items: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
  const scores = (choices ?? [])
    .filter(({ uuid, value }) => items.some((item) => item === uuid || item === value || item === String(value)))
    .flatMap(({ score }) => score ?? [])
  return scores.length === 0 ? null : roundSum(scores.reduce((sum, score) => sum + score, 0))
}

/** Whether an answer is not null and not empty. */
export const hasAnswer = (answer: unknown): boolean =>
  answer !== null && answer !== undefined && answer !== "" && !(Array.isArray(answer) && answer.length === 0)

/** Whether any question was answered, not only skipped. */
export const hasAnyAnswer = (answers: Readonly<Record<string, unknown>>): boolean => Object.values(answers).some(hasAnswer)

/**
 * Returns any stored value as text: numbers and booleans printed, other values as JSON, "" if JSON cannot represent
 * them.
 */
export const formatStoredValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "object" && value !== null ? (tryStringify(value) ?? "") : ""
}
