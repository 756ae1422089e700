// Canonical JSON (RFC 8785): the one text that a JSON value has, so that the same content always has the same checksum.

/** What keeps a value from having a canonical form: a number that is none, or half a surrogate pair (RFC 8785 §3.2.2.2, §3.2.2.3). */
export type NotCanonical = { readonly _tag: "NotCanonical"; readonly reason: "number" | "lone-surrogate" | "not-json" }

/** The canonical form of a JSON value, or why it has none, whatever it is; keys in the order of their UTF-16 code units, numbers and strings as ECMAScript writes them. */
export const canonicalJson = (value: unknown): string | NotCanonical => {
  const ordered = sortKeys(value, 0)
  // The engine's own writer is several times as fast, and keeps the order that fields have.
  const text = ordered === notSerializable ? serializeIteratively(value) : JSON.stringify(ordered)
  if (typeof text !== "string") return text
  // ECMAScript writes half a pair as an escape, and whole pairs as they are: only a text with such an escape can hold one.
  return text.includes("\\ud") && hasEscapedHalf(text) ? { _tag: "NotCanonical", reason: "lone-surrogate" } : text
}

export const loneSurrogate = /\p{Surrogate}/u

/** Stands for a value that the engine would not write canonically: no JSON, nested deep, or with a field that has its own place. */
const notSerializable = Symbol("odd")

/** Levels that are walked by calls; what nests deeper is written without, for the stack is not endless. */
const levelsByCalls = 250

/** The value with all fields in their order, or `odd`. */
const sortKeys = (value: unknown, level: number): unknown => {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value
  if (typeof value === "number") return Number.isFinite(value) ? value : notSerializable
  if (typeof value !== "object" || level === levelsByCalls) return notSerializable
  return hasFields(value) ? fieldsInOrder(value, level) : Array.isArray(value) ? listInOrder(value, level) : notSerializable
}

const hasFields = (value: object): value is Readonly<Record<string, unknown>> => !Array.isArray(value)

const listInOrder = (list: ReadonlyArray<unknown>, level: number): unknown => {
  const ordered: Array<unknown> = []
  for (const item of list) {
    const its = sortKeys(item, level + 1)
    if (its === notSerializable) return notSerializable
    ordered.push(its)
  }
  return ordered
}

const fieldsInOrder = (value: Readonly<Record<string, unknown>>, level: number): unknown => {
  const keys = Object.keys(value)
  const ordered: Record<string, unknown> = {}
  for (const key of isSorted(keys) ? keys : keys.sort()) {
    const item = value[key]
    if (item === undefined) continue
    const its = hasFixedPosition(key) ? notSerializable : sortKeys(item, level + 1)
    if (its === notSerializable) return notSerializable
    ordered[key] = its
  }
  return ordered
}

const isSorted = (keys: ReadonlyArray<string>): boolean => {
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] ?? "") > (keys[i] ?? "")) return false
  return true
}

/** Whole numbers go first in every object, whatever the order they came in; what is called `toJSON` may be asked instead of written. */
const hasFixedPosition = (key: string): boolean => {
  const first = key.charCodeAt(0)
  return (first >= 48 && first <= 57) || key === "toJSON" || key === "__proto__"
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => (one < other ? -1 : 1)

const notJson: NotCanonical = { _tag: "NotCanonical", reason: "not-json" }

/** The same text without the engine's help and without recursion. */
const serializeIteratively = (whole: unknown): string | NotCanonical => {
  const parts: Array<string> = []
  const todo: Array<{ readonly value: unknown } | { readonly text: string; readonly ends?: object }> = [{ value: whole }]
  /** The lists and objects that the value at hand is within. */
  const open = new Set<object>()
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    if ("text" in task) {
      parts.push(task.text)
      if (task.ends !== undefined) open.delete(task.ends)
      continue
    }
    if (typeof task.value === "object" && task.value !== null) {
      if (open.has(task.value)) return notJson
      open.add(task.value)
    }
    if (Array.isArray(task.value)) {
      parts.push("[")
      todo.push({ text: "]", ends: task.value })
      for (let i = task.value.length - 1; i >= 0; i--) todo.push({ value: task.value[i] }, { text: i === 0 ? "" : "," })
    } else if (typeof task.value === "object" && task.value !== null) {
      const fields = Object.entries(task.value).filter(([, item]) => item !== undefined)
      parts.push("{")
      todo.push({ text: "}", ends: task.value })
      for (const [i, [key, item]] of [...fields.sort(byKey).entries()].reverse())
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

const hasEscapedHalf = (text: string): boolean => {
  for (const [escape] of text.matchAll(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g)) if (escape.length > 2) return true
  return false
}
