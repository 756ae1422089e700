// Colours as styles hold them: read, written, and measured against each other (WCAG 2.2 §1.4.3; OKLab by Björn Ottosson).

import { namedColour } from "./colour-names.ts"

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Colour = { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number }

/** The colour that a value of a style says, or null where it is a word that names none. */
export const readColour = (value: string): Colour | null => {
  const named = namedColour(value)
  if (named !== undefined) return readColour(named)
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(value)?.[1]
  if (hex !== undefined) return ofHex(hex.length < 6 ? hex.replace(/./g, "$&$&") : hex)
  if (value.toLowerCase() === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 }
  const parts = /^rgba?\(([^)]*)\)$/i.exec(value)?.[1]?.split(",").map(Number)
  if (parts === undefined || parts.length < 3 || parts.some((part) => !Number.isFinite(part))) return null
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts
  return { red: within(red, 255), green: within(green, 255), blue: within(blue, 255), alpha: within(alpha, 1) }
}

/** A colour as styles hold it: `#rrggbbaa` (spec/3-community §9). */
export const writeColour = ({ red, green, blue, alpha }: Colour): string =>
  `#${[red, green, blue, alpha * 255].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

/** What is seen of a colour that lies over another; where that can be seen through, it lies over white. */
export const over = (above: Colour, below: Colour): Colour => {
  const ground = below.alpha === 1 ? below : blend(below, white)
  return above.alpha === 1 ? above : blend(above, ground)
}

/** What is seen of layers, the uppermost first. Null where one of them cannot be read and shows. */
export const layered = ([above, ...below]: ReadonlyArray<Colour | null>): Colour | null => {
  if (above === undefined || above === null) return null
  if (above.alpha === 1) return above
  if (below.length === 0) return over(above, white)
  const ground = layered(below)
  return ground === null ? null : over(above, ground)
}

/** The contrast of two colours that cannot be seen through: from 1 to 21. */
export const contrast = (one: Colour, other: Colour): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The contrast that text of any size needs (WCAG 2.2 AA). */
export const leastContrast = 4.5

/** The nearest colour of the same hue that can be read on a ground which cannot be seen through: lighter or darker by as little as will do. */
export const readableOn = (text: Colour, ground: Colour): Colour => {
  const seen = over(text, ground)
  const { light, a, b } = labOf(seen)
  for (let away = 0; away <= 1; away += 1 / 256)
    for (const level of [light - away, light + away]) {
      const tried = ofLab({ light: within(level, 1), a, b })
      if (contrast(tried, ground) >= leastContrast) return tried
    }
  // Of black and white, one has a contrast of 4.58 at least with any colour there is.
  return contrast(white, ground) >= leastContrast ? white : black
}

/** Ways to write a colour on the screen. */
export type ColourFormat = "hexa" | "rgba"

/** A colour of a style as it is written on the screen; a word that names none as it is. */
export const inFormat = (value: string, format: ColourFormat): string => {
  const colour = readColour(value)
  if (colour === null) return value
  if (format === "hexa") return writeColour(colour)
  const { red, green, blue, alpha } = colour
  return `rgba(${[red, green, blue].map(Math.round).join(", ")}, ${Math.round(alpha * 100) / 100})`
}

/** What is kept of a colour that was typed or picked: 8-digit hex, nothing of nothing; undefined for what is no colour. */
export const keptColour = (typed: string): string | undefined => {
  const text = typed.trim()
  const colour = readColour(text)
  if (colour !== null) return writeColour(colour)
  return text === "" ? "" : undefined
}

export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }
export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))

const ofHex = (hex: string): Colour => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return { red: part(0), green: part(2), blue: part(4), alpha: hex.length === 8 ? part(6) / 255 : 1 }
}

const blend = (above: Colour, below: Colour): Colour => {
  const mixed = (part: "red" | "green" | "blue") => above[part] * above.alpha + below[part] * (1 - above.alpha)
  return { red: mixed("red"), green: mixed("green"), blue: mixed("blue"), alpha: 1 }
}

const linear = (part: number): number => (part <= 0.040_45 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const coded = (part: number): number => Math.round(within(part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055, 1) * 255)

const luminance = ({ red, green, blue }: Colour): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

type Lab = { readonly light: number; readonly a: number; readonly b: number }

const labOf = (colour: Colour): Lab => {
  const [red, green, blue] = [linear(colour.red), linear(colour.green), linear(colour.blue)]
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return {
    light: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    a: 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  }
}

const ofLab = ({ light, a, b }: Lab): Colour => {
  const l = (light + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (light - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (light - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return {
    red: coded(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    green: coded(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    blue: coded(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
    alpha: 1,
  }
}
