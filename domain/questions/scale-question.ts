// Scale questions: star rating, emoji scale and NPS [Q3, Q4].
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { isPresent } from "./bounds-findings.ts"
import type { Question } from "./question.ts"

/** [Q3] The number of stars of a star rating, and of levels of an emoji scale: always five. */
export const starCount = 5
export const emojiCount = 5
/** [Q4] The possible ranges of an NPS, the default one first. */
export const npsRanges = [
  { minimum: 1, maximum: 10 },
  { minimum: 0, maximum: 10 },
] as const

export type ScaleQuestion = Extract<Question, { readonly type: "starRating" | "emoji" | "nps" }>

/** Returns the values that an answer on the scale can have, in ascending order. */
export const listScaleValues = (question: ScaleQuestion): ReadonlyArray<number> => {
  if (question.type === "starRating") {
    const increment = question.options?.increment ?? 1
    return Array.from({ length: starCount / increment }, (_, i) => (i + 1) * increment)
  }
  if (question.type === "emoji") return listIntegers(1, emojiCount)
  const { minimum, maximum } = npsRange(question.options)
  return listIntegers(minimum, maximum)
}

const listIntegers = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, Math.min(last - first, 10) + 1) }, (_, i) => first + i)

/** Checks the rule `numeric-bounds`: a scale has a fixed size; `pointer` is that of the options. */
export const scaleFindings = (question: ScaleQuestion, pointer: string): ReadonlyArray<Finding> => {
  if (question.type === "starRating") return sizeFindings(question.options?.max, starCount, `${pointer}/max`)
  if (question.type === "emoji") return sizeFindings(question.options?.emoticonsCount, emojiCount, `${pointer}/emoticonsCount`)
  const { minimum, maximum } = npsRange(question.options)
  return npsRanges.some((range) => range.minimum === minimum && range.maximum === maximum)
    ? []
    : [createFinding("numeric-bounds", `${pointer}/minimum`, "finding.nps-range", { minimum, maximum })]
}

type Range = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

const npsRange = (options: Range | null | undefined) => ({
  minimum: options?.minimum ?? npsRanges[0].minimum,
  maximum: options?.maximum ?? npsRanges[0].maximum,
})

const sizeFindings = (size: number | null | undefined, expected: number, pointer: string): ReadonlyArray<Finding> =>
  isPresent(size) && size !== expected
    ? [createFinding("numeric-bounds", pointer, "finding.scale-size", { value: size, only: expected })]
    : []
