// What is more than any question takes: known before it is sent (decisions E1).

import type { MessageValues } from "../catalog/catalog.ts"
import type { answers } from "../catalog/en/answers.ts"
import type { ConditionValue } from "../conditions/condition-value.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { maxAnswerLength, textLengthLimits } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"
import type { AnswerRefusal } from "./chat-failure.ts"

export const tooLongProblem: AnswerRefusal = { key: "answer.long", values: { most: maxAnswerLength } }

/**
 * What is wrong with a text that is put into the field of a question at once, or null: one that no question takes is not taken in, since a
 * browser needs seconds to lay it out, at every further letter too.
 */
export const pastedTextProblem = (question: Question, text: string): AnswerRefusal | null => {
  if (!isTooLongForAnyQuestion(text)) return null
  return question.type === "open"
    ? { key: tooLongProblem.key, values: { most: textLengthLimits(question.options ?? {}).most } }
    : tooLongProblem
}

/** Whether something given is a text that no question takes. */
export const isTooLongForAnyQuestion = (given: unknown): given is string =>
  typeof given === "string" && countCodePoints(given) > maxAnswerLength

// What comes of reading an answer: the value that is kept, or what is wrong with it, worded by the catalogue.

export type AnswerProblemKey = keyof typeof answers

/** A text of the catalogue with the values that it asks for. */
export type AnswerProblem = { readonly key: AnswerProblemKey; readonly values: Readonly<Record<string, string | number>> }
export type AnswerResult = { readonly ok: true; readonly value: ConditionValue } | { readonly ok: false; readonly problem: AnswerProblem }

export const answerProblem = <K extends AnswerProblemKey>(key: K, ...[values]: MessageValues<K>): AnswerResult => ({
  ok: false,
  problem: { key, values: values ?? {} },
})

/** What is shown of something wrong that was given: short, whatever it was. */
export const excerpt = (given: unknown): string => {
  const text = typeof given === "string" || typeof given === "number" || typeof given === "boolean" ? String(given) : typeof given
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
