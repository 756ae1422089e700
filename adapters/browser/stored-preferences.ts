// Preferences stored in this browser: export options per user, the interface language and the width of the editor's outline.
// If storage is unavailable, a preference lasts as long as the page.
import type { InterfaceLanguage } from "../../domain/catalog/catalog.ts"

const exportOptionsKey = (user: string): string => `export-options ${user}`

/** Returns the stored options as parsed JSON, or null if there are none or they cannot be read. */
export const loadExportOptions = (user: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(exportOptionsKey(user)) ?? "null")
  } catch {
    return null
  }
}

export const storeExportOptions = (user: string, options: object): void => {
  try {
    localStorage.setItem(exportOptionsKey(user), JSON.stringify(options))
  } catch {
    // The options still apply until the page closes.
  }
}

const languageKey = "interface-language"

export const loadLanguage = (): string | null => {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}

export const storeLanguage = (language: InterfaceLanguage): void => {
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // The language still applies until the page closes.
  }
}

const outlineWidthKey = "editor-outline-width"

export const loadOutlineWidth = (): string | null => {
  try {
    return localStorage.getItem(outlineWidthKey)
  } catch {
    return null
  }
}

export const storeOutlineWidth = (width: number): void => {
  try {
    localStorage.setItem(outlineWidthKey, String(width))
  } catch {
    // The width still applies until the page closes.
  }
}
