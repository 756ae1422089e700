// A chat's page on a real server: links, status, respondents' files, versions, technical settings, anonymizing and clearing.
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { storeAnswerFile } from "../../adapters/server/answer-files/answer-file-repository.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { type FileStorage, openStorage } from "../../adapters/server/storage/storage.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import { screenDatabase } from "../fixtures/program.ts"
import { readZip } from "../fixtures/read-zip.ts"
import { password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage } from "./console-steps.ts"

const community = "panel"
let server: TestServer
let storage: FileStorage
let browser: Browser
let page: Page
let ada: Visitor
let panel = ""
let uuid: ScriptId
let clockOffsetMs = 0
const now = () => new Date(Date.now() + clockOffsetMs)

const message = (index: number, text: string): Instruction => ({
  uuid: `019a0000-0000-7000-8000-00000000000${index}`,
  order: index,
  type: "message",
  label: `step_${index}`,
  condition: null,
  typing_delay: 1,
  messages: [{ uuid: `019a0000-0000-7000-8000-00000000001${index}`, locale: "nl", content: `<p>${text}</p>` }],
})

beforeAll(async () => {
  server = await startTestServer({ ...(await screenDatabase()), at: now })
  storage = await openStorage(readSettings({ DATA_DIR: server.dataDir }))
  panel = await server.addCommunity(community)
  await server.addUser("ada", { [panel]: "ROLE_USER" })
  ada = await server.signedIn("ada")
  const scripts = createScriptsApi(ada.api())
  const first = await scripts.add({ community, name: "Intake" })
  uuid = first.uuid
  const { name, public_name, language } = first
  const save = (title: string, instructions: ReadonlyArray<Instruction>, revision: number) =>
    scripts.save({ community, uuid, script: { name: title, public_name, language, instructions }, markedForDelete: [], revision })
  await save(name, [message(0, "Welkom"), message(1, "Dag")], 1)
  await save("Intake, anew", [message(0, "Hallo"), message(2, "Nog iets")], 2)
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "ada")
  await open()
})
afterAll(async () => {
  await browser?.close()
  storage?.close()
  await server?.stop()
})

const open = async (query = ""): Promise<void> => {
  await page.goto(`${server.address}/chats/${community}/${uuid}${query}`)
  await page.getByRole("heading", { name: /^Intake/, level: 1 }).waitFor()
}
const region = (name: string) => page.getByRole("region", { name, exact: true })
const status = () => page.getByRole("button", { name: /^Status: / })
const chooseStatus = async (name: string) => {
  await status().click()
  await page.getByRole("menuitem", { name }).click()
  await page.getByRole("button", { name: `Status: ${name}` }).waitFor()
}

test("links to the script, the statistics and the chat, and lets the status be changed in place", async () => {
  await page.getByRole("link", { name: "Edit script" }).waitFor()
  expect(await page.getByRole("link", { name: "Live statistics" }).getAttribute("href")).toBe(
    `${server.address}/stats/${community}/${uuid}`,
  )
  expect(await page.getByRole("link", { name: "Open chat" }).getAttribute("href")).toBe(
    `${server.address}/chat/${community}/chat/${uuid}/anonymous`,
  )
  await chooseStatus("Live")
  await page.getByRole("link", { name: "View script" }).waitFor()
  await page.getByText("Live since").waitFor()
  await chooseStatus("Closed")
  await page.getByText("Closed on").waitFor()
  expect(await page.getByRole("link", { name: "Open chat" }).count()).toBe(0)
  await status().click()
  await page.getByRole("menuitem", { name: "Preparation" }).click()
  await page.getByRole("dialog", { name: "Change status" }).getByRole("button", { name: "Continue" }).click()
  await page.getByRole("link", { name: "Edit script" }).waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
})

const storeFile = (name: string) =>
  storeAnswerFile(
    { database: server.database, storage, now },
    { community: panel, script: uuid, conversation: randomUUID(), instruction: randomUUID(), name, content: Buffer.from("a life") },
  )

