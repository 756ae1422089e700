// Colours as styles hold them: read, written, and measured against each other (WCAG 2.2 §1.4.3; OKLab by Björn Ottosson).

// The colours that style sheets know by a name (CSS Color 4 §6.1).

const list = `
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

const byName: ReadonlyMap<string, string> = new Map(
  [...list.matchAll(/(\w+):(\w+)/g)].map(([, name = "", hex = ""]) => [name, `#${hex}ff`]),
)

/** The colour of a name as styles hold it (`#rrggbbaa`); undefined for what is no name of a colour. */
export const colorByName = (name: string): string | undefined => byName.get(name.toLowerCase())

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Color = { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number }

/** The colour that a value of a style says, or null where it is a word that names none. */
export const parseColor = (value: string): Color | null => {
  const named = colorByName(value)
  if (named !== undefined) return parseColor(named)
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(value)?.[1]
  if (hex !== undefined) return ofHex(hex.length < 6 ? hex.replace(/./g, "$&$&") : hex)
  if (value.toLowerCase() === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 }
  const parts = /^rgba?\(([^)]*)\)$/i.exec(value)?.[1]?.split(",").map(Number)
  if (parts === undefined || parts.length < 3 || parts.some((part) => !Number.isFinite(part))) return null
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts
  return { red: within(red, 255), green: within(green, 255), blue: within(blue, 255), alpha: within(alpha, 1) }
}

/** A colour as styles hold it: `#rrggbbaa` (spec/3-community §9). */
export const printColor = ({ red, green, blue, alpha }: Color): string =>
  `#${[red, green, blue, alpha * 255].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

/** What is seen of a colour that lies over another; where that can be seen through, it lies over white. */
export const blendOver = (above: Color, below: Color): Color => {
  const ground = below.alpha === 1 ? below : blend(below, white)
  return above.alpha === 1 ? above : blend(above, ground)
}

/** What is seen of layers, the uppermost first. Null where one of them cannot be read and shows. */
export const blendLayers = ([above, ...below]: ReadonlyArray<Color | null>): Color | null => {
  if (above === undefined || above === null) return null
  if (above.alpha === 1) return above
  if (below.length === 0) return blendOver(above, white)
  const ground = blendLayers(below)
  return ground === null ? null : blendOver(above, ground)
}

/** The contrast of two colours that cannot be seen through: from 1 to 21. */
export const contrastRatio = (one: Color, other: Color): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The contrast that text of any size needs (WCAG 2.2 AA). */
export const minContrastRatio = 4.5

/** The nearest colour of the same hue that can be read on a ground which cannot be seen through: lighter or darker by as little as will do. */
export const nearestReadableColor = (text: Color, ground: Color): Color => {
  const seen = blendOver(text, ground)
  const { light, a, b } = labOf(seen)
  for (let away = 0; away <= 1; away += 1 / 256)
    for (const level of [light - away, light + away]) {
      const tried = ofLab({ light: within(level, 1), a, b })
      if (contrastRatio(tried, ground) >= minContrastRatio) return tried
    }
  // Of black and white, one has a contrast of 4.58 at least with any colour there is.
  return contrastRatio(white, ground) >= minContrastRatio ? white : black
}

/** Ways to write a colour on the screen. */
export type ColorFormat = "hexa" | "rgba"

/** A colour of a style as it is written on the screen; a word that names none as it is. */
export const formatColor = (value: string, format: ColorFormat): string => {
  const colour = parseColor(value)
  if (colour === null) return value
  if (format === "hexa") return printColor(colour)
  const { red, green, blue, alpha } = colour
  return `rgba(${[red, green, blue].map(Math.round).join(", ")}, ${Math.round(alpha * 100) / 100})`
}

/** What is kept of a colour that was typed or picked: 8-digit hex, nothing of nothing; undefined for what is no colour. */
export const normalizeColor = (typed: string): string | undefined => {
  const text = typed.trim()
  const colour = parseColor(text)
  if (colour !== null) return printColor(colour)
  return text === "" ? "" : undefined
}

export const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
export const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))

const ofHex = (hex: string): Color => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return { red: part(0), green: part(2), blue: part(4), alpha: hex.length === 8 ? part(6) / 255 : 1 }
}

const blend = (above: Color, below: Color): Color => {
  const mixed = (part: "red" | "green" | "blue") => above[part] * above.alpha + below[part] * (1 - above.alpha)
  return { red: mixed("red"), green: mixed("green"), blue: mixed("blue"), alpha: 1 }
}

const linear = (part: number): number => (part <= 0.040_45 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const coded = (part: number): number => Math.round(within(part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055, 1) * 255)

const luminance = ({ red, green, blue }: Color): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

type Lab = { readonly light: number; readonly a: number; readonly b: number }

const labOf = (colour: Color): Lab => {
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

const ofLab = ({ light, a, b }: Lab): Color => {
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

// Whether what the browser draws by itself, such as the calendar of a date's field, is to be light or dark (WCAG 2.2 §1.4.11; decisions T13).

/** The scheme of a ground, the uppermost of its colours first: dark where white is seen better on it than black. Light where none is told. */
export const colorSchemeOf = (colours: ReadonlyArray<string | undefined>): "light" | "dark" => {
  const ground = blendLayers(colours.map((colour) => parseColor(colour ?? "")))
  return ground !== null && contrastRatio(white, ground) > contrastRatio(black, ground) ? "dark" : "light"
}
