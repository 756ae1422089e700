// Counts of conversations per recent day.
import fc from "fast-check"
import { expect, test } from "vitest"
import { listRecentDays, recentDayCount } from "../../domain/conversations/conversation.ts"

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test("lists each recent day once, today last, with its count or 0", () => {
  fc.assert(
    fc.property(
      day,
      fc.uniqueArray(fc.record({ day, count: fc.nat() }), { selector: (it) => it.day }),
      fc.nat(20),
      (today, others, back) => {
        const earlier = new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10)
        const counted = [...others.filter((it) => it.day !== earlier), { day: earlier, count: 7 }]
        const days = listRecentDays(counted, today)
        expect(days).toHaveLength(recentDayCount)
        expect(days.at(-1)?.day).toBe(today)
        for (const [index, it] of days.entries()) {
          expect(Date.parse(today) - Date.parse(it.day)).toBe((recentDayCount - 1 - index) * 86_400_000)
          expect(it.count).toBe(counted.find((one) => one.day === it.day)?.count ?? 0)
        }
        expect(days.some((it) => it.count === 7 && it.day === earlier)).toBe(back < recentDayCount)
      },
    ),
  )
})

test("returns no days when today is not a date", () => {
  expect(listRecentDays([], "yesterday")).toEqual([])
})
