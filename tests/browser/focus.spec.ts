// Keyboard focus: when the focused element disappears, focus moves to what replaced it and never back to the top of the page.
import { TOTP } from "otpauth"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { screenDatabase } from "../fixtures/program.ts"
import { password, startTestServer, type TestServer } from "../fixtures/server.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

let server: TestServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startTestServer(await screenDatabase())
  const panel = await server.addCommunity("panel")
  await server.addUser("ada", { [panel]: "ROLE_USER" })
  for (const name of ["bob", "carol"]) await server.addUser(name)
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "admin")
})
beforeEach(async () => {
  await page.goto(`${server.address}/admin/user-management`)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const button = (name: string, target: Page = page) => target.getByRole("button", { name, exact: true })
const press = (name: string, target: Page = page) => button(name, target).press("Enter")

test("deleting a user moves focus to the row that takes its place, or to the last row", async () => {
  await press("Delete bob")
  await press("Delete")
  await expectFocus(button("carol"))
  await press("Delete carol")
  await press("Delete")
  await expectFocus(button("admin").or(button("ada")))
})

test("focus stays on a membership that is removed and kept, and returns to the user when the panel is closed", {
  tags: ["long"],
}, async () => {
  await press("ada")
  const panel = page.getByRole("dialog", { name: "Edit ada" })
  // The panel opens with focus on its first field, not on its close button.
  await expectFocus(panel.getByLabel("Username"))
  await press("Remove Community panel")
  await expectFocus(button("Keep Community panel"))
  await page.keyboard.press("Enter")
  await expectFocus(panel.getByLabel("Role in Community panel"))
  await page.keyboard.press("Escape")
  await panel.waitFor({ state: "detached" })
  await expectFocus(button("ada"))
})

test("focus moves to the button for two-factor authentication after turning it on or off, and stays in the page after ending other sessions", {
  tags: ["long"],
}, async () => {
  const ada = await openSignedInPage(browser, server, "ada")
  const otherSession = await openSignedInPage(browser, server, "ada")
  await ada.goto(`${server.address}/account/authentication`)
  await press("Sign out other sessions", ada)
  await ada.getByText("All other sessions have been signed out.").waitFor()
  await expectFocus(ada.getByRole("main"))
  await otherSession.context().close()

  await press("Enable two-factor authentication", ada)
  const key = (await ada.locator("code").innerText()).replaceAll(" ", "")
  await ada.getByLabel("Verification code").fill(new TOTP({ secret: key }).generate())
  await ada.getByRole("dialog").getByLabel("Current password", { exact: true }).fill(password)
  await press("Enable", ada)
  await press("I've saved these codes", ada)
  await expectFocus(button("Disable two-factor authentication", ada))
  await ada.keyboard.press("Enter")
  await ada.getByRole("dialog").getByLabel("Current password", { exact: true }).fill(password)
  await ada.keyboard.press("Enter")
  await expectFocus(button("Enable two-factor authentication", ada))
  await ada.context().close()
})

test("focus that the user took away is not restored when the page changes", { tags: ["long"] }, async () => {
  await page.getByRole("searchbox", { name: "Search users" }).focus()
  const focusedTag = await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.querySelector("#content")?.append(document.createElement("i"))
    await new Promise((done) => setTimeout(done, 300))
    return document.activeElement?.tagName
  })
  expect(focusedTag).toBe("BODY")
})
