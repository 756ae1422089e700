// A community's style as the page's custom properties: each key of the domain's table under its own name.

import { schemeOn } from "../../domain/style/color.ts"
import { type StylePayload, styleOf } from "../../domain/style/community-style.ts"
import { type StatsName, statsKeys } from "../../domain/style/style-keys.ts"
import { resolved, type Stylesheet } from "../../domain/style/stylesheet.ts"

/** Set through the style sheet's own object, since the page's policy allows no style attributes. */
export const wearSheet = (sheet: Stylesheet, { style }: HTMLElement): void => {
  const values = resolved(statsKeys, sheet)
  const ground: StatsName = "body_background-color"
  for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, value)
  style.setProperty("--field-scheme", schemeOn([values[ground]]))
}

export const wear = (payload: StylePayload, page: HTMLElement): void => wearSheet(styleOf(payload).stats, page)
