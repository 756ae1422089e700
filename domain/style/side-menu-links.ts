// The links of the side menu: set with the style, kept as the community's side menu, which respondents get (spec/3-community §4, §7;
// decisions T12, O2).

import { longestLinkText, mostLinks, type SideMenu } from "../communities/side-menu.ts"
import { webAddress } from "../text/web-url.ts"
import { webKeys } from "./style-keys.ts"
import { isOn, type Stylesheet } from "./stylesheet.ts"

export const linkNumbers: ReadonlyArray<number> = Array.from({ length: mostLinks }, (_, i) => i + 1)

/** [T12] The side menu that a stylesheet makes: its links that are on and have both text and address. */
export const sideMenuOf = (sheet: Stylesheet): SideMenu => ({
  links: linkNumbers.flatMap((link) => {
    const content = Array.from((sheet[`sidemenu_link_${link}-content`] ?? "").trim())
      .slice(0, longestLinkText)
      .join("")
    const url = webAddress(sheet[`sidemenu_link_${link}-url`] ?? "")
    return isOn(webKeys, sheet, `sidemenu_link_${link}-display`) && content !== "" && url !== undefined ? [{ content, url }] : []
  }),
})

/** [T12] The stylesheet with the links of a side menu that was saved without it; a stylesheet that has links of its own keeps them. */
export const withSideMenu = (sheet: Stylesheet, { links }: SideMenu): Stylesheet => {
  if (Object.entries(sheet).some(([name, value]) => name.startsWith("sidemenu_link_") && value !== "")) return sheet
  const values = links.slice(0, mostLinks).flatMap(({ content, url }, i) => [
    [`sidemenu_link_${i + 1}-display`, webKeys["sidemenu_link_1-display"].on],
    [`sidemenu_link_${i + 1}-content`, content],
    [`sidemenu_link_${i + 1}-url`, url],
  ])
  return { ...sheet, ...Object.fromEntries(values) }
}
