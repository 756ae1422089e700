// When signing in goes wrong, and when the session ends in the middle of something: slow, refused, cut off, too often. What was
// written is never lost.
import { TOTP } from "otpauth"
import type { Browser, BrowserContext, Page, Route } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { field, visitor } from "../fixtures/server.ts"
import { axe } from "./axe.ts"
import { launch } from "./chromium.ts"
import { focusCame } from "./keyboard.ts"
import { apiAs } from "./second-person.ts"
import { signIn } from "./visit.ts"

const dataDir = preparedDataDir()
const password = "First-Horses-1-Graze"
let program: Program
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0" })
  browser = await launch()
  const { addCommunity, addUser } = await apiAs(program.address)
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

const press = (name: string, of: Page = page) => of.getByRole("button", { name, exact: true }).click()
const enter = async (username: string, secret: string, of: Page = page): Promise<void> => {
  await of.goto(`${program.address}/login`)
  await of.getByLabel("Username").fill(username)
  await of.getByLabel("Password", { exact: true }).fill(secret)
  await press("Sign in", of)
}

/** Answers to a call wait until they are let go. */
const held = async (path: string) => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route(path, async (route) => {
    await gate
    await route.continue()
  })
  return release
}

/** Turns two-factor authentication on for a user, whose sessions that ends. Gives the secret of the codes. */
const secured = async (username: string): Promise<string> => {
  const person = visitor(program.address)
  await person.signIn(username, password)
  const secret = field((await person.send("POST", "/api/account/totp/generate-secret")).json(), "key").replaceAll(" ", "")
  const verificationCode = new TOTP({ secret }).generate()
  const { status } = await person.send("POST", "/api/account/totp/confirm-secret", { currentPassword: password, verificationCode })
  if (status !== 200) throw new Error(`two-factor authentication could not be turned on: ${status}`)
  return secret
}
/** One step on: the code that turned it on has been used. */
const nextCode = (secret: string): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

const tooManyTries = (route: Route) =>
  route.fulfill({ status: 429, headers: { "retry-after": "90" }, json: { message: "Too many tries." } })

