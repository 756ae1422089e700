// Preact context with the texts in the conversation's language and the community's star symbol.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { createChatTranslator } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { getTextDirection, type Language } from "../../domain/text/language.ts"

export type ChatTexts = ReturnType<typeof createChatTranslator> & { readonly language: Language; readonly star: string }

export const ChatTextsContext = createContext<ChatTexts | null>(null)

export const useChatTexts = (): ChatTexts => {
  const texts = useContext(ChatTextsContext)
  if (texts === null) throw new Error("useChatTexts needs a <ChatTextsContext>")
  return texts
}

/** Returns `lang` and `dir` for an author's text in another language than the conversation's, for screen readers and layout. */
export const languageAttributes = (language: string | undefined, conversationLanguage: string) =>
  language === undefined || language === conversationLanguage ? {} : { lang: language, dir: getTextDirection(language) }
