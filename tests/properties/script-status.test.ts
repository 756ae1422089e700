// Script statuses: transitions, dates, the live lock and wire codes.
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
const instant = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }).map((date) => date.toISOString())

describe("script status", () => {
  test("decides what respondents see, and only archived scripts have no links", () => {
    expect(Status.literals.map((status) => [status, respondentViews[status], canHaveLinks(status)])).toEqual([
      ["preparation", "paused", true],
      ["live", "chat", true],
      ["closed", "closed", true],
      ["deleted", "nothing", false],
    ])
  })

  test("[S1] is never offered as itself or as deleted in the picker", () => {
    fc.assert(
      fc.property(status, (from) => {
        expect(listSelectableStatuses(from)).not.toContain(from)
        expect(listSelectableStatuses(from)).not.toContain("deleted")
      }),
    )
  })

  test("[S1] determines the statuses that the picker offers", () => {
    expect(Status.literals.map(listSelectableStatuses)).toEqual([
      ["live", "closed"],
      ["preparation", "closed"],
      ["preparation", "live"],
      ["preparation"],
    ])
  })

  test("[S2] determines the allowed transitions and the confirmation of each", () => {
    const consents = (from: Status) => Status.literals.map((to) => getStatusConsent(from, to))
    expect(consents("preparation")).toEqual([undefined, null, null, null])
    expect(consents("live")).toEqual(["may-lose-data", undefined, null, null])
    expect(consents("closed")).toEqual(["may-lose-data", null, undefined, null])
    expect(consents("deleted")).toEqual(["reactivates", undefined, undefined, undefined])
  })

  test("[S2] can go to preparation from every status", () => {
    fc.assert(
      fc.property(status, fc.array(status), (start, transitions) => {
        const end = transitions.reduce((at, to) => (getStatusConsent(at, to) === undefined ? at : to), start)
        expect(end === "preparation" || getStatusConsent(end, "preparation") !== undefined).toBe(true)
      }),
    )
  })

  test("[S3] sets the live date the first time only, and the closed date at the last closing since preparation", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(status, instant), { maxLength: 12 }), (transitions) => {
        const end = transitions.reduce((dates, [to, now]) => updateStatusDates(dates, to, now), {
          liveDate: null,
          closedDate: null,
        } as ReturnType<typeof updateStatusDates>)
        const sinceReset = transitions.slice(transitions.findLastIndex(([to]) => to === "preparation") + 1)
        expect(end).toEqual({
          liveDate: transitions.find(([to]) => to === "live")?.[1] ?? null,
          closedDate: sinceReset.findLast(([to]) => to === "closed")?.[1] ?? null,
        })
      }),
    )
  })

  test("[S4] counts as live when live or closed", () => {
    expect(Status.literals.filter(isLocked)).toEqual(["live", "closed"])
  })

  test("[S1] is encoded as 1 to 4", () => {
    expect(Status.literals.map((status) => Schema.encodeSync(StatusFromCode)(status))).toEqual([1, 2, 3, 4])
    expect([1, 2, 3, 4].map((code) => Schema.decodeUnknownSync(StatusFromCode)(code))).toEqual([...Status.literals])
    for (const code of [0, 5, "1", null, 1.5]) expect(Schema.decodeUnknownOption(StatusFromCode)(code)._tag).toBe("None")
  })
})
