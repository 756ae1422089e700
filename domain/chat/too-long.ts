// What is more than any question takes: known before it is sent (decisions E1).
import { lengthOf } from "../questions/bounds.ts"
import { textLengths } from "../questions/limits.ts"
import type { Question } from "../questions/question.ts"
import { longestText } from "../questions/text.ts"
import type { Refusal } from "./trouble.ts"

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
