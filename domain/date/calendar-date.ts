// Calendar dates as `YYYY-MM-DD`: whether a text is one, and its number among all days. Without a clock and without zones.
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import type { Question } from "../questions/question.ts"

/** The days from 1970-01-01 to a date, or null where the text is no date of the (proleptic Gregorian) calendar. */
export const toEpochDay = (text: string): number | null => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  // Years begin in March, so that the leap day is the last of its year.
  const marched = month > 2 ? year : year - 1
  const era = Math.floor(marched / 400)
  const ofEra = marched - era * 400
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

/** Whether a text is a date of the calendar, written `YYYY-MM-DD`. */
export const isIsoDate = (text: string): boolean => toEpochDay(text) !== null

/** The date of a day's number, for years 0000 to 9999; the inverse of `dayNumber`. */
export const fromEpochDay = (number: number): string => {
  const days = number + 719_468
  const era = Math.floor(days / 146_097)
  const ofEra = days - era * 146_097
  const year = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365)
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const marched = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * marched + 2) / 5) + 1
  const month = marched < 10 ? marched + 3 : marched - 9
  const civil = year + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(civil).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

// Days as answers: how they are typed, and between which they may lie (spec/3-community §9; decisions Q5).

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** [Q5] The day a calendar's week starts on, Sunday being 1. */
export const firstDayOfWeek = 2

/** The date (`YYYY-MM-DD`) typed as DD-MM-YYYY, DD/MM/YYYY, YYYY-MM-DD or YYYY/MM/DD, or undefined where it is none. */
export const parseDate = (typed: string): string | undefined => {
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
export const formatDate = (date: string): string => (isIsoDate(date) ? date.split("-").reverse().join("-") : date)

/** [Q5] Rules `structure` (no date) and `numeric-bounds` (in the wrong order); `at` points to the options. */
export const dateFindings = ({ minimum, maximum }: DateOptions, at: string): ReadonlyArray<Finding> => {
  const wrong = [...invalidDateFindings(minimum, `${at}/minimum`), ...invalidDateFindings(maximum, `${at}/maximum`)]
  if (wrong.length > 0 || !minimum || !maximum || minimum <= maximum) return wrong
  return [createFinding("numeric-bounds", `${at}/maximum`, "finding.date-order", { minimum, maximum })]
}

const invalidDateFindings = (date: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  !date || isIsoDate(date) ? [] : [createFinding("structure", at, "finding.no-date", { value: date })]
