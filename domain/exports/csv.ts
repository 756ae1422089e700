// CSV as the contract has it: RFC 4180, UTF-8 with a byte order mark, CRLF, and no cell that a spreadsheet would run (contract "Files").

export type Cell = string | number
export type Separator = "," | ";"

const byteOrderMark = "\ufeff"
const lineEnd = "\r\n"

/** What a file begins with: the byte order mark, and where wanted the line that tells spreadsheets its separator. */
export const csvStart = (separator: Separator, declaresSeparator: boolean): string =>
  declaresSeparator ? `${byteOrderMark}sep=${separator}${lineEnd}` : byteOrderMark

/** One line, with its end. */
export const csvLine = (cells: ReadonlyArray<Cell>, separator: Separator): string => {
  let line = ""
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ""
    if (i > 0) line += separator
    line += typeof cell === "string" ? written(cell, separator) : cell
  }
  return line + lineEnd
}

/** A text as a cell: harmless to spreadsheets, and in quotes where it needs them. */
const written = (text: string, separator: Separator): string => {
  if (text === "") return text
  const safe = startsFormula(text.charCodeAt(0)) && !isNumber.test(text) ? `'${text}` : text
  return needsQuotes(safe, separator.charCodeAt(0)) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** `=`, `+`, `-`, `@`, tab and carriage return at the start make spreadsheets run a cell. */
const startsFormula = (code: number): boolean =>
  code === 0x3d || code === 0x2b || code === 0x2d || code === 0x40 || code === 0x09 || code === 0x0d
const isNumber = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?$/

const needsQuotes = (text: string, separator: number): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === separator || code === 0x22 || code === 0x0a || code === 0x0d) return true
  }
  return false
}
