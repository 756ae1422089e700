// How a chat went lately: the conversations that began on each of the last days (design/interface "Details of a chat").
import { dateOf, dayNumber } from "../conditions/iso-date.ts"

/** Conversations that began on a day (`YYYY-MM-DD`). */
export type DayCount = { readonly day: string; readonly count: number }

/** Days that are shown, today among them. */
export const shownDays = 14

/** Each of the last days up to today, the earliest first, with what was counted of it: nothing where nothing was. */
export const lastDays = (counted: ReadonlyArray<DayCount>, today: string): ReadonlyArray<DayCount> => {
  const last = dayNumber(today)
  if (last === null) return []
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  return Array.from({ length: shownDays }, (_, i) => {
    const day = dateOf(last - shownDays + 1 + i)
    return { day, count: counts.get(day) ?? 0 }
  })
}
