// The removal procedure: default dates, edits, warnings, due steps and postponing.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addMonths } from "../../domain/date/calendar-date.ts"
import { findRemovalProblems } from "../../domain/privacy/removal-form.ts"
import {
  computeRemovalState,
  findDueRemovalStep,
  getDefaultRemovalDates,
  isInRemovalList,
  postponeRemoval,
  updateRemovalList,
} from "../../domain/privacy/removal-procedure.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { Status } from "../../domain/script/status.ts"

const date = fc.date({ min: new Date("1970-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
const day = date.map((date) => date.toISOString().slice(0, 10))
const status = fc.constantFrom(...Status.literals)
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

describe("the removal dates", () => {
  test("[R1] are six months after closing, with a warning 14 days before", () => {
    fc.assert(
      fc.property(date, (closed) => {
        const defaults = getDefaultRemovalDates(closed.toISOString())
        if (defaults === null) throw new Error("a date has dates")
        expect(days(defaults.removalWarningDate, defaults.deletedDate)).toBe(14)
        expect(defaults.deletedDate).toBe(addMonths(closed.toISOString().slice(0, 10), 6))
      }),
    )
    expect(getDefaultRemovalDates("2026-08-31T10:00:00Z")).toEqual({ removalWarningDate: "2027-02-14", deletedDate: "2027-02-28" })
    expect(getDefaultRemovalDates("soon")).toBe(null)
  })

  test("are in the right month after adding months, on the same day or the last one of the month", () => {
    fc.assert(
      fc.property(day, fc.nat(60), (from, months) => {
        const to = addMonths(from, months) ?? ""
        const first = new Date(`${from.slice(0, 7)}-01T00:00:00Z`)
        first.setUTCMonth(first.getUTCMonth() + months)
        expect(to.slice(0, 7)).toBe(first.toISOString().slice(0, 7))
        const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10)
        expect(to.slice(8) === from.slice(8) || (to.slice(8) < from.slice(8) && next.endsWith("-01"))).toBe(true)
      }),
    )
    expect(["2024-02-30", "", "2026-1-1"].map((date) => addMonths(date, 1))).toEqual([null, null, null])
  })
})

describe("editing a removal", () => {
  test("[R2] rejects dates before today and a warning after the removal, unless the procedure is off", () => {
    fc.assert(
      fc.property(day, day, day, fc.boolean(), (today, removalWarningDate, deletedDate, removalProcedure) => {
        const problems = findRemovalProblems({ removalProcedure, removalWarningDate, deletedDate }, today)
        const isValid = removalWarningDate >= today && deletedDate >= today && removalWarningDate <= deletedDate
        expect(problems.removalWarningDate === null && problems.deletedDate === null).toBe(!removalProcedure || isValid)
      }),
    )
    expect(findRemovalProblems({ removalProcedure: true, removalWarningDate: null, deletedDate: "31-12-2026" }, "2026-01-01")).toEqual({
      removalWarningDate: "missing",
      deletedDate: "no-date",
    })
    expect(
      findRemovalProblems({ removalProcedure: true, removalWarningDate: "2026-03-02", deletedDate: "2026-03-01" }, "2026-03-01"),
    ).toEqual({
      removalWarningDate: "after-removal",
      deletedDate: null,
    })
    expect(
      findRemovalProblems({ removalProcedure: true, removalWarningDate: "2026-02-28", deletedDate: "2026-03-01" }, "2026-03-01"),
    ).toEqual({
      removalWarningDate: "past",
      deletedDate: null,
    })
  })

  test("[R3] updates the row in the list, removes it if the procedure is off, and keeps all other rows", () => {
    const row = fc.record({
      uuid: fc.constantFrom("a", "b", "c").map((uuid) => ScriptId.make(uuid)),
      status,
      removalProcedure: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: (row) => row.uuid }), row, (rows, edited) => {
        const after = updateRemovalList(rows, edited)
        expect(after.filter(({ uuid }) => uuid !== edited.uuid)).toEqual(rows.filter(({ uuid }) => uuid !== edited.uuid))
        const wasListed = rows.some(({ uuid }) => uuid === edited.uuid)
        expect(after.filter(({ uuid }) => uuid === edited.uuid)).toEqual(wasListed && isInRemovalList(edited) ? [edited] : [])
      }),
    )
  })
})

test("[R4] a late warning postpones the removal by the same notice; a timely one does not", () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.nat(200), fc.boolean(), (warning, notice, today, isInstant) => {
      const written = (n: number) => (isInstant ? `${at(n)}T00:00:00.000Z` : at(n))
      const dates = { removalWarningDate: written(warning), deletedDate: written(warning + notice) }
      expect(postponeRemoval(dates, at(today))).toBe(at(Math.max(warning, today) + notice))
    }),
  )
  expect(postponeRemoval({ removalWarningDate: null, deletedDate: "2026-03-01" }, "2026-03-04")).toBe("2026-03-04")
  expect(postponeRemoval({ removalWarningDate: "2026-03-01", deletedDate: null }, "2026-03-04")).toBe(null)
  // A removal never comes before its warning, even if its date does.
  expect(postponeRemoval({ removalWarningDate: "2026-03-05", deletedDate: "2026-03-01" }, "2026-03-06")).toBe("2026-03-06")
})

