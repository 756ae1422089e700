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

/**
 * Returns the text for someone who reads `locale`, with its language: the translation, else the text itself, else the first translation that is
 * not blank.
 */
export const pickReadableText = ({ locale: language, content }: Translation, translations: Translations, locale: string): Translation => {
  const own = { locale: language, content }
  const texts = [own, ...(translations ?? []).filter((it) => it.locale !== language)].filter((it) => it.content.trim() !== "")
  return texts.find((it) => it.locale === locale) ?? texts[0] ?? own
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

/**
 * Makes the translation that `isTarget` is true of the text itself ("" if there is none), and the text a translation, so that none is lost.
 * `own` is the text as the translation that it becomes; null if there is neither a text nor such a translation.
 */
export const exchangeTranslation = <T extends Translation>(
  own: T,
  translations: Translations<T>,
  isTarget: (existing: T) => boolean,
): { readonly text: string; readonly translations: ReadonlyArray<T> } | null => {
  const existing = translations ?? []
  const target = existing.find(isTarget)
  if (target === undefined) return own.content === "" ? null : { text: "", translations: [...existing, own] }
  const replacement = own.content === "" ? [] : [{ ...target, ...own }]
  return { text: target.content, translations: existing.flatMap((it) => (it === target ? replacement : [it])) }
}

/** [I10] Returns the text of a side menu's link in a language; its own text if it is not translated. */
export const getLinkText = (
  { content, translations }: { readonly content: string; readonly translations?: Translations },
  language: string,
): string => pickText(content, translations, language)
