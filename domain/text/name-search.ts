// Search by name: the nearest name to a misspelled one, ranked results for the command palette and the instruction picker, and searched and
// sorted lists of users and communities.
import { stripAccents } from "./text-input.ts"

const maxLength = 64

/**
 * Returns the name with the smallest edit distance, ignoring case: no more than one edit per three letters, but one is always permitted. The
 * first of several; null if none is near, or the typed name is longer than 64.
 */
export const nearestName = (typed: string, names: Iterable<string>): string | null => {
  if (typed.length > maxLength) return null
  const query = typed.toLowerCase()
  let maxDistance = Math.max(1, Math.floor(query.length / 3))
  let nearest: string | null = null
  for (const name of names) {
    const distance = editDistance(query, name.toLowerCase(), maxDistance)
    if (distance > maxDistance) continue
    nearest = name
    if (distance === 0) return name
    maxDistance = distance - 1
  }
  return nearest
}

/** Returns the edit distance (with transpositions); a number above `max` as soon as it exceeds `max`. */
export const editDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let secondLastRow: ReadonlyArray<number> = []
  let lastRow: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let rowMinimum = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const cost = Math.min(
        getCell(lastRow, j) + 1,
        getCell(row, j - 1) + 1,
        getCell(lastRow, j - 1) + (isSame ? 0 : 1),
        isSwapped ? getCell(secondLastRow, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      row.push(cost)
      rowMinimum = Math.min(rowMinimum, cost)
    }
    if (rowMinimum > max) return max + 1
    secondLastRow = lastRow
    lastRow = row
  }
  return getCell(lastRow, b.length)
}

const getCell = (row: ReadonlyArray<number>, i: number): number => row[i] ?? Number.POSITIVE_INFINITY

/** Something that can be searched: its displayed name, and synonyms. */
export type Searchable = { readonly name: string; readonly also?: ReadonlyArray<string> }

/** The maximum number of results. */
export const maxResults = 12

/** Returns the first results of `rankByName`. */
export const searchByName = <Item extends Searchable>(items: ReadonlyArray<Item>, query: string): ReadonlyArray<Item> =>
  rankByName(items, query).slice(0, maxResults)

/**
 * Returns the items that contain every typed word in their name or synonyms, ignoring case and accents: first names that start with the text,
 * then names with a word that starts with its first word, then the rest, each in the given order. An empty text matches everything.
 */
export const rankByName = <Item extends Searchable>(items: ReadonlyArray<Item>, query: string): ReadonlyArray<Item> => {
  const normalizedQuery = normalize(query)
  const words = normalizedQuery.split(" ")
  const groups: ReadonlyArray<Array<Item>> = [[], [], []]
  for (const item of items) {
    const name = normalize(item.name)
    const text = [name, ...(item.also ?? []).map(normalize)].join("\n")
    if (words.every((word) => text.includes(word))) groups[rank(name, normalizedQuery, words[0] ?? "")]?.push(item)
  }
  return groups.flat()
}

const rank = (name: string, query: string, firstWord: string): 0 | 1 | 2 => {
  if (name.startsWith(query)) return 0
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(firstWord)) ? 1 : 2
}

const normalize = (text: string): string => stripAccents(text).trim().replace(/\s+/g, " ")

/** Returns the index one up (-1) or down (1) in a list of `count` items, wrapping around; 0 for an empty list. */
export const wrapIndex = (index: number, offset: -1 | 1, count: number): number => (count === 0 ? 0 : (index + offset + count) % count)

/**
 * Returns the items with a column that contains the search text (case-insensitive), ordered by uuid, so that items that a table sorts equally
 * always have the same order.
 */
export const filterByText = <Column extends string, Item extends Readonly<Record<Column | "uuid", string>>>(
  items: ReadonlyArray<Item>,
  { search, columns }: { readonly search: string; readonly columns: ReadonlyArray<Column> },
): ReadonlyArray<Item> => {
  const query = search.trim().toLowerCase()
  return items
    .filter((item) => columns.some((column) => item[column].toLowerCase().includes(query)))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
}
