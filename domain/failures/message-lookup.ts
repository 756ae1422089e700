// Catalog keys for failures, findings and messages of the server.

import { fillPlaceholders, type PlainMessageKey } from "../catalog/catalog.ts"
import type { Finding } from "../findings/finding.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Failure, Unreachable } from "./failure.ts"

type FailureMessageKeys = { readonly title: PlainMessageKey; readonly advice: PlainMessageKey }

/**
 * Returns the keys for a server that cannot be reached or does not respond as expected. `isRemoval`: the call was to remove
 * something, which may have happened.
 */
export const getUnreachableMessageKeys = (answered: Unreachable["answered"], isRemoval = false): FailureMessageKeys => {
  const keys = unreachableMessageKeys[answered ?? "no response"]
  return isRemoval ? { ...keys, advice: "failure.unreachable.removal" } : keys
}

const unreachableMessageKeys = {
  "no response": { title: "failure.Unreachable", advice: "failure.unreachable.kept" },
  trouble: { title: "failure.broken", advice: "failure.broken.kept" },
  garbled: { title: "failure.Unreadable", advice: "failure.broken.kept" },
} as const satisfies Readonly<Record<string, FailureMessageKeys>>

/** Returns the key of the sentence that describes a failure. */
export const getFailureMessageKey = (failure: Failure): PlainMessageKey =>
  failure._tag === "Unreachable" ? getUnreachableMessageKeys(failure.answered).title : `failure.${failure._tag}`

/** Returns the text of a finding in the catalog's language, else its own message. Language codes are replaced by language names. */
export const findingText = (
  texts: Readonly<Record<string, string>>,
  { message, key = "", values = {} }: Pick<Finding, "message" | "key" | "values">,
): string => {
  const text = getOwnField(texts, key)
  // Looked up in the catalog, because importing the list of languages would add Schema to the sign-in page.
  const languageName = getOwnField(texts, `editor.language.${getOwnField(values, "language") ?? ""}`)
  return text === undefined ? message : fillPlaceholders(text, languageName === undefined ? values : { ...values, language: languageName })
}

/** Returns the text with a capital first letter. A text that begins with a quote or another sign is unchanged. */
export const capitalize = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())

const keyByServerMessage: Readonly<Record<string, PlainMessageKey>> = {
  "The presented password is invalid.": "sign-in.wrong",
  "Bad credentials.": "sign-in.wrong",
  "Invalid login token.": "sign-in.token",
  "Invalid two-factor authentication code.": "sign-in.code.wrong",
}

/** Returns the catalog key for a message of the server; undefined if the message is displayed unchanged. */
export const findServerMessageKey = (message: string): PlainMessageKey | undefined => getOwnField(keyByServerMessage, message)

/** Begins a message with a capital letter, unless it begins with one of its values: those are quoted from the script as they are. */
export const capitalizeMessage = (text: string, values: Readonly<Record<string, unknown>> | undefined): string =>
  Object.values(values ?? {}).some((value) => typeof value === "string" && value !== "" && text.startsWith(value)) ? text : capitalize(text)
