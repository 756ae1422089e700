// The languages a script can be written in (spec/2-editor §9).
import * as Schema from "effect/Schema"

/** Languages offered, the default first. */
export const languages = ["nl", "en", "fr", "de", "it", "es", "ar", "ru"] as const
/** The code of a language that a script can be written in (ISO 639-1). */
export const Language = Schema.Literals(languages)
export type Language = typeof Language.Type
export const defaultLanguage: Language = "nl"

// Which way a language is written.

const rightToLeft: ReadonlySet<string> = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"])

/** Whether a language (a BCP 47 tag, as of a text in a file) is written from right to left. */
export const isRightToLeft = (language: string): boolean => rightToLeft.has(language.toLowerCase().split("-")[0] ?? "")

/** How a text in a language is set: one that is written from left to right may still hold the other way. */
export const getTextDirection = (language: string): "rtl" | "auto" => (isRightToLeft(language) ? "rtl" : "auto")
