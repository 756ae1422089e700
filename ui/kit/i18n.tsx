// Translations of the interface: message store, React hooks and date formats. Sign-in starts with few texts; `loadAll` loads the rest.

import { createContext, type PropsWithChildren, use, useSyncExternalStore } from "react"
import {
  type Catalog,
  type InterfaceLanguage,
  interfaceLanguages,
  isPlainMessageKey,
  type MessageKey,
  type Translate,
} from "../../domain/catalog/catalog.ts"
import { capitalizeMessage, findingText, findServerMessageKey } from "../../domain/failures/message-lookup.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { createEventBus } from "./event-bus.ts"

/** Formats an ICU message. */
export type FormatMessage = (key: MessageKey, text: string, values: Readonly<Record<string, string | number>> | undefined) => string
export type MessageTexts = Readonly<Partial<Record<MessageKey, string>>>

/** Returns the translate function of a catalog. Throws if a text is missing, or if it needs values before the formatter is loaded. */
export const createTranslate =
  (texts: MessageTexts, format: FormatMessage | undefined): Translate =>
  (key: MessageKey, values?: Readonly<Record<string, string | number>>) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`the text "${key}" has not been loaded`)
    if (!text.includes("{")) return text
    if (format === undefined) throw new Error(`the text "${key}" needs values, and nothing to put them in has been loaded`)
    return format(key, text, values)
  }

/** Creates the formatter of a language. Loaded separately, because the sign-in page does not need it. */
export type CreateFormatMessage = (language: InterfaceLanguage) => FormatMessage

export type LoadedMessages = { readonly language: InterfaceLanguage; readonly texts: MessageTexts; readonly translate: Translate }

export type MessageStore = {
  readonly subscribe: (listener: () => void) => () => void
  readonly current: () => LoadedMessages
  /** Switches the language; rejects without any change when its texts cannot be loaded. */
  readonly setLanguage: (language: InterfaceLanguage) => Promise<void>
  /** Loads the texts of all screens; later language switches load all texts too. */
  readonly loadAll: () => Promise<void>
}

type MessageSources = {
  /** The texts of the sign-in page, none of them with values. */
  readonly signInTexts: Readonly<Record<InterfaceLanguage, () => Promise<MessageTexts>>>
  readonly allTexts: Readonly<Record<InterfaceLanguage, () => Promise<Catalog>>>
  readonly format: () => Promise<CreateFormatMessage>
  /** The language chosen last on this device, or null. */
  readonly loadLanguage: () => string | null
  readonly storeLanguage: (language: InterfaceLanguage) => void
}

/** Creates the message store in the language chosen last, or English. */
export const createMessageStore = async ({
  signInTexts,
  allTexts,
  format,
  loadLanguage,
  storeLanguage,
}: MessageSources): Promise<MessageStore> => {
  const { subscribe, emit } = createEventBus()
  const loadSignInMessages = async (language: InterfaceLanguage): Promise<LoadedMessages> => {
    const texts = await signInTexts[language]()
    return { language, texts, translate: createTranslate(texts, undefined) }
  }
  const loadAllMessages = async (language: InterfaceLanguage): Promise<LoadedMessages> => {
    const [texts, createFormatter] = await Promise.all([allTexts[language](), format()])
    return { language, texts, translate: createTranslate(texts, createFormatter(language)) }
  }
  let isComplete = false
  let loaded = await loadSignInMessages(parseStoredLanguage(loadLanguage()))
  const switchTo = async (language: InterfaceLanguage, complete: boolean): Promise<void> => {
    loaded = await (complete ? loadAllMessages : loadSignInMessages)(language)
    isComplete = complete
    document.documentElement.lang = language
    emit()
  }
  document.documentElement.lang = loaded.language

  return {
    subscribe,
    current: () => loaded,
    setLanguage: async (language) => {
      await switchTo(language, isComplete)
      storeLanguage(language)
    },
    loadAll: async () => {
      if (!isComplete) await switchTo(loaded.language, true)
    },
  }
}

