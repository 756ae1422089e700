// Tabs and sections of the style screens: preview scenarios, offered keys, warnings and wizard steps [T6, T11, T15, T19].
import {
  type ChatStyleKey,
  chatStyleKeys,
  type Scenario,
  type Section,
  type StyledPage,
  type StyleKeyTable,
  scenarios,
  sections,
  styleTables,
  type Tab,
  tabs,
} from "./style-keys.ts"
import { isLinkRowVisible, isToggleOn, type Stylesheet } from "./stylesheet.ts"

/** Returns the page that a tab is about, and that its preview shows. */
export const getTabPage = (tab: Tab): StyledPage => (tab === "statistics" ? "stats" : "web")

const sectionNames = Object.keys(sections).filter((name): name is Section => Object.hasOwn(sections, name))

/** Returns the sections of a tab, in display order. */
export const listSections = (tab: Tab): ReadonlyArray<Section> => sectionNames.filter((name) => sections[name].tab === tab)

/**
 * Returns the scenario to preview after switching tabs: the current one if it fits one of the tab's sections, or if the tab has no sections
 * and belongs to the same page; otherwise the first scenario of the tab.
 */
export const chooseScenario = (tab: Tab, previousTab: Tab, current: Scenario): Scenario => {
  const tabSections = listSections(tab)
  const isSamePage = getTabPage(tab) === getTabPage(previousTab)
  if (tabSections.length === 0 ? isSamePage : tabSections.some((section) => listScenarios(section).includes(current))) return current
  return getTabPage(tab) === "stats" ? scenarios.stats[0] : tabSections[0] === undefined ? "openAnswer" : sections[tabSections[0]].scenario
}

const listScenarios = (section: Section): ReadonlyArray<Scenario> => {
  const entry: { readonly scenario: Scenario; readonly also?: Scenario } = sections[section]
  return entry.also === undefined ? [entry.scenario] : [entry.scenario, entry.also]
}

/** [T15] Returns the keys of a section that have an effect under the current settings, in table order. */
export const listOfferedKeys = (portal: StyledPage, section: Section, sheet: Stylesheet): ReadonlyArray<string> => {
  const table: StyleKeyTable = styleTables[portal]
  return Object.keys(table).filter((name) => table[name]?.section === section && (portal === "stats" || hasEffect(name, sheet)))
}

/** Returns the keys of former dropdowns: they are kept, but have no effect. */
export const listDeprecatedKeys = (sheet: Stylesheet): ReadonlyArray<string> =>
  Object.keys(sheet).filter((name) => name.startsWith("dropdown") && !Object.hasOwn(chatStyleKeys, name))

const hasEffect = (name: string, sheet: Stylesheet): boolean => {
  const isOn = (toggle: string) => isToggleOn(chatStyleKeys, sheet, toggle)
  const link = /^sidemenu_link_([1-4])-(display|content|url)$/.exec(name)
  if (link !== null)
    return (
      isOn("sidemenu_display") &&
      isLinkRowVisible(sheet, Number(link[1])) &&
      (link[2] === "display" || isOn(`sidemenu_link_${link[1]}-display`))
    )
  switch (name) {
    case "body_google_font-family":
      return isOn("font_source_google")
    case "body_font-family":
    case "body_font-file":
      return !isOn("font_source_google")
    case "header_background-color":
    case "header_background-size":
    case "header_expanded":
    case "header-logo_display":
    case "header_hamburger_menu_color":
      return isOn("header_display")
    case "header_background-image":
      return isOn("header_display") && isOn("header_background-size")
    case "header-logo_content":
      return (isOn("header_display") && isOn("header-logo_display")) || (isOn("sidemenu_display") && isOn("sidemenu_logo-display"))
    case "header-expanded-logo_opacity":
      return isOn("header_display") && isOn("header_expanded") && isOn("header-logo_display")
    case "sidemenu_background-color":
    case "sidemenu_color":
      return isOn("sidemenu_display")
    default:
      return true
  }
}

/** [T6] Warnings about combinations that do not do what they seem to, with their severity. */
export const styleWarnings = {
  "header-and-sidemenu-off": "warning",
  "sidemenu-without-header": "danger",
  "header-without-sidemenu": "warning",
  "logo-in-expanded-header": "warning",
  "branding-hidden": "warning",
} as const satisfies Record<string, "warning" | "danger">
export type StyleWarning = keyof typeof styleWarnings
const warningNames = Object.keys(styleWarnings) as ReadonlyArray<StyleWarning>

/** Returns the warnings of a chat's stylesheet, in table order. */
export const findStyleWarnings = (sheet: Stylesheet): ReadonlyArray<StyleWarning> => {
  const isOn = (name: ChatStyleKey) => isToggleOn(chatStyleKeys, sheet, name)
  const [header, sidemenu] = [isOn("header_display"), isOn("sidemenu_display")]
  const applies: Readonly<Record<StyleWarning, boolean>> = {
    "header-and-sidemenu-off": !header && !sidemenu,
    "sidemenu-without-header": sidemenu && !header,
    "header-without-sidemenu": header && !sidemenu,
    // [T6] A logo that is hidden in an expanded header appears only after the header has shrunk.
    "logo-in-expanded-header": header && isOn("header_expanded") && isOn("header-logo_display") && !isOn("header-expanded-logo_opacity"),
    "branding-hidden": !isOn("sidemenu_logo-display") || !isOn("sidemenu_copyright-display") || !isOn("branding_message-display"),
  }
  return warningNames.filter((name) => applies[name])
}

/** The section that shows a warning: the one in which it can be fixed. */
const warningSections: Readonly<Record<StyleWarning, Section>> = {
  "header-and-sidemenu-off": "header",
  "sidemenu-without-header": "sidemenu",
  "header-without-sidemenu": "sidemenu",
  "logo-in-expanded-header": "header",
  "branding-hidden": "branding",
}

/** Returns the warnings to show in a section. */
export const findSectionWarnings = (section: Section, sheet: Stylesheet): ReadonlyArray<StyleWarning> =>
  findStyleWarnings(sheet).filter((warning) => warningSections[warning] === section)

/** [T11] The tabs that are steps of the wizard. */
export const wizardTabs: ReadonlyArray<Tab> = tabs.filter((tab) => tab !== "settings")

/** [T11] Returns the next step of the wizard: the next unseen tab after the current one, then from the first on; null if all were seen. */
export const findNextTab = (current: Tab, seenTabs: ReadonlySet<Tab>): Tab | null => {
  const index = wizardTabs.indexOf(current)
  const upcoming = [...wizardTabs.slice(index + 1), ...wizardTabs.slice(0, Math.max(0, index))]
  return upcoming.find((tab) => !seenTabs.has(tab)) ?? null
}
