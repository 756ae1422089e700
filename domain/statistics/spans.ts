// How numbers are counted of which only whole ones can be given: in ranges whose ends both belong to them (decisions G2).
import { numberLimits } from "../questions/limits.ts"
import type { Question } from "../questions/question.ts"
import { type Band, bandIn, bandOf, holdsItsEnd, rounded } from "./bands.ts"

/** Whole numbers from `least` to `most`, both among them. */
export type Span = { readonly least: number; readonly most: number }

type Options = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** [G2] Of so many values each is counted for itself. */
const mostValues = 20

/** What lies between two numbers that can be given, where only whole ones can; null where others can, too. */
const stepOf = (options: Options): number | null => {
  const { hasSlider, minimum, stepSize } = options
  const step = stepSize ?? 1
  if (hasSlider === true && step > 0 && Number.isInteger(step) && Number.isInteger(minimum ?? 0)) return step
  return numberLimits(options).decimals === 0 ? 1 : null
}

/** Whether only whole numbers can be given. */
export const isWhole = (options: Options): boolean => stepOf(options) !== null

/** [G2] The values that are counted each for itself, in their order; none where there are more of them, or no bounds. */
export const spanValues = (options: Options): ReadonlyArray<number> => {
  const [step, { least, most }] = [stepOf(options), numberLimits(options)]
  if (step === null || least === null || most === null) return []
  const count = Math.floor((Math.floor(most) - least) / step) + 1
  return count > mostValues ? [] : Array.from({ length: count }, (_, i) => least + i * step)
}

/** [G2] The range that a number is counted in; null where others than whole ones can be given, or this one is none. */
export const spanOf = (options: Options, value: number): Span | null => {
  if (!isWhole(options) || !Number.isInteger(value)) return null
  return spanValues(options).includes(value) ? { least: value, most: value } : heldBy(options, bandOf(options, value), 1)
}

/** How many numbers that can be given lie from one whole number to the next. */
export const scaleOf = (options: Options): number => (isWhole(options) ? 1 : 10 ** numberLimits(options).decimals)

/** The numbers that can be given of a range that others may have been counted in before, in the units of `scale`. */
export const heldBy = (options: Options, band: Band, scale: number): Span => {
  const [least, next] = [rounded(band.least * scale), rounded(band.next * scale)]
  const isLast = typeof options.maximum === "number" && band.next === rounded(options.maximum)
  const [first, last] = holdsItsEnd(options, band)
    ? [Math.floor(least) + 1, next === 0 ? -1 : Math.floor(next)]
    : [Math.ceil(least) + 0, isLast ? Math.floor(next) : Math.ceil(next) - 1]
  return last < first ? { least: Math.floor(least), most: Math.floor(least) } : { least: first, most: last }
}

export const spanKey = ({ least, most }: Span): string => `${least}..=${most}`

/**
 * A range of whole numbers as its key has it, or as far as a range had them that was counted in before, in the units of `scale`; null for a
 * key that is neither.
 */
export const spanIn = (options: Options, key: string, scale: number): Span | null => {
  const band = bandIn(key)
  if (band === null) return null
  return key.includes("..=") ? { least: band.least * scale, most: band.next * scale - 1 } : heldBy(options, band, scale)
}
