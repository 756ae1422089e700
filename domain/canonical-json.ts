// Canonical JSON (RFC 8785): the one text that a JSON value has, so that the same content always has the same checksum.

/** What keeps a value from having a canonical form: a number that is none, or half a surrogate pair (RFC 8785 §3.2.2.2, §3.2.2.3). */
export type NotCanonical = { readonly _tag: "NotCanonical"; readonly reason: "number" | "lone-surrogate" | "not-json" }

/** The canonical form of a JSON value; keys in the order of their UTF-16 code units, numbers and strings as ECMAScript writes them. */
export const canonicalJson = (value: unknown): string | NotCanonical => {
  const writing: Writing = { refused: null }
  const text = written(value, writing, 0)
  if (writing.refused !== null) return { _tag: "NotCanonical", reason: writing.refused }
  // ECMAScript writes half a pair as an escape, and whole pairs as they are: only a text with such an escape can hold one.
  return text.includes("\\ud") && hasEscapedHalf(text) ? { _tag: "NotCanonical", reason: "lone-surrogate" } : text
}

export const loneSurrogate = /\p{Surrogate}/u

type Writing = { refused: NotCanonical["reason"] | null }

/** Levels that are written by calls; what nests deeper is written without, for the stack is not endless. */
const levelsByCalls = 250

const written = (value: unknown, writing: Writing, level: number): string => {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "number") return number(value, writing)
  if (typeof value === "boolean" || value === null) return String(value)
  if (typeof value !== "object") return refuse("not-json", writing)
  if (level === levelsByCalls) return writtenDeep(value, writing)
  let text = ""
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) text += (i === 0 ? "" : ",") + written(value[i], writing, level + 1)
    return `[${text}]`
  }
  for (const [key, item] of sortedFields(value))
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${written(item, writing, level + 1)}`
  return `{${text}}`
}

/** Fields that are undefined are none. */
const sortedFields = (value: object): ReadonlyArray<readonly [string, unknown]> => {
  const fields = Object.entries(value)
  const given = fields.some(([, item]) => item === undefined) ? fields.filter(([, item]) => item !== undefined) : fields
  return given.sort(([one], [other]) => (one < other ? -1 : 1))
}

const number = (value: number, writing: Writing): string => (Number.isFinite(value) ? JSON.stringify(value) : refuse("number", writing))

const refuse = (reason: NotCanonical["reason"], writing: Writing): string => {
  writing.refused ??= reason
  return ""
}

/** The same, without recursion. */
const writtenDeep = (whole: object, writing: Writing): string => {
  const parts: Array<string> = []
  const todo: Array<{ readonly value: unknown } | { readonly text: string }> = [{ value: whole }]
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    if ("text" in task) parts.push(task.text)
    else if (typeof task.value !== "object" || task.value === null) parts.push(written(task.value, writing, 0))
    else if (Array.isArray(task.value)) {
      parts.push("[")
      todo.push({ text: "]" })
      for (let i = task.value.length - 1; i >= 0; i--) todo.push({ value: task.value[i] }, { text: i === 0 ? "" : "," })
    } else {
      parts.push("{")
      todo.push({ text: "}" })
      for (const [i, [key, item]] of [...sortedFields(task.value).entries()].reverse())
        todo.push({ value: item }, { text: `${i === 0 ? "" : ","}${JSON.stringify(key)}:` })
    }
  }
  return parts.join("")
}

const hasEscapedHalf = (text: string): boolean => {
  for (const [escape] of text.matchAll(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g)) if (escape.length > 2) return true
  return false
}
