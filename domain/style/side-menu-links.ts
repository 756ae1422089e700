// The links of the side menu, stored in the style and as the community's side menu, which respondents get [O2, T12].

import { maxLinkTextLength, maxSideMenuLinks, type SideMenu, type SideMenuLink } from "../communities/side-menu.ts"
import { type Language, languages } from "../text/language.ts"
import { toSingleLine } from "../text/text-input.ts"
import { normalizeWebUrl } from "../text/web-url.ts"
import { chatStyleKeys } from "./style-keys.ts"
import { isToggleOn, type Stylesheet } from "./stylesheet.ts"

/** The numbers of the links, from 1. */
export const sideMenuLinkNumbers: ReadonlyArray<number> = Array.from({ length: maxSideMenuLinks }, (_, i) => i + 1)

/** [I10] Returns the key of a stylesheet for the text of a link in a language. */
export const getLinkTranslationKey = (link: number, language: Language): string => `sidemenu_link_${link}-content_${language}`

/** [T12] Returns the side menu of a stylesheet: the links that are on and have both a text and a URL. */
export const buildSideMenu = (sheet: Stylesheet): SideMenu => ({
  links: listTranslatableLinks(sheet).flatMap(({ content, translations, url }) =>
    url === null ? [] : [{ content, ...(translations.length > 0 && { translations }), url }],
  ),
})

type TranslatableLink = {
  /** The number of the link, from 1. */
  readonly number: number
  readonly content: string
  readonly translations: NonNullable<SideMenuLink["translations"]>
  /** Null if it is not a web address. */
  readonly url: string | null
}

/** [I10] Returns the links of a stylesheet that are on and have a text. */
const listTranslatableLinks = (sheet: Stylesheet): ReadonlyArray<TranslatableLink> =>
  listVisibleLinks(sheet).filter(({ content }) => content !== "")

/** [I10, T15] Returns the links with fields for translations: those that are on in a side menu that is on, also before they have a text. */
export const listEditableLinks = (sheet: Stylesheet): ReadonlyArray<TranslatableLink> =>
  isToggleOn(chatStyleKeys, sheet, "sidemenu_display") ? listVisibleLinks(sheet) : []

const listVisibleLinks = (sheet: Stylesheet): ReadonlyArray<TranslatableLink> =>
  sideMenuLinkNumbers.flatMap((number) => {
    const content = toLinkText(sheet[`sidemenu_link_${number}-content`])
    if (!isToggleOn(chatStyleKeys, sheet, `sidemenu_link_${number}-display`)) return []
    const translations = languages.flatMap((locale) => {
      const translation = toLinkText(sheet[getLinkTranslationKey(number, locale)])
      return translation === "" ? [] : [{ locale, content: translation }]
    })
    return [{ number, content, translations, url: normalizeWebUrl(sheet[`sidemenu_link_${number}-url`] ?? "") ?? null }]
  })

/** [I10] Counts the links with a text that have none in a language. */
export const countUntranslatedLinks = (links: ReadonlyArray<TranslatableLink>, language: Language): number =>
  links.filter(({ content, translations }) => content !== "" && !translations.some(({ locale }) => locale === language)).length

const toLinkText = (text = ""): string => Array.from(toSingleLine(text).trim()).slice(0, maxLinkTextLength).join("")

/** [T12] Returns the stylesheet with the links of a side menu that was saved without it; a stylesheet with its own links is unchanged. */
export const applySideMenu = (sheet: Stylesheet, { links }: SideMenu): Stylesheet => {
  if (Object.entries(sheet).some(([name, value]) => name.startsWith("sidemenu_link_") && value !== "")) return sheet
  const values = links
    .slice(0, maxSideMenuLinks)
    .flatMap(({ content, translations = [], url }, i) => [
      [`sidemenu_link_${i + 1}-display`, chatStyleKeys["sidemenu_link_1-display"].on],
      [`sidemenu_link_${i + 1}-content`, content],
      ...translations.map((translation) => [`sidemenu_link_${i + 1}-content_${translation.locale}`, translation.content]),
      [`sidemenu_link_${i + 1}-url`, url],
    ])
  return { ...sheet, ...Object.fromEntries(values) }
}
