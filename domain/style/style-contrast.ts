// Whether texts can be read on what they stand on: every pair of a stylesheet (WCAG 2.2 AA, spec/3-community §2; decisions T13).
import { ownField } from "../json/json-value.ts"
import { type Colour, contrast, layered, leastContrast, over, readableOn, readColour, writeColour } from "./color.ts"
import type { Style } from "./community-style.ts"
import { type Portal, type StatsName, type StyleTable, styleTables, type WebName, webKeys } from "./style-keys.ts"
import { portalOf, sections, type Tab } from "./style-sections.ts"
import { isOn, type Stylesheet, valueOf } from "./stylesheet.ts"

const chat = ["chat_background-color", "app_background-color"] as const
const message = ["abbi-message_background-color", ...chat] as const

/** [T13] What each text stands on, the uppermost first. */
const grounds = {
  web: {
    header_hamburger_menu_color: ["header_background-color", "app_background-color"],
    sidemenu_color: ["sidemenu_background-color"],
    chat_color: chat,
    "abbi-message_color": message,
    "abbi-message_link-color": message,
    "abbi-message_button-color": ["abbi-message_button-background-color", ...message],
    "user-message_color": ["user-message_background-color", ...chat],
    choices_color: ["choices_background-color", ...chat],
    "choices_active-color": ["choices_active-background-color", ...chat],
    "input-control_color": ["input-control_background-color", ...chat],
    "input-control_placeholder-color": ["input-control_background-color", ...chat],
    "slider_color-min-max": chat,
    "action-button_color": ["action-button_background-color", ...chat],
    "action-button_disabled-color": ["action-button_disabled-background-color", ...chat],
    "validation-error_color": chat,
  },
  stats: {
    body_color: ["body_background-color"],
    button_color: ["button_background-color", "body_background-color"],
  },
} as const satisfies {
  readonly web: { readonly [Name in WebName]?: ReadonlyArray<WebName> }
  readonly stats: { readonly [Name in StatsName]?: ReadonlyArray<StatsName> }
}

/** A text and the ground under it, by their keys. `ratio` is 1 to 21; `offered` the nearest colour that can be read, null where this one can. */
export type Contrast = {
  readonly portal: Portal
  readonly text: string
  readonly ground: string
  readonly ratio: number
  readonly offered: string | null
}

/** What was measured of a stylesheet already: an edit is asked about once by each of its texts, and once by each tab. */
const measured = { web: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>(), stats: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>() }

/** The contrasts of a stylesheet, in the order of its keys, but for texts on images. */
export const contrastsOf = (portal: Portal, sheet: Stylesheet): ReadonlyArray<Contrast> => {
  const known = measured[portal].get(sheet)
  if (known !== undefined) return known
  const contrasts = Object.keys(grounds[portal]).flatMap((text) => measure(portal, sheet, text) ?? [])
  measured[portal].set(sheet, contrasts)
  return contrasts
}

/** The contrast of one text; null of a key that is none, and of a pair that cannot be measured. */
export const contrastOf = (portal: Portal, sheet: Stylesheet, text: string): Contrast | null =>
  contrastsOf(portal, sheet).find((one) => one.text === text) ?? null

const measure = (portal: Portal, sheet: Stylesheet, text: string): Contrast | null => {
  const layers = ownField<ReadonlyArray<string>>(grounds[portal], text) ?? []
  const [ground] = layers
  if (ground === undefined || textsOnImages(portal, sheet).includes(text)) return null
  const shown = shownIn(portal, sheet)
  const colour = shown(text)
  const seen = layered(layers.map(shown))
  if (colour === null || seen === null) return null
  const ratio = contrast(over(colour, seen), seen)
  return { portal, text, ground, ratio, offered: ratio >= leastContrast ? null : writeColour(readableOn(colour, seen)) }
}

/** The texts that stand on an image, where their contrast cannot be measured. */
export const textsOnImages = (portal: Portal, sheet: Stylesheet): ReadonlyArray<string> =>
  portal === "web" && hasHeaderImage(sheet)
    ? Object.entries<ReadonlyArray<string>>(grounds.web).flatMap(([text, [ground]]) => (ground === "header_background-color" ? [text] : []))
    : []

/** A ratio as it is told: never more than it is, so that none that is too low reads as if it were enough. */
export const shownRatio = (ratio: number): number => Math.floor(ratio * 10) / 10

/** The pairs that are set in a tab and cannot be read well. */
export const hardToRead = (style: Style, tab: Tab): ReadonlyArray<Contrast> => {
  const portal = portalOf(tab)
  const table: StyleTable = styleTables[portal]
  return contrastsOf(portal, style[portal]).filter(({ text, offered }) => {
    const key = table[text]
    return offered !== null && key !== undefined && sections[key.section].tab === tab
  })
}

const shownIn =
  (portal: Portal, sheet: Stylesheet) =>
  (name: string): Colour | null => {
    const table: StyleTable = styleTables[portal]
    return readColour(valueOf(table, sheet, name) ?? "")
  }

const hasHeaderImage = (sheet: Stylesheet): boolean =>
  isOn(webKeys, sheet, "header_background-size") && (valueOf(webKeys, sheet, "header_background-image") ?? "") !== ""
