// Parses, prints and blends colors, and measures their contrast (WCAG 2.2 §1.4.3; OKLab by Björn Ottosson) [T13].

// The named colors of CSS (CSS Color 4 §6.1).

const namedColors = `
aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4 black:000000
blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0 chartreuse:7fff00
chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff darkblue:00008b darkcyan:008b8b
darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f
darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f
darkslategrey:2f4f4f darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969
dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff
gold:ffd700 goldenrod:daa520 gray:808080 green:008000 greenyellow:adff2f grey:808080 honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c
indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6
lightcoral:f08080 lightcyan:e0ffff lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightpink:ffb6c1
lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899 lightslategrey:778899 lightsteelblue:b0c4de
lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000 mediumaquamarine:66cdaa mediumblue:0000cd
mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371 mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc
mediumvioletred:c71585 midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080
oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98
paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6
purple:800080 rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460
seagreen:2e8b57 seashell:fff5ee sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090
snow:fffafa springgreen:00ff7f steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0 violet:ee82ee
wheat:f5deb3 white:ffffff whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
`

const hexByName: ReadonlyMap<string, string> = new Map(
  [...namedColors.matchAll(/(\w+):(\w+)/g)].map(([, name = "", hex = ""]) => [name, `#${hex}ff`]),
)

/** Returns the color with this CSS name as `#rrggbbaa`; undefined if there is none. */
export const findNamedColor = (name: string): string | undefined => hexByName.get(name.toLowerCase())

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Color = { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number }

/** Parses a color of a style; null for a word that is not a color name. */
export const parseColor = (value: string): Color | null => {
  const namedHex = findNamedColor(value)
  if (namedHex !== undefined) return parseColor(namedHex)
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(value)?.[1]
  if (hex !== undefined) return parseHexDigits(hex.length < 6 ? hex.replace(/./g, "$&$&") : hex)
  if (value.toLowerCase() === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 }
  const parts = /^rgba?\(([^)]*)\)$/i.exec(value)?.[1]?.split(",").map(Number)
  if (parts === undefined || parts.length < 3 || parts.some((component) => !Number.isFinite(component))) return null
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts
  return { red: clamp(red, 255), green: clamp(green, 255), blue: clamp(blue, 255), alpha: clamp(alpha, 1) }
}

/** Returns a color as styles store it: `#rrggbbaa`. */
export const printColor = ({ red, green, blue, alpha }: Color): string =>
  `#${[red, green, blue, alpha * 255].map((component) => Math.round(component).toString(16).padStart(2, "0")).join("")}`

/** Returns the visible color of `above` on `below`; if that is transparent too, it lies on white. */
export const blendOver = (above: Color, below: Color): Color => {
  const opaqueBelow = below.alpha === 1 ? below : blend(below, white)
  return above.alpha === 1 ? above : blend(above, opaqueBelow)
}

/** Returns the visible color of layers, uppermost first; null if a visible one cannot be parsed. */
export const blendLayers = ([above, ...below]: ReadonlyArray<Color | null>): Color | null => {
  if (above === undefined || above === null) return null
  if (above.alpha === 1) return above
  if (below.length === 0) return blendOver(above, white)
  const blendedBelow = blendLayers(below)
  return blendedBelow === null ? null : blendOver(above, blendedBelow)
}

/** Returns the contrast ratio of two opaque colors, from 1 to 21. */
export const contrastRatio = (a: Color, b: Color): number => {
  const [luminanceA, luminanceB] = [luminance(a), luminance(b)]
  return (Math.max(luminanceA, luminanceB) + 0.05) / (Math.min(luminanceA, luminanceB) + 0.05)
}

/** The minimum contrast ratios of text, and of the outlines of controls (WCAG 2.2 AA). */
export const minContrastRatio = 4.5
export const minOutlineContrastRatio = 3

/** Returns the closest color of the same hue that is legible on an opaque background: lighter or darker by the smallest sufficient amount. */
export const nearestReadableColor = (text: Color, background: Color, minimum: number = minContrastRatio): Color => {
  const visible = blendOver(text, background)
  const { light, a, b } = toLab(visible)
  for (let distance = 0; distance <= 1; distance += 1 / 256)
    for (const lightness of [light - distance, light + distance]) {
      const candidate = fromLab({ light: clamp(lightness, 1), a, b })
      if (contrastRatio(candidate, background) >= minimum) return candidate
    }
  // Either black or white has a contrast of 4.58 or more with any color.
  return contrastRatio(white, background) >= minimum ? white : black
}

/** The formats in which colors are displayed. */
export type ColorFormat = "hexa" | "rgba"

/** Returns a color of a style as displayed; a word that is not a color name unchanged. */
export const formatColor = (value: string, format: ColorFormat): string => {
  const color = parseColor(value)
  if (color === null) return value
  if (format === "hexa") return printColor(color)
  const { red, green, blue, alpha } = color
  return `rgba(${[red, green, blue].map(Math.round).join(", ")}, ${Math.round(alpha * 100) / 100})`
}

/** Returns the stored form of a color that was typed or picked: 8-digit hex, or empty for an empty text; undefined if it is not a color. */
export const normalizeColor = (input: string): string | undefined => {
  const text = input.trim()
  const color = parseColor(text)
  if (color !== null) return printColor(color)
  return text === "" ? "" : undefined
}

export const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
export const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value))

const parseHexDigits = (hex: string): Color => {
  const parseByte = (index: number): number => Number.parseInt(hex.slice(index, index + 2), 16)
  return { red: parseByte(0), green: parseByte(2), blue: parseByte(4), alpha: hex.length === 8 ? parseByte(6) / 255 : 1 }
}

const blend = (above: Color, below: Color): Color => {
  const mix = (component: "red" | "green" | "blue") => above[component] * above.alpha + below[component] * (1 - above.alpha)
  return { red: mix("red"), green: mix("green"), blue: mix("blue"), alpha: 1 }
}

const toLinear = (component: number): number =>
  component <= 0.040_45 * 255 ? component / 255 / 12.92 : ((component / 255 + 0.055) / 1.055) ** 2.4
const fromLinear = (component: number): number =>
  Math.round(clamp(component <= 0.003_130_8 ? component * 12.92 : 1.055 * component ** (1 / 2.4) - 0.055, 1) * 255)

const luminance = ({ red, green, blue }: Color): number => 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

type Lab = { readonly light: number; readonly a: number; readonly b: number }

const toLab = (color: Color): Lab => {
  const [red, green, blue] = [toLinear(color.red), toLinear(color.green), toLinear(color.blue)]
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return {
    light: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    a: 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  }
}

const fromLab = ({ light, a, b }: Lab): Color => {
  const l = (light + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (light - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (light - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return {
    red: fromLinear(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    green: fromLinear(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    blue: fromLinear(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
    alpha: 1,
  }
}

/** Returns whether native controls, such as a date field's calendar, should be light or dark on these layers, uppermost first (WCAG 2.2 §1.4.11). */
export const getColorScheme = (layers: ReadonlyArray<string | undefined>): "light" | "dark" => {
  const background = blendLayers(layers.map((layer) => parseColor(layer ?? "")))
  return background !== null && contrastRatio(white, background) > contrastRatio(black, background) ? "dark" : "light"
}
