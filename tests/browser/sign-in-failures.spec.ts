// Sign-in that is slow, rejected, interrupted or rate-limited, and sessions that end while a form is open. Nothing typed is lost.
import { TOTP } from "otpauth"
import type { Browser, BrowserContext, Page, Route } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { readStringField, visitor } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

const dataDir = preparedDataDir()
const password = "First-Horses-1-Graze"
let program: Program
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity, addUser } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
  await addUser({ username: "ada", email: "ada@example.org", password })
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  page = await context.newPage()
})
afterEach(() => context.close())
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(dataDir)
})

const press = (name: string, target: Page = page) => target.getByRole("button", { name, exact: true }).click()
const submitSignIn = async (username: string, secret: string, target: Page = page): Promise<void> => {
  await target.goto(`${program.address}/login`)
  await target.getByLabel("Username").fill(username)
  await target.getByLabel("Password", { exact: true }).fill(secret)
  await press("Sign in", target)
}

/** Delays requests to a path until they are released. */
const delayRequests = async (path: string) => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route(path, async (route) => {
    await gate
    await route.continue()
  })
  return release
}

/** Enables two-factor authentication for a user, which ends the user's sessions. Returns the secret of the codes. */
const enableTwoFactor = async (username: string): Promise<string> => {
  const person = visitor(program.address)
  await person.signIn(username, password)
  const secret = readStringField((await person.send("POST", "/api/account/totp/generate-secret")).json(), "key").replaceAll(" ", "")
  const verificationCode = new TOTP({ secret }).generate()
  const { status } = await person.send("POST", "/api/account/totp/confirm-secret", { currentPassword: password, verificationCode })
  if (status !== 200) throw new Error(`two-factor authentication could not be turned on: ${status}`)
  return secret
}
/** The code of the next time step: the current one was used to enable two-factor authentication. */
const nextCode = (secret: string): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

const tooManyTries = (route: Route) =>
  route.fulfill({ status: 429, headers: { "retry-after": "90" }, json: { message: "Too many attempts." } })

