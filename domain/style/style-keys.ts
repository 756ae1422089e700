// Every key of the stylesheets, with its format, section, default and inheritance [T1–T3].

/** The format of a value. A `toggle` has one of two strings, `oneOf` lists the permitted values; see stylesheet.ts for the others. */
export type StyleValueFormat =
  | { readonly kind: "color" }
  | { readonly kind: "size"; readonly oneOf?: ReadonlyArray<string> }
  | { readonly kind: "toggle"; readonly on: string; readonly off: string }
  | { readonly kind: "text"; readonly form: "line" | "address" | "glyph" }
  | { readonly kind: "image" }
  | { readonly kind: "font"; readonly form: "family" | "file" }

/** An empty value is replaced by that of the key in `inherits`, else by `default`. */
export type StyleKey = StyleValueFormat & { readonly section: Section; readonly default?: string; readonly inherits?: string }
export type StyleKeyTable = Readonly<Record<string, StyleKey>>

/** Returns a color key with its default. */
export const colorKey = (section: Section, value: string) => ({ kind: "color", section, default: value }) as const
/** Returns a color key that inherits its default from another key. */
export const inheritedColorKey = (section: Section, inherits: string) => ({ kind: "color", section, inherits }) as const
/** Returns a toggle with the strings for on and off. */
export const toggleKey = (section: Section, on: string, isOn: boolean, off = "none") =>
  ({ kind: "toggle", section, on, off, default: isOn ? on : off }) as const
/** Returns a toggle with the strings "1" and "0". */
export const flagKey = (section: Section, isOn: boolean) => toggleKey(section, "1", isOn, "0")
/** Returns a text key; a `glyph` is a single symbol. */
export const textKey = (section: Section, form: "line" | "address" | "glyph", value = "") =>
  ({ kind: "text", form, section, default: value }) as const
/** Returns a size key; `oneOf` lists the permitted values. */
export const sizeKey = (section: Section, value: string, oneOf?: ReadonlyArray<string>) =>
  ({ kind: "size", section, default: value, ...(oneOf === undefined ? {} : { oneOf }) }) as const
/** Returns a size key that inherits its default from another key. */
export const inheritedSizeKey = (section: Section, inherits: string) => ({ kind: "size", section, inherits }) as const

/** The widths of borders. */
export const borderWidths = ["0px", "1px", "2px", "3px"] as const
export const fontWeights = ["100", "200", "300", "400", "500", "600", "700", "800", "900", "950"] as const
export const fontSizes = [".875rem", "1rem", "1.125rem"] as const

// The default colors: lime green and blue, with legible text on them [T3].

export const lime = "#8bc34aff"
export const blue = "#2196f3ff"
export const white = "#ffffffff"
export const ink = "#212121ff"
export const onLime = "#1b2410ff"
export const onBlue = "#0a1929ff"
export const lightGray = "#f1f1f1ff"
export const line = "#e0e0e0ff"
/** Outlines have a contrast of 3 with white. */
export const gray = "#8c8c8cff"
export const limeOutline = "#689f38ff"
export const muted = "#616161ff"

