// What every part of the page asks for: the words of the conversation's language, and the star of the community's style.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { speakingChat } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { directionOf, type Language } from "../../domain/script/language.ts"

export type Speech = ReturnType<typeof speakingChat> & { readonly language: Language; readonly star: string }

export const Speaking = createContext<Speech | null>(null)

export const useSpeech = (): Speech => {
  const speech = useContext(Speaking)
  if (speech === null) throw new Error("nothing is spoken outside <Speaking.Provider>")
  return speech
}

// What the author wrote in another language than that of the conversation says so: it is read out, and runs, as its own language does.

export const wordedIn = (language: string | undefined, conversation: string) =>
  language === undefined || language === conversation ? {} : { lang: language, dir: directionOf(language) }
