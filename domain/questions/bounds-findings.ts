// Bounds of a question: the smallest permitted value of minimum and maximum, and their order; and those of dates [Q5].
import { isIsoDate } from "../date/calendar-date.ts"
import type { Finding, Rule } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { Question } from "./question.ts"

export type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** Returns findings if the minimum is below `least`, or the maximum below the minimum; `pointer` is that of the options. */
export const boundsFindings = (rule: Rule, { minimum, maximum }: Bounds, least: number, pointer: string): ReadonlyArray<Finding> => {
  const floor = Math.max(least, minimum ?? least)
  return [
    ...(isBelow(minimum, least) ? [createFinding(rule, `${pointer}/minimum`, "finding.minimum.at-least", { value: minimum, least })] : []),
    ...(isBelow(maximum, floor)
      ? [createFinding(rule, `${pointer}/maximum`, "finding.maximum.at-least", { value: maximum, least: floor })]
      : []),
  ]
}

/** The maximum number of decimals of an amount or a number. */
export const maxDecimals = 2

/** Returns a finding if the number of decimals is not 0, 1 or 2; `pointer` is that of the options. */
export const decimalsFindings = (rule: Rule, precision: number | null | undefined, pointer: string): ReadonlyArray<Finding> =>
  !isPresent(precision) || (Number.isInteger(precision) && precision >= 0 && precision <= maxDecimals)
    ? []
    : [createFinding(rule, `${pointer}/precision`, "finding.decimals", { value: precision, most: maxDecimals })]

/** Returns findings for bounds that are counts and so must be whole; `pointer` is that of the options. */
export const integerFindings = (rule: Rule, { minimum, maximum }: Bounds, pointer: string): ReadonlyArray<Finding> => [
  ...(isFractional(minimum) ? [createFinding(rule, `${pointer}/minimum`, "finding.minimum.whole", { value: minimum })] : []),
  ...(isFractional(maximum) ? [createFinding(rule, `${pointer}/maximum`, "finding.maximum.whole", { value: maximum })] : []),
]

/** Returns whether an optional number is set. */
export const isPresent = (value: number | null | undefined): value is number => value !== null && value !== undefined

const isBelow = (value: number | null | undefined, least: number): value is number => isPresent(value) && value < least
const isFractional = (value: number | null | undefined): value is number => isPresent(value) && !Number.isInteger(value)

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/**
 * [Q5] Returns findings of the rules `structure` (invalid date) and `numeric-bounds` (minimum after maximum); `pointer`
 * is that of the options.
 */
export const dateFindings = ({ minimum, maximum }: DateOptions, pointer: string): ReadonlyArray<Finding> => {
  const invalid = [...invalidDateFindings(minimum, `${pointer}/minimum`), ...invalidDateFindings(maximum, `${pointer}/maximum`)]
  if (invalid.length > 0 || !minimum || !maximum || minimum <= maximum) return invalid
  return [createFinding("numeric-bounds", `${pointer}/maximum`, "finding.date-order", { minimum, maximum })]
}

const invalidDateFindings = (date: string | null | undefined, pointer: string): ReadonlyArray<Finding> =>
  !date || isIsoDate(date) ? [] : [createFinding("structure", pointer, "finding.no-date", { value: date })]
