// Picking several choices one after another, so that what is picked can be answered with (spec/2-editor §3; decisions E1).
import { choiceLimits, singles } from "./limits.ts"
import type { Question } from "./question.ts"

type Multiple = Extract<Question, { readonly type: "multiple" }>
/** The values that are picked. */
export type Picked = ReadonlyArray<number>

/** What is picked after one more pick, or after one is taken back. What excludes all others leaves none beside it. */
export const withPick = (question: Multiple, picked: Picked, value: number): Picked => {
  if (picked.includes(value)) return picked.filter((it) => it !== value)
  const alone = singles(question).map((choice) => choice.value)
  return alone.includes(value) ? [value] : [...picked.filter((it) => !alone.includes(it)), value]
}

/** Whether one more can be picked: it is picked already, excludes the others, or there is room. */
export const canPick = (question: Multiple, picked: Picked, value: number): boolean =>
  picked.includes(value) || withPick(question, picked, value).length <= choiceLimits(question).most

/** Whether enough is picked for an answer. */
export const isEnough = (question: Multiple, picked: Picked): boolean =>
  picked.length >= choiceLimits(question).fewest || singles(question).some(({ value }) => picked.includes(value))
