// The longest possible names of communities and users, in one word: they stay within their card, cover nothing, and never widen the screen.
import type { Browser, Locator, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { screenDatabase } from "../fixtures/program.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage } from "./console-steps.ts"

const longest = "W".repeat(100)
const longestUser = "w".repeat(64)
let server: TestServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startTestServer(await screenDatabase())
  const long = await server.addCommunity("w".repeat(63))
  await server.database.db.updateTable("communities").set({ name: longest }).where("id", "=", long).execute()
  const short = await server.addCommunity("panel")
  await server.addUser("ada", { [long]: "ROLE_USER", [short]: "ROLE_USER" })
  await server.addUser(longestUser, {})
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "admin")
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const widths = [1440, 768, 390, 320]
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error("nothing is drawn of it")
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}
/** How far the widest descendant extends beyond the element's right edge. */
const overhang = (locator: Locator) =>
  locator.evaluate((whole) => {
    const { right } = whole.getBoundingClientRect()
    return Math.max(...Array.from(whole.querySelectorAll("*"), (part) => Math.round(part.getBoundingClientRect().right - right)))
  })

test("a long community name wraps within its card at home, at every width", { tags: ["long"] }, async () => {
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: longest })
  await card.waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
    expect(await overhang(card)).toBeLessThanOrEqual(0)
  }
})

test("each membership in the user panel has role and button on one line, and a removed one can be kept", async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.address}/admin/user-management`)
  await page.getByRole("button", { name: "ada", exact: true }).click()
  const panel = page.getByRole("dialog", { name: "Edit ada" })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of [longest, "Community panel"]) {
      const role = await boxOf(panel.getByLabel(`Role in ${name}`))
      const remove = await boxOf(panel.getByRole("button", { name: `Remove ${name}`, exact: true }))
      expect(role.width).toBeGreaterThan(120)
      expect(remove.x).toBeGreaterThan(role.right)
      expect(Math.round(remove.bottom - role.bottom)).toBe(0)
    }
    expect(await overhang(panel)).toBeLessThanOrEqual(0)
  }
  await panel.getByRole("button", { name: `Remove ${longest}` }).click()
  const keep = panel.getByRole("button", { name: `Keep ${longest}` })
  await keep.waitFor()
  expect(await overhang(panel)).toBeLessThanOrEqual(0)
  await keep.click()
  await panel.getByLabel(`Role in ${longest}`).waitFor()
})

test("delete dialogs and the account menu show long names in full", { tags: ["long"] }, async () => {
  /** How far the widest line of text extends beyond the element's right edge: text has no bounding box of its own. */
  const spill = (locator: Locator) =>
    locator.evaluate((whole) => {
      const text = document.createRange()
      text.selectNodeContents(whole)
      return Math.max(...Array.from(text.getClientRects(), ({ right }) => Math.round(right - whole.getBoundingClientRect().right)))
    })
  for (const [path, name] of [
    ["/admin/user-management", longestUser],
    ["/admin/community-management", longest],
  ] as const) {
    await page.goto(`${server.address}${path}`)
    await page.getByRole("button", { name: `Delete ${name}` }).click()
    const dialog = page.getByRole("dialog").filter({ hasText: name })
    await dialog.waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await spill(dialog)).toBeLessThanOrEqual(0)
    }
    await dialog.getByRole("button", { name: "Cancel" }).click()
  }
  const other = await openSignedInPage(browser, server, longestUser)
  await other.getByRole("button", { name: "Account" }).click()
  const menu = other.getByRole("menu")
  await menu.getByText(longestUser).waitFor()
  expect(await spill(menu)).toBeLessThanOrEqual(0)
  await other.context().close()
})
