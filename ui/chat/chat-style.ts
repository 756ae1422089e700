// A community's style as the page's custom properties: each key of the domain's table under its own name.

import { isDataUri, parseDataUri } from "../../domain/assets/asset-address.ts"
import { colorSchemeOf } from "../../domain/style/color.ts"
import { decodeStyle, type StylePayload } from "../../domain/style/community-style.ts"
import { type FontFamily, fontOf } from "../../domain/style/style-fonts.ts"
import { type ChatStyleKey, chatStyleKeys } from "../../domain/style/style-keys.ts"
import { resolveStylesheet, type Stylesheet } from "../../domain/style/stylesheet.ts"

// The fonts that the product serves itself (domain/style/style-fonts.ts), each fetched when something is to be set in it.

const files = {
  Quicksand: () => import("@fontsource-variable/quicksand/wght.css"),
  Inter: () => import("@fontsource-variable/inter/wght.css"),
  Lora: () => import("@fontsource-variable/lora/wght.css"),
  Merriweather: () => import("@fontsource-variable/merriweather/wght.css"),
  Montserrat: () => import("@fontsource-variable/montserrat/wght.css"),
  "Noto Sans": () => import("@fontsource-variable/noto-sans/wght.css"),
  "Noto Sans Arabic": () => import("@fontsource-variable/noto-sans-arabic/wght.css"),
  Nunito: () => import("@fontsource-variable/nunito/wght.css"),
  "Open Sans": () => import("@fontsource-variable/open-sans/wght.css"),
  "Playfair Display": () => import("@fontsource-variable/playfair-display/wght.css"),
  Raleway: () => import("@fontsource-variable/raleway/wght.css"),
  Roboto: () => import("@fontsource-variable/roboto/wght.css"),
  Rubik: () => import("@fontsource-variable/rubik/wght.css"),
  "Source Sans 3": () => import("@fontsource-variable/source-sans-3/wght.css"),
  "Work Sans": () => import("@fontsource-variable/work-sans/wght.css"),
} as const satisfies Readonly<Record<FontFamily, () => Promise<unknown>>>

const isServed = (family: string): family is FontFamily => Object.hasOwn(files, family)

/** What to name in a style sheet for a family; those that are served have their packages' names. An uploaded font is itself, whatever it is called. */
export const fontStack = (family: string, isUploaded = false): string =>
  [...(isServed(family) && !isUploaded ? [`${family} Variable`] : []), family]
    .map((name) => JSON.stringify(name))
    .concat("system-ui", "sans-serif")
    .join(", ")

/** Fetches a family that the product serves; any other is there or not. One that does not come leaves what stands in for it. */
export const loadFont = async (family: string): Promise<void> => {
  if (isServed(family)) await files[family]().catch(() => undefined)
}

type Font = { readonly family: string; readonly file: string | null }
export type AppliedStyle = { readonly values: Readonly<Record<string, string>>; readonly font: Font }

/** What is shown for every key, defaults included. */
export const resolveStyle = (style: StylePayload): AppliedStyle => toAppliedStyle(decodeStyle(style).web)
export const toAppliedStyle = (web: Stylesheet): AppliedStyle => ({ values: resolveStylesheet(chatStyleKeys, web), font: fontOf(web) })

/** The usual look, for what is said before a community is known. */
export const defaultStyle: AppliedStyle = resolveStyle({ web: [], stats: [] })

export const styleValue = ({ values }: AppliedStyle, name: ChatStyleKey): string => values[name] ?? ""

/** What each page wears. */
const appliedValues = new WeakMap<HTMLElement, AppliedStyle["values"]>()

/**
 * Puts a look on the page, of one that is worn already what is new: a preview gets another with each key that is pressed. Set through the
 * style sheet's own object, since the page's policy allows no style attributes.
 */
export const applyStyle = ({ values, font }: AppliedStyle, page: HTMLElement): void => {
  const { style } = page
  const before = appliedValues.get(page) ?? {}
  appliedValues.set(page, values)
  for (const [name, value] of Object.entries(values)) {
    if (before[name] === value) continue
    const { kind }: { readonly kind: string } = chatStyleKeys[name as ChatStyleKey]
    if (kind === "image") style.setProperty(`--${name}`, value === "" ? "none" : `url(${JSON.stringify(value)})`)
    else if (kind !== "text" && kind !== "font") style.setProperty(`--${name}`, value)
  }
  const fieldGrounds: ReadonlyArray<ChatStyleKey> = ["input-control_background-color", "chat_background-color", "app_background-color"]
  style.setProperty("--field-scheme", colorSchemeOf(fieldGrounds.map((name) => values[name])))
  style.setProperty("--font", fontStack(font.family, font.file !== null))
  if (font.file === null) void loadFont(font.family)
  else loadFontFile(font.family, font.file)
}

let loadedFont = ""

/** A font that does not come leaves the one that stands in for it. One that is there already, under the same name, is not fetched again. */
const loadFontFile = (family: string, file: string): void => {
  if (loadedFont === `${family} ${file}`) return
  loadedFont = `${family} ${file}`
  const face = new FontFace(family, fontSource(file))
  document.fonts.add(face)
  face.load().catch(() => document.fonts.delete(face))
}

/** One that was not uploaded yet stands in the style itself (a preview): its bytes, since the page's policy takes no other address than its own. */
const fontSource = (file: string): string | BufferSource => {
  const font = isDataUri(file) ? parseDataUri(file) : null
  if (font === null || typeof font === "string") return `url(${JSON.stringify(file)})`
  return Uint8Array.from(atob(font.base64), (byte) => byte.charCodeAt(0))
}
