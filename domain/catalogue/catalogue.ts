// Texts by key. A key that is missing, or a value that a text asks for and is not given, does not compile.
// The texts stand in en/ and nl/, one file per subject. ICU form: `{count, plural, one {# chat} other {# chats}}`.
import { en } from "./en.ts"

export type Key = keyof typeof en
export type Catalogue = Readonly<Record<Key, string>>

/** The names of the values a text asks for. */
type Slots<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name},${string}` ? Name : Slot extends `${string} ${string}` | `#${string}` ? never : Slot) | Slots<Rest>
  : never
type Texts = typeof en
export type Values<K extends Key> = [Slots<Texts[K]>] extends [never] ? [] : [values: Readonly<Record<Slots<Texts[K]>, string | number>>]

/** Says the text of a key, in the language of the one who asks. */
export type Words = <K extends Key>(key: K, ...values: Values<K>) => string

/** Whether a text that came from elsewhere (a server's message) is a key of the catalogue. */
export const isKey = (text: string): text is Key => Object.hasOwn(en, text)
