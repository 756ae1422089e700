// Two people at one script, each in a browser of their own: who saves second is told what the first one did, and keeps mine, theirs or both.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { scriptsApi } from "../../adapters/api/scripts-api.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { plainText } from "../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { axeInBoth } from "./axe.ts"
import { launch } from "./chromium.ts"
import { outline, pageOf } from "./visit.ts"

let server: TestServer
let browser: Browser
let scripts: ReturnType<typeof scriptsApi>
let [ada, ben]: [Page | null, Page | null] = [null, null]
let chat: { readonly uuid: ScriptId; readonly name: string }

const community = "acme"
const there = (page: Page | null): Page => page ?? expect.fail("nobody is there")
const said = (order: number, label: string, text: string): Instruction =>
  instruction(order, { label, typing_delay: 3, messages: [{ uuid: `m ${label}`, locale: "en", content: `<p>${text}</p>` }] })

beforeAll(async () => {
  await buildStaleTargets(["console"])
  server = await startTestServer()
  browser = await launch()
  const acme = await server.addCommunity(community)
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  await server.addUser("ben", { [acme]: "ROLE_USER" })
  scripts = scriptsApi((await server.signedIn("ada")).api())
  ada = await pageOf(browser, server, "ada")
  ben = await pageOf(browser, server, "ben")
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  const { uuid, revision, name } = await scripts.add({ community, name: `Shared ${Math.random()}` })
  const instructions = [said(0, "hello", "Hello"), said(1, "middle", "In between"), said(2, "bye", "Bye")]
  await scripts.save({ community, uuid, revision, script: { name, public_name: name, language: "en", instructions }, markedForDelete: [] })
  chat = { uuid, name }
  await Promise.all([open(there(ada)), open(there(ben))])
})

