// Two people edit one script in separate pages: the second to save sees the first one's changes and keeps mine, theirs or both.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { toPlainText } from "../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage, outlineRows } from "./console-steps.ts"

let server: TestServer
let browser: Browser
let scripts: ReturnType<typeof createScriptsApi>
let [ada, ben]: [Page | null, Page | null] = [null, null]
let chat: { readonly uuid: ScriptId; readonly name: string }

const community = "acme"
const requirePage = (page: Page | null): Page => page ?? expect.fail("the page is not open")
const textMessage = (order: number, label: string, text: string): Instruction =>
  instruction(order, { label, typing_delay: 3, messages: [{ uuid: `m ${label}`, locale: "en", content: `<p>${text}</p>` }] })

beforeAll(async () => {
  await buildStaleTargets(["console"])
  server = await startTestServer()
  browser = await sharedBrowser()
  const acme = await server.addCommunity(community)
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  await server.addUser("ben", { [acme]: "ROLE_USER" })
  scripts = createScriptsApi((await server.signedIn("ada")).api())
  ada = await openSignedInPage(browser, server, "ada")
  ben = await openSignedInPage(browser, server, "ben")
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  const { uuid, revision, name } = await scripts.add({ community, name: `Shared ${Math.random()}` })
  const instructions = [textMessage(0, "hello", "Hello"), textMessage(1, "middle", "In between"), textMessage(2, "bye", "Bye")]
  await scripts.save({ community, uuid, revision, script: { name, public_name: name, language: "en", instructions }, markedForDelete: [] })
  chat = { uuid, name }
  await Promise.all([open(requirePage(ada)), open(requirePage(ben))])
})

const open = async (page: Page) => {
  await page.goto(`${server.address}/chats/${community}/${chat.uuid}/edit`)
  await page.getByLabel("Title", { exact: true }).waitFor()
}
const write = async (page: Page, name: string, text: string) => {
  await outlineRows(page).filter({ hasText: name }).locator("button[aria-current]").click()
  await page.getByRole("heading", { name: "Text message", level: 2 }).waitFor()
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe(name)
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text)
}
const add = async (page: Page, name: string, text: string) => {
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
  await page.getByLabel("Name", { exact: true }).fill(name)
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text)
}
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click()
const saveAndLeave = async (page: Page) => {
  await save(page)
  await page.waitForURL(`**/chats/${community}/${chat.uuid}`)
}
const conflictDialog = (page: Page) => page.getByRole("dialog", { name: "ada saved this script while you were editing" })
const storedTexts = async () =>
  (await scripts.read({ community, uuid: chat.uuid })).instructions.map(({ label, messages }) => [
    label,
    toPlainText(messages[0]?.content ?? ""),
  ])

test("Merge combines separate changes, asks which version to keep where both changed, and leaves saving to the author", async () => {
  const [first, second] = [requirePage(ada), requirePage(ben)]
  await write(second, "hello", "Hello from Ben")
  await second.getByLabel("Name", { exact: true }).fill("hi")
  await write(second, "bye", "Bye from Ben")
  await outlineRows(second).filter({ hasText: "bye" }).getByRole("button", { name: "Move up" }).click()
  await write(first, "hello", "Hello from Ada")
  await add(first, "extra", "Added by Ada")
  await saveAndLeave(first)
  await save(second)
  const dialog = conflictDialog(second)
  await dialog.waitFor()
  const changedByBoth = dialog.getByRole("region", { name: "Changed by both: choose one" })
  expect(await changedByBoth.getByRole("radio").count()).toBe(3)
  expect(await changedByBoth.innerText()).toContain("Hello from Ada")
  expect(await changedByBoth.innerText()).toMatch(/Name: hi[^]*Name: hello/)
  expect(await dialog.getByRole("region", { name: "Changed by you" }).innerText()).toMatch(/Moved: (?:bye|middle)[^]*Bye from Ben/)
  expect(await dialog.getByRole("region", { name: "Changed by them" }).innerText()).toContain("Added\nAdded by Ada")
  expect(await findAccessibilityViolationsInBothSchemes(second)).toEqual([])
  await second.setViewportSize({ width: 390, height: 844 })
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await second.setViewportSize({ width: 1440, height: 900 })
  await changedByBoth.getByRole("radio", { name: /^Theirs/ }).check()
  await dialog.getByRole("button", { name: "Merge" }).click()
  await dialog.waitFor({ state: "detached" })
  await outlineRows(second).filter({ hasText: "extra" }).waitFor()
  expect((await storedTexts()).map(([, text]) => text)).not.toContain("Bye from Ben")
  await saveAndLeave(second)
  expect(await storedTexts()).toEqual([
    ["hello", "Hello from Ada"],
    ["extra", "Added by Ada"],
    ["bye", "Bye from Ben"],
    ["middle", "In between"],
  ])
})

