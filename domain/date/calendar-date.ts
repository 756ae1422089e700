// Calendar dates as `YYYY-MM-DD`: parsing, day numbers and date limits, without clock or time zones (Q5).

/**
 * Returns the number of days from 1970-01-01 to a date, or null if the text is not a date of the (proleptic Gregorian)
 * calendar.
 */
export const toEpochDay = (text: string): number | null => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  // Years start in March here, so that the leap day is the last day of a year.
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** Whether a text is a valid date in the form `YYYY-MM-DD`. */
export const isIsoDate = (text: string): boolean => toEpochDay(text) !== null

/** Returns the date of a day number, for the years 0000 to 9999; the inverse of `toEpochDay`. */
export const fromEpochDay = (number: number): string => {
  const days = number + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const year = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365)
  const dayOfYear = dayOfEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const civilYear = year + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(civilYear).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** [Q5] The first day of the week, where Sunday is 1. */
export const firstDayOfWeek = 2

/**
 * Parses a date typed as DD-MM-YYYY, DD/MM/YYYY, YYYY-MM-DD or YYYY/MM/DD into `YYYY-MM-DD`; undefined if it is
 * invalid.
 */
export const parseDate = (typed: string): string | undefined => {
  const date = parseDateForm(typed)
  return date !== undefined && isIsoDate(date) ? date : undefined
}

/** Whether a text is written like a date, but the calendar has no such day: 31-02-2026. */
export const isImpossibleDate = (typed: string): boolean => parseDateForm(typed) !== undefined && parseDate(typed) === undefined

/** Returns the catalog key of the message about a text that is no date. */
export const getInvalidDateKey = (typed: string): "ERROR.NO_SUCH_DAY" | "ERROR.DATE_FORMAT" =>
  isImpossibleDate(typed) ? "ERROR.NO_SUCH_DAY" : "ERROR.DATE_FORMAT"

/** Returns `YYYY-MM-DD` for a text in an accepted form, whether or not the calendar has that day. */
const parseDateForm = (typed: string): string | undefined => {
  const dayFirst = /^\s*(\d{2})([-/])(\d{2})\2(\d{4})\s*$/.exec(typed)
  const yearFirst = /^\s*(\d{4})([-/])(\d{2})\2(\d{2})\s*$/.exec(typed)
  if (dayFirst !== null) return `${dayFirst[4]}-${dayFirst[3]}-${dayFirst[1]}`
  return yearFirst === null ? undefined : `${yearFirst[1]}-${yearFirst[3]}-${yearFirst[4]}`
}

/** Formats a date (`YYYY-MM-DD`) as DD-MM-YYYY; returns an invalid date unchanged. */
export const formatDate = (date: string): string => (isIsoDate(date) ? date.split("-").reverse().join("-") : date)

/** Returns the same day some months later, or the last day of that month if it is shorter; null if the input is not a date. */
export const addMonths = (day: string, months: number): string | null => {
  if (!isIsoDate(day)) return null
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  const totalMonths = year * 12 + month - 1 + months
  const [targetYear, targetMonth] = [Math.floor(totalMonths / 12), (totalMonths % 12) + 1]
  const formatDay = (dayOfMonth: number) =>
    `${String(targetYear).padStart(4, "0")}-${String(targetMonth).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`
  return [date, 30, 29, 28].map(formatDay).find(isIsoDate) ?? null
}
