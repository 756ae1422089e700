// The texts of the interface, for every screen: useWords() says a key in the person's language; the language can be changed while working.
import { createContext, type PropsWithChildren, use, useSyncExternalStore } from "react"
import { type InterfaceLanguage, isPlainKey, type Words } from "../../domain/catalogue/catalogue.ts"
import { findingWords } from "../../domain/catalogue/finding-words.ts"
import { shownKey } from "../../domain/catalogue/server-messages.ts"
import type { Finding } from "../../domain/finding.ts"
import type { Spoken, Vocabulary } from "./vocabulary.ts"

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

type Found = Pick<Finding, "message" | "key" | "values">

/** Says what a check found, or why a call was not answered, in the person's language; what has no key as it came. */
export const useFinding = (): ((found: Found & { readonly because?: Found }) => string) => {
  const { texts } = useSpoken()
  const known: Readonly<Record<string, string>> = texts
  const said = (one: Found) => findingWords(known, one)
  return ({ because, ...found }) => {
    // A message that has no key says it all.
    const isWhole = because === undefined || !Object.hasOwn(known, found.key ?? "")
    return isWhole ? said(found) : `${said(found)}: ${said(because)}`
  }
}

/** The language spoken now, and how to change it. */
export const useLanguage = (): { readonly language: InterfaceLanguage; readonly choose: Vocabulary["choose"] } => {
  const { choose } = useVocabulary()
  return { language: useSpoken().language, choose }
}