/** The keys of the chat. */
export const chatStyleKeys = {
  "app_background-color": colorKey("application", "#eeeeeeff"),

  font_source_google: flagKey("font", false),
  "body_google_font-family": { kind: "font", form: "family", section: "font", default: "Quicksand" },
  "body_font-file": { kind: "font", form: "file", section: "font", default: "" },
  "body_font-family": { kind: "font", form: "family", section: "font", default: "Quicksand" },
  "body_font-weight": sizeKey("font", "400", fontWeights),
  "body_font-size": sizeKey("font", "1rem", fontSizes),

  header_display: toggleKey("header", "flex", true),
  "header_background-color": colorKey("header", lime),
  "header_background-size": toggleKey("header", "cover", false, "0"),
  "header_background-image": { kind: "image", section: "header", default: "" },
  header_expanded: flagKey("header", false),
  "header-logo_display": toggleKey("header", "inline", true),
  "header-logo_content": { kind: "image", section: "header", default: "" },
  "header-expanded-logo_opacity": flagKey("header", true),
  header_hamburger_menu_color: colorKey("header", onLime),
  "progress-bar_color": colorKey("header", blue),
  "progress-bar_background-color": colorKey("header", line),

  sidemenu_display: toggleKey("sidemenu", "flex", true),
  "sidemenu_background-color": colorKey("sidemenu", white),
  sidemenu_color: colorKey("sidemenu", ink),
  "sidemenu_link_1-display": toggleKey("sidemenu", "flex", false),
  "sidemenu_link_1-content": textKey("sidemenu", "line"),
  "sidemenu_link_1-url": textKey("sidemenu", "address"),
  "sidemenu_link_2-display": toggleKey("sidemenu", "flex", false),
  "sidemenu_link_2-content": textKey("sidemenu", "line"),
  "sidemenu_link_2-url": textKey("sidemenu", "address"),
  "sidemenu_link_3-display": toggleKey("sidemenu", "flex", false),
  "sidemenu_link_3-content": textKey("sidemenu", "line"),
  "sidemenu_link_3-url": textKey("sidemenu", "address"),
  "sidemenu_link_4-display": toggleKey("sidemenu", "flex", false),
  "sidemenu_link_4-content": textKey("sidemenu", "line"),
  "sidemenu_link_4-url": textKey("sidemenu", "address"),

  "sidemenu_logo-display": toggleKey("branding", "flex", true),
  "sidemenu_copyright-display": toggleKey("branding", "block", true),
  "branding_message-display": toggleKey("branding", "block", true),

  "chat_background-color": colorKey("body", white),
  chat_color: colorKey("body", ink),

  "abbi-message_background-color": colorKey("scripted-message", lightGray),
  "abbi-message_color": colorKey("scripted-message", ink),
  "abbi-message_link-color": colorKey("scripted-message", "#0d5ea8ff"),
  "abbi-message_button-background-color": colorKey("scripted-message", blue),
  "abbi-message_button-color": colorKey("scripted-message", onBlue),
  "abbi-message_border-color": colorKey("scripted-message", line),

  "user-message_background-color": colorKey("user-message", lime),
  "user-message_color": colorKey("user-message", onLime),
  "user-message_border-color": colorKey("user-message", limeOutline),

  "message_border-radius": sizeKey("shape", "0.75em"),
  "message_tail-border-radius": sizeKey("shape", "0.75em"),
  message_padding: sizeKey("shape", "0.75em"),
  "message_border-width": sizeKey("shape", "0px", borderWidths),
  "message_box-shadow-enabled": flagKey("shape", false),

  "choices_background-color": colorKey("choices", white),
  choices_color: colorKey("choices", ink),
  "choices_active-background-color": inheritedColorKey("choices", "user-message_background-color"),
  "choices_active-color": inheritedColorKey("choices", "user-message_color"),
  "choices_border-radius": inheritedSizeKey("choices", "message_border-radius"),
  choices_padding: inheritedSizeKey("choices", "message_padding"),
  "choices_border-width": sizeKey("choices", "1px", borderWidths),
  "choices_inactive-border-color": colorKey("choices", limeOutline),
  "choices_active-border-color": inheritedColorKey("choices", "user-message_border-color"),

  "input-control_background-color": colorKey("input", white),
  "input-control_color": colorKey("input", ink),
  "input-control_placeholder-color": colorKey("input", muted),
  "input-control_border-radius": inheritedSizeKey("input", "message_border-radius"),
  "input-control_padding": inheritedSizeKey("input", "message_padding"),
  "input-control_border-width": sizeKey("input", "1px", borderWidths),
  "input-control_border-color": colorKey("input", gray),
  "input-control_box-shadow-enabled": flagKey("input", false),

  "slider_background-color-left": inheritedColorKey("slider", "progress-bar_color"),
  "slider_background-color-right": inheritedColorKey("slider", "progress-bar_background-color"),
  "slider_color-min-max": colorKey("slider", muted),

  "star_rating-glyph": textKey("star-rating", "glyph", "★"),
  "star_rating_inactive-color": colorKey("star-rating", line),
  "star_rating_active-color": colorKey("star-rating", lime),
  "star_rating_border-width": sizeKey("star-rating", "1px", borderWidths.slice(0, 3)),
  "star_rating_border-color": colorKey("star-rating", gray),

  "action-button_background-color": colorKey("action-button", lime),
  "action-button_color": colorKey("action-button", onLime),
  "action-button_disabled-background-color": colorKey("action-button", line),
  "action-button_disabled-color": colorKey("action-button", muted),

  "validation-error_color": colorKey("validation", "#c62828ff"),
} as const satisfies StyleKeyTable
export type ChatStyleKey = keyof typeof chatStyleKeys

/** The keys of the live statistics. */
export const statsStyleKeys = {
  "header_background-color": colorKey("stats-header", lime),
  "body_background-color": colorKey("stats-body", white),
  body_color: colorKey("stats-body", ink),
  "bar_background-color": colorKey("bar", blue),
  "pie1_background-color": colorKey("pie", lime),
  "pie2_background-color": colorKey("pie", blue),
  "pie3_background-color": colorKey("pie", "#ffb300ff"),
  "pie4_background-color": colorKey("pie", "#e53935ff"),
  "button_background-color": colorKey("navigation", lime),
  button_color: colorKey("navigation", onLime),
} as const satisfies StyleKeyTable
export type StatsStyleKey = keyof typeof statsStyleKeys

/** [T1] The keys of both stylesheets; screens, validation, file format and previews derive from this table. */
export const styleTables = { web: chatStyleKeys, stats: statsStyleKeys } as const satisfies Record<string, StyleKeyTable>
export type StyledPage = keyof typeof styleTables

/** Returns whether the chat's stylesheet has a key of this name. */
export const isChatStyleKey = (name: string): name is ChatStyleKey => Object.hasOwn(chatStyleKeys, name)
/** Returns whether the statistics' stylesheet has a key of this name. */
export const isStatsStyleKey = (name: string): name is StatsStyleKey => Object.hasOwn(statsStyleKeys, name)

/** The tab and the preview scenario of each section; `also` is another scenario that fits. */
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

/** The tabs, in display order; the settings are not a step of the wizard. */
export const tabs = ["chat", "messages", "answers", "statistics", "import-export", "settings"] as const

export type Tab = (typeof tabs)[number]

/** The scenarios of the previews: the chat, [T19] including its side menu, and the statistics. */
export const scenarios = {
  chat: ["choice", "dropdown", "openAnswer", "invalid", "actionsEnabled", "actionsDisabled", "slider", "starRating", "sideMenu"],
  stats: ["barCharts", "pieCharts", "averages"],
} as const

export type Scenario = (typeof scenarios)["chat" | "stats"][number]
