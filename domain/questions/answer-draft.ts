// An answer that was begun, as its control takes it up again: whatever a device kept, only what could have been set there (decisions E9).
import { isIsoDate } from "../date/calendar-date.ts"
import { canPick, togglePick } from "./choice-question.ts"
import { sliderRange, snapToSlider } from "./number-question.ts"
import type { Question } from "./question.ts"
import { type ScaleQuestion, scaleValues } from "./scale-question.ts"

export const restoreText = (draft: unknown): string => (typeof draft === "string" ? draft : "")

/** `YYYY-MM-DD`, or nothing. */
export const restoreDate = (draft: unknown): string => (typeof draft === "string" && isIsoDate(draft) ? draft : "")

type Chosen = Extract<Question, { readonly type: "choice" }>
type Numeric = Extract<Question, { readonly type: "numeric" }>
type Multiple = Extract<Question, { readonly type: "multiple" }>

/** The value of the choice, or null where none was chosen. */
export const restoreChoice = ({ choices }: Chosen, draft: unknown): number | null =>
  choices?.find(({ value }) => value === draft)?.value ?? null

/** The picks, one after another as if they were made now. */
export const restoreChoices = (question: Multiple, draft: unknown): ReadonlyArray<number> =>
  (Array.isArray(draft) ? draft : []).reduce<ReadonlyArray<number>>((picked, one) => {
    const value = question.choices?.find((choice) => choice.value === one)?.value
    return value === undefined || picked.includes(value) || !canPick(question, picked, value) ? picked : togglePick(question, picked, value)
  }, [])

/** The place on the scale, or null. */
export const restoreScaleValue = (question: ScaleQuestion, draft: unknown): number | null =>
  scaleValues(question).find((value) => value === draft) ?? null

/** Where the slider was set to, or null: where it stands by itself is no answer yet (Q11). */
export const restoreSliderValue = (question: Numeric, draft: unknown): number | null =>
  typeof draft === "number" && Number.isFinite(draft) ? snapToSlider(sliderRange(question.options ?? {}), draft) : null
