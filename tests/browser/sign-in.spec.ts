// Signing in and out on the real program: redirects, other tabs, rate limits, language and color scheme.
import type { Browser, BrowserContext, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

const dataDir = preparedDataDir()
let program: Program
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  page = await context.newPage()
})
afterEach(() => context.close())
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(dataDir)
})

const username = (target: Page) => target.getByLabel("Username")
const path = () => page.evaluate(() => `${location.pathname}${location.search}`)

test("empty fields are reported and nothing is sent, and spaces around the username are ignored", async () => {
  await page.goto(program.address)
  const calls: Array<string> = []
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()))
  const submit = page.getByRole("button", { name: "Sign in" })
  const before = await submit.boundingBox()
  await submit.click()
  await page.getByText("Enter your username.").waitFor()
  expect(await submit.boundingBox()).toEqual(before)
  await page.getByText("Enter your password.").waitFor()
  expect(await username(page).getAttribute("aria-invalid")).toBe("true")
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await username(page).fill(` ${admin.username} `)
  await page.getByText("Enter your username.").waitFor({ state: "detached" })
  expect(calls).toEqual([])
  const password = page.getByLabel("Password", { exact: true })
  await password.fill(admin.password)
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await page.keyboard.press("Enter")
  await page.getByRole("alert").waitFor()
  expect(await submit.boundingBox()).toEqual(before)
  await page.unroute("**/*")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/home")
})

test("signing in returns to the requested page, but never to another origin", async () => {
  await signIn(page, program.address, "/chats/panel")
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  expect(await path()).toBe("/chats/panel")
  for (const next of ["//evil.example/home", "/\\evil.example", "https://evil.example/home"]) {
    await context.clearCookies()
    await signIn(page, program.address, `/login?next=${encodeURIComponent(next)}`)
    await page.waitForURL("**/home")
    expect(page.url()).toBe(`${program.address}/home`)
  }
})

test("signing out in one tab signs out the others, and signing in returns them to their pages", { tags: ["long"] }, async () => {
  await signIn(page, program.address, "/chats/panel")
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  const other = await context.newPage()
  await other.goto(`${program.address}/home`)
  await other.getByRole("button", { name: "Account" }).click()
  await other.getByRole("menuitem", { name: "Logout" }).click()
  await Promise.all([username(page).waitFor(), username(other).waitFor()])
  await username(other).fill(admin.username)
  await other.getByLabel("Password", { exact: true }).fill(admin.password)
  await other.getByRole("button", { name: "Sign in" }).click()
  await other.getByRole("heading", { name: "Communities" }).waitFor()
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
})

test("a request after the session has ended leads to sign-in, and then to the requested page", async () => {
  await signIn(page, program.address, "/home")
  await page.getByRole("button", { name: "Panel" }).waitFor()
  await context.clearCookies()
  await page.getByRole("button", { name: "Panel" }).click()
  await username(page).fill(admin.username)
  await page.getByLabel("Password", { exact: true }).fill(admin.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  expect(await path()).toBe("/chats/panel")
})

test("[U3] too many failures disable sign-in for a time that is shown, while another account can sign in", async () => {
  await page.goto(program.address)
  await username(page).fill("nobody-here")
  const submit = page.getByRole("button", { name: "Sign in" })
  const wrong = page.getByText("The given username and password combination is invalid.")
  const tooMany = page.getByRole("alert").filter({ hasText: "Too many attempts. You can try again in" })
  for (let tries = 0; tries < 6 && !(await tooMany.isVisible()); tries++) {
    await page.getByLabel("Password", { exact: true }).fill(`wrong ${tries}`)
    await submit.click()
    await wrong.or(tooMany).waitFor()
  }
  await tooMany.waitFor()
  expect(await submit.isDisabled()).toBe(true)
  // The pressed button is disabled now, so focus moves to its form.
  await expectFocus(username(page))
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await username(page).fill(admin.username)
  await page.getByLabel("Password", { exact: true }).fill(admin.password)
  await submit.click()
  await page.waitForURL("**/home")
})

test("sign-in uses the chosen language and remembers it", { tags: ["long"] }, async () => {
  await page.goto(program.address)
  await page.getByRole("button", { name: "Nederlands" }).click()
  await page.getByRole("button", { name: "Inloggen" }).waitFor()
  await page.reload()
  await page.getByLabel("Gebruikersnaam").fill(admin.username)
  await page.getByLabel("Wachtwoord", { exact: true }).fill(admin.password)
  await page.getByRole("button", { name: "Inloggen" }).click()
  await page.getByRole("heading", { name: "Community's" }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("nl")
  expect(await page.title()).toMatch(/^Community kiezen.*Conversation Admin$/)
})

test("[U14] the header links signed-out users to sign-in, and to no website that is the sign-in page, on every page and at every width", {
  tags: ["long"],
}, async () => {
  for (const start of ["/login", "/password-reset", "/leads/nowhere/at/all"]) {
    await page.goto(`${program.address}${start}`)
    await page.getByRole("link", { name: "Login" }).waitFor()
    expect(await page.getByRole("link", { name: "Website" }).count()).toBe(0)
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
    }
  }
  await signIn(page, program.address, "/home")
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  expect(await page.getByRole("link", { name: "Login" }).count()).toBe(0)

  await page.goto(`${program.address}/leads/nowhere/at/all`)
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).waitFor()
  expect(await page.getByRole("link", { name: "Login" }).count()).toBe(0)
})

