// The personal data of one person on a real server: finding, handing over and erasing it, and who may do so ([P1], [P3], [P4]).
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { screenDatabase } from "../fixtures/program.ts"
import { readZip } from "../fixtures/read-zip.ts"
import { startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage } from "./console-steps.ts"

let server: TestServer
let browser: Browser
let page: Page
let ada: Visitor
let script: ScriptId
let clockOffsetMs = 0
const accessTokens: Array<string> = []
const instructions = createInstructions({ type: "question", label: "agree", says: "Gaat u akkoord?", question: yesNoQuestion })
const people = [
  { external_id: "Emp-17", email: "ada@example.org", first_name: "Ada", last_name: "Lovelace" },
  { external_id: "Emp-18", phone: "Emp-17" },
  { external_id: "Emp-19", email: "c@example.org" },
]

beforeAll(async () => {
  server = await startTestServer({ ...(await screenDatabase()), at: () => new Date(Date.now() + clockOffsetMs) })
  const panel = await server.addCommunity("panel")
  await server.addUser("ada", { [panel]: "ROLE_ADMIN" })
  await server.addUser("bob", { [panel]: "ROLE_USER" })
  ada = await server.signedIn("ada")
  script = await createLiveScript(ada, "panel", instructions)
  const list = people.map((profile) => ({ profile, conversation: { metadata: {} } }))
  const made = await ada.send("POST", `/api/panel/chat-scripts/${script}/get-unique-links`, list, { "idempotency-key": randomUUID() })
  for (const { conversation } of Object(made.json()).process) accessTokens.push(String(conversation))
  await server.visitor().send("POST", "/chat/api/answer", { pass: accessTokens[0], uuid: instructions[0]?.uuid, given: 1, after: 0 })
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "ada")
  await page.goto(`${server.address}/panel/members`)
  await page.getByRole("table", { name: "Members" }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const field = () => page.getByRole("searchbox", { name: "Search" })
const card = (name: string) => page.getByRole("region", { name, exact: true })
const find = async (text: string) => {
  await field().fill(text)
  await page.getByRole("button", { name: "Find", exact: true }).click()
}
const expectAccessible = async () => expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])

test("the members page links to the search and to each member's data, and no address names a person", { tags: ["long"] }, async () => {
  await page.getByRole("link", { name: "Personal data of Ada Lovelace" }).click()
  await card("Ada Lovelace").waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/panel/members/person")
  expect(await page.title()).toBe("Personal data – Conversation Admin")
  await page.goBack()
  await page.getByRole("link", { name: "Personal data", exact: true }).click()
  await field().waitFor()
  expect(await field().inputValue()).toBe("")
  await page.getByRole("button", { name: "Find", exact: true }).click()
  await page.getByText("Enter an identifier to search for.").waitFor()
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
  await expectAccessible()
})

test("[P1] a person found by email address or link is shown with the amount of stored data, at every width", {
  tags: ["long"],
}, async () => {
  for (const text of ["ADA@example.org ", `https://x.example/panel/chat/${script}/${accessTokens[0]}`]) {
    await find(text)
    await page.getByText("1 person found").waitFor({ state: "attached" })
    const found = card("Ada Lovelace")
    await found.getByText("ada@example.org").waitFor()
    await found.getByText("1 conversation, 1 with answers").waitFor()
    expect(await found.getByRole("link", { name: "Live" }).getAttribute("href")).toBe(`/chats/panel/${script}`)
  }
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectAccessible()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("[P1] the search reports no match and several matches, and refers names to the search of members", { tags: ["long"] }, async () => {
  await find("nobody@example.org")
  await page.getByText("No one here has this email address.").waitFor()
  await find("Lovelace")
  await page.getByText("No match.").waitFor()
  await page.getByRole("link", { name: "Search the members" }).waitFor()
  await expectAccessible()
  await find("emp-17")
  await page.getByText("2 people found").waitFor()
  await page.getByText("Make sure you have the right person before you hand over or erase anything.").waitFor()
  await card("Ada Lovelace").waitFor()
  await card("Emp-18").waitFor()
  await expectAccessible()
})

test("a rate-limited search shows when to try again, and can be retried", { tags: ["long"] }, async () => {
  const path = "**/people/find"
  await page.route(path, (route) =>
    route.fulfill({ status: 429, headers: { "retry-after": "840" }, json: { message: "Too many attempts" } }),
  )
  await find("emp-19")
  await page.getByText(/^Too many attempts\. You can try again in 1[34]:\d\d minutes\.$/).waitFor()
  expect(await page.getByText("No one here").count()).toBe(0)
  await expectAccessible()
  await page.unroute(path)
  await page.getByRole("button", { name: "Try again" }).click()
  await card("c@example.org").waitFor()
})

test("[P3] a person's data downloads as a zip, and a failed download is reported beside its button", async () => {
  await page.goto(`${server.address}/panel/members/person`)
  await find("ada@example.org")
  const path = "**/package"
  await page.route(path, (route) => route.abort())
  const downloadButton = card("Ada Lovelace").getByRole("button", { name: "Download package" })
  await downloadButton.click()
  await card("Ada Lovelace").getByText("The server cannot be reached.").waitFor()
  await page.unroute(path)
  const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()])
  expect(download.suggestedFilename()).toMatch(/^\d{8}_panel_person\.zip$/)
  await card("Ada Lovelace").getByText(`${download.suggestedFilename()} has been saved.`).waitFor()
  const { "person.json": text } = await readZip(readFileSync(await download.path()))
  expect(JSON.parse(String(text))).toMatchObject({
    person: { email: "ada@example.org" },
    conversations: [{ chat: "Live", answers: [{ name: "agree", question: "Gaat u akkoord?", answer: ["Ja"] }] }],
  })
})

