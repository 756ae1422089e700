// The tabs and sections in which styles are set, and what the previews show of them (spec/3-community §2).
import { type ChatStyleKey, chatStyleKeys, type StyledPage, type StyleKeyTable, styleTables } from "./style-keys.ts"
import { isLinkRowVisible, isToggleOn, type Stylesheet } from "./stylesheet.ts"

/** The sections of each tab, and what the preview shows of them; `also` is another thing that it can show. */
export const sections = {
  application: { tab: "chat", scenario: "openAnswer" },
  font: { tab: "chat", scenario: "openAnswer" },
  header: { tab: "chat", scenario: "openAnswer" },
  sidemenu: { tab: "chat", scenario: "sideMenu" },
  branding: { tab: "chat", scenario: "openAnswer", also: "sideMenu" },
  body: { tab: "messages", scenario: "openAnswer" },
  "scripted-message": { tab: "messages", scenario: "openAnswer" },
  "user-message": { tab: "messages", scenario: "openAnswer" },
  shape: { tab: "messages", scenario: "openAnswer" },
  choices: { tab: "answers", scenario: "choice", also: "dropdown" },
  input: { tab: "answers", scenario: "openAnswer", also: "invalid" },
  slider: { tab: "answers", scenario: "slider" },
  "star-rating": { tab: "answers", scenario: "starRating" },
  "action-button": { tab: "answers", scenario: "actionsEnabled", also: "actionsDisabled" },
  validation: { tab: "answers", scenario: "invalid" },
  "stats-header": { tab: "statistics", scenario: "averages" },
  "stats-body": { tab: "statistics", scenario: "averages" },
  bar: { tab: "statistics", scenario: "barCharts" },
  pie: { tab: "statistics", scenario: "pieCharts" },
  navigation: { tab: "statistics", scenario: "averages" },
} as const satisfies Record<string, { readonly tab: Tab; readonly scenario: Scenario; readonly also?: Scenario }>
export type Section = keyof typeof sections

/** The tabs in their order; the settings are no step of the wizard. */
export const tabs = ["chat", "messages", "answers", "statistics", "import-export", "settings"] as const
export type Tab = (typeof tabs)[number]

/** What the previews can show: of the chat, [T19] its menu included, and of the statistics. */
export const scenarios = {
  chat: ["choice", "dropdown", "openAnswer", "invalid", "actionsEnabled", "actionsDisabled", "slider", "starRating", "sideMenu"],
  stats: ["barCharts", "pieCharts", "averages"],
} as const
export type Scenario = (typeof scenarios)["chat" | "stats"][number]

/** Whose pages a tab is about, and so which preview it shows. */
export const tabPage = (tab: Tab): StyledPage => (tab === "statistics" ? "stats" : "web")

const names = Object.keys(sections).filter((name): name is Section => Object.hasOwn(sections, name))

/** The sections of a tab, in their order. */
export const sectionsOf = (tab: Tab): ReadonlyArray<Section> => names.filter((name) => sections[name].tab === tab)

/**
 * What the preview shows once a tab is opened: what it shows now where one of the tab's sections is about that, or where the tab has none
 * and is about the same pages; else what the tab is about first.
 */
export const chooseScenario = (tab: Tab, from: Tab, shown: Scenario): Scenario => {
  const all = sectionsOf(tab)
  const isPortals = tabPage(tab) === tabPage(from)
  if (all.length === 0 ? isPortals : all.some((section) => scenariosOf(section).includes(shown))) return shown
  return tabPage(tab) === "stats" ? scenarios.stats[0] : all[0] === undefined ? "openAnswer" : sections[all[0]].scenario
}

const scenariosOf = (section: Section): ReadonlyArray<Scenario> => {
  const is: { readonly scenario: Scenario; readonly also?: Scenario } = sections[section]
  return is.also === undefined ? [is.scenario] : [is.scenario, is.also]
}

// Which keys of a section can be set now: those that do nothing as things stand are not asked for (spec/3-community §4; decisions T15).

/** [T15] The keys of a section that are offered, in the order of their table. */
export const offeredKeys = (portal: StyledPage, section: Section, sheet: Stylesheet): ReadonlyArray<string> => {
  const table: StyleKeyTable = styleTables[portal]
  return Object.keys(table).filter((name) => table[name]?.section === section && (portal === "stats" || matters(name, sheet)))
}

/** Names of keys that were once those of dropdowns: kept, shown by nothing (spec/3-community §2 "Input tab"). */
export const deprecatedKeys = (sheet: Stylesheet): ReadonlyArray<string> =>
  Object.keys(sheet).filter((name) => name.startsWith("dropdown") && !Object.hasOwn(chatStyleKeys, name))

const matters = (name: string, sheet: Stylesheet): boolean => {
  const on = (other: string) => isToggleOn(chatStyleKeys, sheet, other)
  const link = /^sidemenu_link_([1-4])-(display|content|url)$/.exec(name)
  if (link !== null)
    return (
      on("sidemenu_display") &&
      isLinkRowVisible(sheet, Number(link[1])) &&
      (link[2] === "display" || on(`sidemenu_link_${link[1]}-display`))
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

// What a stylesheet is warned about: combinations that do not do what they seem to (spec/3-community §4; decisions T6).

export const styleWarnings = {
  "header-and-sidemenu-off": "warning",
  "sidemenu-without-header": "danger",
  "header-without-sidemenu": "warning",
  "logo-in-expanded-header": "warning",
  "branding-hidden": "warning",
} as const satisfies Record<string, "warning" | "danger">
export type StyleWarning = keyof typeof styleWarnings
const namesOfWarnings = Object.keys(styleWarnings) as ReadonlyArray<StyleWarning>

/** The warnings of a chat's stylesheet, in the order of their table. */
export const warningsOf = (sheet: Stylesheet): ReadonlyArray<StyleWarning> => {
  const on = (name: ChatStyleKey) => isToggleOn(chatStyleKeys, sheet, name)
  const [header, sidemenu] = [on("header_display"), on("sidemenu_display")]
  const holds: Readonly<Record<StyleWarning, boolean>> = {
    "header-and-sidemenu-off": !header && !sidemenu,
    "sidemenu-without-header": sidemenu && !header,
    "header-without-sidemenu": header && !sidemenu,
    // [T6] Hidden in an expanded header, the logo is seen only after the header has shrunk.
    "logo-in-expanded-header": header && on("header_expanded") && on("header-logo_display") && !on("header-expanded-logo_opacity"),
    "branding-hidden": !on("sidemenu_logo-display") || !on("sidemenu_copyright-display") || !on("branding_message-display"),
  }
  return namesOfWarnings.filter((name) => holds[name])
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
export const sectionWarnings = (section: Section, sheet: Stylesheet): ReadonlyArray<StyleWarning> =>
  warningsOf(sheet).filter((warning) => places[warning] === section)

// The steps in which a community without styling sets it up (spec/3-community §2, §4; decisions T11).

/** [T11] The tabs that the wizard goes through. */
export const wizardTabs: ReadonlyArray<Tab> = tabs.filter((tab) => tab !== "settings")

/** The tab that Continue leads to: the next that was not seen, from the present one on and then from the first; null when all were. */
export const nextTab = (present: Tab, seen: ReadonlySet<Tab>): Tab | null => {
  const at = wizardTabs.indexOf(present)
  const ahead = [...wizardTabs.slice(at + 1), ...wizardTabs.slice(0, Math.max(0, at))]
  return ahead.find((tab) => !seen.has(tab)) ?? null
}
