// The words in which two versions of a text differ.
import { diffWordsWithSpace } from "diff"

/** A part of a text that another text shares, or that only this one has. */
export type TextPart = { readonly text: string; readonly isChanged: boolean }

/** Texts that differ in more words and spaces than this are not compared word by word, because that would take too long. */
const maxEditLength = 1000

/** Compares two texts by whole words. Returns the parts of `left`; of long common parts only the words next to a difference are kept. */
export const diffText = (left: string, right: string): ReadonlyArray<TextPart> => {
  const changes = diffWordsWithSpace(right, left, { maxEditLength })
  if (changes === undefined) return [{ text: left, isChanged: true }]
  const parts = joinParts(changes.flatMap(({ value, added, removed }) => (removed ? [] : [{ text: value, isChanged: added }])))
  // Spaces between changed words are no common text.
  const last = parts.length - 1
  const cleaned = joinParts(
    parts.map((part, i) => (i > 0 && i < last && part.text.trim() === "" ? { text: part.text, isChanged: true } : part)),
  )
  return cleaned.map((part, i) => (part.isChanged ? part : { ...part, text: abbreviate(part.text, i > 0, i < cleaned.length - 1) }))
}

/** Joins neighboring parts that are both common or both changed. */
const joinParts = (parts: ReadonlyArray<TextPart>): ReadonlyArray<TextPart> => {
  const joined: Array<TextPart> = []
  for (const part of parts) {
    const previous = joined.at(-1)
    if (previous?.isChanged === part.isChanged) joined[joined.length - 1] = { ...previous, text: `${previous.text}${part.text}` }
    else joined.push(part)
  }
  return joined
}

/** The number of common words that are shown before and after a difference. */
const contextWords = 8

/** Shortens a common text to the words next to the changes before and after it, or to its first words if there is no change. */
const abbreviate = (text: string, followsChange: boolean, precedesChange: boolean): string => {
  const words = text.match(/\s*\S+(?:\s+$)?|\s+$/g) ?? []
  const startLength = followsChange || !precedesChange ? contextWords : 0
  const endLength = precedesChange ? contextWords : 0
  if (words.length <= startLength + endLength) return text
  return `${words.slice(0, startLength).join("")}…${endLength === 0 ? "" : words.slice(-endLength).join("")}`
}
