// Writing CSV: quoting, and escaping cells that a spreadsheet would run.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Cell, csvLine, csvStart } from "../../domain/exports/csv.ts"
import { readCsv } from "../fixtures/read-csv.ts"

const risky = fc.constantFrom(
  "=1+1",
  "+cmd",
  "-x",
  "@sum",
  "\t=1",
  "\r=1",
  "=",
  "-",
  '="a"',
  "+31 6 1234",
  "-5",
  "+31612345678",
  "1e5",
  "-1e5",
  "+2.5E-3",
  "-1e",
  "-1,5",
)
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", ";", "\r", "\n", "=", "a") }),
  risky,
  fc.double({ noNaN: true }),
  fc.integer(),
)
const separator = fc.constantFrom("," as const, ";" as const)
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^[+-]?(\d+([.,]\d+)?|[.,]\d+)([eE][+-]?\d+)?$/.test(text)

describe("CSV", () => {
  test("is read back cell for cell, with a leading ' where a spreadsheet would run a cell", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { maxLength: 4 }), separator, (rows, by) => {
        const file = rows.map((row) => csvLine(row, by)).join("")
        expect(readCsv(file, by)).toEqual(
          rows.map((row) => row.map((it) => (typeof it === "string" && isFormula(it) ? `'${it}` : String(it)))),
        )
      }),
      { numRuns: 500 },
    )
  })

  test("has no cell that a spreadsheet would run, except numbers", () => {
    fc.assert(
      fc.property(cell, separator, (it, by) => {
        const [[read = ""] = []] = readCsv(csvLine([it], by), by)
        expect(typeof it === "string" && isFormula(read)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ["=1+1", "'=1+1"],
    ["@a", "'@a"],
    ["-", "'-"],
    ["-5", "-5"],
    ["+3,5", "+3,5"],
    ["-1e5", "-1e5"],
    ["+2.5E-3", "+2.5E-3"],
    ["-1e", "'-1e"],
    ["+31 6", "'+31 6"],
    ["-5+cmd", "'-5+cmd"],
    ["\tx", "'\tx"],
    ["a=1", "a=1"],
  ])("writes %j as %j", (text, safe) => {
    expect(csvLine([text], ";")).toBe(`${safe}\r\n`)
  })

  test("starts with a byte order mark, and may declare its separator", () => {
    expect(csvStart(",", false)).toBe("\ufeff")
    expect(csvStart(";", true)).toBe("\ufeffsep=;\r\n")
  })

  test("writes a row with one empty cell as an empty line", () => {
    expect(csvLine([""], ",")).toBe("\r\n")
    expect(csvLine(["", "", 0], ",")).toBe(",,0\r\n")
  })
})
