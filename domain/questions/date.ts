// Days as answers: how they are typed, and between which they may lie (spec/3-community §9; decisions Q5).
import { isIsoDate } from "../conditions/iso-date.ts"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import type { Question } from "./question.ts"

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** [Q5] The day a calendar's week starts on, Sunday being 1. */
export const firstDayOfWeek = 2

/** The date (`YYYY-MM-DD`) typed as DD-MM-YYYY, DD/MM/YYYY, YYYY-MM-DD or YYYY/MM/DD, or undefined where it is none. */
export const readDate = (typed: string): string | undefined => {
  const dayFirst = /^\s*(\d{2})([-/])(\d{2})\2(\d{4})\s*$/.exec(typed)
  const yearFirst = /^\s*(\d{4})([-/])(\d{2})\2(\d{2})\s*$/.exec(typed)
  const date =
    dayFirst !== null
      ? `${dayFirst[4]}-${dayFirst[3]}-${dayFirst[1]}`
      : yearFirst !== null
        ? `${yearFirst[1]}-${yearFirst[3]}-${yearFirst[4]}`
        : ""
  return isIsoDate(date) ? date : undefined
}

/** A date (`YYYY-MM-DD`) as it is typed, DD-MM-YYYY; what is no date stays as it is. */
export const writtenDate = (date: string): string => (isIsoDate(date) ? date.split("-").reverse().join("-") : date)

/** [Q5] Rules `structure` (no date) and `numeric-bounds` (in the wrong order); `at` points to the options. */
export const dateFindings = ({ minimum, maximum }: DateOptions, at: string): ReadonlyArray<Finding> => {
  const wrong = [...noDate(minimum, `${at}/minimum`), ...noDate(maximum, `${at}/maximum`)]
  if (wrong.length > 0 || !minimum || !maximum || minimum <= maximum) return wrong
  return [found("numeric-bounds", `${at}/maximum`, "finding.date-order", { minimum, maximum })]
}

const noDate = (date: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  !date || isIsoDate(date) ? [] : [found("structure", at, "finding.no-date", { value: date })]
