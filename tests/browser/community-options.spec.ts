// A community's options on the real program: checkout credentials, connections, OAuth authorization and the signing secret.
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolations, findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"

let program: Program
let browser: Browser
let page: Page
let owner: Server
let ownerAt = ""
const password = "First-Horses-1-Graze"
/** Runs before the owner's server answers a request. */
let beforeOwnerAnswers: () => Promise<void> = async () => undefined
const mask = "••••••••"

beforeAll(async () => {
  // The OAuth server of the data's owner: grants or refuses access, and exchanges the code for a token.
  const answerAsOwner: RequestListener = (request, response) => {
    const url = new URL(request.url ?? "/", "http://owner")
    if (url.pathname === "/token") {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ access_token: "the access" }))
      return
    }
    const back = new URL(url.searchParams.get("redirect_uri") ?? "")
    back.searchParams.set("state", url.searchParams.get("state") ?? "")
    const [name, value] = url.pathname === "/authorize" ? ["code", "the code"] : ["error", "access_denied"]
    if (name === "error") back.searchParams.set("error_description", "The owner says no.")
    back.searchParams.set(name ?? "", value ?? "")
    response.writeHead(302, { location: back.href }).end()
  }
  owner = createServer((request, response) => void beforeOwnerAnswers().then(() => answerAsOwner(request, response)))
  owner.listen(0, "127.0.0.1")
  await once(owner, "listening")
  const at = owner.address()
  ownerAt = typeof at === "object" && at !== null ? `http://127.0.0.1:${at.port}` : ""
  program = await startProgram({ DEMO: "0", SEND_TO_PRIVATE: "1" })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  const { addCommunity, addUser, join } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
  await addUser({ username: "bob", email: "bob@example.org", password })
  await join("bob", "panel")
  await signIn(page, program.address, "/chats/panel")
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  owner?.close()
  removeDataDir(program.dataDir)
})

const table = () => page.getByRole("table", { name: "CRM connections" })
const credentials = (name: string) => page.getByRole("group", { name })
const addDialog = () => page.getByRole("dialog", { name: "Add connection" })
const expectFitsAndAccessible = async () => {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}

test("saved checkout credentials come back masked, and typing replaces the whole mask", async () => {
  await page.getByRole("link", { name: "Community", exact: true }).click()
  await page.getByRole("link", { name: "Options" }).click()
  await page.getByRole("heading", { name: "Options", level: 1 }).waitFor()
  expect(await page.title()).toBe("Community options – Conversation Admin")
  const save = page.getByRole("button", { name: "Save credentials" })
  expect(await save.isDisabled()).toBe(true)
  await credentials("Production").getByLabel("Username").fill("shop")
  await credentials("Production").getByLabel("Password", { exact: true }).fill("shop secret")
  await credentials("Test").getByLabel("Client ID").fill("test id")
  await save.click()
  await page.getByText("saved checkout credentials!").waitFor()
  await page.reload()
  const secret = credentials("Production").getByLabel("Password", { exact: true })
  await secret.waitFor()
  expect([
    await credentials("Production").getByLabel("Username").inputValue(),
    await secret.inputValue(),
    await credentials("Production").getByLabel("Client ID").inputValue(),
    await credentials("Test").getByLabel("Client ID").inputValue(),
  ]).toEqual(["shop", mask, "", mask])
  // Focus selects the whole mask, so typing replaces it.
  await secret.focus()
  await page.keyboard.type("new")
  expect(await secret.inputValue()).toBe("new")
  await save.click()
  await page.getByText("saved checkout credentials!").waitFor()
  expect(
    await page.locator("input").evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : ""))),
  ).not.toContain("new")
  await expectFitsAndAccessible()
})

