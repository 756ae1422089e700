// Parses a long JSON text in steps, so that a server can do other work in between. Each step takes about as long as its part of the text.
import { findStringEnd, skipSpace } from "./json-locations.ts"

/** The number of UTF-16 units that one step parses, unless a single item is longer. */
const stepLength = 250_000

/**
 * Returns the value of a JSON text, like JSON.parse, and yields between the steps. Only the lists that are fields of the outermost object
 * are divided, between their items. Throws a SyntaxError if the text is not JSON.
 */
export function* parseJsonInSteps(text: string, maxLength = stepLength): Generator<undefined, unknown> {
  let offset = skipSpace(text, 0)
  if (text[offset] !== "{" || text.length <= maxLength) return JSON.parse(text)
  const fields: Array<readonly [key: string, value: unknown]> = []
  do {
    const keyStart = skipSpace(text, offset + 1)
    // An empty object, or no object at all.
    if (text[keyStart] !== '"') return JSON.parse(text)
    const keyEnd = findStringEnd(text, keyStart)
    const key = String(JSON.parse(text.slice(keyStart, keyEnd)))
    const colon = skipSpace(text, keyEnd)
    if (text[colon] !== ":") return JSON.parse(text)
    const start = skipSpace(text, colon + 1)
    const end = findValueEnd(text, start, maxLength)
    if (end !== null) {
      fields.push([key, JSON.parse(text.slice(start, end))])
      offset = skipSpace(text, end)
    } else if (text[start] === "[") {
      const { items, listEnd } = yield* parseListInSteps(text, start, maxLength)
      fields.push([key, items])
      offset = skipSpace(text, listEnd)
    } else return JSON.parse(text)
  } while (text[offset] === ",")
  if (text[offset] !== "}" || skipSpace(text, offset + 1) !== text.length) return JSON.parse(text)
  return Object.fromEntries(fields)
}

/** Parses the list that starts at `start`, and returns its items and the offset after it. */
function* parseListInSteps(text: string, start: number, maxLength: number) {
  const items: Array<unknown> = []
  for (let from = start + 1; ; ) {
    // Extends the step by whole items, one at least.
    let end = skipSpace(text, findValueEnd(text, skipSpace(text, from), text.length) ?? text.length)
    while (text[end] === "," && end - from < maxLength)
      end = skipSpace(text, findValueEnd(text, skipSpace(text, end + 1), text.length) ?? text.length)
    const step: ReadonlyArray<unknown> = JSON.parse(`[${text.slice(from, end)}]`)
    // Only an empty list has no item between its brackets or before a comma.
    if (step.length === 0 && (from > start + 1 || text[end] !== "]")) JSON.parse(text)
    for (const item of step) items.push(item)
    if (text[end] !== ",") return { items, listEnd: text[end] === "]" ? end + 1 : text.length }
    from = end + 1
    yield
  }
}

/**
 * Returns the offset after the value that starts at `start`, without checking the value, or null if it is longer than `maxLength`. The text
 * may end before the value does.
 */
const findValueEnd = (text: string, start: number, maxLength: number): number | null => {
  let depth = 0
  for (let offset = start; offset < text.length; offset++) {
    if (offset - start > maxLength) return null
    switch (text[offset]) {
      case '"':
        offset = findStringEnd(text, offset) - 1
        break
      case "{":
      case "[":
        depth++
        continue
      case "}":
      case "]":
        // The end of the list or the object around a scalar value.
        if (depth === 0) return offset
        depth--
        break
      case ",":
        if (depth === 0) return offset
        continue
      default:
        continue
    }
    if (depth === 0) return offset + 1
  }
  return text.length
}
