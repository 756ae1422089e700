// Types of the texts by key: a missing key or placeholder value does not compile. The texts are in en/ and nl/, one file per subject, in
// ICU form: `{count, plural, one {# chat} other {# chats}}`.

import { getOwnField } from "../json/json-value.ts"
import type { en } from "./en.ts"

/** The languages of the product's own interface, the fallback first. */
export const interfaceLanguages = ["en", "nl"] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

export type MessageKey = keyof typeof en
export type Catalog = Readonly<Record<MessageKey, string>>

/** The names of the placeholders in a text. */
export type PlaceholderNames<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ?
      | (Slot extends `${infer Name},${string}` ? Name : Slot extends `${string} ${string}` | `#${string}` ? never : Slot)
      | PlaceholderNames<Rest>
  : never
type Texts = typeof en
export type MessageValues<K extends MessageKey> = [PlaceholderNames<Texts[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<Texts[K]>, string | number>>]

/** The keys whose texts have no placeholders. */
export type PlainMessageKey = { readonly [K in MessageKey]: MessageValues<K> extends [] ? K : never }[MessageKey]

/** Returns the text of a key in the user's language. */
export type Translate = <K extends MessageKey>(key: K, ...values: MessageValues<K>) => string

/** Returns whether a text from elsewhere (a server's message) is a catalog key without placeholders. */
export const isPlainMessageKey = (texts: Readonly<Record<string, string>>, text: string): text is PlainMessageKey =>
  Object.hasOwn(texts, text) && !texts[text]?.includes("{")

/** Replaces each `{placeholder}` by its value; one without a value stays unchanged. For texts without ICU plurals. Never throws. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(getOwnField(values, name) ?? placeholder))
