// The life cycle of a chat in the running program with demo data: published, answered through personal links, exported, cleared,
// archived and reactivated.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Download, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { createFakeConversation } from "../../domain/actions/fake-conversation.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { visitor } from "../fixtures/server.ts"
import { sharedBrowser } from "./chromium.ts"
import { chatRow, signIn } from "./console-steps.ts"

const name = "Event registration"
const community = "demo"
let program: Program
let browser: Browser
let page: Page

beforeAll(async () => {
  program = await startProgram({ DEMO: "1" })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await signIn(page, program.address, `/chats/${community}`)
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const region = (label: string) => page.getByRole("region", { name: label, exact: true })
const press = (what: string, within: Pick<Page, "getByRole"> = page) => within.getByRole("button", { name: what, exact: true }).click()
const open = async (): Promise<void> => {
  await chatRow(page, name).getByRole("link", { name, exact: true }).click()
  await page.getByRole("heading", { name, level: 1 }).waitFor()
}
const textOf = async (file: Download): Promise<string> => readFileSync(await file.path(), "utf8")

/** A list of 12,000 people, two of them listed twice. */
const list = [
  "E-mail;First name;Team",
  ...Array.from({ length: 12_002 }, (_, i) => `p${i < 12_000 ? i : i - 12_000}@example.org;Ann ${i};North`),
].join("\r\n")

/** Completes the chat of a personal link with the given answers, by the requests that the chat's page sends. */
const respond = async (token: string, answers: Readonly<Record<string, unknown>>): Promise<void> => {
  const send = async (path: string, body: object): Promise<{ total: number; waiting: { uuid: string } | null }> => {
    const { status, text } = await visitor(program.address).send("POST", `/chat/api/${path}`, { pass: token, ...body })
    if (status !== 200) throw new Error(`${path}: ${text}`)
    return JSON.parse(text)
  }
  let { total, waiting } = await send("open", {})
  while (waiting !== null) {
    const { uuid } = waiting
    ;({ total, waiting } = await send("answer", { uuid, given: answers[uuid] ?? null, after: total }))
  }
}

test("a chat is published, handed out as 12,000 links, answered, exported, cleared, archived and reactivated", {
  tags: ["long"],
}, async () => {
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  await chatRow(page, name).getByRole("button", { name: "Status: Preparation" }).click()
  await page.getByRole("menuitem", { name: "Live" }).click()
  await chatRow(page, name).getByRole("button", { name: "Status: Live" }).waitFor()
  await open()
  const uuid = ScriptId.make(new URL(page.url()).pathname.split("/").at(-1) ?? "")

  const dialog = page.getByRole("dialog", { name: "Personal links from a list" })
  await press("Personal links from a list", region("Links"))
  const choosing = page.waitForEvent("filechooser")
  await press("Choose file", dialog)
  await (await choosing).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(list) })
  await press("Create 12,002 links", dialog)
  await dialog.getByText("2 rows duplicate an earlier row: 12002, 12003").waitFor()
  await press("Leave out 2 rows", dialog)
  await press("Create 12,000 links", dialog)
  await region("Links").getByText("12,000 links", { exact: true }).waitFor()
  const saving = page.waitForEvent("download")
  await press("Download links")
  const [headings = [], ...links] = readCsv((await textOf(await saving)).slice(1), ",")
  expect(headings[4]).toBe("conversationToken")
  const tokens = links.map((cells) => cells[4] ?? "")
  expect([tokens.length, new Set(tokens).size]).toEqual([12_000, 12_000])

  const administrator = visitor(program.address)
  await administrator.signIn(admin.username, admin.password)
  const script = await createScriptsApi(administrator.api()).read({ community, uuid })
  const { answers } = createFakeConversation(script, { cuuid: "c", respondent: "r", now: new Date().toISOString() })
  const respondents = tokens.slice(0, 5)
  for (const token of respondents) await respond(token, answers)
  await page.reload()
  await page.getByText("5 conversations", { exact: true }).waitFor()

  // The default range is the last month.
  await press("Preview period (5)")
  await page.getByRole("dialog", { name: "Preview" }).getByText("The first 5 of 5 conversations").waitFor()
  await page.keyboard.press("Escape")
  const files: Array<Download> = []
  page.on("download", (file) => files.push(file))
  await press("Export CSV")
  await page.getByText("Exported 5 of 5 rows.").waitFor()
  await expect.poll(() => files.length).toBe(2)
  const fileEndingIn = (end: string): Download => {
    const file = files.find((download) => download.suggestedFilename().endsWith(end))
    if (file === undefined) throw new Error(`no file ${end}`)
    return file
  }
  const rows = readCsv((await textOf(fileEndingIn("_export.csv"))).slice(1), ",").slice(1)
  expect([rows.length, ...new Set(rows.map((cells) => cells[2]))]).toEqual([5, "finished"])
  expect((await textOf(fileEndingIn("_codebook.csv"))).split("\r\n").length).toBeGreaterThan(8)

  files.length = 0
  await press("Export for SPSS")
  await expect.poll(() => files.length).toBe(3)
  for (const file of files) await file.saveAs(join(program.dataDir, file.suggestedFilename()))
  const syntax = fileEndingIn(".sps").suggestedFilename()
  expect(readFileSync(join(program.dataDir, syntax), "utf8")).toContain(`/FILE='${fileEndingIn("_spss.csv").suggestedFilename()}'`)
  const pspp = spawnSync("pspp", ["-O", "format=txt", syntax], { cwd: program.dataDir, encoding: "utf8" })
  if (pspp.error === undefined) expect([pspp.status, pspp.stdout + pspp.stderr]).toEqual([0, ""])

  await press("Clear data", region("Data"))
  await press("Clear both")
  const clearing = page.getByRole("dialog", { name: "Clear both" })
  await press("Clear", clearing)
  await page.getByText("cleared all chat data!").waitFor()
  await page.getByText("0 conversations", { exact: true }).waitFor()
  await region("Export").getByText("No conversations match.").waitFor()
  expect(await createConversationsApi(administrator.api()).countResponses({ community, uuid })).toEqual({
    conversations: 0,
    answered: 0,
    links: 0,
  })
  const afterClearing = await visitor(program.address).send("POST", "/chat/api/open", { pass: tokens[0] })
  expect(afterClearing.status).toBe(404)

  await page.getByRole("link", { name: "Chats", exact: true }).click()
  await press("Delete", chatRow(page, name))
  await press("Delete", page.getByRole("dialog", { name: "Delete chat" }))
  await page.getByText(`“${name}” is now in the archive.`).waitFor()
  await page.getByRole("link", { name: "Archive" }).click()
  await page.getByRole("heading", { name: "Archive chats" }).waitFor()
  await chatRow(page, name).getByRole("button", { name: "Status: Deleted" }).click()
  await page.getByRole("menuitem", { name: "Preparation" }).click()
  const reactivating = page.getByRole("dialog", { name: "Change status" })
  await reactivating
    .getByText("Are you sure you want to reactivate this chat. This archived chat will be placed in the active chats.")
    .waitFor()
  await press("Continue", reactivating)
  await page.getByText(`“${name}” is active again.`).waitFor()
  await page.getByRole("link", { name: "Active", exact: true }).click()
  await chatRow(page, name).getByRole("button", { name: "Status: Preparation" }).waitFor()
})
