// Formats ICU messages with the core of use-intl.
import { _createCache, _createIntlFormatters } from "use-intl/core"
import formatMessage from "use-intl/format-message"
import type { CreateFormatMessage } from "./i18n.tsx"

export const createIcuFormatter: CreateFormatMessage = (language) => {
  const cache = _createCache()
  const options = { cache, formatters: _createIntlFormatters(cache), locale: language }
  return (key, text, values) => {
    const formatted = formatMessage(key, text, values, options)
    if (typeof formatted !== "string") throw new Error(`the text "${key}" is more than text`)
    return formatted
  }
}
