// What a list of people is as a file: which are taken, and how their bytes are read (decisions L7, L8).

/** [L7] The largest list, in bytes; the most people and columns it has; the longest line, in characters. */
export const maxListFileBytes = 100 * 1024 * 1024
export const maxParticipants = 1_000_000
export const maxColumns = 200
export const maxLineLength = 1_000_000

/** [L7] Why no list can be read from a file. Rows are numbered as a spreadsheet numbers them; of many the first are named. */
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

/** Rows that are named where many are wrong. */
export const maxReportedRows = 10

/** The encodings of lists, by the names that browsers know them by. */
export const supportedEncodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const
export type Encoding = (typeof supportedEncodings)[number]

/**
 * [L8] The encodings in which a file can be read, the likeliest first, as its first bytes say; none where they are no text. Bytes that are
 * no UTF-8 are Windows-1252, which a later byte may show as well.
 */
export const detectEncodings = (start: Uint8Array): ReadonlyArray<Encoding> => {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return ["utf-8"]
  if (start[0] === 0xff && start[1] === 0xfe) return ["utf-16le"]
  if (start[0] === 0xfe && start[1] === 0xff) return ["utf-16be"]
  const zeros: [number, number] = [0, 0]
  let controls = 0
  for (let i = 0; i < start.length; i++) {
    const byte = start[i] ?? 0
    if (byte === 0) zeros[i % 2 === 0 ? 0 : 1]++
    else if (byte < 0x20 && !isTextControl(byte)) controls++
  }
  const pairs = start.length / 2
  // Of UTF-16 without a mark: the half of most letters of European scripts that is zero stands always on the same side.
  if (zeros[1] > pairs * 0.6 && zeros[0] < pairs * 0.05) return ["utf-16le"]
  if (zeros[0] > pairs * 0.6 && zeros[1] < pairs * 0.05) return ["utf-16be"]
  return zeros[0] + zeros[1] + controls > 0 ? [] : ["utf-8", "windows-1252"]
}

/** Tab, line ends, form feed, and the sign that old programs end a text with. */
const isTextControl = (byte: number): boolean => (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a

/** What may stand between the cells of a list, first what is least likely to stand within them. */
export const listSeparators = ["\t", "|", ";", ","] as const
export type ListSeparator = (typeof listSeparators)[number]

/** [L8] How a list is read: what is null is recognised, the rest is as the author says. `"none"`: it has one column. */
export type ListFormat = { readonly encoding: Encoding | null; readonly separator: ListSeparator | "none" | null }
export const detectedFormat: ListFormat = { encoding: null, separator: null }

/** Whether a file that is no list may be one when it is read in another way. */
export const mayHelpToChangeFormat = ({ type }: ListProblem): boolean => otherwise.has(type)
const otherwise: ReadonlySet<ListProblem["type"]> = new Set(["binary", "nobody", "too-many-columns", "one-column", "ragged", "open-quote"])

/** How the text of a list is cut into cells. */
export type CsvDialect = { readonly separator: string; readonly quote: '"' | "'" }

/** [L8] The separator that a list declares in a first line of its own (`sep=;`), and the length of that line; null where it has none. */
export const parseSeparatorLine = (text: string): { readonly separator: ListSeparator; readonly length: number } | null => {
  const found = /^"?sep=(.)"?(?:\n|$)/i.exec(text)
  const separator = listSeparators.find((it) => it === found?.[1])
  return found === null || separator === undefined ? null : { separator, length: found[0].length }
}

/** [L8] The sign that cells are quoted with: a single one where all cells of the first line stand in single ones. */
export const detectQuote = (text: string): CsvDialect["quote"] => (/^'[^'\n]*'(?:[,;\t|]'[^'\n]*')*(?:\n|$)/.test(text) ? "'" : '"')

/**
 * [L8] The separator of a list, as its first lines say, each cut by each of the separators: the one by which most lines have the most usual
 * number of cells; of several the one that makes more, or else the first. Null where none cuts anything.
 */
export const detectSeparator = (cut: (separator: ListSeparator) => ReadonlyArray<ReadonlyArray<string>>): ListSeparator | null => {
  let best: { readonly separator: ListSeparator; readonly even: number; readonly width: number } | null = null
  for (const separator of listSeparators) {
    const widths = cut(separator)
      .filter((cells) => !isBlankRow(cells))
      .map((cells) => cells.length)
    const width = mostFrequent(widths)
    if (width < 2) continue
    const even = widths.filter((it) => it === width).length / widths.length
    if (best === null || even > best.even || (even === best.even && width > best.width)) best = { separator, even, width }
  }
  return best?.separator ?? null
}

/** Whether a line says nothing. */
export const isBlankRow = (cells: ReadonlyArray<string>): boolean => cells.every((cell) => cell.trim() === "")

/** The number that is there most often; of several the highest. 0 of none. */
const mostFrequent = (numbers: ReadonlyArray<number>): number => {
  const counts = new Map<number, number>()
  for (const it of numbers) counts.set(it, (counts.get(it) ?? 0) + 1)
  let [most, found] = [0, 0]
  for (const [it, count] of counts) if (count > most || (count === most && it > found)) [most, found] = [count, it]
  return found
}

/** A line as wide as the list: empty cells beyond its end say nothing. Null where it has other cells too many, or too few. */
export const fitRowToWidth = (cells: ReadonlyArray<string>, width: number): ReadonlyArray<string> | null => {
  if (cells.length === width) return cells
  return cells.length > width && isBlankRow(cells.slice(width)) ? cells.slice(0, width) : null
}

// A list of people as it was read: its headings, its first rows, how many people it has (spec/3-community §2, §9; decisions L8).

/** Rows that are shown, one after the other, as samples (spec/3-community §9). */
export const sampleRowCount = 5

/** What is known of a list that was read. */
export type ListSummary = {
  readonly name: string
  readonly encoding: Encoding
  /** Null: it has one column. */
  readonly separator: ListSeparator | null
  /** Its lines that say something. */
  readonly rowCount: number
  /** The first of them: as many as are sampled, and the headings. */
  readonly firstRows: ReadonlyArray<ReadonlyArray<string>>
  /** Whether the first line seems to hold the headings. */
  readonly isHeaded: boolean
}

/** The headings of a list's columns; of a list without any, nothing for each column. */
export const getHeadings = ({ firstRows }: Pick<ListSummary, "firstRows">, isHeaded: boolean): ReadonlyArray<string> =>
  (firstRows[0] ?? []).map((heading) => (isHeaded ? heading.trim() : ""))

/** The rows that are sampled. */
export const getSampleRows = ({ firstRows }: Pick<ListSummary, "firstRows">, isHeaded: boolean): ReadonlyArray<ReadonlyArray<string>> =>
  firstRows.slice(isHeaded ? 1 : 0).slice(0, sampleRowCount)

/** How many people a list has. */
export const countParticipants = ({ rowCount }: Pick<ListSummary, "rowCount">, isHeaded: boolean): number => rowCount - (isHeaded ? 1 : 0)

/**
 * [L8] Whether the first of a list's lines holds its headings: none of its cells is what a person is told by (an address, a number, a date),
 * none is there twice, and no more than a cell in four is empty.
 */
export const detectHeader = ([line = []]: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const cells = line.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== "")
  return cells.length > 0 && cells.length * 4 >= line.length * 3 && new Set(cells).size === cells.length && !cells.some(isValue)
}

const isValue = (cell: string): boolean =>
  /^\S+@\S+\.\S+$/.test(cell) || /^[+(]?\d[\d\s()./:+-]*$/.test(cell) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(cell)
