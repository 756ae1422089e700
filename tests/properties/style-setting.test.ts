// Setting a style: which keys are offered when, what they are called, where warnings are told, links and fonts that go together.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import { nl } from "../../domain/catalog/nl.ts"
import { maxSideMenuLinks, sideMenuProblems } from "../../domain/communities/side-menu.ts"
import { encodeStyle, isEmptyStyle, resetStyle } from "../../domain/style/community-style.ts"
import { isStatsScenario } from "../../domain/style/preview-protocol.ts"
import { applySideMenu, sideMenuOf } from "../../domain/style/side-menu-links.ts"
import { fontFamilies, fontOf, removeFontFile, selectableWeights, setFontFamily, setFontFile } from "../../domain/style/style-fonts.ts"
import { chatStyleKeys, isChatStyleKey, isStatsStyleKey, type StyleKeyTable, styleTables } from "../../domain/style/style-keys.ts"
import {
  chooseScenario,
  deprecatedKeys,
  offeredKeys,
  type Scenario,
  type Section,
  scenarios,
  sections,
  sectionsOf,
  sectionWarnings,
  styleWarnings,
  tabPage,
  tabs,
  warningsOf,
} from "../../domain/style/style-sections.ts"
import { fontProblem } from "../../domain/style/style-uploads.ts"
import { type Stylesheet, setToggle } from "../../domain/style/stylesheet.ts"

const names = Object.keys(sections) as ReadonlyArray<Section>
const toggles = Object.entries<StyleKeyTable[string]>(chatStyleKeys).flatMap(([name, { kind }]) => (kind === "toggle" ? [name] : []))
const switches = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...toggles), fc.boolean()), { selector: ([name]) => name, maxLength: toggles.length })
  .map((states) => states.reduce<Stylesheet>((sheet, [name, on]) => setToggle(sheet, name, on), {}))

