// Finds duplicate values in a long list, ignoring case, in linear time and without storing the values [L3].
import { normalizeText } from "../text/normalization.ts"

/**
 * [L3] Returns the indexes of texts that occur earlier, ignoring case and surrounding white space. Empty texts are no duplicates.
 * `getText` is called again for texts with the same hash.
 */
export const findDuplicates = (length: number, getText: (index: number) => string): ReadonlyArray<number> => {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, length * 2)))
  const slots = new Int32Array(size).fill(-1)
  const hashes = new Int32Array(length)
  const duplicates: Array<number> = []
  for (let index = 0; index < length; index++) {
    const text = getText(index)
    const hash = hashText(text)
    if (hash === blankHash && getIdentifierKey(text) === "") continue
    hashes[index] = hash
    let slot = hash & (size - 1)
    for (let other = slots[slot] ?? -1; other !== -1; other = slots[slot] ?? -1) {
      if (hashes[other] === hash && getIdentifierKey(getText(other)) === getIdentifierKey(text)) break
      slot = (slot + 1) & (size - 1)
    }
    if (slots[slot] === -1) slots[slot] = index
    else duplicates.push(index)
  }
  return duplicates
}

/** [L3] Returns the form in which identifiers are compared: without surrounding white space, case and Unicode composition. */
export const getIdentifierKey = (text: string): string => normalizeText(text.trim(), "NFC").toLowerCase()

/** Returns the hash of a text's identifier key. ASCII is hashed without building the key, which would cost more than everything else. */
const hashText = (text: string): number => {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  let hash = seed
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) return hashKey(getIdentifierKey(text))
    hash = addToHash(hash, code >= 0x41 && code <= 0x5a ? code | 0x20 : code)
  }
  return mixBits(hash)
}

const hashKey = (key: string): number => {
  let hash = seed
  for (let i = 0; i < key.length; i++) hash = addToHash(hash, key.charCodeAt(i))
  return mixBits(hash)
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** FNV-1a, with a final mix so that the lowest bits are well distributed. */
const seed = 0x811c9dc5
const addToHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
const mixBits = (hash: number): number => {
  const folded = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return folded ^ (folded >>> 13)
}
const blankHash = mixBits(seed)
