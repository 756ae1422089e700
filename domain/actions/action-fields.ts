// Values that an author writes as JSON: what a step sends along, or what stands in for answers (spec/2-editor §3).

import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { deepEqual } from "../json/json-equality.ts"
import { isRecord } from "../json/json-parser.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { isWebUrl, maxUrlLength, stripUrlWhitespace } from "../text/web-url.ts"

/** The object that a text says; an empty one for nothing, undefined for what is none. */
export const parseJsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === "") return {}
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object of JSON, or a text that says one; nothing at all says an empty one. */
export const isJsonObjectOrText = (value: unknown): boolean =>
  value === null || value === undefined || isRecord(value) || (typeof value === "string" && parseJsonObject(value) !== undefined)

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
export const jsonFieldText = (typed: string, value: unknown): string => {
  const said = parseJsonObject(typed)
  const kept = typeof value === "string" ? parseJsonObject(value) : (value ?? {})
  return said === undefined || deepEqual(said, kept) ? typed : printJsonObject(value)
}

/** The text of a value as it is edited: "" for none; one that is kept as a text is that text. */
export const printJsonObject = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value
  return isRecord(value) && Object.keys(value).length === 0 ? "" : (JSON.stringify(value, null, 2) ?? "")
}

// Addresses that the product itself calls (spec/2-editor §5).

/** Whether an endpoint can be called: "non-empty and looks like an http or https URL" (spec/2-editor §5). */
export const isEndpoint = (endpoint: string | null | undefined): boolean => isWebUrl(stripUrlWhitespace(endpoint ?? ""))

/** [A9] Whether a provider of answers by a machine is called at an endpoint of the script's: the account-based one is not (spec/2-editor §3). */
export const providerNeedsEndpoint = (provider: string | null | undefined): boolean => provider === "second" || provider === "rest"

/** Rule `endpoint-url`; `at` points to the params. */
export const endpointFindings = (endpoint: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  !isEndpoint(endpoint)
    ? [createFinding("endpoint-url", `${at}/endpoint`, "finding.endpoint-url")]
    : countCodePoints(endpoint ?? "") > maxUrlLength
      ? [createFinding("endpoint-url", `${at}/endpoint`, "finding.too-long", { most: maxUrlLength })]
      : []
