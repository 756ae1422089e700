// What every part of the page asks for: the words of the conversation's language, and the star of the community's style.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { createChatTranslator } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { getTextDirection, type Language } from "../../domain/script/language.ts"

export type ChatTexts = ReturnType<typeof createChatTranslator> & { readonly language: Language; readonly star: string }

export const ChatTextsContext = createContext<ChatTexts | null>(null)

export const useChatTexts = (): ChatTexts => {
  const speech = useContext(ChatTextsContext)
  if (speech === null) throw new Error("nothing is spoken outside <Speaking.Provider>")
  return speech
}

// What the author wrote in another language than that of the conversation says so: it is read out, and runs, as its own language does.

export const languageAttributes = (language: string | undefined, conversation: string) =>
  language === undefined || language === conversation ? {} : { lang: language, dir: getTextDirection(language) }
