// Choice questions: permitted number of choices, optional features, and picking several choices [Q1, Q2, Q8, E1, E3, E4].
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { getChoiceLimits, listExclusiveChoices } from "./answer-limits.ts"
import { boundsFindings, integerFindings, isPresent } from "./bounds-findings.ts"
import { type Choices, findDuplicateValues, isChoiceValue, isValidChoiceText, maxChoiceTextLength } from "./choices.ts"
import type { Question } from "./question.ts"

export type ChoiceQuestion = Extract<Question, { readonly type: "choice" | "multiple" }>

/** Catalog keys of the warning, shown once per editing session, that the maximum followed the number of choices. */
export type ChoiceCountWarning = "WARNING.MULTIPLE_CHOICE_COUNT_INCREASE" | "WARNING.MULTIPLE_CHOICE_COUNT_DECREASE"

/**
 * Replaces the choices. If their number changes, the maximum of a multiple choice follows, and `warning` says in which direction.
 * `pendingMinimum` is a minimum that the form holds until there are enough choices; it is applied once there are.
 */
export const replaceChoices = <Q extends ChoiceQuestion>(
  question: Q,
  choices: Choices,
  pendingMinimum: number | null = null,
): { readonly question: Q; readonly warning: ChoiceCountWarning | null } => {
  const before = question.choices?.length ?? 0
  const next = { ...question, choices }
  if (question.type !== "multiple" || before === choices.length) return { question: next, warning: null }
  const options = { ...question.options, maximum: choices.length }
  const fits = pendingMinimum !== null && multipleFindings({ ...options, minimum: pendingMinimum }, choices.length, "").length === 0
  return {
    question: { ...next, options: fits ? { ...options, minimum: pendingMinimum } : options },
    warning: choices.length > before ? "WARNING.MULTIPLE_CHOICE_COUNT_INCREASE" : "WARNING.MULTIPLE_CHOICE_COUNT_DECREASE",
  }
}

/** Checks the rules `choice-value`, `duplicate-choice-value` and `choice-bounds`; `pointer` is that of the question. */
export const choiceFindings = (question: ChoiceQuestion, pointer: string): ReadonlyArray<Finding> => {
  const choices = question.choices ?? []
  return [
    ...choices.flatMap(({ value }, index) =>
      isChoiceValue(value) ? [] : [createFinding("choice-value", `${pointer}/choices/${index}/value`, "finding.choice-value", { value })],
    ),
    ...choices.flatMap(({ translation, translations }, index) =>
      [
        { path: "translation", text: translation.content },
        ...(translations ?? []).map(({ content }, i) => ({ path: `translations/${i}`, text: content })),
      ].flatMap(({ path, text }) =>
        isValidChoiceText(text)
          ? []
          : [createFinding("structure", `${pointer}/choices/${index}/${path}/content`, "finding.too-long", { most: maxChoiceTextLength })],
      ),
    ),
    ...findDuplicateValues(choices).map((index) =>
      createFinding("duplicate-choice-value", `${pointer}/choices/${index}/value`, "finding.duplicate-choice-value", {
        value: choices[index]?.value ?? 0,
      }),
    ),
    ...(question.type === "multiple"
      ? multipleFindings(question.options ?? {}, choices.length, pointer)
      : choices.length === 0
        ? [createFinding("choice-bounds", `${pointer}/choices`, "finding.choice-bounds.one")]
        : []),
  ]
}

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [Q1] The bounds of a multiple choice are checked only if there are two choices or more. */
const multipleFindings = (options: Bounds, count: number, pointer: string): ReadonlyArray<Finding> => {
  if (count < 2) return [createFinding("choice-bounds", `${pointer}/choices`, "finding.choice-bounds.two", { count })]
  const { minimum, maximum } = options
  return [
    ...boundsFindings("choice-bounds", options, 1, `${pointer}/options`),
    ...integerFindings("choice-bounds", options, `${pointer}/options`),
    ...(isPresent(minimum) && minimum > count - 1
      ? [createFinding("choice-bounds", `${pointer}/options/minimum`, "finding.minimum.at-most", { value: minimum, most: count - 1 })]
      : []),
    ...(isPresent(maximum) && maximum > count
      ? [createFinding("choice-bounds", `${pointer}/options/maximum`, "finding.maximum.at-most", { value: maximum, most: count })]
      : []),
  ]
}

/** Optional features of a question: its switch, and the field of each choice that the feature uses. */
export const choiceExtras = { singles: "single", fixated: "fixed", scores: "score", amounts: "amount" } as const
export type ChoiceExtra = keyof typeof choiceExtras

/** [E3, E4] Returns whether a question uses a feature: by its switch, or if there is none, whether any choice uses it. */
export const usesExtra = ({ options, choices }: ChoiceQuestion, extra: ChoiceExtra): boolean =>
  options?.[extra] ?? (choices ?? []).some((choice) => isSet(choice[choiceExtras[extra]]))

/** Returns whether an instruction asks a question that counts in a score. */
export const isScored = ({ question }: { readonly question?: Question | null | undefined }): boolean =>
  (question?.type === "choice" || question?.type === "multiple") && usesExtra(question, "scores")

/**
 * Returns the features that a question can use. Choices can exclude others only in a multiple choice, and keep their place only if the
 * order is random.
 */
export const listOfferedExtras = ({ type, options }: ChoiceQuestion): ReadonlyArray<ChoiceExtra> => [
  ...(type === "multiple" ? (["singles"] as const) : []),
  ...(options?.randomize === true ? (["fixated"] as const) : []),
  "scores",
  "amounts",
]

const isSet = (value: boolean | number | null | undefined): boolean => typeof value === "number" || value === true

/** The numbers of columns in which choices can be arranged. */
export const columnCounts = [1, 2, 3, 4] as const

/** The chart types of live statistics; without one the statistics choose. */
export const chartTypes = ["bar", "pie"] as const
export type ChartType = (typeof chartTypes)[number]

/** [G3] Lists the chart types for a question type. Several answers of one person are not parts of a whole, so they get no pie. */
export const listChartTypes = (type: Question["type"]): ReadonlyArray<ChartType> => (type === "choice" ? chartTypes : ["bar"])

type Multiple = Extract<Question, { readonly type: "multiple" }>
/** The values of the picked choices. */
export type Picked = ReadonlyArray<number>

/** Returns the picks after one is added or taken back. A choice that excludes all others replaces them. */
export const togglePick = (question: Multiple, picked: Picked, value: number): Picked => {
  if (picked.includes(value)) return picked.filter((pick) => pick !== value)
  const exclusiveValues = listExclusiveChoices(question).map((choice) => choice.value)
  return exclusiveValues.includes(value) ? [value] : [...picked.filter((pick) => !exclusiveValues.includes(pick)), value]
}

/** Returns whether a choice can be picked: it already is, it excludes the others, or the maximum is not reached. */
export const canPick = (question: Multiple, picked: Picked, value: number): boolean =>
  picked.includes(value) || togglePick(question, picked, value).length <= getChoiceLimits(question).most

/** Returns whether the picks are enough for an answer. */
export const hasEnoughPicks = (question: Multiple, picked: Picked): boolean =>
  picked.length >= getChoiceLimits(question).fewest || listExclusiveChoices(question).some(({ value }) => picked.includes(value))
