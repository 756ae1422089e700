// Ready-made palettes: the colours of chat and statistics in one go (decisions T14). Every text in each can be read (style-contrast.ts).
import { emptyStyle, type Style } from "./community-style.ts"
import { type ChatStyleKey, chatStyleKeys, type StatsStyleKey } from "./style-keys.ts"
import { resolveValue, type Stylesheet, sameSize, setValue } from "./stylesheet.ts"

/** The colours of a palette by what they are for; `on…` is text on that colour, `quiet` text that is less important. */
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

/** [T14] Null: the product's own, which is every key's default. */
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

/** What of a palette stands under which key; null: what the key inherits. */
const places = {
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

/** [T14] The style in the colours of a palette; everything that is no colour stays. */
export const applyPalette = ({ web, stats }: Style, name: PaletteName): Style => ({
  web: { ...web, ...coloursOf(places.web, name) },
  stats: { ...stats, ...coloursOf(places.stats, name) },
})

/** The colours by which a palette is known at a glance: what stands out, what it stands on, what is written. */
export const swatchesOf = (name: PaletteName): ReadonlyArray<string> => {
  const worn = applyPalette(emptyStyle, name)
  return (
    ["header_background-color", "progress-bar_color", "abbi-message_background-color", "chat_background-color", "chat_color"] as const
  ).map((key) => resolveValue(chatStyleKeys, worn.web, key) ?? "")
}

const coloursOf = (of: Readonly<Record<string, keyof ColorPalette | null>>, name: PaletteName): Stylesheet => {
  const palette: ColorPalette | null = palettes[name]
  return Object.fromEntries(Object.entries(of).map(([key, role]) => [key, palette === null || role === null ? "" : palette[role]]))
}

// The shapes of messages that can be picked (spec/3-community §4, §9; decisions T7).

/** [T7] "Radius .75em or 1.75em with padding .75em or 1em", each with and without a pointed corner. */
export const messageShapes = {
  soft: { radius: ".75em", tail: ".75em", padding: ".75em" },
  "soft-pointed": { radius: ".75em", tail: "0em", padding: ".75em" },
  round: { radius: "1.75em", tail: "1.75em", padding: "1em" },
  "round-pointed": { radius: "1.75em", tail: "0em", padding: "1em" },
} as const satisfies Record<string, { readonly radius: string; readonly tail: string; readonly padding: string }>
export type MessageShape = keyof typeof messageShapes

const shapes: ReadonlyArray<MessageShape> = ["soft", "soft-pointed", "round", "round-pointed"]

/** The shape that a stylesheet's messages have, by radius, tail radius and padding; undefined for one that is none of them. */
export const shapeOf = (sheet: Stylesheet): MessageShape | undefined => {
  const is = (name: ChatStyleKey, wanted: string) => sameSize(resolveValue(chatStyleKeys, sheet, name) ?? "", wanted)
  return shapes.find((shape) => {
    const { radius, tail, padding } = messageShapes[shape]
    return is("message_border-radius", radius) && is("message_tail-border-radius", tail) && is("message_padding", padding)
  })
}

/** The stylesheet with messages of a shape. */
export const setMessageShape = (sheet: Stylesheet, shape: MessageShape): Stylesheet => {
  const { radius, tail, padding } = messageShapes[shape]
  return setValue(
    setValue(setValue(sheet, "message_border-radius", radius), "message_tail-border-radius", tail),
    "message_padding",
    padding,
  )
}