describe("signing in", () => {
  test("shows a loading state and sends only one request while the response is slow", { tags: ["long"] }, async () => {
    await page.goto(`${program.address}/login`)
    const calls: Array<string> = []
    page.on("request", (request) => request.url().endsWith("/api/login") && calls.push(request.method()))
    const release = await delayRequests("**/api/login")
    await submitSignIn(admin.username, admin.password)
    const submit = page.getByRole("button", { name: "Sign in", exact: true })
    await page.locator("button[data-loading]").waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await page.getByLabel("Password", { exact: true }).press("Enter")
    expect(await findAccessibilityViolations(page)).toEqual([])
    release()
    await page.waitForURL("**/home")
    await page.getByRole("heading", { name: "Communities" }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content")
    expect(calls).toEqual(["POST"])
  })

  test("reports an unreachable server, keeps the username, and succeeds on the next try", async () => {
    await page.goto(`${program.address}/login`)
    await page.route("**/api/login", (route) => route.abort())
    await submitSignIn(admin.username, admin.password)
    await page.getByRole("alert").filter({ hasText: "The server cannot be reached." }).waitFor()
    expect(await page.getByLabel("Username").inputValue()).toBe(admin.username)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.unroute("**/api/login")
    await press("Sign in")
    await page.waitForURL("**/home")
  })

  test("reports a server error and an unreadable response", { tags: ["long"] }, async () => {
    const causes = { 500: "Something went wrong on the server.", 200: "The server's response could not be read." } as const
    for (const status of [500, 200] as const) {
      await page.route("**/api/login", (route) => route.fulfill({ status, body: "<html>Hotel</html>", contentType: "text/html" }))
      await submitSignIn(admin.username, admin.password)
      await page
        .getByRole("alert")
        .filter({ hasText: "Could not sign in. Please try again!" })
        .filter({ hasText: causes[status] })
        .waitFor()
      expect(await page.getByRole("button", { name: "Sign in", exact: true }).isEnabled()).toBe(true)
    }
  })

  test("tells wrong credentials from an invalid sign-in token", { tags: ["long"] }, async () => {
    const refused = page.getByRole("alert").filter({ hasText: "We weren't able to log you in!" })
    await page.route("**/api/login", (route) => route.fulfill({ status: 401, json: {} }))
    await submitSignIn(admin.username, "wrong")
    await refused.getByText("we couldn't find that username + password combination").waitFor()
    await page.unroute("**/api/login")
    await page.route("**/api/login", (route) => {
      const sent: object = route.request().postDataJSON()
      return route.continue({ postData: { ...sent, csrf: "of long ago" } })
    })
    await press("Sign in")
    await refused.getByText("Your login token is invalid, please try again.").waitFor()
    await page.unroute("**/api/login")
    await press("Sign in")
    await page.getByText("The given username and password combination is invalid.").waitFor()
  })

  test("reports a server error at the first visit as such, not as an unreachable server", { tags: ["long"] }, async () => {
    await page.route("**/api/current/user", (route) => route.fulfill({ status: 500, json: { message: "trouble" } }))
    await page.goto(`${program.address}/home`)
    await page.getByText("Something went wrong on the server.").waitFor()
    await page.unroute("**/api/current/user")
    await press("Try again")
    await page.getByLabel("Username").waitFor()
  })

  test("does not treat a user as signed out while the server is unreachable, and can be retried", { tags: ["long"] }, async () => {
    await submitSignIn(admin.username, admin.password)
    await page.getByRole("heading", { name: "Communities" }).waitFor()
    await page.route("**/api/current/user", (route) => route.abort())
    await page.goto(`${program.address}/chats/panel`)
    await page.getByText("The server cannot be reached.").waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.unroute("**/api/current/user")
    await press("Try again")
    await page.getByRole("heading", { name: "Active chats" }).waitFor()
  })
})

describe("entering the verification code", () => {
  let secret = ""
  beforeAll(async () => {
    secret = await enableTwoFactor("ada")
  })
  const code = () => page.getByLabel("Verification code")

  test("reports an unreachable server and clears the code, and signs in after a slow response", { tags: ["long"] }, async () => {
    await submitSignIn("ada", password)
    await page.route("**/totp/verify", (route) => route.abort())
    await code().fill("123456")
    await press("Verify")
    await page.getByRole("alert").filter({ hasText: "The server cannot be reached." }).waitFor()
    expect(await code().inputValue()).toBe("")
    await page.unroute("**/totp/verify")
    const release = await delayRequests("**/totp/verify")
    await code().fill(nextCode(secret))
    await press("Verify")
    await page.locator("button[data-loading]").waitFor()
    release()
    await page.getByRole("button", { name: "Account" }).waitFor()
  })

  test("shows a default message for a code that is rejected without one, and starts over when the sign-in has expired", {
    tags: ["long"],
  }, async () => {
    await submitSignIn("ada", password)
    for (const [status, text] of [
      [403, "The given code was invalid. Please try again with a new code."],
      [422, "Could not verify your code. Please try again."],
    ] as const) {
      await page.route("**/totp/verify", (route) => route.fulfill({ status, json: {} }))
      await code().fill("123456")
      await press("Verify")
      await page.getByRole("alert").filter({ hasText: "We weren't able to log you in!" }).filter({ hasText: text }).waitFor()
      expect(await code().inputValue()).toBe("")
      await page.unroute("**/totp/verify")
    }
    // A sign-in that took too long starts over.
    await context.clearCookies({ name: /session/ })
    await code().fill("123456")
    await press("Verify")
    await page.getByRole("alert").filter({ hasText: "That took too long. Please sign in again." }).waitFor()
    await page.getByLabel("Username").waitFor()
  })

  test("does not send an empty code", { tags: ["long"] }, async () => {
    await submitSignIn("ada", password)
    await code().waitFor()
    const calls: Array<string> = []
    page.on("request", (request) => calls.push(request.url()))
    await press("Verify")
    await code().fill(" ")
    await press("Verify")
    expect(calls.filter((url) => url.includes("totp"))).toEqual([])
  })

  test("[U3] is disabled after five wrong codes, and shows for how long", { tags: ["long"] }, async () => {
    await submitSignIn("ada", password)
    const tooMany = page.getByRole("alert").filter({ hasText: /Too many attempts. You can try again in 1\d:\d\d minutes\./ })
    const wrong = page.getByText("The given two-factor authentication code is incorrect. Please try again.")
    for (let tries = 0; tries < 6 && !(await tooMany.isVisible()); tries++) {
      await code().fill(`00000${tries}`)
      await press("Verify")
      await wrong.or(tooMany).waitFor()
      expect(await code().inputValue()).toBe("")
    }
    await tooMany.waitFor()
    expect(await page.getByRole("button", { name: "Verify" }).isDisabled()).toBe(true)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await press("Sign in as someone else")
    await page.getByLabel("Username").waitFor()
  })
})

describe("when the session ends while a form is open", () => {
  const signInDialog = (target: Page = page) => target.getByRole("dialog", { name: "Sign in" })
  const fieldValues = () =>
    page.locator("input").evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : "")))
  const signInAgain = async (target: Page = page): Promise<void> => {
    await signInDialog(target).getByLabel("Username").fill(admin.username)
    await signInDialog(target).getByLabel("Password", { exact: true }).fill(admin.password)
    await signInDialog(target).getByRole("button", { name: "Sign in" }).click()
    await signInDialog(target).waitFor({ state: "detached" })
  }

  test("a dialog keeps its text, sign-in opens over it, and the dialog is sent unchanged afterwards", async () => {
    await signIn(page, program.address, "/chats/panel")
    await press("Add chat")
    const dialog = page.getByRole("dialog", { name: "Add chat" })
    await dialog.getByLabel("Title").fill("Written before the end")
    await context.clearCookies()
    await dialog.getByRole("button", { name: "Add", exact: true }).click()
    await signInDialog().waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    // The user is known, so only the password is missing.
    expect(await signInDialog().getByLabel("Username").inputValue()).toBe(admin.username)
    await expectFocus(signInDialog().getByLabel("Password", { exact: true }))
    // Escape does not reach the dialog below.
    await page.keyboard.press("Escape")
    expect(await dialog.getByLabel("Title").inputValue()).toBe("Written before the end")
    await signInAgain()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Written before the end", exact: true }).waitFor()
  })

  test("the user panel keeps its text after another tab signs out, and signing in restores both tabs", { tags: ["long"] }, async () => {
    await signIn(page, program.address, "/admin/user-management")
    await press("ada")
    const panel = page.getByRole("dialog", { name: "Edit ada" })
    await panel.getByLabel("Email").fill("ada@elsewhere.example")
    const other = await context.newPage()
    await other.goto(`${program.address}/home`)
    await other.getByRole("button", { name: "Account" }).click()
    await other.getByRole("menuitem", { name: "Logout" }).click()
    await other.getByLabel("Username").waitFor()
    await signInDialog().waitFor()
    await page.keyboard.press("Escape")
    await signInAgain()
    expect(await panel.getByLabel("Email").inputValue()).toBe("ada@elsewhere.example")
    await panel.getByRole("button", { name: "Update" }).click()
    await panel.waitFor({ state: "detached" })
    await page.getByRole("cell", { name: "ada@elsewhere.example" }).waitFor()
    // The other tab is signed in again as well.
    await other.getByRole("heading", { name: "Communities" }).waitFor()
  })

  test("the password form keeps its text until the user leaves the screen, which signs out and discards it", {
    tags: ["long"],
  }, async () => {
    await signIn(page, program.address, "/account/authentication")
    await page.getByLabel("Current password", { exact: true }).fill(admin.password)
    await page.getByLabel("New password", { exact: true }).fill("Second-Horses-2-Trot")
    await page.getByLabel("Confirm new password", { exact: true }).fill("Second-Horses-2-Trot")
    await context.clearCookies()
    await press("Save password")
    await signInDialog().waitFor()
    expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe("Second-Horses-2-Trot")
    await signInDialog().getByRole("button", { name: "Leave this screen" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await fieldValues()).not.toContain("Second-Horses-2-Trot")
  })

  test("sign-in opens over a dialog of a later screen, and leaving from there does not ask about unsaved text", {
    tags: ["long"],
  }, async () => {
    await signIn(page, program.address, "/home")
    await press("Panel")
    await press("Add chat")
    const dialog = page.getByRole("dialog", { name: "Add chat" })
    await dialog.getByLabel("Title").fill("Given up")
    await context.clearCookies()
    await dialog.getByRole("button", { name: "Add", exact: true }).click()
    await signInDialog().getByRole("button", { name: "Leave this screen" }).click()
    await page.waitForURL("**/login")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(0)
  })

  test("errors while signing in are shown in the sign-in dialog, and the form below keeps its text", { tags: ["long"] }, async () => {
    const { addUser } = await createApiClient(program.address)
    await addUser({ username: "carla", email: "carla@example.org", password })
    await submitSignIn("carla", password)
    await page.waitForURL("**/home")
    await page.goto(`${program.address}/account`)
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill("carla@elsewhere.example")
    const secret = await enableTwoFactor("carla")
    await press("Save email")
    const dialog = signInDialog()
    const showsAlert = (text: string) => dialog.getByRole("alert").filter({ hasText: text }).waitFor()
    const submitField = async (label: string, text: string, buttonName: string) => {
      await dialog.getByLabel(label, { exact: true }).fill(text)
      await dialog.getByRole("button", { name: buttonName, exact: true }).click()
    }

    await submitField("Password", "wrong", "Sign in")
    await dialog.getByText("The given username and password combination is invalid.").waitFor()
    await page.route("**/api/login", (route) => route.abort())
    await submitField("Password", password, "Sign in")
    await showsAlert("The server cannot be reached.")
    await page.unroute("**/api/login")
    const release = await delayRequests("**/api/login")
    await submitField("Password", password, "Sign in")
    await dialog.locator("button[data-loading]").waitFor()
    release()

    await submitField("Verification code", "000000", "Verify")
    await dialog.getByText("The given two-factor authentication code is incorrect. Please try again.").waitFor()
    await page.route("**/totp/verify", (route) => route.abort())
    await submitField("Verification code", "123456", "Verify")
    await showsAlert("The server cannot be reached.")
    await page.unroute("**/totp/verify")
    expect(await email.inputValue()).toBe("carla@elsewhere.example")
    await submitField("Verification code", nextCode(secret), "Verify")
    await dialog.waitFor({ state: "detached" })
    await page.getByText("Saved", { exact: true }).waitFor()
    expect(await email.inputValue()).toBe("carla@elsewhere.example")
  })

  test("[U3] the sign-in dialog shows the remaining time after too many tries", { tags: ["long"] }, async () => {
    await signIn(page, program.address, "/account")
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill("waits@example.org")
    await context.clearCookies()
    await press("Save email")
    await page.route("**/api/login", tooManyTries)
    await signInDialog().getByLabel("Password", { exact: true }).fill(admin.password)
    await signInDialog().getByRole("button", { name: "Sign in" }).click()
    await signInDialog()
      .getByRole("alert")
      .filter({ hasText: /Too many attempts. You can try again in 1:\d\d minutes\./ })
      .waitFor()
    expect(await signInDialog().getByRole("button", { name: "Sign in" }).isDisabled()).toBe(true)
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(await email.inputValue()).toBe("waits@example.org")
  })

  test("an email address is saved after signing in again, without an error message", async () => {
    await signIn(page, program.address, "/account")
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill("chief@example.org")
    await context.clearCookies()
    await press("Save email")
    await signInDialog().waitFor()
    expect(await page.getByText("Could not save your email address!").count()).toBe(0)
    await signInAgain()
    await page.getByText("Saved", { exact: true }).waitFor()
    expect(await email.inputValue()).toBe("chief@example.org")
    expect(await page.getByText("Could not save your email address!").count()).toBe(0)
  })

  test("another user who signs in sees none of the typed text", { tags: ["long"] }, async () => {
    const { addUser } = await createApiClient(program.address)
    await addUser({ username: "bob", email: "bob@example.org", password })
    await signIn(page, program.address, "/chats/panel")
    await press("Add chat")
    await page.getByRole("dialog", { name: "Add chat" }).getByLabel("Title").fill("Of the administrator")
    await context.clearCookies()
    await page.getByRole("dialog", { name: "Add chat" }).getByRole("button", { name: "Add", exact: true }).click()
    await signInDialog().getByLabel("Username").fill("bob")
    await signInDialog().getByLabel("Password", { exact: true }).fill(password)
    await signInDialog().getByRole("button", { name: "Sign in" }).click()
    await signInDialog().waitFor({ state: "detached" })
    // Bob's screens appear once the administrator's have gone.
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByText("Signed in as bob", { exact: true }).waitFor()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(await fieldValues()).not.toContain("Of the administrator")
  })
})
