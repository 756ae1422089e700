// Between what an answer may lie, read so that every question can be answered: limits that no answer could keep limit nothing. That they
// are wrong is for the question's check to say (spec/2-editor §5, decisions E1).
import { isIsoDate } from "../conditions/iso-date.ts"
import { isGiven, mostDecimals } from "./bounds.ts"
import type { Question } from "./question.ts"
import { longestText, openLengths } from "./text.ts"

type Multiple = Extract<Question, { readonly type: "multiple" }>

/** How many choices can be chosen together; one that excludes all others (`single`) is enough by itself. */
export const choiceLimits = ({ choices, options }: Multiple): { readonly fewest: number; readonly most: number } => {
  const count = choices?.length ?? 0
  const fewest = Math.max(1, options?.minimum ?? 1)
  const most = Math.min(count, options?.maximum ?? count)
  return fewest <= most ? { fewest, most } : { fewest: 1, most: count }
}

/** The choices that exclude all others. */
export const singles = ({ choices, options }: Multiple) =>
  options?.singles === false ? [] : (choices ?? []).filter(({ single }) => single === true)

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** How short and how long a text can be, in code points. */
export const textLengths = ({ minimum, maximum }: OpenOptions): { readonly least: number; readonly most: number } => {
  const wished = minimum ?? openLengths.minimum
  const least = wished > longestText ? openLengths.least : wished
  return { least, most: Math.min(longestText, Math.max(least, maximum ?? openLengths.maximum)) }
}

type NumberOptions = NonNullable<Extract<Question, { readonly type: "numeric" | "currency" }>["options"]>

/**
 * The smallest and largest number that can be given, null where there is none, and its decimals: 2 where nothing sensible is said of them.
 * Limits with more decimals than answers have lie at the answers next to them.
 */
export const numberLimits = ({ minimum, maximum, precision }: NumberOptions) => {
  const decimals = precision === 0 || precision === 1 ? precision : mostDecimals
  const scale = 10 ** decimals
  const steps = (limit: number): number => Number((limit * scale).toPrecision(15)) // without the dust of binary fractions
  const least = isGiven(minimum) ? Math.ceil(steps(minimum)) / scale : null
  const most = isGiven(maximum) ? Math.floor(steps(maximum)) / scale : null
  return least !== null && most !== null && least > most ? { least: null, most: null, decimals } : { least, most, decimals }
}

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** The first and last day, null where there is none. */
export const dayLimits = ({ minimum, maximum }: DateOptions) => {
  const first = minimum && isIsoDate(minimum) ? minimum : null
  const last = maximum && isIsoDate(maximum) ? maximum : null
  return first !== null && last !== null && first > last ? { first: null, last: null } : { first, last }
}
