// A long export on a real server: failures in the middle, canceling, remembered options, and the choice of a range.
import { readFileSync } from "node:fs"
import type { Browser, Download, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { maxMetadataKeys } from "../../domain/exports/answers-table.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { password, startTestServer, type TestServer } from "../fixtures/server.ts"
import { findAccessibilityViolations, findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage } from "./console-steps.ts"

const community = "panel"
/** Three pages of 1250 conversations and part of a fourth. */
const count = 3800
const questionId = "019a0000-0000-7000-8000-000000000000"
let server: TestServer
let browser: Browser
let page: Page
let address = ""

const question: Instruction = {
  uuid: questionId,
  order: 0,
  type: "question",
  label: "age",
  condition: null,
  typing_delay: 1,
  messages: [{ uuid: "019a0000-0000-7000-8000-000000000010", locale: "nl", content: "<p>Hoe oud ben je?</p>" }],
  question: { uuid: "019a0000-0000-7000-8000-000000000020", type: "open", skipable: false },
  action: null,
}

beforeAll(async () => {
  server = await startTestServer()
  const panel = await server.addCommunity(community)
  await server.addUser("ada", { [panel]: "ROLE_USER" })
  const scripts = createScriptsApi((await server.signedIn("ada")).api())
  const { uuid, name, public_name, language } = await scripts.add({ community, name: "Long" })
  await scripts.save({
    community,
    uuid,
    script: { name, public_name, language, instructions: [question] },
    markedForDelete: [],
    revision: 1,
  })
  const startedAt = new Date()
  await insertConversations(
    server.database,
    Array.from({ length: count }, (_, i) => ({
      script: uuid,
      community: panel,
      revision: 2,
      answers: { [questionId]: `answer ${i}` },
      startedAt,
    })),
  )
  address = `${server.address}/chats/${community}/${uuid}`
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "ada")
})
beforeEach(async () => {
  await page.goto(address)
  await page.getByRole("button", { name: `Preview period (${count})` }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
const progress = () => page.getByRole("region", { name: "Export", exact: true }).getByRole("progressbar")
/** The names of the export files in the browser's private file system. */
const exportFiles = () =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("exports", { create: true })
    const names: Array<string> = []
    for await (const name of folder.keys()) names.push(name)
    return names
  })
const pageUrls = "**/export?*limit=1250*"
/** Holds back all pages but the first until the returned function is called. */
const holdLaterPages = async (): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(pageUrls, async (route) => {
    if (route.request().url().includes("after=")) await held
    await route.continue().catch(() => undefined)
  })
  return release
}

test("[X11] says that rarer keys have no column when an export has the maximum of metadata columns", { tags: ["long"] }, async () => {
  const notice = page.getByText("The 1,000 most common ones have a column.")
  expect(await notice.count()).toBe(0)
  const meta = "**/export/meta*"
  await page.route(meta, (route) => route.fulfill({ json: Array.from({ length: maxMetadataKeys }, (_, i) => `key ${i}`) }))
  await page.reload()
  await notice.waitFor()
  await page.unroute(meta)
})

