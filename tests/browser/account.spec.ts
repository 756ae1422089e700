// The life of an account on the real program: made, secured, locked out, reset by mail, removed.
import { TOTP } from "otpauth"
import type { Browser, Locator, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { linkIn, mailsIn } from "../fixtures/mails.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { axeInBoth } from "./axe.ts"
import { launch } from "./chromium.ts"
import { focusCame } from "./keyboard.ts"
import { apiAs } from "./second-person.ts"
import { signIn } from "./visit.ts"

const dataDir = preparedDataDir()
let program: Program
let browser: Browser

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0" })
  browser = await launch()
  const { addCommunity } = await apiAs(program.address)
  await addCommunity("Panel", "panel")
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(dataDir)
})

/** Nothing moves: half-faded text has no contrast. */
const newPage = async (): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
const passwords = ["First-Horses-1-Graze", "Second-Horses-2-Trot", "Third-Horses-3-Gallop"] as const
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
/** Says yes to the question whether what was typed is to be dropped. */
const dropped = async (page: Page): Promise<void> => {
  const question = page.getByRole("dialog", { name: "Close without keeping" })
  await question.getByRole("button", { name: "Drop changes" }).click()
  await question.waitFor({ state: "detached" })
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const enter = async (page: Page, secret: string): Promise<void> => {
  await page.goto(`${program.address}/login`)
  await fill(page, "Username", "ada")
  await fill(page, "Password", secret)
  await press(page, "Sign in")
}
/** What a field is described by, as it is read out. */
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((it) =>
    (it.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.innerText)
      .join("\n"),
  )
const sound = async (page: Page, what: string): Promise<void> => {
  expect({ what, has: await axeInBoth(page) }).toEqual({ what, has: [] })
}

test("a user is made, signs in, secures the account, is locked out, resets by mail, and is removed", { timeout: 180_000 }, async () => {
  const chief = await newPage()
  await signIn(chief, program.address, "/admin/user-management")
  await press(chief, "Add user")
  await fill(chief, "Username", " ada ")
  await fill(chief, "Email", "no address")
  await fill(chief, "Password", "short")
  await press(chief, "Add")
  // What is wrong stands in its place, the first of it has the focus, and what the password lacks is listed.
  await chief.getByText("This is not an email address.").waitFor()
  await chief.getByText("This password does not have all that is asked for.").waitFor()
  await chief.getByText("12 characters at least").waitFor()
  expect(await chief.getByLabel("Email", { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true)
  // A password says that it is wrong, why, and what it needs besides, to who hears it only.
  const secret = chief.getByLabel("Password", { exact: true })
  expect(await secret.getAttribute("aria-invalid")).toBe("true")
  expect(await describedBy(secret)).toMatch(/^This password does not have all that is asked for\.[\s\S]*12 characters at least/)
  await sound(chief, "adding a user who lacks something")
  await fill(chief, "Email", "ada@example.org")
  await fill(chief, "Password", passwords[0])
  await chief.getByText("The new password has all it needs.").waitFor()
  await fill(chief, "Username", admin.username)
  await press(chief, "Add")
  const taken = chief.getByRole("heading", { name: "This username is taken." })
  await taken.waitFor()
  await fill(chief, "Username", " ada ")
  await taken.waitFor({ state: "detached" })
  await sound(chief, "adding a user")
  await press(chief, "Add")
  // A click anywhere in the row opens its panel.
  await chief.getByRole("cell", { name: "ada@example.org" }).click()
  const panel = chief.getByRole("dialog", { name: "Edit ada" })
  // What was taken back is dropped unasked.
  await panel.getByLabel("Email").fill("ada@elsewhere.example")
  await panel.getByLabel("Email").fill("ada@example.org")
  await chief.keyboard.press("Escape")
  await panel.waitFor({ state: "detached" })
  await press(chief, "ada")
  await panel.getByLabel("Add community").selectOption("Panel")
  await panel.getByLabel("Role in Panel").selectOption("Admin")
  expect(await describedBy(panel.getByLabel("Role in Panel"))).toBe("Will be added")
  // Leaving it in passing is asked about, and drops nothing unasked.
  await chief.keyboard.press("Escape")
  const dropping = chief.getByRole("dialog", { name: "Close without keeping" })
  await dropping.waitFor()
  await sound(chief, "closing an edit in passing")
  await dropping.getByRole("button", { name: "Cancel" }).click()
  await dropping.waitFor({ state: "detached" })
  expect(await panel.getByLabel("Role in Panel").inputValue()).toBe("ROLE_ADMIN")
  await sound(chief, "editing a user")
  await press(chief, "Update")
  await panel.waitFor({ state: "detached" })
  await sound(chief, "users")

  const page = await newPage()
  await enter(page, passwords[0])
  await page.getByRole("button", { name: "Panel", exact: true }).waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Account overview" }).click()
  await page.getByRole("textbox", { name: "Email" }).waitFor()
  expect(await page.title()).toBe("Account – Conversation Admin")
  await page.getByRole("textbox", { name: "Email" }).fill(" ")
  await press(page, "Save email")
  await page.getByText("Fill in an email address.").waitFor()
  await sound(page, "account")
  await page.getByRole("link", { name: "Password & Authentication" }).click()
  await dropped(page)

  const elsewhere = await newPage()
  await enter(elsewhere, passwords[0])
  await elsewhere.getByRole("button", { name: "Account" }).waitFor()
  await page.reload()
  await page.getByText("Another session").waitFor()

  // Two-factor authentication, with the key as a person types it.
  await press(page, "Enable two-factor authentication")
  const key = (await page.locator("code").innerText()).replaceAll(" ", "")
  const code = (step = 0) => new TOTP({ secret: key }).generate({ timestamp: Date.now() + step * 30_000 })
  await sound(page, "turning two-factor authentication on")
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
  await press(page, "I have kept them")
  await page.getByText("On. Signing in takes a code from your authenticator app.").waitFor()
  // That ended the session elsewhere, and the list of them knows.
  await page.getByText("You are signed in nowhere else.").waitFor()

  // Another password; what is missing is listed while it is typed.
  await fill(page, "Current password", passwords[0])
  await fill(page, "New password", "short")
  await page.getByText("12 characters at least").waitFor()
  await fill(page, "New password", passwords[1])
  await fill(page, "Confirm new password", `${passwords[1]}!`)
  await press(page, "Save password")
  await page.getByText("The two passwords are not the same.").waitFor()
  await fill(page, "Confirm new password", passwords[1])
  await press(page, "Save password")
  await page.getByText("Saved", { exact: true }).waitFor()
  await sound(page, "password and authentication")

  // Signing in takes a code: a wrong one is cleared away, a backup code will do.
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await enter(page, passwords[1])
  // One that is none is not sent, and counts as no try.
  await fill(page, "Verification code", "12")
  await press(page, "Verify")
  await page.getByText("An app's code has six digits, a backup code twelve letters and digits.").waitFor()
  expect(await page.getByLabel("Verification code").inputValue()).toBe("12")
  await fill(page, "Verification code", "000000")
  await press(page, "Verify")
  await page.getByText("The given two-factor authentication code is incorrect. Please try again.").waitFor()
  expect(await page.getByLabel("Verification code").inputValue()).toBe("")
  await fill(page, "Verification code", backup[0] ?? "")
  await press(page, "Verify")
  await page.getByRole("button", { name: "Panel", exact: true }).waitFor()

  // Five wrong tries, then nobody gets in, until the password is set anew by mail.
  await page.context().clearCookies()
  for (let tries = 0; tries < 5; tries++) {
    await enter(page, "wrong")
    await page.getByText("The given username and password combination is invalid.").waitFor()
  }
  await enter(page, passwords[1])
  await page.getByRole("alert").filter({ hasText: "Too many tries" }).waitFor()
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.getByRole("button", { name: "Send the link" }).waitFor()
  await sound(page, "asking for a new password")
  for (const [email, wrong] of [
    ["", "Fill in an email address."],
    ["nope", "This is not an email address."],
  ] as const) {
    await fill(page, "Email", email)
    await press(page, "Send the link")
    await page.getByText(wrong).waitFor()
  }
  await fill(page, "Email", "ada@example.org")
  await press(page, "Send the link")
  await page.getByText("a mail with a link is on its way").waitFor()
  await page.waitForURL("**/login")
  const reset = async () =>
    (await mailsIn(dataDir)).find(({ to, subject }) => to === "ada@example.org" && subject.includes("Set a new password"))
  await expect.poll(reset).toBeDefined()
  const mail = await reset()
  const link = mail === undefined ? "" : linkIn(mail)
  await page.goto(link)
  await fill(page, "New password", passwords[2])
  await fill(page, "Confirm new password", passwords[2])
  await sound(page, "setting a new password")
  await press(page, "Save password")
  await page.getByText("Your password has been saved.").waitFor()
  await page.waitForURL("**/login")
  await page.goto(link)
  await page.getByText("This link cannot be used any more.").waitFor()
  await enter(page, passwords[2])
  await fill(page, "Verification code", backup[1] ?? "")
  await press(page, "Verify")
  await page.getByRole("button", { name: "Panel", exact: true }).waitFor()

  // The administrator removes the account; never one's own.
  expect(await chief.getByRole("button", { name: `Delete ${admin.username}` }).count()).toBe(0)
  await press(chief, "Delete ada")
  await press(chief, "Delete")
  await chief.getByRole("button", { name: "ada", exact: true }).waitFor({ state: "detached" })
  await page.goto(`${program.address}/home`)
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
})

test("a community is added, renamed and deleted in two steps", async () => {
  const page = await newPage()
  await signIn(page, program.address, "/admin/community-management")
  await press(page, "Add community")
  const dialog = page.getByRole("dialog", { name: "Add community" })
  await dialog.getByLabel("Name").fill("Ziekenhuis Oost")
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await press(page, "Ziekenhuis Oost")
  expect(await page.getByLabel("Slug").isDisabled()).toBe(true)
  await page.getByLabel("Name", { exact: true }).fill("Ziekenhuis West")
  await sound(page, "editing a community")
  // A server in trouble is told as that, and whoever pressed the button has the focus on it again.
  await page.route("**/api/communities/*", (route) => route.fulfill({ status: 500, contentType: "text/html", body: "trouble" }))
  const update = page.getByRole("button", { name: "Update", exact: true })
  await update.press("Enter")
  await page.getByRole("alert").filter({ hasText: "Something went wrong at the server." }).waitFor()
  await focusCame(update)
  await page.unroute("**/api/communities/*")
  await update.press("Enter")
  await page.getByRole("table", { name: "Communities" }).getByRole("button", { name: "Ziekenhuis West", exact: true }).waitFor()
  await sound(page, "communities")
  await press(page, "Delete Ziekenhuis West")
  await page.getByText("Ziekenhuis West goes for good").waitFor()
  await press(page, "Delete")
  await page.getByRole("button", { name: "Ziekenhuis West", exact: true }).waitFor({ state: "detached" })
})

test("who is no administrator is told so, and finds the ways there all the same", async () => {
  const { address } = program
  const chief = await apiAs(address)
  await chief.addUser({ username: "bob", email: "bob@example.org", password: passwords[0] })
  const page = await newPage()
  await page.goto(`${address}/login`)
  await fill(page, "Username", "bob")
  await fill(page, "Password", passwords[0])
  await press(page, "Sign in")
  await page.getByRole("link", { name: "Admin", exact: true }).click()
  await page.getByText("Only platform administrators can do this.").waitFor()
  await sound(page, "admin for others")
})

test("the well-known address leads to password and authentication, the specification's address of chats to the chats", async () => {
  const page = await newPage()
  await signIn(page, program.address, "/.well-known/change-password")
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor()
  expect(await page.title()).toBe("Password & Authentication – Conversation Admin")
  await page.goto(`${program.address}/panel/chats`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  expect(new URL(page.url()).pathname).toBe("/chats/panel")
})

test("who is asked for the password before the address changes keeps the field, and the focus in it, whatever is typed there", async () => {
  const page = await newPage()
  await signIn(page, program.address, "/account")
  await page.route("**/api/account/change-email", (route) =>
    route.fulfill({ status: 422, json: { message: "no", violations: [{ field: "currentPassword", message: "ERROR.PASSWORD_WRONG" }] } }),
  )
  await page.getByRole("textbox", { name: "Email" }).fill("chief@example.org")
  await press(page, "Save email")
  const secret = page.getByLabel("Current password", { exact: true })
  await focusCame(secret)
  await page.keyboard.type("x")
  await page.keyboard.press("Backspace")
  await focusCame(secret)
  await page.unroute("**/api/account/change-email")
  await page.keyboard.type(admin.password)
  await page.keyboard.press("Enter")
  await page.getByText("Saved", { exact: true }).waitFor()
  await focusCame(page.getByRole("textbox", { name: "Email" }))
})

test("a password that is confirmed is marked as that, and can be shown still", async () => {
  const page = await newPage()
  await signIn(page, program.address, "/account/authentication")
  await fill(page, "New password", passwords[0])
  const confirmation = page.getByLabel("Confirm new password", { exact: true })
  await confirmation.fill(passwords[0])
  const beside = page.locator("div").filter({ has: confirmation }).last().locator("..")
  await beside.locator(".tabler-icon-circle-check").waitFor()
  await beside.getByRole("button", { name: "Show password" }).click()
  expect(await confirmation.getAttribute("type")).toBe("text")
})

test("two-factor authentication that cannot be turned on or off is told why; its backup codes outlast the session", {
  timeout: 120_000,
}, async () => {
  const chief = await apiAs(program.address)
  await chief.addUser({ username: "fay", email: "fay@example.org", password: passwords[0] })
  const page = await newPage()
  await page.goto(`${program.address}/login?next=/account/authentication`)
  await fill(page, "Username", "fay")
  await fill(page, "Password", passwords[0])
  await press(page, "Sign in")
  const dialog = page.getByRole("dialog")
  const secret = dialog.getByLabel("Current password", { exact: true })
  const failing = async (path: string, deed: string, failed: string) => {
    for (const [answer, text] of [
      [{ status: 429, headers: { "retry-after": "90" }, json: {} }, "Too many tries. You can try again in 1:"],
      [null, failed],
    ] as const) {
      await page.route(path, (route) => (answer === null ? route.abort() : route.fulfill(answer)))
      await press(page, deed)
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor()
      expect(await secret.inputValue()).toBe(passwords[0])
      await page.unroute(path)
    }
  }
  /** The answer waits until the form has said that it does. */
  const slowly = async (path: string, deed: string) => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((open) => (release = open))
    await page.route(path, async (route) => {
      await gate
      await route.continue()
    })
    await press(page, deed)
    await dialog.locator("button[data-loading]").waitFor()
    release()
  }

  // There is somewhere to go back to.
  for (const name of ["Account overview", "Password & Authentication"]) await page.getByRole("link", { name, exact: true }).click()
  await press(page, "Enable two-factor authentication")
  const key = (await page.locator("code").innerText()).replaceAll(" ", "")
  await secret.fill(passwords[0])
  await fill(page, "Verification code", "000000")
  await press(page, "Enable")
  await dialog.getByText("The given two-factor authentication code is incorrect. Please try again.").waitFor()
  await fill(page, "Verification code", new TOTP({ secret: key }).generate())
  await failing("**/totp/confirm-secret", "Enable", "Could not enable Two-Factor authentication! Please try again or get in touch with")
  await slowly("**/totp/confirm-secret", "Enable")

  const codes = page.getByRole("dialog", { name: "Your backup codes" })
  const first = await codes.getByRole("listitem").first().innerText()
  const back = page.waitForEvent("framenavigated")
  await page.evaluate(() => history.back())
  await back
  await expect.poll(() => new URL(page.url()).pathname).toBe("/account/authentication")
  await codes.waitFor()
  const other = await page.context().newPage()
  await other.goto(`${program.address}/logout`)
  const over = page.getByRole("dialog", { name: "Sign in" })
  await over.getByLabel("Password", { exact: true }).fill(passwords[0])
  await over.getByRole("button", { name: "Sign in" }).click()
  await over.getByLabel("Verification code").fill(first)
  await over.getByRole("button", { name: "Verify" }).click()
  await over.waitFor({ state: "detached" })
  expect(await codes.getByRole("listitem").first().innerText()).toBe(first)
  await press(page, "I have kept them")

  await press(page, "Disable two-factor authentication")
  await secret.fill("wrong")
  await press(page, "Disable")
  await dialog.getByText("This is not your current password.").waitFor()
  await secret.fill(passwords[0])
  await failing("**/totp/disable", "Disable", "Could not disable two-factor authentication.")
  await slowly("**/totp/disable", "Disable")
  await page.getByText("Off. Your password alone opens this account.").waitFor()
})

test("an address or a password that cannot be saved is told as that, and stays in its form", async () => {
  const page = await newPage()
  const trouble = { status: 500, contentType: "text/html", body: "trouble" } as const
  await page.route("**/api/account/change-*", (route) => route.fulfill(trouble))
  await signIn(page, program.address, "/account")
  await page.getByRole("textbox", { name: "Email" }).fill("refused@example.org")
  await press(page, "Save email")
  await page
    .getByText("Could not save your email address! An unknown error occurred. Please try again or get in touch with your support contact.")
    .waitFor()
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("refused@example.org")
  await page.getByRole("link", { name: "Password & Authentication" }).click()
  await dropped(page)
  await fill(page, "Current password", admin.password)
  await fill(page, "New password", passwords[0])
  await fill(page, "Confirm new password", passwords[0])
  await press(page, "Save password")
  await page
    .getByText("Could not save your password! An unknown error occurred. Please try again or get in touch with your support contact.")
    .waitFor()
  expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe(passwords[0])
})

test("an address or a password that was typed is not dropped unasked by a link or the browser's way back", async () => {
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
    const question = page.getByRole("dialog", { name: "Close without keeping" })
    const way = page.getByRole("navigation", { name: "Your account" }).getByRole("link", { name: link, exact: true })
    await way.click()
    await question.getByRole("button", { name: "Cancel" }).click()
    await question.waitFor({ state: "detached" })
    expect([await field.inputValue(), path()]).toEqual(["typed@example.org", from])
    await (from === "/account" ? way.click() : page.goBack())
    await dropped(page)
    await expect.poll(path).toBe(to)
  }
})

test("whoever saves has the focus in the form still, though it begins anew", async () => {
  const chief = await apiAs(program.address)
  await chief.addUser({ username: "eve", email: "eve@example.org", password: passwords[0] })
  const page = await newPage()
  await page.goto(`${program.address}/login?next=/account`)
  await fill(page, "Username", "eve")
  await fill(page, "Password", passwords[0])
  await press(page, "Sign in")
  const email = page.getByRole("textbox", { name: "Email" })
  const saved = page.getByText("Saved", { exact: true })
  // Nobody who only opens the page is taken there.
  await email.waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT")
  await email.fill("eve@elsewhere.example")
  await email.press("Enter")
  await saved.waitFor()
  await focusCame(email)
  await email.fill("eve@example.org")
  await page.getByRole("button", { name: "Save email" }).press("Enter")
  await saved.waitFor({ state: "detached" })
  await saved.waitFor()
  await focusCame(email)

  await page.getByRole("link", { name: "Password & Authentication" }).click()
  await fill(page, "Current password", passwords[0])
  await fill(page, "New password", passwords[1])
  await fill(page, "Confirm new password", passwords[1])
  await page.getByRole("button", { name: "Save password" }).press("Enter")
  await saved.waitFor()
  await focusCame(page.getByLabel("Current password", { exact: true }))
})
