// Files with a list of people: their limits, encoding, separator and headings [L7, L8].

/** [L7] The maximum bytes, people and columns of a list, and characters of a line. */
export const maxListFileBytes = 100 * 1024 * 1024
export const maxParticipants = 1_000_000
export const maxColumns = 200
export const maxLineLength = 1_000_000

/** [L7] Why a file cannot be read as a list. Rows are numbered as in a spreadsheet; of many only the first are listed. */
export type ListProblem =
  | { readonly type: "too-large"; readonly bytes: number }
  | { readonly type: "unreadable" }
  | { readonly type: "empty" }
  | { readonly type: "binary" }
  | { readonly type: "nobody" }
  | { readonly type: "too-many-people" }
  | { readonly type: "too-many-columns"; readonly columns: number }
  | { readonly type: "one-column" }
  | { readonly type: "ragged"; readonly columns: number; readonly rows: ReadonlyArray<number>; readonly count: number }
  | { readonly type: "open-quote"; readonly row: number }

/** The maximum number of rows listed in a problem. */
export const maxReportedRows = 10

/** The encodings of lists, by their WHATWG names. */
export const supportedEncodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const
export type Encoding = (typeof supportedEncodings)[number]

/**
 * [L8] Returns the possible encodings of a file, likeliest first, by its first bytes; none if they are not text. A byte after these can show
 * that the file is not UTF-8; it is then read as Windows-1252.
 */
export const detectEncodings = (start: Uint8Array): ReadonlyArray<Encoding> => {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return ["utf-8"]
  if (start[0] === 0xff && start[1] === 0xfe) return ["utf-16le"]
  if (start[0] === 0xfe && start[1] === 0xff) return ["utf-16be"]
  const zeroCounts: [number, number] = [0, 0]
  let controlCount = 0
  for (let i = 0; i < start.length; i++) {
    const byte = start[i] ?? 0
    if (byte === 0) zeroCounts[i % 2 === 0 ? 0 : 1]++
    else if (byte < 0x20 && !isTextControl(byte)) controlCount++
  }
  const pairs = start.length / 2
  // UTF-16 without a byte order mark: for most letters of European scripts the same half of each pair is zero.
  if (zeroCounts[1] > pairs * 0.6 && zeroCounts[0] < pairs * 0.05) return ["utf-16le"]
  if (zeroCounts[0] > pairs * 0.6 && zeroCounts[1] < pairs * 0.05) return ["utf-16be"]
  return zeroCounts[0] + zeroCounts[1] + controlCount > 0 ? [] : ["utf-8", "windows-1252"]
}

/** Tab, line breaks, form feed, and the end-of-file character of old programs (0x1A). */
const isTextControl = (byte: number): boolean => (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a

/** The separators of lists, starting with the one that is least likely inside cells. */
export const listSeparators = ["\t", "|", ";", ","] as const
export type ListSeparator = (typeof listSeparators)[number]

/** [L8] How a list is read: null means detected, anything else was chosen by the author. `"none"`: it has one column. */
export type ListFormat = { readonly encoding: Encoding | null; readonly separator: ListSeparator | "none" | null }
export const detectedFormat: ListFormat = { encoding: null, separator: null }

/** Returns whether reading the file with another format might solve the problem. */
export const isFormatProblem = ({ type }: ListProblem): boolean => formatProblems.has(type)
const formatProblems: ReadonlySet<ListProblem["type"]> = new Set([
  "binary",
  "nobody",
  "too-many-columns",
  "one-column",
  "ragged",
  "open-quote",
])

/** How the text of a list is split into cells. */
export type CsvDialect = { readonly separator: string; readonly quote: '"' | "'" }

/** [L8] Returns the separator that a list declares in its first line (`sep=;`) and the length of that line; null if it declares none. */
export const parseSeparatorLine = (text: string): { readonly separator: ListSeparator; readonly length: number } | null => {
  const match = /^"?sep=(.)"?(?:\n|$)/i.exec(text)
  const separator = listSeparators.find((candidate) => candidate === match?.[1])
  return match === null || separator === undefined ? null : { separator, length: match[0].length }
}

/** [L8] Returns the quote character: a single quote if all cells of the first line are in single quotes. */
export const detectQuote = (text: string): CsvDialect["quote"] => (/^'[^'\n]*'(?:[,;\t|]'[^'\n]*')*(?:\n|$)/.test(text) ? "'" : '"')

