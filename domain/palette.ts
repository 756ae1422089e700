// What is found of what is known by a name: by the command palette (chats, communities, screens and deeds; design/interface "Layout"), and by
// the picker of instructions (kinds).
import { withoutAccents } from "./folded.ts"

/** What something is found by: the name it is shown under, and other words for it. */
export type Known = { readonly name: string; readonly also?: ReadonlyArray<string> }

/** Findings that are shown at most: nobody reads on, but types on. */
export const mostFound = 12

/** The first of `ranked`, no more than `mostFound`. */
export const foundBy = <It extends Known>(all: ReadonlyArray<It>, typed: string): ReadonlyArray<It> =>
  ranked(all, typed).slice(0, mostFound)

/**
 * Those that hold every word that was typed, in the name or in the other words, without regard to case and accents. First come those whose name begins with what was typed, then those where a word of the name begins with its first word, then
 * the rest; among equals the order stays. Of nothing typed everything is found.
 */
export const ranked = <It extends Known>(all: ReadonlyArray<It>, typed: string): ReadonlyArray<It> => {
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

const plain = (text: string): string => withoutAccents(text).trim().replace(/\s+/g, " ")
