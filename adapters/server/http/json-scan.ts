// Measures a JSON body while it arrives, without parsing it.

export type JsonScan = {
  /** The deepest nesting so far. */
  readonly depth: number
  /** Roughly the number of values so far: one for each comma and each list or object. */
  readonly valueCount: number
  /** Whether an escape stands for half of a surrogate pair. */
  readonly hasLoneSurrogate: boolean
}

const [quote, comma, backslash, letterU, openList, closeList, openObject, closeObject] = [0x22, 0x2c, 0x5c, 0x75, 0x5b, 0x5d, 0x7b, 0x7d]

/** What the next byte belongs to. `escape` follows a backslash; `unit` is one of the four digits of a `\uXXXX` escape. */
type State = "value" | "text" | "escape" | "unit"

const hexDigit = (byte: number): number => (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x61 + 10)

/** Creates a scanner of one body; each call scans the next bytes and returns what was measured so far. */
export const createJsonScanner = (): ((bytes: Uint8Array) => JsonScan) => {
  let state: State = "value"
  let [depth, deepest, valueCount] = [0, 0, 0]
  let [unit, digits] = [0, 0]
  let [hasLoneSurrogate, isHalfOpen] = [false, false]

  /** Called for whatever follows the first half of a pair. */
  const endHalf = () => {
    hasLoneSurrogate ||= isHalfOpen
    isHalfOpen = false
  }
  const endUnit = () => {
    state = "text"
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    if (isLow && isHalfOpen) isHalfOpen = false
    else {
      endHalf()
      hasLoneSurrogate ||= isLow
      isHalfOpen = unit >= 0xd800 && unit <= 0xdbff
    }
  }
  const scanEscape = (byte: number) => {
    if (byte === letterU) [state, unit, digits] = ["unit", 0, 0]
    else {
      endHalf()
      state = "text"
    }
  }
  const scanUnit = (byte: number) => {
    // Other bytes than digits make the body invalid, which parsing reports.
    unit = unit * 16 + hexDigit(byte)
    if (++digits === 4) endUnit()
  }
  /** Scans text up to its end or the next escape, and returns the index after it. */
  const scanText = (bytes: Uint8Array, from: number): number => {
    let i = from
    while (i < bytes.length && bytes[i] !== quote && bytes[i] !== backslash) i++
    if (isHalfOpen && (i > from || bytes[i] === quote)) endHalf()
    if (i < bytes.length) state = bytes[i] === quote ? "value" : "escape"
    return i + 1
  }
  /** Scans what is outside of texts up to the next text, and returns the index after its first byte. */
  const scanOutside = (bytes: Uint8Array, from: number): number => {
    let i = from
    for (; i < bytes.length && bytes[i] !== quote; i++) {
      const byte = bytes[i]
      if (byte === comma) valueCount++
      else if (byte === openList || byte === openObject) {
        valueCount++
        depth++
        if (depth > deepest) deepest = depth
      } else if (byte === closeList || byte === closeObject) depth--
    }
    if (i < bytes.length) state = "text"
    return i + 1
  }

  return (bytes) => {
    for (let i = 0; i < bytes.length; )
      if (state === "text") i = scanText(bytes, i)
      else if (state === "value") i = scanOutside(bytes, i)
      else {
        const byte = bytes[i++] ?? 0
        if (state === "escape") scanEscape(byte)
        else scanUnit(byte)
      }
    return { depth: deepest, valueCount, hasLoneSurrogate }
  }
}
