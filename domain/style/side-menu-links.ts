// The links of the side menu: set with the style, kept as the community's side menu, which respondents get (spec/3-community §4, §7;
// decisions T12, O2).

import { maxLinkTextLength, maxSideMenuLinks, type SideMenu } from "../communities/side-menu.ts"
import { normalizeWebUrl } from "../text/web-url.ts"
import { chatStyleKeys } from "./style-keys.ts"
import { isToggleOn, type Stylesheet } from "./stylesheet.ts"

export const sideMenuLinkNumbers: ReadonlyArray<number> = Array.from({ length: maxSideMenuLinks }, (_, i) => i + 1)

/** [T12] The side menu that a stylesheet makes: its links that are on and have both text and address. */
export const sideMenuOf = (sheet: Stylesheet): SideMenu => ({
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

/** [T12] The stylesheet with the links of a side menu that was saved without it; a stylesheet that has links of its own keeps them. */
export const applySideMenu = (sheet: Stylesheet, { links }: SideMenu): Stylesheet => {
  if (Object.entries(sheet).some(([name, value]) => name.startsWith("sidemenu_link_") && value !== "")) return sheet
  const values = links.slice(0, maxSideMenuLinks).flatMap(({ content, url }, i) => [
    [`sidemenu_link_${i + 1}-display`, chatStyleKeys["sidemenu_link_1-display"].on],
    [`sidemenu_link_${i + 1}-content`, content],
    [`sidemenu_link_${i + 1}-url`, url],
  ])
  return { ...sheet, ...Object.fromEntries(values) }
}
