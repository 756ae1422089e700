import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { listCalendarWeeks, moveDayByKey } from "../../domain/date/calendar-month.ts"

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekday = (of: string | undefined) => new Date(of ?? "").getUTCDay()
const between = (one: string, other: string | undefined) => (Date.parse(other ?? "") - Date.parse(one)) / 86_400_000

describe("[Q5] a calendar", () => {
  test("shows a month in whole weeks that start on Monday, every day of it once, and no week without one", () => {
    fc.assert(
      fc.property(day, (some) => {
        const month = some.slice(0, 7)
        const weeks = listCalendarWeeks(month)
        const all = weeks.flat()
        expect(weeks.every((week) => week.length === 7 && weekday(week[0]) === 1)).toBe(true)
        expect(weeks.every((week) => week.some((it) => it.startsWith(month)))).toBe(true)
        for (const [place, it] of all.entries()) expect(between(all[0] ?? "", it)).toBe(place)
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
        expect(all.filter((it) => it.startsWith(month))).toHaveLength(last)
      }),
    )
    expect(listCalendarWeeks("2026-13")).toEqual([])
  })

  test("is walked by the keyboard: by days, by weeks, to the ends of a week, by months", () => {
    fc.assert(
      fc.property(day, (some) => {
        const steps = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => between(some, moveDayByKey(some, key)))
        expect(steps).toEqual([-1, 1, -7, 7])
        expect([weekday(moveDayByKey(some, "Home")), weekday(moveDayByKey(some, "End"))]).toEqual([1, 0])
        expect(between(moveDayByKey(some, "Home") ?? "", moveDayByKey(some, "End"))).toBe(6)
        const month = (of: string | undefined) => Number(of?.slice(0, 4)) * 12 + Number(of?.slice(5, 7))
        expect(["PageUp", "PageDown"].map((key) => month(moveDayByKey(some, key)) - month(some))).toEqual([-1, 1])
        expect(moveDayByKey(some, "a")).toBeUndefined()
      }),
    )
    expect([moveDayByKey("2026-01-31", "PageDown"), moveDayByKey("2024-02-29", "PageUp"), moveDayByKey("x", "Home")]).toEqual([
      "2026-02-28",
      "2024-01-29",
      undefined,
    ])
  })
})
