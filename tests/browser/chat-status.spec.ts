// The status and removal procedure of chats that others work on too: confirmation, impact of edits, conflicts and expired tokens.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import { startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { chatRow, openSignedInPage } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

const community = "panel"
let server: TestServer
let browser: Browser
let page: Page
let ada: Visitor
let panel = ""
/** How far the server's clock is ahead, in milliseconds. */
let clockOffsetMs = 0

beforeAll(async () => {
  server = await startTestServer({ at: () => new Date(Date.now() + clockOffsetMs) })
  panel = await server.addCommunity(community)
  await server.addUser("ada", { [panel]: "ROLE_ADMIN" })
  await server.addUser("bob", { [panel]: "ROLE_USER" })
  ada = await server.signedIn("ada")
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "ada")
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const overview = async (target: Page = page): Promise<Page> => {
  await target.goto(`${server.address}/chats/${community}`)
  await target.getByRole("heading", { name: "Active chats" }).waitFor()
  return target
}
const scripts = () => createScriptsApi(ada.api())
const status = (target: Page, name: string) => chatRow(target, name).getByRole("button", { name: /^Status: / })
const pick = async (target: Page, name: string, to: string) => {
  await status(target, name).click()
  await target.getByRole("menuitem", { name: to }).click()
}

const question = (condition: string | null, place: number): Instruction => ({
  uuid: `019a0000-0000-7000-8000-00000000000${place}`,
  order: place,
  type: "question",
  label: place === 0 ? "age" : "",
  condition,
  typing_delay: 1,
  messages: [{ uuid: `019a0000-0000-7000-8000-00000000001${place}`, locale: "nl", content: "<p>Hoe oud ben je?</p>" }],
  question: { uuid: `019a0000-0000-7000-8000-00000000002${place}`, type: "open", skipable: false },
  action: null,
})
const add = async (name: string, instructions: ReadonlyArray<Instruction> = []): Promise<ScriptId> => {
  const { uuid, public_name, language, revision } = await scripts().add({ community, name })
  const script = { name, public_name, language, instructions }
  if (instructions.length > 0) await scripts().save({ community, uuid, script, markedForDelete: [], revision })
  return uuid
}

test("each status offers its own actions, with links to the chat and its statistics", { tags: ["long"] }, async () => {
  const uuid = await add("By status", [question(null, 0)])
  await overview()
  const offeredActions = async () => {
    const row = chatRow(page, "By status")
    const links = await row.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("aria-label") ?? link.textContent))
    const buttons = await row.getByRole("button").evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")))
    return [...links.slice(1), ...buttons.slice(1), ...((await row.getByRole("switch").count()) > 0 ? ["Removal procedure"] : [])]
  }
  await expect.poll(offeredActions).toEqual(["Edit", "Open chat", "Live statistics", "Copy", "Delete", "Removal procedure"])
  const chat = chatRow(page, "By status").getByRole("link", { name: "Open chat" })
  expect([await chat.getAttribute("href"), await chat.getAttribute("target")]).toEqual([
    `${server.address}/chat/${community}/chat/${uuid}/anonymous`,
    "_blank",
  ])
  expect(await chatRow(page, "By status").getByRole("link", { name: "Live statistics" }).getAttribute("href")).toBe(
    `${server.address}/stats/${community}/${uuid}`,
  )
  await pick(page, "By status", "Live")
  await expect.poll(offeredActions).toEqual(["Open chat", "Live statistics", "Copy", "Delete", "Removal procedure"])
  await pick(page, "By status", "Closed")
  await expect.poll(offeredActions).toEqual(["Live statistics", "Copy", "Delete", "Removal procedure"])
  await chatRow(page, "By status").getByText("Removal warning on").waitFor()
  await chatRow(page, "By status").getByText("Deletion on").waitFor()
})

test("turning the removal procedure off asks for confirmation, turning it on does not, and a failed change is reverted", {
  tags: ["long"],
}, async () => {
  await add("Removed in time")
  await overview()
  const toggle = chatRow(page, "Removed in time").getByRole("switch", { name: "Removal procedure" })
  const question = "Are you sure you don't want to use the auto removal procedure? This may not be in line with the GDPR policy. Continue?"
  const dialog = page.getByRole("dialog", { name: "Removal procedure" })
  await toggle.click()
  await dialog.getByText(question).waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect.poll(() => toggle.isChecked()).toBe(true)
  // However the dialog is closed, focus returns to the toggle.
  await expectFocus(toggle)
  await page.keyboard.press("Space")
  await dialog.waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await expectFocus(toggle)
  await page.keyboard.press("Space")
  await dialog.getByRole("button", { name: "Continue" }).click()
  await expect.poll(() => toggle.isChecked()).toBe(false)
  await expectFocus(toggle)
  await page.route("**/deletion-state", (route) => route.abort())
  await toggle.click()
  await page.getByText("Couldn't change the status of “Removed in time”").waitFor()
  expect(await toggle.isChecked()).toBe(false)
  await page.unroute("**/deletion-state")
  // The switch turns before the server has saved it.
  const saved = page.waitForResponse("**/deletion-state")
  await toggle.click()
  await expect.poll(() => toggle.isChecked()).toBe(true)
  await saved
  await overview()
  expect(await toggle.isChecked()).toBe(true)
})

