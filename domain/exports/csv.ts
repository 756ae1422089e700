// CSV output: RFC 4180, UTF-8 with a byte order mark, CRLF, and no cell that a spreadsheet would run as a formula.
import { guardFormulas } from "./formula-guard.ts"

export type Cell = string | number
export type Separator = "," | ";"

const byteOrderMark = "\ufeff"
const lineEnd = "\r\n"

/** Returns the beginning of a file: the byte order mark and, if requested, the line that declares the separator. */
export const csvStart = (separator: Separator, declaresSeparator: boolean): string =>
  declaresSeparator ? `${byteOrderMark}sep=${separator}${lineEnd}` : byteOrderMark

/** Returns one line including its line end; the formula guard is on unless it is turned off (X12). */
export const csvLine = (cells: ReadonlyArray<Cell>, separator: Separator, isGuarded = true): string => {
  let line = ""
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ""
    if (i > 0) line += separator
    line += typeof cell === "string" ? printCell(isGuarded ? guardFormulas(cell) : cell) : cell
  }
  return line + lineEnd
}

/** A text as a cell. */
const printCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Every character that a spreadsheet may split at, because several separators can be enabled at the same time (X13). */
const needsQuotes = /[,;\t "\r\n]/
