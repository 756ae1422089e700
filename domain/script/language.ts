// The languages a script can be written in (spec/2-editor §9).
import * as Schema from "effect/Schema"

/** Languages offered, the default first. */
export const languages = ["nl", "en", "fr", "de", "it", "es", "ar", "ru"] as const
/** The code of a language that a script can be written in (ISO 639-1). */
export const Language = Schema.Literals(languages)
export type Language = typeof Language.Type
export const defaultLanguage: Language = "nl"
