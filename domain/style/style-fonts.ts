// Fonts: the built-in families with their weights, and uploaded fonts [T8, T16].

import { normalizeText } from "../text/normalization.ts"
import { chatStyleKeys } from "./style-keys.ts"
import { defaultFontWeight, isToggleOn, resolveValue, type Stylesheet, setValue } from "./stylesheet.ts"

/** [T8] The built-in families: the id of the Fontsource package, and the lightest and heaviest weight, in steps of 100. */
export const fontFamilies = {
  Quicksand: { id: "quicksand", weights: [300, 700] },
  Inter: { id: "inter", weights: [100, 900] },
  Lora: { id: "lora", weights: [400, 700] },
  Merriweather: { id: "merriweather", weights: [300, 900] },
  Montserrat: { id: "montserrat", weights: [100, 900] },
  "Noto Sans": { id: "noto-sans", weights: [100, 900] },
  "Noto Sans Arabic": { id: "noto-sans-arabic", weights: [100, 900] },
  Nunito: { id: "nunito", weights: [200, 900] },
  "Open Sans": { id: "open-sans", weights: [300, 800] },
  "Playfair Display": { id: "playfair-display", weights: [400, 900] },
  Raleway: { id: "raleway", weights: [100, 900] },
  Roboto: { id: "roboto", weights: [100, 900] },
  Rubik: { id: "rubik", weights: [300, 900] },
  "Source Sans 3": { id: "source-sans-3", weights: [200, 900] },
  "Work Sans": { id: "work-sans", weights: [100, 900] },
} as const satisfies Record<string, { readonly id: string; readonly weights: readonly [number, number] }>
export type FontFamily = keyof typeof fontFamilies

const isBuiltIn = (family: string): family is FontFamily => Object.hasOwn(fontFamilies, family)

/** The weights of an unknown family. */
const defaultWeights = [Number(defaultFontWeight)]

/** Returns the weights of a built-in family; of any other only 400. */
export const listFamilyWeights = (family: string): ReadonlyArray<number> => {
  if (!isBuiltIn(family)) return defaultWeights
  const [lightest, heaviest] = fontFamilies[family].weights
  return Array.from({ length: (heaviest - lightest) / 100 + 1 }, (_, i) => lightest + 100 * i)
}

/** [T16] Returns the weights that a stylesheet can use: those of its family, or only 400 for an uploaded font. */
export const listSelectableWeights = (sheet: Stylesheet): ReadonlyArray<number> => {
  const { family, file } = getFont(sheet)
  return file === null ? listFamilyWeights(family) : defaultWeights
}

/** [T16] Returns the stylesheet with a built-in family instead of its font. */
export const setFontFamily = (sheet: Stylesheet, family: FontFamily): Stylesheet =>
  getFont(sheet).isFromService
    ? setValue(sheet, "body_google_font-family", family)
    : setValue({ ...sheet, "body_font-file": "" }, "body_font-family", family)

/** [T16] Returns the stylesheet with an uploaded font. */
export const setFontFile = (sheet: Stylesheet, { uri, family }: { readonly uri: string; readonly family: string }): Stylesheet =>
  setValue(setValue(sheet, "body_font-family", family), "body_font-file", uri)

/** [T16] Returns the stylesheet with the default font instead of an uploaded one. */
export const removeFontFile = (sheet: Stylesheet): Stylesheet => setValue({ ...sheet, "body_font-file": "" }, "body_font-family", "")

/** The names of font weights. */
export const weightNames = {
  100: "Thin",
  200: "Extra Light",
  300: "Light",
  400: "Regular",
  500: "Medium",
  600: "Semi Bold",
  700: "Bold",
  800: "Extra Bold",
  900: "Black",
  950: "Extra Black",
} as const

/** Returns the font of a stylesheet; `file` is its address, null for a built-in family or one of the font service. */
export const getFont = (sheet: Stylesheet): { readonly family: string; readonly file: string | null; readonly isFromService: boolean } => {
  const isFromService = isToggleOn(chatStyleKeys, sheet, "font_source_google")
  if (isFromService) return { family: resolveValue(chatStyleKeys, sheet, "body_google_font-family") ?? "", file: null, isFromService }
  return {
    family: resolveValue(chatStyleKeys, sheet, "body_font-family") ?? "",
    file: resolveValue(chatStyleKeys, sheet, "body_font-file") || null,
    isFromService,
  }
}

/** The extensions of font files that can be uploaded. */
export const fontFileExtensions = [".woff", ".woff2", ".ttf", ".otf"] as const

/** Returns whether a file can be uploaded as a font, by its name. */
export const isFontFileName = (fileName: string): boolean =>
  fontFileExtensions.some((extension) => fileName.toLowerCase().endsWith(extension))

/** [T16] Returns the family name of an uploaded font: the one in the file if longer than 2 characters, else the file name without extension. */
export const getUploadedFontFamily = (nameInFile: string | null, fileName: string): string =>
  [nameInFile !== null && nameInFile.trim().length > 2 ? nameInFile : "", fileName.replace(/\.[^.]*$/, "")]
    .map(sanitizeFamilyName)
    .find(Boolean) ?? "Uploaded"

/** Returns the name with only the characters that styles permit in a family. */
const sanitizeFamilyName = (name: string): string =>
  Array.from(normalizeText(name, "NFC").replace(/[^\p{L}\p{N} _-]+/gu, " "))
    .slice(0, 100)
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^[ _-]+|[ _-]+$/g, "")
