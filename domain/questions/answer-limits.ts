// Effective limits of answers. Contradictory limits are ignored, so that every question can be answered; the check reports them [E1].

import { isIsoDate } from "../date/calendar-date.ts"
import type { Finding } from "../findings/finding.ts"
import { boundsFindings, integerFindings, isPresent, maxDecimals } from "./bounds-findings.ts"
import { isDropdown } from "./choices.ts"
import type { Question } from "./question.ts"

/** Default lengths of an open answer in characters, and the smallest minimum that an author may set. */
export const openTextLengths = { lowestMinimum: 1, defaultMinimum: 1, defaultMaximum: 1024 } as const
/** [E1] The maximum number of characters of any answer, whatever its question permits; longer texts are neither sent nor accepted. */
export const maxAnswerLength = 65_000
/**
 * [E1] The maximum number of characters of all answers of a conversation, because each request reads and stores all of them. An answer of usual
 * length is accepted all the same, so that every question can be answered.
 */
export const maxAnswersLength = 500_000
/** The maximum number of code points of a placeholder. */
export const maxPlaceholderLength = 1024

/** [Q10] Returns whether respondents can see a question's placeholder: in an empty field, a dropdown, or a search among choices. */
export const showsPlaceholder = (question: Question): boolean => {
  switch (question.type) {
    case "open":
    case "email":
    case "currency":
      return true
    case "numeric":
      return question.options?.hasSlider !== true
    case "choice":
      return isDropdown(question.options ?? {}) || question.options?.search === true
    case "multiple":
      return question.options?.search === true
    default:
      return false
  }
}

/** Checks the rule `open-bounds`; `pointer` is that of the options. */
export const openFindings = (options: OpenOptions, pointer: string): ReadonlyArray<Finding> => [
  ...boundsFindings("open-bounds", options, openTextLengths.lowestMinimum, pointer),
  ...integerFindings("open-bounds", options, pointer),
]

type Multiple = Extract<Question, { readonly type: "multiple" }>

/** Returns how many choices can be chosen together; a choice that excludes all others (`single`) is sufficient alone. */
export const getChoiceLimits = ({ choices, options }: Multiple): { readonly fewest: number; readonly most: number } => {
  const count = choices?.length ?? 0
  const fewest = Math.max(1, options?.minimum ?? 1)
  const most = Math.min(count, options?.maximum ?? count)
  return fewest <= most ? { fewest, most } : { fewest: 1, most: count }
}

/** Returns the choices that exclude all others. */
export const listExclusiveChoices = ({ choices, options }: Multiple) =>
  options?.singles === false ? [] : (choices ?? []).filter(({ single }) => single === true)

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** Returns the permitted length of a text in code points. */
export const getTextLengthLimits = ({ minimum, maximum }: OpenOptions): { readonly min: number; readonly most: number } => {
  const requested = minimum ?? openTextLengths.defaultMinimum
  const least = requested > maxAnswerLength ? openTextLengths.lowestMinimum : Math.max(0, requested)
  return { min: least, most: Math.min(maxAnswerLength, Math.max(least, maximum ?? openTextLengths.defaultMaximum)) }
}

type NumberOptions = NonNullable<Extract<Question, { readonly type: "numeric" | "currency" }>["options"]>

/**
 * Returns the smallest and the largest permitted number, null if there is no limit, and the number of decimals, 2 by default. Limits with
 * more decimals than answers have are rounded inward.
 */
export const getNumberLimits = ({ minimum, maximum, precision }: NumberOptions) => {
  const decimals = precision === 0 || precision === 1 ? precision : maxDecimals
  const scale = 10 ** decimals
  const toSteps = (limit: number): number => Number((limit * scale).toPrecision(15)) // removes binary rounding errors
  const least = isPresent(minimum) ? Math.ceil(toSteps(minimum)) / scale : null
  const most = isPresent(maximum) ? Math.floor(toSteps(maximum)) / scale : null
  return least !== null && most !== null && least > most ? { least: null, most: null, decimals } : { least, most, decimals }
}

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** Returns the first and the last permitted day, null if there is no limit. */
export const getDateLimits = ({ minimum, maximum }: DateOptions) => {
  const first = minimum && isIsoDate(minimum) ? minimum : null
  const last = maximum && isIsoDate(maximum) ? maximum : null
  return first !== null && last !== null && first > last ? { first: null, last: null } : { first, last }
}
