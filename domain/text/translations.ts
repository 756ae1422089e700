// Lists of a text's translations: finding, setting and choosing one [I10]. Without Schema, because the chat page imports it.

type Translation = { readonly locale: string; readonly content: string }
type Translations<T extends Translation = Translation> = ReadonlyArray<T> | null | undefined

/** Returns the text in a language; "" if there is none. */
export const getTranslation = (translations: Translations, locale: string): string =>
  translations?.find((it) => it.locale === locale)?.content ?? ""

/** Returns the translation into a language, or the text itself if it has none or a blank one. */
export const pickText = (text: string, translations: Translations, locale: string): string => {
  const translation = getTranslation(translations, locale)
  return translation.trim() === "" ? text : translation
}

/** Returns the translations with one of them set; an empty text removes it. `isSame` says which ones it replaces: those of its language. */
export const setTranslationIn = <T extends Translation>(
  translations: Translations<T>,
  translation: T,
  isSame: (existing: T) => boolean = ({ locale }) => locale === translation.locale,
): ReadonlyArray<T> => {
  const existing = translations ?? []
  const { content } = translation
  if (!existing.some(isSame)) return content === "" ? existing : [...existing, translation]
  return existing.flatMap((it) => (!isSame(it) ? [it] : content === "" ? [] : [{ ...it, content }]))
}

/** Returns the field `translations` of an object with one of them set, as in `setTranslationIn`; no field if none is left. */
export const withTranslation = <T extends Translation>(
  ...change: Parameters<typeof setTranslationIn<T>>
): { readonly translations?: ReadonlyArray<T> } => {
  const translations = setTranslationIn(...change)
  return translations.length === 0 ? {} : { translations }
}
