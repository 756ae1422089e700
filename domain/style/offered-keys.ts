// Which keys of a section can be set now: those that do nothing as things stand are not asked for (spec/3-community §4; decisions T15).
import type { StyleTable } from "./key.ts"
import { type Portal, styleTables } from "./keys.ts"
import type { Section } from "./sections.ts"
import { isLinkShown, isOn, type Stylesheet } from "./stylesheet.ts"
import { webKeys } from "./web-keys.ts"

/** [T15] The keys of a section that are offered, in the order of their table. */
export const offeredKeys = (portal: Portal, section: Section, sheet: Stylesheet): ReadonlyArray<string> => {
  const table: StyleTable = styleTables[portal]
  return Object.keys(table).filter((name) => table[name]?.section === section && (portal === "stats" || matters(name, sheet)))
}

/** Names of keys that were once those of dropdowns: kept, shown by nothing (spec/3-community §2 "Input tab"). */
export const deprecatedKeys = (sheet: Stylesheet): ReadonlyArray<string> =>
  Object.keys(sheet).filter((name) => name.startsWith("dropdown") && !Object.hasOwn(webKeys, name))

const matters = (name: string, sheet: Stylesheet): boolean => {
  const on = (other: string) => isOn(webKeys, sheet, other)
  const link = /^sidemenu_link_([1-4])-(display|content|url)$/.exec(name)
  if (link !== null)
    return (
      on("sidemenu_display") && isLinkShown(sheet, Number(link[1])) && (link[2] === "display" || on(`sidemenu_link_${link[1]}-display`))
    )
  switch (name) {
    case "body_google_font-family":
      return on("font_source_google")
    case "body_font-family":
    case "body_font-file":
      return !on("font_source_google")
    case "header_background-color":
    case "header_background-size":
    case "header_expanded":
    case "header-logo_display":
    case "header_hamburger_menu_color":
      return on("header_display")
    case "header_background-image":
      return on("header_display") && on("header_background-size")
    case "header-logo_content":
      return (on("header_display") && on("header-logo_display")) || (on("sidemenu_display") && on("sidemenu_logo-display"))
    case "header-expanded-logo_opacity":
      return on("header_display") && on("header_expanded") && on("header-logo_display")
    case "sidemenu_background-color":
    case "sidemenu_color":
      return on("sidemenu_display")
    default:
      return true
  }
}
