// Writing CSV: quoting, and guarding against cells that a spreadsheet would run.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Cell, csvLine, csvStart } from "../../domain/exports/csv.ts"
import { guardFormulas } from "../../domain/exports/formula-guard.ts"
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
  "x;=1+1",
  "-1,cmd|' /C calc'!A0",
)
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\r", "\n", "=", "a", "+", "-", "@", "1", " ") }),
  risky,
  fc.double({ noNaN: true }),
  fc.integer(),
)
const separator = fc.constantFrom("," as const, ";" as const)
/** What a spreadsheet would run: numbers and phone numbers are no more than arithmetic, however they are written. */
const isFormula = (text: string) => /^[\t\r]*[=@]/.test(text) || /^[\t\r]*[+-](?!(?:[\s\d.,;()/-]|[,;\t]\s*\+|\d[eE][+-]?\d)*$)/.test(text)
/** What becomes of a cell under each choice of the separators that a spreadsheet may split at. */
const splitEveryWay = (text: string): ReadonlyArray<string> =>
  ["[]", "[,]", "[;]", "[\t]", "[,;]", "[,\t]", "[;\t]", "[,;\t]"].flatMap((by) => (by === "[]" ? [text] : text.split(new RegExp(by))))

describe("CSV", () => {
  test("is read back cell for cell when the formula guard is off", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { maxLength: 4 }), separator, (rows, by) => {
        const file = rows.map((row) => csvLine(row, by, false)).join("")
        expect(readCsv(file, by)).toEqual(rows.map((row) => row.map(String)))
      }),
      { numRuns: 500 },
    )
  })

  test("is read in the same cells, whichever separators a spreadsheet enables beside its own", () => {
    const others = fc.subarray([",", ";", "\t", " "])
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), separator, others, (row, by, enabled) => {
        const bare = csvLine(row, by).replace(/"(?:[^"]|"")*"/g, "x")
        expect(bare.slice(0, -2).split(new RegExp(`[${[by, ...enabled].join("")}]`)).length).toBe(row.length)
      }),
      { numRuns: 500 },
    )
  })

  test.each(["a,b", "a;b", "a\tb", 'a"b', "a\nb", "a\rb", "a b"])("quotes %j, whatever the separator is", (text) => {
    const quoted = `"${text.replaceAll('"', '""')}"\r\n`
    expect([csvLine([text], ","), csvLine([text], ";")]).toEqual([quoted, quoted])
  })
})

describe("the formula guard", () => {
  test("leaves no cell that a spreadsheet would run, even if it splits the cell", () => {
    fc.assert(
      fc.property(cell, separator, (it, by) => {
        const [[read = ""] = []] = readCsv(csvLine([it], by), by)
        if (typeof it === "string") expect(splitEveryWay(read).filter(isFormula)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test("only adds apostrophes, and none to a cell that it has guarded", () => {
    fc.assert(
      fc.property(cell, (it) => {
        const guarded = guardFormulas(String(it))
        expect(guarded.replaceAll("'", "")).toBe(String(it).replaceAll("'", ""))
        expect(guardFormulas(guarded)).toBe(guarded)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ["=1+1", "'=1+1"],
    ["=", "'="],
    ["@a", "'@a"],
    ["\tx", "'\tx"],
    ["\rx", "'\rx"],
    ["-1e", "'-1e"],
    ["-x", "'-x"],
    ["--", "'--"],
    ["+1-1", "'+1-1"],
    ["-1+1", "'-1+1"],
    ["-5+cmd", "'-5+cmd"],
    ["+31 6 1234 x", "'+31 6 1234 x"],
    ["x;=1+1", "x;'=1+1"],
    ["x,@a", "x,'@a"],
    ["x\t+a", "x\t'+a"],
    ["x;\t=1", "x;'\t'=1"],
    ["x;\r\r=1", "x;'\r\r=1"],
    ["-1,cmd|' /C calc'!A0", "'-1,cmd|' /C calc'!A0"],
    ["x;-1,cmd", "x;'-1,cmd"],
    ["x,-1;cmd", "x,'-1;cmd"],
    ["x;-1,-2;abc", "x;'-1,'-2;abc"],
    ["x;\r\t=1", "x;'\r\t'=1"],
  ])("writes %j as %j", (text, guarded) => {
    expect(guardFormulas(text)).toBe(guarded)
  })

  test.each([
    "-",
    "+",
    "-5",
    "- 5",
    "+3,5",
    "-1e5",
    "+2.5E-3",
    "-1.234,56",
    "-1,234.56",
    "-1'234",
    "-.5",
    "-5%",
    "-€ 5,00",
    "-5 €",
    "+31 6 1234",
    "+31612345678",
    "+31-6-12345678",
    "+31 (0)6 – 1234.5678",
    "+49 30/123456",
    "+31 6 1234, +31 6 5678",
    "+31 6 1234;-5;+6",
    "x,-5,y",
    "x;+31 6 1234;y",
    "a=1",
    "a, -b; +c",
    "Hallo,\r\nalles goed",
    "1\t2",
    "info@example.org",
    "",
  ])("leaves %j as it is", (text) => {
    expect(guardFormulas(text)).toBe(text)
  })

  test("takes time in proportion to the text", () => {
    for (const part of ["\t", "\r", ",-1", ";-1,-1", "-1 ", ",\r"]) {
      const text = part.repeat(20_000)
      const start = performance.now()
      guardFormulas(text)
      expect(performance.now() - start).toBeLessThan(2000)
    }
  })
})

describe("a CSV file", () => {
  test("starts with a byte order mark, and may declare its separator", () => {
    expect(csvStart(",", false)).toBe("\ufeff")
    expect(csvStart(";", true)).toBe("\ufeffsep=;\r\n")
  })

  test("writes a row with one empty cell as an empty line", () => {
    expect(csvLine([""], ",")).toBe("\r\n")
    expect(csvLine(["", "", 0], ",")).toBe(",,0\r\n")
  })
})
