// A community's style as the page's custom properties: each key of the domain's table under its own name.

import { colorSchemeOf } from "../../domain/style/color.ts"
import { decodeStyle, type StylePayload } from "../../domain/style/community-style.ts"
import { type StatsStyleKey, statsStyleKeys } from "../../domain/style/style-keys.ts"
import { resolveStylesheet, type Stylesheet } from "../../domain/style/stylesheet.ts"

/** Set through the style sheet's own object, since the page's policy allows no style attributes. */
export const applyStylesheet = (sheet: Stylesheet, { style }: HTMLElement): void => {
  const values = resolveStylesheet(statsStyleKeys, sheet)
  const ground: StatsStyleKey = "body_background-color"
  for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, value)
  style.setProperty("--field-scheme", colorSchemeOf([values[ground]]))
}

export const applyStyle = (payload: StylePayload, page: HTMLElement): void => applyStylesheet(decodeStyle(payload).stats, page)
