// Styles: keys and defaults, values, edits, warnings, message shapes, saving, fonts, tabs and previews.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { styleValueFindings } from "../../domain/files/style-file.ts"
import {
  demoStory,
  getDemoStoryDelayMs,
  getScenarioPage,
  previewFrames,
  previewTitle,
  previewViewport,
} from "../../domain/preview/preview-protocol.ts"
import { decodeStyle, emptyStyle, encodeStyle, isEmptyStyle, type Style } from "../../domain/style/community-style.ts"
import { buildSideMenu } from "../../domain/style/side-menu-links.ts"
import {
  fontFamilies,
  getFont,
  getUploadedFontFamily,
  isFontFileName,
  listFamilyWeights,
  weightNames,
} from "../../domain/style/style-fonts.ts"
import {
  chatStyleKeys,
  fontWeights,
  type StyledPage,
  type StyleKeyTable,
  scenarios,
  sections,
  styleTables,
  type Tab,
  tabs,
} from "../../domain/style/style-keys.ts"
import { findMessageShape, messageShapes, setMessageShape } from "../../domain/style/style-presets.ts"
import { findNextTab, findStyleWarnings, wizardTabs } from "../../domain/style/style-sections.ts"
import { applyUploads, imageProblem, listImageTypes, listPendingUploads } from "../../domain/style/style-uploads.ts"
import {
  areSizesEqual,
  isLinkRowVisible,
  isStyleValue,
  isToggleOn,
  listChangedKeys,
  resolveStylesheet,
  resolveValue,
  type Stylesheet,
  setToggle,
  setValue,
} from "../../domain/style/stylesheet.ts"

const tables: ReadonlyArray<readonly [StyledPage, StyleKeyTable]> = [
  ["web", styleTables.web],
  ["stats", styleTables.stats],
]
const names = Object.keys(chatStyleKeys)
const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    "#fff",
    "#8bc34aff",
    "red;}body{display:none",
    "url(javascript:alert(1))",
    "1em",
    ".75em",
    "0",
    "flex",
    "none",
    "1",
    "inline",
    "cover",
  ),
  fc.constantFrom(
    "https://a.example/x.png",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "Quicksand",
    "expression(alert(1))",
    "</style>",
  ),
)
const sheet: fc.Arbitrary<Stylesheet> = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 12 })