test("[R4] a chat in the procedure gets one warning and then the removal, however many days are skipped; others get neither", () => {
  fc.assert(
    fc.property(
      status,
      fc.boolean(),
      fc.nat(30),
      fc.nat(30),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }),
      (scriptStatus, removalProcedure, first, span, steps) => {
        const at = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
        const script = { status: scriptStatus, removalProcedure, removalWarningDate: at(first), deletedDate: at(first + span) }
        let isWarned = false
        let now = 0
        for (const step of steps) {
          const due = findDueRemovalStep(script, { today: at(now), isWarned })
          const expected = now < first ? null : !isWarned ? "warning" : now >= first + span ? "removal" : null
          expect(due).toBe(isInRemovalList(script) ? expected : null)
          if (due === "warning") isWarned = true
          now += step
        }
      },
    ),
  )
})

test("[R5] only a closed chat with the procedure on is approved for removal; it keeps its dates and gets missing ones", () => {
  const dates = fc.option(fc.constantFrom("2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"), { nil: null })
  const scriptState = fc.record({
    status: fc.constantFrom(...Status.literals),
    closedDate: fc.constantFrom(null, "2026-03-01T12:00:00.000Z"),
    removalProcedure: fc.boolean(),
    removalWarningDate: dates,
    deletedDate: dates,
  })
  fc.assert(
    fc.property(scriptState, (script) => {
      const after = computeRemovalState(script)
      const isUp = script.status === "closed" && script.removalProcedure && script.closedDate !== null
      expect(after).toEqual({
        isDeletionApproved: isUp,
        removalWarningDate: isUp ? (script.removalWarningDate ?? "2026-08-18") : null,
        deletedWarningDate: isUp ? (script.removalWarningDate ?? "2026-08-18") : null,
        deletedDate: isUp ? (script.deletedDate ?? "2026-09-01") : null,
      })
    }),
  )
})

test("[R5] turning the procedure on late still leaves the full notice", () => {
  const long = {
    status: "closed",
    closedDate: "2026-01-01T09:00:00.000Z",
    removalProcedure: true,
    removalWarningDate: null,
    deletedDate: null,
  } as const
  expect(computeRemovalState(long, "2026-09-01")).toMatchObject({ removalWarningDate: "2026-09-01", deletedDate: "2026-09-15" })
  // The day of the warning has passed, that of the removal has not.
  expect(computeRemovalState(long, "2026-06-20")).toMatchObject({ removalWarningDate: "2026-06-20", deletedDate: "2026-07-04" })
  expect(computeRemovalState(long, "2026-06-17")).toMatchObject({ removalWarningDate: "2026-06-17", deletedDate: "2026-07-01" })
  expect(computeRemovalState(long, "2026-06-16")).toMatchObject({ removalWarningDate: "2026-06-17", deletedDate: "2026-07-01" })
})

test("[R5] turning the procedure on never sets a past warning, and keeps at least the default notice", () => {
  const script = { status: "closed", removalProcedure: true, removalWarningDate: null, deletedDate: null } as const
  fc.assert(
    fc.property(day, fc.nat(400), (closedDate, later) => {
      const today = new Date(Date.parse(closedDate) + later * 86_400_000).toISOString().slice(0, 10)
      const { removalWarningDate: warning, deletedDate: removal } = computeRemovalState({ ...script, closedDate }, today)
      expect((warning ?? "") >= today).toBe(true)
      expect(days(warning ?? "", removal ?? "")).toBe(14)
      expect((removal ?? "") >= (getDefaultRemovalDates(closedDate)?.deletedDate ?? "")).toBe(true)
    }),
  )
})

test("[R4] a removal is due on its day, also if the date is an instant", () => {
  const script = { status: "closed", removalProcedure: true, removalWarningDate: null, deletedDate: "2026-05-02T13:00:00.000Z" } as const
  expect(findDueRemovalStep(script, { today: "2026-05-01", isWarned: true })).toBe(null)
  expect(findDueRemovalStep(script, { today: "2026-05-02", isWarned: true })).toBe("removal")
})

test("[R4] without a warning date the warning is due on the removal date", () => {
  const script = { status: "closed", removalProcedure: true, removalWarningDate: null, deletedDate: "2026-05-02" } as const
  expect(findDueRemovalStep(script, { today: "2026-05-01", isWarned: false })).toBe(null)
  expect(findDueRemovalStep(script, { today: "2026-05-02", isWarned: false })).toBe("warning")
})
