// Participant lists: detecting the encoding, the quote character and the separator of a file.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  detectEncodings,
  detectQuote,
  detectSeparator,
  fitRowToWidth,
  isBlankRow,
  isFormatProblem,
  type ListProblem,
  listSeparators,
  parseSeparatorLine,
} from "../../domain/links/participant-list.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, order: "le" | "be") => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) bytes.setUint16(i * 2, text.charCodeAt(i), order === "le")
  return new Uint8Array(bytes.buffer)
}
/** Text as a participant list contains it. */
const listText = fc.stringMatching(/^[A-Za-z0-9 ,;@._-]{4,60}$/)

describe("encodings of a participant list", () => {
  test("[L8] a byte order mark decides the encoding", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (rest) => {
        expect(detectEncodings(Uint8Array.from([0xef, 0xbb, 0xbf, ...rest]))).toEqual(["utf-8"])
        expect(detectEncodings(Uint8Array.from([0xff, 0xfe, ...rest]))).toEqual(["utf-16le"])
        expect(detectEncodings(Uint8Array.from([0xfe, 0xff, ...rest]))).toEqual(["utf-16be"])
      }),
    )
    for (const half of [
      [0xef, 0xbb, 0x41],
      [0xef, 0x41, 0xbf],
      [0x41, 0xbb, 0xbf],
      [0xff, 0x41],
      [0xfe, 0x41],
      [0x41, 0xfe],
      [0x41, 0xff],
    ])
      expect(detectEncodings(Uint8Array.from(half))).toEqual(["utf-8", "windows-1252"])
  })

  test("[L8] text without a byte order mark counts as UTF-16 when every other byte is zero, in the matching byte order", () => {
    fc.assert(
      fc.property(listText, (text) => {
        expect(detectEncodings(utf16(text, "le"))).toEqual(["utf-16le"])
        expect(detectEncodings(utf16(text, "be"))).toEqual(["utf-16be"])
        expect(detectEncodings(utf8(text))).toEqual(["utf-8", "windows-1252"])
      }),
    )
    // Letters beyond Western Europe have no zero byte; a few of them among others do not matter.
    expect(detectEncodings(utf16("naam;Łódź;Jan", "le"))).toEqual(["utf-16le"])
    expect(detectEncodings(utf16("naam;Łódź;Jan", "be"))).toEqual(["utf-16be"])
  })

  test("[L8] control characters that occur in text are accepted; other control characters and stray zero bytes make the file binary", () => {
    expect(detectEncodings(utf8("a\tb\r\nc\fd\v\u001a"))).toEqual(["utf-8", "windows-1252"])
    for (const byte of [0x01, 0x08, 0x0e, 0x1b, 0x1f]) expect(detectEncodings(Uint8Array.from([65, byte, 66, 67]))).toEqual([])
    for (const byte of [0x20, 0x7f, 0x80, 0xe9, 0xff]) expect(detectEncodings(Uint8Array.from([65, byte, 66, 67]))).not.toEqual([])
    expect(detectEncodings(Uint8Array.from([65, 66, 67, 68, 69, 0]))).toEqual([])
    expect(detectEncodings(new Uint8Array(20))).toEqual([])
    expect(detectEncodings(new Uint8Array())).toEqual(["utf-8", "windows-1252"])
  })
})

describe("splitting a participant list into cells", () => {
  test("[L8] a first line such as `sep=;` declares the separator", () => {
    for (const separator of listSeparators) {
      expect(parseSeparatorLine(`sep=${separator}\na${separator}b`)).toEqual({ separator, length: 6 })
      expect(parseSeparatorLine(`"SEP=${separator}"\na`)).toEqual({ separator, length: 8 })
      expect(parseSeparatorLine(`sep=${separator}`)).toEqual({ separator, length: 5 })
    }
    for (const text of ["sep=x\na", "sep=;;\na", "a\nsep=;\n", "xsep=;\n", "sep=\n"]) expect(parseSeparatorLine(text)).toBeNull()
  })

  test("[L8] single quotes are the quote character when they enclose every cell of the first line", () => {
    for (const text of ["'a';'b'\n1;2", "'a'", "'a','b','c'", "'a'\t''\n", "'a'|'b b'"]) expect(detectQuote(text)).toBe("'")
    for (const text of ["a;b", "'a';b\n", "a;'b'\n", "'a\nb'", '"a";"b"', "", "'a' ;'b'\n", "\n'a'\n", "'a'x'b'"])
      expect(detectQuote(text)).toBe('"')
  })

  const separatorOf = (text: string) => detectSeparator((separator) => text.split("\n").map((line) => line.split(separator)))

  test("[L8] the separator is the one that splits most lines into equally many cells, and among those the one with more cells", () => {
    for (const separator of listSeparators) {
      expect(separatorOf([`a${separator}b`, `c${separator}d`].join("\n"))).toBe(separator)
      expect(separatorOf([`a${separator}b${separator}c`, "", `d${separator}e${separator}f`, "  "].join("\n"))).toBe(separator)
    }
    expect(separatorOf("naam;stad\nJansen, Jan;Ede\nPiet;Ede, NL")).toBe(";")
    expect(separatorOf("a,b;c,d\ne,f;g,h")).toBe(",")
    expect(separatorOf("a;b,c\nd;e,f")).toBe(";")
    expect(separatorOf("a,b|c\nd,e|f\ng,h\ni,j")).toBe(",")
    expect(separatorOf("a\nb\nc")).toBeNull()
    expect(separatorOf("")).toBeNull()
  })

  test("[L8] the expected number of cells is that of most lines; in a tie the highest number wins", () => {
    expect(separatorOf("a;b\nc;d\ne\nf,g,h")).toBe(";")
    expect(separatorOf("a;b\nc")).toBe(";")
    expect(separatorOf("a\nb\nc;d")).toBeNull()
  })

  test("[L8] a row fits the width of the list if all cells beyond it are empty", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("", " ", "a", "b"), { maxLength: 6 }), fc.nat(6), (cells, width) => {
        const fitted = fitRowToWidth(cells, width)
        if (cells.length < width) expect(fitted).toBeNull()
        else if (cells.slice(width).every((cell) => cell.trim() === "")) expect(fitted).toEqual(cells.slice(0, width))
        else expect(fitted).toBeNull()
      }),
    )
    expect(isBlankRow([])).toBe(true)
    expect(isBlankRow([" ", "\t"])).toBe(true)
    expect(isBlankRow([" ", "a"])).toBe(false)
  })

  test("[L8] only problems that another format could solve offer to change the format", () => {
    const problems: ReadonlyArray<readonly [ListProblem, boolean]> = [
      [{ type: "too-large", bytes: 1 }, false],
      [{ type: "unreadable" }, false],
      [{ type: "empty" }, false],
      [{ type: "too-many-people" }, false],
      [{ type: "binary" }, true],
      [{ type: "nobody" }, true],
      [{ type: "too-many-columns", columns: 1 }, true],
      [{ type: "one-column" }, true],
      [{ type: "ragged", columns: 1, rows: [], count: 0 }, true],
      [{ type: "open-quote", row: 1 }, true],
    ]
    for (const [problem, isHelpful] of problems) expect(isFormatProblem(problem)).toBe(isHelpful)
  })
})
