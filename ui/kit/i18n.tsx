// What the interface speaks: a language, its texts, and how they are said. The sign-in starts with few of them; `complete` brings all.

import { createContext, type PropsWithChildren, use, useSyncExternalStore } from "react"
import {
  type Catalog,
  type InterfaceLanguage,
  interfaceLanguages,
  isPlainMessageKey,
  type MessageKey,
  type Translate,
} from "../../domain/catalog/catalog.ts"
import { findingText, serverMessageKey } from "../../domain/catalog/message-lookup.ts"
import type { Finding } from "../../domain/check/finding.ts"

// Makes the function that says the texts of a catalogue: plain texts as they stand, ICU ones with their values.

/** Formats an ICU text. */
export type FormatMessage = (key: MessageKey, text: string, values: Readonly<Record<string, string | number>> | undefined) => string
export type MessageTexts = Readonly<Partial<Record<MessageKey, string>>>

/** The `Words` of a catalogue. A text that is not there, or that needs a format where there is none, is an error of the caller. */
export const createTranslate =
  (texts: MessageTexts, format: FormatMessage | undefined): Translate =>
  (key: MessageKey, values?: Readonly<Record<string, string | number>>) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`the text "${key}" has not been loaded`)
    if (!text.includes("{")) return text
    if (format === undefined) throw new Error(`the text "${key}" needs values, and nothing to put them in has been loaded`)
    return format(key, text, values)
  }

/** Makes the format of a language; loaded apart, because the first page needs none. */
export type CreateFormatMessage = (language: InterfaceLanguage) => FormatMessage

export type LoadedMessages = { readonly language: InterfaceLanguage; readonly texts: MessageTexts; readonly translate: Translate }

export type MessageStore = {
  readonly subscribe: (listener: () => void) => () => void
  readonly current: () => LoadedMessages
  /** Speaks another language; rejects, and changes nothing, when its texts cannot be fetched. */
  readonly setLanguage: (language: InterfaceLanguage) => Promise<void>
  /** Brings the texts of all screens; from then on every language comes whole. */
  readonly loadAll: () => Promise<void>
}

type MessageSources = {
  /** The texts that the sign-in needs, none of them with values. */
  readonly signInTexts: Readonly<Record<InterfaceLanguage, () => Promise<MessageTexts>>>
  readonly allTexts: Readonly<Record<InterfaceLanguage, () => Promise<Catalog>>>
  readonly format: () => Promise<CreateFormatMessage>
  /** The language chosen last, or null. */
  readonly recall: () => string | null
  readonly keep: (language: InterfaceLanguage) => void
}

/** The vocabulary in the language chosen last, else in English (spec/1-console §9). */
export const createMessageStore = async ({ signInTexts, allTexts, format, recall, keep }: MessageSources): Promise<MessageStore> => {
  const listeners = new Set<() => void>()
  const atTheDoor = async (language: InterfaceLanguage): Promise<LoadedMessages> => {
    const texts = await signInTexts[language]()
    return { language, texts, translate: createTranslate(texts, undefined) }
  }
  const inside = async (language: InterfaceLanguage): Promise<LoadedMessages> => {
    const [texts, make] = await Promise.all([allTexts[language](), format()])
    return { language, texts, translate: createTranslate(texts, make(language)) }
  }
  let isWhole = false
  let spoken = await atTheDoor(lastSpoken(recall()))
  const switchTo = async (language: InterfaceLanguage, wholly: boolean): Promise<void> => {
    spoken = await (wholly ? inside : atTheDoor)(language)
    isWhole = wholly
    document.documentElement.lang = language
    for (const listener of listeners) listener()
  }
  document.documentElement.lang = spoken.language

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => spoken,
    setLanguage: async (language) => {
      await switchTo(language, isWhole)
      keep(language)
    },
    loadAll: async () => {
      if (!isWhole) await switchTo(spoken.language, true)
    },
  }
}

const lastSpoken = (kept: string | null): InterfaceLanguage =>
  interfaceLanguages.find((language) => language === kept) ?? interfaceLanguages[0]

// The texts of the interface, for every screen: useWords() says a key in the person's language; the language can be changed while working.

const VocabularyContext = createContext<MessageStore | null>(null)

export const I18nProvider = ({ vocabulary, children }: PropsWithChildren<{ readonly vocabulary: MessageStore }>) => (
  <VocabularyContext value={vocabulary}>{children}</VocabularyContext>
)

const useVocabulary = (): MessageStore => {
  const vocabulary = use(VocabularyContext)
  if (vocabulary === null) throw new Error("no WordsProvider above")
  return vocabulary
}

const useSpoken = (): LoadedMessages => {
  const { subscribe, current } = useVocabulary()
  return useSyncExternalStore(subscribe, current, current)
}

/** Says the text of a key: `const t = useWords(); t("home.filter.none")`. */
export const useTranslate = (): Translate => useSpoken().translate

/** Says what a server had to say: a key of the catalogue by its text, a known message by ours, anything else as it came. */
export const useServerMessage = (): ((message: string) => string) => {
  const { texts, translate } = useSpoken()
  return (message) => {
    const key = serverMessageKey(message) ?? message
    return isPlainMessageKey(texts, key) ? translate(key) : key
  }
}

type Found = Pick<Finding, "message" | "key" | "values">

/** Says what a check found, or why a call was not answered, in the person's language; what has no key as it came. */
export const useFindingText = (): ((found: Found & { readonly because?: Found }) => string) => {
  const { texts } = useSpoken()
  const known: Readonly<Record<string, string>> = texts
  const said = (one: Found) => findingText(known, one)
  return ({ because, ...found }) => {
    // A message that has no key says it all.
    const isWhole = because === undefined || !Object.hasOwn(known, found.key ?? "")
    return isWhole ? said(found) : `${said(found)}: ${said(because)}`
  }
}

/** The language spoken now, and how to change it. */
export const useLanguage = (): { readonly language: InterfaceLanguage; readonly setLanguage: MessageStore["setLanguage"] } => {
  const { setLanguage } = useVocabulary()
  return { language: useSpoken().language, setLanguage: setLanguage }
}

// Dates and times as the person's language writes them.

const tags = { en: "en-GB", nl: "nl-NL" } as const
const day = { day: "numeric", month: "short", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const time = { hour: "2-digit", minute: "2-digit" } as const satisfies Intl.DateTimeFormatOptions
const minute = { ...day, ...time } as const satisfies Intl.DateTimeFormatOptions
const month = { month: "long", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const weekday = { weekday: "short" } as const satisfies Intl.DateTimeFormatOptions
const dayOfMonth = { day: "numeric" } as const satisfies Intl.DateTimeFormatOptions

/** Of a text that is a day without a time: at noon it is that day here, too. */
const dayLength = "YYYY-MM-DD".length

/** Writes an instant or a day (ISO 8601) as a day, as a time, as a day with its time, or as a part of it, in the browser's time zone. */
export const useDateFormat = () => {
  const { language } = useLanguage()
  const as = (form: Intl.DateTimeFormatOptions) => (instant: string) =>
    new Intl.DateTimeFormat(tags[language], form).format(new Date(instant.length === dayLength ? `${instant}T12:00` : instant))
  return { day: as(day), time: as(time), dayAndTime: as(minute), month: as(month), weekday: as(weekday), dayOfMonth: as(dayOfMonth) }
}
