// Colours of a style: how they are read and written, whether texts can be read on them, and the palettes that are ready-made.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  blendOver,
  type Color,
  colorSchemeOf,
  contrastRatio,
  formatColor,
  minContrastRatio,
  nearestReadableColor,
  normalizeColor,
  parseColor,
  printColor,
} from "../../domain/style/color.ts"
import { emptyStyle, type Style } from "../../domain/style/community-style.ts"
import { findContrast, floorRatio, listLowContrasts, measureContrasts, textsOnImages } from "../../domain/style/style-contrast.ts"
import { type StyledPage, type StyleKeyTable, styleTables } from "../../domain/style/style-keys.ts"
import { applyPalette, type PaletteName, palettes, swatchesOf } from "../../domain/style/style-presets.ts"
import { tabs } from "../../domain/style/style-sections.ts"
import { changedKeys, isStyleValue, resolveValue } from "../../domain/style/stylesheet.ts"

const part = fc.integer({ min: 0, max: 255 })
const alpha = part.map((it) => it / 255)
const colour: fc.Arbitrary<Color> = fc.record({ red: part, green: part, blue: part, alpha })
const opaque: fc.Arbitrary<Color> = colour.map((it) => ({ ...it, alpha: 1 }))
const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
const black: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

describe("a colour", () => {
  test("is written in eight digits, and read back as it was", () => {
    fc.assert(
      fc.property(colour, (it) => {
        const written = printColor(it)
        expect(written).toMatch(/^#[\da-f]{8}$/)
        expect(parseColor(written)).toEqual(it)
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
  ])("typed as %s is kept as %s", (typed, kept) => {
    expect(normalizeColor(typed)).toBe(kept)
  })

  test("what is kept can stand in a style, however it was typed; written as rgba it says the same colour", () => {
    fc.assert(
      fc.property(fc.oneof(colour.map(printColor), fc.string()), (typed) => {
        const kept = normalizeColor(typed)
        if (kept !== undefined) expect(isStyleValue({ kind: "colour" }, kept)).toBe(true)
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

  test("over another: one that cannot be seen through hides it, one that is not there shows it", () => {
    fc.assert(
      fc.property(opaque, opaque, (one, other) => {
        expect(blendOver(one, other)).toEqual(one)
        expect(blendOver({ ...one, alpha: 0 }, other)).toEqual(other)
        expect(blendOver({ ...one, alpha: 0.5 }, other).alpha).toBe(1)
      }),
    )
  })
})

describe("contrast", () => {
  test("is that of WCAG: 21 between black and white, the known greys, the same both ways, 1 with itself", () => {
    expect(contrastRatio(black, white)).toBeCloseTo(21, 5)
    const grey = (hex: string) => parseColor(hex) ?? black
    expect(contrastRatio(grey("#767676"), white)).toBeCloseTo(4.54, 2)
    expect(contrastRatio(grey("#777777"), white)).toBeCloseTo(4.48, 2)
    fc.assert(
      fc.property(opaque, opaque, (one, other) => {
        expect(contrastRatio(one, other)).toBe(contrastRatio(other, one))
        expect(contrastRatio(one, one)).toBe(1)
        expect(contrastRatio(one, other)).toBeLessThanOrEqual(21.001)
      }),
    )
  })

  test("[T13] what is offered can be read, on any ground, and is the text itself where that can be read already", () => {
    fc.assert(
      fc.property(opaque, opaque, (text, ground) => {
        const offered = nearestReadableColor(text, ground)
        expect(contrastRatio(offered, ground)).toBeGreaterThanOrEqual(minContrastRatio)
        if (contrastRatio(text, ground) >= minContrastRatio) {
          for (const of of ["red", "green", "blue"] as const) expect(Math.abs(offered[of] - text[of])).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test("[T13] what is offered is near: of a grey a grey, of light on white only as dark as is needed", () => {
    const offered = nearestReadableColor({ red: 153, green: 153, blue: 153, alpha: 1 }, white)
    expect(Math.max(Math.abs(offered.red - offered.green), Math.abs(offered.green - offered.blue))).toBeLessThanOrEqual(1)
    expect(contrastRatio(offered, white)).toBeLessThan(4.8)
  })

  test("[T13] every pair of text and ground is measured, and the defaults can be read", () => {
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

  test("[T13] a pair that cannot be read says so in its tab, and the offered colour mends it", () => {
    const style: Style = { web: { "user-message_color": "#9bd35aff" }, stats: {} }
    const [found, ...others] = listLowContrasts(style, "messages")
    expect(others).toEqual([])
    expect([found?.textKey, found?.backgroundKey]).toEqual(["user-message_color", "user-message_background-color"])
    expect(found?.ratio).toBeLessThan(minContrastRatio)
    // The chosen choices take their colours from the user's messages.
    expect(listLowContrasts(style, "answers").map(({ textKey }) => textKey)).toEqual(["choices_active-color"])
    expect(listLowContrasts({ ...style, web: { "user-message_color": found?.suggestedColor ?? "" } }, "messages")).toEqual([])
  })

  test("[T13] a ratio that is too low is never told as if it were enough", () => {
    expect([4.49, 4.5, 4.58, 21].map(floorRatio)).toEqual([4.4, 4.5, 4.5, 21])
  })

  test("[T13] every text has its contrast or is named as one that cannot be measured", () => {
    const image = fc.constantFrom("", "/uploads/a/b.png")
    fc.assert(
      fc.property(fc.constantFrom("", "cover", "0"), image, (size, address) => {
        const sheet = { "header_background-size": size, "header_background-image": address }
        const all = measureContrasts("web", {}).map(({ textKey }) => textKey)
        const named = [...measureContrasts("web", sheet).map(({ textKey }) => textKey), ...textsOnImages("web", sheet)]
        expect(named.toSorted()).toEqual(all.toSorted())
      }),
    )
  })

  test("[T13] what can be seen through lies over what is under it; names of colours and images are not measured", () => {
    const of = (sheet: Style["web"], text: string) => findContrast("web", sheet, text)
    expect(
      of({ "abbi-message_background-color": "#00000000", "chat_background-color": "#000000ff" }, "abbi-message_color")?.ratio,
    ).toBeLessThan(1.5)
    // Half of black on white is grey: neither of them.
    const half = { "abbi-message_background-color": "#00000080", "chat_background-color": "#ffffffff", "abbi-message_color": "#000000ff" }
    expect(of(half, "abbi-message_color")?.ratio).toBeCloseTo(5.28, 1)
    expect(of({ "chat_background-color": "reddish" }, "chat_color")).toBeNull()
    expect(of({}, "header_hamburger_menu_color")).not.toBeNull()
    const withImage = { "header_background-size": "cover", "header_background-image": "/uploads/a/b.png" }
    expect(of(withImage, "header_hamburger_menu_color")).toBeNull()
    expect(textsOnImages("web", withImage)).toEqual(["header_hamburger_menu_color"])
    expect([textsOnImages("web", {}), textsOnImages("stats", withImage)]).toEqual([[], []])
    expect(of({ ...withImage, "header_background-size": "0" }, "header_hamburger_menu_color")).not.toBeNull()
  })
})

describe("palettes", () => {
  const names = Object.keys(palettes) as ReadonlyArray<PaletteName>

  test.each(names)("[T14] %s sets colours and nothing else, each of which can stand, and every text can be read", (name) => {
    const before: Style = { web: { "body_font-family": "Lora", header_display: "none", newer_key: "x" }, stats: { "newer_key-2": "y" } }
    const worn = applyPalette(before, name)
    for (const portal of ["web", "stats"] as const) {
      const table: StyleKeyTable = styleTables[portal]
      for (const key of changedKeys(before[portal], worn[portal])) expect(table[key]?.kind).toBe("colour")
      for (const [key, of] of Object.entries(table))
        if (of.kind === "colour") {
          expect([key, Object.hasOwn(worn[portal], key)]).toEqual([key, true])
          expect(isStyleValue(of, worn[portal][key] ?? "")).toBe(true)
        }
      expect(measureContrasts(portal, worn[portal]).filter(({ suggestedColor }) => suggestedColor !== null)).toEqual([])
    }
    expect(swatchesOf(name).every((it) => parseColor(it) !== null)).toBe(true)
  })

  test("[T14] the product's own brings every default back, also after another", () => {
    const back = applyPalette(applyPalette(emptyStyle, "night"), "lime")
    for (const portal of ["web", "stats"] as const)
      for (const name of Object.keys(styleTables[portal]))
        expect(resolveValue(styleTables[portal], back[portal], name)).toBe(resolveValue(styleTables[portal], {}, name))
  })
})

describe("[T13] what the browser draws by itself", () => {
  test.each([
    [["#ffffffff"], "light"],
    [["#0d1117ff"], "dark"],
    [["#00000000", "#0d1117ff"], "dark"],
    [["#00000000", "#0d111700", "#eeeeeeff"], "light"],
    [["navy"], "dark"],
    [["no-colour"], "light"],
    [[undefined], "light"],
    [[], "light"],
  ])("on %j is that of a %s ground", (colours, scheme) => {
    expect(colorSchemeOf(colours)).toBe(scheme)
  })

  test("has a contrast of 4.5 at least, on whatever ground", () => {
    fc.assert(
      fc.property(opaque, (ground) => {
        const ink = colorSchemeOf([printColor(ground)]) === "dark" ? white : black
        expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(minContrastRatio)
      }),
    )
  })
})