test("reports that there are no files, builds and downloads an archive once there are, and can be asked for another", async () => {
  const request = region("Data").getByRole("button", { name: "Request files" })
  await request.click()
  await region("Data").getByText("Files don't exist").waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await storeFile("cv.txt")
  await request.click()
  const download = region("Data").getByRole("button", { name: "Download files" })
  await download.waitFor()
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()])
  expect(file.suggestedFilename()).toBe("Intake,_anew.zip")
  expect(Object.values(await readZip(readFileSync(await file.path()))).map(String)).toEqual(["a life"])
  await request.waitFor()
})

test("returns to the ready archive when the session ended before its download, and downloads nothing else", {
  tags: ["long"],
}, async () => {
  await storeFile("letter.txt")
  await region("Data").getByRole("button", { name: "Request files" }).click()
  const download = region("Data").getByRole("button", { name: "Download files" })
  await download.waitFor()
  const address = page.url()
  const downloads: Array<string> = []
  page.on("download", (file) => downloads.push(file.url()))
  await page.context().clearCookies()
  await download.click()
  await page.getByLabel("Username").fill("ada")
  expect(new URL(page.url()).pathname).toBe("/login")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(address)
  await download.waitFor()
  expect(downloads).toEqual([])
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()])
  expect(Object.keys(await readZip(readFileSync(await file.path()))).length).toBeGreaterThan(0)
  expect(downloads).toHaveLength(1)
})

test("[V5] lists what restoring a version would change, and restoring changes exactly that", async () => {
  await region("Versions").getByRole("button", { name: "Show versions" }).click()
  const table = page.getByRole("table", { name: "Saved versions" })
  await expect.poll(() => table.getByRole("row").count()).toBe(4)
  await table.getByRole("button", { name: "Preview version 2" }).click()
  const versionDialog = page.getByRole("dialog", { name: "Version 2" })
  await versionDialog.getByText("Restoring it will").waitFor()
  await expect
    .poll(() => versionDialog.getByRole("listitem").allTextContents())
    .toEqual(["Title: Intake, anew → Intake", "step_1 · Text message", "step_2 · Text message", "step_0 · Text message: text"])
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await versionDialog.getByRole("button", { name: "Restore" }).click()
  await page.getByText("Version 2 has been restored.").waitFor()
  await page.getByRole("heading", { name: "Intake", level: 1, exact: true }).waitFor()
  await expect.poll(() => table.getByRole("row").count()).toBe(5)
  await table.getByRole("button", { name: "Preview version 2" }).click()
  await versionDialog.getByText("This version is identical to the current script.").waitFor()
  expect(await versionDialog.getByRole("button", { name: "Restore" }).isDisabled()).toBe(true)
  await versionDialog.getByRole("button", { name: "Cancel" }).click()
})

test("shows the technical settings only with ?dev=true, and locks them with the script", { tags: ["long"] }, async () => {
  expect(await region("Technical").count()).toBe(0)
  await open("?dev=true")
  const transport = region("Technical").getByLabel("Statistics transport")
  const saved = page.waitForResponse((response) => response.url().endsWith("/config") && response.ok())
  await transport.selectOption("statistics-secondary")
  await saved
  await page.reload()
  await region("Technical").waitFor()
  expect(await transport.inputValue()).toBe("statistics-secondary")
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseStatus("Live")
  await region("Technical").getByText("Locked: the chat is not in preparation.").waitFor()
  expect(await transport.isDisabled()).toBe(true)
  expect((await createScriptsApi(ada.api()).read({ community, uuid })).queue_config?.transport).toBe("statistics-secondary")
})

