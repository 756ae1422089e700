// The texts of the interface, for every screen: useWords() says a key in the person's language; the language can be changed while working.
import { createContext, type PropsWithChildren, use, useSyncExternalStore } from "react"
import { type Catalogue, type InterfaceLanguage, interfaceLanguages, isPlainKey, type Words } from "../../domain/catalogue/catalogue.ts"
import { shownKey } from "../../domain/catalogue/server-messages.ts"
import { speaker } from "./speaker.ts"

type Spoken = { readonly language: InterfaceLanguage; readonly texts: Catalogue; readonly words: Words }

/** What is spoken now. `choose` rejects, and changes nothing, when the texts of that language cannot be fetched. */
export type Vocabulary = {
  readonly subscribe: (listener: () => void) => () => void
  readonly spoken: () => Spoken
  readonly choose: (language: InterfaceLanguage) => Promise<void>
}

type Outside = {
  readonly load: Readonly<Record<InterfaceLanguage, () => Promise<Catalogue>>>
  /** The language chosen last, or null. */
  readonly recall: () => string | null
  readonly keep: (language: InterfaceLanguage) => void
}

/** The vocabulary in the language chosen last, else in English (spec/1-console §9). */
export const vocabulary = async ({ load, recall, keep }: Outside): Promise<Vocabulary> => {
  const listeners = new Set<() => void>()
  const speak = async (language: InterfaceLanguage): Promise<Spoken> => {
    const texts = await load[language]()
    return { language, texts, words: speaker(language, texts) }
  }
  let spoken = await speak(lastSpoken(recall()))
  document.documentElement.lang = spoken.language
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    spoken: () => spoken,
    choose: async (language) => {
      spoken = await speak(language)
      keep(language)
      document.documentElement.lang = language
      for (const listener of listeners) listener()
    },
  }
}

const lastSpoken = (kept: string | null): InterfaceLanguage =>
  interfaceLanguages.find((language) => language === kept) ?? interfaceLanguages[0]

const VocabularyContext = createContext<Vocabulary | null>(null)

export const WordsProvider = ({ vocabulary, children }: PropsWithChildren<{ readonly vocabulary: Vocabulary }>) => (
  <VocabularyContext value={vocabulary}>{children}</VocabularyContext>
)

const useVocabulary = (): Vocabulary => {
  const vocabulary = use(VocabularyContext)
  if (vocabulary === null) throw new Error("no WordsProvider above")
  return vocabulary
}

const useSpoken = (): Spoken => {
  const { subscribe, spoken } = useVocabulary()
  return useSyncExternalStore(subscribe, spoken, spoken)
}

/** Says the text of a key: `const t = useWords(); t("home.filter.none")`. */
export const useWords = (): Words => useSpoken().words

/** Says what a server had to say: a key of the catalogue by its text, a known message by ours, anything else as it came. */
export const useMessage = (): ((message: string) => string) => {
  const { texts, words } = useSpoken()
  return (message) => {
    const key = shownKey(message) ?? message
    return isPlainKey(texts, key) ? words(key) : key
  }
}

/** The language spoken now, and how to change it. */
export const useLanguage = (): { readonly language: InterfaceLanguage; readonly choose: Vocabulary["choose"] } => {
  const { choose } = useVocabulary()
  return { language: useSpoken().language, choose }
}
