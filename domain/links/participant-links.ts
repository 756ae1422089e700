// The people that links are made for, out of a mapped list, in batches (spec/3-community §4, §7, §9; decisions L2, L4).
import type { Violation } from "../failure.ts"
import type { ColumnMapping, MappingTarget } from "./column-mapping.ts"

/** People sent at a time, at most; links shown on a page of their table (spec/3-community §9). */
export const maxBatchSize = 5000
export const linksPerPage = 100

type ProfileField = MappingTarget extends infer Target ? (Target extends `profile.${infer Field}` ? Field : never) : never

/** How many pages the table of so many links has. */
export const countPages = (links: number): number => Math.ceil(links / linksPerPage)

/** [L6] Links for nobody in particular that are made at once, at most. */
export const maxLinks = 100_000

/** [L6] Whether links get a short form: the choice is shown, and is not open (spec/3-community §2 "short toggle (disabled)"). */
export const makesShortLinks: boolean = false

/** [L6] The amount of links that was typed, or null where it is none. */
export const parseLinkAmount = (typed: string): number | null => {
  const amount = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN
  return amount >= 1 && amount <= maxLinks ? amount : null
}

/** [L6] What keeps the form's field `amount` from being sent. */
export const linkAmountViolations = (typed: string): ReadonlyArray<Violation> =>
  parseLinkAmount(typed) === null ? [{ field: "amount", message: "ERROR.LINK_AMOUNT" }] : []

/**
 * One person as the call for unique links takes them: what is known of them, and the metadata of their conversation, where an empty one is
 * named and says nothing.
 */
export type Participant = {
  readonly profile: { readonly [Field in ProfileField]?: string }
  readonly conversation: { readonly metadata: Readonly<Record<string, string>> }
}

/**
 * [L2] Reads the person that a line of the list says: empty cells say nothing, metadata stands under its column's heading. [E7] Of metadata
 * empty cells are read, too: what the list has a column for, no address says.
 */
export const createParticipantReader = (
  headings: ReadonlyArray<string>,
  mapping: ColumnMapping,
): ((cells: ReadonlyArray<string>) => Participant) => {
  const keys = metadataKeys(headings, mapping)
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

/** [L4] Characters that are sent at a time, at most: the server takes 10 MiB, and a character is three bytes at most. */
export const maxBatchCharacters = 3_000_000

/**
 * [L4] Where the batches of so many people end, each behind its last: as many at a time as are sent at a time, fewer where they say much.
 * `weightAt` is what a person weighs, in characters.
 */
export const computeBatchEnds = (people: number, weightAt: (place: number) => number): ReadonlyArray<number> => {
  const ends: Array<number> = []
  let [begun, weight] = [0, 0]
  for (let place = 0; place < people; place++) {
    const its = weightAt(place)
    if (place > begun && (place - begun === maxBatchSize || weight + its > maxBatchCharacters)) {
      ends.push(place)
      ;[begun, weight] = [place, 0]
    }
    weight += its
  }
  if (people > begun) ends.push(people)
  return ends
}

/** Characters that a person takes when sent, at most: those of the cells, of the keys they stand under, and of what stands between. */
export const countParticipantCharacters = (headings: ReadonlyArray<string>, cells: ReadonlyArray<string>): number => {
  let weight = 100
  for (const [column, cell] of cells.entries()) weight += cell.length + (headings[column]?.length ?? 0) + 30
  return weight
}

/** How many links are asked for at a time, until so many are there: the sizes of the batches. */
export function* listBatchSizes(amount: number): Generator<number> {
  for (let left = Math.trunc(amount); left >= 1; left -= maxBatchSize) yield Math.min(left, maxBatchSize)
}

/** A column without a heading goes by its place; of two with one heading the later has its number behind it. */
const metadataKeys = (headings: ReadonlyArray<string>, mapping: ColumnMapping): ReadonlyArray<string> => {
  const given = new Set<string>()
  return mapping.map((target, column) => {
    if (target !== "conversation.metadata") return ""
    const heading = headings[column]?.trim() || `column_${column + 1}`
    let key = heading
    for (let number = 2; given.has(key); number++) key = `${heading} (${number})`
    given.add(key)
    return key
  })
}
