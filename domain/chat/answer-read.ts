// What comes of reading an answer: the value that is kept, or what is wrong with it, worded by the catalogue.
import type { Values } from "../catalogue/catalogue.ts"
import type { answers } from "../catalogue/en/answers.ts"
import type { Value } from "../conditions/value.ts"

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
