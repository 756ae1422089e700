// Presets: color palettes for chat and statistics, in which every text is legible, and message shapes [T7, T14].
import { emptyStyle, type Style } from "./community-style.ts"
import { type ChatStyleKey, chatStyleKeys, type StatsStyleKey } from "./style-keys.ts"
import { areSizesEqual, resolveValue, type Stylesheet, setValue } from "./stylesheet.ts"

/** The colors of a palette by role; `on…` is text on that color, `quiet` less important text. */
export type ColorPalette = Readonly<
  Record<
    | "primary"
    | "onPrimary"
    | "secondary"
    | "onSecondary"
    | "third"
    | "fourth"
    | "page"
    | "surface"
    | "ink"
    | "quiet"
    | "bubble"
    | "line"
    | "link"
    | "error",
    string
  >
>

/** [T14] The palettes; null is the product's own, with the default of every key. */
export const palettes = {
  lime: null,
  ocean: {
    primary: "#0b5c8aff",
    onPrimary: "#ffffffff",
    secondary: "#12a5a0ff",
    onSecondary: "#04201fff",
    third: "#f2a541ff",
    fourth: "#d9534fff",
    page: "#e3eef4ff",
    surface: "#ffffffff",
    ink: "#10222dff",
    quiet: "#475b67ff",
    bubble: "#eaf2f6ff",
    line: "#d5e2eaff",
    link: "#0b5c8aff",
    error: "#b3261eff",
  },
  forest: {
    primary: "#2e6b3fff",
    onPrimary: "#ffffffff",
    secondary: "#d98e04ff",
    onSecondary: "#1f1400ff",
    third: "#5b8db8ff",
    fourth: "#a4483bff",
    page: "#e9f0e7ff",
    surface: "#ffffffff",
    ink: "#1b2a1eff",
    quiet: "#4c5d51ff",
    bubble: "#edf4ecff",
    line: "#d7e3d6ff",
    link: "#20603aff",
    error: "#b3261eff",
  },
  sunset: {
    primary: "#b93a0aff",
    onPrimary: "#ffffffff",
    secondary: "#fbbf24ff",
    onSecondary: "#2a1a00ff",
    third: "#7a8b3fff",
    fourth: "#5c7c9eff",
    page: "#fdeee2ff",
    surface: "#fffdfbff",
    ink: "#2b1a12ff",
    quiet: "#6a5144ff",
    bubble: "#fdeee3ff",
    line: "#f0d9c9ff",
    link: "#93310fff",
    error: "#a61b1bff",
  },
  berry: {
    primary: "#9d174dff",
    onPrimary: "#ffffffff",
    secondary: "#6d28d9ff",
    onSecondary: "#ffffffff",
    third: "#e0a72eff",
    fourth: "#2f8f83ff",
    page: "#f6e8efff",
    surface: "#ffffffff",
    ink: "#2a1020ff",
    quiet: "#634859ff",
    bubble: "#faeef4ff",
    line: "#ecd5e1ff",
    link: "#86198fff",
    error: "#b42318ff",
  },
  graphite: {
    primary: "#1f2937ff",
    onPrimary: "#ffffffff",
    secondary: "#2563ebff",
    onSecondary: "#ffffffff",
    third: "#d97706ff",
    fourth: "#64748bff",
    page: "#e6eaefff",
    surface: "#ffffffff",
    ink: "#111827ff",
    quiet: "#485262ff",
    bubble: "#f1f3f6ff",
    line: "#d6dbe2ff",
    link: "#1d4ed8ff",
    error: "#b42318ff",
  },
  night: {
    primary: "#8bc34aff",
    onPrimary: "#14200aff",
    secondary: "#64b5f6ff",
    onSecondary: "#06192bff",
    third: "#ffca28ff",
    fourth: "#ef9a9aff",
    page: "#0b0f16ff",
    surface: "#151b26ff",
    ink: "#edf2f8ff",
    quiet: "#b4bfcfff",
    bubble: "#222b3aff",
    line: "#354054ff",
    link: "#8ec7ffff",
    error: "#ff8a80ff",
  },
} as const satisfies Record<string, ColorPalette | null>
export type PaletteName = keyof typeof palettes

