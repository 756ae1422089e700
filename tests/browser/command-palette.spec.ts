// The command palette: finding chats, communities, screens and commands by keyboard.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"

const long = "A name that is much longer than the forty characters that a list shows"
let program: Program
let browser: Browser
let page: Page

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity, scripts } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
  await addCommunity("Élan", "elan")
  await scripts.add({ community: "panel", name: "Intake" })
  await scripts.add({ community: "elan", name: long })
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", locale: "en" })).newPage()
  await signIn(page, program.address, "/chats/panel")
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const palette = () => page.getByRole("dialog", { name: "Go to" })
const selectedOption = () => palette().getByRole("option", { selected: true })
const openPalette = async (): Promise<void> => {
  await page.keyboard.press("Control+K")
  await palette().getByRole("combobox").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("combobox")
}

test("the palette is loaded when it is opened, finds a chat of another community, and opens that chat", async () => {
  const loaded: Array<string> = []
  page.on("request", (request) => loaded.push(request.url()))
  await openPalette()
  expect(loaded.some((url) => /Palette/.test(url))).toBe(true)
  await page.keyboard.type("longer much")
  await expect.poll(() => palette().getByRole("option").count()).toBe(1)
  expect(await selectedOption().getByTitle(long).textContent()).toBe("A name that is much longer than the fort…")
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: long, level: 1 }).waitFor()
  expect(await palette().count()).toBe(0)
})

test("search ignores accents and case, arrow keys wrap around, and Escape returns focus to the button", async () => {
  const opener = page.getByRole("button", { name: "Go to…" })
  await opener.click()
  await palette().getByRole("combobox").fill("ELAN")
  await expect.poll(() => selectedOption().textContent()).toContain("Élan")
  await page.keyboard.press("ArrowUp")
  await expect.poll(() => palette().getByRole("option").last().getAttribute("aria-selected")).toBe("true")
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => palette().getByRole("option").first().getAttribute("aria-selected")).toBe("true")
  await palette().getByRole("combobox").fill("nothing is called so")
  await palette().getByText("No results").waitFor()
  expect(await palette().getByRole("option").count()).toBe(0)
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await palette().waitFor({ state: "detached" })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
})

test("screens and commands are found in the user's language, and the palette does not open over a dialog", { tags: ["long"] }, async () => {
  await openPalette()
  await page.keyboard.type("nederlands")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Ga naar…" }).click()
  const dutchField = page.getByRole("dialog", { name: "Ga naar" }).getByRole("combobox", { name: "Chat, community of opdracht" })
  await dutchField.fill("gebruikers")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/admin/user-management")
  await page.getByRole("button", { name: "Ga naar…" }).click()
  await dutchField.fill("english")
  await page.keyboard.press("Enter")
  await page.getByRole("table", { name: "Users" }).waitFor()
  await page.getByRole("button", { name: "Add user" }).click()
  await page.getByRole("dialog", { name: "Add user" }).waitFor()
  await page.keyboard.press("Control+K")
  expect(await palette().count()).toBe(0)
  await page.keyboard.press("Escape")
  await page.getByRole("dialog", { name: "Add user" }).waitFor({ state: "detached" })
})

test("a screen that loads late does not interrupt typing in the palette", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/home`)
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  let arrive: () => void = () => undefined
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route("**/assets/Account*.js", async (route) => {
    await late
    await route.continue()
  })
  await openPalette()
  await page.keyboard.type("account overview")
  await page.keyboard.press("Enter")
  await palette().waitFor({ state: "detached" })
  await openPalette()
  await page.keyboard.type("pan")
  arrive()
  await page.waitForURL("**/account")
  await page
    .getByRole("region", { name: "Email" })
    .or(page.getByRole("heading", { name: "Account" }))
    .first()
    .waitFor({ state: "attached" })
  await page.keyboard.type("el")
  expect(await palette().getByRole("combobox").inputValue()).toBe("panel")
  await page.keyboard.press("Escape")
  await page.unroute("**/assets/Account*.js")
})

test("when chats fail to load, the palette shows the error, finds everything else, and can retry", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/home`)
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  await page.route("**/chat-scripts?*", (route) => route.abort())
  await openPalette()
  await palette().getByText("The server cannot be reached.").waitFor()
  await palette().getByRole("option", { name: "Panel" }).waitFor()
  await page.unroute("**/chat-scripts?*")
  await palette().getByRole("button", { name: "Try again" }).click()
  await palette().getByRole("option", { name: "Intake" }).waitFor()
  await page.keyboard.press("Escape")
})

test("opening the palette after the session has ended leads to the sign-in, which remembers the page", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/home`)
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  await page.context().clearCookies()
  await page.keyboard.press("Control+K")
  await page.getByLabel("Username").waitFor()
  expect(new URL(page.url()).searchParams.get("next")).toBe("/home")
})

const isNotTruncated = (text: HTMLElement | SVGElement) => text.scrollWidth <= text.clientWidth + 1

test("the palette fits in 768 and 390 px, and phones drop its button in favor of the community's name", { tags: ["long"] }, async () => {
  for (const width of [768, 390]) {
    await page.context().clearCookies()
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, program.address, "/chats/panel")
    await page.getByRole("heading", { name: "Active chats" }).waitFor()
    const opener = page.getByRole("button", { name: "Go to…" })
    expect(await opener.count()).toBe(width > 480 ? 1 : 0)
    expect(await page.getByRole("button", { name: "Select community" }).getByText("Panel").evaluate(isNotTruncated)).toBe(true)
    await page.keyboard.press("Control+K")
    await palette().getByRole("option", { name: "Intake" }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
    await page.keyboard.press("Escape")
  }
})
