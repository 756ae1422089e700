// A chat's page in the running program with demo conversations: count, export, links, clearing.
import { readFileSync } from "node:fs"
import type { Browser, Download, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { chatRow, signIn } from "./console-steps.ts"

let program: Program
let browser: Browser
let page: Page

const name = "Customer satisfaction after a visit"

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase("empty")), DEMO: "1" })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await signIn(page, program.address, "/chats/demo")
  await chatRow(page, name).getByRole("link", { name, exact: true }).click()
  await page.getByRole("heading", { name, level: 1 }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
const downloadsOf = async (action: () => Promise<void>, files: number): Promise<Readonly<Record<string, string>>> => {
  const downloads: Array<Download> = []
  const collect = (download: Download) => void downloads.push(download)
  page.on("download", collect)
  await action()
  await expect.poll(() => downloads.length).toBe(files)
  page.off("download", collect)
  const texts = await Promise.all(
    downloads.map(
      async (download) => [download.suggestedFilename().replace(/^\d{8}_demo_/, ""), readFileSync(await download.path(), "utf8")] as const,
    ),
  )
  return Object.fromEntries(texts)
}

test("shows the chat's status and number of conversations, without accessibility violations", { tags: ["long"] }, async () => {
  await page.getByText("120 conversations", { exact: true }).waitFor()
  await page.getByText("Live", { exact: true }).waitFor()
  await page.getByRole("link", { name: "View script" }).waitFor()
  expect(await page.title()).toBe("Chat – Conversation Admin")
  await page.getByRole("region", { name: "Headings" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("[X8] [X10] exports every conversation in the range once, with a codebook and SPSS syntax", async () => {
  await page.getByLabel("From", { exact: true }).fill("")
  await page.getByLabel("Include empty responses").check()
  await page.getByRole("button", { name: "Preview period (120)" }).click()
  const preview = page.getByRole("dialog", { name: "Preview" })
  await preview.getByText("The first 10 of 120 conversations").waitFor()
  expect(await preview.getByRole("row").count()).toBe(11)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press("Escape")
  const files = await downloadsOf(async () => {
    await press("Export for SPSS")
    await page.getByText("Exported 120 of 120 rows.").waitFor()
  }, 3)
  expect(Object.keys(files).toSorted()).toEqual([
    "Customer_satisfaction_after_a_visit_spss.csv",
    "Customer_satisfaction_after_a_visit_spss.sps",
    "Customer_satisfaction_after_a_visit_spss_codebook.csv",
  ])
  const rows = (files["Customer_satisfaction_after_a_visit_spss.csv"] ?? "").trim().split("\r\n")
  expect(rows).toHaveLength(121)
  expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(121)
  // The codes are labeled in the syntax, although the answers are shown as texts in the preview.
  const codebook = readCsv((files["Customer_satisfaction_after_a_visit_spss_codebook.csv"] ?? "").replace("\ufeff", ""), ",")
  const coded = codebook.find(([, , , type]) => type === "choice") ?? []
  const [variable = "", , , , code = "", codeLabel = ""] = coded
  expect(files["Customer_satisfaction_after_a_visit_spss.sps"]).toContain(`${variable} ${code} '${codeLabel}'`)
  const column = codebook.filter((row, i, all) => i > 0 && row[0] !== all[i - 1]?.[0]).findIndex((row) => row[0] === variable)
  const cells = readCsv((files["Customer_satisfaction_after_a_visit_spss.csv"] ?? "").replace("\ufeff", ""), ",").map((row) => row[column])
  expect(cells.slice(1).filter((cell) => !/^\d*$/.test(cell ?? ""))).toEqual([])
  expect(cells).toContain(code)
  expect(rows[0]).toContain('ConversationUuid,RespondentUuid,Status,Started,Updated,Synced,Finished,source,"Q3 | ')
})

test("[X8] [X12] an option turns the formula guard off, and the codebook says so", { tags: ["long"] }, async () => {
  const exportCodebook = async () => {
    const files = await downloadsOf(() => press("Export CSV"), 2)
    const [headings = [], first = []] = readCsv(
      (files["Customer_satisfaction_after_a_visit_codebook.csv"] ?? "").replace("\ufeff", ""),
      ",",
    )
    return ["Formula guard of answers", "Formula guard of codebook"].map((heading) => first[headings.indexOf(heading)])
  }
  expect(await exportCodebook()).toEqual(["on", "on"])
  await page.getByLabel("Formula guard (')").uncheck()
  expect(await exportCodebook()).toEqual(["off", "off"])
  await page.getByLabel("Formula guard (')").check()
})

test("an export pauses when a page fails to load, and resumes from that page", { tags: ["long"] }, async () => {
  let fails = true
  await page.route("**/export?*limit=1250*", (route) => (fails ? route.abort() : route.continue()))
  await press("Export CSV")
  await page.getByText("The export stopped. What was downloaded so far is kept.").waitFor()
  fails = false
  const files = await downloadsOf(() => page.getByRole("button", { name: "Try again" }).click(), 2)
  expect((files["Customer_satisfaction_after_a_visit_export.csv"] ?? "").trim().split("\r\n")).toHaveLength(121)
  await page.unroute("**/export?*limit=1250*")
})

test("copies the anonymous link, rejects an invalid slug, and creates a short link from a valid one", async () => {
  const links = page.getByRole("region", { name: "Links" })
  const uuid = page.url().split("/").at(-1)
  await links.getByText(`${program.address}/chat/demo/chat/${uuid}/anonymous?l=en`).waitFor()
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await links.getByRole("button", { name: "Copy link" }).first().click()
  await links.getByText("link copied!").waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${program.address}/chat/demo/chat/${uuid}/anonymous?l=en`)
  expect(await links.getByRole("button", { name: "Save slug" }).isDisabled()).toBe(true)
  await links.getByLabel("Slug", { exact: true }).fill("not a slug")
  await links.getByRole("button", { name: "Save slug" }).click()
  await links.getByText("Use only letters, digits, hyphens, underscores and dots.").waitFor()
  await links.getByLabel("Slug", { exact: true }).fill("after-a-visit")
  await links.getByRole("button", { name: "Save slug" }).click()
  await links.getByText("Success!").waitFor()
  await links.getByText(`${program.address}/chat/s/after-a-visit`, { exact: true }).waitFor()
})

test("[L1] [L6] creates personal links, lists them in pages of 100, and downloads them as a file", async () => {
  const links = page.getByRole("region", { name: "Links" })
  const error = links.getByText("Enter a whole number from 1 to 100,000.")
  for (const invalid of ["", "0", "1.5", "100001", "ten"]) {
    await links.getByLabel("Number of links").fill(invalid)
    await links.getByRole("button", { name: "Create links" }).click()
    await error.waitFor()
    await links.getByLabel("Number of links").fill("1")
    await error.waitFor({ state: "detached" })
  }
  await links.getByLabel("Number of links").fill("120")
  await links.getByRole("button", { name: "Create links" }).click()
  await links.getByText("120 links", { exact: true }).waitFor()
  await links.getByText("Page 1 of 2").waitFor()
  expect(await links.getByRole("table", { name: "Created links" }).getByRole("row").count()).toBe(101)
  expect(await findAccessibilityViolations(page)).toEqual([])
  const files = await downloadsOf(() => links.getByRole("button", { name: "Download links" }).click(), 1)
  const [[fileName, text] = ["", ""]] = Object.entries(files)
  expect(fileName).toBe("Customer_satisfaction_after_a_visit_links.csv")
  const lines = readCsv(text.slice(1), ",")
  expect(lines[0]).toEqual(["userId", "found", "couple variable", "couple value", "conversationToken", "link"])
  const addresses = lines.slice(1).map((cells) => cells[5])
  expect([addresses.length, new Set(addresses).size]).toEqual([120, 120])
  for (const address of addresses) expect(address?.startsWith(`${program.address}/chat/demo/chat/`)).toBe(true)
})

test("clears chat data only after confirmation", async () => {
  await press("Clear data")
  await press("Clear chat data")
  await page.getByText("This can't be undone.").waitFor()
  for (const lost of ["120 conversations with answers", "120 unopened links"])
    await page.getByRole("dialog", { name: "Clear chat data" }).getByText(lost, { exact: true }).waitFor()
  await press("Cancel")
  await page.getByText("120 conversations", { exact: true }).waitFor()
  await press("Clear data")
  await press("Clear chat data")
  await press("Clear")
  await page.getByText("Chat data has been cleared").waitFor()
  await page.getByText("0 conversations", { exact: true }).waitFor()
  await page.getByText("No conversations match.").waitFor()
})
