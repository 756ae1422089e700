// The people that links are made for, out of a mapped list, in batches (spec/3-community §4, §7, §9; decisions L2, L4).
import type { Lines, Mapping, MappingTarget } from "./column-mapping.ts"

/** People sent at a time, at most; links shown on a page of their table (spec/3-community §9). */
export const mostInBatch = 5000
export const linksOnPage = 100

type ProfileField = MappingTarget extends infer Target ? (Target extends `profile.${infer Field}` ? Field : never) : never

/** [L6] Links that are made at once at most: their table and their file are held in one page. */
export const mostLinks = 100_000

/** [L6] The amount of links that was typed, or null where it is none. */
export const linkAmount = (typed: string): number | null => {
  const amount = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN
  return amount >= 1 && amount <= mostLinks ? amount : null
}

/** One person as the call for unique links takes them: what is known of them, and the metadata of their conversation. */
export type Person = {
  readonly profile: { readonly [Field in ProfileField]?: string }
  readonly conversation: { readonly metadata: Readonly<Record<string, string>> }
}

/** [L2] The person that a line of the list says: empty cells say nothing, metadata stands under its column's heading. */
export const personOf = (headings: ReadonlyArray<string>, mapping: Mapping, cells: ReadonlyArray<string>): Person => {
  const profile: Array<readonly [string, string]> = []
  const metadata: Array<readonly [string, string]> = []
  for (const [column, target] of mapping.entries()) {
    const cell = (cells[column] ?? "").trim()
    if (cell === "" || target === "ignore") continue
    if (target === "conversation.metadata") metadata.push([headingOf(headings, column), cell])
    else profile.push([target.slice("profile.".length), cell])
  }
  return { profile: Object.fromEntries(profile), conversation: { metadata: Object.fromEntries(metadata) } }
}

/** [L4] The people of a list, as many at a time as are sent at a time; lines that say nothing of anybody are passed over. */
export function* batchesOf(
  headings: ReadonlyArray<string>,
  mapping: Mapping,
  lines: Iterable<Lines[number]>,
): Generator<ReadonlyArray<Person>> {
  let batch: Array<Person> = []
  for (const cells of lines) {
    if (mapping.every((target, column) => target === "ignore" || (cells[column] ?? "").trim() === "")) continue
    batch.push(personOf(headings, mapping, cells))
    if (batch.length < mostInBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** How many links are asked for at a time, until so many are there: the sizes of the batches. */
export function* batchSizes(amount: number): Generator<number> {
  for (let left = Math.trunc(amount); left >= 1; left -= mostInBatch) yield Math.min(left, mostInBatch)
}

/** A column without a heading goes by its place. */
const headingOf = (headings: ReadonlyArray<string>, column: number): string => headings[column]?.trim() || `column_${column + 1}`
