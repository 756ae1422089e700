// The links of the side menu, stored in the style and as the community's side menu, which respondents get [O2, T12].

import { maxLinkTextLength, maxSideMenuLinks, type SideMenu } from "../communities/side-menu.ts"
import { normalizeWebUrl } from "../text/web-url.ts"
import { chatStyleKeys } from "./style-keys.ts"
import { isToggleOn, type Stylesheet } from "./stylesheet.ts"

/** The numbers of the links, from 1. */
export const sideMenuLinkNumbers: ReadonlyArray<number> = Array.from({ length: maxSideMenuLinks }, (_, i) => i + 1)

/** [T12] Returns the side menu of a stylesheet: the links that are on and have both a text and a URL. */
export const buildSideMenu = (sheet: Stylesheet): SideMenu => ({
  links: sideMenuLinkNumbers.flatMap((link) => {
    const content = Array.from((sheet[`sidemenu_link_${link}-content`] ?? "").trim())
      .slice(0, maxLinkTextLength)
      .join("")
    const url = normalizeWebUrl(sheet[`sidemenu_link_${link}-url`] ?? "")
    return isToggleOn(chatStyleKeys, sheet, `sidemenu_link_${link}-display`) && content !== "" && url !== undefined
      ? [{ content, url }]
      : []
  }),
})

/** [T12] Returns the stylesheet with the links of a side menu that was saved without it; a stylesheet with its own links is unchanged. */
export const applySideMenu = (sheet: Stylesheet, { links }: SideMenu): Stylesheet => {
  if (Object.entries(sheet).some(([name, value]) => name.startsWith("sidemenu_link_") && value !== "")) return sheet
  const values = links.slice(0, maxSideMenuLinks).flatMap(({ content, url }, i) => [
    [`sidemenu_link_${i + 1}-display`, chatStyleKeys["sidemenu_link_1-display"].on],
    [`sidemenu_link_${i + 1}-content`, content],
    [`sidemenu_link_${i + 1}-url`, url],
  ])
  return { ...sheet, ...Object.fromEntries(values) }
}
