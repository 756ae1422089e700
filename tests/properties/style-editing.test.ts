// Editing a style: offered keys, labels, warnings, side menu links and fonts.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import { nl } from "../../domain/catalog/nl.ts"
import { maxSideMenuLinks, sideMenuProblems } from "../../domain/communities/side-menu.ts"
import { isStatsScenario } from "../../domain/preview/preview-protocol.ts"
import { encodeStyle, isEmptyStyle, resetStyle } from "../../domain/style/community-style.ts"
import { applySideMenu, buildSideMenu } from "../../domain/style/side-menu-links.ts"
import { fontFamilies, getFont, listSelectableWeights, removeFontFile, setFontFamily, setFontFile } from "../../domain/style/style-fonts.ts"
import {
  chatStyleKeys,
  isChatStyleKey,
  isStatsStyleKey,
  type Scenario,
  type Section,
  type StyleKeyTable,
  scenarios,
  sections,
  styleTables,
  tabs,
} from "../../domain/style/style-keys.ts"
import {
  chooseScenario,
  findSectionWarnings,
  findStyleWarnings,
  getTabPage,
  listDeprecatedKeys,
  listOfferedKeys,
  listSections,
  styleWarnings,
} from "../../domain/style/style-sections.ts"
import { fontProblem } from "../../domain/style/style-uploads.ts"
import { type Stylesheet, setToggle } from "../../domain/style/stylesheet.ts"
import { toSingleLine } from "../../domain/text/text-input.ts"

const names = Object.keys(sections) as ReadonlyArray<Section>
const toggles = Object.entries<StyleKeyTable[string]>(chatStyleKeys).flatMap(([name, { kind }]) => (kind === "toggle" ? [name] : []))
const switches = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...toggles), fc.boolean()), { selector: ([name]) => name, maxLength: toggles.length })
  .map((states) => states.reduce<Stylesheet>((sheet, [name, on]) => setToggle(sheet, name, on), {}))

describe("offered keys", () => {
  test("[T15] belong to one section each, and every key is offered in some state", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(switches, (sheet) => {
        const offered = names.flatMap((section) =>
          listOfferedKeys(getTabPage(sections[section].tab), section, sheet).map((name) => `${section} ${name}`),
        )
        expect(new Set(offered).size).toBe(offered.length)
        for (const entry of offered) seen.add(entry.split(" ")[1] ?? "")
      }),
      { numRuns: 500 },
    )
    const complete = { "sidemenu_link_1-content": "a", "sidemenu_link_1-url": "https://a.example" }
    for (const sheet of [
      complete,
      { font_source_google: "1" },
      { "header_background-size": "cover", header_expanded: "1" },
      ...[1, 2, 3, 4].map((n) => ({ [`sidemenu_link_${n}-display`]: "flex" })),
    ])
      for (const section of names) for (const name of listOfferedKeys(getTabPage(sections[section].tab), section, sheet)) seen.add(name)
    const all = [...Object.keys(styleTables.web), ...Object.keys(styleTables.stats)]
    expect(all.filter((name) => !seen.has(name))).toEqual([])
  })

  test("[T15] include the toggle that turns the rest of its section on again", () => {
    const off = { header_display: "none", sidemenu_display: "none" }
    expect(listOfferedKeys("web", "header", off)).toContain("header_display")
    expect(listOfferedKeys("web", "sidemenu", off)).toEqual(["sidemenu_display"])
    expect(listOfferedKeys("web", "header", off)).not.toContain("header_background-color")
    expect(listOfferedKeys("web", "header", off)).toContain("progress-bar_color")
  })

  test("[T15] include the opacity of an expanded header's logo only while that logo is visible", () => {
    const needed = ["header_display", "header_expanded", "header-logo_display"]
    const on = needed.reduce<Stylesheet>((sheet, name) => setToggle(sheet, name, true), {})
    const isOffered = (sheet: Stylesheet) => listOfferedKeys("web", "header", sheet).includes("header-expanded-logo_opacity")
    expect(isOffered(on)).toBe(true)
    for (const name of needed) expect([name, isOffered(setToggle(on, name, false))]).toEqual([name, false])
  })

  test("exclude deprecated dropdown keys, which are listed apart from keys of newer versions", () => {
    expect(listDeprecatedKeys({ "dropdown_background-color": "#fff", newer_key: "1", chat_color: "#000" })).toEqual([
      "dropdown_background-color",
    ])
  })

  test("are split into tabs: each section is in one tab, and the preview fits the tab", () => {
    expect(tabs.flatMap(listSections).toSorted()).toEqual([...names].toSorted())
    const shows = (section: Section, scenario: Scenario) =>
      Object.entries(sections[section]).some(([of, value]) => of !== "tab" && value === scenario)
    const tab = fc.constantFrom(...tabs)
    fc.assert(
      fc.property(tab, tab, fc.constantFrom(...scenarios.chat, ...scenarios.stats), (tab, from, shown) => {
        fc.pre(isStatsScenario(shown) === (getTabPage(from) === "stats"))
        const scenario = chooseScenario(tab, from, shown)
        expect(isStatsScenario(scenario)).toBe(getTabPage(tab) === "stats")
        const own = listSections(tab)
        if (own.length > 0) expect(own.some((section) => shows(section, scenario))).toBe(true)
        if (own.some((section) => shows(section, shown)) || (own.length === 0 && getTabPage(from) === "web")) expect(scenario).toBe(shown)
      }),
    )
  })
})

