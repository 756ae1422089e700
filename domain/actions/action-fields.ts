// Fields that several actions share: values written as JSON, and endpoints (A9).

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { findJsonError } from "../json/json-locations.ts"
import { deepEqual, isRecord } from "../json/json-value.ts"
import { countCodePoints } from "../text/text-input.ts"
import { hasUserInfo, isWebUrl, maxUrlLength, stripUrlWhitespace } from "../text/web-url.ts"

/** Parses a JSON object. Returns an empty object for a blank text, and undefined for anything else. */
export const parseJsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === "") return {}
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the range of a text because of which it is not a JSON object: where it stops being JSON, or all of another value; null if it is one. */
export const findJsonObjectError = (text: string): { readonly from: number; readonly to: number } | null => {
  if (parseJsonObject(text) !== undefined) return null
  const from = findJsonError(text)
  return from === null ? { from: 0, to: text.length } : { from, to: Math.min(from + 1, text.length) }
}

/**
 * Whether a value is a JSON object, or a text that contains one; null, undefined and a blank text count as an empty
 * object.
 */
export const isJsonObjectOrText = (value: unknown): boolean =>
  value === null || value === undefined || isRecord(value) || (typeof value === "string" && parseJsonObject(value) !== undefined)

/** Whether a value is JSON: a text must be blank or contain JSON, other values always are. */
export const isJsonOrText = (value: unknown): boolean => {
  if (typeof value !== "string" || value.trim() === "") return true
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the text to show in a JSON field: what was typed if it is incomplete or means the same as the value,
 * otherwise the value printed as JSON.
 */
export const jsonFieldText = (typed: string, value: unknown): string => {
  const typedObject = parseJsonObject(typed)
  const storedObject = typeof value === "string" ? parseJsonObject(value) : (value ?? {})
  return typedObject === undefined || deepEqual(typedObject, storedObject) ? typed : printJsonObject(value)
}

/** Returns a stored value as editable text: "" for no value, stored text unchanged. */
export const printJsonObject = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value
  return isRecord(value) && Object.keys(value).length === 0 ? "" : (JSON.stringify(value, null, 2) ?? "")
}

/** Whether an endpoint can be called: it is an http or https URL without user info. */
export const isEndpoint = (endpoint: string | null | undefined): boolean =>
  isWebUrl(stripUrlWhitespace(endpoint ?? "")) && !hasUserInfo(endpoint ?? "")

/** [A9] Whether an AI provider is called at an endpoint given in the script; the account-based one is not. */
export const providerNeedsEndpoint = (provider: string | null | undefined): boolean => provider === "second" || provider === "rest"

/** Returns findings of the rule `endpoint-url`; `pointer` is that of the params. */
export const endpointFindings = (endpoint: string | null | undefined, pointer: string): ReadonlyArray<Finding> =>
  !isEndpoint(endpoint)
    ? [
        createFinding(
          "endpoint-url",
          `${pointer}/endpoint`,
          hasUserInfo(endpoint ?? "") ? "finding.endpoint-user-info" : "finding.endpoint-url",
        ),
      ]
    : countCodePoints(endpoint ?? "") > maxUrlLength
      ? [createFinding("endpoint-url", `${pointer}/endpoint`, "finding.too-long", { most: maxUrlLength })]
      : []
