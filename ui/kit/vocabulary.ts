// What the interface speaks: a language, its texts, and how they are said. The sign-in starts with few of them; `complete` brings all.
import { type Catalogue, type InterfaceLanguage, interfaceLanguages, type Words } from "../../domain/catalogue/catalogue.ts"
import { type MakeFormat, speaker, type Texts } from "./speaker.ts"

export type Spoken = { readonly language: InterfaceLanguage; readonly texts: Texts; readonly words: Words }

export type Vocabulary = {
  readonly subscribe: (listener: () => void) => () => void
  readonly spoken: () => Spoken
  /** Speaks another language; rejects, and changes nothing, when its texts cannot be fetched. */
  readonly choose: (language: InterfaceLanguage) => Promise<void>
  /** Brings the texts of all screens; from then on every language comes whole. */
  readonly complete: () => Promise<void>
}

type Outside = {
  /** The texts that the sign-in needs, none of them with values. */
  readonly door: Readonly<Record<InterfaceLanguage, () => Promise<Texts>>>
  readonly whole: Readonly<Record<InterfaceLanguage, () => Promise<Catalogue>>>
  readonly format: () => Promise<MakeFormat>
  /** The language chosen last, or null. */
  readonly recall: () => string | null
  readonly keep: (language: InterfaceLanguage) => void
}

/** The vocabulary in the language chosen last, else in English (spec/1-console §9). */
export const vocabulary = async ({ door, whole, format, recall, keep }: Outside): Promise<Vocabulary> => {
  const listeners = new Set<() => void>()
  const atTheDoor = async (language: InterfaceLanguage): Promise<Spoken> => {
    const texts = await door[language]()
    return { language, texts, words: speaker(texts, undefined) }
  }
  const inside = async (language: InterfaceLanguage): Promise<Spoken> => {
    const [texts, make] = await Promise.all([whole[language](), format()])
    return { language, texts, words: speaker(texts, make(language)) }
  }
  let isWhole = false
  let spoken = await atTheDoor(lastSpoken(recall()))
  const turnTo = async (language: InterfaceLanguage, wholly: boolean): Promise<void> => {
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
    spoken: () => spoken,
    choose: async (language) => {
      await turnTo(language, isWhole)
      keep(language)
    },
    complete: async () => {
      if (!isWhole) await turnTo(spoken.language, true)
    },
  }
}

const lastSpoken = (kept: string | null): InterfaceLanguage =>
  interfaceLanguages.find((language) => language === kept) ?? interfaceLanguages[0]
