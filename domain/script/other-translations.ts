// The translatable texts around a script's instructions: its public title and the community's side menu [I10].
import type { SideMenu } from "../communities/side-menu.ts"
import { getTranslation, pickText, setTranslationIn } from "../text/translations.ts"
import type { AuthoredScript } from "./script.ts"
import { isFilledInAny, isUntranslated, type TranslatableText, type TranslationCount } from "./translatable-texts.ts"

type Text = Pick<TranslatableText, "text" | "translation">
type PublicTitle = Pick<AuthoredScript, "public_name" | "public_name_translations">

/** Returns the public title of a script as a translatable text. */
export const getTitleText = ({ public_name, public_name_translations }: PublicTitle, locale: string): Text => ({
  text: public_name,
  translation: getTranslation(public_name_translations, locale),
})

/** Sets the public title in another language; an empty text removes it. */
export const setTitleTranslation = (script: AuthoredScript, locale: string, content: string): AuthoredScript => {
  if (locale === script.language) return script
  const { public_name_translations, ...rest } = script
  const next = setTranslationIn(public_name_translations, { locale, content })
  return next.length === 0 ? rest : { ...script, public_name_translations: next }
}

/** Returns the public title in a language, and the language that it is in: the script's own if it has no translation. */
export const getTitleIn = (
  { public_name, public_name_translations, language }: PublicTitle & Pick<AuthoredScript, "language">,
  locale: string,
): { readonly title: string; readonly language: string } => {
  const translation = locale === language ? "" : pickText("", public_name_translations, locale)
  return translation === "" ? { title: public_name, language } : { title: translation, language: locale }
}

/** Returns the texts of a side menu. They are in no particular language, so that each language may have its own. */
export const listLinkTexts = (sideMenu: SideMenu | null, locale: string): ReadonlyArray<Text> =>
  (sideMenu?.links ?? []).map((link) => ({ text: link.content, translation: getTranslation(link.translations, locale) }))

/** Counts the translations of the public title and of the community's side menu, null if it is unknown. */
export const countOtherTranslations = (script: PublicTitle, sideMenu: SideMenu | null, locale: string): TranslationCount => {
  const texts = [getTitleText(script, locale), ...listLinkTexts(sideMenu, locale)].filter(isFilledInAny)
  return { all: texts.length, lacking: texts.filter((text) => isUntranslated(text)).length }
}
