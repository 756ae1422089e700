// What a finding says in the language of a catalogue.
import type { Finding } from "../finding.ts"
import { ownField } from "../own-field.ts"
import { languages } from "../script/language.ts"
import { fillSlots } from "./fill-slots.ts"

/** The text of a finding's key with its values, where the catalogue has one, else its message. A language is called by its name. */
export const findingWords = (
  texts: Readonly<Record<string, string>>,
  { message, key = "", values = {} }: Pick<Finding, "message" | "key" | "values">,
): string => {
  const text = ownField(texts, key)
  const code = languages.find((it) => it === ownField(values, "language"))
  const name = code === undefined ? undefined : ownField(texts, `editor.language.${code}`)
  return text === undefined ? message : fillSlots(text, name === undefined ? values : { ...values, language: name })
}

/** A text as it stands alone: it begins with a capital. What begins with a sign, as a quoted name does, stays as it is. */
export const asSentence = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