describe("the style keys", () => {
  test("[T1] are exactly those of the specification", () => {
    const links = [1, 2, 3, 4].flatMap((n) => [`sidemenu_link_${n}-display`, `sidemenu_link_${n}-content`, `sidemenu_link_${n}-url`])
    const keysOf = (scope: string, ...properties: ReadonlyArray<string>) => properties.map((property) => `${scope}_${property}`)
    expect(new Set(names)).toEqual(
      new Set([
        "app_background-color",
        "font_source_google",
        ...keysOf("body", "google_font-family", "font-file", "font-family", "font-weight", "font-size"),
        ...keysOf("header", "display", "background-color", "background-size", "background-image", "expanded", "hamburger_menu_color"),
        ...keysOf("header-logo", "display", "content"),
        "header-expanded-logo_opacity",
        ...keysOf("progress-bar", "color", "background-color"),
        ...keysOf("sidemenu", "display", "background-color", "color", "logo-display", "copyright-display"),
        ...links,
        "branding_message-display",
        ...keysOf("chat", "background-color", "color"),
        ...keysOf("abbi-message", "background-color", "color", "link-color", "button-background-color", "button-color", "border-color"),
        ...keysOf("user-message", "background-color", "color", "border-color"),
        ...keysOf("message", "border-radius", "tail-border-radius", "padding", "border-width", "box-shadow-enabled"),
        ...keysOf(
          "choices",
          "background-color",
          "color",
          "active-background-color",
          "active-color",
          "border-radius",
          "padding",
          "border-width",
        ),
        ...keysOf("choices", "inactive-border-color", "active-border-color"),
        ...keysOf(
          "input-control",
          "background-color",
          "color",
          "placeholder-color",
          "border-radius",
          "padding",
          "border-width",
          "border-color",
        ),
        "input-control_box-shadow-enabled",
        ...keysOf("slider", "background-color-left", "background-color-right", "color-min-max"),
        "star_rating-glyph",
        ...keysOf("star_rating", "inactive-color", "active-color", "border-width", "border-color"),
        ...keysOf("action-button", "background-color", "color", "disabled-background-color", "disabled-color"),
        "validation-error_color",
      ]),
    )
    expect(new Set(Object.keys(styleTables.stats))).toEqual(
      new Set([
        "header_background-color",
        ...keysOf("body", "background-color", "color"),
        "bar_background-color",
        ...[1, 2, 3, 4].map((n) => `pie${n}_background-color`),
        ...keysOf("button", "background-color", "color"),
      ]),
    )
  })

  test("[T2] inherit from messages and the progress bar only: choices, inputs and the slider", () => {
    const inherited = {
      "choices_active-background-color": "user-message_background-color",
      "choices_active-color": "user-message_color",
      "choices_active-border-color": "user-message_border-color",
      "choices_border-radius": "message_border-radius",
      choices_padding: "message_padding",
      "input-control_border-radius": "message_border-radius",
      "input-control_padding": "message_padding",
      "slider_background-color-left": "progress-bar_color",
      "slider_background-color-right": "progress-bar_background-color",
    } as const
    for (const [portal, table] of tables)
      for (const [name, { inherits }] of Object.entries(table))
        expect([name, inherits]).toEqual([
          name,
          portal === "web" ? Object.entries(inherited).find(([key]) => key === name)?.[1] : undefined,
        ])
    for (const [name, from] of Object.entries(inherited)) {
      const value = chatStyleKeys[from].kind === "color" ? "#01020304" : "1.25em"
      expect([name, resolveValue(chatStyleKeys, { [from]: value }, name)]).toEqual([name, value])
      expect([name, resolveValue(chatStyleKeys, {}, name)]).toEqual([name, chatStyleKeys[from].default])
    }
  })

  test("[T3] default to lime green and blue", () => {
    const shown = (...keys: ReadonlyArray<string>) => keys.map((key) => resolveValue(chatStyleKeys, {}, key))
    const [lime, blue] = ["#8bc34aff", "#2196f3ff"]
    expect(shown("header_background-color", "user-message_background-color", "action-button_background-color")).toEqual([lime, lime, lime])
    expect(shown("choices_active-background-color", "star_rating_active-color")).toEqual([lime, lime])
    expect(shown("progress-bar_color", "slider_background-color-left", "abbi-message_button-background-color")).toEqual([blue, blue, blue])
  })

  test.each(tables)("[T2] %s: each inherits from its own kind without cycles, or has a valid default", (_, table) => {
    for (const [name, key] of Object.entries(table)) {
      expect(name).toMatch(/^[A-Za-z0-9-]+(_[A-Za-z0-9-]+)+$/)
      expect([name, (key.inherits === undefined) !== (key.default === undefined)]).toEqual([name, true])
      const seen = new Set<string>()
      for (let at = name; table[at]?.inherits !== undefined; at = table[at]?.inherits ?? "") {
        expect([name, seen.has(at)]).toEqual([name, false])
        seen.add(at)
        expect(table[table[at]?.inherits ?? ""]?.kind).toBe(key.kind)
      }
      expect(isStyleValue(key, resolveValue(table, {}, name) ?? "missing;")).toBe(true)
    }
  })

  test("[T1] belong to sections of existing tabs, with scenarios of their page", () => {
    for (const [portal, table] of tables)
      for (const { section } of Object.values(table)) {
        expect(tabs).toContain(sections[section].tab)
        expect(sections[section].tab === "statistics").toBe(portal === "stats")
        expect(portal === "web" ? scenarios.chat : scenarios.stats).toContain(sections[section].scenario)
      }
  })

  test("[T3] have readable defaults with a contrast of 4.5", () => {
    const channelLuminance = (hex: string, at: number) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }
    const luminance = (hex: string) =>
      0.2126 * channelLuminance(hex, 1) + 0.7152 * channelLuminance(hex, 3) + 0.0722 * channelLuminance(hex, 5)
    const contrast = (table: StyleKeyTable, first: string, second: string) => {
      const [high = 0, low = 0] = [first, second].map((name) => luminance(resolveValue(table, {}, name) ?? "")).toSorted((a, b) => b - a)
      return (high + 0.05) / (low + 0.05)
    }
    const pairs = [
      ["abbi-message_background-color", "abbi-message_color"],
      ["abbi-message_background-color", "abbi-message_link-color"],
      ["abbi-message_button-background-color", "abbi-message_button-color"],
      ["user-message_background-color", "user-message_color"],
      ["choices_background-color", "choices_color"],
      ["choices_active-background-color", "choices_active-color"],
      ["input-control_background-color", "input-control_color"],
      ["input-control_background-color", "input-control_placeholder-color"],
      ["action-button_background-color", "action-button_color"],
      ["action-button_disabled-background-color", "action-button_disabled-color"],
      ["chat_background-color", "chat_color"],
      ["chat_background-color", "validation-error_color"],
      ["sidemenu_background-color", "sidemenu_color"],
      ["header_background-color", "header_hamburger_menu_color"],
    ] as const
    for (const [first, second] of pairs)
      expect([first, second, contrast(chatStyleKeys, first, second) >= 4.5]).toEqual([first, second, true])
    for (const scope of ["body", "button"])
      expect(contrast(styleTables.stats, `${scope}_background-color`, `${scope}_color`)).toBeGreaterThanOrEqual(4.5)
  })

  test("[T3] default to lime green, blue, Quicksand, 1rem, weight 400 and 0.75em", () => {
    const shown = resolveStylesheet(chatStyleKeys, {})
    expect(shown["user-message_background-color"]).toBe("#8bc34aff")
    expect(shown["progress-bar_color"]).toBe("#2196f3ff")
    expect([shown["body_font-family"], shown["body_font-size"], shown["body_font-weight"], shown["font_source_google"]]).toEqual([
      "Quicksand",
      "1rem",
      "400",
      "0",
    ])
    expect([shown["message_border-radius"], shown["message_padding"]]).toEqual(["0.75em", "0.75em"])
  })
})

