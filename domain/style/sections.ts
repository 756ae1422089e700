// The tabs and sections in which styles are set, and what the previews show of them (spec/3-community §2).
import type { Portal } from "./keys.ts"

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
export const portalOf = (tab: Tab): Portal => (tab === "statistics" ? "stats" : "web")

const names = Object.keys(sections).filter((name): name is Section => Object.hasOwn(sections, name))

/** The sections of a tab, in their order. */
export const sectionsOf = (tab: Tab): ReadonlyArray<Section> => names.filter((name) => sections[name].tab === tab)

/**
 * What the preview shows once a tab is opened: what it shows now where one of the tab's sections is about that, or where the tab has none
 * and is about the same pages; else what the tab is about first.
 */
export const scenarioOn = (tab: Tab, from: Tab, shown: Scenario): Scenario => {
  const all = sectionsOf(tab)
  const isPortals = portalOf(tab) === portalOf(from)
  if (all.length === 0 ? isPortals : all.some((section) => scenariosOf(section).includes(shown))) return shown
  return portalOf(tab) === "stats" ? scenarios.stats[0] : all[0] === undefined ? "openAnswer" : sections[all[0]].scenario
}

const scenariosOf = (section: Section): ReadonlyArray<Scenario> => {
  const is: { readonly scenario: Scenario; readonly also?: Scenario } = sections[section]
  return is.also === undefined ? [is.scenario] : [is.scenario, is.also]
}
