// The fonts that the product serves itself (domain/style/fonts.ts), each fetched when something is to be set in it.
import type { FontFamily } from "../../domain/style/fonts.ts"

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
export const bringFont = async (family: string): Promise<void> => {
  if (isServed(family)) await files[family]().catch(() => undefined)
}
