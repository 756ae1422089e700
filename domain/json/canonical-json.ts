// Canonical JSON (RFC 8785): equal content always has the same text, and so the same checksum.

/** Why a value has no canonical form: a number that is not finite, or a lone surrogate (RFC 8785 §3.2.2.2, §3.2.2.3), or not JSON. */
export type NotCanonical = { readonly _tag: "NotCanonical"; readonly reason: "number" | "lone-surrogate" | "not-json" }

/**
 * Returns the canonical form of any value, or why it has none. Keys are sorted by UTF-16 code units; numbers and strings are written as in
 * ECMAScript.
 */
export const canonicalJson = (value: unknown): string | NotCanonical => {
  const ordered = sortKeys(value, 0)
  // JSON.stringify is several times faster, and keeps the order of keys.
  const text = ordered === notSerializable ? serializeIteratively(value) : JSON.stringify(ordered)
  if (typeof text !== "string") return text
  // JSON.stringify escapes a lone surrogate and writes pairs unescaped, so only a text with such an escape can contain one.
  return text.includes("\\ud") && hasEscapedSurrogate(text) ? { _tag: "NotCanonical", reason: "lone-surrogate" } : text
}

/** Matches a surrogate without its other half. */
export const loneSurrogate = /\p{Surrogate}/u

/** Marks a value that JSON.stringify would not write canonically: not JSON, nested too deep, or with a key whose position the engine fixes. */
const notSerializable = Symbol("odd")

/** Deeper levels are written without recursion, because the call stack is limited. */
const maxRecursionDepth = 250

/** Returns the value with all keys sorted, or `notSerializable`. */
const sortKeys = (value: unknown, level: number): unknown => {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value
  if (typeof value === "number") return Number.isFinite(value) ? value : notSerializable
  if (typeof value !== "object" || level === maxRecursionDepth) return notSerializable
  return isObject(value) ? sortKeysOfFields(value, level) : Array.isArray(value) ? sortKeysOfItems(value, level) : notSerializable
}

const isObject = (value: object): value is Readonly<Record<string, unknown>> => !Array.isArray(value)

const sortKeysOfItems = (list: ReadonlyArray<unknown>, level: number): unknown => {
  const ordered: Array<unknown> = []
  for (const item of list) {
    const sortedItem = sortKeys(item, level + 1)
    if (sortedItem === notSerializable) return notSerializable
    ordered.push(sortedItem)
  }
  return ordered
}

const sortKeysOfFields = (value: Readonly<Record<string, unknown>>, level: number): unknown => {
  const keys = Object.keys(value)
  const ordered: Record<string, unknown> = {}
  for (const key of isSorted(keys) ? keys : keys.sort()) {
    const item = value[key]
    if (item === undefined) continue
    const sortedItem = hasFixedPosition(key) ? notSerializable : sortKeys(item, level + 1)
    if (sortedItem === notSerializable) return notSerializable
    ordered[key] = sortedItem
  }
  return ordered
}

const isSorted = (keys: ReadonlyArray<string>): boolean => {
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] ?? "") > (keys[i] ?? "")) return false
  return true
}

/** Engines put integer keys first in every object, whatever the insertion order; JSON.stringify calls `toJSON`; `__proto__` is not a field. */
const hasFixedPosition = (key: string): boolean => {
  const first = key.charCodeAt(0)
  return (first >= 48 && first <= 57) || key === "toJSON" || key === "__proto__"
}

const compareKeys = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const notJson: NotCanonical = { _tag: "NotCanonical", reason: "not-json" }

/** Writes the canonical form without JSON.stringify and without recursion. */
const serializeIteratively = (root: unknown): string | NotCanonical => {
  const parts: Array<string> = []
  const todo: Array<{ readonly value: unknown } | { readonly text: string; readonly closes?: object }> = [{ value: root }]
  /** The lists and objects that contain the current value; used to find cycles. */
  const open = new Set<object>()
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    if ("text" in task) {
      parts.push(task.text)
      if (task.closes !== undefined) open.delete(task.closes)
      continue
    }
    if (typeof task.value === "object" && task.value !== null) {
      if (open.has(task.value)) return notJson
      open.add(task.value)
    }
    if (Array.isArray(task.value)) {
      parts.push("[")
      todo.push({ text: "]", closes: task.value })
      for (let i = task.value.length - 1; i >= 0; i--) todo.push({ value: task.value[i] }, { text: i === 0 ? "" : "," })
    } else if (typeof task.value === "object" && task.value !== null) {
      const fields = Object.entries(task.value).filter(([, item]) => item !== undefined)
      parts.push("{")
      todo.push({ text: "}", closes: task.value })
      for (const [i, [key, item]] of [...fields.sort(compareKeys).entries()].reverse())
        todo.push({ value: item }, { text: `${i === 0 ? "" : ","}${JSON.stringify(key)}:` })
    } else if (typeof task.value === "number" && !Number.isFinite(task.value)) return { _tag: "NotCanonical", reason: "number" }
    else {
      const text: string | undefined = typeof task.value === "bigint" ? undefined : JSON.stringify(task.value)
      if (text === undefined) return notJson
      parts.push(text)
    }
  }
  return parts.join("")
}

const hasEscapedSurrogate = (text: string): boolean => {
  for (const [escape] of text.matchAll(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g)) if (escape.length > 2) return true
  return false
}
