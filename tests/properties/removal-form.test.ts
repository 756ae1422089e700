// The form of a removal: reading its fields, typed dates and violations.
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  dateProblemKeys,
  findRemovalProblems,
  parseRemovalFields,
  removalViolations,
  toRemovalFields,
} from "../../domain/privacy/removal-form.ts"

const day = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const removal = fc.record({
  removalProcedure: fc.boolean(),
  removalWarningDate: fc.option(day),
  deletedDate: fc.option(day),
})

test("unedited dates are sent as days, whatever time the server sent", () =>
  fc.assert(
    fc.property(removal, (row) => {
      const instant = (date: string | null) => date && `${date}T00:00:00.000Z`
      const fields = toRemovalFields({
        ...row,
        removalWarningDate: instant(row.removalWarningDate),
        deletedDate: instant(row.deletedDate),
      })
      expect(parseRemovalFields(fields)).toEqual(row)
    }),
  ))

test("a date may be typed in any of four formats; an invalid or empty one is reported", () =>
  fc.assert(
    fc.property(day, (iso) => {
      const [y, m, d] = iso.split("-")
      for (const typed of [`${d}-${m}-${y}`, `${d}/${m}/${y}`, iso, `${y}/${m}/${d}`, ` ${d}-${m}-${y} `])
        expect(parseRemovalFields({ removalProcedure: "true", deletedDate: typed })).toMatchObject({ deletedDate: iso })
      for (const [typed, problem] of [
        ["soon", "ERROR.REMOVAL_DATE_NO_DATE"],
        ["0", "ERROR.REMOVAL_DATE_NO_DATE"],
        ["31-02-2031", "ERROR.NO_SUCH_DAY"],
      ] as const) {
        const edit = parseRemovalFields({ removalProcedure: "true", deletedDate: typed, removalWarningDate: " " })
        expect([edit.deletedDate, edit.removalWarningDate]).toEqual([typed, null])
        expect(removalViolations(edit, iso)).toEqual([
          { field: "removalWarningDate", message: "ERROR.REMOVAL_DATE_MISSING" },
          { field: "deletedDate", message: problem },
        ])
      }
    }),
  ))

test("each problem has one violation", () =>
  fc.assert(
    fc.property(removal, day, (edit, today) => {
      const problems = Object.entries(findRemovalProblems(edit, today))
      expect(removalViolations(edit, today)).toEqual(
        problems.flatMap(([field, problem]) => (problem === null ? [] : [{ field, message: dateProblemKeys[problem] }])),
      )
    }),
  ))
