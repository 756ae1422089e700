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
const runs = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^[+-]?(\d+([.,]\d+)?|[.,]\d+)([eE][+-]?\d+)?$/.test(text)

describe("CSV", () => {
  test("what is written is read back, cell for cell; what a spreadsheet would run has a ' before it", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { maxLength: 4 }), separator, (rows, by) => {
        const file = rows.map((row) => csvLine(row, by)).join("")
        expect(readCsv(file, by)).toEqual(rows.map((row) => row.map((it) => (typeof it === "string" && runs(it) ? `'${it}` : String(it)))))
      }),
      { numRuns: 500 },
    )
  })

  test("no cell begins with what a spreadsheet runs, unless it is a number", () => {
    fc.assert(
      fc.property(cell, separator, (it, by) => {
        const [[read = ""] = []] = readCsv(csvLine([it], by), by)
        expect(typeof it === "string" && runs(read)).toBe(false)
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
  ])("%j is written %j", (text, safe) => {
    expect(csvLine([text], ";")).toBe(`${safe}\r\n`)
  })

  test("a file begins with a byte order mark, and may name its separator", () => {
    expect(csvStart(",", false)).toBe("\ufeff")
    expect(csvStart(";", true)).toBe("\ufeffsep=;\r\n")
  })

  test("an empty line is a line with one empty cell", () => {
    expect(csvLine([""], ",")).toBe("\r\n")
    expect(csvLine(["", "", 0], ",")).toBe(",,0\r\n")
  })
})