/** The palette role of each key; null: the key inherits its color. */
const colorRoles = {
  web: {
    "app_background-color": "page",
    "header_background-color": "primary",
    header_hamburger_menu_color: "onPrimary",
    "progress-bar_color": "secondary",
    "progress-bar_background-color": "line",
    "sidemenu_background-color": "surface",
    sidemenu_color: "ink",
    "chat_background-color": "surface",
    chat_color: "ink",
    "abbi-message_background-color": "bubble",
    "abbi-message_color": "ink",
    "abbi-message_link-color": "link",
    "abbi-message_button-background-color": "secondary",
    "abbi-message_button-color": "onSecondary",
    "abbi-message_border-color": "line",
    "user-message_background-color": "primary",
    "user-message_color": "onPrimary",
    "user-message_border-color": "primary",
    "choices_background-color": "surface",
    choices_color: "ink",
    "choices_active-background-color": null,
    "choices_active-color": null,
    "choices_inactive-border-color": "primary",
    "choices_active-border-color": null,
    "input-control_background-color": "surface",
    "input-control_color": "ink",
    "input-control_placeholder-color": "quiet",
    "input-control_border-color": "quiet",
    "slider_background-color-left": null,
    "slider_background-color-right": null,
    "slider_color-min-max": "quiet",
    "star_rating_inactive-color": "line",
    "star_rating_active-color": "primary",
    "star_rating_border-color": "quiet",
    "action-button_background-color": "primary",
    "action-button_color": "onPrimary",
    "action-button_disabled-background-color": "line",
    "action-button_disabled-color": "quiet",
    "validation-error_color": "error",
  },
  stats: {
    "header_background-color": "primary",
    "body_background-color": "surface",
    body_color: "ink",
    "bar_background-color": "secondary",
    "pie1_background-color": "primary",
    "pie2_background-color": "secondary",
    "pie3_background-color": "third",
    "pie4_background-color": "fourth",
    "button_background-color": "primary",
    button_color: "onPrimary",
  },
} as const satisfies {
  readonly web: { readonly [Name in ChatStyleKey]?: keyof ColorPalette | null }
  readonly stats: { readonly [Name in StatsStyleKey]?: keyof ColorPalette | null }
}

/** [T14] Returns the style with the colors of a palette; other values are unchanged. */
export const applyPalette = ({ web, stats }: Style, name: PaletteName): Style => ({
  web: { ...web, ...getColors(colorRoles.web, name) },
  stats: { ...stats, ...getColors(colorRoles.stats, name) },
})

/** Returns the sample colors of a palette: main color, accent, bubble, background and text. */
export const listSwatches = (name: PaletteName): ReadonlyArray<string> => {
  const style = applyPalette(emptyStyle, name)
  return (
    ["header_background-color", "progress-bar_color", "abbi-message_background-color", "chat_background-color", "chat_color"] as const
  ).map((key) => resolveValue(chatStyleKeys, style.web, key) ?? "")
}

const getColors = (roles: Readonly<Record<string, keyof ColorPalette | null>>, name: PaletteName): Stylesheet => {
  const palette: ColorPalette | null = palettes[name]
  return Object.fromEntries(Object.entries(roles).map(([key, role]) => [key, palette === null || role === null ? "" : palette[role]]))
}

/** [T7] The message shapes: two sizes, each with and without a pointed corner. */
export const messageShapes = {
  soft: { radius: ".75em", tail: ".75em", padding: ".75em" },
  "soft-pointed": { radius: ".75em", tail: "0em", padding: ".75em" },
  round: { radius: "1.75em", tail: "1.75em", padding: "1em" },
  "round-pointed": { radius: "1.75em", tail: "0em", padding: "1em" },
} as const satisfies Record<string, { readonly radius: string; readonly tail: string; readonly padding: string }>
export type MessageShape = keyof typeof messageShapes

const shapeNames: ReadonlyArray<MessageShape> = ["soft", "soft-pointed", "round", "round-pointed"]

/** Returns the shape of a stylesheet's messages by radius, tail radius and padding; undefined if they match none. */
export const findMessageShape = (sheet: Stylesheet): MessageShape | undefined => {
  const hasSize = (name: ChatStyleKey, expected: string) => areSizesEqual(resolveValue(chatStyleKeys, sheet, name) ?? "", expected)
  return shapeNames.find((shape) => {
    const { radius, tail, padding } = messageShapes[shape]
    return hasSize("message_border-radius", radius) && hasSize("message_tail-border-radius", tail) && hasSize("message_padding", padding)
  })
}

/** Returns the stylesheet with a message shape. */
export const setMessageShape = (sheet: Stylesheet, shape: MessageShape): Stylesheet => {
  const { radius, tail, padding } = messageShapes[shape]
  return setValue(
    setValue(setValue(sheet, "message_border-radius", radius), "message_tail-border-radius", tail),
    "message_padding",
    padding,
  )
}
