// Between what an answer may lie, read so that every question can be answered: limits that no answer could keep limit nothing. That they
// are wrong is for the question's check to say (spec/2-editor §5, decisions E1).
import type { Finding } from "../check/finding.ts"
import { isIsoDate } from "../date/calendar-date.ts"
import { boundsFindings, integerFindings, isPresent, maxDecimals } from "./answer-bounds.ts"
import { isDropdown } from "./choices.ts"
import type { Question } from "./question.ts"

// Texts as answers: how short and how long an open answer may be (spec/2-editor §5, §9).

/** "Open answer: minimum length at least 1 … defaults 1 and 1024" (spec/2-editor §5). */
export const openTextLengths = { lowestMinimum: 1, defaultMinimum: 1, defaultMaximum: 1024 } as const
/** [E1] Characters of the longest text that can be given as an answer, whatever its question says: more is not sent, and not taken. */
export const maxAnswerLength = 65_000
/** "Placeholder and URL-like inputs at most 1024" (spec/2-editor §5), in code points. */
export const maxPlaceholderLength = 1024

/** [Q10] Whether respondents can come to see a question's placeholder: in an empty box, in a list to open, in the search among choices. */
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

/** Rule `open-bounds`; `at` points to the options. */
export const openFindings = (options: OpenOptions, at: string): ReadonlyArray<Finding> => [
  ...boundsFindings("open-bounds", options, openTextLengths.lowestMinimum, at),
  ...integerFindings("open-bounds", options, at),
]

type Multiple = Extract<Question, { readonly type: "multiple" }>

/** How many choices can be chosen together; one that excludes all others (`single`) is enough by itself. */
export const choiceLimits = ({ choices, options }: Multiple): { readonly fewest: number; readonly most: number } => {
  const count = choices?.length ?? 0
  const fewest = Math.max(1, options?.minimum ?? 1)
  const most = Math.min(count, options?.maximum ?? count)
  return fewest <= most ? { fewest, most } : { fewest: 1, most: count }
}

/** The choices that exclude all others. */
export const listExclusiveChoices = ({ choices, options }: Multiple) =>
  options?.singles === false ? [] : (choices ?? []).filter(({ single }) => single === true)

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** How short and how long a text can be, in code points. */
export const textLengthLimits = ({ minimum, maximum }: OpenOptions): { readonly min: number; readonly most: number } => {
  const wished = minimum ?? openTextLengths.defaultMinimum
  const least = wished > maxAnswerLength ? openTextLengths.lowestMinimum : wished
  return { min: least, most: Math.min(maxAnswerLength, Math.max(least, maximum ?? openTextLengths.defaultMaximum)) }
}

type NumberOptions = NonNullable<Extract<Question, { readonly type: "numeric" | "currency" }>["options"]>

/**
 * The smallest and largest number that can be given, null where there is none, and its decimals: 2 where nothing sensible is said of them.
 * Limits with more decimals than answers have lie at the answers next to them.
 */
export const numberLimits = ({ minimum, maximum, precision }: NumberOptions) => {
  const decimals = precision === 0 || precision === 1 ? precision : maxDecimals
  const scale = 10 ** decimals
  const steps = (limit: number): number => Number((limit * scale).toPrecision(15)) // without the dust of binary fractions
  const least = isPresent(minimum) ? Math.ceil(steps(minimum)) / scale : null
  const most = isPresent(maximum) ? Math.floor(steps(maximum)) / scale : null
  return least !== null && most !== null && least > most ? { least: null, most: null, decimals } : { least, most, decimals }
}

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** The first and last day, null where there is none. */
export const dateLimits = ({ minimum, maximum }: DateOptions) => {
  const first = minimum && isIsoDate(minimum) ? minimum : null
  const last = maximum && isIsoDate(maximum) ? maximum : null
  return first !== null && last !== null && first > last ? { first: null, last: null } : { first, last }
}
