// What is more than any question takes: known before it is sent (decisions E1).

import type { Values } from "../catalog/catalog.ts"
import type { answers } from "../catalog/en/answers.ts"
import type { Value } from "../conditions/condition-value.ts"
import { lengthOf } from "../questions/answer-bounds.ts"
import { longestText, textLengths } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"
import type { Refusal } from "./chat-failure.ts"

export const tooLong: Refusal = { key: "answer.long", values: { most: longestText } }

/**
 * What is wrong with a text that is put into the field of a question at once, or null: one that no question takes is not taken in, since a
 * browser needs seconds to lay it out, at every further letter too.
 */
export const refusalAtOnce = (question: Question, text: string): Refusal | null => {
  if (!isTooLong(text)) return null
  return question.type === "open" ? { key: tooLong.key, values: { most: textLengths(question.options ?? {}).most } } : tooLong
}

/** Whether something given is a text that no question takes. */
export const isTooLong = (given: unknown): given is string => typeof given === "string" && lengthOf(given) > longestText

// What comes of reading an answer: the value that is kept, or what is wrong with it, worded by the catalogue.

export type AnswerKey = keyof typeof answers

/** A text of the catalogue with the values that it asks for. */
export type Problem = { readonly key: AnswerKey; readonly values: Readonly<Record<string, string | number>> }
export type Read = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem }

export const wrong = <K extends AnswerKey>(key: K, ...[values]: Values<K>): Read => ({ ok: false, problem: { key, values: values ?? {} } })

/** What is shown of something wrong that was given: short, whatever it was. */
export const shown = (given: unknown): string => {
  const text = typeof given === "string" || typeof given === "number" || typeof given === "boolean" ? String(given) : typeof given
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