/**
 * [L8] Detects the separator from the first lines, which `split` splits by each candidate: the one that splits most lines into the same number
 * of cells; of several the one that makes more cells, then the earlier one. Null if none splits anything.
 */
export const detectSeparator = (split: (separator: ListSeparator) => ReadonlyArray<ReadonlyArray<string>>): ListSeparator | null => {
  let best: { readonly separator: ListSeparator; readonly evenness: number; readonly width: number } | null = null
  for (const separator of listSeparators) {
    const widths = split(separator)
      .filter((cells) => !isBlankRow(cells))
      .map((cells) => cells.length)
    const width = mostFrequent(widths)
    if (width < 2) continue
    const evenness = widths.filter((other) => other === width).length / widths.length
    if (best === null || evenness > best.evenness || (evenness === best.evenness && width > best.width))
      best = { separator, evenness, width }
  }
  return best?.separator ?? null
}

/** Returns whether all cells of a row are blank. */
export const isBlankRow = (cells: ReadonlyArray<string>): boolean => cells.every((cell) => cell.trim() === "")

/** Returns the most frequent number; the highest of several, 0 for an empty list. */
const mostFrequent = (numbers: ReadonlyArray<number>): number => {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  let [maxCount, result] = [0, 0]
  for (const [number, count] of counts)
    if (count > maxCount || (count === maxCount && number > result)) [maxCount, result] = [count, number]
  return result
}

/** Returns the row with exactly `width` cells: extra empty cells are dropped. Null if it has too few cells, or extra ones that are not empty. */
export const fitRowToWidth = (cells: ReadonlyArray<string>, width: number): ReadonlyArray<string> | null => {
  if (cells.length === width) return cells
  return cells.length > width && isBlankRow(cells.slice(width)) ? cells.slice(0, width) : null
}

/** The number of sample rows, shown one at a time. */
export const sampleRowCount = 5

/** What is known of a list after reading it. */
export type ListSummary = {
  readonly name: string
  readonly encoding: Encoding
  /** Null if it has one column. */
  readonly separator: ListSeparator | null
  /** The number of rows that are not blank. */
  readonly rowCount: number
  /** The first of these rows: the headings and as many as are shown as samples. */
  readonly firstRows: ReadonlyArray<ReadonlyArray<string>>
  /** Whether the first row seems to be the headings. */
  readonly isHeaded: boolean
}

/** Returns the headings of the columns; empty texts if the list has none. */
export const getHeadings = ({ firstRows }: Pick<ListSummary, "firstRows">, isHeaded: boolean): ReadonlyArray<string> =>
  (firstRows[0] ?? []).map((heading) => (isHeaded ? heading.trim() : ""))

/** Returns the sample rows. */
export const getSampleRows = ({ firstRows }: Pick<ListSummary, "firstRows">, isHeaded: boolean): ReadonlyArray<ReadonlyArray<string>> =>
  firstRows.slice(isHeaded ? 1 : 0).slice(0, sampleRowCount)

/** Returns the number of people in a list. */
export const countParticipants = ({ rowCount }: Pick<ListSummary, "rowCount">, isHeaded: boolean): number => rowCount - (isHeaded ? 1 : 0)

/**
 * [L8] Returns whether the first row is the headings: no cell looks like a value (an email address, a number, a date, a UUID), no cell occurs
 * twice, and no more than a quarter are empty.
 */
export const detectHeader = ([line = []]: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const cells = line.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== "")
  return cells.length > 0 && cells.length * 4 >= line.length * 3 && new Set(cells).size === cells.length && !cells.some(looksLikeValue)
}

const looksLikeValue = (cell: string): boolean =>
  /^\S+@\S+\.\S+$/.test(cell) || /^[+(]?\d[\d\s()./:+-]*$/.test(cell) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(cell)