test("[U6] a member who is not an administrator sees the removal procedure disabled, with the reason", async () => {
  await add("Removed by others")
  const other = await overview(await openSignedInPage(browser, server, "bob"))
  const toggle = chatRow(other, "Removed by others").getByRole("switch", { name: "Removal procedure" })
  const reason = "Only an administrator of the community can change the removal procedure."
  await other.getByText(reason).waitFor()
  expect([await toggle.isDisabled(), await toggle.isChecked()]).toEqual([true, true])
  expect(await toggle.evaluate((it) => document.getElementById(it.getAttribute("aria-describedby") ?? "")?.textContent)).toBe(reason)
  expect(await findAccessibilityViolationsInBothSchemes(other)).toEqual([])
  await other.close()
})

test("[V4] returning a chat with conversations to preparation shows first what an edit can affect", { tags: ["long"] }, async () => {
  const uuid = await add("With answers", [question(null, 0), question('age == "1"', 1)])
  await scripts().changeStatus({ community, uuid, to: "live" })
  const conversation = { script: uuid, community: panel, revision: 2, startedAt: new Date() }
  await insertConversations(server.database, [conversation, { ...conversation, answers: { "019a0000-0000-7000-8000-000000000000": "12" } }])
  await overview()
  await pick(page, "With answers", "Preparation")
  const dialog = page.getByRole("dialog", { name: "Change status" })
  await dialog.getByText("Changing the chat script might cause unexpected dataloss at this stage. Continue?").waitFor()
  await dialog.getByText("2 conversations, 1 with answers. An edit can affect:").waitFor()
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["2 columns of answers", "1 condition"])
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await dialog.getByRole("button", { name: "Continue" }).click()
  await chatRow(page, "With answers").getByRole("link", { name: "Edit" }).waitFor()
})

test("the list can be filtered by status, and each row shows its number of answers, or that they could not be counted", {
  tags: ["long"],
}, async () => {
  const uuid = await add("Answered", [question(null, 0)])
  await add("Unanswered")
  await scripts().changeStatus({ community, uuid, to: "live" })
  const conversation = { script: uuid, community: panel, revision: 2, startedAt: new Date() }
  await insertConversations(server.database, [
    conversation,
    ...Array.from({ length: 1200 }, (_, i) => ({ ...conversation, answers: { a: i } })),
  ])
  await overview()
  const answers = (name: string) => chatRow(page, name).getByRole("cell").nth(4)
  await expect.poll(() => answers("Answered").textContent()).toBe("1,200")
  expect(await answers("Unanswered").textContent()).toBe("0")
  const chips = page.getByRole("group", { name: "Statuses" })
  const rows = () => page.getByRole("button", { name: /^Status: / })
  const live = chips.getByRole("button", { name: /^Live \d+$/ })
  const liveCount = Number((await live.textContent())?.match(/\d+/)?.[0])
  await live.click()
  await chatRow(page, "Unanswered").waitFor({ state: "detached" })
  await chatRow(page, "Answered").waitFor()
  expect(await rows().count()).toBe(liveCount)
  expect(await page.getByRole("button", { name: "Status: Live" }).count()).toBe(liveCount)
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await live.press("Enter")
  await chatRow(page, "Unanswered").waitFor()

  await page.route("**/chat-scripts/answers", (route) => route.fulfill({ status: 500, json: { message: "broken" } }))
  await overview()
  await chatRow(page, "Answered").getByTitle("The answers could not be counted.").waitFor()
  await page.unroute("**/chat-scripts/answers")
})

test("[S9] a finding that prevents going live links to its instruction", async () => {
  const twice = { ...question(null, 1), question: { ...question(null, 1).question, type: "choice", choices: [] } } as Instruction
  await add("Not ready", [question(null, 0), twice])
  await overview()
  await pick(page, "Not ready", "Live")
  await page
    .getByRole("alert")
    .getByRole("link", { name: /^Instruction 2:/ })
    .first()
    .click()
  await page.getByRole("list", { name: "Instructions" }).waitFor()
  await expect.poll(() => page.getByRole("listitem").nth(1).locator("[aria-current=true]").count()).toBe(1)
})

