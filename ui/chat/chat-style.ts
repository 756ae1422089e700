// Applies a community's style to the chat page: each style key becomes the CSS custom property of the same name.

import { isDataUri, parseDataUri } from "../../domain/assets/asset-address.ts"
import { getColorScheme } from "../../domain/style/color.ts"
import { decodeStyle, type StylePayload } from "../../domain/style/community-style.ts"
import { type FontFamily, getFont } from "../../domain/style/style-fonts.ts"
import { type ChatStyleKey, chatStyleKeys } from "../../domain/style/style-keys.ts"
import { resolveStylesheet, type Stylesheet } from "../../domain/style/stylesheet.ts"

/** The fonts that the product serves itself (domain/style/style-fonts.ts), each loaded when it is first used. */
const fontLoaders = {
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

const isServed = (family: string): family is FontFamily => Object.hasOwn(fontLoaders, family)

/**
 * Returns the CSS `font-family` value of a family. Served families carry the `Variable` suffix of their packages; an uploaded font may
 * have the name of a served one, and is used under exactly that name.
 */
export const fontStack = (family: string, isUploaded = false): string =>
  [...(isServed(family) && !isUploaded ? [`${family} Variable`] : []), family]
    .map((name) => JSON.stringify(name))
    .concat("system-ui", "sans-serif")
    .join(", ")

/** Loads a family that the product serves; others are left to the device. If loading fails, the fallback font stays. */
export const loadFont = async (family: string): Promise<void> => {
  if (isServed(family)) await fontLoaders[family]().catch(() => undefined)
}

type Font = { readonly family: string; readonly file: string | null }
export type AppliedStyle = { readonly values: Readonly<Record<string, string>>; readonly font: Font }

/** Returns the effective value of every chat style key, defaults included. */
export const resolveStyle = (style: StylePayload): AppliedStyle => toAppliedStyle(decodeStyle(style).web)
export const toAppliedStyle = (web: Stylesheet): AppliedStyle => ({ values: resolveStylesheet(chatStyleKeys, web), font: getFont(web) })

/** The default style, used until the community is known. */
export const defaultStyle: AppliedStyle = resolveStyle({ web: [], stats: [] })

export const styleValue = ({ values }: AppliedStyle, name: ChatStyleKey): string => values[name] ?? ""

/** The values already applied to each page. */
const appliedValues = new WeakMap<HTMLElement, AppliedStyle["values"]>()

/**
 * Applies a style to the page, setting only the changed properties (a preview sends a style with every keystroke). Uses the CSSOM
 * because the page's CSP forbids style attributes.
 */
export const applyStyle = ({ values, font }: AppliedStyle, page: HTMLElement): void => {
  const { style } = page
  const previousValues = appliedValues.get(page) ?? {}
  appliedValues.set(page, values)
  for (const [name, value] of Object.entries(values)) {
    if (previousValues[name] === value) continue
    const { kind }: { readonly kind: string } = chatStyleKeys[name as ChatStyleKey]
    if (kind === "image") style.setProperty(`--${name}`, value === "" ? "none" : `url(${JSON.stringify(value)})`)
    else if (kind !== "text" && kind !== "font") style.setProperty(`--${name}`, value)
  }
  const fieldBackgroundKeys: ReadonlyArray<ChatStyleKey> = [
    "input-control_background-color",
    "chat_background-color",
    "app_background-color",
  ]
  style.setProperty("--field-scheme", getColorScheme(fieldBackgroundKeys.map((name) => values[name])))
  style.setProperty("--font", fontStack(font.family, font.file !== null))
  if (font.file === null) void loadFont(font.family)
  else loadFontFile(font.family, font.file)
}

let loadedFont = ""

/** Loads an uploaded font file unless it is already loaded. If loading fails, the fallback font stays. */
const loadFontFile = (family: string, file: string): void => {
  if (loadedFont === `${family} ${file}`) return
  loadedFont = `${family} ${file}`
  const face = new FontFace(family, fontSource(file))
  document.fonts.add(face)
  face.load().catch(() => document.fonts.delete(face))
}

/** A preview may contain a font that is not uploaded yet, as a data URI: passed as bytes, because the page's CSP blocks data URIs. */
const fontSource = (file: string): string | BufferSource => {
  const font = isDataUri(file) ? parseDataUri(file) : null
  if (font === null || typeof font === "string") return `url(${JSON.stringify(file)})`
  return Uint8Array.from(atob(font.base64), (byte) => byte.charCodeAt(0))
}
