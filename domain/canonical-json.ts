// Canonical JSON (RFC 8785): the one text that a JSON value has, so that the same content always has the same checksum.

/** What keeps a value from having a canonical form: a number that is none, or half a surrogate pair (RFC 8785 §3.2.2.2, §3.2.2.3). */
export type NotCanonical = { readonly _tag: "NotCanonical"; readonly reason: "number" | "lone-surrogate" | "not-json" }

/** The canonical form of a JSON value; keys in the order of their UTF-16 code units, numbers and strings as ECMAScript writes them. */
export const canonicalJson = (value: unknown): string | NotCanonical => {
  const parts: Array<string> = []
  const problem = write(value, parts)
  return problem ?? parts.join("")
}

const refuse = (reason: NotCanonical["reason"]): NotCanonical => ({ _tag: "NotCanonical", reason })

export const loneSurrogate = /\p{Surrogate}/u

/** Writes without recursion: a file may nest deeper than the stack. */
const write = (whole: unknown, parts: Array<string>): NotCanonical | undefined => {
  type Task = { readonly value: unknown } | { readonly text: string }
  const tasks: Array<Task> = [{ value: whole }]
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ("text" in task) {
      parts.push(task.text)
      continue
    }
    const { value } = task
    if (value === null || typeof value === "boolean") parts.push(String(value))
    else if (typeof value === "number") {
      if (!Number.isFinite(value)) return refuse("number")
      parts.push(JSON.stringify(value))
    } else if (typeof value === "string") {
      if (loneSurrogate.test(value)) return refuse("lone-surrogate")
      parts.push(JSON.stringify(value))
    } else if (Array.isArray(value)) {
      tasks.push({ text: "]" })
      for (let i = value.length - 1; i >= 0; i--) {
        tasks.push({ value: value[i] })
        if (i > 0) tasks.push({ text: "," })
      }
      parts.push("[")
    } else if (typeof value === "object") {
      const entries = Object.entries(value).filter(([, item]) => item !== undefined)
      entries.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      if (entries.some(([key]) => loneSurrogate.test(key))) return refuse("lone-surrogate")
      tasks.push({ text: "}" })
      for (const [i, [key, item]] of [...entries.entries()].reverse())
        tasks.push({ value: item }, { text: `${i === 0 ? "" : ","}${JSON.stringify(key)}:` })
      parts.push("{")
    } else return refuse("not-json")
  }
  return undefined
}
