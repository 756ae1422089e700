// A list of people as it was read: its headings, its first rows, how many people it has (spec/3-community §2, §9; decisions L8).
import type { Encoding, ListSeparator } from "./list-file.ts"

/** Rows that are shown, one after the other, as samples (spec/3-community §9). */
export const sampledRows = 5

/** What is known of a list that was read. */
export type ListFacts = {
  readonly name: string
  readonly encoding: Encoding
  /** Null: it has one column. */
  readonly separator: ListSeparator | null
  /** Its lines that say something. */
  readonly lines: number
  /** The first of them: as many as are sampled, and the headings. */
  readonly first: ReadonlyArray<ReadonlyArray<string>>
  /** Whether the first line seems to hold the headings. */
  readonly isHeaded: boolean
}

/** The headings of a list's columns; of a list without any, nothing for each column. */
export const headingsOf = ({ first }: Pick<ListFacts, "first">, isHeaded: boolean): ReadonlyArray<string> =>
  (first[0] ?? []).map((heading) => (isHeaded ? heading.trim() : ""))

/** The rows that are sampled. */
export const samplesOf = ({ first }: Pick<ListFacts, "first">, isHeaded: boolean): ReadonlyArray<ReadonlyArray<string>> =>
  first.slice(isHeaded ? 1 : 0).slice(0, sampledRows)

/** How many people a list has. */
export const peopleIn = ({ lines }: Pick<ListFacts, "lines">, isHeaded: boolean): number => lines - (isHeaded ? 1 : 0)

/**
 * [L8] Whether the first of a list's lines holds its headings: none of its cells is what a person is told by (an address, a number, a date),
 * none is there twice, and no more than a cell in four is empty.
 */
export const seemsHeaded = ([line = []]: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const cells = line.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== "")
  return cells.length > 0 && cells.length * 4 >= line.length * 3 && new Set(cells).size === cells.length && !cells.some(isValue)
}

const isValue = (cell: string): boolean =>
  /^\S+@\S+\.\S+$/.test(cell) || /^[+(]?\d[\d\s()./:+-]*$/.test(cell) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(cell)
