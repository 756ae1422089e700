// Every key of the chat's stylesheet (spec/3-community §3, §9; decisions T1–T3).
import type { Section } from "./style-sections.ts"

// What can be said of a key of a stylesheet, and short ways to say it (spec/3-community §3, §4; decisions T1).

/** What a value is. `toggle` holds one of two strings, `oneOf` one of a list; the others are read by their form (see stylesheet.ts). */
export type Format =
  | { readonly kind: "colour" }
  | { readonly kind: "size"; readonly oneOf?: ReadonlyArray<string> }
  | { readonly kind: "toggle"; readonly on: string; readonly off: string }
  | { readonly kind: "text"; readonly form: "line" | "address" | "glyph" }
  | { readonly kind: "image" }
  | { readonly kind: "font"; readonly form: "family" | "file" }

/** `inherits` names the key whose value stands in where a value is empty; else `default` does. */
export type StyleKey = Format & { readonly section: Section; readonly default?: string; readonly inherits?: string }
export type StyleTable = Readonly<Record<string, StyleKey>>

export const colour = (section: Section, value: string) => ({ kind: "colour", section, default: value }) as const
export const like = (section: Section, inherits: string) => ({ kind: "colour", section, inherits }) as const
export const shown = (section: Section, on: string, isOn: boolean, off = "none") =>
  ({ kind: "toggle", section, on, off, default: isOn ? on : off }) as const
export const flag = (section: Section, isOn: boolean) => shown(section, "1", isOn, "0")
export const text = (section: Section, form: "line" | "address" | "glyph", value = "") =>
  ({ kind: "text", form, section, default: value }) as const
export const size = (section: Section, value: string, oneOf?: ReadonlyArray<string>) =>
  ({ kind: "size", section, default: value, ...(oneOf === undefined ? {} : { oneOf }) }) as const
export const sizeLike = (section: Section, inherits: string) => ({ kind: "size", section, inherits }) as const

/** Widths of borders, in px (spec/3-community §5). */
export const borderWidths = ["0px", "1px", "2px", "3px"] as const
export const fontWeights = ["100", "200", "300", "400", "500", "600", "700", "800", "900", "950"] as const
export const fontSizes = [".875rem", "1rem", "1.125rem"] as const

// The default colours: lime green and blue, and what can be read on them (spec/3-community §3; decisions T3).

export const lime = "#8bc34aff"
export const blue = "#2196f3ff"
export const white = "#ffffffff"
export const ink = "#212121ff"
export const onLime = "#1b2410ff"
export const onBlue = "#0a1929ff"
export const faint = "#f1f1f1ff"
export const line = "#e0e0e0ff"
export const grey = "#9e9e9eff"
export const muted = "#616161ff"

