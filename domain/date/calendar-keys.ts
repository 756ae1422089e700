// Keyboard movement between the days of a calendar, as in WAI-ARIA's date picker [Q5]. Days are `YYYY-MM-DD`.

import { getOwnField } from "../json/json-value.ts"
import { addMonths, firstDayOfWeek, fromEpochDay, toEpochDay } from "./calendar-date.ts"

const daysOfWeek = 7

/** Returns 0 for the first day of a week to 6 for the last. Day number 0 is a Thursday (5, where Sunday is 1). */
const getWeekdayIndex = (number: number): number => (((number + 5 - firstDayOfWeek) % daysOfWeek) + daysOfWeek) % daysOfWeek

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
