// Makes the function that says the texts of a catalogue: plain texts as they stand, ICU ones with their values.
import type { InterfaceLanguage, Key, Words } from "../../domain/catalogue/catalogue.ts"

/** Formats an ICU text. */
export type Format = (key: Key, text: string, values: Readonly<Record<string, string | number>> | undefined) => string
export type Texts = Readonly<Partial<Record<Key, string>>>

/** The `Words` of a catalogue. A text that is not there, or that needs a format where there is none, is an error of the caller. */
export const speaker =
  (texts: Texts, format: Format | undefined): Words =>
  (key: Key, values?: Readonly<Record<string, string | number>>) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`the text "${key}" has not been loaded`)
    if (!text.includes("{")) return text
    if (format === undefined) throw new Error(`the text "${key}" needs values, and nothing to put them in has been loaded`)
    return format(key, text, values)
  }

/** Makes the format of a language; loaded apart, because the first page needs none. */
export type MakeFormat = (language: InterfaceLanguage) => Format
