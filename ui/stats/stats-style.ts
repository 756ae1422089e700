// Applies a community's style to the statistics page: each style key becomes the CSS custom property of the same name.

import { getColorScheme } from "../../domain/style/color.ts"
import { decodeStyle, type StylePayload } from "../../domain/style/community-style.ts"
import { type StatsStyleKey, statsStyleKeys } from "../../domain/style/style-keys.ts"
import { resolveStylesheet, type Stylesheet } from "../../domain/style/stylesheet.ts"

/** Uses the CSSOM because the page's CSP forbids style attributes. */
export const applyStylesheet = (sheet: Stylesheet, { style }: HTMLElement): void => {
  const values = resolveStylesheet(statsStyleKeys, sheet)
  const backgroundKey: StatsStyleKey = "body_background-color"
  for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, value)
  style.setProperty("--field-scheme", getColorScheme([values[backgroundKey]]))
}

export const applyStyle = (payload: StylePayload, page: HTMLElement): void => applyStylesheet(decodeStyle(payload).stats, page)
