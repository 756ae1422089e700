// Accounts and communities in the running program: created, secured, locked out, reset by email, deleted.
import { TOTP } from "otpauth"
import type { Browser, Locator, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { findLink, readMails } from "../fixtures/mails.ts"
import { admin, type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

let program: Program
let browser: Browser

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

/** Without animations, because half-faded text fails contrast checks. */
const newPage = async (): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
const passwords = ["First-Horses-1-Graze", "Second-Horses-2-Trot", "Third-Horses-3-Gallop"] as const
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
/** Confirms that unsaved changes are discarded. */
const discardChanges = async (page: Page): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: "Discard changes?" })
  await dialog.getByRole("button", { name: "Discard" }).click()
  await dialog.waitFor({ state: "detached" })
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const submitSignIn = async (page: Page, password: string): Promise<void> => {
  await page.goto(`${program.address}/login`)
  await fill(page, "Username", "ada")
  await fill(page, "Password", password)
  await press(page, "Sign in")
}
/** The description of a field as a screen reader reads it. */
const descriptionOf = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.innerText)
      .join("\n"),
  )
const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  expect({ screen, violations: await findAccessibilityViolationsInBothSchemes(page) }).toEqual({ screen, violations: [] })
}

test("an account is created, secured with two-factor authentication, locked out, reset by email and deleted", {
  tags: ["long"],
}, async () => {
  const adminPage = await newPage()
  await signIn(adminPage, program.address, "/admin/user-management")
  await press(adminPage, "Add user")
  await fill(adminPage, "Username", " ada ")
  await fill(adminPage, "Email", "no address")
  await fill(adminPage, "Password", "short")
  await press(adminPage, "Add")
  // Each error is shown at its field, the first invalid field has the focus, and missing password requirements are listed.
  await adminPage.getByText("Enter a valid email address.").waitFor()
  await adminPage.getByText("This password doesn't meet all requirements.").waitFor()
  await adminPage.getByText("at least 12 characters").waitFor()
  expect(await adminPage.getByLabel("Email", { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true)
  // A screen reader reads the password's error and its requirements.
  const secret = adminPage.getByLabel("Password", { exact: true })
  expect(await secret.getAttribute("aria-invalid")).toBe("true")
  expect(await descriptionOf(secret)).toMatch(/^This password doesn't meet all requirements\.[\s\S]*at least 12 characters/)
  await expectAccessible(adminPage, "adding a user with invalid fields")
  await fill(adminPage, "Email", "ada@example.org")
  await fill(adminPage, "Password", passwords[0])
  await adminPage.getByText("The new password meets all requirements.").waitFor()
  await fill(adminPage, "Username", admin.username)
  await press(adminPage, "Add")
  const takenError = adminPage.getByText("This username is taken.")
  await takenError.waitFor()
  await fill(adminPage, "Username", " ada ")
  await takenError.waitFor({ state: "detached" })
  await expectAccessible(adminPage, "adding a user")
  await press(adminPage, "Add")
  // A click anywhere in the row opens its panel.
  await adminPage.getByRole("cell", { name: "ada@example.org" }).click()
  const panel = adminPage.getByRole("dialog", { name: "Edit ada" })
  // Reverted edits are discarded without asking.
  await panel.getByLabel("Email").fill("ada@elsewhere.example")
  await panel.getByLabel("Email").fill("ada@example.org")
  await adminPage.keyboard.press("Escape")
  await panel.waitFor({ state: "detached" })
  await press(adminPage, "ada")
  await panel.getByLabel("Add community").selectOption("Panel")
  await panel.getByLabel("Role in Panel").selectOption("Admin")
  expect(await descriptionOf(panel.getByLabel("Role in Panel"))).toBe("Will be added")
  // Escape asks before it discards unsaved changes.
  await adminPage.keyboard.press("Escape")
  const discardDialog = adminPage.getByRole("dialog", { name: "Discard changes?" })
  await discardDialog.waitFor()
  await expectAccessible(adminPage, "closing an edit with unsaved changes")
  await discardDialog.getByRole("button", { name: "Cancel" }).click()
  await discardDialog.waitFor({ state: "detached" })
  expect(await panel.getByLabel("Role in Panel").inputValue()).toBe("ROLE_ADMIN")
  await expectAccessible(adminPage, "editing a user")
  await press(adminPage, "Update")
  await panel.waitFor({ state: "detached" })
  await expectAccessible(adminPage, "users")

  const page = await newPage()
  await submitSignIn(page, passwords[0])
  await page.getByRole("button", { name: "Panel", exact: true }).waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Account overview" }).click()
  await page.getByRole("textbox", { name: "Email" }).waitFor()
  expect(await page.title()).toBe("Account – Conversation Admin")
  await page.getByRole("textbox", { name: "Email" }).fill(" ")
  await press(page, "Save email")
  await page.getByText("Enter an email address.").waitFor()
  await expectAccessible(page, "account")
  await page.getByRole("link", { name: "Password & Authentication" }).click()
  await discardChanges(page)

  const otherSession = await newPage()
  await submitSignIn(otherSession, passwords[0])
  await otherSession.getByRole("button", { name: "Account" }).waitFor()
  await page.reload()
  await page.getByText("Another session").waitFor()

  // Set up two-factor authentication with the displayed key.
  await press(page, "Enable two-factor authentication")
  const key = (await page.locator("code").innerText()).replaceAll(" ", "")
  const code = (step = 0) => new TOTP({ secret: key }).generate({ timestamp: Date.now() + step * 30_000 })
  await expectAccessible(page, "turning two-factor authentication on")
  await fill(page, "Verification code", code())
  await page.getByRole("dialog").getByLabel("Current password", { exact: true }).fill("wrong")
  await press(page, "Enable")
  await page.getByText("This is not your current password.").waitFor()
  await page.getByRole("dialog").getByLabel("Current password", { exact: true }).fill(passwords[0])
  await press(page, "Enable")
  const codes = page.getByRole("dialog", { name: "Your backup codes" })
  await codes.waitFor()
  const backup = await codes.getByRole("listitem").allInnerTexts()
  expect(backup).toHaveLength(10)
  await press(page, "I've saved these codes")
  await page.getByText("On. Signing in requires a code from your authenticator app.").waitFor()
  // [U1] Turning it on ended the other session, and the list of sessions shows that.
  await page.getByText("You aren't signed in anywhere else.").waitFor()

  // Change the password; missing requirements are listed while typing.
  await fill(page, "Current password", passwords[0])
  await fill(page, "New password", "short")
  await page.getByText("at least 12 characters").waitFor()
  await fill(page, "New password", passwords[1])
  await fill(page, "Confirm new password", `${passwords[1]}!`)
  await press(page, "Save password")
  await page.getByText("The passwords don't match.").waitFor()
  await fill(page, "Confirm new password", passwords[1])
  await press(page, "Save password")
  await page.getByText("Saved", { exact: true }).waitFor()
  await expectAccessible(page, "password and authentication")

  // Signing in requires a code: a wrong one is cleared, a backup code is accepted.
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await submitSignIn(page, passwords[1])
  // [U16] An incomplete code is not sent, so it does not count as a failed attempt.
  await fill(page, "Verification code", "12")
  await press(page, "Verify")
  await page.getByText("Enter the 6-digit code from your app, or a 12-character backup code.").waitFor()
  expect(await page.getByLabel("Verification code").inputValue()).toBe("12")
  await fill(page, "Verification code", "000000")
  await press(page, "Verify")
  await page.getByText("The given two-factor authentication code is incorrect. Please try again.").waitFor()
  expect(await page.getByLabel("Verification code").inputValue()).toBe("")
  await fill(page, "Verification code", backup[0] ?? "")
  await press(page, "Verify")
  await page.getByRole("button", { name: "Panel", exact: true }).waitFor()

  // [U3] Five failed attempts lock the account until the password is reset by email.
  await page.context().clearCookies()
  for (let attempt = 0; attempt < 5; attempt++) {
    await submitSignIn(page, "wrong")
    await page.getByText("The given username and password combination is invalid.").waitFor()
  }
  await submitSignIn(page, passwords[1])
  await page.getByRole("alert").filter({ hasText: "Too many attempts" }).waitFor()
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.getByRole("button", { name: "Send the link" }).waitFor()
  await expectAccessible(page, "requesting a password reset")
  for (const [email, error] of [
    ["", "Enter an email address."],
    ["nope", "Enter a valid email address."],
  ] as const) {
    await fill(page, "Email", email)
    await press(page, "Send the link")
    await page.getByText(error).waitFor()
  }
  await fill(page, "Email", "ada@example.org")
  await press(page, "Send the link")
  await page.getByText("an email with a link is on its way").waitFor()
  await page.waitForURL("**/login")
  const reset = async () =>
    (await readMails(program.dataDir)).find(({ to, subject }) => to === "ada@example.org" && subject.includes("Set a new password"))
  await expect.poll(reset).toBeDefined()
  const mail = await reset()
  const link = mail === undefined ? "" : findLink(mail)
  await page.goto(link)
  await fill(page, "New password", passwords[2])
  await fill(page, "Confirm new password", passwords[2])
  await expectAccessible(page, "setting a new password")
  await press(page, "Save password")
  await page.getByText("Your password has been saved.").waitFor()
  await page.waitForURL("**/login")
  await page.goto(link)
  await page.getByText("This link has expired or was already used.").waitFor()
  await submitSignIn(page, passwords[2])
  await fill(page, "Verification code", backup[1] ?? "")
  await press(page, "Verify")
  await page.getByRole("button", { name: "Panel", exact: true }).waitFor()

  // Administrators can delete other accounts, but not their own.
  expect(await adminPage.getByRole("button", { name: `Delete ${admin.username}` }).count()).toBe(0)
  await press(adminPage, "Delete ada")
  await press(adminPage, "Delete")
  await adminPage.getByRole("button", { name: "ada", exact: true }).waitFor({ state: "detached" })
  await page.goto(`${program.address}/home`)
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
})

test("a community is added, renamed and, after confirmation, deleted; a failed update keeps the focus on its button", {
  tags: ["long"],
}, async () => {
  const page = await newPage()
  await signIn(page, program.address, "/admin/community-management")
  await press(page, "Add community")
  const dialog = page.getByRole("dialog", { name: "Add community" })
  await dialog.getByLabel("Name").fill("Ziekenhuis Oost")
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await press(page, "Ziekenhuis Oost")
  expect(await page.getByLabel("Slug").isDisabled()).toBe(true)
  await page.getByLabel("Name", { exact: true }).fill("Ziekenhuis West")
  await expectAccessible(page, "editing a community")
  // A server error is shown, and the focus returns to the button.
  await page.route("**/api/communities/*", (route) => route.fulfill({ status: 500, contentType: "text/html", body: "trouble" }))
  const update = page.getByRole("button", { name: "Update", exact: true })
  await update.press("Enter")
  await page.getByRole("alert").filter({ hasText: "Something went wrong on the server." }).waitFor()
  await expectFocus(update)
  await page.unroute("**/api/communities/*")
  await update.press("Enter")
  await page.getByRole("table", { name: "Communities" }).getByRole("button", { name: "Ziekenhuis West", exact: true }).waitFor()
  await expectAccessible(page, "communities")
  await press(page, "Delete Ziekenhuis West")
  await page.getByText("Ziekenhuis West will be permanently deleted").waitFor()
  await press(page, "Delete")
  await page.getByRole("button", { name: "Ziekenhuis West", exact: true }).waitFor({ state: "detached" })
})

test("the Admin link tells other users that only platform administrators have access", { tags: ["long"] }, async () => {
  const { address } = program
  const adminApi = await createApiClient(address)
  await adminApi.addUser({ username: "bob", email: "bob@example.org", password: passwords[0] })
  const page = await newPage()
  await page.goto(`${address}/login`)
  await fill(page, "Username", "bob")
  await fill(page, "Password", passwords[0])
  await press(page, "Sign in")
  await page.getByRole("link", { name: "Admin", exact: true }).click()
  await page.getByText("Only platform administrators can do this.").waitFor()
  await expectAccessible(page, "admin for others")
})

test("/.well-known/change-password leads to the authentication page, and /{slug}/chats to the chat overview", {
  tags: ["long"],
}, async () => {
  const page = await newPage()
  await signIn(page, program.address, "/.well-known/change-password")
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
  expect(await page.title()).toBe("Password & Authentication – Conversation Admin")
  await page.goto(`${program.address}/panel/chats`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  expect(new URL(page.url()).pathname).toBe("/chats/panel")
})

test("the current password field stays open and focused while the password for a new email address is typed", {
  tags: ["long"],
}, async () => {
  const page = await newPage()
  await signIn(page, program.address, "/account")
  await page.route("**/api/account/change-email", (route) =>
    route.fulfill({ status: 422, json: { message: "no", violations: [{ field: "currentPassword", message: "ERROR.PASSWORD_WRONG" }] } }),
  )
  await page.getByRole("textbox", { name: "Email" }).fill("chief@example.org")
  await press(page, "Save email")
  const secret = page.getByLabel("Current password", { exact: true })
  await expectFocus(secret)
  await page.keyboard.type("x")
  await page.keyboard.press("Backspace")
  await expectFocus(secret)
  await page.unroute("**/api/account/change-email")
  await page.keyboard.type(admin.password)
  await page.keyboard.press("Enter")
  await page.getByText("Saved", { exact: true }).waitFor()
  await expectFocus(page.getByRole("textbox", { name: "Email" }))
})

test("a matching password confirmation is marked as correct and can still be shown", { tags: ["long"] }, async () => {
  const page = await newPage()
  await signIn(page, program.address, "/account/authentication")
  await fill(page, "New password", passwords[0])
  const confirmation = page.getByLabel("Confirm new password", { exact: true })
  await confirmation.fill(passwords[0])
  const container = page.locator("div").filter({ has: confirmation }).last().locator("..")
  await container.locator(".tabler-icon-circle-check").waitFor()
  await container.getByRole("button", { name: "Show password" }).click()
  expect(await confirmation.getAttribute("type")).toBe("text")
})

test("a failure to turn two-factor authentication on or off is explained, and backup codes stay on screen when the session ends", {
  tags: ["long"],
}, async () => {
  const adminApi = await createApiClient(program.address)
  await adminApi.addUser({ username: "fay", email: "fay@example.org", password: passwords[0] })
  const page = await newPage()
  await page.goto(`${program.address}/login?next=/account/authentication`)
  await fill(page, "Username", "fay")
  await fill(page, "Password", passwords[0])
  await press(page, "Sign in")
  const dialog = page.getByRole("dialog")
  const secret = dialog.getByLabel("Current password", { exact: true })
  const expectFailures = async (path: string, button: string, message: string) => {
    for (const [response, text] of [
      [{ status: 429, headers: { "retry-after": "90" }, json: {} }, "Too many attempts. You can try again in 1:"],
      [null, message],
    ] as const) {
      await page.route(path, (route) => (response === null ? route.abort() : route.fulfill(response)))
      await press(page, button)
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor()
      expect(await secret.inputValue()).toBe(passwords[0])
      await page.unroute(path)
    }
  }
  /** Holds the response back until the button shows that it is loading. */
  const expectLoading = async (path: string, button: string) => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((open) => (release = open))
    await page.route(path, async (route) => {
      await gate
      await route.continue()
    })
    await press(page, button)
    await dialog.locator("button[data-loading]").waitFor()
    release()
  }

  // Create a history entry to go back to.
  for (const name of ["Account overview", "Password & Authentication"]) await page.getByRole("link", { name, exact: true }).click()
  await press(page, "Enable two-factor authentication")
  const key = (await page.locator("code").innerText()).replaceAll(" ", "")
  await secret.fill(passwords[0])
  await fill(page, "Verification code", "000000")
  await press(page, "Enable")
  await dialog.getByText("The given two-factor authentication code is incorrect. Please try again.").waitFor()
  await fill(page, "Verification code", new TOTP({ secret: key }).generate())
  await expectFailures(
    "**/totp/confirm-secret",
    "Enable",
    "Could not enable Two-Factor authentication! Please try again or get in touch with",
  )
  await expectLoading("**/totp/confirm-secret", "Enable")

  const codes = page.getByRole("dialog", { name: "Your backup codes" })
  const first = await codes.getByRole("listitem").first().innerText()
  const back = page.waitForEvent("framenavigated")
  await page.evaluate(() => history.back())
  await back
  await expect.poll(() => new URL(page.url()).pathname).toBe("/account/authentication")
  await codes.waitFor()
  const otherPage = await page.context().newPage()
  await otherPage.goto(`${program.address}/logout`)
  const signInDialog = page.getByRole("dialog", { name: "Sign in" })
  await signInDialog.getByLabel("Password", { exact: true }).fill(passwords[0])
  await signInDialog.getByRole("button", { name: "Sign in" }).click()
  await signInDialog.getByLabel("Verification code").fill(first)
  await signInDialog.getByRole("button", { name: "Verify" }).click()
  await signInDialog.waitFor({ state: "detached" })
  expect(await codes.getByRole("listitem").first().innerText()).toBe(first)
  await press(page, "I've saved these codes")

  await press(page, "Disable two-factor authentication")
  await secret.fill("wrong")
  await press(page, "Disable")
  await dialog.getByText("This is not your current password.").waitFor()
  await secret.fill(passwords[0])
  await expectFailures("**/totp/disable", "Disable", "Could not disable two-factor authentication.")
  await expectLoading("**/totp/disable", "Disable")
  await page.getByText("Off. Only your password protects this account.").waitFor()
})

test("the message and the cause of a failed password reset are shown", { tags: ["long"] }, async () => {
  const page = await newPage()
  await page.route("**/reset-password", (route) =>
    route.fulfill({ status: 500, json: { message: "The mail could not be sent.", cause: "The mail server is busy." } }),
  )
  await page.goto(`${program.address}/password-reset`)
  await fill(page, "Email", "ada@example.org")
  await press(page, "Send the link")
  const alert = page.getByRole("alert")
  await alert.getByText("The mail could not be sent.").waitFor()
  await alert.getByText("The mail server is busy.").waitFor()
})

test("the fields of an account form are disabled while it is being sent, and an error gets the focus afterwards", async () => {
  const page = await newPage()
  await signIn(page, program.address, "/account")
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/account/change-email", async (route) => {
    await gate
    await route.fulfill({ status: 422, json: { message: "no", violations: [{ field: "email", message: "ERROR.EMAIL_TAKEN" }] } })
  })
  const email = page.getByRole("textbox", { name: "Email" })
  await email.fill("taken@example.org")
  await press(page, "Save email")
  await expect.poll(() => email.isDisabled()).toBe(true)
  release()
  await expectFocus(email)
  expect([await email.isDisabled(), await email.inputValue()]).toEqual([false, "taken@example.org"])
})

test("the fields for a new password are disabled while they are being sent", { tags: ["long"] }, async () => {
  const page = await newPage()
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/account/change-password", async (route) => {
    await gate
    await route.fulfill({ status: 422, json: { message: "no", violations: [{ field: "oldPassword", message: "ERROR.PASSWORD_WRONG" }] } })
  })
  await signIn(page, program.address, "/account")
  await page.getByRole("link", { name: "Password & Authentication" }).click()
  const labels = ["Current password", "New password", "Confirm new password"]
  for (const label of labels) await fill(page, label, label === "Current password" ? admin.password : passwords[0])
  await press(page, "Save password")
  const readDisabled = () => Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).isDisabled()))
  await expect.poll(readDisabled).toEqual([true, true, true])
  release()
  await expect.poll(readDisabled).toEqual([false, false, false])
})

