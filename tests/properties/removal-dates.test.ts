// Removal dates: problems of edited dates, adding months, and due warnings.
import { expect, test } from "vitest"
import { addMonths } from "../../domain/date/calendar-date.ts"
import { findRemovalProblems, type RemovalEdit } from "../../domain/privacy/removal-form.ts"
import { findDueRemovalStep, getDefaultRemovalDates } from "../../domain/privacy/removal-procedure.ts"

const today = "2026-03-01"

test.each<[string | null, string | null, string | null, string | null]>([
  ["2026-03-01", "2026-03-01", null, null],
  ["2026-03-02", "2026-03-01", "after-removal", null],
  ["2026-02-28", "2026-03-05", "past", null],
  ["2026-03-02", "2026-02-28", null, "past"],
  ["2026-02-28", "2026-02-27", "past", "past"],
  ["", "2026-03-05", "missing", null],
  [null, "2026-03-05", "missing", null],
  ["2026-03-02", null, null, "missing"],
  ["2026-03-02", "", null, "missing"],
  [null, null, "missing", "missing"],
  ["2026-02-30", "2026-03-01", "no-such-day", null],
  ["31-02-2026", "2026-03-01", "no-such-day", null],
  ["2026-03-02", "1-3-2026", null, "no-date"],
])("[R2] a warning on %s and a removal on %s have the problems %s and %s", (removalWarningDate, deletedDate, ofWarning, ofRemoval) => {
  const edit: RemovalEdit = { removalProcedure: true, removalWarningDate, deletedDate }
  expect(findRemovalProblems(edit, today)).toEqual({ removalWarningDate: ofWarning, deletedDate: ofRemoval })
  expect(findRemovalProblems({ ...edit, removalProcedure: false }, today)).toEqual({ removalWarningDate: null, deletedDate: null })
})

test.each([
  ["2026-01-31", 1, "2026-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2026-01-30", 1, "2026-02-28"],
  ["2026-03-31", 1, "2026-04-30"],
  ["2026-02-28", 6, "2026-08-28"],
  ["2026-07-31", 5, "2026-12-31"],
  ["2026-12-01", 1, "2027-01-01"],
  ["0099-12-05", 13, "0101-01-05"],
  ["2026-05-07", 0, "2026-05-07"],
])("[R1] %s plus %i months is %s", (from, months, to) => {
  expect(addMonths(from, months)).toBe(to)
})

test("[R1] there are no default dates for an invalid closing date, or beyond the last possible day", () => {
  expect([getDefaultRemovalDates(""), getDefaultRemovalDates("2026-13-01"), getDefaultRemovalDates("9999-11-01")]).toEqual([
    null,
    null,
    null,
  ])
  expect(getDefaultRemovalDates("2026-01-15")).toEqual({ removalWarningDate: "2026-07-01", deletedDate: "2026-07-15" })
})

test("[R4] a warning is due from its day on, once, also if the date is an instant; without dates nothing is due", () => {
  const script = { status: "closed", removalProcedure: true, removalWarningDate: "2026-03-01T23:00:00.000Z", deletedDate: null } as const
  const due = (day: string, isWarned = false) => findDueRemovalStep(script, { today: day, isWarned })
  expect([due("2026-02-28"), due("2026-03-01"), due("2026-03-09"), due("2026-03-09", true)]).toEqual([null, "warning", "warning", null])
  expect(findDueRemovalStep({ ...script, removalWarningDate: null }, { today: "2030-01-01", isWarned: false })).toBe(null)
})
