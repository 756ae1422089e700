// Restores an unfinished answer into its control. The stored value is not trusted: only values that the control could have produced are
// accepted [E9].
import { isIsoDate } from "../date/calendar-date.ts"
import { canPick, togglePick } from "./choice-question.ts"
import { getSliderRange, snapToSlider } from "./number-question.ts"
import type { Question } from "./question.ts"
import { listScaleValues, type ScaleQuestion } from "./scale-question.ts"

/** Returns the text, or an empty one. */
export const restoreText = (draft: unknown): string => (typeof draft === "string" ? draft : "")

/** Returns the date as `YYYY-MM-DD`, or an empty text. */
export const restoreDate = (draft: unknown): string => (typeof draft === "string" && isIsoDate(draft) ? draft : "")

type Choice = Extract<Question, { readonly type: "choice" }>
type Numeric = Extract<Question, { readonly type: "numeric" }>
type Multiple = Extract<Question, { readonly type: "multiple" }>

/** Returns the value of the choice, or null if none was chosen. */
export const restoreChoice = ({ choices }: Choice, draft: unknown): number | null =>
  choices?.find(({ value }) => value === draft)?.value ?? null

/** Returns the chosen values, as if they were picked one after another now. */
export const restoreChoices = (question: Multiple, draft: unknown): ReadonlyArray<number> =>
  (Array.isArray(draft) ? draft : []).reduce<ReadonlyArray<number>>((picked, entry) => {
    const value = question.choices?.find((choice) => choice.value === entry)?.value
    return value === undefined || picked.includes(value) || !canPick(question, picked, value) ? picked : togglePick(question, picked, value)
  }, [])

/** Returns the value on the scale, or null. */
export const restoreScaleValue = (question: ScaleQuestion, draft: unknown): number | null =>
  listScaleValues(question).find((value) => value === draft) ?? null

/** Returns the slider's value, or null: an untouched slider has no value [Q11]. */
export const restoreSliderValue = (question: Numeric, draft: unknown): number | null =>
  typeof draft === "number" && Number.isFinite(draft) ? snapToSlider(getSliderRange(question.options ?? {}), draft) : null
