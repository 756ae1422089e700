// Makes the function that says the texts of one catalogue: plain texts as they stand, ICU ones with their values.
import { _createCache, _createIntlFormatters } from "use-intl/core"
import formatMessage from "use-intl/format-message"
import type { Catalogue, InterfaceLanguage, Key, Words } from "../../domain/catalogue/catalogue.ts"

/** The `Words` of one language. A value that a text asks for and is not given is an error of the caller and throws. */
export const speaker = (language: InterfaceLanguage, texts: Catalogue): Words => {
  const cache = _createCache()
  const options = { cache, formatters: _createIntlFormatters(cache), locale: language }
  return (key: Key, values?: Readonly<Record<string, string | number>>) => {
    const said = formatMessage(key, texts[key], values, options)
    if (typeof said !== "string") throw new Error(`the text "${key}" is more than text`)
    return said
  }
}