test("a connection is saved only with the fields that its platform requires, and once if the response was lost", async () => {
  await page.getByText("No connections yet.").waitFor()
  await page.getByRole("button", { name: "Add connection" }).click()
  const save = addDialog().getByRole("button", { name: "Save connection" })
  await addDialog().getByLabel("Name").fill("Answers")
  await addDialog().getByLabel("External key").fill("answers")
  await addDialog().getByLabel("Platform").selectOption("Spreadsheet")
  await save.click()
  await addDialog().getByText("This field is required.").first().waitFor()
  expect(
    await addDialog()
      .getByLabel("Spreadsheet ID")
      .evaluate((field) => field === document.activeElement),
  ).toBe(true)
  expect(await addDialog().getByLabel("API host").count()).toBe(0)
  await addDialog().getByLabel("Spreadsheet ID").fill("abc")
  await addDialog().getByLabel("Sheet name").fill("Sheet 1")
  await addDialog().getByLabel("Range").fill("A1:F")
  await addDialog().getByLabel("Credentials").fill("{")
  await save.click()
  await addDialog().getByText("Enter a JSON object.").waitFor()
  await expectFitsAndAccessible()
  await addDialog().getByLabel("Credentials").fill('{"private_key": "very secret"}')
  // A connection whose response was lost is added once, however often it is sent.
  await page.route(/api\/crm\/[^/]+\/connection$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save.click()
  await addDialog().getByText("The server cannot be reached.").waitFor()
  await page.unroute(/api\/crm\/[^/]+\/connection$/)
  await save.click()
  await table().getByText("Answers").waitFor()
  await page.getByText("“Answers” has been added.").waitFor()
  await page.getByRole("button", { name: "Edit Answers" }).click()
  const edit = page.getByRole("dialog", { name: "Edit Answers" })
  expect(await edit.getByLabel("Credentials").inputValue()).toBe(mask)
  await edit.getByLabel("Range").fill("A1:G")
  await edit.getByRole("button", { name: "Save connection" }).click()
  await page.getByText("“Answers” has been saved.").waitFor()
})

test("an error from the server is shown above the connection form, and the typed text stays", { tags: ["long"] }, async () => {
  await page.getByRole("button", { name: "Edit Answers" }).click()
  const edit = page.getByRole("dialog", { name: "Edit Answers" })
  await edit.getByLabel("Range").fill("A1:H")
  await page.route(/api\/crm\/connection\//, (route) =>
    route.fulfill({ status: 422, json: { message: "Refused.", violations: [{ field: "", message: "The CRM says no." }] } }),
  )
  await edit.getByRole("button", { name: "Save connection" }).click()
  await edit.getByRole("alert").filter({ hasText: "The CRM says no." }).waitFor()
  await page.unroute(/api\/crm\/connection\//)
  await page.route(/api\/crm\/connection\//, (route) => route.fulfill({ status: 500, json: { message: "The CRM is being moved." } }))
  await edit.getByRole("button", { name: "Save connection" }).click()
  await edit.getByRole("alert").filter({ hasText: "The CRM is being moved." }).waitFor()
  expect(await edit.getByLabel("Range").inputValue()).toBe("A1:H")
  await page.unroute(/api\/crm\/connection\//)
  await page.keyboard.press("Escape")
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click()
  await edit.waitFor({ state: "detached" })
})

test("an OAuth connection shows a warning until it is authorized, and requires its secrets again when its endpoint changes", {
  tags: ["long"],
}, async () => {
  await page.getByRole("button", { name: "Add connection" }).click()
  await addDialog().getByLabel("Platform").selectOption("CRM")
  await addDialog().getByLabel("Name").fill("People")
  await addDialog().getByLabel("External key").fill("people")
  await addDialog().getByLabel("API host").fill("no address")
  // Shown when focus moves to the next field.
  await page.keyboard.press("Tab")
  await addDialog().getByText("Enter a valid URL (https://…).").waitFor()
  await addDialog().getByLabel("API host").fill("https://crm.example.org")
  await addDialog().getByLabel("Request method").selectOption("GET")
  await addDialog().getByLabel("Path").fill("/people")
  await addDialog().getByLabel("Query").fill("key=query-secret")
  await addDialog().getByLabel("Headers").fill("X-Key")
  await page.keyboard.press("Tab")
  await addDialog().getByText("One per line, as Name: value. Some (like Host) are automatic.").waitFor()
  await addDialog().getByLabel("Headers").fill("X-Key: header secret")
  await addDialog().getByLabel("Authentication").selectOption("Api Key")
  await addDialog().getByLabel(/^Key/).fill("Content-Length")
  await page.keyboard.press("Tab")
  await addDialog().getByText("Not a valid name, or set automatically (like Host).").waitFor()
  await addDialog().getByLabel("Authentication").selectOption("OAuth 2.0 refresh token")
  await addDialog().getByLabel("Client ID").fill("client")
  await addDialog().getByLabel("Client secret").fill("client secret")
  await addDialog().getByLabel("Authorization endpoint").fill(`${ownerAt}/refuse`)
  await addDialog().getByLabel("Token endpoint").fill(`${ownerAt}/token`)
  await addDialog().getByRole("button", { name: "Save connection" }).click()
  const warning = page.getByText("Warning! This connection is currently not authorized!")
  await warning.waitFor()
  await expectFitsAndAccessible()

  await page.getByRole("link", { name: "Authorize People" }).click()
  await page.getByRole("alert").filter({ hasText: "Access wasn't granted." }).waitFor()
  await warning.waitFor()
  await table().getByText("denied access: access_denied: The owner says no.").waitFor()
  expect(new URL(page.url()).pathname).toBe("/panel/options")

  await page.getByRole("button", { name: "Edit People" }).click()
  const edit = page.getByRole("dialog", { name: "Edit People" })
  expect([await edit.getByLabel("Path").inputValue(), await edit.getByLabel("Query").inputValue()]).toEqual(["/people", mask])
  await edit.getByLabel("Authorization endpoint").fill(`${ownerAt}/authorize`)
  await edit.getByText("The address of this connection changed.").waitFor()
  await edit.getByRole("button", { name: "Save connection" }).click()
  // Client ID, client secret and query.
  expect(await edit.getByText("This field is required.").count()).toBe(3)
  await edit.getByLabel("Query").fill("key=query-secret")
  await edit.getByLabel("Client ID").fill("client")
  await edit.getByLabel("Client secret").fill("client secret")
  await edit.getByLabel("Headers").fill("X-Key: header secret")
  await edit.getByRole("button", { name: "Save connection" }).click()
  await edit.waitFor({ state: "detached" })

  await page.getByRole("link", { name: "Authorize People" }).click()
  await page.getByText("The connection is authorized.").waitFor()
  await page.getByRole("button", { name: "Edit People" }).waitFor()
  expect(await warning.count()).toBe(0)
})

test("a user whose session ended during authorization signs in and finds the connection authorized", { tags: ["long"] }, async () => {
  const edit = page.getByRole("dialog", { name: "Edit People" })
  await page.getByRole("button", { name: "Edit People" }).click()
  await edit.getByLabel("Token endpoint").fill(`${ownerAt}/token?again`)
  await edit.getByLabel("Client ID").fill("client")
  await edit.getByLabel("Client secret").fill("client secret")
  await edit.getByLabel("Query").fill("key=query-secret")
  await edit.getByLabel("Headers").fill("X-Key: header secret")
  await edit.getByRole("button", { name: "Save connection" }).click()
  await edit.waitFor({ state: "detached" })
  beforeOwnerAnswers = () => page.context().clearCookies()
  await page.getByRole("link", { name: "Authorize People" }).click()
  await page.waitForURL("**/login?next=*")
  beforeOwnerAnswers = async () => undefined
  await page.getByLabel("Username").fill(admin.username)
  await page.getByLabel("Password", { exact: true }).fill(admin.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText("The connection is authorized.").waitFor()
  expect(new URL(page.url()).pathname).toBe("/panel/options")
})

test("an authorization callback with a missing or unknown state shows an error at home", { tags: ["long"] }, async () => {
  for (const query of ["?code=a-code", "?state=foreign&code=a-code"]) {
    await page.goto(`${program.address}/api/crm/connection/authorize/callback${query}`)
    await page.getByRole("alert").filter({ hasText: "Access wasn't granted: the request expired or was already used" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/home")
  }
  await expectFitsAndAccessible()
  await page.getByRole("main").getByRole("button", { name: "Panel" }).click()
  await page.waitForURL("**/chats/panel")
  await page.goto(`${program.address}/panel/options`)
  await page.getByRole("heading", { name: "Options", level: 1 }).waitFor()
})

test("deleting a connection asks for confirmation first", { tags: ["long"] }, async () => {
  await page.getByRole("button", { name: "Delete Answers" }).click()
  const consent = page.getByRole("dialog", { name: "Delete connection" })
  await consent.getByText("Are you sure?").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await consent.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Delete Answers" }).click()
  await consent.getByRole("button", { name: "Delete", exact: true }).click()
  await page.getByText("“Answers” has been deleted.").waitFor()
  await page.getByRole("button", { name: "Delete Answers" }).waitFor({ state: "detached" })
})

test("a member who is not an administrator cannot see the options", async () => {
  const memberPage = await (await browser.newContext()).newPage()
  await memberPage.goto(`${program.address}/login?next=/panel/options`)
  await memberPage.getByLabel("Username").fill("bob")
  await memberPage.getByLabel("Password", { exact: true }).fill(password)
  await memberPage.getByRole("button", { name: "Sign in" }).click()
  await memberPage.getByText("Only administrators of this community can do this.").waitFor()
  expect(await memberPage.getByLabel("Client secret").count()).toBe(0)
})

test("the signing secret of deliveries is shown on request, and replaced after confirmation", { tags: ["long"] }, async () => {
  const card = page.getByRole("region", { name: "Webhook signing secret" })
  const secret = () => card.locator("code").textContent()
  await page.getByRole("link", { name: "Community", exact: true }).waitFor()
  await page.goto(`${program.address}/panel/options`)
  await card.getByRole("button", { name: "Show secret" }).click()
  await card.getByText(/^whsec_/).waitFor()
  const before = await secret()
  await expectFitsAndAccessible()
  await card.getByRole("button", { name: "Hide secret" }).click()
  await card.getByRole("button", { name: "Show secret" }).waitFor()
  expect(await card.locator("code").count()).toBe(0)
  await card.getByRole("button", { name: "Show secret" }).click()
  await expect.poll(secret).toBe(before)
  const consent = page.getByRole("dialog", { name: "Rotate secret" })
  await card.getByRole("button", { name: "Rotate secret" }).click()
  await consent.getByRole("button", { name: "Cancel" }).click()
  await consent.waitFor({ state: "detached" })
  expect(await secret()).toBe(before)
  await card.getByRole("button", { name: "Rotate secret" }).click()
  await consent.getByRole("button", { name: "Rotate secret" }).click()
  await card.getByText("Deliveries are now signed with this secret.").waitFor()
  expect(await secret()).not.toBe(before)
})
