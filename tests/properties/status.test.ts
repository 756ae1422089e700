import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  canHaveLinks,
  getStatusConsent,
  isLocked,
  listSelectableStatuses,
  respondentViews,
  Status,
  StatusFromCode,
  updateStatusDates,
} from "../../domain/script/status.ts"

const status = fc.constantFrom(...Status.literals)
const instant = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }).map((it) => it.toISOString())

describe("script status", () => {
  test("only live chats answer, closed ones say so, one in preparation may be open again, and of others nothing is known; what is archived has no links", () => {
    expect(Status.literals.map((status) => [status, respondentViews[status], canHaveLinks(status)])).toEqual([
      ["preparation", "paused", true],
      ["live", "chat", true],
      ["closed", "closed", true],
      ["deleted", "nothing", false],
    ])
  })

  test("[S1] the picker never offers the present status, nor deleted", () => {
    fc.assert(
      fc.property(status, (from) => {
        expect(listSelectableStatuses(from)).not.toContain(from)
        expect(listSelectableStatuses(from)).not.toContain("deleted")
      }),
    )
  })

  test("[S1] what the picker offers, from each status", () => {
    expect(Status.literals.map(listSelectableStatuses)).toEqual([
      ["live", "closed"],
      ["preparation", "closed"],
      ["preparation", "live"],
      ["preparation"],
    ])
  })

  test("[S2] which steps there are, and what the author is asked before each", () => {
    const asked = (from: Status) => Status.literals.map((to) => getStatusConsent(from, to))
    expect(asked("preparation")).toEqual([undefined, null, null, null])
    expect(asked("live")).toEqual(["may-lose-data", undefined, null, null])
    expect(asked("closed")).toEqual(["may-lose-data", null, undefined, null])
    expect(asked("deleted")).toEqual(["reactivates", undefined, undefined, undefined])
  })

  test("[S2] whatever steps were taken, preparation can be reached in one more", () => {
    fc.assert(
      fc.property(status, fc.array(status), (start, wishes) => {
        const end = wishes.reduce((at, to) => (getStatusConsent(at, to) === undefined ? at : to), start)
        expect(end === "preparation" || getStatusConsent(end, "preparation") !== undefined).toBe(true)
      }),
    )
  })

  test("[S3] over any way through the statuses: the live date is of the first time live, the closed date of the last closing since preparation", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(status, instant), { maxLength: 12 }), (way) => {
        const end = way.reduce((dates, [to, now]) => updateStatusDates(dates, to, now), { liveDate: null, closedDate: null } as ReturnType<
          typeof updateStatusDates
        >)
        const sinceReset = way.slice(way.findLastIndex(([to]) => to === "preparation") + 1)
        expect(end).toEqual({
          liveDate: way.find(([to]) => to === "live")?.[1] ?? null,
          closedDate: sinceReset.findLast(([to]) => to === "closed")?.[1] ?? null,
        })
      }),
    )
  })

  test("[S4] live and closed count as live", () => {
    expect(Status.literals.filter(isLocked)).toEqual(["live", "closed"])
  })

  test("[S1] the wire writes 1 to 4", () => {
    expect(Status.literals.map((it) => Schema.encodeSync(StatusFromCode)(it))).toEqual([1, 2, 3, 4])
    expect([1, 2, 3, 4].map((it) => Schema.decodeUnknownSync(StatusFromCode)(it))).toEqual([...Status.literals])
    for (const code of [0, 5, "1", null, 1.5]) expect(Schema.decodeUnknownOption(StatusFromCode)(code)._tag).toBe("None")
  })
})
