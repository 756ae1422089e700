// Colors of a style: parsing and printing, contrast, and palettes.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  blendOver,
  type Color,
  contrastRatio,
  formatColor,
  getColorScheme,
  minContrastRatio,
  nearestReadableColor,
  normalizeColor,
  parseColor,
  printColor,
} from "../../domain/style/color.ts"
import { emptyStyle, type Style } from "../../domain/style/community-style.ts"
import { findContrast, floorRatio, listLowContrasts, listTextsOnImages, measureContrasts } from "../../domain/style/style-contrast.ts"
import { type StyledPage, type StyleKeyTable, styleTables, tabs } from "../../domain/style/style-keys.ts"
import { applyPalette, listSwatches, type PaletteName, palettes } from "../../domain/style/style-presets.ts"
import { isStyleValue, listChangedKeys, resolveValue } from "../../domain/style/stylesheet.ts"

const part = fc.integer({ min: 0, max: 255 })
const alpha = part.map((byte) => byte / 255)
const color: fc.Arbitrary<Color> = fc.record({ red: part, green: part, blue: part, alpha })
const opaque: fc.Arbitrary<Color> = color.map((color) => ({ ...color, alpha: 1 }))
const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

describe("a color", () => {
  test("is printed with eight digits and parsed again", () => {
    fc.assert(
      fc.property(color, (color) => {
        const written = printColor(color)
        expect(written).toMatch(/^#[\da-f]{8}$/)
        expect(parseColor(written)).toEqual(color)
      }),
    )
  })

  test.each([
    ["#abc", "#aabbccff"],
    ["#ABCD", "#aabbccdd"],
    ["#123456", "#123456ff"],
    ["rgb(1, 2,3)", "#010203ff"],
    ["rgba(255,255,255,.5)", "#ffffff80"],
    ["transparent", "#00000000"],
    [" #fff ", "#ffffffff"],
    ["Red", "#ff0000ff"],
    ["rebeccapurple", "#663399ff"],
    ["reddish", undefined],
    ["constructor", undefined],
    ["red;", undefined],
    ["#12", undefined],
    ["", ""],
  ])("typed as %s is stored as %s", (typed, stored) => {
    expect(normalizeColor(typed)).toBe(stored)
  })

  test("is a valid style value once normalized, and the same color when formatted as rgba", () => {
    fc.assert(
      fc.property(fc.oneof(color.map(printColor), fc.string()), (typed) => {
        const stored = normalizeColor(typed)
        if (stored !== undefined) expect(isStyleValue({ kind: "color" }, stored)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(opaque.map(printColor), (value) => {
        expect(formatColor(value, "hexa")).toBe(value)
        expect(normalizeColor(formatColor(value, "rgba"))).toBe(value)
      }),
    )
    expect([formatColor("rebeccapurple", "rgba"), formatColor("reddish", "rgba")]).toEqual(["rgba(102, 51, 153, 1)", "reddish"])
  })

  test("is kept when opaque and replaced when fully transparent, blended over another color", () => {
    fc.assert(
      fc.property(opaque, opaque, (top, bottom) => {
        expect(blendOver(top, bottom)).toEqual(top)
        expect(blendOver({ ...top, alpha: 0 }, bottom)).toEqual(bottom)
        expect(blendOver({ ...top, alpha: 0.5 }, bottom).alpha).toBe(1)
      }),
    )
  })
})

describe("contrast", () => {
  test("is that of WCAG: 21 between black and white, symmetric, and 1 with itself", () => {
    expect(contrastRatio(black, white)).toBeCloseTo(21, 5)
    const gray = (hex: string) => parseColor(hex) ?? black
    expect(contrastRatio(gray("#767676"), white)).toBeCloseTo(4.54, 2)
    expect(contrastRatio(gray("#777777"), white)).toBeCloseTo(4.48, 2)
    fc.assert(
      fc.property(opaque, opaque, (a, b) => {
        expect(contrastRatio(a, b)).toBe(contrastRatio(b, a))
        expect(contrastRatio(a, a)).toBe(1)
        expect(contrastRatio(a, b)).toBeLessThanOrEqual(21.001)
      }),
    )
  })

  test("[T13] of a suggested color is high enough on any background, and readable text keeps its color", () => {
    fc.assert(
      fc.property(opaque, opaque, (text, background) => {
        const offered = nearestReadableColor(text, background)
        expect(contrastRatio(offered, background)).toBeGreaterThanOrEqual(minContrastRatio)
        if (contrastRatio(text, background) >= minContrastRatio) {
          for (const channel of ["red", "green", "blue"] as const) expect(Math.abs(offered[channel] - text[channel])).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test("[T13] needs only a small change: gray stays gray, and text on white gets only as dark as needed", () => {
    const offered = nearestReadableColor({ red: 153, green: 153, blue: 153, alpha: 1 }, white)
    expect(Math.max(Math.abs(offered.red - offered.green), Math.abs(offered.green - offered.blue))).toBeLessThanOrEqual(1)
    expect(contrastRatio(offered, white)).toBeLessThan(4.8)
  })

  test("[T13] is measured for every pair of text and background, and is high enough by default", () => {
    const texts = (portal: StyledPage) =>
      Object.keys(styleTables[portal]).filter(
        (name) =>
          /_color$|_color-min-max$|(?:link|placeholder|disabled|active|button)-color$/.test(name) && !/border|star_|progress/.test(name),
      )
    for (const portal of ["web", "stats"] as const) {
      const found = measureContrasts(portal, {})
      const measured = found.map(({ textKey }) => textKey)
      expect(texts(portal).filter((name) => !measured.includes(name) && name !== "header_hamburger_menu_color")).toEqual([])
      expect(found.filter(({ suggestedColor }) => suggestedColor !== null)).toEqual([])
      expect(Object.keys(styleTables[portal]).flatMap((name) => findContrast(portal, {}, name) ?? [])).toEqual(
        expect.arrayContaining([...found]),
      )
      expect(["constructor", "nothing", ""].map((name) => findContrast(portal, {}, name))).toEqual([null, null, null])
    }
    expect(tabs.flatMap((tab) => listLowContrasts(emptyStyle, tab))).toEqual([])
  })

  test("[T13] of the outlines of choices, fields and stars is at least 3 with the chat by default, and is measured", () => {
    const outlines = [
      "choices_inactive-border-color",
      "choices_active-border-color",
      "input-control_border-color",
      "star_rating_border-color",
    ]
    const measured = measureContrasts("web", {}).filter(({ minimum }) => minimum === 3)
    expect(measured.map(({ textKey }) => textKey)).toEqual(outlines)
    expect(measured.filter(({ ratio }) => ratio < 3)).toEqual([])
    const pale: Style = { web: { "input-control_border-color": "#dddddd" }, stats: {} }
    const [low] = listLowContrasts(pale, "answers")
    expect([low?.textKey, low?.minimum]).toEqual(["input-control_border-color", 3])
    expect(listLowContrasts({ ...pale, web: { "input-control_border-color": low?.suggestedColor ?? "" } }, "answers")).toEqual([])
    expect(findContrast("web", { ...pale.web, "input-control_border-width": "0px" }, "input-control_border-color")).toBeNull()
  })

  test("[T13] that is too low is reported in its tab and fixed by the suggested color", () => {
    const style: Style = { web: { "user-message_color": "#9bd35aff" }, stats: {} }
    const [found, ...others] = listLowContrasts(style, "messages")
    expect(others).toEqual([])
    expect([found?.textKey, found?.backgroundKey]).toEqual(["user-message_color", "user-message_background-color"])
    expect(found?.ratio).toBeLessThan(minContrastRatio)
    // Active choices take their colors from the user's messages.
    expect(listLowContrasts(style, "answers").map(({ textKey }) => textKey)).toEqual(["choices_active-color"])
    expect(listLowContrasts({ ...style, web: { "user-message_color": found?.suggestedColor ?? "" } }, "messages")).toEqual([])
  })

  test("[T13] is rounded down, so a low ratio never looks high enough", () => {
    expect([4.49, 4.5, 4.58, 21].map(floorRatio)).toEqual([4.4, 4.5, 4.5, 21])
  })

  test("[T13] is measured for every text, or the text is listed as not measurable", () => {
    const image = fc.constantFrom("", "/uploads/a/b.png")
    fc.assert(
      fc.property(fc.constantFrom("", "cover", "0"), image, (size, address) => {
        const sheet = { "header_background-size": size, "header_background-image": address }
        const all = measureContrasts("web", {}).map(({ textKey }) => textKey)
        const named = [...measureContrasts("web", sheet).map(({ textKey }) => textKey), ...listTextsOnImages("web", sheet)]
        expect(named.toSorted()).toEqual(all.toSorted())
      }),
    )
  })

  test("[T13] takes transparent colors over their background into account, and is not measured for invalid colors and images", () => {
    const contrastOf = (sheet: Style["web"], text: string) => findContrast("web", sheet, text)
    expect(
      contrastOf({ "abbi-message_background-color": "#00000000", "chat_background-color": "#000000ff" }, "abbi-message_color")?.ratio,
    ).toBeLessThan(1.5)
    // Half-transparent black on white is gray.
    const half = { "abbi-message_background-color": "#00000080", "chat_background-color": "#ffffffff", "abbi-message_color": "#000000ff" }
    expect(contrastOf(half, "abbi-message_color")?.ratio).toBeCloseTo(5.28, 1)
    expect(contrastOf({ "chat_background-color": "reddish" }, "chat_color")).toBeNull()
    expect(contrastOf({}, "header_hamburger_menu_color")).not.toBeNull()
    const withImage = { "header_background-size": "cover", "header_background-image": "/uploads/a/b.png" }
    expect(contrastOf(withImage, "header_hamburger_menu_color")).toBeNull()
    expect(listTextsOnImages("web", withImage)).toEqual(["header_hamburger_menu_color"])
    expect([listTextsOnImages("web", {}), listTextsOnImages("stats", withImage)]).toEqual([[], []])
    expect(contrastOf({ ...withImage, "header_background-size": "0" }, "header_hamburger_menu_color")).not.toBeNull()
  })
})

describe("palettes", () => {
  const names = Object.keys(palettes) as ReadonlyArray<PaletteName>

  test.each(names)("[T14] %s sets all colors and nothing else, with valid values and readable texts", (name) => {
    const before: Style = { web: { "body_font-family": "Lora", header_display: "none", newer_key: "x" }, stats: { "newer_key-2": "y" } }
    const styled = applyPalette(before, name)
    for (const portal of ["web", "stats"] as const) {
      const table: StyleKeyTable = styleTables[portal]
      for (const key of listChangedKeys(before[portal], styled[portal])) expect(table[key]?.kind).toBe("color")
      for (const [key, rule] of Object.entries(table))
        if (rule.kind === "color") {
          expect([key, Object.hasOwn(styled[portal], key)]).toEqual([key, true])
          expect(isStyleValue(rule, styled[portal][key] ?? "")).toBe(true)
        }
      expect(measureContrasts(portal, styled[portal]).filter(({ suggestedColor }) => suggestedColor !== null)).toEqual([])
    }
    expect(listSwatches(name).every((swatch) => parseColor(swatch) !== null)).toBe(true)
  })

  test("[T14] the default palette restores every default, also after another palette", () => {
    const back = applyPalette(applyPalette(emptyStyle, "night"), "lime")
    for (const portal of ["web", "stats"] as const)
      for (const name of Object.keys(styleTables[portal]))
        expect(resolveValue(styleTables[portal], back[portal], name)).toBe(resolveValue(styleTables[portal], {}, name))
  })
})

describe("[T13] the color scheme of browser controls", () => {
  test.each([
    [["#ffffffff"], "light"],
    [["#0d1117ff"], "dark"],
    [["#00000000", "#0d1117ff"], "dark"],
    [["#00000000", "#0d111700", "#eeeeeeff"], "light"],
    [["navy"], "dark"],
    [["no-colour"], "light"],
    [[undefined], "light"],
    [[], "light"],
  ])("on %j is %s", (colors, scheme) => {
    expect(getColorScheme(colors)).toBe(scheme)
  })

  test("has a contrast of at least 4.5 on any background", () => {
    fc.assert(
      fc.property(opaque, (background) => {
        const textColor = getColorScheme([printColor(background)]) === "dark" ? white : black
        expect(contrastRatio(textColor, background)).toBeGreaterThanOrEqual(minContrastRatio)
      }),
    )
  })
})
