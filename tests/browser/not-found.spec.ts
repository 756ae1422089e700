// Addresses that lead nowhere, or nowhere for this person: the screen that says so, and the page's title (spec/1-console §2).
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, startProgram } from "../fixtures/program.ts"
import { axeInBoth } from "./axe.ts"
import { launch } from "./chromium.ts"
import { apiAs } from "./second-person.ts"
import { signIn } from "./visit.ts"

let program: Program
let browser: Browser
const bob = { username: "bob", email: "bob@example.org", password: "First-Horses-1-Graze" }

beforeAll(async () => {
  program = await startProgram({ DEMO: "0" })
  browser = await launch()
  const { addCommunity, addUser } = await apiAs(program.address)
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
const isNothing = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { name: "There is nothing here", level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe("Not found – Conversation Admin")
}

describe("for an administrator of the platform", () => {
  test("what leads nowhere is told on a page that is opened with it, whatever stands in the address", { timeout: 120_000 }, async () => {
    const page = await newPage()
    await signIn(page, program.address, "/nonsense")
    await isNothing(page)
    // What no community has, the header does not lead to.
    expect(await page.getByRole("navigation", { name: "Main menu" }).getByRole("link").allInnerTexts()).toEqual(["Admin"])
    expect(await axeInBoth(page)).toEqual([])
    const ofNone = ["options", "stylesheet", "removal-chats", "chats"].map((part) => `/nonsense/${part}`)
    for (const path of [...ofNone, "/a/b/c/d", "/chats/100%25off", "/chats/a%2Fb", "/chats/%", "/%E0%A4%A"]) {
      await page.goto(`${program.address}${path}`)
      await isNothing(page)
    }
  })

  test("from there one comes home, and the page is called what it is again", async () => {
    const page = await newPage()
    await signIn(page, program.address, "/nonsense")
    await isNothing(page)
    await page.getByRole("button", { name: "Select community" }).click()
    await page.getByRole("link", { name: "Panel", exact: true }).click()
    await page.getByRole("heading", { name: "Active chats" }).waitFor()
    await expect.poll(() => page.title()).toBe("Chats – Conversation Admin")
    await page.getByRole("link", { name: "Community", exact: true }).click()
    await page.getByRole("heading", { name: "Members", level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe("Community members – Conversation Admin")
  })
})

test("[U6] who is no member finds nothing at a community's addresses, whether there is one or not", async () => {
  const page = await newPage()
  await page.goto(`${program.address}/login`)
  await page.getByLabel("Username").fill(bob.username)
  await page.getByLabel("Password", { exact: true }).fill(bob.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Communities" }).waitFor()
  for (const path of ["/panel", "/panel/members", "/nonsense/members"]) {
    await page.goto(`${program.address}${path}`)
    await isNothing(page)
  }
})

test("a page that is not for this person is called what it is a part of", async () => {
  const [chief, page] = [await apiAs(program.address), await newPage()]
  await chief.addUser({ ...bob, username: "carol", email: "carol@example.org" })
  await chief.join("carol", "panel")
  await page.goto(`${program.address}/login?next=/panel/members`)
  await page.getByLabel("Username").fill("carol")
  await page.getByLabel("Password", { exact: true }).fill(bob.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Community", exact: true, level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe("Community – Conversation Admin")
  // The way there is shown to everybody who is in the community (spec/1-console §2 "App shell").
  await page.getByRole("link", { name: "Chats", exact: true }).click()
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  await page.getByRole("link", { name: "Community", exact: true }).click()
  await page.getByText("Only administrators of this community can do this.").waitFor()
  await page.getByRole("link", { name: "Admin", exact: true }).click()
  await page.getByRole("heading", { name: "Admin", level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe("Admin – Conversation Admin")
})
