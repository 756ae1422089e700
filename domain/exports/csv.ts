// CSV output: RFC 4180, UTF-8 with a byte order mark, CRLF, and no cell that a spreadsheet would run as a formula.

export type Cell = string | number
export type Separator = "," | ";"

const byteOrderMark = "\ufeff"
const lineEnd = "\r\n"

/** Returns the beginning of a file: the byte order mark and, if requested, the line that declares the separator. */
export const csvStart = (separator: Separator, declaresSeparator: boolean): string =>
  declaresSeparator ? `${byteOrderMark}sep=${separator}${lineEnd}` : byteOrderMark

/** Returns one line including its line end. */
export const csvLine = (cells: ReadonlyArray<Cell>, separator: Separator): string => {
  let line = ""
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ""
    if (i > 0) line += separator
    line += typeof cell === "string" ? printCell(cell, separator) : cell
  }
  return line + lineEnd
}

/** A text as a cell: escaped for spreadsheets, and quoted if necessary. */
const printCell = (text: string, separator: Separator): string => {
  if (text === "") return text
  const escaped = startsFormula(text.charCodeAt(0)) && !numberPattern.test(text) ? `'${text}` : text
  return needsQuotes(escaped, separator.charCodeAt(0)) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** Cells that start with `=`, `+`, `-`, `@`, tab or carriage return are run as formulas by spreadsheets. */
const startsFormula = (code: number): boolean =>
  code === 0x3d || code === 0x2b || code === 0x2d || code === 0x40 || code === 0x09 || code === 0x0d
const numberPattern = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?$/

const needsQuotes = (text: string, separator: number): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === separator || code === 0x22 || code === 0x0a || code === 0x0d) return true
  }
  return false
}
