// Error recovery in the running program: damaged import files, a wrong password, an unreachable server, an ended session and
// conflicting saves. Each shows a clear state and keeps the author's edits.
import { readFile, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { Browser, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { type ApiClient, createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { openEditor, outlineRows, signIn } from "./console-steps.ts"

const demo = resolve(import.meta.dirname, "../../adapters/server/demo/customer-satisfaction.en.json")
const dataDir = preparedDataDir()
const slug = "workshop"
let program: Program
let browser: Browser
let page: Page
let chats = 0

let api: ApiClient

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0" })
  browser = await sharedBrowser()
  api = await createApiClient(program.address)
  await api.addCommunity("Workshop", slug)
})
beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(dataDir)
})

/** Opens a new chat in the editor, with the demo script unless `filled` is false. */
const openNewChat = async (filled = true) => {
  const name = `Chat ${++chats}`
  const script = await api.scripts.add({ community: slug, name })
  if (filled) {
    const { payload } = JSON.parse(await readFile(demo, "utf8"))
    await api.scripts.save({
      community: slug,
      uuid: script.uuid,
      script: { ...payload, name },
      markedForDelete: [],
      revision: script.revision,
    })
  }
  await signIn(page, program.address, `/chats/${slug}`)
  await openEditor(page, name)
  return { name, uuid: script.uuid }
}
const title = () => page.getByLabel("Title", { exact: true })
const save = () => page.getByRole("button", { name: "Save", exact: true })
const savedName = async (uuid: Parameters<ApiClient["scripts"]["read"]>[0]["uuid"]) =>
  (await api.scripts.read({ community: slug, uuid })).name

describe("importing", () => {
  const writeDamagedFile = async (name: string, change: (text: string) => string) => {
    const path = join(dataDir, name)
    await writeFile(path, change(await readFile(demo, "utf8")))
    return path
  }
  const importFiles = async (...paths: ReadonlyArray<string>) => {
    const choosing = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: "Import Script from file" }).click()
    await (await choosing).setFiles([...paths])
  }

  test.each([
    ["a tampered file", (text: string) => text.replace('"name": "', '"name": "x'), "The checksum of the imported file does not match"],
    [
      "a file of another version",
      (text: string) => text.replace('"version": 2', '"version": 3'),
      "We only support importing from version 2 of the style file.",
    ],
    ["a damaged file", (text: string) => text.slice(0, text.length / 2), "This isn't a valid script file"],
  ])("rejects %s with an error and leaves the script unchanged", async (_, change, message) => {
    const { name } = await openNewChat(false)
    await importFiles(await writeDamagedFile("damaged.json", change))
    await page.getByText(message).waitFor()
    expect(await outlineRows(page).count()).toBe(0)
    expect(await title().inputValue()).toBe(name)
    await importFiles(demo) // a valid file can still be imported
    await expect.poll(() => outlineRows(page).count()).toBeGreaterThan(5)
  })
})

test("the error for a wrong password disappears when the password is edited", { tags: ["long"] }, async () => {
  await page.goto(program.address)
  await page.getByLabel("Username").fill(admin.username)
  await page.getByLabel("Password", { exact: true }).fill("not this one")
  await page.getByRole("button", { name: "Sign in" }).click()
  const error = page.getByText("The given username and password combination is invalid.")
  await error.waitFor()
  await page.getByLabel("Password", { exact: true }).fill("")
  await error.waitFor({ state: "detached" })
})

test("edits made while the server is down survive leaving the page, and can be restored and saved when it is back", async () => {
  const { name, uuid } = await openNewChat()
  const port = new URL(program.address).port
  await program.stop("SIGKILL")
  await title().fill(`${name}, written without a server`)
  await save().click()
  await page.getByText("On this device only: offline").waitFor()
  // Leave first: an open editor would save by itself when the server is back.
  const address = page.url()
  await page.goto("about:blank")
  program = await startProgram({ dataDir, port, DEMO: "0" })
  await page.goto(address)
  await page.getByText("You have unsaved edits").waitFor()
  await page.getByRole("button", { name: "Restore my edits" }).click()
  await expect.poll(() => title().inputValue()).toBe(`${name}, written without a server`)
  await save().click()
  await page.getByRole("heading", { name: `${name}, written without a server`, level: 1 }).waitFor()
  expect(await savedName(uuid)).toBe(`${name}, written without a server`)
})

test("an ended session asks for sign-in over the editor, and the save then continues", async () => {
  const { name, uuid } = await openNewChat()
  await title().fill(`${name}, signed out`)
  await page.context().clearCookies()
  await save().click()
  const signInDialog = page.getByRole("dialog")
  await signInDialog.getByLabel("Username").fill(admin.username)
  await signInDialog.getByLabel("Password", { exact: true }).fill(admin.password)
  await signInDialog.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: `${name}, signed out`, level: 1 }).waitFor()
  expect(await savedName(uuid)).toBe(`${name}, signed out`)
})

describe("a conflicting save", { tags: ["long"] }, () => {
  const createConflict = async () => {
    const { name, uuid } = await openNewChat()
    const before = await api.scripts.read({ community: slug, uuid })
    const { public_name, language, instructions } = before
    const theirs = { name: before.name, public_name: `${public_name}, theirs`, language, instructions: instructions.slice(0, -1) }
    const last = instructions.at(-1)?.uuid ?? ""
    await api.scripts.save({ community: slug, uuid, script: theirs, markedForDelete: [last], revision: before.revision })
    await title().fill(`${name}, mine`)
    await save().click()
    await page.getByText(/saved this script while you were editing/).waitFor()
    return { name, uuid, before }
  }

  test("shows who saved first, and Merge keeps both people's changes", { tags: ["long"] }, async () => {
    const { name, uuid, before } = await createConflict()
    await page.getByText(admin.username).first().waitFor()
    await page.getByRole("button", { name: "Merge" }).click()
    await save().click()
    await page.getByRole("heading", { name: `${name}, mine`, level: 1 }).waitFor()
    const now = await api.scripts.read({ community: slug, uuid })
    expect([now.name, now.public_name.endsWith(", theirs"), now.instructions.length]).toEqual([
      `${name}, mine`,
      true,
      before.instructions.length - 1,
    ])
  })

  test("replaces the other person's version on Overwrite theirs", async () => {
    const { name, uuid, before } = await createConflict()
    await page.getByRole("button", { name: "Overwrite theirs" }).click()
    await page.getByRole("heading", { name: `${name}, mine`, level: 1 }).waitFor()
    const now = await api.scripts.read({ community: slug, uuid })
    expect([now.name, now.public_name, now.instructions.length]).toEqual([`${name}, mine`, before.public_name, before.instructions.length])
  })

  test("gives way to the other person's version on Discard mine, and Undo restores it", { tags: ["long"] }, async () => {
    const { name } = await createConflict()
    await page.getByRole("button", { name: "Discard mine" }).click()
    await expect.poll(() => title().inputValue()).toBe(name)
    await page.getByRole("button", { name: /^Undo/ }).click()
    await expect.poll(() => title().inputValue()).toBe(`${name}, mine`)
  })
})
