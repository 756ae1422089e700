// The languages in which a script can be written.
/** The available languages, the default one first. */
export const languages = ["nl", "en", "fr", "de", "it", "es", "ar", "ru"] as const
/** The code of a language (ISO 639-1). */
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = "nl"

const rightToLeft: ReadonlySet<string> = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"])

/** Returns whether a language (a BCP 47 tag) is written from right to left. */
export const isRightToLeft = (language: string): boolean => rightToLeft.has(language.toLowerCase().split("-")[0] ?? "")

/** Returns the `dir` of a text: `auto` for left-to-right languages, since their texts may contain the other direction. */
export const getTextDirection = (language: string): "rtl" | "auto" => (isRightToLeft(language) ? "rtl" : "auto")