test("[P4] erasing a person takes two steps, and leaves a receipt that names nobody", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto(`${server.address}/panel/members/person`)
  await find("emp-17")
  await card("Ada Lovelace").getByRole("button", { name: "Erase…" }).click()
  const dialog = page.getByRole("dialog", { name: "Erase this person" })
  await dialog.getByText("All data about Ada Lovelace will be permanently deleted. This can't be undone.").waitFor()
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual([
    "The profile and its personal links",
    "1 conversation, 1 with answers",
  ])
  await expectAccessible()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  await card("Ada Lovelace").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Erase…")
  // An expired token erases nobody.
  await card("Ada Lovelace").getByRole("button", { name: "Erase…" }).click()
  // The counts come with the token, which must be older than the clock is moved.
  await dialog.getByRole("listitem").first().waitFor()
  clockOffsetMs += 11 * 60_000
  await dialog.getByRole("button", { name: "Erase", exact: true }).click()
  await dialog.getByText("The confirmation expired after ten minutes. Nothing has been removed. Please confirm again.").waitFor()
  await dialog.getByRole("button", { name: "Erase", exact: true }).click()
  const receipt = card("Erased")
  await receipt.waitFor()
  expect(await card("Ada Lovelace").count()).toBe(0)
  await card("Emp-18").waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Erased")
  await expectAccessible()

  await receipt.getByRole("button", { name: "Copy receipt" }).click()
  await receipt.getByText("Receipt copied").waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const number = /^Receipt: ([0-9a-f-]{36})$/m.exec(copied)?.[1]
  const auditEvents = Object((await ada.send("GET", `/api/communities/${await communityId()}/audit?limit=1`)).json()).items
  expect(auditEvents[0]).toMatchObject({ action: "people.erase", target: `receipt ${number}: 1 conversations, 0 files, 0 deliveries` })
  expect(copied).toContain("Community: panel\nConversations: 1\nWith answers: 1\nFiles: 0\nDeliveries: 0\n")
  // The random number of a receipt can hold "ada".
  const withoutNumber = copied.replaceAll(number ?? "", "").toLowerCase()
  for (const identifier of ["ada@", "Ada", "Emp-17", accessTokens[0] ?? ""]) expect(withoutNumber).not.toContain(identifier.toLowerCase())
  const [download] = await Promise.all([page.waitForEvent("download"), receipt.getByRole("button", { name: "Download receipt" }).click()])
  expect(download.suggestedFilename()).toMatch(/^\d{8}_panel_receipt\.txt$/)
  expect(readFileSync(await download.path(), "utf8")).toBe(copied)
  await find("ada@example.org")
  await page.getByText("No one here has this email address.").waitFor()
  expect(await receipt.count()).toBe(0)
})

const communityId = async (): Promise<string> =>
  (await server.database.db.selectFrom("communities").select("id").where("slug", "=", "panel").executeTakeFirstOrThrow()).id

test("[P1] a person without a profile is found by the conversation's token, and erased like anyone else", { tags: ["long"] }, async () => {
  const { id } = await server.database.db
    .selectFrom("conversations")
    .select("id")
    .where("script_id", "=", script)
    .where("profile_id", "is not", null)
    .orderBy("id")
    .executeTakeFirstOrThrow()
  await server.database.db
    .updateTable("conversations")
    .set({ profile_id: null })
    .where("script_id", "=", script)
    .where("id", "=", id)
    .execute()
  await find(id)
  const unnamed = card("Someone without a profile")
  await unnamed.getByText("1 conversation, 0 with answers").waitFor()
  await unnamed.getByRole("button", { name: "Erase…" }).click()
  const dialog = page.getByRole("dialog", { name: "Erase this person" })
  await dialog.getByText("All data about this person will be permanently deleted. This can't be undone.").waitFor()
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["1 conversation, 0 with answers"])
  await dialog.getByRole("button", { name: "Erase", exact: true }).click()
  await card("Erased").waitFor()
  expect(await field().inputValue()).toBe("")
})

test("[U6] a member who only edits chats is refused access to personal data", async () => {
  const editorPage = await openSignedInPage(browser, server, "bob")
  await editorPage.goto(`${server.address}/panel/members/person`)
  await editorPage.getByText("Only administrators of this community can do this.").waitFor()
  expect(await editorPage.getByRole("searchbox").count()).toBe(0)
  await editorPage.context().close()
})