test("when two tabs change a status, the later one reports the conflict and shows the current status", { tags: ["long"] }, async () => {
  const uuid = await add("Two tabs", [question(null, 0)])
  await overview()
  const other = await overview(await page.context().newPage())
  await pick(page, "Two tabs", "Live")
  await expect.poll(() => status(page, "Two tabs").getAttribute("aria-label")).toBe("Status: Live")
  await pick(other, "Two tabs", "Live")
  await other.getByText("Someone else changed the status in the meantime, so this change is no longer possible.").waitFor()
  await expect.poll(() => status(other, "Two tabs").getAttribute("aria-label")).toBe("Status: Live")
  await chatRow(other, "Two tabs").getByText("Live since").waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(other)).toEqual([])

  const { token } = await scripts().fetchDeletionToken({ community, uuid, action: "archive" })
  await scripts().remove({ community, uuid, token })
  await pick(other, "Two tabs", "Closed")
  await other.getByText("“Two tabs” is now in the archive.").waitFor()
  await other.close()
})

test("an unknown status in the response is reported, and the chat keeps its status", { tags: ["long"] }, async () => {
  await add("Of the future")
  await overview()
  await page.route("**/state", (route) => route.fulfill({ json: { uuid: "x", status: 9 } }))
  await pick(page, "Of the future", "Live")
  await page.getByRole("alert").getByText("Status doesn't exist!").waitFor()
  await page.unroute("**/state")
  expect(await status(page, "Of the future").getAttribute("aria-label")).toBe("Status: Preparation")
})

test("[S10] two people delete the same chat: it is archived once, and never erased from the list of active chats", async () => {
  const uuid = await add("Deleted twice")
  await overview()
  const other = await overview(await openSignedInPage(browser, server, "bob"))
  const deleteIn = (target: Page) => chatRow(target, "Deleted twice").getByRole("button", { name: "Delete", exact: true })
  const dialogIn = (target: Page) => target.getByRole("dialog", { name: "Delete chat" })
  const confirmIn = (target: Page) => dialogIn(target).getByRole("button", { name: "Delete", exact: true })
  // The dialog is open already when the chat is archived.
  await deleteIn(page).click()
  await dialogIn(page).getByText("There are no answers, files or links.").waitFor()
  await deleteIn(other).click()
  await confirmIn(other).click()
  await other.getByText("“Deleted twice” is now in the archive.").waitFor()
  await confirmIn(page).click()
  await dialogIn(page).getByText("Changed by bob a moment ago: it is in the archive now.").waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  expect(await dialogIn(page).getByRole("button", { name: "Try again" }).count()).toBe(0)
  // The cross and the button have the same name.
  await dialogIn(page).getByRole("button", { name: "Close" }).last().click()
  await chatRow(page, "Deleted twice").waitFor({ state: "detached" })
  expect(await scripts().read({ community, uuid })).toMatchObject({ status: "deleted" })

  // The list is out of date before the dialog opens.
  await scripts().changeStatus({ community, uuid, to: "preparation" })
  await overview()
  await deleteIn(page).waitFor()
  const { token } = await scripts().fetchDeletionToken({ community, uuid, action: "archive" })
  await scripts().remove({ community, uuid, token })
  await deleteIn(page).click()
  await dialogIn(page).getByText("Changed by ada a moment ago: it is in the archive now.").waitFor()
  await dialogIn(page).getByRole("button", { name: "Close" }).last().click()
  await chatRow(page, "Deleted twice").waitFor({ state: "detached" })
  expect(await scripts().read({ community, uuid })).toMatchObject({ status: "deleted" })

  // Only the archive erases, and says so.
  await other.getByRole("link", { name: "Archive" }).click()
  await deleteIn(other).click()
  const erasure = other.getByRole("dialog", { name: "Erase chat" })
  await erasure.getByRole("button", { name: "Delete", exact: true }).click()
  await other.getByText("“Deleted twice” has been erased.").waitFor()
  await other.close()
})

test("[U4] when the response to archiving a chat is lost, the retry archives the chat and reports no change by another user", {
  tags: ["long"],
}, async () => {
  await add("Archived without response")
  await overview()
  await chatRow(page, "Archived without response").getByRole("button", { name: "Delete", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Delete chat" })
  await dialog.getByText("There are no answers, files or links.").waitFor()
  let lost = 0
  await page.route("**/delete", async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    await route.fetch()
    lost++
    return route.abort()
  })
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await dialog.getByRole("button", { name: "Try again" }).waitFor()
  expect(lost).toBeGreaterThan(0)
  await page.unroute("**/delete")
  await dialog.getByRole("button", { name: "Try again" }).click()
  await page.getByText("“Archived without response” is now in the archive.").waitFor()
  await chatRow(page, "Archived without response").waitFor({ state: "detached" })
})

test("[U4] an expired deletion token deletes nothing, and confirmation is asked for again", { tags: ["long"] }, async () => {
  await add("Slow to confirm")
  await overview()
  await chatRow(page, "Slow to confirm").getByRole("button", { name: "Delete", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Delete chat" })
  // The counts come with the token, which must be older than the clock is moved.
  await dialog.getByText("There are no answers, files or links.").waitFor()
  clockOffsetMs += 11 * 60_000
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await dialog.getByText("The confirmation expired after ten minutes. Nothing has been removed. Please confirm again.").waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await page.getByText("“Slow to confirm” is now in the archive.").waitFor()
})
