// Scales as answers: stars, faces, how likely to recommend (spec/2-editor §3, §9; decisions Q3, Q4).
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { isPresent } from "./answer-bounds.ts"
import type { Question } from "./question.ts"

/** [Q3] The stars of a star rating, and the levels of an emoji scale: always five. */
export const starCount = 5
export const emojiCount = 5
/** [Q4] The ranges that an NPS can have, the usual one first. */
export const npsRanges = [
  { minimum: 1, maximum: 10 },
  { minimum: 0, maximum: 10 },
] as const

export type ScaleQuestion = Extract<Question, { readonly type: "starRating" | "emoji" | "nps" }>

/** The values that an answer on the scale can have, in their order. */
export const scaleValues = (question: ScaleQuestion): ReadonlyArray<number> => {
  if (question.type === "starRating") {
    const increment = question.options?.increment ?? 1
    return Array.from({ length: starCount / increment }, (_, i) => (i + 1) * increment)
  }
  if (question.type === "emoji") return from(1, emojiCount)
  const { minimum, maximum } = npsRange(question.options)
  return from(minimum, maximum)
}

const from = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, Math.min(last - first, 10) + 1) }, (_, i) => first + i)

/** Rule `numeric-bounds`: a scale has the size it always has; `at` points to the options. */
export const scaleFindings = (question: ScaleQuestion, at: string): ReadonlyArray<Finding> => {
  if (question.type === "starRating") return sizeFindings(question.options?.max, starCount, `${at}/max`)
  if (question.type === "emoji") return sizeFindings(question.options?.emoticonsCount, emojiCount, `${at}/emoticonsCount`)
  const { minimum, maximum } = npsRange(question.options)
  return npsRanges.some((range) => range.minimum === minimum && range.maximum === maximum)
    ? []
    : [createFinding("numeric-bounds", `${at}/minimum`, "finding.nps-range", { minimum, maximum })]
}

type Range = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

const npsRange = (options: Range | null | undefined) => ({
  minimum: options?.minimum ?? npsRanges[0].minimum,
  maximum: options?.maximum ?? npsRanges[0].maximum,
})

const sizeFindings = (size: number | null | undefined, only: number, at: string): ReadonlyArray<Finding> =>
  isPresent(size) && size !== only ? [createFinding("numeric-bounds", at, "finding.scale-size", { value: size, only })] : []
