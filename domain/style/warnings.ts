// What a stylesheet is warned about: combinations that do not do what they seem to (spec/3-community §4; decisions T6).
import type { Section } from "./sections.ts"
import { isOn, type Stylesheet } from "./stylesheet.ts"
import { type WebName, webKeys } from "./web-keys.ts"

export const styleWarnings = {
  "header-and-sidemenu-off": "warning",
  "sidemenu-without-header": "danger",
  "header-without-sidemenu": "warning",
  "logo-in-expanded-header": "warning",
  "branding-hidden": "warning",
} as const satisfies Record<string, "warning" | "danger">
export type StyleWarning = keyof typeof styleWarnings
const names = Object.keys(styleWarnings) as ReadonlyArray<StyleWarning>

/** The warnings of a chat's stylesheet, in the order of their table. */
export const warningsOf = (sheet: Stylesheet): ReadonlyArray<StyleWarning> => {
  const on = (name: WebName) => isOn(webKeys, sheet, name)
  const [header, sidemenu] = [on("header_display"), on("sidemenu_display")]
  const holds: Readonly<Record<StyleWarning, boolean>> = {
    "header-and-sidemenu-off": !header && !sidemenu,
    "sidemenu-without-header": sidemenu && !header,
    "header-without-sidemenu": header && !sidemenu,
    // [T6] Hidden in an expanded header, the logo is seen only after the header has shrunk.
    "logo-in-expanded-header": header && on("header_expanded") && on("header-logo_display") && !on("header-expanded-logo_opacity"),
    "branding-hidden": !on("sidemenu_logo-display") || !on("sidemenu_copyright-display") || !on("branding_message-display"),
  }
  return names.filter((name) => holds[name])
}

/** Where each is told: in the section in which it is mended. */
const places: Readonly<Record<StyleWarning, Section>> = {
  "header-and-sidemenu-off": "header",
  "sidemenu-without-header": "sidemenu",
  "header-without-sidemenu": "sidemenu",
  "logo-in-expanded-header": "header",
  "branding-hidden": "branding",
}

/** The warnings that are told in a section. */
export const warningsIn = (section: Section, sheet: Stylesheet): ReadonlyArray<StyleWarning> =>
  warningsOf(sheet).filter((warning) => places[warning] === section)
