// Keyboard navigation between the days of a calendar [Q5].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { moveDayByKey } from "../../domain/date/calendar-keys.ts"

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekday = (of: string | undefined) => new Date(of ?? "").getUTCDay()
const daysBetween = (from: string, to: string | undefined) => (Date.parse(to ?? "") - Date.parse(from)) / 86_400_000

describe("[Q5] a calendar", () => {
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
