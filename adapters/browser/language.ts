// The interface's language, kept in this browser. Storage may be off: then the choice lasts as long as the page.
import type { InterfaceLanguage } from "../../domain/catalogue/catalogue.ts"

const key = "interface-language"

export const recallLanguage = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const keepLanguage = (language: InterfaceLanguage): void => {
  try {
    localStorage.setItem(key, language)
  } catch {
    // The language is spoken all the same.
  }
}
