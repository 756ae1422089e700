// Writing CSV: quoting, and guarding against cells that a spreadsheet would run.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Cell, csvLine, csvStart } from "../../domain/exports/csv.ts"
import { guardFormulas, removeFormulaGuard } from "../../domain/exports/formula-guard.ts"
import { measureProcessorTime } from "../fixtures/processor-time.ts"
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
  " =1+1",
  "\u00a0=1+1",
  "\0=1+1",
  "\ufeff=1+1",
  "\u200b-1+cmd|' /C calc'!A0",
  "＝1+1",
  "－1+a",
  "－５",
  "x\n=1+1",
  "x\r\n-1+cmd|' /C calc'!A0",
  "x\n+HYPERLINK(A1)",
  "x\n- a\n- b",
  'x";"=1+1;"',
  'x"\n"=1+1',
)
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom('"', ",", ";", "\t", "\r", "\n", "=", "a", "+", "-", "@", "1", " ", "|", "(", "\0", "\ufeff", "＝", "＋"),
  }),
  risky,
  fc.double({ noNaN: true }),
  fc.integer(),
)
const separator = fc.constantFrom("," as const, ";" as const)
/** What a spreadsheet would run: numbers and phone numbers are no more than arithmetic, however they are written. */
const isFormula = (text: string) =>
  /^[\t\r]*[=@＝＠]/.test(text) ||
  (/^[\t\r]*[+\-＋－]/.test(text) && !/^[\t\r]*[+-](?:[\s\d.,;()/-]|[,;\t]\s*\+|\d[eE][+-]?\d)*$/.test(text.normalize("NFKC")))
