// How many choices can be chosen: single and multiple choice (spec/2-editor §4, §5; decisions Q1, Q2, Q8).
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { boundsFindings, integerFindings, isPresent } from "./answer-bounds.ts"
import { choiceLimits, listExclusiveChoices } from "./answer-limits.ts"
import { type Choices, findDuplicateValues, isChoiceValue, isValidChoiceText, maxChoiceTextLength } from "./choices.ts"
import type { Question } from "./question.ts"

export type ChoiceQuestion = Extract<Question, { readonly type: "choice" | "multiple" }>

/** Keys of the texts that say, once per editing session, that the maximum followed the number of choices (spec/2-editor §8). */
export type ChoiceCountWarning = "WARNING.MULTIPLE_CHOICE_COUNT_INCREASE" | "WARNING.MULTIPLE_CHOICE_COUNT_DECREASE"

/**
 * The question with another list of choices. When their number changes, the maximum of a multiple choice becomes that number, and
 * `warning` says which way it went. `wished` is a minimum that the form holds because there were not the choices for it: it comes in with them.
 */
export const replaceChoices = <Q extends ChoiceQuestion>(
  question: Q,
  choices: Choices,
  wished: number | null = null,
): { readonly question: Q; readonly warning: ChoiceCountWarning | null } => {
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
      isChoiceValue(value) ? [] : [createFinding("choice-value", `${at}/choices/${place}/value`, "finding.choice-value", { value })],
    ),
    ...choices.flatMap(({ translation, translations }, place) =>
      [
        { path: "translation", text: translation.content },
        ...(translations ?? []).map(({ content }, i) => ({ path: `translations/${i}`, text: content })),
      ].flatMap(({ path, text }) =>
        isValidChoiceText(text)
          ? []
          : [createFinding("structure", `${at}/choices/${place}/${path}/content`, "finding.too-long", { most: maxChoiceTextLength })],
      ),
    ),
    ...findDuplicateValues(choices).map((place) =>
      createFinding("duplicate-choice-value", `${at}/choices/${place}/value`, "finding.duplicate-choice-value", {
        value: choices[place]?.value ?? 0,
      }),
    ),
    ...(question.type === "multiple"
      ? multipleFindings(question.options ?? {}, choices.length, at)
      : choices.length === 0
        ? [createFinding("choice-bounds", `${at}/choices`, "finding.choice-bounds.one")]
        : []),
  ]
}

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [Q1] The bounds of a multiple choice are checked from two choices on. */
const multipleFindings = (options: Bounds, count: number, at: string): ReadonlyArray<Finding> => {
  if (count < 2) return [createFinding("choice-bounds", `${at}/choices`, "finding.choice-bounds.two", { count })]
  const { minimum, maximum } = options
  return [
    ...boundsFindings("choice-bounds", options, 1, `${at}/options`),
    ...integerFindings("choice-bounds", options, `${at}/options`),
    ...(isPresent(minimum) && minimum > count - 1
      ? [createFinding("choice-bounds", `${at}/options/minimum`, "finding.minimum.at-most", { value: minimum, most: count - 1 })]
      : []),
    ...(isPresent(maximum) && maximum > count
      ? [createFinding("choice-bounds", `${at}/options/maximum`, "finding.maximum.at-most", { value: maximum, most: count })]
      : []),
  ]
}

// What a question of choices makes of its choices beside their texts: which of it is used (spec/2-editor §3; decisions E3, E4).

/** Switches of a question, each with what it uses of every choice. */
export const choiceExtras = { singles: "single", fixated: "fixed", scores: "score", amounts: "amount" } as const
export type ChoiceExtra = keyof typeof choiceExtras

/** Whether a question uses it: as it was switched, else where a choice has something of it. */
export const usesExtra = ({ options, choices }: ChoiceQuestion, extra: ChoiceExtra): boolean =>
  options?.[extra] ?? (choices ?? []).some((choice) => isSet(choice[choiceExtras[extra]]))

/** Whether an instruction asks for what counts in a score. */
export const isScored = ({ question }: { readonly question?: Question | null | undefined }): boolean =>
  (question?.type === "choice" || question?.type === "multiple") && usesExtra(question, "scores")

/** What a kind of question can use: only where several are chosen can one exclude the others, and only what is mixed can stay in place. */
export const listOfferedExtras = ({ type, options }: ChoiceQuestion): ReadonlyArray<ChoiceExtra> => [
  ...(type === "multiple" ? (["singles"] as const) : []),
  ...(options?.randomize === true ? (["fixated"] as const) : []),
  "scores",
  "amounts",
]

const isSet = (value: boolean | number | null | undefined): boolean => typeof value === "number" || value === true

/** Into how many columns an author can put the choices of a question. */
export const columnCounts = [1, 2, 3, 4] as const

/** The charts in which live statistics can show the answers; a question without one leaves it to them. */
export const chartTypes = ["bar", "pie"] as const

// Picking several choices one after another, so that what is picked can be answered with (spec/2-editor §3; decisions E1).

type Multiple = Extract<Question, { readonly type: "multiple" }>
/** The values that are picked. */
export type Picked = ReadonlyArray<number>

/** What is picked after one more pick, or after one is taken back. What excludes all others leaves none beside it. */
export const togglePick = (question: Multiple, picked: Picked, value: number): Picked => {
  if (picked.includes(value)) return picked.filter((it) => it !== value)
  const alone = listExclusiveChoices(question).map((choice) => choice.value)
  return alone.includes(value) ? [value] : [...picked.filter((it) => !alone.includes(it)), value]
}

/** Whether one more can be picked: it is picked already, excludes the others, or there is room. */
export const canPick = (question: Multiple, picked: Picked, value: number): boolean =>
  picked.includes(value) || togglePick(question, picked, value).length <= choiceLimits(question).most

/** Whether enough is picked for an answer. */
export const hasEnoughPicks = (question: Multiple, picked: Picked): boolean =>
  picked.length >= choiceLimits(question).fewest || listExclusiveChoices(question).some(({ value }) => picked.includes(value))
