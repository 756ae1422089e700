// A month as a calendar shows it, and the way from day to day in it by the keyboard (spec/3-community §9; decisions Q5).
// Days are `YYYY-MM-DD`, months `YYYY-MM`.

import { getOwnField } from "../json/json-value.ts"
import { addMonths } from "../removal/removal-procedure.ts"
import { firstDayOfWeek, fromEpochDay, toEpochDay } from "./calendar-date.ts"

const daysOfWeek = 7

/** 0 for the first day of a week, 6 for the last; the day of number 0 is a Thursday (5, Sunday being 1). */
const placeInWeek = (number: number): number => (((number + 5 - firstDayOfWeek) % daysOfWeek) + daysOfWeek) % daysOfWeek

/** The whole weeks in which a month has days, each with its seven days; none of what is no month. */
export const listCalendarWeeks = (month: string): ReadonlyArray<ReadonlyArray<string>> => {
  const first = toEpochDay(`${month}-01`)
  const next = toEpochDay(addMonths(`${month}-01`, 1) ?? "")
  if (first === null || next === null) return []
  const start = first - placeInWeek(first)
  const weeks = Math.ceil((next - start) / daysOfWeek)
  return Array.from({ length: weeks }, (_, week) => weekFrom(start + week * daysOfWeek))
}

const weekFrom = (start: number): ReadonlyArray<string> => Array.from({ length: daysOfWeek }, (_, i) => fromEpochDay(start + i))

/** Months by which keys step, days by which others do. */
const months: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }
const days: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -daysOfWeek, ArrowDown: daysOfWeek }

/** The day that a key leads to from a day, as calendars do; undefined where it leads nowhere. */
export const moveDayByKey = (day: string, key: string): string | undefined => {
  const number = toEpochDay(day)
  if (number === null) return undefined
  const step = getOwnField(months, key)
  if (step !== undefined) return addMonths(day, step) ?? undefined
  const place = placeInWeek(number)
  const by = key === "Home" ? -place : key === "End" ? daysOfWeek - 1 - place : getOwnField(days, key)
  return by === undefined ? undefined : fromEpochDay(number + by)
}
