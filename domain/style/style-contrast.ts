// Measures the contrast of every text in a stylesheet with its background (WCAG 2.2 AA) [T13].
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
import {
  type ChatStyleKey,
  chatStyleKeys,
  type StatsStyleKey,
  type StyledPage,
  type StyleKeyTable,
  sections,
  styleTables,
  type Tab,
} from "./style-keys.ts"
import { getTabPage } from "./style-sections.ts"
import { isToggleOn, resolveValue, type Stylesheet } from "./stylesheet.ts"

const chatLayers = ["chat_background-color", "app_background-color"] as const
const messageLayers = ["abbi-message_background-color", ...chatLayers] as const

/** [T13] The backgrounds of each text, uppermost first. */
const backgrounds = {
  web: {
    header_hamburger_menu_color: ["header_background-color", "app_background-color"],
    sidemenu_color: ["sidemenu_background-color"],
    chat_color: chatLayers,
    "abbi-message_color": messageLayers,
    "abbi-message_link-color": messageLayers,
    "abbi-message_button-color": ["abbi-message_button-background-color", ...messageLayers],
    "user-message_color": ["user-message_background-color", ...chatLayers],
    choices_color: ["choices_background-color", ...chatLayers],
    "choices_active-color": ["choices_active-background-color", ...chatLayers],
    "input-control_color": ["input-control_background-color", ...chatLayers],
    "input-control_placeholder-color": ["input-control_background-color", ...chatLayers],
    "slider_color-min-max": chatLayers,
    "action-button_color": ["action-button_background-color", ...chatLayers],
    "action-button_disabled-color": ["action-button_disabled-background-color", ...chatLayers],
    "validation-error_color": chatLayers,
  },
  stats: {
    body_color: ["body_background-color"],
    button_color: ["button_background-color", "body_background-color"],
  },
} as const satisfies {
  readonly web: { readonly [Name in ChatStyleKey]?: ReadonlyArray<ChatStyleKey> }
  readonly stats: { readonly [Name in StatsStyleKey]?: ReadonlyArray<StatsStyleKey> }
}

/** The contrast of a text with its background. `ratio` is 1 to 21; `suggestedColor` is the closest legible color, null if the text is legible. */
export type Contrast = {
  readonly portal: StyledPage
  readonly textKey: string
  readonly backgroundKey: string
  readonly ratio: number
  readonly suggestedColor: string | null
}

/** Measurements are cached per stylesheet: after an edit each text field and each tab asks for them. */
const cache = { web: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>(), stats: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>() }

/** Returns the contrasts of a stylesheet in table order, without texts on images. */
export const measureContrasts = (portal: StyledPage, sheet: Stylesheet): ReadonlyArray<Contrast> => {
  const cached = cache[portal].get(sheet)
  if (cached !== undefined) return cached
  const contrasts = Object.keys(backgrounds[portal]).flatMap((textKey) => measure(portal, sheet, textKey) ?? [])
  cache[portal].set(sheet, contrasts)
  return contrasts
}

/** Returns the contrast of one text; null if the key is not a text, or its contrast cannot be measured. */
export const findContrast = (portal: StyledPage, sheet: Stylesheet, textKey: string): Contrast | null =>
  measureContrasts(portal, sheet).find((contrast) => contrast.textKey === textKey) ?? null

const measure = (portal: StyledPage, sheet: Stylesheet, textKey: string): Contrast | null => {
  const layers = getOwnField<ReadonlyArray<string>>(backgrounds[portal], textKey) ?? []
  const [backgroundKey] = layers
  if (backgroundKey === undefined || listTextsOnImages(portal, sheet).includes(textKey)) return null
  const getColor = createColorReader(portal, sheet)
  const color = getColor(textKey)
  const background = blendLayers(layers.map(getColor))
  if (color === null || background === null) return null
  const ratio = contrastRatio(blendOver(color, background), background)
  return {
    portal,
    textKey,
    backgroundKey,
    ratio,
    suggestedColor: ratio >= minContrastRatio ? null : printColor(nearestReadableColor(color, background)),
  }
}

/** Returns the texts on images, whose contrast cannot be measured. */
export const listTextsOnImages = (portal: StyledPage, sheet: Stylesheet): ReadonlyArray<string> =>
  portal === "web" && hasHeaderImage(sheet)
    ? Object.entries<ReadonlyArray<string>>(backgrounds.web).flatMap(([textKey, [backgroundKey]]) =>
        backgroundKey === "header_background-color" ? [textKey] : [],
      )
    : []

/** Returns the ratio rounded down for display, so that an insufficient one never looks sufficient. */
export const floorRatio = (ratio: number): number => Math.floor(ratio * 10) / 10

/** Returns the insufficient contrasts of texts whose color is set in a tab. */
export const listLowContrasts = (style: Style, tab: Tab): ReadonlyArray<Contrast> => {
  const portal = getTabPage(tab)
  const table: StyleKeyTable = styleTables[portal]
  return measureContrasts(portal, style[portal]).filter(({ textKey, suggestedColor }) => {
    const key = table[textKey]
    return suggestedColor !== null && key !== undefined && sections[key.section].tab === tab
  })
}

const createColorReader =
  (portal: StyledPage, sheet: Stylesheet) =>
  (name: string): Color | null => {
    const table: StyleKeyTable = styleTables[portal]
    return parseColor(resolveValue(table, sheet, name) ?? "")
  }

const hasHeaderImage = (sheet: Stylesheet): boolean =>
  isToggleOn(chatStyleKeys, sheet, "header_background-size") && (resolveValue(chatStyleKeys, sheet, "header_background-image") ?? "") !== ""
