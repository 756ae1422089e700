// The calendar month grid, and keyboard navigation between days [Q5].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { listCalendarWeeks, moveDayByKey } from "../../domain/date/calendar-month.ts"

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekday = (of: string | undefined) => new Date(of ?? "").getUTCDay()
const daysBetween = (from: string, to: string | undefined) => (Date.parse(to ?? "") - Date.parse(from)) / 86_400_000

describe("[Q5] a calendar", () => {
  test("shows a month in whole weeks that start on Monday, with each of its days once and no week outside of it", () => {
    fc.assert(
      fc.property(day, (date) => {
        const month = date.slice(0, 7)
        const weeks = listCalendarWeeks(month)
        const all = weeks.flat()
        expect(weeks.every((week) => week.length === 7 && weekday(week[0]) === 1)).toBe(true)
        expect(weeks.every((week) => week.some((it) => it.startsWith(month)))).toBe(true)
        for (const [place, it] of all.entries()) expect(daysBetween(all[0] ?? "", it)).toBe(place)
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
        expect(all.filter((it) => it.startsWith(month))).toHaveLength(last)
      }),
    )
    expect(listCalendarWeeks("2026-13")).toEqual([])
  })

  test("moves by arrow keys in days and weeks, by Home and End within a week, and by Page keys in months", () => {
    fc.assert(
      fc.property(day, (date) => {
        const steps = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => daysBetween(date, moveDayByKey(date, key)))
        expect(steps).toEqual([-1, 1, -7, 7])
        expect([weekday(moveDayByKey(date, "Home")), weekday(moveDayByKey(date, "End"))]).toEqual([1, 0])
        expect(daysBetween(moveDayByKey(date, "Home") ?? "", moveDayByKey(date, "End"))).toBe(6)
        const month = (of: string | undefined) => Number(of?.slice(0, 4)) * 12 + Number(of?.slice(5, 7))
        expect(["PageUp", "PageDown"].map((key) => month(moveDayByKey(date, key)) - month(date))).toEqual([-1, 1])
        expect(moveDayByKey(date, "a")).toBeUndefined()
      }),
    )
    expect([moveDayByKey("2026-01-31", "PageDown"), moveDayByKey("2024-02-29", "PageUp"), moveDayByKey("x", "Home")]).toEqual([
      "2026-02-28",
      "2024-01-29",
      undefined,
    ])
  })
})
