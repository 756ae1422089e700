// [I10] The texts of a side menu's links by language. Without Schema, because the chat page imports it.
import { pickText } from "../text/translations.ts"
import type { SideMenuLink } from "./side-menu.ts"

/** Returns the text of a link in a language; its own text if it is not translated. */
export const getLinkText = ({ content, translations }: SideMenuLink, language: string): string => pickText(content, translations, language)
