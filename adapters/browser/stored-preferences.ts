// A person's choices for exports, kept in this browser. Storage may be off: then they last as long as the page.
import type { InterfaceLanguage } from "../../domain/catalog/catalog.ts"

const keyOf = (user: string): string => `export-options ${user}`

/** As they were kept; null where there are none that can be read. */
export const loadExportOptions = (user: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user)) ?? "null")
  } catch {
    return null
  }
}

export const storeExportOptions = (user: string, options: object): void => {
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(options))
  } catch {
    // They are chosen all the same.
  }
}

// The interface's language, kept in this browser. Storage may be off: then the choice lasts as long as the page.

const key = "interface-language"

export const loadLanguage = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const storeLanguage = (language: InterfaceLanguage): void => {
  try {
    localStorage.setItem(key, language)
  } catch {
    // The language is spoken all the same.
  }
}

// How wide somebody made the editor's outline, kept in this browser. Storage may be off: then it lasts as long as the page.

const keyOfOutlineWidth = "editor-outline-width"

export const loadOutlineWidth = (): string | null => {
  try {
    return localStorage.getItem(keyOfOutlineWidth)
  } catch {
    return null
  }
}

export const storeOutlineWidth = (width: number): void => {
  try {
    localStorage.setItem(keyOfOutlineWidth, String(width))
  } catch {
    // It is that wide all the same.
  }
}
