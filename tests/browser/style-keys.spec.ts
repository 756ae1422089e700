// Every style key, set on the real preview pages: each one changes the page visibly.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { previewMessage } from "../../domain/preview/preview-protocol.ts"
import {
  borderWidths,
  type Scenario,
  type StyledPage,
  type StyleKey,
  type StyleKeyTable,
  scenarios,
  sections,
  styleTables,
} from "../../domain/style/style-keys.ts"
import { resolveValue, type Stylesheet } from "../../domain/style/stylesheet.ts"
import { screenDatabase } from "../fixtures/program.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { sharedBrowser } from "./chromium.ts"

let server: TestServer
let browser: Browser

beforeAll(async () => {
  await buildStaleTargets(["chat", "stats", "console"])
  server = await startTestServer(await screenDatabase())
  await server.addCommunity("acme")
  browser = await sharedBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const red = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CABzGMSjNgCRYAt8pjnQuW8k0AAAAASUVORK5CYII="
const lora = readFileSync(createRequire(import.meta.url).resolve("@fontsource-variable/lora/files/lora-latin-wght-normal.woff2"))

/** Other values that a key needs to have any effect. */
const requiredValues = (name: string): Stylesheet => {
  const link = /^(sidemenu_link_\d)-/.exec(name)?.[1]
  if (link !== undefined)
    return { [`${link}-display`]: "flex", [`${link}-content`]: "Help", [`${link}-url`]: "https://help.example", [name]: "" }
  const valuesByKey: Readonly<Record<string, Stylesheet>> = {
    "abbi-message_border-color": { "message_border-width": "3px" },
    "user-message_border-color": { "message_border-width": "3px" },
    "star_rating_border-color": { "star_rating_border-width": "2px" },
    "header_background-image": { "header_background-size": "cover" },
    "header_background-size": { "header_background-image": red },
    "header-logo_display": { "header-logo_content": red },
    "header-expanded-logo_opacity": { "header-logo_content": red, header_expanded: "1" },
    "sidemenu_logo-display": { "header-logo_content": red },
    font_source_google: { "body_google_font-family": "Lora" },
    "body_google_font-family": { font_source_google: "1" },
  }
  return valuesByKey[name] ?? {}
}

/** A value other than the one shown. */
const otherValue = (name: string, key: StyleKey, shown: string): string => {
  switch (key.kind) {
    case "color":
      return "#ff00ffff"
    case "size":
      return name === "body_font-weight" ? "700" : (key.oneOf?.findLast((option) => option !== shown) ?? "2em")
    case "toggle":
      return shown === key.on ? key.off : key.on
    case "text":
      return { line: "Other", address: "https://other.example", glyph: "♥" }[key.form]
    case "image":
      return red
    case "font":
      return key.form === "family" ? "Lora" : `data:font/woff2;base64,${lora.toString("base64")}`
  }
}

/** What the page shows: a screenshot and its markup. */
const appearance = async (page: Page): Promise<string> => {
  const shot = await page.screenshot({ animations: "disabled", caret: "hide" })
  return `${shot.toString("base64")} ${await page.evaluate(() => document.body.innerHTML)}`
}

const openPreview = async (portal: StyledPage): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 910, height: 1400 }, reducedMotion: "reduce" })).newPage()
  await page.goto(`${server.address}/${portal === "web" ? "chat" : "stats"}/acme/preview?l=en`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  return page
}
/** Applies a style sheet. The page has no parent frame, so it accepts messages from itself as from the console. */
const show = async (page: Page, portal: StyledPage, sheet: Stylesheet, scenario: Scenario) => {
  const message = previewMessage(portal === "web" ? { web: sheet, stats: {} } : { web: {}, stats: sheet }, scenario, 4)
  await page.evaluate(async (preview) => {
    const shown = new Promise((done) =>
      window.addEventListener("message", ({ data }) => data.type === "preview.shown" && requestAnimationFrame(() => done(null))),
    )
    window.postMessage(preview, window.origin)
    await shown
    await document.fonts.ready
  }, message)
}

const all = (["web", "stats"] as const).flatMap((portal) => {
  const table: StyleKeyTable = styleTables[portal]
  return Object.entries(table).map(([name, key]) => [portal, name, key] as const)
})

/** Milliseconds after which a scenario counts as not showing a value. A slow machine only makes the next scenario be tried. */
const unchangedAfterMs = 1_500

/** Whether a value can be seen in any of the scenarios of its section. */
const showsInAny = async (page: Page, portal: StyledPage, name: string, key: StyleKey, value: string): Promise<boolean> => {
  const table: StyleKeyTable = styleTables[portal]
  const section: { readonly scenario: Scenario; readonly also?: Scenario } = sections[key.section]
  const before = requiredValues(name)
  for (const scenario of [section.scenario, ...(section.also === undefined ? [] : [section.also])]) {
    await show(page, portal, before, scenario)
    const first = await appearance(page)
    await show(page, portal, { ...before, [name]: value }, scenario)
    const isChanged = await expect
      .poll(() => appearance(page), { timeout: unchangedAfterMs })
      .not.toBe(first)
      .then(
        () => true,
        () => false,
      )
    if (isChanged) return true
  }
  expect(resolveValue(table, before, name)).not.toBe(value)
  return false
}

for (const { page: of, tags } of [
  { page: "stats" as const, tags: [] },
  { page: "web" as const, tags: ["long"] },
])
  test(`${of}: setting each key changes the page visibly`, { tags }, async () => {
    const page = await openPreview(of)
    const unseen: Array<string> = []
    for (const [portal, name, key] of all) {
      if (portal !== of) continue
      const value = otherValue(name, key, resolveValue(styleTables[portal], requiredValues(name), name) ?? "")
      if (!(await showsInAny(page, portal, name, key, value))) unseen.push(name)
    }
    expect(unseen).toEqual([])
    await page.context().close()
  })

test("each border width looks different", { tags: ["long"] }, async () => {
  const page = await openPreview("web")
  const widths: ReadonlyArray<readonly [string, string]> = [
    ["choices_border-width", "choices_inactive-border-color"],
    ["input-control_border-width", "input-control_border-color"],
    ["message_border-width", "abbi-message_border-color"],
    ["star_rating_border-width", "star_rating_border-color"],
  ]
  for (const [name, color] of widths) {
    const key: StyleKey = (styleTables.web as StyleKeyTable)[name] ?? expect.fail(name)
    const looks = new Set<string>()
    for (const width of key.kind === "size" ? (key.oneOf ?? borderWidths) : []) {
      await show(page, "web", { [name]: width, [color]: "#ff0000ff" }, sections[key.section].scenario)
      looks.add(await appearance(page))
    }
    expect([name, looks.size]).toEqual([name, key.kind === "size" ? key.oneOf?.length : 0])
  }
  await page.context().close()
})

/** Texts inside a partly transparent element. */
const paleTexts = () =>
  [...document.body.querySelectorAll("*")]
    .filter((it) => [...it.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim()))
    .filter((it) => {
      for (let at: Element | null = it; at !== null; at = at.parentElement) if (getComputedStyle(at).opacity !== "1") return true
      return false
    })
    .map((it) => it.textContent)

test("texts are shown at full opacity, so that their contrast is as measured", async () => {
  const page = await openPreview("web")
  for (const scenario of scenarios.chat) {
    await show(page, "web", {}, scenario)
    // Elements fade in.
    await expect.poll(() => page.evaluate(paleTexts), { message: scenario }).toEqual([])
  }
  await page.context().close()
})