test("an email address or password that could not be saved stays in its form with an error", async () => {
  const page = await newPage()
  const serverError = { status: 500, contentType: "text/html", body: "trouble" } as const
  await page.route("**/api/account/change-*", (route) => route.fulfill(serverError))
  await signIn(page, program.address, "/account")
  await page.getByRole("textbox", { name: "Email" }).fill("refused@example.org")
  await press(page, "Save email")
  await page
    .getByText("Could not save your email address! An unknown error occurred. Please try again or get in touch with your support contact.")
    .waitFor()
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("refused@example.org")
  await page.getByRole("link", { name: "Password & Authentication" }).click()
  await discardChanges(page)
  await fill(page, "Current password", admin.password)
  await fill(page, "New password", passwords[0])
  await fill(page, "Confirm new password", passwords[0])
  await press(page, "Save password")
  await page
    .getByText("Could not save your password! An unknown error occurred. Please try again or get in touch with your support contact.")
    .waitFor()
  expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe(passwords[0])
})

test("links and the Back button ask before they discard a typed email address or password", { tags: ["long"] }, async () => {
  const page = await newPage()
  const path = () => new URL(page.url()).pathname
  await signIn(page, program.address, "/account")
  for (const [from, to, label, link] of [
    ["/account", "/account/authentication", "Email", "Password & Authentication"],
    ["/account/authentication", "/account", "New password", "Account overview"],
  ] as const) {
    await expect.poll(path).toBe(from)
    const field = page
      .getByRole("main")
      .locator("input")
      .and(page.getByLabel(label, { exact: true }))
    await field.fill("typed@example.org")
    const discardDialog = page.getByRole("dialog", { name: "Discard changes?" })
    const navigationLink = page.getByRole("navigation", { name: "Your account" }).getByRole("link", { name: link, exact: true })
    await navigationLink.click()
    await discardDialog.getByRole("button", { name: "Cancel" }).click()
    await discardDialog.waitFor({ state: "detached" })
    expect([await field.inputValue(), path()]).toEqual(["typed@example.org", from])
    await (from === "/account" ? navigationLink.click() : page.goBack())
    await discardChanges(page)
    await expect.poll(path).toBe(to)
  }
})

