// The form of a removal edit: what stands in its fields is what the row says, and what is typed is what is sent.
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  dateProblemKeys,
  parseRemovalFields,
  removalProblems,
  removalViolations,
  toRemovalFields,
} from "../../domain/removal/removal-procedure.ts"

const day = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const removal = fc.record({
  removalProcedure: fc.boolean(),
  removalWarningDate: fc.option(day),
  deletedDate: fc.option(day),
})

test("what is not edited is sent as it was, whatever time of the day the server gave", () =>
  fc.assert(
    fc.property(removal, (row) => {
      const instant = (it: string | null) => it && `${it}T00:00:00.000Z`
      const fields = toRemovalFields({
        ...row,
        removalWarningDate: instant(row.removalWarningDate),
        deletedDate: instant(row.deletedDate),
      })
      expect(parseRemovalFields(fields)).toEqual(row)
    }),
  ))

test("a day may be typed in any of the four forms; what is none stays as it is and is told, and blank is missing", () =>
  fc.assert(
    fc.property(day, (it) => {
      const [y, m, d] = it.split("-")
      for (const typed of [`${d}-${m}-${y}`, `${d}/${m}/${y}`, it, `${y}/${m}/${d}`, ` ${d}-${m}-${y} `])
        expect(parseRemovalFields({ removalProcedure: "true", deletedDate: typed })).toMatchObject({ deletedDate: it })
      for (const typed of ["soon", "31-02-2031", "0"]) {
        const edit = parseRemovalFields({ removalProcedure: "true", deletedDate: typed, removalWarningDate: " " })
        expect([edit.deletedDate, edit.removalWarningDate]).toEqual([typed, null])
        expect(removalViolations(edit, it)).toEqual([
          { field: "removalWarningDate", message: "ERROR.REMOVAL_DATE_MISSING" },
          { field: "deletedDate", message: "ERROR.REMOVAL_DATE_NO_DATE" },
        ])
      }
    }),
  ))

test("a violation stands for each problem, and for nothing else", () =>
  fc.assert(
    fc.property(removal, day, (edit, today) => {
      const problems = Object.entries(removalProblems(edit, today))
      expect(removalViolations(edit, today)).toEqual(
        problems.flatMap(([field, problem]) => (problem === null ? [] : [{ field, message: dateProblemKeys[problem] }])),
      )
    }),
  ))
