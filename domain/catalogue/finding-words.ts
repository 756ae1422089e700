// What a finding says in the language of a catalogue.
import type { Finding } from "../finding.ts"
import { ownField } from "../own-field.ts"
import { fillSlots } from "./fill-slots.ts"

/** The text of a finding's key with its values, where the catalogue has one, else its message. A language is called by its name. */
export const findingWords = (
  texts: Readonly<Record<string, string>>,
  { message, key = "", values = {} }: Pick<Finding, "message" | "key" | "values">,
): string => {
  const text = ownField(texts, key)
  // Asked of the catalogue, not of the list of languages: with that the sign-in page would fetch what schemas are made with.
  const name = ownField(texts, `editor.language.${ownField(values, "language") ?? ""}`)
  return text === undefined ? message : fillSlots(text, name === undefined ? values : { ...values, language: name })
}

/** A text as it stands alone: it begins with a capital. What begins with a sign, as a quoted name does, stays as it is. */
export const asSentence = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
