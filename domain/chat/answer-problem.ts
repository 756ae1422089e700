// Results of parsing an answer: the stored value, or a problem from the catalog (E1).

import type { MessageValues } from "../catalog/catalog.ts"
import type { answers } from "../catalog/en/answers.ts"
import type { ConditionValue } from "../conditions/condition-value.ts"
import { getTextLengthLimits, maxAnswerLength } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"
import { countCodePoints } from "../text/text-input.ts"
import type { AnswerRefusal } from "./chat-failure.ts"

/** The problem with a text longer than any question accepts. */
export const tooLongProblem: AnswerRefusal = { key: "answer.long", values: { most: maxAnswerLength } }

/**
 * Returns the problem with a text pasted into a question's field, or null. A text longer than any question accepts is
 * not inserted at all: laying it out would freeze the browser for seconds at every keystroke.
 */
export const pastedTextProblem = (question: Question, text: string): AnswerRefusal | null => {
  if (!isTooLongForAnyQuestion(text)) return null
  return question.type === "open"
    ? { key: tooLongProblem.key, values: { most: getTextLengthLimits(question.options ?? {}).most } }
    : tooLongProblem
}

/** Whether a value is a text longer than any question accepts. */
export const isTooLongForAnyQuestion = (input: unknown): input is string =>
  typeof input === "string" && countCodePoints(input) > maxAnswerLength

export type AnswerProblemKey = keyof typeof answers

/** A catalog key with the values for its text. */
export type AnswerProblem = { readonly key: AnswerProblemKey; readonly values: Readonly<Record<string, string | number>> }
/** The stored value of a valid answer, or the problem with an invalid one. */
export type AnswerResult = { readonly ok: true; readonly value: ConditionValue } | { readonly ok: false; readonly problem: AnswerProblem }

/** Returns the result of an invalid answer: a catalog key with the values for its text. */
export const answerProblem = <K extends AnswerProblemKey>(key: K, ...[values]: MessageValues<K>): AnswerResult => ({
  ok: false,
  problem: { key, values: values ?? {} },
})

/** Returns a short excerpt of an invalid value for display, whatever it is. */
export const excerpt = (input: unknown): string => {
  const text = typeof input === "string" || typeof input === "number" || typeof input === "boolean" ? String(input) : typeof input
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