describe("labels", () => {
  /** The ARIA role of each kind of control. */
  const roles = { color: "textbox", size: "textbox", text: "textbox", toggle: "checkbox", image: "group", font: "combobox" } as const

  test.each([
    ["en", en],
    ["nl", nl],
  ])("in %s, no control's label is part of another's with the same role", (_, texts) => {
    const catalog: Readonly<Record<string, string>> = texts
    const labels = (["web", "stats"] as const).flatMap((portal) =>
      Object.entries<StyleKeyTable[string]>(styleTables[portal]).map(([name, key]) => ({
        role: key.kind === "size" && key.oneOf !== undefined ? "group" : roles[key.kind],
        label: (catalog[`style.${portal}.${name}`] ?? "").toLowerCase(),
      })),
    )
    expect(labels.filter(({ label }) => label === "")).toEqual([])
    const clashes = labels.flatMap((first) =>
      labels
        .filter((second) => second !== first && second.role === first.role && second.label.includes(first.label))
        .map((second) => [first.label, second.label]),
    )
    expect(clashes).toEqual([])
  })

  test("a key belongs to one of the two pages, and inherited properties are no keys", () => {
    expect([
      isChatStyleKey("chat_color"),
      isStatsStyleKey("chat_color"),
      isChatStyleKey("toString"),
      isStatsStyleKey("body_color"),
    ]).toEqual([true, false, false, true])
  })
})

describe("warnings", () => {
  test("[T6] each appears in exactly one section", () => {
    fc.assert(
      fc.property(switches, (sheet) => {
        expect(names.flatMap((section) => findSectionWarnings(section, sheet)).toSorted()).toEqual([...findStyleWarnings(sheet)].toSorted())
      }),
    )
    expect(styleWarnings["sidemenu-without-header"]).toBe("danger")
    expect(en["style.warning.sidemenu-without-header"]).toBe("The side menu cannot be kept when the header is disabled.")
  })
})

