// Addresses that do not exist, or that the user may not see: the screen that says so, and the page's title.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"

let program: Program
let browser: Browser
const bob = { username: "bob", email: "bob@example.org", password: "First-Horses-1-Graze" }

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity, addUser } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
  await addUser(bob)
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const newPage = async (): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
const expectNotFound = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe("Not found – Conversation Admin")
}

describe("a platform administrator", () => {
  test("sees the not-found screen at any address that does not exist", { tags: ["long"] }, async () => {
    const page = await newPage()
    await signIn(page, program.address, "/nonsense")
    await expectNotFound(page)
    // The header has no links to the pages of a community that does not exist.
    expect(await page.getByRole("navigation", { name: "Main menu" }).getByRole("link").allInnerTexts()).toEqual(["Admin"])
    expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
    const pagesOfUnknownCommunity = ["options", "stylesheet", "removal-chats", "chats"].map((part) => `/nonsense/${part}`)
    for (const path of [...pagesOfUnknownCommunity, "/a/b/c/d", "/chats/100%25off", "/chats/a%2Fb", "/chats/%", "/%E0%A4%A"]) {
      await page.goto(`${program.address}${path}`)
      await expectNotFound(page)
    }
  })

  test("can open a community from the not-found screen, and the page's title follows", { tags: ["long"] }, async () => {
    const page = await newPage()
    await signIn(page, program.address, "/nonsense")
    await expectNotFound(page)
    await page.getByRole("button", { name: "Select community" }).click()
    await page.getByRole("link", { name: "Panel", exact: true }).click()
    await page.getByRole("heading", { name: "Active chats" }).waitFor()
    await expect.poll(() => page.title()).toBe("Chats – Conversation Admin")
    await page.getByRole("link", { name: "Community", exact: true }).click()
    await page.getByRole("heading", { name: "Members", level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe("Community members – Conversation Admin")
  })
})

test("[U6] a user who is not a member sees the not-found screen at a community's addresses, whether or not it exists", async () => {
  const page = await newPage()
  await page.goto(`${program.address}/login`)
  await page.getByLabel("Username").fill(bob.username)
  await page.getByLabel("Password", { exact: true }).fill(bob.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  for (const path of ["/panel", "/panel/members", "/nonsense/members"]) {
    await page.goto(`${program.address}${path}`)
    await expectNotFound(page)
  }
})

test("a page reserved for administrators has its section's title for other members", { tags: ["long"] }, async () => {
  const [administrator, page] = [await createApiClient(program.address), await newPage()]
  await administrator.addUser({ ...bob, username: "carol", email: "carol@example.org" })
  await administrator.join("carol", "panel")
  await page.goto(`${program.address}/login?next=/panel/members`)
  await page.getByLabel("Username").fill("carol")
  await page.getByLabel("Password", { exact: true }).fill(bob.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Community", exact: true, level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe("Community – Conversation Admin")
  // Every member of the community sees this link.
  await page.getByRole("link", { name: "Chats", exact: true }).click()
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  await page.getByRole("link", { name: "Community", exact: true }).click()
  await page.getByText("Only administrators of this community can do this.").waitFor()
  await page.getByRole("link", { name: "Admin", exact: true }).click()
  await page.getByRole("heading", { name: "Admin", level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe("Admin – Conversation Admin")
})
