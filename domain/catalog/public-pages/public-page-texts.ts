// Texts of the public pages by key, in every script language. A missing text or placeholder value does not compile. No text needs plural
// forms, so the pages load no message formatter.
import { toEpochDay } from "../../date/calendar-date.ts"
import type { Language } from "../../text/language.ts"
import { fillPlaceholders, type PlaceholderNames } from "../catalog.ts"
import { getPrimaryLanguage } from "../load-failure-texts.ts"
import type { chat, stats } from "./en.ts"

export type ChatKey = keyof typeof chat
export type ChatTexts = Readonly<Record<ChatKey, string>>
type ChatMessageValues<K extends ChatKey> = [PlaceholderNames<(typeof chat)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<(typeof chat)[K]>, string | number>>]

/** Returns the text of a key in the conversation's language, with numbers and days formatted for it. */
export type TranslateChat = <K extends ChatKey>(key: K, ...values: ChatMessageValues<K>) => string

/** Loaders of the texts, one per language. */
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

/** Returns the page language for a BCP 47 tag, whatever its case and region (`NL`, `fr-CA`); undefined if there are no texts in it. */
export const publicPageLanguage = (tag: string | null): Language | undefined => {
  const language = getPrimaryLanguage(tag ?? "")
  return isSupported(language) ? language : undefined
}

const isSupported = (text: string): text is Language => Object.hasOwn(chatTextLoaders, text)

/** Returns translators for this page's own texts, and for keys from the server (undefined if the key is unknown). */
export const createChatTranslator = (texts: ChatTexts, language: Language) => {
  const numberFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
  const formatValues = (values: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value === "number") return [name, numberFormat.format(value)]
        const date = toEpochDay(value)
        return [name, date === null ? value : dayFormat.format(date * 86_400_000)]
      }),
    )
  const words: TranslateChat = (key, ...[values]) => fillPlaceholders(texts[key], formatValues(values ?? {}))
  const translateServerKey = (key: string, values: Readonly<Record<string, string | number>>): string | undefined =>
    isChatKey(texts, key) ? fillPlaceholders(texts[key], formatValues(values)) : undefined
  return { words, named: translateServerKey }
}

const isChatKey = (texts: ChatTexts, key: string): key is ChatKey => Object.hasOwn(texts, key)

export type StatsKey = keyof typeof stats
export type StatsTexts = Readonly<Record<StatsKey, string>>
type StatsMessageValues<K extends StatsKey> = [PlaceholderNames<(typeof stats)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<(typeof stats)[K]>, string>>]

/** Returns the text of a key; numbers must be formatted already. */
export type TranslateStats = <K extends StatsKey>(key: K, ...values: StatsMessageValues<K>) => string

/** Loaders of the texts, one per language. */
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

/** Returns the translator for the texts of a language. */
export const createStatsTranslator =
  (texts: StatsTexts): TranslateStats =>
  (key, ...[values]) =>
    fillPlaceholders(texts[key], values ?? {})
