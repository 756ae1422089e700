// Which places of a long list hold what an earlier one holds, whatever the case: in linear time, without keeping a text (decisions L3).

/**
 * [L3] The places whose text, without regard to case and to white space around it, stands at an earlier place too. Empty texts are no
 * duplicates. `textAt` is asked again where two places look alike.
 */
export const findDuplicates = (length: number, textAt: (place: number) => string): ReadonlyArray<number> => {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, length * 2)))
  const slots = new Int32Array(size).fill(-1)
  const hashes = new Int32Array(length)
  const found: Array<number> = []
  for (let place = 0; place < length; place++) {
    const text = textAt(place)
    const hash = hashOf(text)
    if (hash === blank && identifierKey(text) === "") continue
    hashes[place] = hash
    let slot = hash & (size - 1)
    for (let other = slots[slot] ?? -1; other !== -1; other = slots[slot] ?? -1) {
      if (hashes[other] === hash && identifierKey(textAt(other)) === identifierKey(text)) break
      slot = (slot + 1) & (size - 1)
    }
    if (slots[slot] === -1) slots[slot] = place
    else found.push(place)
  }
  return found
}

/** [L3] The form in which what tells people apart is compared: case, white space around it and how its letters are put together say nothing. */
export const identifierKey = (text: string): string => text.trim().normalize("NFC").toLowerCase()

/** The hash of a text's key. Of ASCII it is taken as it stands, for making the key costs more than all the rest. */
const hashOf = (text: string): number => {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  let hash = seed
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) return hashOfKey(identifierKey(text))
    hash = step(hash, code >= 0x41 && code <= 0x5a ? code | 0x20 : code)
  }
  return mixed(hash)
}

const hashOfKey = (key: string): number => {
  let hash = seed
  for (let i = 0; i < key.length; i++) hash = step(hash, key.charCodeAt(i))
  return mixed(hash)
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** FNV-1a; mixed at the end, so that its lowest bits are as good as any. */
const seed = 0x811c9dc5
const step = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
const mixed = (hash: number): number => {
  const folded = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return folded ^ (folded >>> 13)
}
const blank = mixed(seed)
