// A list of more users than are rendered at a time: sorting, searching, scrolling and editing, by mouse and by keyboard alone.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { screenDatabase } from "../fixtures/program.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"

const count = 260
const nameOf = (n: number) => `person${String(n).padStart(3, "0")}`
let server: TestServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startTestServer(await screenDatabase())
  for (let n = 1; n <= count; n++) await server.addUser(nameOf(n))
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await signIn(page, server.address, "/admin/user-management")
  await page.getByText(`${count + 1} users`).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const table = () => page.getByRole("table", { name: "Users" })
const renderedRows = () => table().getByRole("row").count()
const firstName = () => table().getByRole("row").nth(1).getByRole("button").first().innerText()
const user = (n: number) => page.getByRole("button", { name: nameOf(n), exact: true })

test("only visible rows are rendered, the table reports its full length, and axe finds nothing", async () => {
  expect(await renderedRows()).toBeLessThan(80)
  expect(await table().getAttribute("aria-rowcount")).toBe(String(count + 2))
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
})

test("a column heading sorts the whole list, and reverses the order when the list is sorted by it already", {
  tags: ["long"],
}, async () => {
  expect(await firstName()).toBe("admin")
  const region = page.getByRole("region", { name: "Users" })
  await region.evaluate((element) => element.scrollTo({ top: 4000 }))
  await user(80).waitFor()
  await page.getByRole("button", { name: "Username", exact: true }).click()
  await expect.poll(firstName).toBe(nameOf(count))
  expect(await region.evaluate((element) => element.scrollTop)).toBe(0)
  expect(await page.getByRole("columnheader", { name: "Username" }).getAttribute("aria-sort")).toBe("descending")
  await page.getByRole("button", { name: "Email", exact: true }).click()
  await expect.poll(firstName).toBe("admin")
  await page.getByRole("button", { name: "Username", exact: true }).click()
})

test("search finds users outside the visible rows, in any column", { tags: ["long"] }, async () => {
  await page.getByLabel("Search users").fill("PERSON25")
  await page.getByText("10 users").waitFor()
  await user(259).waitFor()
  await page.getByLabel("Search users").fill("nobody of that name")
  await page.getByText("No users match your search.").waitFor()
  await page.getByLabel("Search users").fill("person260@")
  await user(260).waitFor()
  await page.getByLabel("Search users").fill("")
  await page.getByText(`${count + 1} users`).waitFor()
})

test("the order stays when a search finds nothing and is cleared, and a focused row stays rendered while others are scrolled to", {
  tags: ["long"],
}, async () => {
  const search = page.getByLabel("Search users")
  await page.getByRole("button", { name: "Username", exact: true }).click()
  await expect.poll(firstName).toBe(nameOf(count))
  await search.fill("nobody of that name")
  await page.getByText("No users match your search.").waitFor()
  await search.fill("")
  await expect.poll(firstName).toBe(nameOf(count))
  await user(count).focus()
  await page.getByRole("region", { name: "Users" }).evaluate((element) => element.scrollTo({ top: 8000 }))
  await user(100).waitFor()
  expect(await user(count).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByRole("button", { name: "Username", exact: true }).click()
  await expect.poll(firstName).toBe("admin")
})

test("at 390 px a long list shows complete addresses, and nothing scrolls sideways", { tags: ["long"] }, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const region = page.getByRole("region", { name: "Users" })
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const cells = page.getByRole("cell").filter({ hasText: "@" })
  expect(await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length)).toBe(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("the last user can be reached and edited by keyboard alone, and has the focus again afterwards", { tags: ["long"] }, async () => {
  await page.getByRole("region", { name: "Users" }).focus()
  await page.keyboard.press("End")
  await user(count).waitFor()
  await expect.poll(() => user(count).evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await user(count).focus()
  await page.keyboard.press("Enter")
  const panel = page.getByRole("dialog", { name: `Edit ${nameOf(count)}` })
  await panel.getByLabel("Email").fill("last@example.org")
  await page.keyboard.press("Enter")
  await panel.waitFor({ state: "detached" })
  await page.getByRole("cell", { name: "last@example.org" }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(nameOf(count))
})
