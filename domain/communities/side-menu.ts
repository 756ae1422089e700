// Links of a community's side menu in the chat (O2), and their texts as translatable texts [I10].

import * as Schema from "effect/Schema"
import { Translation } from "../questions/question.ts"
import { Language } from "../script/language-schema.ts"
import { getTitleText, type PublicTitle } from "../script/title.ts"
import { isFilledInAny, isUntranslated, type PlainText, type TranslationCount } from "../script/translatable-texts.ts"
import { countCodePoints, hasControlCharacters } from "../text/text-input.ts"
import { getTranslation } from "../text/translations.ts"
import { maxUrlLength, normalizeWebUrl } from "../text/web-url.ts"

const SideMenuLink = Schema.Struct({
  content: Schema.String,
  /** The text by language. Menus were stored with any locale; `sideMenuProblems` allows one text per available language. */
  translations: Schema.optionalKey(Schema.Array(Translation)),
  url: Schema.String,
})
export type SideMenuLink = typeof SideMenuLink.Type

/** [O2] The links of a side menu, in order: a text and a URL each. `sideMenuProblems` has the rules. */
export const SideMenu = Schema.Struct({ links: Schema.Array(SideMenuLink) })
export type SideMenu = typeof SideMenu.Type

/** [O2] Maximum number of links. */
export const maxSideMenuLinks = 4
/** [O2] Maximum length of a link's text, in characters. */
export const maxLinkTextLength = 100

export type SideMenuProblem = { readonly field: string; readonly key: "ERROR.LINKS_TOO_MANY" | "ERROR.LINK_TEXT" | "ERROR.LINK_URL" }

const isLanguage = Schema.is(Language)

/** A text on one line that is not too long. */
const isLinkText = (text: string): boolean => countCodePoints(text) <= maxLinkTextLength && !hasControlCharacters(text)

/** Returns the problems of a side menu; `field` is a path separated by dots (`links.0.url`). */
export const sideMenuProblems = ({ links }: SideMenu): ReadonlyArray<SideMenuProblem> => [
  ...(links.length > maxSideMenuLinks ? [{ field: "links", key: "ERROR.LINKS_TOO_MANY" as const }] : []),
  ...links.flatMap(
    ({ content, translations = [], url }, i): ReadonlyArray<SideMenuProblem> => [
      ...(content.trim() === "" || !isLinkText(content.trim()) ? [{ field: `links.${i}.content`, key: "ERROR.LINK_TEXT" as const }] : []),
      ...translations.flatMap((translation, j) =>
        isLinkText(translation.content.trim()) &&
        isLanguage(translation.locale) &&
        translations.findIndex(({ locale }) => locale === translation.locale) === j
          ? []
          : [{ field: `links.${i}.translations.${j}.content`, key: "ERROR.LINK_TEXT" as const }],
      ),
      ...(normalizeWebUrl(url) === undefined || countCodePoints(url) > maxUrlLength
        ? [{ field: `links.${i}.url`, key: "ERROR.LINK_URL" as const }]
        : []),
    ],
  ),
]

/** Returns the side menu to store: trimmed texts, and URLs with their protocol. */
export const normalizeSideMenu = ({ links }: SideMenu): SideMenu => ({
  links: links.map(({ content, translations = [], url }) => ({
    content: content.trim(),
    ...listedTranslations(
      translations.flatMap((it) => (it.content.trim() === "" ? [] : [{ locale: it.locale, content: it.content.trim() }])),
    ),
    url: normalizeWebUrl(url) ?? url,
  })),
})

const listedTranslations = (translations: ReadonlyArray<Translation>) => (translations.length === 0 ? {} : { translations })

/** Returns the texts of a side menu. They are in no particular language, so that each language may have its own. */
export const listLinkTexts = (sideMenu: SideMenu | null, locale: string): ReadonlyArray<PlainText> =>
  (sideMenu?.links ?? []).map((link) => ({ text: link.content, translation: getTranslation(link.translations, locale) }))

/** Counts the translations of the public title and of the community's side menu, null if it is unknown. */
export const countOtherTranslations = (script: PublicTitle, sideMenu: SideMenu | null, locale: string): TranslationCount => {
  const texts = [getTitleText(script, locale), ...listLinkTexts(sideMenu, locale)].filter(isFilledInAny)
  return { all: texts.length, missing: texts.filter((text) => isUntranslated(text)).length }
}
