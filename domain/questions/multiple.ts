// How many choices can be chosen: single and multiple choice (spec/2-editor §4, §5; decisions Q1, Q2, Q8).
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { boundsFindings, isGiven, wholeFindings } from "./bounds.ts"
import { type Choices, duplicates, isChoiceText, isChoiceValue, longestChoiceText } from "./choices.ts"
import type { Question } from "./question.ts"

export type ChoiceQuestion = Extract<Question, { readonly type: "choice" | "multiple" }>

/** Keys of the texts that say, once per editing session, that the maximum followed the number of choices (spec/2-editor §8). */
export type CountWarning = "WARNING.MULTIPLE_CHOICE_COUNT_INCREASE" | "WARNING.MULTIPLE_CHOICE_COUNT_DECREASE"

/**
 * The question with another list of choices. When their number changes, the maximum of a multiple choice becomes that number, and
 * `warning` says which way it went. `wished` is a minimum that the form holds because there were not the choices for it: it comes in with them.
 */
export const withChoices = <Q extends ChoiceQuestion>(
  question: Q,
  choices: Choices,
  wished: number | null = null,
): { readonly question: Q; readonly warning: CountWarning | null } => {
  const before = question.choices?.length ?? 0
  const next = { ...question, choices }
  if (question.type !== "multiple" || before === choices.length) return { question: next, warning: null }
  const options = { ...question.options, maximum: choices.length }
  const fits = wished !== null && multipleFindings({ ...options, minimum: wished }, choices.length, "").length === 0
  return {
    question: { ...next, options: fits ? { ...options, minimum: wished } : options },
    warning: choices.length > before ? "WARNING.MULTIPLE_CHOICE_COUNT_INCREASE" : "WARNING.MULTIPLE_CHOICE_COUNT_DECREASE",
  }
}

/** Rules `choice-value`, `duplicate-choice-value` and `choice-bounds`; `at` points to the question. */
export const choiceFindings = (question: ChoiceQuestion, at: string): ReadonlyArray<Finding> => {
  const choices = question.choices ?? []
  return [
    ...choices.flatMap(({ value }, place) =>
      isChoiceValue(value) ? [] : [found("choice-value", `${at}/choices/${place}/value`, "finding.choice-value", { value })],
    ),
    ...choices.flatMap(({ translation, translations }, place) =>
      [
        { path: "translation", text: translation.content },
        ...(translations ?? []).map(({ content }, i) => ({ path: `translations/${i}`, text: content })),
      ].flatMap(({ path, text }) =>
        isChoiceText(text)
          ? []
          : [found("structure", `${at}/choices/${place}/${path}/content`, "finding.too-long", { most: longestChoiceText })],
      ),
    ),
    ...duplicates(choices).map((place) =>
      found("duplicate-choice-value", `${at}/choices/${place}/value`, "finding.duplicate-choice-value", {
        value: choices[place]?.value ?? 0,
      }),
    ),
    ...(question.type === "multiple"
      ? multipleFindings(question.options ?? {}, choices.length, at)
      : choices.length === 0
        ? [found("choice-bounds", `${at}/choices`, "finding.choice-bounds.one")]
        : []),
  ]
}

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [Q1] The bounds of a multiple choice are checked from two choices on. */
const multipleFindings = (options: Bounds, count: number, at: string): ReadonlyArray<Finding> => {
  if (count < 2) return [found("choice-bounds", `${at}/choices`, "finding.choice-bounds.two", { count })]
  const { minimum, maximum } = options
  return [
    ...boundsFindings("choice-bounds", options, 1, `${at}/options`),
    ...wholeFindings("choice-bounds", options, `${at}/options`),
    ...(isGiven(minimum) && minimum > count - 1
      ? [found("choice-bounds", `${at}/options/minimum`, "finding.minimum.at-most", { value: minimum, most: count - 1 })]
      : []),
    ...(isGiven(maximum) && maximum > count
      ? [found("choice-bounds", `${at}/options/maximum`, "finding.maximum.at-most", { value: maximum, most: count })]
      : []),
  ]
}
