// Reads the family name from a font file: TrueType and OpenType (sfnt), WOFF, WOFF2.

/** Decompresses data; rejects or resolves with null if the data is invalid. Provided by the caller. */
export type Decompress = (packed: Uint8Array, algorithm: "deflate" | "brotli") => Promise<Uint8Array | null>

/** Returns the family name of a font, or null if the file has none. Accepts any bytes. */
export const parseFontFamily = async (bytes: Uint8Array, decompress: Decompress): Promise<string | null> => {
  const table = await extractNameTable(bytes, decompress).catch(() => null)
  return table === null ? null : readFamily(table)
}

const extractNameTable = async (bytes: Uint8Array, decompress: Decompress): Promise<Uint8Array | null> => {
  switch (readTag(bytes, 0)) {
    case "wOFF":
      return extractFromWoff(bytes, decompress)
    case "wOF2":
      return extractFromWoff2(bytes, decompress)
    default:
      return extractFromSfnt(bytes)
  }
}

const extractFromSfnt = (bytes: Uint8Array): Uint8Array | null => {
  const count = readUint16(bytes, 4)
  for (let i = 0; i < count; i++) {
    const entry = 12 + 16 * i
    if (readTag(bytes, entry) === "name") return slice(bytes, readUint32(bytes, entry + 8), readUint32(bytes, entry + 12))
  }
  return null
}

const extractFromWoff = async (bytes: Uint8Array, decompress: Decompress): Promise<Uint8Array | null> => {
  const count = readUint16(bytes, 12)
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i
    if (readTag(bytes, entry) !== "name") continue
    const [packedLength, length] = [readUint32(bytes, entry + 8), readUint32(bytes, entry + 12)]
    const table = slice(bytes, readUint32(bytes, entry + 4), packedLength)
    return table === null || packedLength === length ? table : decompress(table, "deflate")
  }
  return null
}

/** Table numbers of WOFF2 (5 is `name`); 63 means that a tag follows. */
const [nameNumber, glyfNumber, locaNumber, otherNumber] = [5, 10, 11, 63]

/** All tables are compressed together, so the offset of `name` is the sum of the lengths before it. */
const extractFromWoff2 = async (bytes: Uint8Array, decompress: Decompress): Promise<Uint8Array | null> => {
  const count = readUint16(bytes, 12)
  let offset = 48
  let tableOffset = 0
  let found: readonly [start: number, length: number] | null = null
  for (let i = 0; i < count; i++) {
    const flags = bytes[offset++] ?? 0
    const number = flags & 63
    const tag = number === otherNumber ? readTag(bytes, offset) : ""
    if (number === otherNumber) offset += 4
    const [originalLength, lengthEnd] = readBase128(bytes, offset)
    offset = lengthEnd
    const transform = flags >> 6
    const isTransformed = number === glyfNumber || number === locaNumber ? transform !== 3 : transform !== 0
    let length = originalLength
    if (isTransformed) [length, offset] = readBase128(bytes, offset)
    if (number === nameNumber || tag === "name") found = [tableOffset, length]
    tableOffset += length
  }
  const packed = slice(bytes, offset, readUint32(bytes, 20))
  if (found === null || packed === null) return null
  const tables = await decompress(packed, "brotli")
  return tables === null ? null : slice(tables, found[0], found[1])
}

/** Prefers the typographic family (16) over the family (1), and Windows over Unicode and Macintosh records. */
const readFamily = (table: Uint8Array): string | null => {
  const [count, stringsStart] = [readUint16(table, 2), readUint16(table, 4)]
  const names = Array.from({ length: Math.min(count, maxNames) }, (_, i) => 6 + 12 * i)
    .map((entry) => ({
      platform: readUint16(table, entry),
      id: readUint16(table, entry + 6),
      text: slice(table, stringsStart + readUint16(table, entry + 10), readUint16(table, entry + 8)),
    }))
    .filter(({ id }) => id === 16 || id === 1)
  for (const id of [16, 1])
    for (const platform of [3, 0, 1]) {
      const name = names.find((it) => it.id === id && it.platform === platform && it.text !== null && it.text.length > 0)
      if (name?.text) return platform === 1 ? decodeLatin1(name.text) : decodeUtf16(name.text)
    }
  return null
}
/** More names than any font has; limits the work for a corrupt count. */
const maxNames = 5000

const decodeUtf16 = (bytes: Uint8Array): string => {
  const units = Array.from({ length: bytes.length >> 1 }, (_, i) => readUint16(bytes, 2 * i))
  return String.fromCharCode(...units)
}
const decodeLatin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

const readUint16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
const readUint32 = (bytes: Uint8Array, at: number): number => readUint16(bytes, at) * 65_536 + readUint16(bytes, at + 2)
const readTag = (bytes: Uint8Array, at: number): string => decodeLatin1(bytes.subarray(at, at + 4))

/** Returns null if the range exceeds the data. */
const slice = (bytes: Uint8Array, start: number, length: number): Uint8Array | null =>
  start + length > bytes.length ? null : bytes.subarray(start, start + length)

/** Reads a WOFF2 number of up to five bytes with seven bits each, and returns where it ends. */
const readBase128 = (bytes: Uint8Array, start: number): readonly [value: number, end: number] => {
  let value = 0
  for (let at = start; at < start + 5; at++) {
    const byte = bytes[at] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + 1]
  }
  return [value, start + 5]
}
