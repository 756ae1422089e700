// The name that was probably meant where one is misspelt.
import { stripAccents } from "./text-input.ts"

const longest = 64

/**
 * The name nearest to `typed`, whatever their case: the fewest letters added, left out, replaced or swapped with their neighbour, at
 * most one in three (and one at least). Of equally near ones the first; null where none is near or the typed one is over 64 long.
 */
export const nearestName = (typed: string, names: Iterable<string>): string | null => {
  if (typed.length > longest) return null
  const wanted = typed.toLowerCase()
  let most = Math.max(1, Math.floor(wanted.length / 3))
  let nearest: string | null = null
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase(), most)
    if (distance > most) continue
    nearest = name
    if (distance === 0) return name
    most = distance - 1
  }
  return nearest
}

/** How many edits lead from `one` to `other`, or something above `most` as soon as there are more than `most`. */
export const editDistance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const cost = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: ReadonlyArray<number>, i: number): number => row[i] ?? Number.POSITIVE_INFINITY

// What is found of what is known by a name: by the command palette (chats, communities, screens and deeds; design/interface "Layout"), and by
// the picker of instructions (kinds).

/** What something is found by: the name it is shown under, and other words for it. */
export type Searchable = { readonly name: string; readonly also?: ReadonlyArray<string> }

/** Findings that are shown at most: nobody reads on, but types on. */
export const maxResults = 12

/** The first of `ranked`, no more than `mostFound`. */
export const searchByName = <It extends Searchable>(all: ReadonlyArray<It>, typed: string): ReadonlyArray<It> =>
  rankByName(all, typed).slice(0, maxResults)

/**
 * Those that hold every word that was typed, in the name or in the other words, without regard to case and accents. First come those whose name begins with what was typed, then those where a word of the name begins with its first word, then
 * the rest; among equals the order stays. Of nothing typed everything is found.
 */
export const rankByName = <It extends Searchable>(all: ReadonlyArray<It>, typed: string): ReadonlyArray<It> => {
  const wish = plain(typed)
  const words = wish.split(" ")
  const found: ReadonlyArray<Array<It>> = [[], [], []]
  for (const it of all) {
    const name = plain(it.name)
    const text = [name, ...(it.also ?? []).map(plain)].join("\n")
    if (words.every((word) => text.includes(word))) found[rank(name, wish, words[0] ?? "")]?.push(it)
  }
  return found.flat()
}

const rank = (name: string, wish: string, first: string): 0 | 1 | 2 => {
  if (name.startsWith(wish)) return 0
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first)) ? 1 : 2
}

const plain = (text: string): string => stripAccents(text).trim().replace(/\s+/g, " ")

// How the arrow keys walk a list of findings.

/** The place after a step up (-1) or down (1) in a list of `count`, which goes around; 0 in an empty one. */
export const wrapIndex = (place: number, by: -1 | 1, count: number): number => (count === 0 ? 0 : (place + by + count) % count)
