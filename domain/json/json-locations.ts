// The places of a JSON text (RFC 8259): where each value stands, where a field stands twice, where the text stops being JSON.
// JSON.parse tells none of this in a form that every engine shares.

export type PathSegment = string | number
/**
 * A value in the text: from `start` up to `end`, in UTF-16 units; `level` is how many lists and objects hold it. `path` holds only until
 * the next place is asked for, and takes time in proportion to the level.
 */
export type JsonLocation = {
  readonly path: () => ReadonlyArray<PathSegment>
  readonly depth: number
  readonly start: number
  readonly end: number
  readonly isDuplicateKey: boolean
}

type Frame = { readonly isList: boolean; readonly start: number; readonly seen: Set<string>; index: number; key: string; isTwice: boolean }

/**
 * The places of a text's values, inner ones before the outer; ends with the offset at which the text stops being JSON, or null where
 * it is JSON. Takes time in proportion to the length and no stack, however deep the text nests.
 */
export function* walkJsonValues(text: string): Generator<JsonLocation, number | null> {
  const frames: Array<Frame> = []
  const path = () => frames.map(({ isList, index, key }) => (isList ? index : key))
  let at = 0
  for (;;) {
    at = behindSpace(text, at)
    const opening = text[at]
    if (opening === "{" || opening === "[") {
      frames.push({ isList: opening === "[", start: at, seen: new Set(), index: 0, key: "", isTwice: false })
      at = behindSpace(text, at + 1)
      if (text[at] !== (opening === "{" ? "}" : "]")) {
        if (opening === "[") continue
        const faultOrColon = readKey(text, at, frames.at(-1))
        if (faultOrColon < 0) return -1 - faultOrColon
        at = faultOrColon
        continue
      }
    } else {
      const end = scalarEnd(text, at)
      if (end < 0) return -1 - end
      yield { path, depth: frames.length, start: at, end, isDuplicateKey: frames.at(-1)?.isTwice ?? false }
      at = end
    }
    // behind a value, or at the end of a list or an object
    for (;;) {
      at = behindSpace(text, at)
      const frame = frames.at(-1)
      if (frame === undefined) return at === text.length ? null : at
      const sign = text[at]
      if (sign === (frame.isList ? "]" : "}")) {
        frames.pop()
        at++
        yield { path, depth: frames.length, start: frame.start, end: at, isDuplicateKey: frames.at(-1)?.isTwice ?? false }
        continue
      }
      if (sign !== ",") return at
      at = behindSpace(text, at + 1)
      if (frame.isList) frame.index++
      else {
        const faultOrColon = readKey(text, at, frame)
        if (faultOrColon < 0) return -1 - faultOrColon
        at = faultOrColon
      }
      break
    }
  }
}

/** How many fields the objects of a JSON text have, those that stand twice counted twice. The text is known to be JSON. */
export const countFields = (text: string): number => {
  let fields = 0
  for (let quote = text.indexOf('"'); quote !== -1; ) {
    const end = stringEnd(text, quote)
    if (text.charCodeAt(behindSpace(text, end)) === colon) fields++
    quote = text.indexOf('"', end)
  }
  return fields
}

/** How many fields a JSON text can have at most, in a fraction of the time: a string with a colon behind a quote in it counts too. */
export const estimateMaxFields = (text: string): number => {
  let fields = 0
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    let before = at - 1
    for (let code = text.charCodeAt(before); code === 32 || code === 10 || code === 13 || code === 9; code = text.charCodeAt(before))
      before--
    if (text.charCodeAt(before) === quote) fields++
  }
  return fields
}

/** Whether a text, JSON or not, holds more than `most` values and beginnings of lists and objects, as far as its signs tell. */
export const hasMoreValuesThan = (most: number, text: string): boolean => {
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = stringEnd(text, at) - 1
    else if ((code === comma || code === bracket || code === brace) && ++values > most) return true
  }
  return false
}

/** Tells of each offset its line and column, both from 1; a column counts UTF-16 units. Reads the text once. */
export const createLineIndex = (text: string): ((offset: number) => { readonly line: number; readonly column: number }) => {
  const begins = [0]
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) begins.push(end + 1)
  return (offset) => {
    let [low, high] = [0, begins.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((begins[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (begins[low] ?? 0) + 1 }
  }
}

const colon = 58
const comma = 44
const bracket = 91
const brace = 123
const quote = 34
const backslash = 92

/** Reads a field's name and the colon behind it; the offset behind them, or -1 - the offset of what is wrong. */
const readKey = (text: string, at: number, frame: Frame | undefined): number => {
  if (text.charCodeAt(at) !== quote) return -1 - at
  const end = scalarEnd(text, at)
  if (end < 0) return end
  const sign = behindSpace(text, end)
  if (text.charCodeAt(sign) !== colon) return -1 - sign
  if (frame !== undefined) {
    frame.key = String(JSON.parse(text.slice(at, end)))
    frame.isTwice = frame.seen.has(frame.key)
    frame.seen.add(frame.key)
  }
  return sign + 1
}

const behindSpace = (text: string, from: number): number => {
  let at = from
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; code = text.charCodeAt(at)) at++
  return at
}

const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

/** The offset behind a string, number, true, false or null, or -1 - the offset of what is wrong with it. */
const scalarEnd = (text: string, at: number): number => {
  if (text.charCodeAt(at) === quote) {
    const end = stringEnd(text, at)
    return wrongIn(text, at + 1, end)
  }
  scalar.lastIndex = at
  return scalar.test(text) ? scalar.lastIndex : -1 - at
}

/** The offset behind the quote that closes the string; behind the text where none does. */
const stringEnd = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash && end - 1 - slashes > start) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return text.length + 1
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** `end`, or -1 - the offset of a control character or a wrong escape in a string's inside, or of the text's end where it is not closed. */
const wrongIn = (text: string, from: number, end: number): number => {
  for (let at = from; at < Math.min(end - 1, text.length); ) {
    const code = text.charCodeAt(at)
    if (code < 32) return -1 - at
    if (code === backslash) {
      escape.lastIndex = at
      if (!escape.test(text)) return -1 - at
      at = escape.lastIndex
    } else at++
  }
  return end > text.length ? -1 - text.length : end
}