/** What the chat looks like. */
export const webKeys = {
  "app_background-color": colour("application", "#eeeeeeff"),

  font_source_google: flag("font", false),
  "body_google_font-family": { kind: "font", form: "family", section: "font", default: "Quicksand" },
  "body_font-file": { kind: "font", form: "file", section: "font", default: "" },
  "body_font-family": { kind: "font", form: "family", section: "font", default: "Quicksand" },
  "body_font-weight": size("font", "400", fontWeights),
  "body_font-size": size("font", "1rem", fontSizes),

  header_display: shown("header", "flex", true),
  "header_background-color": colour("header", lime),
  "header_background-size": shown("header", "cover", false, "0"),
  "header_background-image": { kind: "image", section: "header", default: "" },
  header_expanded: flag("header", false),
  "header-logo_display": shown("header", "inline", true),
  "header-logo_content": { kind: "image", section: "header", default: "" },
  "header-expanded-logo_opacity": flag("header", true),
  header_hamburger_menu_color: colour("header", onLime),
  "progress-bar_color": colour("header", blue),
  "progress-bar_background-color": colour("header", line),

  sidemenu_display: shown("sidemenu", "flex", true),
  "sidemenu_background-color": colour("sidemenu", white),
  sidemenu_color: colour("sidemenu", ink),
  "sidemenu_link_1-display": shown("sidemenu", "flex", false),
  "sidemenu_link_1-content": text("sidemenu", "line"),
  "sidemenu_link_1-url": text("sidemenu", "address"),
  "sidemenu_link_2-display": shown("sidemenu", "flex", false),
  "sidemenu_link_2-content": text("sidemenu", "line"),
  "sidemenu_link_2-url": text("sidemenu", "address"),
  "sidemenu_link_3-display": shown("sidemenu", "flex", false),
  "sidemenu_link_3-content": text("sidemenu", "line"),
  "sidemenu_link_3-url": text("sidemenu", "address"),
  "sidemenu_link_4-display": shown("sidemenu", "flex", false),
  "sidemenu_link_4-content": text("sidemenu", "line"),
  "sidemenu_link_4-url": text("sidemenu", "address"),

  "sidemenu_logo-display": shown("branding", "flex", true),
  "sidemenu_copyright-display": shown("branding", "block", true),
  "branding_message-display": shown("branding", "block", true),

  "chat_background-color": colour("body", white),
  chat_color: colour("body", ink),

  "abbi-message_background-color": colour("scripted-message", faint),
  "abbi-message_color": colour("scripted-message", ink),
  "abbi-message_link-color": colour("scripted-message", "#0d5ea8ff"),
  "abbi-message_button-background-color": colour("scripted-message", blue),
  "abbi-message_button-color": colour("scripted-message", onBlue),
  "abbi-message_border-color": colour("scripted-message", line),

  "user-message_background-color": colour("user-message", lime),
  "user-message_color": colour("user-message", onLime),
  "user-message_border-color": colour("user-message", "#7cb342ff"),

  "message_border-radius": size("shape", "0.75em"),
  "message_tail-border-radius": size("shape", "0.75em"),
  message_padding: size("shape", "0.75em"),
  "message_border-width": size("shape", "0px", borderWidths),
  "message_box-shadow-enabled": flag("shape", false),

  "choices_background-color": colour("choices", white),
  choices_color: colour("choices", ink),
  "choices_active-background-color": like("choices", "user-message_background-color"),
  "choices_active-color": like("choices", "user-message_color"),
  "choices_border-radius": sizeLike("choices", "message_border-radius"),
  choices_padding: sizeLike("choices", "message_padding"),
  "choices_border-width": size("choices", "1px", borderWidths),
  "choices_inactive-border-color": colour("choices", lime),
  "choices_active-border-color": like("choices", "user-message_border-color"),

  "input-control_background-color": colour("input", white),
  "input-control_color": colour("input", ink),
  "input-control_placeholder-color": colour("input", muted),
  "input-control_border-radius": sizeLike("input", "message_border-radius"),
  "input-control_padding": sizeLike("input", "message_padding"),
  "input-control_border-width": size("input", "1px", borderWidths),
  "input-control_border-color": colour("input", grey),
  "input-control_box-shadow-enabled": flag("input", false),

  "slider_background-color-left": like("slider", "progress-bar_color"),
  "slider_background-color-right": like("slider", "progress-bar_background-color"),
  "slider_color-min-max": colour("slider", muted),

  "star_rating-glyph": text("star-rating", "glyph", "★"),
  "star_rating_inactive-color": colour("star-rating", line),
  "star_rating_active-color": colour("star-rating", lime),
  "star_rating_border-width": size("star-rating", "1px", borderWidths.slice(0, 3)),
  "star_rating_border-color": colour("star-rating", grey),

  "action-button_background-color": colour("action-button", lime),
  "action-button_color": colour("action-button", onLime),
  "action-button_disabled-background-color": colour("action-button", line),
  "action-button_disabled-color": colour("action-button", muted),

  "validation-error_color": colour("validation", "#c62828ff"),
} as const satisfies StyleTable
export type WebName = keyof typeof webKeys

// Every key of the live statistics' stylesheet (spec/3-community §3; decisions T1–T3).

/** What the live statistics look like. */
export const statsKeys = {
  "header_background-color": colour("stats-header", lime),
  "body_background-color": colour("stats-body", white),
  body_color: colour("stats-body", ink),
  "bar_background-color": colour("bar", blue),
  "pie1_background-color": colour("pie", lime),
  "pie2_background-color": colour("pie", blue),
  "pie3_background-color": colour("pie", "#ffb300ff"),
  "pie4_background-color": colour("pie", "#e53935ff"),
  "button_background-color": colour("navigation", lime),
  button_color: colour("navigation", onLime),
} as const satisfies StyleTable
export type StatsName = keyof typeof statsKeys

// Both stylesheets' keys. Screens, validation, the file format and both previews are made from these tables (decisions T1).

export const styleTables = { web: webKeys, stats: statsKeys } as const satisfies Record<string, StyleTable>
export type Portal = keyof typeof styleTables

export const isWebName = (name: string): name is WebName => Object.hasOwn(webKeys, name)
export const isStatsName = (name: string): name is StatsName => Object.hasOwn(statsKeys, name)
