// The main workflow end to end on the real program: sign in, open a community, add a chat, import a script file, edit and save it,
// export it, check it with the command line tool, import it into a second chat.
import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { addChat, addCommunity, chatRow, openEditor, outlineRows, signIn } from "./console-steps.ts"

const root = resolve(import.meta.dirname, "../..")
const demo = join(root, "adapters/server/demo/customer-satisfaction.en.json")
const dataDir = preparedDataDir()
let program: Program
let browser: Browser
let page: Page
const pageErrors: Array<string> = []

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0" })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  page.on("pageerror", (error) => pageErrors.push(String(error)))
  page.on("console", (message) => message.type() === "error" && pageErrors.push(message.text()))
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(dataDir)
})

type Payload = { readonly name: string; readonly instructions: ReadonlyArray<{ readonly label: string; readonly type: string }> }
const payloadOf = async (path: string): Promise<Payload> => JSON.parse(await readFile(path, "utf8")).payload

const importFile = async (path: string): Promise<void> => {
  const choosing = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Import" }).click()
  await (await choosing).setFiles(path)
}

const exportFile = async (): Promise<string> => {
  await page.getByRole("button", { name: "Chat Options" }).click()
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export Script to file" }).click()
  const download = await saving
  const path = join(dataDir, download.suggestedFilename())
  await download.saveAs(path)
  await page.keyboard.press("Escape")
  return path
}

test("a new user edits, saves, exports and checks a script, and imports it into another chat", async () => {
  await signIn(page, program.address)
  await page.waitForURL("**/home")
  await expect.poll(() => page.title()).toMatch(/^Community selection.*Conversation Admin$/)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await addCommunity(page, "Ziekenhuis Oost", "ziekenhuis-oost")
  await page.getByRole("button", { name: "Ziekenhuis Oost" }).click()
  await page.waitForURL("**/chats/ziekenhuis-oost")
  await addChat(page, "Na het bezoek")
  await chatRow(page, "Na het bezoek").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await openEditor(page, "Na het bezoek")
  await importFile(demo)
  const imported = await payloadOf(demo)
  await expect.poll(() => outlineRows(page).count()).toBeGreaterThan(5)

  await page.getByLabel("Title", { exact: true }).fill("After the visit, improved")
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Open answer" }).click()
  const panel = page.getByRole("region", { name: "Instruction", exact: true })
  await panel.getByLabel("Name", { exact: true }).fill("one more thing")
  await panel.getByRole("textbox", { name: "Message" }).fill("What else should we know?")
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "After the visit, improved", level: 1 }).waitFor()
  await page.getByText("0 conversations", { exact: true }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("link", { name: "Edit script" }).click()
  await page.getByLabel("Title", { exact: true }).waitFor()
  const exported = await exportFile()
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "adapters/cli/bin.cjs"), "check", exported], { cwd: root })
  expect(stdout).toMatch(/1 files?, 0 errors, 0 warnings/)
  const payload = await payloadOf(exported)
  expect(payload.name).toBe("After the visit, improved")
  expect(payload.instructions.length).toBe(imported.instructions.length + 1)
  expect(payload.instructions.map(({ label }) => label)).toContain("one_more_thing")

  await page.getByRole("button", { name: "Close without saving" }).click()
  await page.waitForURL("**/chats/ziekenhuis-oost")
  await addChat(page, "A second one")
  await openEditor(page, "A second one")
  await importFile(exported)
  await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("After the visit, improved")
  await page.getByLabel("Title", { exact: true }).fill("A second one, imported")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "A second one, imported", level: 1 }).waitFor()
  await page.getByRole("link", { name: "Chats" }).click()
  await chatRow(page, "A second one, imported").waitFor()
  expect(pageErrors).toEqual([])
})
