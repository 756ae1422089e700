// What a font calls itself, read out of its file: TrueType and OpenType (sfnt), WOFF, WOFF2 (spec/3-community §5 "Family name is taken from
// the font file"). What unpacks their tables is given by whoever runs.

/** Unpacks what is packed; rejects or resolves with null what cannot be. */
export type Decompress = (packed: Uint8Array, how: "deflate" | "brotli") => Promise<Uint8Array | null>

/** The family of a font, or null where the file does not tell. Any bytes may come. */
export const parseFontFamily = async (bytes: Uint8Array, unpack: Decompress): Promise<string | null> => {
  const table = await nameTable(bytes, unpack).catch(() => null) // what cannot be unpacked tells nothing
  return table === null ? null : familyIn(table)
}

const nameTable = async (bytes: Uint8Array, unpack: Decompress): Promise<Uint8Array | null> => {
  switch (tagAt(bytes, 0)) {
    case "wOFF":
      return inWoff(bytes, unpack)
    case "wOF2":
      return inWoff2(bytes, unpack)
    default:
      return inSfnt(bytes)
  }
}

const inSfnt = (bytes: Uint8Array): Uint8Array | null => {
  const count = at16(bytes, 4)
  for (let i = 0; i < count; i++) {
    const entry = 12 + 16 * i
    if (tagAt(bytes, entry) === "name") return part(bytes, at32(bytes, entry + 8), at32(bytes, entry + 12))
  }
  return null
}

const inWoff = async (bytes: Uint8Array, unpack: Decompress): Promise<Uint8Array | null> => {
  const count = at16(bytes, 12)
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i
    if (tagAt(bytes, entry) !== "name") continue
    const [packed, whole] = [at32(bytes, entry + 8), at32(bytes, entry + 12)]
    const table = part(bytes, at32(bytes, entry + 4), packed)
    return table === null || packed === whole ? table : unpack(table, "deflate")
  }
  return null
}

/** The tables that WOFF2 names by a number; `name` is the sixth. */
const [nameNumber, glyfNumber, locaNumber, otherNumber] = [5, 10, 11, 63]

/** All tables are packed as one: where `name` begins is the sum of what comes before it. */
const inWoff2 = async (bytes: Uint8Array, unpack: Decompress): Promise<Uint8Array | null> => {
  const count = at16(bytes, 12)
  let at = 48
  let before = 0
  let found: readonly [start: number, length: number] | null = null
  for (let i = 0; i < count; i++) {
    const flags = bytes[at++] ?? 0
    const number = flags & 63
    const tag = number === otherNumber ? tagAt(bytes, at) : ""
    if (number === otherNumber) at += 4
    const [whole, afterWhole] = base128(bytes, at)
    at = afterWhole
    const transform = flags >> 6
    const isTransformed = number === glyfNumber || number === locaNumber ? transform !== 3 : transform !== 0
    let length = whole
    if (isTransformed) [length, at] = base128(bytes, at)
    if (number === nameNumber || tag === "name") found = [before, length]
    before += length
  }
  const packed = part(bytes, at, at32(bytes, 20))
  if (found === null || packed === null) return null
  const tables = await unpack(packed, "brotli")
  return tables === null ? null : part(tables, found[0], found[1])
}

/** The typographic family (16) where there is one, else the family (1); of Windows, else of the Macintosh. */
const familyIn = (table: Uint8Array): string | null => {
  const [count, texts] = [at16(table, 2), at16(table, 4)]
  const names = Array.from({ length: Math.min(count, mostNames) }, (_, i) => 6 + 12 * i)
    .map((entry) => ({
      platform: at16(table, entry),
      id: at16(table, entry + 6),
      text: part(table, texts + at16(table, entry + 10), at16(table, entry + 8)),
    }))
    .filter(({ id }) => id === 16 || id === 1)
  for (const id of [16, 1])
    for (const platform of [3, 0, 1]) {
      const name = names.find((it) => it.id === id && it.platform === platform && it.text !== null && it.text.length > 0)
      if (name?.text) return platform === 1 ? latin(name.text) : utf16(name.text)
    }
  return null
}
/** More than a font has; a damaged count asks for no more. */
const mostNames = 5000

const utf16 = (bytes: Uint8Array): string => {
  const units = Array.from({ length: bytes.length >> 1 }, (_, i) => at16(bytes, 2 * i))
  return String.fromCharCode(...units)
}
const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

const at16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
const at32 = (bytes: Uint8Array, at: number): number => at16(bytes, at) * 65_536 + at16(bytes, at + 2)
const tagAt = (bytes: Uint8Array, at: number): string => latin(bytes.subarray(at, at + 4))

/** Null where it reaches beyond the end. */
const part = (bytes: Uint8Array, start: number, length: number): Uint8Array | null =>
  start + length > bytes.length ? null : bytes.subarray(start, start + length)

/** A number of WOFF2 in up to five bytes of seven bits, and where it ends. */
const base128 = (bytes: Uint8Array, start: number): readonly [value: number, end: number] => {
  let value = 0
  for (let at = start; at < start + 5; at++) {
    const byte = bytes[at] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + 1]
  }
  return [value, start + 5]
}