test("/logout signs out, leads to sign-in even without a session, and reports a failed sign-out", { tags: ["long"] }, async () => {
  await signIn(page, program.address, "/home")
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  await page.route("**/api/logout", (route) => route.abort())
  await page.goto(`${program.address}/logout`)
  await page.getByText("The server cannot be reached.").waitFor()
  expect(await path()).toBe("/home")
  await page.unroute("**/api/logout")
  for (const _ of ["signed in", "signed out"]) {
    await page.goto(`${program.address}/logout`)
    await username(page).waitFor()
    expect(await path()).toBe("/")
  }
  await page.goto(`${program.address}/home`)
  await username(page).waitFor()
})

test("the parent pages /admin and /{slug} have their titles, and lead to the pages below them", async () => {
  await signIn(page, program.address, "/admin")
  const pages = page.getByRole("main").getByRole("link")
  await page.getByRole("heading", { name: "Admin", level: 1 }).waitFor()
  expect([await page.title(), await pages.count()]).toEqual(["Admin – Conversation Admin", 3])
  await page.getByRole("main").getByRole("link", { name: "Users" }).click()
  await page.getByRole("heading", { name: "Users", level: 1 }).waitFor()
  await page.goto(`${program.address}/panel`)
  await page.getByRole("heading", { name: "Community", level: 1 }).waitFor()
  expect([await page.title(), await pages.count()]).toEqual(["Community – Conversation Admin", 4])
})

test("the color scheme follows the system until one is chosen, and the choice is remembered", { tags: ["long"] }, async () => {
  const shown = () => page.evaluate(() => document.documentElement.dataset["mantineColorScheme"])
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto(program.address)
  await page.getByRole("button", { name: "Light mode" }).click()
  await expect.poll(shown).toBe("light")
  await page.reload()
  await page.getByRole("button", { name: "Dark mode" }).waitFor()
  expect(await shown()).toBe("light")
  await signIn(page, program.address)
  await page.waitForURL("**/home")
  await page.getByRole("button", { name: "Dark mode" }).click()
  await expect.poll(shown).toBe("dark")
})

test("a failed request for a password reset shows its cause, keeps the address, and succeeds on the next try", {
  tags: ["long"],
}, async () => {
  await page.goto(`${program.address}/password-reset`)
  await page.getByLabel("Email").fill("nobody@example.org")
  const send = page.getByRole("button", { name: "Send the link" })
  for (const [answer, text] of [
    [{ status: 500, json: {} }, "Something went wrong on the server."],
    [{ status: 429, headers: { "retry-after": "90" }, json: {} }, "Too many attempts. You can try again in 1:"],
    [null, "The server cannot be reached."],
  ] as const) {
    await page.route("**/reset-password", (route) => (answer === null ? route.abort() : route.fulfill(answer)))
    await send.click()
    await page.getByRole("alert").filter({ hasText: text }).waitFor()
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.org")
    await page.unroute("**/reset-password")
  }
  await send.click()
  await page.getByText("an email with a link is on its way").waitFor()
})
