// Reads a list of people in chunks, so that a large file can report progress and be canceled [L7, L8].
import Papa from "papaparse"
import { removeFormulaGuard } from "../../../domain/exports/formula-guard.ts"
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

/** The non-blank lines of a list, and the spreadsheet row number of each. */
export type PeopleList = { readonly lines: ReadonlyArray<ReadonlyArray<string>>; readonly rows: ReadonlyArray<number> }

export type ListRequest = { readonly file: File; readonly settings: ListFormat }
type ReadResult = { readonly facts: ListSummary; readonly list: PeopleList } | { readonly problem: ListProblem }

/** Reads a list, or returns why it cannot be read. Rejects when aborted. */
export const readPeopleList = async (
  request: ListRequest,
  signal: AbortSignal,
  reportProgress: (bytes: number) => void,
): Promise<ReadResult> => {
  const { file, settings } = request
  if (file.size > maxListFileBytes) return { problem: { type: "too-large", bytes: file.size } }
  if (file.size === 0) return { problem: { type: "empty" } }
  try {
    const encodings =
      settings.encoding === null ? detectEncodings(new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer())) : [settings.encoding]
    for (const [index, encoding] of encodings.entries()) {
      const result = await readWithEncoding({ ...request, encoding, isLast: index === encodings.length - 1 }, signal, reportProgress)
      if (result !== "other encoding") return result
    }
    return { problem: { type: "binary" } }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DOMException) return { problem: { type: "unreadable" } }
    throw error
  }
}

/** Bytes and characters from which the encoding, separator and quote are detected. */
const sampleBytes = 64 * 1024

type Attempt = ListRequest & { readonly encoding: Encoding; readonly isLast: boolean }

const readWithEncoding = async (
  { file, settings, encoding, isLast }: Attempt,
  signal: AbortSignal,
  reportProgress: (bytes: number) => void,
): Promise<ReadResult | "other encoding"> => {
  const decoder = new TextDecoder(encoding, { fatal: !isLast })
  const splitter = createCsvSplitter(settings)
  let [bytes, reportedBytes] = [0, 0]
  for await (const chunk of file.stream()) {
    signal.throwIfAborted()
    const text = decodeChunk(decoder, chunk)
    if (text === null) return "other encoding"
    const problem = splitter.add(text)
    if (problem !== null) return { problem }
    bytes += chunk.length
    if (bytes - reportedBytes < file.size / 100) continue
    reportProgress(bytes)
    reportedBytes = bytes
  }
  signal.throwIfAborted()
  const rest = decodeChunk(decoder)
  if (rest === null) return "other encoding"
  const problem = splitter.add(rest) ?? splitter.end()
  if (problem !== null) return { problem }
  const { list, separator } = splitter
  const firstRows = list.lines.slice(0, sampleRowCount + 1)
  const isHeaded = detectHeader(firstRows)
  if (list.lines.length === 1 && isHeaded) return { problem: { type: "nobody" } }
  return { list, facts: { name: file.name, encoding, separator: separator(), rowCount: list.lines.length, firstRows, isHeaded } }
}

/** Returns a chunk as text, or null if it is not in this encoding. Without a chunk: the end of the text. */
const decodeChunk = (decoder: TextDecoder, chunk?: Uint8Array<ArrayBuffer>): string | null => {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Splits a text that arrives in chunks into lines of cells. The first problem that it returns ends the reading. */
const createCsvSplitter = ({ separator: chosenSeparator }: ListFormat) => {
  const lines: Array<ReadonlyArray<string>> = []
  const rows: Array<number> = []
  const raggedRows: Array<number> = []
  let [row, width, raggedCount] = [0, 0, 0]
  let [pendingReturn, buffer] = ["", ""]
  let dialect: CsvDialect | null = null
  let separator: ListSeparator | null = null

  const detectDialect = (isComplete: boolean): ListProblem | null => {
    if (buffer.trim() === "") return isComplete ? { type: "empty" } : null
    const declared = parseSeparatorLine(buffer)
    if (declared !== null) buffer = buffer.slice(declared.length)
    const quote = detectQuote(buffer)
    const sample = buffer.slice(0, sampleBytes)
    const isTruncated = !isComplete || sample.length < buffer.length
    if (chosenSeparator === null) {
      separator = declared?.separator ?? detectSeparator((candidate) => parseCsv(sample, { separator: candidate, quote }, isTruncated).data)
      if (separator === null) return { type: "one-column" }
    } else if (chosenSeparator !== "none") separator = chosenSeparator
    dialect = { separator: separator ?? unusedSeparator, quote }
    return null
  }

  const addLine = (cells: ReadonlyArray<string>): ListProblem | null => {
    row++
    if (isBlankRow(cells)) return null
    if (width === 0) {
      // A first row with text in its first cell only has one column, however many separators follow.
      width = isBlankRow(cells.slice(1)) ? 1 : cells.length
      if (width === 1 && chosenSeparator !== "none") return { type: "one-column" }
      if (width > maxColumns) return { type: "too-many-columns", columns: width }
    }
    const line = fitRowToWidth(cells, width)
    if (line === null) {
      raggedCount++
      if (raggedRows.length < maxReportedRows) raggedRows.push(row)
      return null
    }
    if (lines.length > maxParticipants) return { type: "too-many-people" }
    lines.push(line.map(removeFormulaGuard))
    rows.push(row)
    return null
  }

  const parseBuffer = (isComplete: boolean): ListProblem | null => {
    if (dialect === null) return null
    const { data, errors, meta } = parseCsv(buffer, dialect, !isComplete)
    for (const cells of data) {
      const problem = addLine(cells)
      if (problem !== null) return problem
    }
    buffer = buffer.slice(meta.cursor)
    if (errors.some(({ code }) => code === "MissingQuotes")) return { type: "open-quote", row }
    return buffer.length > maxLineLength ? { type: "open-quote", row: row + 1 } : null
  }

  const add = (text: string): ListProblem | null => {
    if (text.includes("\0")) return { type: "binary" }
    // A chunk may end between "\r" and "\n".
    const received = pendingReturn + text
    pendingReturn = received.endsWith("\r") ? "\r" : ""
    buffer += (pendingReturn === "" ? received : received.slice(0, -1)).replace(/\r\n?/g, "\n")
    if (dialect === null && buffer.length < sampleBytes) return null
    return (dialect === null ? detectDialect(false) : null) ?? parseBuffer(false)
  }

  const end = (): ListProblem | null => {
    buffer += pendingReturn === "" ? "" : "\n"
    const problem = (dialect === null ? detectDialect(true) : null) ?? parseBuffer(true)
    if (problem !== null) return problem
    if (raggedCount > 0) return { type: "ragged", columns: width, rows: raggedRows, count: raggedCount }
    return lines.length === 0 ? { type: "empty" } : null
  }

  return { add, end, list: { lines, rows }, separator: () => separator }
}

/** A separator for lists of one column: a character that no text contains. */
const unusedSeparator = "\u001f"

type ParsedCsv = {
  readonly data: ReadonlyArray<ReadonlyArray<string>>
  readonly errors: ReadonlyArray<{ readonly code: string }>
  readonly meta: { readonly cursor: number }
}

/** Parses the lines of a text; if the text is truncated, its last line is left for the next chunk. */
const parseCsv = (
  text: string,
  { separator, quote }: { readonly separator: string; readonly quote: string },
  isTruncated: boolean,
): ParsedCsv => new Papa.Parser({ delimiter: separator, quoteChar: quote, newline: "\n" }).parse(text, 0, isTruncated)
