// Builds participants from a mapped list and splits them into batches [L2, L4, L6].
import type { Violation } from "../findings/finding.ts"
import type { ColumnMapping, MappingTarget } from "./column-mapping.ts"

/** The maximum number of people per request, and the number of links per page of their table. */
export const maxBatchSize = 5000
export const linksPerPage = 100

type ProfileField = MappingTarget extends infer Target ? (Target extends `profile.${infer Field}` ? Field : never) : never

/** Returns the number of pages of a table with so many links. */
export const countPages = (links: number): number => Math.ceil(links / linksPerPage)

/** [L6] The maximum number of links without a list that are created in one go. */
export const maxLinks = 100_000

/** [L6] Whether links get a short form: the switch is shown, but disabled. */
export const createsShortLinks: boolean = false

/** [L6] Returns the amount of links that was typed, or null if it is not valid. */
export const parseLinkAmount = (input: string): number | null => {
  const amount = /^\s*\d+\s*$/.test(input) ? Number(input) : Number.NaN
  return amount >= 1 && amount <= maxLinks ? amount : null
}

/** [L6] Returns what keeps the form's field `amount` from being sent. */
export const linkAmountViolations = (input: string): ReadonlyArray<Violation> =>
  parseLinkAmount(input) === null ? [{ field: "amount", message: "ERROR.LINK_AMOUNT" }] : []

/** One person in the request for unique links: profile fields, and conversation metadata, in which an empty value is kept. */
export type Participant = {
  readonly profile: { readonly [Field in ProfileField]?: string }
  readonly conversation: { readonly metadata: Readonly<Record<string, string>> }
}

/**
 * [L2] Returns a function from a row to its participant: empty profile cells are skipped, metadata is named after its column.
 * [E7] Empty metadata is kept, so that no address parameter can set what the list has a column for.
 */
export const createParticipantReader = (
  headings: ReadonlyArray<string>,
  mapping: ColumnMapping,
): ((cells: ReadonlyArray<string>) => Participant) => {
  const keys = getMetadataKeys(headings, mapping)
  return (cells) => {
    const profile: Array<readonly [string, string]> = []
    const metadata: Array<readonly [string, string]> = []
    for (const [column, target] of mapping.entries()) {
      const cell = (cells[column] ?? "").trim()
      if (target === "conversation.metadata") metadata.push([keys[column] ?? "", cell])
      else if (target !== "ignore" && cell !== "") profile.push([target.slice("profile.".length), cell])
    }
    return { profile: Object.fromEntries(profile), conversation: { metadata: Object.fromEntries(metadata) } }
  }
}

/** [L4] The maximum number of characters per request: the server accepts 10 MiB, and a character has up to three bytes. */
export const maxBatchCharacters = 3_000_000

/**
 * [L4] Returns the end index of each batch: `maxBatchSize` people, fewer if they exceed the characters per request. `getWeight` returns the
 * characters of a person.
 */
export const computeBatchEnds = (people: number, getWeight: (index: number) => number): ReadonlyArray<number> => {
  const ends: Array<number> = []
  let [start, weight] = [0, 0]
  for (let index = 0; index < people; index++) {
    const personWeight = getWeight(index)
    if (index > start && (index - start === maxBatchSize || weight + personWeight > maxBatchCharacters)) {
      ends.push(index)
      ;[start, weight] = [index, 0]
    }
    weight += personWeight
  }
  if (people > start) ends.push(people)
  return ends
}

/** Returns the maximum number of characters that a person takes in the request: cells, keys and JSON syntax. */
export const countParticipantCharacters = (headings: ReadonlyArray<string>, cells: ReadonlyArray<string>): number => {
  let weight = 100
  for (const [column, cell] of cells.entries()) weight += cell.length + (headings[column]?.length ?? 0) + 30
  return weight
}

/** Yields the sizes of the requests that create `amount` links. */
export function* listBatchSizes(amount: number): Generator<number> {
  for (let remaining = Math.trunc(amount); remaining >= 1; remaining -= maxBatchSize) yield Math.min(remaining, maxBatchSize)
}

/** Names the metadata of each column. A column without a heading is named by its number; a repeated heading gets a number appended. */
const getMetadataKeys = (headings: ReadonlyArray<string>, mapping: ColumnMapping): ReadonlyArray<string> => {
  const used = new Set<string>()
  return mapping.map((target, column) => {
    if (target !== "conversation.metadata") return ""
    const heading = headings[column]?.trim() || `column_${column + 1}`
    let key = heading
    for (let number = 2; used.has(key); number++) key = `${heading} (${number})`
    used.add(key)
    return key
  })
}
