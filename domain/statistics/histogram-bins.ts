// Bins in which numeric answers are counted, and their keys [G2].
import { getNumberLimits } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"

/** A range from `least` up to but without `next`; the last one between bounds includes the maximum. */
export type Bin = { readonly least: number; readonly next: number }

/** [G2] The number of bins between the bounds of a question. */
const binCount = 10

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [G2] Returns the bin of a number: one of ten between the bounds; without bounds or beyond them, a bin between powers of ten. */
export const findBin = ({ minimum, maximum }: Bounds, value: number): Bin => {
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum <= minimum || value < minimum || value > maximum)
    return findOpenBin(value)
  const index = Math.min(Math.floor(roundToPrecision((value - minimum) / ((maximum - minimum) / binCount))), binCount - 1)
  return getBoundedBin({ minimum, maximum }, index)
}

const getBoundedBin = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }, index: number): Bin => {
  const width = (maximum - minimum) / binCount
  return { least: roundToPrecision(minimum + index * width), next: roundToPrecision(minimum + (index + 1) * width) }
}

/** [G2] Returns the ten bins between the bounds, lowest first; none without bounds. */
export const listBoundedBins = ({ minimum, maximum }: Bounds): ReadonlyArray<Bin> =>
  typeof minimum === "number" && typeof maximum === "number" && minimum < maximum
    ? Array.from({ length: binCount }, (_, index) => getBoundedBin({ minimum, maximum }, index))
    : []

/** Returns whether a bin between powers of ten contains its upper end and not its lower one, as those below zero do. */
export const includesUpperEnd = ({ minimum, maximum }: Bounds, { least, next }: Bin): boolean => {
  if (typeof minimum === "number" && typeof maximum === "number" && minimum <= least && next <= maximum) return false
  return (next < 0 && least === next * 10) || (least === -1 && next === 0)
}

const findOpenBin = (value: number): Bin => {
  if (value === 0 || !Number.isFinite(value)) return { least: 0, next: 1 }
  const size = Math.abs(value)
  const power = size < 1 ? 0 : 10 ** Math.min(15, Math.floor(Math.log10(size)))
  const [low, high] = [power, power === 0 ? 1 : power * 10]
  return value > 0 ? { least: low, next: high } : { least: -high, next: low === 0 ? 0 : -low }
}

const powersOfTen = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** [G2] The bins between powers of ten, lowest first. */
export const openBins: ReadonlyArray<Bin> = [...powersOfTen.map((size) => -size).toReversed(), -0.5, 0, ...powersOfTen].map(findOpenBin)

/** Removes binary rounding errors. */
export const roundToPrecision = (value: number): number => Number(value.toPrecision(12))

/** Returns the key of a bin, as stored. */
export const printBinKey = ({ least, next }: Bin): string => `${least}..${next}`

/** Parses the key of a bin, or of an inclusive range of integers; null for any other key. */
export const parseBinKey = (key: string): Bin | null => {
  const [least = "", end = ""] = key.split("..")
  const isWhole = end.startsWith("=")
  const next = isWhole ? end.slice(1) : end
  if (least === "" || next === "" || Number.isNaN(Number(least)) || Number.isNaN(Number(next))) return null
  return { least: Number(least), next: Number(next) + (isWhole ? 1 : 0) }
}

/** An inclusive range of integers. */
export type IntegerBin = { readonly least: number; readonly most: number }

type Options = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** [G2] Up to this number of possible values, each has its own bin. */
const maxIndividualValues = 20

/** Returns the step between permitted numbers if only integers are permitted, else null. */
const getIntegerStep = (options: Options): number | null => {
  const { hasSlider, minimum, stepSize } = options
  const step = stepSize ?? 1
  if (hasSlider === true && step > 0 && Number.isInteger(step) && Number.isInteger(minimum ?? 0)) return step
  return getNumberLimits(options).decimals === 0 ? 1 : null
}

/** Returns whether only integers are permitted. */
export const hasIntegerAnswers = (options: Options): boolean => getIntegerStep(options) !== null

/** [G2] Returns the values that have their own bins, in ascending order; none if there are too many or no bounds. */
export const listIndividualValues = (options: Options): ReadonlyArray<number> => {
  const [step, { least, most }] = [getIntegerStep(options), getNumberLimits(options)]
  if (step === null || least === null || most === null) return []
  const count = Math.floor((Math.floor(most) - least) / step) + 1
  return count > maxIndividualValues ? [] : Array.from({ length: count }, (_, i) => least + i * step)
}

/** [G2] Returns the bin of an integer; null if other numbers are permitted or the value is not an integer. */
export const findIntegerBin = (options: Options, value: number): IntegerBin | null => {
  if (!hasIntegerAnswers(options) || !Number.isInteger(value)) return null
  return listIndividualValues(options).includes(value) ? { least: value, most: value } : toIntegerBin(options, findBin(options, value), 1)
}

/** Returns how many permitted numbers there are per unit. */
export const getUnitScale = (options: Options): number => (hasIntegerAnswers(options) ? 1 : 10 ** getNumberLimits(options).decimals)

/** Returns the permitted numbers within a bin that may have been counted under other settings, in units of `scale`. */
export const toIntegerBin = (options: Options, bin: Bin, scale: number): IntegerBin => {
  const [least, next] = [roundToPrecision(bin.least * scale), roundToPrecision(bin.next * scale)]
  const isLast = typeof options.maximum === "number" && bin.next === roundToPrecision(options.maximum)
  const [first, last] = includesUpperEnd(options, bin)
    ? [Math.floor(least) + 1, next === 0 ? -1 : Math.floor(next)]
    : [Math.ceil(least) + 0, isLast ? Math.floor(next) : Math.ceil(next) - 1]
  return last < first ? { least: Math.floor(least), most: Math.floor(least) } : { least: first, most: last }
}

/** Returns the key of a range of integers, as stored. */
export const printIntegerBinKey = ({ least, most }: IntegerBin): string => `${least}..=${most}`

/** Parses the key of a range of integers, or converts an older bin to one, in units of `scale`; null for any other key. */
export const parseIntegerBinKey = (options: Options, key: string, scale: number): IntegerBin | null => {
  const bin = parseBinKey(key)
  if (bin === null) return null
  return key.includes("..=") ? { least: bin.least * scale, most: bin.next * scale - 1 } : toIntegerBin(options, bin, scale)
}
