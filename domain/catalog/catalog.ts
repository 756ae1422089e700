// Texts by key. A key that is missing, or a value that a text asks for and is not given, does not compile.
// The texts stand in en/ and nl/, one file per subject. ICU form: `{count, plural, one {# chat} other {# chats}}`.

import { ownField } from "../json/json-value.ts"
import type { en } from "./en.ts"

/** The languages that the product itself speaks, the fallback first. */
export const interfaceLanguages = ["en", "nl"] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

export type Key = keyof typeof en
export type Catalogue = Readonly<Record<Key, string>>

/** The names of the values a text asks for. */
export type Slots<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name},${string}` ? Name : Slot extends `${string} ${string}` | `#${string}` ? never : Slot) | Slots<Rest>
  : never
type Texts = typeof en
export type Values<K extends Key> = [Slots<Texts[K]>] extends [never] ? [] : [values: Readonly<Record<Slots<Texts[K]>, string | number>>]

/** The keys whose texts ask for no values. */
export type PlainKey = { readonly [K in Key]: Values<K> extends [] ? K : never }[Key]

/** Says the text of a key, in the language of the one who asks. */
export type Words = <K extends Key>(key: K, ...values: Values<K>) => string

/** Whether a text that came from elsewhere (a server's message) is a key of the catalogue that asks for no values. */
export const isPlainKey = (texts: Readonly<Record<string, string>>, text: string): text is PlainKey =>
  Object.hasOwn(texts, text) && !texts[text]?.includes("{")

// Puts values into the `{slots}` of a text. For texts without ICU forms; the interface's own speaker knows those.

/** The text with each `{slot}` replaced by the value of that name; a slot without a value stays as it stands. Never throws. */
export const fillSlots = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (all, slot: string) => String(ownField(values, slot) ?? all))
