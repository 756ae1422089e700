// Measures the contrast of every text and every outline of a control in a stylesheet with its background (WCAG 2.2 AA) [T13].
import { getOwnField } from "../json/json-value.ts"
import {
  blendLayers,
  blendOver,
  type Color,
  contrastRatio,
  minContrastRatio,
  minOutlineContrastRatio,
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

/** [T13] The outlines of choices, fields and stars: the key of their width. They are seen against the chat. */
const outlines = {
  "choices_inactive-border-color": "choices_border-width",
  "choices_active-border-color": "choices_border-width",
  "input-control_border-color": "input-control_border-width",
  "star_rating_border-color": "star_rating_border-width",
} as const satisfies { readonly [Name in ChatStyleKey]?: ChatStyleKey }

/**
 * The contrast of a text or an outline with its background. `ratio` is 1 to 21, `minimum` what it should be; `suggestedColor` is the
 * closest color that has it, null if the color has it already.
 */
export type Contrast = {
  readonly minimum: number
  readonly portal: StyledPage
  readonly textKey: string
  readonly backgroundKey: string
  readonly ratio: number
  readonly suggestedColor: string | null
}

/** Measurements are cached per stylesheet: after an edit each text field and each tab asks for them. */
const cache = { web: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>(), stats: new WeakMap<Stylesheet, ReadonlyArray<Contrast>>() }

/** Returns the contrasts of a stylesheet in table order, without texts on images and outlines without a width. */
export const measureContrasts = (portal: StyledPage, sheet: Stylesheet): ReadonlyArray<Contrast> => {
  const cached = cache[portal].get(sheet)
  if (cached !== undefined) return cached
  const contrasts = [
    ...Object.keys(backgrounds[portal]).flatMap((textKey) => measureText(portal, sheet, textKey) ?? []),
    ...(portal === "web" ? Object.entries(outlines) : []).flatMap(([key, width]) => measureOutline(sheet, key, width) ?? []),
  ]
  cache[portal].set(sheet, contrasts)
  return contrasts
}

/** Returns the contrast of one text or outline; null if the key is neither, or its contrast cannot be measured. */
export const findContrast = (portal: StyledPage, sheet: Stylesheet, textKey: string): Contrast | null =>
  measureContrasts(portal, sheet).find((contrast) => contrast.textKey === textKey) ?? null

const measureText = (portal: StyledPage, sheet: Stylesheet, textKey: string): Contrast | null => {
  const layers = getOwnField<ReadonlyArray<string>>(backgrounds[portal], textKey) ?? []
  return listTextsOnImages(portal, sheet).includes(textKey) ? null : measure(portal, sheet, textKey, layers, minContrastRatio)
}

const measureOutline = (sheet: Stylesheet, key: string, widthKey: string): Contrast | null =>
  resolveValue(chatStyleKeys, sheet, widthKey) === "0px" ? null : measure("web", sheet, key, chatLayers, minOutlineContrastRatio)

const measure = (
  portal: StyledPage,
  sheet: Stylesheet,
  textKey: string,
  layers: ReadonlyArray<string>,
  minimum: number,
): Contrast | null => {
  const [backgroundKey] = layers
  if (backgroundKey === undefined) return null
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
    minimum,
    suggestedColor: ratio >= minimum ? null : printColor(nearestReadableColor(color, background, minimum)),
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

/** Returns the insufficient contrasts of texts and outlines whose color is set in a tab. */
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