const parseStoredLanguage = (stored: string | null): InterfaceLanguage =>
  interfaceLanguages.find((language) => language === stored) ?? interfaceLanguages[0]

const MessageStoreContext = createContext<MessageStore | null>(null)

export const I18nProvider = ({ store, children }: PropsWithChildren<{ readonly store: MessageStore }>) => (
  <MessageStoreContext value={store}>{children}</MessageStoreContext>
)

const useMessageStore = (): MessageStore => {
  const store = use(MessageStoreContext)
  if (store === null) throw new Error("no WordsProvider above")
  return store
}

const useLoadedMessages = (): LoadedMessages => {
  const { subscribe, current } = useMessageStore()
  return useSyncExternalStore(subscribe, current, current)
}

/** Returns the translate function of the user's language: `const t = useTranslate(); t("home.filter.none")`. */
export const useTranslate = (): Translate => useLoadedMessages().translate

/** Translates messages of the server: catalog keys and known messages; any other text stays as it is. */
export const useServerMessage = (): ((message: string) => string) => {
  const { texts, translate } = useLoadedMessages()
  return (message) => {
    const key = findServerMessageKey(message) ?? message
    return isPlainMessageKey(texts, key) ? translate(key) : key
  }
}

type FindingMessage = Pick<Finding, "message" | "key" | "values">

/** A failed call with its reason; the conditions that a finding lists are no part of its text. */
type FindingText = FindingMessage & { readonly because?: FindingMessage | NonNullable<Finding["because"]> }

/** Translates findings of the check and reasons of failed calls; a message without a key stays as it is. */
export const useFindingText = (): ((finding: FindingText) => string) => {
  const { texts } = useLoadedMessages()
  const catalogTexts: Readonly<Record<string, string>> = texts
  const format = (finding: FindingMessage) => findingText(catalogTexts, finding)
  return ({ because, ...finding }) => {
    // A message without a translation already contains its reason.
    const isComplete = because === undefined || !("message" in because) || !Object.hasOwn(catalogTexts, finding.key ?? "")
    return isComplete ? format(finding) : `${format(finding)}: ${format(because)}`
  }
}

/** Translates findings as `useFindingText` does, for places where the text of a finding stands alone: it begins with a capital letter. */
export const useFindingSentence = (): ((finding: FindingText) => string) => {
  const formatFinding = useFindingText()
  return (finding) => capitalizeMessage(formatFinding(finding), finding.values)
}

/** Returns the current language and its setter. */
export const useLanguage = (): { readonly language: InterfaceLanguage; readonly setLanguage: MessageStore["setLanguage"] } => {
  const { setLanguage } = useMessageStore()
  return { language: useLoadedMessages().language, setLanguage }
}

const locales = { en: "en-GB", nl: "nl-NL" } as const
const day = { day: "numeric", month: "short", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const time = { hour: "2-digit", minute: "2-digit" } as const satisfies Intl.DateTimeFormatOptions
const dayAndTime = { ...day, ...time } as const satisfies Intl.DateTimeFormatOptions
const month = { month: "long", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const weekday = { weekday: "short" } as const satisfies Intl.DateTimeFormatOptions
const dayOfMonth = { day: "numeric" } as const satisfies Intl.DateTimeFormatOptions

/** Length of a date without a time. It is read as noon, so that it is the same day in every time zone. */
const dayLength = "YYYY-MM-DD".length

/** Returns formatters for instants and days (ISO 8601) in the user's language and the browser's time zone. */
export const useDateFormat = () => {
  const { language } = useLanguage()
  const formatAs = (options: Intl.DateTimeFormatOptions) => (instant: string) =>
    new Intl.DateTimeFormat(locales[language], options).format(new Date(instant.length === dayLength ? `${instant}T12:00` : instant))
  return {
    day: formatAs(day),
    time: formatAs(time),
    dayAndTime: formatAs(dayAndTime),
    month: formatAs(month),
    weekday: formatAs(weekday),
    dayOfMonth: formatAs(dayOfMonth),
  }
}
