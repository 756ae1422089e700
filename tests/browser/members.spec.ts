// The members of a community on the real program: paging, search and the exported file.
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"

let program: Program
let browser: Browser
let page: Page
const count = 120

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  const { addCommunity, scripts, makeUniqueLinks } = await createApiClient(program.address)
  await addCommunity("Empty", "empty")
  await addCommunity("Panel", "panel")
  const { uuid } = await scripts.add({ community: "panel", name: "Chat" })
  const people = Array.from({ length: count }, (_, i) => ({
    profile: { external_id: `id-${i}`, email: i === 7 ? "=cmd@example.org" : `person${i}@example.org` },
    conversation: { metadata: {} },
  }))
  await makeUniqueLinks("panel", uuid, people)
  await signIn(page, program.address, "/panel/members")
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const rows = () => page.getByRole("table", { name: "Members" }).getByRole("row").count()

test("the members load page by page on request, and axe finds nothing at any width", { tags: ["long"] }, async () => {
  await page.getByText(`${count} members`).waitFor()
  expect(await page.title()).toBe("Community members – Conversation Admin")
  expect(await rows()).toBe(101)
  // Axe learns nothing more from a hundred equal rows than from ten.
  await page.getByRole("searchbox", { name: "Search members" }).fill("person11")
  await expect.poll(rows).toBe(1 + 11)
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole("searchbox", { name: "Search members" }).fill("")
  await expect.poll(rows).toBe(101)
  const calls: Array<string> = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole("button", { name: "Show more" }).click()
  await expect.poll(rows).toBe(count + 1)
  // The community is not fetched again.
  expect(calls.filter((path) => path.endsWith("/communities"))).toEqual([])
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0)
})

test("search ignores case, takes % literally, and shows every member when cleared", { tags: ["long"] }, async () => {
  const search = page.getByRole("searchbox", { name: "Search members" })
  await search.fill("PERSON11")
  await expect.poll(rows).toBe(1 + 11)
  await page.getByText(`11 of ${count} members`).waitFor()
  await search.fill("100%")
  await page.getByText("No members match your search.").waitFor()
  await page.getByText(`0 of ${count} members`).waitFor()
  expect(await page.getByRole("button", { name: "Export members" }).isDisabled()).toBe(false)
  await search.fill("")
  await page.getByText(`${count} members`, { exact: true }).waitFor()
})

test("the exported file has every member once, and no cell that a spreadsheet would run as a formula", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export members" }).click()])
  expect(download.suggestedFilename()).toMatch(/^\d{8}_panel_members\.csv$/)
  await page.getByText(`${download.suggestedFilename()} has been saved.`).waitFor()
  const text = readFileSync(await download.path(), "utf8")
  expect(text.startsWith("\ufeffuuid,type,external_id,email,phone,birthdate,firstname,lastname\r\n")).toBe(true)
  const lines = readCsv(text.slice(1), ",").slice(1)
  expect(new Set(lines.map((cells) => cells[2]))).toEqual(new Set(Array.from({ length: count }, (_, i) => `id-${i}`)))
  expect(lines.find((cells) => cells[2] === "id-7")?.[3]).toBe("'=cmd@example.org")
})

test("a community without members says so, and its export is disabled", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/empty/members`)
  await page.getByText("No members yet. Create personal links to add people.").waitFor()
  expect(await page.getByRole("button", { name: "Export members" }).isDisabled()).toBe(true)
})