describe("signing in", () => {
  test("while the answer is slow the form says so and takes no second try; then one is in", async () => {
    await page.goto(`${program.address}/login`)
    const calls: Array<string> = []
    page.on("request", (request) => request.url().endsWith("/api/login") && calls.push(request.method()))
    const release = await held("**/api/login")
    await enter(admin.username, admin.password)
    const submit = page.getByRole("button", { name: "Sign in", exact: true })
    await page.locator("button[data-loading]").waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await page.getByLabel("Password", { exact: true }).press("Enter")
    expect(await axe(page)).toEqual([])
    release()
    await page.waitForURL("**/home")
    await page.getByRole("heading", { name: "Communities" }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content")
    expect(calls).toEqual(["POST"])
  })

  test("a server that cannot be reached is told, what was typed stays, and the next try goes through", async () => {
    await page.goto(`${program.address}/login`)
    await page.route("**/api/login", (route) => route.abort())
    await enter(admin.username, admin.password)
    await page.getByRole("alert").filter({ hasText: "The server cannot be reached." }).waitFor()
    expect(await page.getByLabel("Username").inputValue()).toBe(admin.username)
    expect(await axe(page)).toEqual([])
    await page.unroute("**/api/login")
    await press("Sign in")
    await page.waitForURL("**/home")
  })

  test("a server that answers nothing but trouble is told, and so is what is no answer of it", async () => {
    const why = { 500: "Something went wrong at the server.", 200: "The server's answer could not be read." } as const
    for (const status of [500, 200] as const) {
      await page.route("**/api/login", (route) => route.fulfill({ status, body: "<html>Hotel</html>", contentType: "text/html" }))
      await enter(admin.username, admin.password)
      await page.getByRole("alert").filter({ hasText: "Could not sign in. Please try again!" }).filter({ hasText: why[status] }).waitFor()
      expect(await page.getByRole("button", { name: "Sign in", exact: true }).isEnabled()).toBe(true)
    }
  })

  test("a try that is refused is told why: no such pair, or a token that has run out", async () => {
    const refused = page.getByRole("alert").filter({ hasText: "We weren't able to log you in!" })
    await page.route("**/api/login", (route) => route.fulfill({ status: 401, json: {} }))
    await enter(admin.username, "wrong")
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

  test("who comes while the server is in trouble is told that, not that it cannot be reached", async () => {
    await page.route("**/api/current/user", (route) => route.fulfill({ status: 500, json: { message: "trouble" } }))
    await page.goto(`${program.address}/home`)
    await page.getByText("Something went wrong at the server.").waitFor()
    await page.unroute("**/api/current/user")
    await press("Try again")
    await page.getByLabel("Username").waitFor()
  })

  test("who comes with a session while the server is away is not taken for signed out, and can try again", async () => {
    await enter(admin.username, admin.password)
    await page.getByRole("heading", { name: "Communities" }).waitFor()
    await page.route("**/api/current/user", (route) => route.abort())
    await page.goto(`${program.address}/chats/panel`)
    await page.getByText("The server cannot be reached.").waitFor()
    expect(await axe(page)).toEqual([])
    await page.unroute("**/api/current/user")
    await press("Try again")
    await page.getByRole("heading", { name: "Active chats" }).waitFor()
  })
})

describe("the verification code", () => {
  let secret = ""
  beforeAll(async () => {
    secret = await secured("ada")
  })
  const code = () => page.getByLabel("Verification code")

  test("a server that cannot be reached clears the code and says so; a slow one takes it once; then one is in", async () => {
    await enter("ada", password)
    await page.route("**/totp/verify", (route) => route.abort())
    await code().fill("123456")
    await press("Verify")
    await page.getByRole("alert").filter({ hasText: "The server cannot be reached." }).waitFor()
    expect(await code().inputValue()).toBe("")
    await page.unroute("**/totp/verify")
    const release = await held("**/totp/verify")
    await code().fill(nextCode(secret))
    await press("Verify")
    await page.locator("button[data-loading]").waitFor()
    release()
    await page.getByRole("button", { name: "Account" }).waitFor()
  })

  test("a code that is refused without a word on the field is told in words of its own", async () => {
    await enter("ada", password)
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
    // Whoever took too long begins anew.
    await context.clearCookies({ name: /session/ })
    await code().fill("123456")
    await press("Verify")
    await page.getByRole("alert").filter({ hasText: "That took too long. Please sign in again." }).waitFor()
    await page.getByLabel("Username").waitFor()
  })

  test("an empty code is not sent", async () => {
    await enter("ada", password)
    await code().waitFor()
    const calls: Array<string> = []
    page.on("request", (request) => calls.push(request.url()))
    await press("Verify")
    await code().fill(" ")
    await press("Verify")
    expect(calls.filter((url) => url.includes("totp"))).toEqual([])
  })

  test("[U3] after five wrong codes the card waits, and says how long", async () => {
    await enter("ada", password)
    const tooMany = page.getByRole("alert").filter({ hasText: /Too many tries. You can try again in 1\d:\d\d minutes\./ })
    const wrong = page.getByText("The given two-factor authentication code is incorrect. Please try again.")
    for (let tries = 0; tries < 6 && !(await tooMany.isVisible()); tries++) {
      await code().fill(`00000${tries}`)
      await press("Verify")
      await wrong.or(tooMany).waitFor()
      expect(await code().inputValue()).toBe("")
    }
    await tooMany.waitFor()
    expect(await page.getByRole("button", { name: "Verify" }).isDisabled()).toBe(true)
    expect(await axe(page)).toEqual([])
    await press("Sign in as someone else")
    await page.getByLabel("Username").waitFor()
  })
})

describe("the session's end in the middle of a form", () => {
  const over = (of: Page = page) => of.getByRole("dialog", { name: "Sign in" })
  const written = () =>
    page.locator("input").evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : "")))
  const signInOver = async (of: Page = page): Promise<void> => {
    await over(of).getByLabel("Username").fill(admin.username)
    await over(of).getByLabel("Password", { exact: true }).fill(admin.password)
    await over(of).getByRole("button", { name: "Sign in" }).click()
    await over(of).waitFor({ state: "detached" })
  }

  test("a dialog keeps what was written, signing in opens over it, and then it is sent as it was", async () => {
    await signIn(page, program.address, "/chats/panel")
    await press("Add chat")
    const dialog = page.getByRole("dialog", { name: "Add chat" })
    await dialog.getByLabel("Title").fill("Written before the end")
    await context.clearCookies()
    await dialog.getByRole("button", { name: "Add", exact: true }).click()
    await over().waitFor()
    expect(await axe(page)).toEqual([])
    // Who it was is known: only the password is to be given.
    expect(await over().getByLabel("Username").inputValue()).toBe(admin.username)
    await focusCame(over().getByLabel("Password", { exact: true }))
    // Escape is not for the dialog below.
    await page.keyboard.press("Escape")
    expect(await dialog.getByLabel("Title").inputValue()).toBe("Written before the end")
    await signInOver()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Written before the end", exact: true }).waitFor()
  })

  test("so does the panel of a user, when another tab signs out", async () => {
    await signIn(page, program.address, "/admin/user-management")
    await press("ada")
    const panel = page.getByRole("dialog", { name: "Edit ada" })
    await panel.getByLabel("Email").fill("ada@elsewhere.example")
    const other = await context.newPage()
    await other.goto(`${program.address}/home`)
    await other.getByRole("button", { name: "Account" }).click()
    await other.getByRole("menuitem", { name: "Logout" }).click()
    await other.getByLabel("Username").waitFor()
    await over().waitFor()
    await page.keyboard.press("Escape")
    await signInOver()
    expect(await panel.getByLabel("Email").inputValue()).toBe("ada@elsewhere.example")
    await panel.getByRole("button", { name: "Update" }).click()
    await panel.waitFor({ state: "detached" })
    await page.getByRole("cell", { name: "ada@elsewhere.example" }).waitFor()
    // The other tab is signed in again as well.
    await other.getByRole("heading", { name: "Communities" }).waitFor()
  })

  test("so does a card of the account; who leaves the screen instead is signed out, and nothing of it stays", async () => {
    await signIn(page, program.address, "/account/authentication")
    await page.getByLabel("Current password", { exact: true }).fill(admin.password)
    await page.getByLabel("New password", { exact: true }).fill("Second-Horses-2-Trot")
    await page.getByLabel("Confirm new password", { exact: true }).fill("Second-Horses-2-Trot")
    await context.clearCookies()
    await press("Save password")
    await over().waitFor()
    expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe("Second-Horses-2-Trot")
    await over().getByRole("button", { name: "Leave this screen" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await written()).not.toContain("Second-Horses-2-Trot")
  })

  test("it stands over the dialog of a screen that came later than it; whoever leaves there is not asked about what they wrote", async () => {
    await signIn(page, program.address, "/home")
    await press("Panel")
    await press("Add chat")
    const dialog = page.getByRole("dialog", { name: "Add chat" })
    await dialog.getByLabel("Title").fill("Given up")
    await context.clearCookies()
    await dialog.getByRole("button", { name: "Add", exact: true }).click()
    await over().getByRole("button", { name: "Leave this screen" }).click()
    await page.waitForURL("**/login")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(0)
  })

  test("what goes wrong while one signs in over it is told there, and the work waits below", { timeout: 120_000 }, async () => {
    const { addUser } = await apiAs(program.address)
    await addUser({ username: "carla", email: "carla@example.org", password })
    await enter("carla", password)
    await page.waitForURL("**/home")
    await page.goto(`${program.address}/account`)
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill("carla@elsewhere.example")
    const secret = await secured("carla")
    await press("Save email")
    const dialog = over()
    const said = (text: string) => dialog.getByRole("alert").filter({ hasText: text }).waitFor()
    const give = async (label: string, text: string, deed: string) => {
      await dialog.getByLabel(label, { exact: true }).fill(text)
      await dialog.getByRole("button", { name: deed, exact: true }).click()
    }

    await give("Password", "wrong", "Sign in")
    await dialog.getByText("The given username and password combination is invalid.").waitFor()
    await page.route("**/api/login", (route) => route.abort())
    await give("Password", password, "Sign in")
    await said("The server cannot be reached.")
    await page.unroute("**/api/login")
    const release = await held("**/api/login")
    await give("Password", password, "Sign in")
    await dialog.locator("button[data-loading]").waitFor()
    release()

    await give("Verification code", "000000", "Verify")
    await dialog.getByText("The given two-factor authentication code is incorrect. Please try again.").waitFor()
    await page.route("**/totp/verify", (route) => route.abort())
    await give("Verification code", "123456", "Verify")
    await said("The server cannot be reached.")
    await page.unroute("**/totp/verify")
    expect(await email.inputValue()).toBe("carla@elsewhere.example")
    await give("Verification code", nextCode(secret), "Verify")
    await dialog.waitFor({ state: "detached" })
    await page.getByText("Saved", { exact: true }).waitFor()
    expect(await email.inputValue()).toBe("carla@elsewhere.example")
  })

  test("[U3] too many tries are told over it, too, with the time that is left", async () => {
    await signIn(page, program.address, "/account")
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill("waits@example.org")
    await context.clearCookies()
    await press("Save email")
    await page.route("**/api/login", tooManyTries)
    await over().getByLabel("Password", { exact: true }).fill(admin.password)
    await over().getByRole("button", { name: "Sign in" }).click()
    await over()
      .getByRole("alert")
      .filter({ hasText: /Too many tries. You can try again in 1:\d\d minutes\./ })
      .waitFor()
    expect(await over().getByRole("button", { name: "Sign in" }).isDisabled()).toBe(true)
    expect(await axe(page)).toEqual([])
    expect(await email.inputValue()).toBe("waits@example.org")
  })

  test("an email address is saved once its person is back, without a word of an unknown error", async () => {
    await signIn(page, program.address, "/account")
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill("chief@example.org")
    await context.clearCookies()
    await press("Save email")
    await over().waitFor()
    expect(await page.getByText("Could not save your email address!").count()).toBe(0)
    await signInOver()
    await page.getByText("Saved", { exact: true }).waitFor()
    expect(await email.inputValue()).toBe("chief@example.org")
    expect(await page.getByText("Could not save your email address!").count()).toBe(0)
  })

  test("another person who signs in gets none of it", async () => {
    const { addUser } = await apiAs(program.address)
    await addUser({ username: "bob", email: "bob@example.org", password })
    await signIn(page, program.address, "/chats/panel")
    await press("Add chat")
    await page.getByRole("dialog", { name: "Add chat" }).getByLabel("Title").fill("Of the administrator")
    await context.clearCookies()
    await page.getByRole("dialog", { name: "Add chat" }).getByRole("button", { name: "Add", exact: true }).click()
    await over().getByLabel("Username").fill("bob")
    await over().getByLabel("Password", { exact: true }).fill(password)
    await over().getByRole("button", { name: "Sign in" }).click()
    await over().waitFor({ state: "detached" })
    // The screens of bob are there, once the administrator's have gone.
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByText("Signed in as bob", { exact: true }).waitFor()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    expect(await written()).not.toContain("Of the administrator")
  })
})
