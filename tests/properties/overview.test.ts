import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import { getAllowedActions, getListName, listShownDates, statusesByList, truncateName } from "../../domain/script/script-list.ts"
import { getStatusConsent, Status, updateStatusDates } from "../../domain/script/status.ts"

const status = fc.constantFrom(...Status.literals)
const listed = (over: Partial<ListedScript>): ListedScript => ({
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
  ...over,
})

describe("the chat overview", () => {
  test("[S7] a name is cut after 40 characters, never within one, and a shorter one stays whole", () => {
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

  test("[S7] a name of 40 characters stays whole, and no space is left before the ellipsis", () => {
    expect([truncateName("a".repeat(40)), truncateName("a".repeat(41))]).toEqual(["a".repeat(40), `${"a".repeat(40)}…`])
    expect(truncateName(` ${"a".repeat(37)}  bc`)).toBe(` ${"a".repeat(37)}…`)
  })

  test("each status stands in just one list", () => {
    fc.assert(
      fc.property(status, (it) => {
        expect(Object.values(statusesByList).filter((list) => list.some((other) => other === it))).toEqual([
          statusesByList[getListName(it)],
        ])
      }),
    )
  })

  test("editing is offered in preparation only, the chat's link neither closed nor deleted, copying and statistics not when deleted", () => {
    for (const it of Status.literals) {
      expect(getAllowedActions(it).includes("edit")).toBe(it === "preparation")
      expect(getAllowedActions(it).includes("open-chat")).toBe(it !== "closed" && it !== "deleted")
      for (const action of ["copy", "live-statistics", "removal-procedure"] as const)
        expect(getAllowedActions(it).includes(action)).toBe(it !== "deleted")
      expect(getAllowedActions(it)).toContain("delete")
    }
  })

  test("[S8] dates by status, and none that is not set", () => {
    const shown = (over: Partial<ListedScript>) => listShownDates(listed(over)).map(({ of }) => of)
    expect(shown({ status: "preparation" })).toEqual([])
    expect(shown({ status: "live" })).toEqual(["liveDate"])
    expect(shown({ status: "closed" })).toEqual(["liveDate", "closedDate"])
    expect(shown({ status: "closed", isDeletionApproved: true })).toEqual(["liveDate", "closedDate", "removalWarningDate", "deletedDate"])
    expect(shown({ status: "closed", liveDate: null })).toEqual(["closedDate"])
  })
})

test("[S3] the live date is that of the first time; the closing date is there just while closed or deleted since", () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 12 }), (wishes) => {
      const walk = {
        at: "preparation" as Status,
        dates: { liveDate: null, closedDate: null } as ReturnType<typeof updateStatusDates>,
        firstLive: null as string | null,
      }
      for (const [tick, to] of wishes.entries()) {
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
