// Positions of the values in a JSON text (RFC 8259), its duplicate keys, and where it stops being JSON; JSON.parse reports none of these
// portably.

export type PathSegment = string | number
/**
 * A value in the text, from `start` up to `end` in UTF-16 units; `depth` is the number of lists and objects that contain it. `path` is
 * valid only until the next location is requested, and takes time proportional to the depth.
 */
export type JsonLocation = {
  readonly path: () => ReadonlyArray<PathSegment>
  readonly depth: number
  readonly start: number
  readonly end: number
  readonly isDuplicateKey: boolean
}

type Frame = {
  readonly isList: boolean
  readonly start: number
  readonly keys: Set<string>
  index: number
  key: string
  isDuplicate: boolean
}

/**
 * Yields the locations of a text's values, inner values first. Returns the offset at which the text stops being JSON, or null if it is
 * JSON. Takes linear time and no recursion, however deep the text nests.
 */
export function* walkJsonValues(text: string): Generator<JsonLocation, number | null> {
  const frames: Array<Frame> = []
  const path = () => frames.map(({ isList, index, key }) => (isList ? index : key))
  let offset = 0
  for (;;) {
    offset = skipSpace(text, offset)
    const opening = text[offset]
    if (opening === "{" || opening === "[") {
      frames.push({ isList: opening === "[", start: offset, keys: new Set(), index: 0, key: "", isDuplicate: false })
      offset = skipSpace(text, offset + 1)
      if (text[offset] !== (opening === "{" ? "}" : "]")) {
        if (opening === "[") continue
        const errorOrColon = readKey(text, offset, frames.at(-1))
        if (errorOrColon < 0) return -1 - errorOrColon
        offset = errorOrColon
        continue
      }
    } else {
      const end = readScalar(text, offset)
      if (end < 0) return -1 - end
      yield { path, depth: frames.length, start: offset, end, isDuplicateKey: frames.at(-1)?.isDuplicate ?? false }
      offset = end
    }
    // After a value, or at the end of a list or an object.
    for (;;) {
      offset = skipSpace(text, offset)
      const frame = frames.at(-1)
      if (frame === undefined) return offset === text.length ? null : offset
      const character = text[offset]
      if (character === (frame.isList ? "]" : "}")) {
        frames.pop()
        offset++
        yield { path, depth: frames.length, start: frame.start, end: offset, isDuplicateKey: frames.at(-1)?.isDuplicate ?? false }
        continue
      }
      if (character !== ",") return offset
      offset = skipSpace(text, offset + 1)
      if (frame.isList) frame.index++
      else {
        const errorOrColon = readKey(text, offset, frame)
        if (errorOrColon < 0) return -1 - errorOrColon
        offset = errorOrColon
      }
      break
    }
  }
}

/** Returns the offset at which a text stops being JSON; null if it is JSON. */
export const findJsonError = (text: string): number | null => {
  const walk = walkJsonValues(text)
  for (;;) {
    const { done, value } = walk.next()
    if (done) return value
  }
}

/** Returns the number of fields in a valid JSON text; duplicate keys count twice. */
export const countFields = (text: string): number => {
  let fields = 0
  for (let quote = text.indexOf('"'); quote !== -1; ) {
    const end = findStringEnd(text, quote)
    if (text.charCodeAt(skipSpace(text, end)) === colon) fields++
    quote = text.indexOf('"', end)
  }
  return fields
}

/** Returns an upper bound for the number of fields, much faster than counting them: a string that contains `":` counts too. */
export const estimateMaxFields = (text: string): number => {
  let fields = 0
  for (let offset = text.indexOf(":"); offset !== -1; offset = text.indexOf(":", offset + 1)) {
    let previous = offset - 1
    for (let code = text.charCodeAt(previous); code === 32 || code === 10 || code === 13 || code === 9; code = text.charCodeAt(previous))
      previous--
    if (text.charCodeAt(previous) === quote) fields++
  }
  return fields
}

/** Returns whether a text, JSON or not, has more than `max` values, estimated from its commas and brackets outside of strings. */
export const hasMoreValuesThan = (max: number, text: string): boolean => {
  let values = 1
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === quote) offset = findStringEnd(text, offset) - 1
    else if ((code === comma || code === bracket || code === brace) && ++values > max) return true
  }
  return false
}

/** Reads the text once and returns a function from an offset to its line and column, both from 1; columns count UTF-16 units. */
export const createLineIndex = (text: string): ((offset: number) => { readonly line: number; readonly column: number }) => {
  const lineStarts = [0]
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) lineStarts.push(end + 1)
  return (offset) => {
    let [low, high] = [0, lineStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 }
  }
}

const colon = 58
const comma = 44
const bracket = 91
const brace = 123
const quote = 34
const backslash = 92

/** Reads a key and the colon after it. Returns the offset after them, or -1 - the offset of the error. */
const readKey = (text: string, offset: number, frame: Frame | undefined): number => {
  if (text.charCodeAt(offset) !== quote) return -1 - offset
  const end = readScalar(text, offset)
  if (end < 0) return end
  const colonOffset = skipSpace(text, end)
  if (text.charCodeAt(colonOffset) !== colon) return -1 - colonOffset
  if (frame !== undefined) {
    frame.key = String(JSON.parse(text.slice(offset, end)))
    frame.isDuplicate = frame.keys.has(frame.key)
    frame.keys.add(frame.key)
  }
  return colonOffset + 1
}

/** Returns the offset of the first character at or after `from` that is not JSON white space. */
export const skipSpace = (text: string, from: number): number => {
  let offset = from
  for (let code = text.charCodeAt(offset); code === 32 || code === 10 || code === 13 || code === 9; code = text.charCodeAt(offset)) offset++
  return offset
}

const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

/** Returns the offset after a string, number, true, false or null, or -1 - the offset of the error in it. */
const readScalar = (text: string, offset: number): number => {
  if (text.charCodeAt(offset) === quote) {
    const end = findStringEnd(text, offset)
    return checkStringContent(text, offset + 1, end)
  }
  scalar.lastIndex = offset
  return scalar.test(text) ? scalar.lastIndex : -1 - offset
}

/** Returns the offset after the string's closing quote; past the end of the text if there is none. */
export const findStringEnd = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash && end - 1 - slashes > start) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return text.length + 1
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Returns `end`, or -1 - the offset of a control character, a wrong escape, or the end of the text if the string is not closed. */
const checkStringContent = (text: string, from: number, end: number): number => {
  for (let offset = from; offset < Math.min(end - 1, text.length); ) {
    const code = text.charCodeAt(offset)
    if (code < 32) return -1 - offset
    if (code === backslash) {
      escape.lastIndex = offset
      if (!escape.test(text)) return -1 - offset
      offset = escape.lastIndex
    } else offset++
  }
  return end > text.length ? -1 - text.length : end
}
