// A community's style as the page's custom properties: each key of the domain's table under its own name.
import { fontOf } from "../../domain/style/fonts.ts"
import { type StylePayload, styleOf } from "../../domain/style/payload.ts"
import { resolved, type Stylesheet } from "../../domain/style/stylesheet.ts"
import { type WebName, webKeys } from "../../domain/style/web-keys.ts"
import { bringFont, fontStack } from "../kit/fonts.ts"

type Font = { readonly family: string; readonly file: string | null }
export type Look = { readonly values: Readonly<Record<string, string>>; readonly font: Font }

/** What is shown for every key, defaults included. */
export const lookOf = (style: StylePayload): Look => lookOfSheet(styleOf(style).web)
export const lookOfSheet = (web: Stylesheet): Look => ({ values: resolved(webKeys, web), font: fontOf(web) })

/** The usual look, for what is said before a community is known. */
export const usualLook: Look = lookOf({ web: [], stats: [] })

export const valueIn = ({ values }: Look, name: WebName): string => values[name] ?? ""

/** Puts a look on the page. Set through the style sheet's own object, since the page's policy allows no style attributes. */
export const wear = ({ values, font }: Look, { style }: HTMLElement): void => {
  for (const [name, value] of Object.entries(values)) {
    const { kind }: { readonly kind: string } = webKeys[name as WebName]
    if (kind === "image") style.setProperty(`--${name}`, value === "" ? "none" : `url(${JSON.stringify(value)})`)
    else if (kind !== "text" && kind !== "font") style.setProperty(`--${name}`, value)
  }
  style.setProperty("--font", fontStack(font.family))
  if (font.file === null) void bringFont(font.family)
  else bringFile(font.family, font.file)
}

/** A font that does not come leaves the one that stands in for it. */
const bringFile = (family: string, file: string): void => {
  const face = new FontFace(family, `url(${JSON.stringify(file)})`)
  document.fonts.add(face)
  face.load().catch(() => document.fonts.delete(face))
}
