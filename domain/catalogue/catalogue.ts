// Texts by key. A key that is missing, or a value that a text asks for and is not given, does not compile.
// The texts stand in en/ and nl/, one file per subject. ICU form: `{count, plural, one {# chat} other {# chats}}`.
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