test("[P2] anonymizes a chat only when it is closed, after showing how much is removed", { tags: ["long"] }, async () => {
  await open()
  const anonymizeButton = region("Data").getByRole("button", { name: "Anonymize" })
  expect(await anonymizeButton.isDisabled()).toBe(true)
  await region("Data").getByText("Close the chat first, so that nobody is still answering.").waitFor()
  const conversation = { script: uuid, community: panel, revision: 1, startedAt: new Date("2026-03-01T12:34:56Z") }
  await insertConversations(server.database, [
    { ...conversation, metadata: { note: "a secret" } },
    { ...conversation, answers: { a: "yes" } },
  ])
  await createConversationsApi(ada.api()).makeLinks({ community, uuid, amount: 3, short: false })
  await chooseStatus("Closed")
  await anonymizeButton.click()
  const dialog = page.getByRole("dialog", { name: "Anonymize" })
  await dialog.getByText("This can't be undone.").waitFor()
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual([
    "2 conversations are anonymized: names, links and metadata are removed, and times are reduced to days.",
    "3 unopened links are deleted.",
    "2 files are deleted: files from respondents can't be anonymized.", // stored by the file tests above
    "Answers and counts are kept. Text that people wrote may still identify them.",
  ])
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  const readConversations = () => createConversationsApi(ada.api()).exportPage({ community, uuid, limit: 10, after: null })
  expect((await readConversations()).items.map(({ metadata }) => metadata)).toContainEqual({ note: "a secret" })
  await anonymizeButton.click()
  await dialog.getByRole("button", { name: "Anonymize" }).click()
  await region("Data").getByText("The conversations have been anonymized").waitFor()
  const after = await readConversations()
  expect(after.items.map(({ metadata, startedAt }) => [metadata, startedAt])).toEqual([
    [{}, "2026-03-01T00:00:00.000Z"],
    [{}, "2026-03-01T00:00:00.000Z"],
  ])
  expect(after.items.map(({ answers }) => answers)).toContainEqual({ a: "yes" })
  // If the chat is reopened meanwhile, the dialog says so and anonymizes nothing.
  await anonymizeButton.click()
  await dialog.getByText("2 conversations are anonymized").waitFor()
  expect((await ada.send("POST", `/api/${community}/chat-scripts/${uuid}/state`, { state: 2 })).status).toBe(200)
  await dialog.getByRole("button", { name: "Anonymize" }).click()
  await dialog.getByText("Changed by ada a moment ago: it is live now.").waitFor()
  await dialog.getByRole("button", { name: "Cancel" }).click()
})

test("[U4] clears nothing with an expired clear token, and asks for confirmation again", { tags: ["long"] }, async () => {
  await page.getByRole("button", { name: "Clear data", exact: true }).click()
  await page.getByRole("button", { name: "Clear live statistics" }).click()
  const dialog = page.getByRole("dialog", { name: "Clear live statistics" })
  await dialog.getByText("The live statistics restart from zero.").waitFor()
  clockOffsetMs += 11 * 60_000
  await dialog.getByRole("button", { name: "Clear", exact: true }).click()
  await dialog.getByText("The confirmation expired after ten minutes. Nothing has been removed. Please confirm again.").waitFor()
  await dialog.getByRole("button", { name: "Clear", exact: true }).click()
  await page.getByText("livestats have been cleared").waitFor()
})

test("clearing both clears neither if answers came in meanwhile", { tags: ["long"] }, async () => {
  const script = await createScriptsApi(ada.api()).add({ community, name: "Busy" })
  const answered = { script: script.uuid, community: panel, answers: { a: "yes" }, startedAt: new Date("2026-03-01T12:00:00Z") }
  await insertConversations(server.database, [answered])
  await page.goto(`${server.address}/chats/${community}/${script.uuid}`)
  await page.getByRole("button", { name: "Clear data" }).click()
  await page.getByRole("dialog", { name: "Clear data" }).getByRole("button", { name: "Clear both" }).click()
  const dialog = page.getByRole("dialog", { name: "Clear both" })
  await dialog.getByText("1 conversation with answers").waitFor()
  await insertConversations(server.database, [answered])
  const cleared: Array<string> = []
  page.on("response", (response) => {
    if (response.request().method() === "POST" && response.ok() && response.url().includes("/clear-")) cleared.push(response.url())
  })
  await dialog.getByRole("button", { name: "Clear", exact: true }).click()
  await page.getByText("Nothing has been removed.").waitFor()
  expect(cleared).toEqual([])
})
