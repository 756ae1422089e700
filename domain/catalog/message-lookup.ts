// What is said of a failure in one sentence, and what of a server that does not answer as it should.

import type { Finding } from "../check/finding.ts"
import type { Failure, Unreachable } from "../failure.ts"
import { getOwnField } from "../json/json-value.ts"
import { fillPlaceholders, type PlainMessageKey } from "./catalog.ts"

type Said = { readonly title: PlainMessageKey; readonly advice: PlainMessageKey }

/** Of a server that does not answer: one that says that something is wrong with it was reached. */
export const unreachableMessageKeys = (answered: Unreachable["answered"]): Said => {
  switch (answered) {
    case undefined:
      return { title: "failure.Unreachable", advice: "failure.unreachable.kept" }
    case "trouble":
      return { title: "failure.broken", advice: "failure.broken.kept" }
    case "garbled":
      return { title: "failure.Unreadable", advice: "failure.broken.kept" }
  }
}

export const failureMessageKey = (failure: Failure): PlainMessageKey =>
  failure._tag === "Unreachable" ? unreachableMessageKeys(failure.answered).title : `failure.${failure._tag}`

// What a finding says in the language of a catalogue.

/** The text of a finding's key with its values, where the catalogue has one, else its message. A language is called by its name. */
export const findingText = (
  texts: Readonly<Record<string, string>>,
  { message, key = "", values = {} }: Pick<Finding, "message" | "key" | "values">,
): string => {
  const text = getOwnField(texts, key)
  // Asked of the catalogue, not of the list of languages: with that the sign-in page would fetch what schemas are made with.
  const name = getOwnField(texts, `editor.language.${getOwnField(values, "language") ?? ""}`)
  return text === undefined ? message : fillPlaceholders(text, name === undefined ? values : { ...values, language: name })
}

/** A text as it stands alone: it begins with a capital. What begins with a sign, as a quoted name does, stays as it is. */
export const asSentence = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())

// Messages that servers send as they are, and the texts they are shown as (spec/1-console §8).

const shownAs: Readonly<Record<string, PlainMessageKey>> = {
  "The presented password is invalid.": "sign-in.wrong",
  "Bad credentials.": "sign-in.wrong",
  "Invalid login token.": "sign-in.token",
  "Invalid two-factor authentication code.": "sign-in.code.wrong",
}

/** The key of the text that a server's message is shown as, or undefined where it is shown as it came. */
export const serverMessageKey = (message: string): PlainMessageKey | undefined => getOwnField(shownAs, message)
