// Formats ICU messages.
import { IntlMessageFormat } from "intl-messageformat"
import type { CreateFormatMessage } from "./i18n.tsx"

export const createIcuFormatter: CreateFormatMessage = (language) => {
  /** Parsed messages by their text. */
  const messages = new Map<string, IntlMessageFormat>()
  return (key, text, values) => {
    const message = messages.get(text) ?? new IntlMessageFormat(text, language)
    messages.set(text, message)
    const formatted = message.format(values)
    if (typeof formatted !== "string") throw new Error(`the text "${key}" is more than text`)
    return formatted
  }
}
