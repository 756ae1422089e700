// Texts of the respondents' page by key, in every language that a script can be written in. A text that is missing does not compile, and
// neither does a value that a text asks for and is not given. None of them needs plural forms, so that the page brings no formatter.
import { toEpochDay } from "../../date/calendar-date.ts"
import type { Language } from "../../script/language.ts"
import { fillPlaceholders, type PlaceholderNames } from "../catalog.ts"
import { languageOfTag } from "../load-failure-texts.ts"
import type { chat, stats } from "./en.ts"

export type ChatKey = keyof typeof chat
export type ChatTexts = Readonly<Record<ChatKey, string>>
type Values<K extends ChatKey> = [PlaceholderNames<(typeof chat)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<(typeof chat)[K]>, string | number>>]

/** Says the text of a key in the language of the conversation; numbers and days are written as that language writes them. */
export type TranslateChat = <K extends ChatKey>(key: K, ...values: Values<K>) => string

/** The texts, each language to be fetched alone. */
export const chatTextLoaders = {
  nl: async () => (await import("./nl.ts")).chat,
  en: async () => (await import("./en.ts")).chat,
  fr: async () => (await import("./fr.ts")).chat,
  de: async () => (await import("./de.ts")).chat,
  it: async () => (await import("./it.ts")).chat,
  es: async () => (await import("./es.ts")).chat,
  ar: async () => (await import("./ar.ts")).chat,
  ru: async () => (await import("./ru.ts")).chat,
} as const satisfies Readonly<Record<Language, () => Promise<ChatTexts>>>

/** The language of the page that a tag from elsewhere names, whatever its case and region (`NL`, `fr-CA`); undefined for one that it does not speak. */
export const publicPageLanguage = (tag: string | null): Language | undefined => {
  const spoken = languageOfTag(tag ?? "")
  return isSpoken(spoken) ? spoken : undefined
}

const isSpoken = (text: string): text is Language => Object.hasOwn(chatTextLoaders, text)

/** Speaks a language: the texts of this page, and those that a server named (undefined for a key that the page does not know). */
export const createChatTranslator = (texts: ChatTexts, language: Language) => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
  const written = (values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value === "number") return [name, number.format(value)]
        const date = toEpochDay(value)
        return [name, date === null ? value : day.format(date * 86_400_000)]
      }),
    )
  const words: TranslateChat = (key, ...[values]) => fillPlaceholders(texts[key], written(values ?? {}))
  const named = (key: string, values: Readonly<Record<string, string | number>>): string | undefined =>
    isChatKey(texts, key) ? fillPlaceholders(texts[key], written(values)) : undefined
  return { words, named }
}

const isChatKey = (texts: ChatTexts, key: string): key is ChatKey => Object.hasOwn(texts, key)

// Texts of the live statistics' page by key, in every language that a script can be written in.

export type StatsKey = keyof typeof stats
export type StatsTexts = Readonly<Record<StatsKey, string>>
type ValuesOfTexts<K extends StatsKey> = [PlaceholderNames<(typeof stats)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<(typeof stats)[K]>, string>>]

/** Says the text of a key; numbers come written already. */
export type TranslateStats = <K extends StatsKey>(key: K, ...values: ValuesOfTexts<K>) => string

/** The texts, each language to be fetched alone. */
export const statsTextLoaders = {
  nl: async () => (await import("./nl.ts")).stats,
  en: async () => (await import("./en.ts")).stats,
  fr: async () => (await import("./fr.ts")).stats,
  de: async () => (await import("./de.ts")).stats,
  it: async () => (await import("./it.ts")).stats,
  es: async () => (await import("./es.ts")).stats,
  ar: async () => (await import("./ar.ts")).stats,
  ru: async () => (await import("./ru.ts")).stats,
} as const satisfies Readonly<Record<Language, () => Promise<StatsTexts>>>

export const createStatsTranslator =
  (texts: StatsTexts): TranslateStats =>
  (key, ...[values]) =>
    fillPlaceholders(texts[key], values ?? {})