describe("links", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 120 })
  const url = fc.oneof(fc.constantFrom("https://a.example", "a.example/x", "javascript:alert(1)", "", "not an address"), fc.webUrl())
  const sheet = fc.array(fc.record({ on: fc.boolean(), text, url }), { maxLength: 4 }).map((links) =>
    Object.fromEntries(
      links.flatMap(({ on, text, url }, i) => [
        [`sidemenu_link_${i + 1}-display`, on ? "flex" : "none"],
        [`sidemenu_link_${i + 1}-content`, text],
        [`sidemenu_link_${i + 1}-url`, url],
      ]),
    ),
  )

  test("[T12] the side menu of a style is valid, and contains only complete links that are on", () => {
    fc.assert(
      fc.property(sheet, (stylesheet) => {
        const menu = buildSideMenu(stylesheet)
        expect(sideMenuProblems(menu)).toEqual([])
        expect(menu.links.length).toBeLessThanOrEqual(maxSideMenuLinks)
        const lines = Object.values(stylesheet).map(toSingleLine)
        expect(menu.links.every(({ content }) => lines.some((line) => line.includes(content)))).toBe(true)
      }),
    )
    expect(
      buildSideMenu({ "sidemenu_link_2-display": "flex", "sidemenu_link_2-content": "Help", "sidemenu_link_2-url": "a.example" }),
    ).toEqual({
      links: [{ content: "Help", url: "https://a.example" }],
    })
    expect(buildSideMenu({ "sidemenu_link_1-content": "Help", "sidemenu_link_1-url": "https://a.example" })).toEqual({ links: [] })
  })

  test("[T12] a stored side menu fills a style without links and is read back unchanged; links of a style stay", () => {
    const menu = {
      links: [
        { content: "A", translations: [{ locale: "fr", content: "Ah" }], url: "https://a.example" },
        { content: "B", url: "https://b.example" },
      ],
    }
    expect(buildSideMenu(applySideMenu({}, menu))).toEqual(menu)
    const own = { "sidemenu_link_1-display": "flex", "sidemenu_link_1-content": "Own", "sidemenu_link_1-url": "https://own.example" }
    expect(applySideMenu(own, menu)).toBe(own)
    expect(applySideMenu({ chat_color: "#000" }, { links: [] })).toEqual({ chat_color: "#000" })
  })

  test("[T12] texts of links are on one line and not too long, in every language", () => {
    const [link] = buildSideMenu({
      "sidemenu_link_1-display": "flex",
      "sidemenu_link_1-content": " A\u2028B ",
      "sidemenu_link_1-content_fr": ` ${"é".repeat(300)}`,
      "sidemenu_link_1-content_de": "C\tD",
      "sidemenu_link_1-content_es": " ",
      "sidemenu_link_1-url": "https://a.example",
    }).links
    expect(link).toEqual({
      content: "A B",
      translations: [
        { locale: "fr", content: "é".repeat(100) },
        { locale: "de", content: "C D" },
      ],
      url: "https://a.example",
    })
  })
})

describe("fonts", () => {
  const mine = { uri: "data:font/woff2;base64,AAAA", family: "Mine" }

  test("[T16] an uploaded font has its family, its file and one weight; a built-in family replaces it with its file", () => {
    const own = setFontFile({ "body_font-weight": "700" }, mine)
    expect(getFont(own)).toEqual({ family: "Mine", file: mine.uri, isFromService: false })
    expect([listSelectableWeights(own), own["body_font-weight"]]).toEqual([[400], "400"])
    const lora = setFontFamily(own, "Lora")
    expect(getFont(lora)).toEqual({ family: "Lora", file: null, isFromService: false })
    expect(listSelectableWeights(lora)).toEqual([400, 500, 600, 700])
    expect(getFont(removeFontFile(own))).toEqual({ family: "Quicksand", file: null, isFromService: false })
    // An uploaded font with the name of a built-in family is not that family.
    expect(listSelectableWeights(setFontFile({}, { ...mine, family: "Inter" }))).toEqual([400])
  })

  test("[T16] with Google fonts on, the selected family is the Google family", () => {
    const sheet = setFontFamily({ font_source_google: "1", "body_font-family": "Mine" }, "Rubik")
    expect([sheet["body_google_font-family"], sheet["body_font-family"]]).toEqual(["Rubik", "Mine"])
    expect(Object.keys(fontFamilies)).toContain("Rubik")
  })

  test("a file with another extension, an empty file and a file that is too large are rejected", () => {
    expect([
      fontProblem({ name: "a.woff2", bytes: 10 }),
      fontProblem({ name: "a.eot", bytes: 10 }),
      fontProblem({ name: "a.ttf", bytes: 0 }),
      fontProblem({ name: "a.ttf", bytes: 10_485_761 }),
    ]).toEqual([null, "kind", "empty", "too-big"])
  })
})

test("[T9] resetting a style leaves only keys that this version does not know", () => {
  const style = { web: { chat_color: "#000000ff", newer_key: "x" }, stats: { body_color: "#000000ff" } }
  expect(encodeStyle(resetStyle(style))).toEqual({ web: [{ newer_key: "x" }], stats: [] })
  expect(isEmptyStyle(resetStyle({ web: { chat_color: "#000" }, stats: {} }))).toBe(true)
})
