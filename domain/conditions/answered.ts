// One answer as conditions and recall see it: value, text, score and amount (decisions "Conditions").
import { choiceText } from "../questions/choice-text.ts"
import type { Choice } from "../questions/question.ts"
import type { Answered, Value } from "./value.ts"

/** What is known of a question that was skipped or never shown. */
export const nothing: Answered = { value: null, text: null, score: null, amount: null }

/** An answer that is its own text. */
export const plainly = (value: Value): Answered => ({ value, text: value, score: null, amount: null })

/** An answer that is a number; in a payment it can be the amount. `text` is how it is shown. */
export const numerically = (value: number, text: string): Answered => ({ value, text, score: null, amount: value })

/** A place on a scale: stars, faces, how likely to recommend. */
export const onScale = (value: number): Answered => ({ value, text: String(value), score: null, amount: null })

/** Scores and amounts that are turned off for a question are kept with its choices, and count for nothing. */
type Uses = { readonly scores?: boolean | null; readonly amounts?: boolean | null } | null | undefined

/** One choice: compared by its value, read in the language of the conversation. */
export const chosen = (choice: Choice, uses: Uses, locale?: string): Answered => {
  const { value, translation, score, amount } = choice
  return {
    value,
    text: translation.content,
    score: uses?.scores === false ? null : (score ?? null),
    amount: uses?.amounts === false ? null : (amount ?? null),
    ...(locale !== undefined && choice.translations && { shown: choiceText(choice, locale) }),
  }
}

/** Several choices: lists of values and texts; scores and amounts are added up, and null where no choice has any. */
export const chosenTogether = (choices: ReadonlyArray<Choice>, uses: Uses, locale?: string): Answered => ({
  value: choices.map(({ value }) => value),
  text: choices.map(({ translation }) => translation.content),
  score: uses?.scores === false ? null : sum(choices.map(({ score }) => score ?? null)),
  amount: uses?.amounts === false ? null : sum(choices.map(({ amount }) => amount ?? null)),
  ...(locale !== undefined &&
    choices.some(({ translations }) => translations) && { shown: choices.map((choice) => choiceText(choice, locale)) }),
})

const sum = (parts: ReadonlyArray<number | null>): number | null =>
  parts.reduce((all, part) => (part === null ? all : (all ?? 0) + part), null)
