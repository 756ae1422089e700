// Weeks of a calendar month, and keyboard movement between days (Q5). Days are `YYYY-MM-DD`, months `YYYY-MM`.

import { getOwnField } from "../json/json-value.ts"
import { addMonths, firstDayOfWeek, fromEpochDay, toEpochDay } from "./calendar-date.ts"

const daysOfWeek = 7

/** Returns 0 for the first day of a week to 6 for the last. Day number 0 is a Thursday (5, where Sunday is 1). */
const getWeekdayIndex = (number: number): number => (((number + 5 - firstDayOfWeek) % daysOfWeek) + daysOfWeek) % daysOfWeek

/** Returns the weeks that contain days of a month, each with all its seven days; empty for an invalid month. */
export const listCalendarWeeks = (month: string): ReadonlyArray<ReadonlyArray<string>> => {
  const first = toEpochDay(`${month}-01`)
  const next = toEpochDay(addMonths(`${month}-01`, 1) ?? "")
  if (first === null || next === null) return []
  const start = first - getWeekdayIndex(first)
  const weeks = Math.ceil((next - start) / daysOfWeek)
  return Array.from({ length: weeks }, (_, week) => listWeekFrom(start + week * daysOfWeek))
}

const listWeekFrom = (start: number): ReadonlyArray<string> => Array.from({ length: daysOfWeek }, (_, i) => fromEpochDay(start + i))

/** Keys that move by months, and keys that move by days. */
const monthSteps: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }
const daySteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -daysOfWeek, ArrowDown: daysOfWeek }

/** Returns the day that a key moves to, as in common calendars; undefined if the key does not move. */
export const moveDayByKey = (day: string, key: string): string | undefined => {
  const number = toEpochDay(day)
  if (number === null) return undefined
  const step = getOwnField(monthSteps, key)
  if (step !== undefined) return addMonths(day, step) ?? undefined
  const weekday = getWeekdayIndex(number)
  const by = key === "Home" ? -weekday : key === "End" ? daysOfWeek - 1 - weekday : getOwnField(daySteps, key)
  return by === undefined ? undefined : fromEpochDay(number + by)
}
