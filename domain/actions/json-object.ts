// Values that an author writes as JSON: what a step sends along, or what stands in for answers (spec/2-editor §3).
import { isRecord } from "../json.ts"
import { same } from "../same.ts"

/** The object that a text says; an empty one for nothing, undefined for what is none. */
export const readObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === "") return {}
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object of JSON, or a text that says one; nothing at all says an empty one. */
export const isObjectOrText = (value: unknown): boolean =>
  value === null || value === undefined || isRecord(value) || (typeof value === "string" && readObject(value) !== undefined)

/** Whether a value is JSON: where it is a text, the text says some, or nothing. */
export const isJsonOrText = (value: unknown): boolean => {
  if (typeof value !== "string" || value.trim() === "") return true
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** What stands in the field of a value: what was typed, for as long as it says the value, or says nothing yet; else the value's own text. */
export const shownObject = (typed: string, value: unknown): string => {
  const said = readObject(typed)
  const kept = typeof value === "string" ? readObject(value) : (value ?? {})
  return said === undefined || same(said, kept) ? typed : writtenObject(value)
}

/** The text of a value as it is edited: "" for none; one that is kept as a text is that text. */
export const writtenObject = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value
  return isRecord(value) && Object.keys(value).length === 0 ? "" : (JSON.stringify(value, null, 2) ?? "")
}
