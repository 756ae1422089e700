// How numbers are counted of which only whole ones can be given: in ranges whose ends both belong to them (decisions G2).
import { numberLimits } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"

// The ranges in which numbers are counted for the live statistics (decisions G2).

/** A range of numbers: from `least` on, up to and without `next`; the last one of a question with bounds includes its maximum. */
export type Bin = { readonly least: number; readonly next: number }

/** [G2] Bands of a question with bounds. */
const bands = 10

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [G2] The band of a number: one of ten between the bounds, or, where there are none, between two powers of ten. */
export const findBin = ({ minimum, maximum }: Bounds, value: number): Bin => {
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum <= minimum || value < minimum || value > maximum)
    return open(value)
  const place = Math.min(Math.floor(roundToPrecision((value - minimum) / ((maximum - minimum) / bands))), bands - 1)
  return bandAt({ minimum, maximum }, place)
}

const bandAt = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }, place: number): Bin => {
  const width = (maximum - minimum) / bands
  return { least: roundToPrecision(minimum + place * width), next: roundToPrecision(minimum + (place + 1) * width) }
}

/** [G2] The ten bands between the bounds, the lowest first; none where there are no bounds. */
export const boundedBins = ({ minimum, maximum }: Bounds): ReadonlyArray<Bin> =>
  typeof minimum === "number" && typeof maximum === "number" && minimum < maximum
    ? Array.from({ length: bands }, (_, place) => bandAt({ minimum, maximum }, place))
    : []

/** Whether a band is one of those between powers of ten that holds its upper end and not its lower one: they lie below zero. */
export const includesUpperEnd = ({ minimum, maximum }: Bounds, { least, next }: Bin): boolean => {
  if (typeof minimum === "number" && typeof maximum === "number" && minimum <= least && next <= maximum) return false
  return (next < 0 && least === next * 10) || (least === -1 && next === 0)
}

const open = (value: number): Bin => {
  if (value === 0 || !Number.isFinite(value)) return { least: 0, next: 1 }
  const size = Math.abs(value)
  const power = size < 1 ? 0 : 10 ** Math.min(15, Math.floor(Math.log10(size)))
  const [low, high] = [power, power === 0 ? 1 : power * 10]
  return value > 0 ? { least: low, next: high } : { least: -high, next: low === 0 ? 0 : -low }
}

const sizes = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** [G2] The bands between powers of ten, the lowest first. */
export const openBins: ReadonlyArray<Bin> = [...sizes.map((size) => -size).toReversed(), -0.5, 0, ...sizes].map(open)

/** Without the dust of binary fractions. */
export const roundToPrecision = (value: number): number => Number(value.toPrecision(12))

export const printBinKey = ({ least, next }: Bin): string => `${least}..${next}`

/** A band as its key has it, or the one that holds a range of whole numbers; null for a key that is neither. */
export const parseBinKey = (key: string): Bin | null => {
  const [least = "", end = ""] = key.split("..")
  const isWhole = end.startsWith("=")
  const next = isWhole ? end.slice(1) : end
  if (least === "" || next === "" || Number.isNaN(Number(least)) || Number.isNaN(Number(next))) return null
  return { least: Number(least), next: Number(next) + (isWhole ? 1 : 0) }
}

/** Whole numbers from `least` to `most`, both among them. */
export type IntegerBin = { readonly least: number; readonly most: number }

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
export const hasIntegerAnswers = (options: Options): boolean => stepOf(options) !== null

/** [G2] The values that are counted each for itself, in their order; none where there are more of them, or no bounds. */
export const individualValues = (options: Options): ReadonlyArray<number> => {
  const [step, { least, most }] = [stepOf(options), numberLimits(options)]
  if (step === null || least === null || most === null) return []
  const count = Math.floor((Math.floor(most) - least) / step) + 1
  return count > mostValues ? [] : Array.from({ length: count }, (_, i) => least + i * step)
}

/** [G2] The range that a number is counted in; null where others than whole ones can be given, or this one is none. */
export const findIntegerBin = (options: Options, value: number): IntegerBin | null => {
  if (!hasIntegerAnswers(options) || !Number.isInteger(value)) return null
  return individualValues(options).includes(value) ? { least: value, most: value } : toIntegerBin(options, findBin(options, value), 1)
}

/** How many numbers that can be given lie from one whole number to the next. */
export const unitScale = (options: Options): number => (hasIntegerAnswers(options) ? 1 : 10 ** numberLimits(options).decimals)

/** The numbers that can be given of a range that others may have been counted in before, in the units of `scale`. */
export const toIntegerBin = (options: Options, band: Bin, scale: number): IntegerBin => {
  const [least, next] = [roundToPrecision(band.least * scale), roundToPrecision(band.next * scale)]
  const isLast = typeof options.maximum === "number" && band.next === roundToPrecision(options.maximum)
  const [first, last] = includesUpperEnd(options, band)
    ? [Math.floor(least) + 1, next === 0 ? -1 : Math.floor(next)]
    : [Math.ceil(least) + 0, isLast ? Math.floor(next) : Math.ceil(next) - 1]
  return last < first ? { least: Math.floor(least), most: Math.floor(least) } : { least: first, most: last }
}

export const printIntegerBinKey = ({ least, most }: IntegerBin): string => `${least}..=${most}`

/**
 * A range of whole numbers as its key has it, or as far as a range had them that was counted in before, in the units of `scale`; null for a
 * key that is neither.
 */
export const parseIntegerBinKey = (options: Options, key: string, scale: number): IntegerBin | null => {
  const band = parseBinKey(key)
  if (band === null) return null
  return key.includes("..=") ? { least: band.least * scale, most: band.next * scale - 1 } : toIntegerBin(options, band, scale)
}