/** What a program would run that drops blanks, invisible characters and quotation marks, or no longer sees that a line is within a cell. */
const isHiddenFormula = (text: string) =>
  /^(?:(?![\t\r\n])[\s\0\ufeff\u200b"])*[=＝] *[\w"'(+@-]/.test(text) ||
  /^(?:(?![\t\r\n])[\s\0\ufeff\u200b"])*[@+\-＋－][^\n\r]*?(?:\||[a-z1](?=\())/i.test(text)
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
        // What follows the sign of a price is no formula, unless it has an effect, as the next test shows.
        const withoutPrices = read.replace(/(?<=\d,)-(?=[ \u00a0])/g, "")
        if (typeof it === "string") expect(splitEveryWay(withoutPrices).filter(isFormula)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test("[X12] leaves none to a program that splits the lines of a cell, or drops what is before a sign", () => {
    fc.assert(
      fc.property(cell, (it) => {
        if (typeof it !== "string") return
        const guarded = guardFormulas(it)
        // The quotation mark at the start of a cell is within the quotes of the cell, so it is not dropped.
        for (const by of ["", ",", ";", "\t", ",;", ",\t", ";\t", ",;\t"])
          for (const [i, part] of guarded.split(new RegExp(`[${by}\r\n]`)).entries())
            expect(isHiddenFormula(part) && !(i === 0 && /^[^=＝@＠+＋\-－]*"/.test(part)) ? part : "").toBe("")
      }),
      { numRuns: 1000 },
    )
  })

  test("[X12] never changes numbers, phone numbers, or a text without signs", () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"), minLength, maxLength })
    const sign = fc.constantFrom("", "+", "-")
    const number = fc.tuple(sign, digits(1, 9), fc.constantFrom("", ".", ","), digits(1, 4)).map((it) => it.join(""))
    const phone = fc
      .tuple(
        fc.constantFrom("+31", "+1", "+44", "+49 (0)"),
        fc.constantFrom(" ", "-", "/", ""),
        digits(3, 4),
        fc.constantFrom(" ", "-"),
        digits(4, 5),
      )
      .map((it) => it.join(""))
    const word = fc.string({ unit: fc.constantFrom("a", "é", " ", ",", ";", ".", "!", "?", "(", ")", '"', "'", "1", "\n") })
    const text = fc
      .array(fc.oneof(number, phone, word), { minLength: 1, maxLength: 4 })
      .chain((all) => fc.constantFrom("; ", ", ", "\n").map((by) => all.join(by)))
    fc.assert(
      fc.property(fc.oneof(number, phone, word), (it) => {
        expect(guardFormulas(it)).toBe(it)
      }),
    )
    fc.assert(
      fc.property(
        text.filter((it) => !/^[+-]/.test(it)),
        (it) => {
          expect(guardFormulas(it)).toBe(it)
        },
      ),
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
    // A phone number has 7 to 15 digits.
    ["+12-34-56", "'+12-34-56"],
    ["+1234-567890-123456", "'+1234-567890-123456"],
    ["x;=1+1", "x;'=1+1"],
    ["x,@a", "x,'@a"],
    ["x\t+a", "x\t'+a"],
    ["x;\t=1", "x;'\t'=1"],
    ["x;\r\r=1", "x;'\r\r'=1"],
    ["-1,cmd|' /C calc'!A0", "'-1,cmd|' /C calc'!A0"],
    ["x;-1,cmd", "x;'-1,cmd"],
    ["x,-1;cmd", "x,'-1;cmd"],
    ["x;-1,-2;abc", "x;'-1,'-2;abc"],
    ["x;\r\t=1", "x;'\r\t'=1"],
    [" =1+1", " '=1+1"],
    [" -1+cmd|' /C calc'!A0", " '-1+cmd|' /C calc'!A0"],
    ["x; @SUM(1)", "x; '@SUM(1)"],
    ["3,- cmd|' /C calc'!A0", "3,'- cmd|' /C calc'!A0"],
    ["\u00a0=1+1", "\u00a0'=1+1"],
    ["\u3000 ＝1+1", "\u3000 '＝1+1"],
    ["\0=1+1", "\0'=1+1"],
    ["\ufeff@SUM(1)", "\ufeff'@SUM(1)"],
    ["＝1+1", "'＝1+1"],
    ["＠SUM(1)", "'＠SUM(1)"],
    ["＋a", "'＋a"],
    ["－a", "'－a"],
    ["x; =1+1", "x; '=1+1"],
    ["x\n=1+1", "x\n'=1+1"],
    ["x\r\n=1+1", "x\r\n'=1+1"],
    ["\n=1+1", "\n'=1+1"],
    ["x\n-1+cmd|' /C calc'!A0", "x\n'-1+cmd|' /C calc'!A0"],
    ["x\n@SUM(1)", "x\n'@SUM(1)"],
    ['x";"=1+1', `x";"'=1+1`],
    ['x"\n"=1+1', `x"\n"'=1+1`],
    ["-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ["+31 6 1234;=1", "'+31 6 1234;'=1"],
    ["- item of a list", "'- item of a list"],
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
    "+12-34-567",
    "+1234-567890-12345",
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
    "-5,3",
    "€ 3,- each",
    "Hi, - see the list (below)",
    "+1 (555) 123-4567",
    "－５",
    "＋31 6 1234",
    " -5",
    " - item of a list",
    "Good:\n- cheap\n- fast (really)",
    "Hello,\n@john was here",
    "Thanks, =)",
    "a\n=> b",
    "Title\n=====",
    '"=1+1',
    '"=" is a sign',
    "",
  ])("leaves %j as it is", (text) => {
    expect(guardFormulas(text)).toBe(text)
  })

  test("[X12] can be removed again, and only where it was written", () => {
    fc.assert(
      fc.property(cell, (it) => {
        const text = String(it).replaceAll("'", "’")
        expect(removeFormulaGuard(guardFormulas(text))).toBe(text)
        expect(removeFormulaGuard(text)).toBe(text)
      }),
      { numRuns: 500 },
    )
    for (const text of ["'s-Gravenhage", "it's -5", "'+31 6 1234", "a'-b"]) expect(removeFormulaGuard(text)).toBe(text)
  })

  test("takes time in proportion to the text", () => {
    for (const part of ["\t", "\r", ",-1", ";-1,-1", "-1 ", ",\r", ", -", "\n-", " ", '"', "\n=a(", ", =|"]) {
      const text = part.repeat(20_000)
      expect(measureProcessorTime(() => guardFormulas(text))).toBeLessThan(2000)
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