describe("resolved values", () => {
  test("[T2] are the key's own valid value, else that of the key it inherits from, else the default", () => {
    fc.assert(
      fc.property(sheet, fc.constantFrom(...names), (style, name) => {
        const table: StyleKeyTable = chatStyleKeys
        const key = table[name]
        if (key === undefined) throw new Error(name)
        const own = style[name] ?? ""
        const expected =
          own !== "" && isStyleValue(key, own) ? own : key.inherits === undefined ? key.default : resolveValue(table, style, key.inherits)
        expect(resolveValue(table, style, name)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ["choices_active-background-color", "user-message_background-color", "#123456ff"],
    ["choices_active-color", "user-message_color", "#123456ff"],
    ["choices_border-radius", "message_border-radius", "2em"],
    ["choices_padding", "message_padding", "2em"],
    ["input-control_border-radius", "message_border-radius", "2em"],
    ["input-control_padding", "message_padding", "2em"],
    ["slider_background-color-left", "progress-bar_color", "#123456ff"],
    ["slider_background-color-right", "progress-bar_background-color", "#123456ff"],
  ])("[T2] %s follows %s unless it has its own value", (name, from, changed) => {
    expect(resolveValue(chatStyleKeys, { [from]: changed }, name)).toBe(changed)
    const own = changed.startsWith("#") ? "#abcdefff" : "3em"
    expect(resolveValue(chatStyleKeys, { [from]: changed, [name]: own }, name)).toBe(own)
    expect(resolveValue(chatStyleKeys, { [from]: changed, [name]: "" }, name)).toBe(changed)
  })

  test("[T4] never break out of a style sheet, whatever is stored", () => {
    fc.assert(
      fc.property(sheet, (style) => {
        for (const [name, shown] of Object.entries(resolveStylesheet(chatStyleKeys, style))) {
          const table: StyleKeyTable = chatStyleKeys
          const key = table[name]
          if (key?.kind === "text" && key.form === "line") continue
          expect(shown.replace(/^data:[a-z+/-]+;base64,/, "")).not.toMatch(/[;{}<>"'\\\n]|javascript:|expression/i)
        }
      }),
      { numRuns: 500 },
    )
  })

  test("do not exist for unknown keys and inherited properties", () => {
    expect(resolveValue(chatStyleKeys, { constructor: "x" }, "constructor")).toBeUndefined()
    expect(resolveValue(chatStyleKeys, { "new_key-of": "x" }, "new_key-of")).toBeUndefined()
  })

  test.each([
    [
      "app_background-color",
      ["#fff", "#ffff", "#FFFFFF", "#12345678", "transparent", "rgb(1, 2,3)", "rgba(1,2,3,.5)"],
      ["red;", "#12", "url(x)", "rgb(1,2)", "var(--x)"],
    ],
    [
      "message_padding",
      ["0", "0.0", "1em", ".75em", "1.5rem", "12px", "50%"],
      ["-1em", "1vh", "calc(1em)", "1em;", "em", "1e9em", "1.em", "10", "1.5"],
    ],
    ["message_border-width", ["0px", "0", "3px"], ["4px", "1em"]],
    ["star_rating_border-width", ["2px"], ["3px"]],
    ["body_font-size", [".875rem", "0.875rem", "1rem", "1.125rem"], ["2rem", "16px"]],
    ["body_font-weight", ["100", "950"], ["150", "bold", "1000"]],
    ["header_display", ["flex", "none"], ["block", "1"]],
    ["header-logo_display", ["inline", "none"], ["flex"]],
    ["branding_message-display", ["block", "none"], ["flex"]],
    ["header_background-size", ["cover", "0"], ["none", "1"]],
    ["sidemenu_link_1-url", ["https://a.example/x"], ["javascript:alert(1)", "a.example", "/x"]],
    ["sidemenu_link_1-content", ["Contact & more", "<b>"], ["a\nb", "x".repeat(1025)]],
    ["star_rating-glyph", ["★", "❤️", "5"], ["a b", '"', "x".repeat(9), "\\2605"]],
    [
      "header_background-image",
      ["https://a.example/x.png", "/uploads/demo/x.png", "data:image/png;base64,AAAA"],
      ["javascript:x", "data:text/html,x", "x.png"],
    ],
    [
      "body_font-file",
      ["https://a.example/x.woff2", "/uploads/demo/x.woff2", "data:font/woff2;base64,AAAA"],
      ["data:image/png;base64,AAAA", "x)", "https://a.example/x'y"],
    ],
    ["body_font-family", ["Quicksand", "Source Sans 3", "Ünïcode_Font-1"], ["a;b", "'x'", "a,b", " x", "x".repeat(101)]],
  ] as const)("[T4] for %s are validated by its kind", (name, valid, invalid) => {
    expect(valid.flatMap((value) => styleValueFindings("web", name, value, ""))).toEqual([])
    expect(invalid.map((value) => styleValueFindings("web", name, value, "/at").map(({ rule, pointer }) => [rule, pointer]))).toEqual(
      invalid.map(() => [["structure", "/at"]]),
    )
    expect(styleValueFindings("web", name, "", "")).toEqual([])
  })

  test("[T4] that are addresses contain no character that ends a CSS string", () => {
    const terminator = fc.constantFrom(
      '"',
      "'",
      "\\",
      "<",
      ">",
      " ",
      "\t",
      "\n",
      "\r",
      "\f",
      "\0",
      "\u0001",
      "\u007f",
      "\u0085",
      "\u00a0",
      "\u2028",
    )
    const plain = fc.stringMatching(/^[a-z0-9/?&=#%~-]{0,8}$/)
    fc.assert(
      fc.property(
        fc.constantFrom("header_background-image", "header-logo_content", "body_font-file"),
        plain,
        terminator,
        plain,
        (name, before, character, after) => {
          const address = `https://a.example/${before}${character}${after}`
          expect(isStyleValue(chatStyleKeys[name], address)).toBe(false)
          expect(resolveValue(chatStyleKeys, { [name]: address }, name)).toBe(resolveValue(chatStyleKeys, {}, name))
          expect(isStyleValue(chatStyleKeys[name], `https://a.example/${before}${after}`)).toBe(true)
        },
      ),
    )
  })

  test("[F3] of newer keys are accepted unchecked", () => {
    expect(styleValueFindings("web", "newer_key", "anything;", "")).toEqual([])
    expect(styleValueFindings("stats", "app_background-color", "anything;", "")).toEqual([])
  })

  test("are equal sizes in any notation", () => {
    expect(areSizesEqual(".75em", "0.75em")).toBe(true)
    expect(areSizesEqual("0", "0px")).toBe(true)
    expect(areSizesEqual("1em", "1rem")).toBe(false)
    expect(areSizesEqual("1em", "x")).toBe(false)
  })
})

describe("edits", () => {
  test("[T5] change their key, and only the keys that follow from it", () => {
    const dependentKeys: Readonly<Record<string, ReadonlyArray<string>>> = {
      font_source_google: ["body_font-weight"],
      "body_google_font-family": ["body_font-weight", "body_font-size"],
      "body_font-family": ["body_font-weight", "body_font-size"],
      "body_font-file": ["body_font-size"],
      "header_background-size": ["header_expanded"],
      ...Object.fromEntries(
        [1, 2, 3, 4].map((n) => [`sidemenu_link_${n}-display`, [`sidemenu_link_${n}-content`, `sidemenu_link_${n}-url`]]),
      ),
    }
    fc.assert(
      fc.property(sheet, fc.constantFrom(...names), value, (style, name, typed) => {
        const next = setValue(style, name, typed)
        expect(next[name]).toBe(typed)
        const others = listChangedKeys(style, next).filter((key) => key !== name)
        expect(others.every((key) => dependentKeys[name]?.includes(key) ?? false)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test("[T5] that turn a link off clear its text and URL; turning it on keeps them", () => {
    const style = { "sidemenu_link_2-display": "flex", "sidemenu_link_2-content": "Contact", "sidemenu_link_2-url": "https://a.example" }
    expect(setToggle(style, "sidemenu_link_2-display", false)).toEqual({
      "sidemenu_link_2-display": "none",
      "sidemenu_link_2-content": "",
      "sidemenu_link_2-url": "",
    })
    expect(setToggle(style, "sidemenu_link_2-display", true)).toEqual(style)
  })

  test("[T5] switching a link off clears its text in every language, and no other link's", () => {
    const other = { "sidemenu_link_1-content": "About", "sidemenu_link_1-content_fr": "À propos" }
    const sheet = {
      ...other,
      "sidemenu_link_2-display": "flex",
      "sidemenu_link_2-content": "Help",
      "sidemenu_link_2-content_fr": "Aide",
      "sidemenu_link_2-content_de": "Hilfe",
      "sidemenu_link_2-url": "https://a.example",
    }
    const off = setToggle(sheet, "sidemenu_link_2-display", false)
    const reused = {
      ...setToggle(off, "sidemenu_link_2-display", true),
      "sidemenu_link_2-content": "News",
      "sidemenu_link_2-url": "b.example",
    }
    expect(buildSideMenu(reused)).toEqual({ links: [{ content: "News", url: "https://b.example" }] })
    expect(off).toMatchObject(other)
  })

  test("[T5] of fonts reset the weight and size", () => {
    const style = { font_source_google: "1", "body_font-weight": "700", "body_font-size": "1.125rem" }
    expect(setToggle(style, "font_source_google", false)).toEqual({ ...style, font_source_google: "0", "body_font-weight": "400" })
    expect(setToggle(style, "font_source_google", true)).toEqual(style)
    const defaults = { "body_font-weight": "400", "body_font-size": "1rem" }
    expect(setValue(style, "body_font-family", "Inter")).toEqual({ ...style, "body_font-family": "Inter", ...defaults })
    expect(setValue(style, "body_google_font-family", "Inter")).toEqual({ ...style, "body_google_font-family": "Inter", ...defaults })
    expect(setValue(style, "body_font-file", "/uploads/x.woff2")).toEqual({
      ...style,
      "body_font-file": "/uploads/x.woff2",
      "body_font-size": "1rem",
    })
  })

  test("[T5] that turn a background image on expand the header; turning it off does not", () => {
    expect(setToggle({}, "header_background-size", true)).toEqual({ "header_background-size": "cover", header_expanded: "1" })
    expect(setToggle({}, "header_background-size", false)).toEqual({ "header_background-size": "0", header_expanded: "0" })
  })

  test("of toggles store the toggle's strings, which are read back", () => {
    for (const [name, key] of Object.entries<StyleKeyTable[string]>(chatStyleKeys)) {
      if (key.kind !== "toggle") expect(setToggle({}, name, true)).toEqual({})
      else for (const isOn of [true, false]) expect(isToggleOn(chatStyleKeys, setToggle({}, name, isOn), name)).toBe(isOn)
    }
  })

  test("show a link's row after a complete link, or while the link is on", () => {
    const first = { "sidemenu_link_1-content": "Contact", "sidemenu_link_1-url": "https://a.example" }
    const shown = (style: Stylesheet) => [1, 2, 3, 4].map((link) => isLinkRowVisible(style, link))
    expect(shown({})).toEqual([true, false, false, false])
    expect(shown(first)).toEqual([true, true, false, false])
    expect(shown({ ...first, "sidemenu_link_1-url": "" })).toEqual([true, false, false, false])
    // A link needs a visible text.
    expect(shown({ ...first, "sidemenu_link_1-content": "  " })).toEqual([true, false, false, false])
    expect(shown({ "sidemenu_link_4-display": "flex" })).toEqual([true, false, false, true])
  })

  test("are listed as changed keys, where an empty value equals a missing one", () => {
    fc.assert(
      fc.property(sheet, sheet, (before, after) => {
        const changed = listChangedKeys(before, after)
        expect(listChangedKeys(after, before).toSorted()).toEqual(changed.toSorted())
        expect(changed.every((name) => (before[name] ?? "") !== (after[name] ?? ""))).toBe(true)
        expect(listChangedKeys({ ...before, ...Object.fromEntries(changed.map((name) => [name, after[name] ?? ""])) }, after)).toEqual([])
      }),
    )
    expect(listChangedKeys({ a_b: "" }, {})).toEqual([])
  })
})

describe("warnings", () => {
  const toggles = ["header_display", "sidemenu_display", "header_expanded", "header-logo_display", "header-expanded-logo_opacity"]
  const branding = ["sidemenu_logo-display", "sidemenu_copyright-display", "branding_message-display"]

  test("[T6] are right for every combination of toggles", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (states) => {
        const style = [...toggles, ...branding].reduce<Stylesheet>((now, name, i) => setToggle(now, name, states[i] ?? false), {})
        const [header, sidemenu, expanded, logo, opaque, ...brands] = states
        const warned = new Set(findStyleWarnings(style))
        expect(warned.has("header-and-sidemenu-off")).toBe(!header && !sidemenu)
        expect(warned.has("sidemenu-without-header")).toBe(!header && sidemenu)
        expect(warned.has("header-without-sidemenu")).toBe(header && !sidemenu)
        expect(warned.has("logo-in-expanded-header")).toBe(header && expanded && logo && !opaque)
        expect(warned.has("branding-hidden")).toBe(!brands.every(Boolean))
      }),
    )
  })

  test("[T6] are empty for the defaults", () => {
    expect(findStyleWarnings({})).toEqual([])
  })
})

describe("message shapes", () => {
  const shape = fc.constantFrom("soft", "soft-pointed", "round", "round-pointed")

  test("[T7] are recognized after they are selected, and change only their own keys", () => {
    fc.assert(
      fc.property(sheet, shape, (style, picked) => {
        expect(findMessageShape(setMessageShape(style, picked))).toBe(picked)
        const names = ["message_border-radius", "message_tail-border-radius", "message_padding"]
        expect(listChangedKeys(style, setMessageShape(style, picked)).every((key) => names.includes(key))).toBe(true)
      }),
    )
    expect(findMessageShape({})).toBe("soft")
    expect(findMessageShape({ message_padding: "0.7500em" })).toBe("soft")
    expect(findMessageShape({ message_padding: "2em" })).toBeUndefined()
    expect(new Set(Object.values(messageShapes).map(({ radius, padding }) => `${radius} ${padding}`))).toEqual(
      new Set([".75em .75em", "1.75em 1em"]),
    )
  })
})

describe("saving a style", () => {
  const style: fc.Arbitrary<Style> = fc.record({
    web: fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.constantFrom("newer_key", "__proto__")), value, { maxKeys: 9 }),
    stats: fc.dictionary(fc.constantFrom(...Object.keys(styleTables.stats)), value, { maxKeys: 4 }),
  })

  test("[T9] stores single-key objects that are read back, without empty values", () => {
    fc.assert(
      fc.property(style, (original) => {
        const payload = encodeStyle(original)
        for (const item of [...payload.web, ...payload.stats]) expect(Object.keys(item).length).toBe(1)
        const decoded = decodeStyle(payload)
        for (const portal of ["web", "stats"] as const)
          expect(new Map(Object.entries(decoded[portal]))).toEqual(
            new Map(Object.entries(original[portal]).filter(([, saved]) => saved !== "")),
          )
        expect(encodeStyle(decoded)).toEqual(payload)
        expect(isEmptyStyle(original)).toBe(payload.web.length + payload.stats.length === 0)
      }),
    )
    expect(encodeStyle(emptyStyle)).toEqual({ web: [], stats: [] })
  })

  test("[T9] uses the last value of a duplicate key", () => {
    expect(decodeStyle({ web: [{ a_b: "1" }, { a_b: "2" }], stats: [] }).web).toEqual({ a_b: "2" })
  })

  const uri = (length: number, type = "image/png") => `data:${type};base64,`.padEnd(length, "A")

  test("[T10] first uploads long data URIs of images and contents, and font files", () => {
    const long = uri(256)
    expect(
      listPendingUploads({
        "header_background-image": long,
        "header-logo_content": long,
        "sidemenu_link_1-content": long,
        "body_font-file": uri(40, "font/woff2"),
        "app_background-color": long,
      }).map(({ name, kind }) => [name, kind]),
    ).toEqual([
      ["header_background-image", "image"],
      ["header-logo_content", "image"],
      ["sidemenu_link_1-content", "image"],
      ["body_font-file", "font"],
    ])
    expect(
      listPendingUploads({
        "header_background-image": uri(255),
        "header-logo_content": "https://a.example/x",
        "body_font-file": "/uploads/x",
      }),
    ).toEqual([])
  })

  test("[T10] replaces uploads by their addresses and changes nothing else", () => {
    const stylesheets = fc.dictionary(
      fc.constantFrom("header_background-image", "header-logo_content", "body_font-file", "app_background-color"),
      fc.oneof(
        fc.nat(300).map((n) => uri(n)),
        fc.constant("https://a.example/x"),
      ),
    )
    fc.assert(
      fc.property(stylesheets, (stylesheet) => {
        const uploads = listPendingUploads(stylesheet)
        const addresses = Object.fromEntries(uploads.map(({ name }) => [name, `/uploads/${name}`]))
        const saved = applyUploads(stylesheet, { ...addresses, stray_key: "/uploads/stray" })
        expect(listPendingUploads(saved)).toEqual([])
        expect(listChangedKeys(stylesheet, saved).toSorted()).toEqual(uploads.map(({ name }) => name).toSorted())
      }),
    )
  })

  test("accepts JPEG and PNG images up to 10 MB, more types for the logo, and warns from 1.1 MB on", () => {
    const png = (bytes: number) => imageProblem("header_background-image", { bytes, type: "image/png" })
    expect([0, 1, 1_153_433, 1_153_434, 10_485_760, 10_485_761].map(png)).toEqual(["empty", null, null, "big", "big", "too-big"])
    expect(imageProblem("header_background-image", { bytes: 9, type: "image/svg+xml" })).toBe("kind")
    expect(listImageTypes("header-logo_content").toSorted()).toEqual(["image/gif", "image/jpeg", "image/png", "image/svg+xml"])
  })
})

describe("fonts", () => {
  test("[T8] each family has weight 400, and only weights with a name", () => {
    for (const family of Object.keys(fontFamilies)) {
      expect(isStyleValue(chatStyleKeys["body_font-family"], family)).toBe(true)
      expect(listFamilyWeights(family)).toContain(400)
      for (const weight of listFamilyWeights(family))
        expect([Object.hasOwn(weightNames, weight), fontWeights.some((known) => known === String(weight))]).toEqual([true, true])
    }
    expect(listFamilyWeights("Quicksand")).toEqual([300, 400, 500, 600, 700])
    expect(listFamilyWeights("Comic Sans")).toEqual([400])
    expect(listFamilyWeights("constructor")).toEqual([400])
  })

  test("[T8] the weights are those of the font package", () => {
    const metadata: { readonly weights: ReadonlyArray<number>; readonly family: string } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../node_modules/@fontsource-variable", fontFamilies.Inter.id, "metadata.json"), "utf8"),
    )
    expect(listFamilyWeights(metadata.family)).toEqual(metadata.weights)
  })

  test("the font is uploaded, from Google, or built in", () => {
    expect(getFont({})).toEqual({ family: "Quicksand", file: null, isFromService: false })
    const own = { "body_font-family": "Mine", "body_font-file": "/uploads/demo/mine.woff2", "body_google_font-family": "Inter" }
    expect(getFont(own)).toEqual({ family: "Mine", file: "/uploads/demo/mine.woff2", isFromService: false })
    expect(getFont({ ...own, font_source_google: "1" })).toEqual({ family: "Inter", file: null, isFromService: true })
  })

  test("an uploaded font has one of the accepted extensions, and a name from its metadata or file", () => {
    expect(["a.woff", "a.WOFF2", "a.ttf", "a.otf", "a.eot", "woff"].map(isFontFileName)).toEqual([true, true, true, true, false, false])
    expect(getUploadedFontFamily("My Font", "x.woff2")).toBe("My Font")
    // [T16] The name is valid in a style.
    expect(getUploadedFontFamily("ab", "My.File.woff2")).toBe("My File")
    expect(getUploadedFontFamily("“Quoted”; font", "x.woff2")).toBe("Quoted font")
    expect(getUploadedFontFamily(null, "(1).ttf")).toBe("1")
    expect(getUploadedFontFamily(null, "….ttf")).toBe("Uploaded")
    expect(getUploadedFontFamily(null, "x.ttf")).toBe("x")
  })
})

describe("the wizard", () => {
  test("[T11] continues through every tab once, except the settings, from any tab", () => {
    fc.assert(
      fc.property(fc.constantFrom<Tab>(...tabs), (start) => {
        const seen = new Set<Tab>([start])
        for (let at = findNextTab(start, seen); at !== null; at = findNextTab(at, seen)) {
          expect(seen.has(at)).toBe(false)
          seen.add(at)
        }
        expect([...seen].filter((tab) => tab !== "settings").toSorted()).toEqual([...wizardTabs].toSorted())
      }),
    )
    expect(findNextTab("chat", new Set(["chat"]))).toBe("messages")
    expect(findNextTab("import-export", new Set(["messages", "import-export"]))).toBe("chat")
  })
})

describe("previews", () => {
  test("are never enlarged and fit the available space; a phone has a fixed size, a desktop fills the space down to its minimum", () => {
    const side = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(fc.constantFrom("mobile" as const, "desktop" as const), side, side, (frame, roomWidth, roomHeight) => {
        const { width, height, scale } = previewViewport(frame, { width: roomWidth, height: roomHeight })
        expect(scale).toBeLessThanOrEqual(1)
        // The sides of the desktop frame are whole pixels.
        expect(width * scale).toBeLessThanOrEqual(roomWidth + 0.5)
        expect(height * scale).toBeLessThanOrEqual(roomHeight + 0.5)
        const minimum = previewFrames[frame]
        if (frame === "mobile") expect([width, height]).toEqual([minimum.width, minimum.height])
        else {
          expect(Math.min(width - minimum.width, height - minimum.height)).toBeGreaterThanOrEqual(0)
          expect([width * scale, height * scale].map(Math.round)).toEqual([roomWidth, roomHeight])
        }
      }),
    )
    expect(previewViewport("desktop", { width: 0, height: 0 })).toEqual({ ...previewFrames.desktop, scale: 0 })
  })

  test("tell the demo story in 5 paragraphs, after 2 seconds and then every 10 seconds", () => {
    const delays = Array.from({ length: demoStory.paragraphs }, (_, index) => getDemoStoryDelayMs(index))
    expect(delays).toEqual([2000, 10_000, 10_000, 10_000, 10_000])
  })

  test("show each scenario on one of the two pages, with a window title of that page", () => {
    expect(scenarios.chat.map(getScenarioPage)).toEqual(scenarios.chat.map(() => "web"))
    expect(scenarios.stats.map(getScenarioPage)).toEqual(scenarios.stats.map(() => "stats"))
    expect([previewTitle("web", "acme"), previewTitle("stats", "acme")]).toEqual(["Chat - acme preview", "Livestats - acme preview"])
  })
})