test("[X10] an export stops at the page that failed, resumes from it, and writes every row once", async () => {
  let fails = true
  let attempts = 0
  await page.route(pageUrls, (route) => {
    if (!route.request().url().includes("after=")) return route.continue()
    attempts++
    return fails ? route.fulfill({ status: 500, json: { message: "broken" } }) : route.continue()
  })
  await press("Export CSV")
  await page.getByText("The export stopped. What was downloaded so far is kept.").waitFor()
  await page.getByText(`1250 of ${count}`).waitFor()
  // A worker writes the file, so the page stays responsive.
  expect(page.workers()).toHaveLength(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(attempts).toBeGreaterThan(0)
  fails = false
  const downloads: Array<Download> = []
  page.on("download", (download) => downloads.push(download))
  await press("Try again")
  await page.getByText(`Exported ${count} of ${count} rows.`).waitFor()
  await expect.poll(() => downloads.length).toBe(2)
  await page.unroute(pageUrls)
  const file = downloads.find((download) => download.suggestedFilename().endsWith("_export.csv"))
  const lines = readCsv(readFileSync((await file?.path()) ?? "", "utf8").slice(1), ",").slice(1)
  expect([lines.length, new Set(lines.map(([uuid]) => uuid)).size]).toEqual([count, count])
  expect(new Set(lines.map((cells) => cells.at(-1))).size).toBe(count)
  await expect.poll(() => page.workers().length).toBe(0)
})

test("[X10] says when the number of rows written differs from the server's count", { tags: ["long"] }, async () => {
  await page.route("**/export/count*", (route) => route.fulfill({ json: { count: count + 1 } }))
  await press("Export CSV")
  await page
    .getByRole("alert")
    .filter({ hasText: `The file contains ${count} rows, but the server counts ${count + 1}: conversations were added or removed` })
    .waitFor()
  await page.unroute("**/export/count*")
})

test("a session that ends during an export asks for sign-in over the page, and the export resumes without loss", {
  tags: ["long"],
}, async () => {
  let isSignedOut = false
  await page.route(pageUrls, async (route) => {
    if (!isSignedOut && route.request().url().includes("after=")) {
      isSignedOut = true
      await page.context().clearCookies()
      return route.fulfill({ status: 401, json: { message: "Sign in first." } })
    }
    return route.continue()
  })
  await press("Export CSV")
  const signInDialog = page.getByRole("dialog", { name: "Sign in" })
  await signInDialog.getByLabel("Username").fill("ada")
  await signInDialog.getByLabel("Password", { exact: true }).fill(password)
  await signInDialog.getByRole("button", { name: "Sign in" }).click()
  await signInDialog.waitFor({ state: "detached" })
  await page.getByText(`1250 of ${count}`).waitFor()
  const saved = page.waitForEvent("download")
  await press("Try again")
  await saved
  await page.getByText(`Exported ${count} of ${count} rows.`).waitFor()
  await page.unroute(pageUrls)
})

test("an export started after the session ended asks for sign-in over the page and then runs with the chosen options", {
  tags: ["long"],
}, async () => {
  await page.getByLabel("Question text").uncheck()
  await page.context().clearCookies()
  await press("Export CSV")
  const signInDialog = page.getByRole("dialog", { name: "Sign in" })
  await signInDialog.getByLabel("Username").fill("ada")
  await signInDialog.getByLabel("Password", { exact: true }).fill(password)
  await signInDialog.getByRole("button", { name: "Sign in" }).click()
  await signInDialog.waitFor({ state: "detached" })
  expect(await page.getByLabel("Question text").isChecked()).toBe(false)
  const saved = page.waitForEvent("download")
  await press("Try again")
  await saved
  await page.getByText(`Exported ${count} of ${count} rows.`).waitFor()
  await page.getByLabel("Question text").check()
})

test("a canceled export leaves no files behind and can be started again", async () => {
  const before = await exportFiles()
  const release = await holdLaterPages()
  await press("Export for SPSS")
  await page.getByText(`1250 of ${count}`).waitFor()
  expect(await progress().count()).toBe(1)
  expect((await exportFiles()).length).toBeGreaterThan(before.length)
  await press("Cancel export")
  await page.getByRole("button", { name: "Export CSV" }).waitFor()
  await expect.poll(exportFiles).toEqual(before)
  await expect.poll(() => page.workers().length).toBe(0)
  release()
  await page.unroute(pageUrls)
  const saved = page.waitForEvent("download")
  await press("Export CSV")
  await saved
  await page.getByText(`Exported ${count} of ${count} rows.`).waitFor()
})

test("clearing statistics during an export changes neither the export nor its options", { tags: ["long"] }, async () => {
  const release = await holdLaterPages()
  await page.getByLabel("From", { exact: true }).fill("01-01-2020")
  await page.getByLabel("From", { exact: true }).press("Enter")
  await page.getByRole("button", { name: "Export CSV", disabled: false }).waitFor()
  await press("Export CSV")
  await page.getByText(`1250 of ${count}`).waitFor()
  await press("Clear data")
  await press("Clear live statistics")
  await press("Clear")
  await page.getByText("livestats have been cleared").waitFor()
  expect(await progress().count()).toBe(1)
  expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("01-01-2020")
  const saved = page.waitForEvent("download")
  release()
  await saved
  await page.getByText(`Exported ${count} of ${count} rows.`).waitFor()
  await page.unroute(pageUrls)
})

test("an invalid day disables the export instead of using the previous day", { tags: ["long"] }, async () => {
  const day = page.getByLabel("From", { exact: true })
  const csv = page.getByRole("button", { name: "Export CSV" })
  const before = await day.inputValue()
  await expect.poll(() => csv.isEnabled()).toBe(true)
  await day.fill("31-02-2026")
  await day.press("Tab")
  await expect.poll(() => csv.isEnabled()).toBe(false)
  await day.fill(before)
  await day.press("Tab")
  await expect.poll(() => csv.isEnabled()).toBe(true)
})

test("options are remembered, headings follow them immediately, and all conversations can be previewed whatever the range", {
  tags: ["long"],
}, async () => {
  const heading = (name: string) => page.getByRole("region", { name: "Headings" }).getByRole("columnheader", { name, exact: true })
  await heading("Q1 | age | Hoe oud ben je?").waitFor()
  expect(await page.getByRole("region", { name: "Headings" }).getByRole("row").count()).toBe(3)
  await page.getByLabel("Question text").uncheck()
  await page.getByLabel("Type", { exact: true }).check()
  await heading("Q1 | age | open").waitFor()
  await page.reload()
  await heading("Q1 | age | open").waitFor()

  await page.getByLabel("To", { exact: true }).fill("31/12/2020")
  await page.getByLabel("End hour").fill("99")
  await page.getByLabel("End hour").press("Enter")
  await page.getByText("No conversations match.").waitFor()
  expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("31-12-2020")
  expect(await page.getByLabel("End hour").inputValue()).toBe("23")
  expect(await page.getByRole("button", { name: "Export CSV" }).isDisabled()).toBe(true)
  await press(`Preview all (${count})`)
  const preview = page.getByRole("dialog", { name: "Preview" })
  await preview.getByText(`The first 10 of ${count.toLocaleString("en")} conversations`).waitFor()
  await page.keyboard.press("Escape")
  await page.getByLabel("To", { exact: true }).fill("31-02-2026")
  await page.getByText("There is no such day.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("a day is chosen by keyboard on a calendar that starts on Monday, and a chart shows recent conversations", {
  tags: ["long"],
}, async () => {
  const from = page.getByLabel("From", { exact: true })
  const [day = "", month = "", year = ""] = (await from.inputValue()).split("-")
  const opener = page.getByRole("button", { name: "Start on the calendar" })
  await opener.focus()
  await page.keyboard.press("Enter")
  const calendar = page.getByRole("dialog", { name: "Start on the calendar" })
  await calendar.getByRole("columnheader").first().waitFor()
  expect(await calendar.getByRole("columnheader").first().textContent()).toBe("Mo")
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe(String(Number(day)))
  expect(await calendar.getByRole("button", { pressed: true }).textContent()).toBe(String(Number(day)))
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press("ArrowUp")
  const earlier = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - 7))
  await expect.poll(focused).toBe(String(earlier.getUTCDate()))
  await page.keyboard.press("Enter")
  await expect.poll(() => from.inputValue()).toBe(earlier.toISOString().slice(0, 10).split("-").toReversed().join("-"))
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole("button", { name: `Preview period (${count})` }).waitFor()

  await page.getByText(`${count.toLocaleString("en")} today`, { exact: true }).waitFor()
  const chart = page.getByRole("img", { name: /^The last 14 days: 3,800 conversations started, at most 3,800 on one day$/ })
  expect(await chart.locator("rect").count()).toBe(14)
})
