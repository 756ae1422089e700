// Texts by key. A key that is missing, or a value that a text asks for and is not given, does not compile.
// The texts stand in en/ and nl/, one file per subject. ICU form: `{count, plural, one {# chat} other {# chats}}`.

import { getOwnField } from "../json/json-value.ts"
import type { en } from "./en.ts"

/** The languages that the product itself speaks, the fallback first. */
export const interfaceLanguages = ["en", "nl"] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

export type MessageKey = keyof typeof en
export type Catalog = Readonly<Record<MessageKey, string>>

/** The names of the values a text asks for. */
export type PlaceholderNames<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ?
      | (Slot extends `${infer Name},${string}` ? Name : Slot extends `${string} ${string}` | `#${string}` ? never : Slot)
      | PlaceholderNames<Rest>
  : never
type Texts = typeof en
export type MessageValues<K extends MessageKey> = [PlaceholderNames<Texts[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<Texts[K]>, string | number>>]

/** The keys whose texts ask for no values. */
export type PlainMessageKey = { readonly [K in MessageKey]: MessageValues<K> extends [] ? K : never }[MessageKey]

/** Says the text of a key, in the language of the one who asks. */
export type Translate = <K extends MessageKey>(key: K, ...values: MessageValues<K>) => string

/** Whether a text that came from elsewhere (a server's message) is a key of the catalogue that asks for no values. */
export const isPlainMessageKey = (texts: Readonly<Record<string, string>>, text: string): text is PlainMessageKey =>
  Object.hasOwn(texts, text) && !texts[text]?.includes("{")

// Puts values into the `{slots}` of a text. For texts without ICU forms; the interface's own speaker knows those.

/** The text with each `{slot}` replaced by the value of that name; a slot without a value stays as it stands. Never throws. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (all, slot: string) => String(getOwnField(values, slot) ?? all))
