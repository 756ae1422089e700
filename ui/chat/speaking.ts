// What every part of the page asks for: the words of the conversation's language, and the star of the community's style.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { speakingChat } from "../../domain/catalogue/chat/texts.ts"
import type { Language } from "../../domain/script/language.ts"

export type Speech = ReturnType<typeof speakingChat> & { readonly language: Language; readonly star: string }

export const Speaking = createContext<Speech | null>(null)

export const useSpeech = (): Speech => {
  const speech = useContext(Speaking)
  if (speech === null) throw new Error("nothing is spoken outside <Speaking.Provider>")
  return speech
}