test("the focus stays in an account form when saving resets it", { tags: ["long"] }, async () => {
  const adminApi = await createApiClient(program.address)
  await adminApi.addUser({ username: "eve", email: "eve@example.org", password: passwords[0] })
  const page = await newPage()
  await page.goto(`${program.address}/login?next=/account`)
  await fill(page, "Username", "eve")
  await fill(page, "Password", passwords[0])
  await press(page, "Sign in")
  const email = page.getByRole("textbox", { name: "Email" })
  const saved = page.getByText("Saved", { exact: true })
  // Opening the page does not move the focus into a field.
  await email.waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT")
  await email.fill("eve@elsewhere.example")
  await email.press("Enter")
  await saved.waitFor()
  await expectFocus(email)
  await email.fill("eve@example.org")
  await page.getByRole("button", { name: "Save email" }).press("Enter")
  await saved.waitFor({ state: "detached" })
  await saved.waitFor()
  await expectFocus(email)

  await page.getByRole("link", { name: "Password & Authentication" }).click()
  await fill(page, "Current password", passwords[0])
  await fill(page, "New password", passwords[1])
  await fill(page, "Confirm new password", passwords[1])
  await page.getByRole("button", { name: "Save password" }).press("Enter")
  await saved.waitFor()
  await expectFocus(page.getByLabel("Current password", { exact: true }))
})
