// The chat overview: names, lists, actions and dates by status.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import { getAllowedActions, getListName, listShownDates, statusesByList, truncateName } from "../../domain/script/script-list.ts"
import { getStatusConsent, Status, updateStatusDates } from "../../domain/script/status.ts"

const status = fc.constantFrom(...Status.literals)
const listed = (fields: Partial<ListedScript>): ListedScript => ({
  uuid: ScriptId.make("s"),
  name: "a",
  public_name: "a",
  language: "nl",
  status: "preparation",
  revision: 1,
  isDeletionApproved: false,
  removalProcedure: true,
  liveDate: "2026-01-01T00:00:00Z",
  closedDate: "2026-02-01T00:00:00Z",
  deletedWarningDate: null,
  deletedDate: "2026-08-01T00:00:00Z",
  removalWarningDate: "2026-07-18T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  ...fields,
})

describe("the chat overview", () => {
  test("[S7] truncates a name after 40 characters, never within one, and shows a shorter name in full", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (before, after) => {
        const name = `${"a".repeat(before)}😀${"b".repeat(after)}`
        const cut = truncateName(name)
        if (before + after < 40) expect(cut).toBe(name)
        else {
          expect(Array.from(cut)).toHaveLength(41)
          expect(name.startsWith(cut.slice(0, -1))).toBe(true)
        }
        expect(cut).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })

  test("[S7] shows a name of 40 characters in full, and leaves no space before the ellipsis", () => {
    expect([truncateName("a".repeat(40)), truncateName("a".repeat(41))]).toEqual(["a".repeat(40), `${"a".repeat(40)}…`])
    expect(truncateName(` ${"a".repeat(37)}  bc`)).toBe(` ${"a".repeat(37)}…`)
  })

  test("shows each status in exactly one list", () => {
    fc.assert(
      fc.property(status, (status) => {
        expect(Object.values(statusesByList).filter((list) => list.some((other) => other === status))).toEqual([
          statusesByList[getListName(status)],
        ])
      }),
    )
  })

  test("offers editing only in preparation, the chat link unless closed or deleted, and copying and statistics unless deleted", () => {
    for (const status of Status.literals) {
      expect(getAllowedActions(status).includes("edit")).toBe(status === "preparation")
      expect(getAllowedActions(status).includes("open-chat")).toBe(status !== "closed" && status !== "deleted")
      for (const action of ["copy", "live-statistics", "removal-procedure"] as const)
        expect(getAllowedActions(status).includes(action)).toBe(status !== "deleted")
      expect(getAllowedActions(status)).toContain("delete")
    }
  })

  test("[S8] shows the dates of the status, and none that is not set", () => {
    const shown = (fields: Partial<ListedScript>) => listShownDates(listed(fields)).map(({ of }) => of)
    expect(shown({ status: "preparation" })).toEqual([])
    expect(shown({ status: "live" })).toEqual(["liveDate"])
    expect(shown({ status: "closed" })).toEqual(["liveDate", "closedDate"])
    expect(shown({ status: "closed", isDeletionApproved: true })).toEqual(["liveDate", "closedDate", "removalWarningDate", "deletedDate"])
    expect(shown({ status: "closed", liveDate: null })).toEqual(["closedDate"])
  })
})

test("[S3] the live date is set only the first time; the closing date is set on closing and cleared by preparation", () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 12 }), (transitions) => {
      const walk = {
        at: "preparation" as Status,
        dates: { liveDate: null, closedDate: null } as ReturnType<typeof updateStatusDates>,
        firstLive: null as string | null,
      }
      for (const [tick, to] of transitions.entries()) {
        if (getStatusConsent(walk.at, to) === undefined) continue
        walk.dates = updateStatusDates(walk.dates, to, `t${tick}`)
        if (to === "live") walk.firstLive ??= `t${tick}`
        walk.at = to
        expect(walk.dates.liveDate).toBe(walk.firstLive)
        if (to === "preparation") expect(walk.dates.closedDate).toBeNull()
        if (to === "closed") expect(walk.dates.closedDate).toBe(`t${tick}`)
      }
    }),
  )
})
