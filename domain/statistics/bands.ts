// The ranges in which numbers are counted for the live statistics (decisions G2).

/** A range of numbers: from `least` on, up to and without `next`; the last one of a question with bounds includes its maximum. */
export type Band = { readonly least: number; readonly next: number }

/** [G2] Bands of a question with bounds. */
const bands = 10

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [G2] The band of a number: one of ten between the bounds, or, where there are none, between two powers of ten. */
export const bandOf = ({ minimum, maximum }: Bounds, value: number): Band => {
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum <= minimum || value < minimum || value > maximum)
    return open(value)
  const place = Math.min(Math.floor(rounded((value - minimum) / ((maximum - minimum) / bands))), bands - 1)
  return bandAt({ minimum, maximum }, place)
}

const bandAt = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }, place: number): Band => {
  const width = (maximum - minimum) / bands
  return { least: rounded(minimum + place * width), next: rounded(minimum + (place + 1) * width) }
}

/** [G2] The ten bands between the bounds, the lowest first; none where there are no bounds. */
export const bandsBetween = ({ minimum, maximum }: Bounds): ReadonlyArray<Band> =>
  typeof minimum === "number" && typeof maximum === "number" && minimum < maximum
    ? Array.from({ length: bands }, (_, place) => bandAt({ minimum, maximum }, place))
    : []

/** Whether a band is one of those between powers of ten that holds its upper end and not its lower one: they lie below zero. */
export const holdsItsEnd = ({ minimum, maximum }: Bounds, { least, next }: Band): boolean => {
  if (typeof minimum === "number" && typeof maximum === "number" && minimum <= least && next <= maximum) return false
  return (next < 0 && least === next * 10) || (least === -1 && next === 0)
}

const open = (value: number): Band => {
  if (value === 0 || !Number.isFinite(value)) return { least: 0, next: 1 }
  const size = Math.abs(value)
  const power = size < 1 ? 0 : 10 ** Math.min(15, Math.floor(Math.log10(size)))
  const [low, high] = [power, power === 0 ? 1 : power * 10]
  return value > 0 ? { least: low, next: high } : { least: -high, next: low === 0 ? 0 : -low }
}

const sizes = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** [G2] The bands between powers of ten, the lowest first. */
export const openBands: ReadonlyArray<Band> = [...sizes.map((size) => -size).toReversed(), -0.5, 0, ...sizes].map(open)

/** Without the dust of binary fractions. */
export const rounded = (value: number): number => Number(value.toPrecision(12))

export const bandKey = ({ least, next }: Band): string => `${least}..${next}`

/** A band as its key has it, or the one that holds a range of whole numbers; null for a key that is neither. */
export const bandIn = (key: string): Band | null => {
  const [least = "", end = ""] = key.split("..")
  const isWhole = end.startsWith("=")
  const next = isWhole ? end.slice(1) : end
  if (least === "" || next === "" || Number.isNaN(Number(least)) || Number.isNaN(Number(next))) return null
  return { least: Number(least), next: Number(next) + (isWhole ? 1 : 0) }
}
