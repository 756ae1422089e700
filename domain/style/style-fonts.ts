// The fonts that the product serves itself, with the weights they really have (spec/3-community §3, §5, §7; decisions T8).

import { chatStyleKeys } from "./style-keys.ts"
import { defaultFontWeight, isToggleOn, resolveValue, type Stylesheet, setValue } from "./stylesheet.ts"

/** [T8] The built-in families: the id of their Fontsource package, and their lightest and heaviest weight, all hundreds between included. */
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

/** "Default [400] on failure" (spec/3-community §7): the weights of a family that is not known. */
const onlyWeight = [Number(defaultFontWeight)]

/** The weights of a family: of a built-in one its own, else 400. */
export const familyWeights = (family: string): ReadonlyArray<number> => {
  if (!isBuiltIn(family)) return onlyWeight
  const [lightest, heaviest] = fontFamilies[family].weights
  return Array.from({ length: (heaviest - lightest) / 100 + 1 }, (_, i) => lightest + 100 * i)
}

/** [T16] The weights that can be picked in a stylesheet: those of its family, of an uploaded font the usual one. */
export const selectableWeights = (sheet: Stylesheet): ReadonlyArray<number> => {
  const { family, file } = fontOf(sheet)
  return file === null ? familyWeights(family) : onlyWeight
}

/** [T16] The stylesheet with a built-in family in place of what was there. */
export const setFontFamily = (sheet: Stylesheet, family: FontFamily): Stylesheet =>
  fontOf(sheet).isFromService
    ? setValue(sheet, "body_google_font-family", family)
    : setValue({ ...sheet, "body_font-file": "" }, "body_font-family", family)

/** [T16] The stylesheet with an uploaded font. */
export const setFontFile = (sheet: Stylesheet, { uri, family }: { readonly uri: string; readonly family: string }): Stylesheet =>
  setValue(setValue(sheet, "body_font-family", family), "body_font-file", uri)

/** [T16] The stylesheet with the usual font in place of an uploaded one. */
export const removeFontFile = (sheet: Stylesheet): Stylesheet => setValue({ ...sheet, "body_font-file": "" }, "body_font-family", "")

/** What weights are called (spec/3-community §3). */
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

/** The font that a stylesheet asks for; `file` is where it comes from, null for a built-in family or one of the font service. */
export const fontOf = (sheet: Stylesheet): { readonly family: string; readonly file: string | null; readonly isFromService: boolean } => {
  const isFromService = isToggleOn(chatStyleKeys, sheet, "font_source_google")
  if (isFromService) return { family: resolveValue(chatStyleKeys, sheet, "body_google_font-family") ?? "", file: null, isFromService }
  return {
    family: resolveValue(chatStyleKeys, sheet, "body_font-family") ?? "",
    file: resolveValue(chatStyleKeys, sheet, "body_font-file") || null,
    isFromService,
  }
}

/** The kinds of font file that can be uploaded (spec/3-community §5). */
export const fontFileExtensions = [".woff", ".woff2", ".ttf", ".otf"] as const

/** Whether a file can be uploaded as a font, by its name. */
export const isFontFileName = (fileName: string): boolean =>
  fontFileExtensions.some((extension) => fileName.toLowerCase().endsWith(extension))

/** [T16] What an uploaded font is called: the name in the file if longer than 2 characters, else the file's own name without its ending. */
export const uploadedFamily = (nameInFile: string | null, fileName: string): string =>
  [nameInFile !== null && nameInFile.trim().length > 2 ? nameInFile : "", fileName.replace(/\.[^.]*$/, "")].map(speakable).find(Boolean) ??
  "Uploaded"

/** A name as a family may be called in a style. */
const speakable = (name: string): string =>
  Array.from(name.normalize("NFC").replace(/[^\p{L}\p{N} _-]+/gu, " "))
    .slice(0, 100)
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^[ _-]+|[ _-]+$/g, "")
