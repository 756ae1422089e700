// [I10] The texts of a side menu's links by language. Without Schema, because the chat page imports it.
import type { SideMenuLink } from "./side-menu.ts"

/** Returns the text of a link in a language; its own text if it is not translated. */
export const getLinkText = ({ content, translations }: SideMenuLink, language: string): string => {
  const translation = getLinkTranslation(translations, language)
  return translation.trim() === "" ? content : translation
}

/** Returns the text of a link in a language; "" if it is not translated. */
export const getLinkTranslation = (translations: SideMenuLink["translations"], language: string): string =>
  translations?.find(({ locale }) => locale === language)?.content ?? ""
