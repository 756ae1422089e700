// Whether texts can be read on what they stand on: every pair of a stylesheet (WCAG 2.2 AA, spec/3-community §2; decisions T13).
import { getOwnField } from "../json/json-value.ts"
import {
  blendLayers,
  blendOver,
  type Color,
  contrastRatio,
  minContrastRatio,
  nearestReadableColor,
  parseColor,
  printColor,
} from "./color.ts"
import type { Style } from "./community-style.ts"
import { type ChatStyleKey, chatStyleKeys, type StatsStyleKey, type StyledPage, type StyleKeyTable, styleTables } from "./style-keys.ts"
import { sections, type Tab, tabPage } from "./style-sections.ts"
import { isToggleOn, resolveValue, type Stylesheet } from "./stylesheet.ts"

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
  readonly web: { readonly [Name in ChatStyleKey]?: ReadonlyArray<ChatStyleKey> }
  readonly stats: { readonly [Name in StatsStyleKey]?: ReadonlyArray<StatsStyleKey> }
}

/** A text and the ground under it, by their keys. `ratio` is 1 to 21; `offered` the nearest colour that can be read, null where this one can. */
export type Contrast = {
  readonly portal: StyledPage
  readonly textKey: string
  readonly backgroundKey: string
  readonly ratio: number
  readonly suggestedColor: string | null
}

/** What was measured of a stylesheet already: an edit is asked about once by each of its texts, and once by each tab. */
const measured = { web: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>(), stats: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>() }

/** The contrasts of a stylesheet, in the order of its keys, but for texts on images. */
export const measureContrasts = (portal: StyledPage, sheet: Stylesheet): ReadonlyArray<Contrast> => {
  const known = measured[portal].get(sheet)
  if (known !== undefined) return known
  const contrasts = Object.keys(grounds[portal]).flatMap((text) => measure(portal, sheet, text) ?? [])
  measured[portal].set(sheet, contrasts)
  return contrasts
}

/** The contrast of one text; null of a key that is none, and of a pair that cannot be measured. */
export const findContrast = (portal: StyledPage, sheet: Stylesheet, text: string): Contrast | null =>
  measureContrasts(portal, sheet).find((one) => one.textKey === text) ?? null

const measure = (portal: StyledPage, sheet: Stylesheet, text: string): Contrast | null => {
  const layers = getOwnField<ReadonlyArray<string>>(grounds[portal], text) ?? []
  const [ground] = layers
  if (ground === undefined || textsOnImages(portal, sheet).includes(text)) return null
  const shown = shownIn(portal, sheet)
  const colour = shown(text)
  const seen = blendLayers(layers.map(shown))
  if (colour === null || seen === null) return null
  const ratio = contrastRatio(blendOver(colour, seen), seen)
  return {
    portal,
    textKey: text,
    backgroundKey: ground,
    ratio,
    suggestedColor: ratio >= minContrastRatio ? null : printColor(nearestReadableColor(colour, seen)),
  }
}

/** The texts that stand on an image, where their contrast cannot be measured. */
export const textsOnImages = (portal: StyledPage, sheet: Stylesheet): ReadonlyArray<string> =>
  portal === "web" && hasHeaderImage(sheet)
    ? Object.entries<ReadonlyArray<string>>(grounds.web).flatMap(([text, [ground]]) => (ground === "header_background-color" ? [text] : []))
    : []

/** A ratio as it is told: never more than it is, so that none that is too low reads as if it were enough. */
export const floorRatio = (ratio: number): number => Math.floor(ratio * 10) / 10

/** The pairs that are set in a tab and cannot be read well. */
export const listLowContrasts = (style: Style, tab: Tab): ReadonlyArray<Contrast> => {
  const portal = tabPage(tab)
  const table: StyleKeyTable = styleTables[portal]
  return measureContrasts(portal, style[portal]).filter(({ textKey, suggestedColor }) => {
    const key = table[textKey]
    return suggestedColor !== null && key !== undefined && sections[key.section].tab === tab
  })
}

const shownIn =
  (portal: StyledPage, sheet: Stylesheet) =>
  (name: string): Color | null => {
    const table: StyleKeyTable = styleTables[portal]
    return parseColor(resolveValue(table, sheet, name) ?? "")
  }

const hasHeaderImage = (sheet: Stylesheet): boolean =>
  isToggleOn(chatStyleKeys, sheet, "header_background-size") && (resolveValue(chatStyleKeys, sheet, "header_background-image") ?? "") !== ""
