// Reading a list of people, piece by piece, so that a long one can be followed and called off (decisions L7, L8).
import Papa from "papaparse"
import {
  type CsvDialect,
  detectEncodings,
  detectHeader,
  detectQuote,
  detectSeparator,
  type Encoding,
  fitRowToWidth,
  isBlankRow,
  type ListFormat,
  type ListProblem,
  type ListSeparator,
  type ListSummary,
  maxColumns,
  maxLineLength,
  maxListFileBytes,
  maxParticipants,
  maxReportedRows,
  parseSeparatorLine,
  sampleRowCount,
} from "../../../domain/links/participant-list.ts"

/** The lines of a list that say something, and the row of each as a spreadsheet numbers it. */
export type PeopleList = { readonly lines: ReadonlyArray<ReadonlyArray<string>>; readonly rows: ReadonlyArray<number> }

export type ListRequest = { readonly file: File; readonly settings: ListFormat }
type Reading = { readonly facts: ListSummary; readonly list: PeopleList } | { readonly problem: ListProblem }

/** Reads a list, or says why none can be read; `tell` is told how many bytes were read. Rejects when it is called off. */
export const readPeopleList = async (wish: ListRequest, signal: AbortSignal, tell: (bytes: number) => void): Promise<Reading> => {
  const { file, settings } = wish
  if (file.size > maxListFileBytes) return { problem: { type: "too-large", bytes: file.size } }
  if (file.size === 0) return { problem: { type: "empty" } }
  try {
    const encodings =
      settings.encoding === null ? detectEncodings(new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer())) : [settings.encoding]
    for (const [place, encoding] of encodings.entries()) {
      const read = await readAs({ ...wish, encoding, isLast: place === encodings.length - 1 }, signal, tell)
      if (read !== "other encoding") return read
    }
    return { problem: { type: "binary" } }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DOMException) return { problem: { type: "unreadable" } }
    throw error
  }
}

/** Bytes, and characters, by which a list is recognised. */
const sampleBytes = 64 * 1024

type Attempt = ListRequest & { readonly encoding: Encoding; readonly isLast: boolean }

const readAs = async (
  { file, settings, encoding, isLast }: Attempt,
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<Reading | "other encoding"> => {
  const decoder = new TextDecoder(encoding, { fatal: !isLast })
  const cutter = createCsvSplitter(settings)
  let [bytes, told] = [0, 0]
  for await (const piece of file.stream()) {
    signal.throwIfAborted()
    const text = decoded(decoder, piece)
    if (text === null) return "other encoding"
    const problem = cutter.take(text)
    if (problem !== null) return { problem }
    bytes += piece.length
    if (bytes - told < file.size / 100) continue
    tell(bytes)
    told = bytes
  }
  signal.throwIfAborted()
  const rest = decoded(decoder)
  if (rest === null) return "other encoding"
  const problem = cutter.take(rest) ?? cutter.end()
  if (problem !== null) return { problem }
  const { list, separator } = cutter
  const first = list.lines.slice(0, sampleRowCount + 1)
  const isHeaded = detectHeader(first)
  if (list.lines.length === 1 && isHeaded) return { problem: { type: "nobody" } }
  return { list, facts: { name: file.name, encoding, separator: separator(), rowCount: list.lines.length, firstRows: first, isHeaded } }
}

/** A piece as text; null where it is not in this encoding. Without a piece: the end. */
const decoded = (decoder: TextDecoder, piece?: Uint8Array<ArrayBuffer>): string | null => {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Cuts a text that comes in pieces into lines of cells. What it says is wrong ends the reading. */
const createCsvSplitter = ({ separator: said }: ListFormat) => {
  const lines: Array<ReadonlyArray<string>> = []
  const rows: Array<number> = []
  const ragged: Array<number> = []
  let [row, width, uneven] = [0, 0, 0]
  let [held, waiting] = ["", ""]
  let dialect: CsvDialect | null = null
  let separator: ListSeparator | null = null

  const recognise = (isWhole: boolean): ListProblem | null => {
    if (waiting.trim() === "") return isWhole ? { type: "empty" } : null
    const declared = parseSeparatorLine(waiting)
    if (declared !== null) waiting = waiting.slice(declared.length)
    const quote = detectQuote(waiting)
    const sample = waiting.slice(0, sampleBytes)
    const isCut = !isWhole || sample.length < waiting.length
    if (said === null) {
      separator = declared?.separator ?? detectSeparator((it) => cut(sample, { separator: it, quote }, isCut).data)
      if (separator === null) return { type: "one-column" }
    } else if (said !== "none") separator = said
    dialect = { separator: separator ?? oneColumn, quote }
    return null
  }

  const line = (cells: ReadonlyArray<string>): ListProblem | null => {
    row++
    if (isBlankRow(cells)) return null
    if (width === 0) {
      // Columns behind the last heading that are empty are none.
      width = isBlankRow(cells.slice(1)) ? 1 : cells.length
      if (width === 1 && said !== "none") return { type: "one-column" }
      if (width > maxColumns) return { type: "too-many-columns", columns: width }
    }
    const even = fitRowToWidth(cells, width)
    if (even === null) {
      uneven++
      if (ragged.length < maxReportedRows) ragged.push(row)
      return null
    }
    if (lines.length > maxParticipants) return { type: "too-many-people" }
    lines.push(even)
    rows.push(row)
    return null
  }

  const lineUp = (isWhole: boolean): ListProblem | null => {
    if (dialect === null) return null
    const { data, errors, meta } = cut(waiting, dialect, !isWhole)
    for (const cells of data) {
      const problem = line(cells)
      if (problem !== null) return problem
    }
    waiting = waiting.slice(meta.cursor)
    if (errors.some(({ code }) => code === "MissingQuotes")) return { type: "open-quote", row }
    return waiting.length > maxLineLength ? { type: "open-quote", row: row + 1 } : null
  }

  const take = (text: string): ListProblem | null => {
    if (text.includes("\0")) return { type: "binary" }
    // A line end may be cut in two.
    const whole = held + text
    held = whole.endsWith("\r") ? "\r" : ""
    waiting += (held === "" ? whole : whole.slice(0, -1)).replace(/\r\n?/g, "\n")
    if (dialect === null && waiting.length < sampleBytes) return null
    return (dialect === null ? recognise(false) : null) ?? lineUp(false)
  }

  const end = (): ListProblem | null => {
    waiting += held === "" ? "" : "\n"
    const problem = (dialect === null ? recognise(true) : null) ?? lineUp(true)
    if (problem !== null) return problem
    if (uneven > 0) return { type: "ragged", columns: width, rows: ragged, count: uneven }
    return lines.length === 0 ? { type: "empty" } : null
  }

  return { take, end, list: { lines, rows }, separator: () => separator }
}

/** What cuts nothing: a sign that no text has. */
const oneColumn = "\u001f"

type Cut = {
  readonly data: ReadonlyArray<ReadonlyArray<string>>
  readonly errors: ReadonlyArray<{ readonly code: string }>
  readonly meta: { readonly cursor: number }
}

/** The lines of a text; the last one is left where more of it may come. */
const cut = (text: string, { separator, quote }: { readonly separator: string; readonly quote: string }, isCut: boolean): Cut =>
  new Papa.Parser({ delimiter: separator, quoteChar: quote, newline: "\n" }).parse(text, 0, isCut)
