// Where a slider can stand.
import { numberLimits } from "./limits.ts"
import type { Question } from "./question.ts"

type NumericOptions = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** [Q11] How far a slider goes whose question does not say it, and its step. */
const usual = { least: 0, length: 100, step: 1 } as const

type Range = { readonly least: number; readonly most: number; readonly decimals: number; readonly step: number }

/** [Q11] From where to where a slider goes, and in which steps: there is a range for any options, and its places are answers. */
export const sliderRange = (options: NumericOptions): Range => {
  const { least, most, decimals } = numberLimits(options)
  const step = options.stepSize ?? usual.step
  const first = least ?? (most !== null && most < usual.least ? most - usual.length : usual.least)
  const last = most ?? (first < usual.least + usual.length ? usual.least + usual.length : first + usual.length)
  return { least: first, most: last, decimals, step: step > 0 ? step : usual.step }
}

/** The place next to a number, in whole steps from the beginning of the range: an answer that the question takes (decisions Q7). */
export const sliderPlace = ({ least, most, decimals, step }: Range, wished: number): number => {
  const steps = (to: number): number => Number(((to - least) / step).toPrecision(12)) // without the dust of binary fractions
  const place = Math.min(Math.floor(steps(most)), Math.max(0, Math.round(steps(wished))))
  return Number((least + place * step).toFixed(decimals))
}

/** Where it stands before it is moved. */
export const sliderMiddle = (range: Range): number => sliderPlace(range, (range.least + range.most) / 2)

/** Whether a key sets a slider, also where it cannot move any further or is to stay where it stands (Q11); `key` as browsers name it. */
export const setsSlider = (key: string): boolean => settingKeys.test(key)

const settingKeys = /^(?:Arrow.+|Page.+|Home|End| )$/