describe("what is offered", () => {
  test("[T15] each key in its own section only, and every key in some state", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(switches, (sheet) => {
        const offered = names.flatMap((section) =>
          offeredKeys(tabPage(sections[section].tab), section, sheet).map((name) => `${section} ${name}`),
        )
        expect(new Set(offered).size).toBe(offered.length)
        for (const it of offered) seen.add(it.split(" ")[1] ?? "")
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
      for (const section of names) for (const name of offeredKeys(tabPage(sections[section].tab), section, sheet)) seen.add(name)
    const all = [...Object.keys(styleTables.web), ...Object.keys(styleTables.stats)]
    expect(all.filter((name) => !seen.has(name))).toEqual([])
  })

  test("[T15] a toggle is always there to be turned on again where the rest of its section hangs on it", () => {
    const off = { header_display: "none", sidemenu_display: "none" }
    expect(offeredKeys("web", "header", off)).toContain("header_display")
    expect(offeredKeys("web", "sidemenu", off)).toEqual(["sidemenu_display"])
    expect(offeredKeys("web", "header", off)).not.toContain("header_background-color")
    expect(offeredKeys("web", "header", off)).toContain("progress-bar_color")
  })

  test("[T15] the opacity of an expanded header's logo is asked for while that logo can be seen", () => {
    const needed = ["header_display", "header_expanded", "header-logo_display"]
    const on = needed.reduce<Stylesheet>((sheet, name) => setToggle(sheet, name, true), {})
    const isOffered = (sheet: Stylesheet) => offeredKeys("web", "header", sheet).includes("header-expanded-logo_opacity")
    expect(isOffered(on)).toBe(true)
    for (const name of needed) expect([name, isOffered(setToggle(on, name, false))]).toEqual([name, false])
  })

  test("fields of dropdowns from before are named, others of newer versions are not", () => {
    expect(deprecatedKeys({ "dropdown_background-color": "#fff", newer_key: "1", chat_color: "#000" })).toEqual([
      "dropdown_background-color",
    ])
  })

  test("each tab's sections stand in it once, and its preview is one of its own pages, about one of them where it has any", () => {
    expect(tabs.flatMap(sectionsOf).toSorted()).toEqual([...names].toSorted())
    const shows = (section: Section, scenario: Scenario) =>
      Object.entries(sections[section]).some(([of, its]) => of !== "tab" && its === scenario)
    const some = fc.constantFrom(...tabs)
    fc.assert(
      fc.property(some, some, fc.constantFrom(...scenarios.chat, ...scenarios.stats), (tab, from, shown) => {
        fc.pre(isStatsScenario(shown) === (tabPage(from) === "stats"))
        const scenario = chooseScenario(tab, from, shown)
        expect(isStatsScenario(scenario)).toBe(tabPage(tab) === "stats")
        const of = sectionsOf(tab)
        if (of.length > 0) expect(of.some((section) => shows(section, scenario))).toBe(true)
        if (of.some((section) => shows(section, shown)) || (of.length === 0 && tabPage(from) === "web")) expect(scenario).toBe(shown)
      }),
    )
  })
})

describe("names", () => {
  /** What a screen reader calls the control of each kind. */
  const roles = { colour: "textbox", size: "textbox", text: "textbox", toggle: "checkbox", image: "group", font: "combobox" } as const

  test.each([
    ["en", en],
    ["nl", nl],
  ])("in %s no control's name is part of another's of the same kind", (_, texts) => {
    const said: Readonly<Record<string, string>> = texts
    const labels = (["web", "stats"] as const).flatMap((portal) =>
      Object.entries<StyleKeyTable[string]>(styleTables[portal]).map(([name, key]) => ({
        role: key.kind === "size" && key.oneOf !== undefined ? "group" : roles[key.kind],
        label: (said[`style.${portal}.${name}`] ?? "").toLowerCase(),
      })),
    )
    expect(labels.filter(({ label }) => label === "")).toEqual([])
    const clashes = labels.flatMap((one) =>
      labels
        .filter((other) => other !== one && other.role === one.role && other.label.includes(one.label))
        .map((other) => [one.label, other.label]),
    )
    expect(clashes).toEqual([])
  })

  test("a name is that of one portal, and no property of every object", () => {
    expect([
      isChatStyleKey("chat_color"),
      isStatsStyleKey("chat_color"),
      isChatStyleKey("toString"),
      isStatsStyleKey("body_color"),
    ]).toEqual([true, false, false, true])
  })
})

describe("warnings", () => {
  test("[T6] each is told in one section, whatever is on or off", () => {
    fc.assert(
      fc.property(switches, (sheet) => {
        expect(names.flatMap((section) => sectionWarnings(section, sheet)).toSorted()).toEqual([...warningsOf(sheet)].toSorted())
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

  test("[T12] what a style makes of its links can be kept as side menu, and holds only those that are on and whole", () => {
    fc.assert(
      fc.property(sheet, (it) => {
        const menu = sideMenuOf(it)
        expect(sideMenuProblems(menu)).toEqual([])
        expect(menu.links.length).toBeLessThanOrEqual(maxSideMenuLinks)
        expect(menu.links.every(({ content }) => Object.values(it).some((value) => value.includes(content)))).toBe(true)
      }),
    )
    expect(
      sideMenuOf({ "sidemenu_link_2-display": "flex", "sidemenu_link_2-content": "Help", "sidemenu_link_2-url": "a.example" }),
    ).toEqual({
      links: [{ content: "Help", url: "https://a.example" }],
    })
    expect(sideMenuOf({ "sidemenu_link_1-content": "Help", "sidemenu_link_1-url": "https://a.example" })).toEqual({ links: [] })
  })

  test("[T12] a menu that was kept before fills a style without links, and comes out as it was; links of a style stay", () => {
    const menu = {
      links: [
        { content: "A", url: "https://a.example" },
        { content: "B", url: "https://b.example" },
      ],
    }
    expect(sideMenuOf(applySideMenu({}, menu))).toEqual(menu)
    const own = { "sidemenu_link_1-display": "flex", "sidemenu_link_1-content": "Own", "sidemenu_link_1-url": "https://own.example" }
    expect(applySideMenu(own, menu)).toBe(own)
    expect(applySideMenu({ chat_color: "#000" }, { links: [] })).toEqual({ chat_color: "#000" })
  })
})

describe("fonts", () => {
  const mine = { uri: "data:font/woff2;base64,AAAA", family: "Mine" }

  test("[T16] an uploaded font has its family, file and one weight; a built-in family takes its place, file and all", () => {
    const own = setFontFile({ "body_font-weight": "700" }, mine)
    expect(fontOf(own)).toEqual({ family: "Mine", file: mine.uri, isFromService: false })
    expect([selectableWeights(own), own["body_font-weight"]]).toEqual([[400], "400"])
    const lora = setFontFamily(own, "Lora")
    expect(fontOf(lora)).toEqual({ family: "Lora", file: null, isFromService: false })
    expect(selectableWeights(lora)).toEqual([400, 500, 600, 700])
    expect(fontOf(removeFontFile(own))).toEqual({ family: "Quicksand", file: null, isFromService: false })
    // A file that is called like a built-in family is not that family.
    expect(selectableWeights(setFontFile({}, { ...mine, family: "Inter" }))).toEqual([400])
  })

  test("[T16] with Google fonts on, the family that is picked is Google's", () => {
    const sheet = setFontFamily({ font_source_google: "1", "body_font-family": "Mine" }, "Rubik")
    expect([sheet["body_google_font-family"], sheet["body_font-family"]]).toEqual(["Rubik", "Mine"])
    expect(Object.keys(fontFamilies)).toContain("Rubik")
  })

  test("a file that is no font by its name, is empty or too large is not read", () => {
    expect([
      fontProblem({ name: "a.woff2", bytes: 10 }),
      fontProblem({ name: "a.eot", bytes: 10 }),
      fontProblem({ name: "a.ttf", bytes: 0 }),
      fontProblem({ name: "a.ttf", bytes: 10_485_761 }),
    ]).toEqual([null, "kind", "empty", "too-big"])
  })
})

test("[T9] with every default there is nothing left but what this version does not know", () => {
  const style = { web: { chat_color: "#000000ff", newer_key: "x" }, stats: { body_color: "#000000ff" } }
  expect(encodeStyle(resetStyle(style))).toEqual({ web: [{ newer_key: "x" }], stats: [] })
  expect(isEmptyStyle(resetStyle({ web: { chat_color: "#000" }, stats: {} }))).toBe(true)
})