test("Overwrite theirs asks again after another save meanwhile, and leaves the replaced versions in the history", {
  tags: ["long"],
}, async () => {
  const [first, second] = [requirePage(ada), requirePage(ben)]
  await write(second, "bye", "Bye from Ben")
  await write(first, "hello", "Hello from Ada")
  await saveAndLeave(first)
  await save(second)
  await conflictDialog(second).waitFor()
  await open(first)
  await write(first, "middle", "Ada was here again")
  await saveAndLeave(first)
  await conflictDialog(second).getByRole("button", { name: "Overwrite theirs" }).click()
  await conflictDialog(second).getByText("Ada was here again").waitFor()
  await conflictDialog(second).getByRole("button", { name: "Overwrite theirs" }).click()
  await second.waitForURL(`**/chats/${community}/${chat.uuid}`)
  expect(await storedTexts()).toEqual([
    ["hello", "Hello"],
    ["middle", "In between"],
    ["bye", "Bye from Ben"],
  ])
  const versions = await scripts.versions({ community, uuid: chat.uuid, offset: 0, limit: 3 })
  expect(versions.items.map((version) => version.savedBy)).toEqual(["ben", "ada", "ada"])
})

test("Merge with Both keeps my instruction and adds theirs after it as a copy", { tags: ["long"] }, async () => {
  const [first, second] = [requirePage(ada), requirePage(ben)]
  await write(second, "hello", "Hello from Ben")
  await write(first, "hello", "Hello from Ada")
  await saveAndLeave(first)
  await save(second)
  const changedByBoth = conflictDialog(second).getByRole("region", { name: "Changed by both: choose one" })
  await changedByBoth.getByRole("radio", { name: /^Both/ }).check()
  await conflictDialog(second).getByRole("button", { name: "Merge" }).click()
  await outlineRows(second).filter({ hasText: "hello_2" }).waitFor()
  await saveAndLeave(second)
  expect(await storedTexts()).toEqual([
    ["hello", "Hello from Ben"],
    ["hello_2", "Hello from Ada"],
    ["middle", "In between"],
    ["bye", "Bye"],
  ])
})

test("a conflict dialog that failed to load is loaded again on request", { tags: ["long"] }, async () => {
  const [first, second] = [requirePage(ada), requirePage(ben)]
  await second.route("**/assets/ConflictDialog-*", (route) => route.abort())
  await write(second, "bye", "Bye from Ben")
  await write(first, "bye", "Bye from Ada")
  await saveAndLeave(first)
  await save(second)
  const retry = second.getByRole("alert").getByRole("button", { name: "Try again" })
  await retry.waitFor()
  await second.unroute("**/assets/ConflictDialog-*")
  await retry.click()
  await conflictDialog(second).getByRole("button", { name: "Overwrite theirs" }).click()
  await second.waitForURL(`**/chats/${community}/${chat.uuid}`)
})

test("Discard mine shows their version, and one Undo restores mine, which can then be saved", { tags: ["long"] }, async () => {
  const [first, second] = [requirePage(ada), requirePage(ben)]
  await write(second, "bye", "Bye from Ben")
  await write(first, "bye", "Bye from Ada")
  await saveAndLeave(first)
  await save(second)
  await conflictDialog(second).getByRole("button", { name: "Discard mine" }).click()
  await second.getByText("All changes saved").waitFor()
  await outlineRows(second).filter({ hasText: "Bye from Ada" }).waitFor()
  await second.getByRole("button", { name: "Undo", exact: true }).click()
  await outlineRows(second).filter({ hasText: "Bye from Ben" }).waitFor()
  await saveAndLeave(second)
  expect(await storedTexts()).toEqual([
    ["hello", "Hello"],
    ["middle", "In between"],
    ["bye", "Bye from Ben"],
  ])
})