const open = async (page: Page) => {
  await page.goto(`${server.address}/chats/${community}/${chat.uuid}/edit`)
  await page.getByLabel("Title", { exact: true }).waitFor()
}
const write = async (page: Page, name: string, text: string) => {
  await outline(page).filter({ hasText: name }).locator("button[aria-current]").click()
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
const savedBy = async (page: Page) => {
  await save(page)
  await page.waitForURL(`**/chats/${community}/${chat.uuid}`)
}
const overtaken = (page: Page) => page.getByRole("dialog", { name: "ada saved this script while you were editing" })
const kept = async () =>
  (await scripts.read({ community, uuid: chat.uuid })).instructions.map(({ label, messages }) => [
    label,
    plainText(messages[0]?.content ?? ""),
  ])

test("both: what only one changed comes from them, what both changed is chosen, and nothing is saved before it has been looked at", async () => {
  const [first, second] = [there(ada), there(ben)]
  await write(second, "hello", "Hello from Ben")
  await second.getByLabel("Name", { exact: true }).fill("hi")
  await write(second, "bye", "Bye from Ben")
  await outline(second).filter({ hasText: "bye" }).getByRole("button", { name: "Move up" }).click()
  await write(first, "hello", "Hello from Ada")
  await add(first, "extra", "Added by Ada")
  await savedBy(first)
  await save(second)
  const dialog = overtaken(second)
  await dialog.waitFor()
  const both = dialog.getByRole("region", { name: "Changed by both: choose one" })
  expect(await both.getByRole("radio").count()).toBe(3)
  expect(await both.innerText()).toContain("Hello from Ada")
  expect(await both.innerText()).toMatch(/Name: hi[^]*Name: hello/)
  expect(await dialog.getByRole("region", { name: "Changed by you" }).innerText()).toMatch(/Moved: (?:bye|middle)[^]*Bye from Ben/)
  expect(await dialog.getByRole("region", { name: "Changed by them" }).innerText()).toContain("Added\nAdded by Ada")
  expect(await axeInBoth(second)).toEqual([])
  await second.setViewportSize({ width: 390, height: 844 })
  expect(await dialog.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  await second.setViewportSize({ width: 1440, height: 900 })
  await both.getByRole("radio", { name: /^Theirs/ }).check()
  await dialog.getByRole("button", { name: "Merge" }).click()
  await dialog.waitFor({ state: "detached" })
  await outline(second).filter({ hasText: "extra" }).waitFor()
  expect((await kept()).map(([, text]) => text)).not.toContain("Bye from Ben")
  await savedBy(second)
  expect(await kept()).toEqual([
    ["hello", "Hello from Ada"],
    ["extra", "Added by Ada"],
    ["bye", "Bye from Ben"],
    ["middle", "In between"],
  ])
})

test("mine: overwriting asks again where theirs became another one meanwhile, and leaves what it replaced in the history", async () => {
  const [first, second] = [there(ada), there(ben)]
  await write(second, "bye", "Bye from Ben")
  await write(first, "hello", "Hello from Ada")
  await savedBy(first)
  await save(second)
  await overtaken(second).waitFor()
  await open(first)
  await write(first, "middle", "Ada was here again")
  await savedBy(first)
  await overtaken(second).getByRole("button", { name: "Overwrite theirs" }).click()
  await overtaken(second).getByText("Ada was here again").waitFor()
  await overtaken(second).getByRole("button", { name: "Overwrite theirs" }).click()
  await second.waitForURL(`**/chats/${community}/${chat.uuid}`)
  expect(await kept()).toEqual([
    ["hello", "Hello"],
    ["middle", "In between"],
    ["bye", "Bye from Ben"],
  ])
  const versions = await scripts.versions({ community, uuid: chat.uuid, offset: 0, limit: 3 })
  expect(versions.items.map((it) => it.savedBy)).toEqual(["ben", "ada", "ada"])
})

test("both of one instruction: mine stays, theirs comes behind it as a copy, and that is saved", async () => {
  const [first, second] = [there(ada), there(ben)]
  await write(second, "hello", "Hello from Ben")
  await write(first, "hello", "Hello from Ada")
  await savedBy(first)
  await save(second)
  const both = overtaken(second).getByRole("region", { name: "Changed by both: choose one" })
  await both.getByRole("radio", { name: /^Both/ }).check()
  await overtaken(second).getByRole("button", { name: "Merge" }).click()
  await outline(second).filter({ hasText: "hello_2" }).waitFor()
  await savedBy(second)
  expect(await kept()).toEqual([
    ["hello", "Hello from Ben"],
    ["hello_2", "Hello from Ada"],
    ["middle", "In between"],
    ["bye", "Bye"],
  ])
})

test("where the way to tell it does not come, it is fetched anew when that is asked for", async () => {
  const [first, second] = [there(ada), there(ben)]
  await second.route("**/assets/ConflictDialog-*", (route) => route.abort())
  await write(second, "bye", "Bye from Ben")
  await write(first, "bye", "Bye from Ada")
  await savedBy(first)
  await save(second)
  const retry = second.getByRole("alert").getByRole("button", { name: "Try again" })
  await retry.waitFor()
  await second.unroute("**/assets/ConflictDialog-*")
  await retry.click()
  await overtaken(second).getByRole("button", { name: "Overwrite theirs" }).click()
  await second.waitForURL(`**/chats/${community}/${chat.uuid}`)
})

test("theirs: mine goes, and one step of Undo brings it back to be saved after all", async () => {
  const [first, second] = [there(ada), there(ben)]
  await write(second, "bye", "Bye from Ben")
  await write(first, "bye", "Bye from Ada")
  await savedBy(first)
  await save(second)
  await overtaken(second).getByRole("button", { name: "Discard mine" }).click()
  await second.getByText("All changes saved").waitFor()
  await outline(second).filter({ hasText: "Bye from Ada" }).waitFor()
  await second.getByRole("button", { name: "Undo", exact: true }).click()
  await outline(second).filter({ hasText: "Bye from Ben" }).waitFor()
  await savedBy(second)
  expect(await kept()).toEqual([
    ["hello", "Hello"],
    ["middle", "In between"],
    ["bye", "Bye from Ben"],
  ])
})
