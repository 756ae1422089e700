// Choosing and adding communities at home and in the header, forms with unsaved changes, and lists that are slow or fail to load.
import type { Browser, Dialog, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

let program: Program
let browser: Browser
let page: Page

beforeAll(async () => {
  program = await startProgram({ DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity } = await createApiClient(program.address)
  await addCommunity("Zorg Oost", "zorg-oost")
  await addCommunity("Zorg West", "zorg-west")
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await signIn(page, program.address)
  await page.waitForURL("**/home")
})
beforeEach(async () => {
  await page.goto(`${program.address}/home`)
  await page.getByRole("button", { name: "Zorg Oost" }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const noMatch = "No communities match your filter."
const path = () => new URL(page.url()).pathname

test("the filter at home ignores case, reports when nothing matches, and opens the only match on Enter", { tags: ["long"] }, async () => {
  const filter = page.getByLabel("Filter communities")
  const shown = () => page.getByRole("main").getByRole("listitem").count()
  await filter.fill("ZORG")
  await expect.poll(shown).toBe(2)
  await filter.press("Enter")
  await filter.fill("nowhere")
  await page.getByText(noMatch).waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await filter.press("Enter")
  expect(path()).toBe("/home")
  await filter.fill("wEst")
  await expect.poll(shown).toBe(1)
  await filter.press("Enter")
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  expect(path()).toBe("/chats/zorg-west")
})

test("the community menu in the header filters communities and opens the match on Enter; the product name leads to the home page", {
  tags: ["long"],
}, async () => {
  await page.getByRole("button", { name: "Select community" }).click()
  const filter = page.getByRole("dialog", { name: "Select community" }).getByLabel("Filter communities")
  await filter.fill("nowhere")
  await page.getByRole("dialog").getByText(noMatch).waitFor()
  await filter.fill("oost")
  await filter.press("Enter")
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  expect(path()).toBe("/chats/zorg-oost")
  await page.getByRole("button", { name: "Select community: Zorg Oost" }).waitFor()
  await page.getByRole("link", { name: "Community", exact: true }).waitFor()
  await page
    .getByRole("banner")
    .getByText(/^\d+\.\d+\.\d+/)
    .waitFor()
  await page.getByRole("link", { name: "Conversation Admin" }).click()
  await page.waitForURL("**/home")
  expect(await page.getByRole("link", { name: "Chats", exact: true }).count()).toBe(0)
})

test("the community menu shows that it is loading or failed to load, not that nothing matches", { tags: ["long"] }, async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/communities", async (route) => {
    await gate
    await route.fulfill({ status: 403, json: { message: "no" } })
  })
  await page.goto(`${program.address}/account`)
  await page.getByRole("button", { name: "Select community" }).click()
  const list = page.getByRole("dialog", { name: "Select community" })
  await list.getByText("Loading…").waitFor()
  expect(await list.getByText(noMatch).count()).toBe(0)
  release()
  const retry = list.getByRole("button", { name: "Try again" })
  await retry.waitFor()
  expect(await list.getByText(noMatch).count()).toBe(0)
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.unroute("**/api/communities")
  await retry.press("Enter")
  await list.getByRole("link", { name: "Zorg Oost" }).waitFor()
  await expectFocus(list.getByLabel("Filter communities"))
  await page.keyboard.press("Escape")
})

test("the form for a new community counts the characters of name and slug, marks invalid lengths, and is not sent while invalid", async () => {
  await page.getByRole("button", { name: "Add community" }).click()
  const dialog = page.getByRole("dialog", { name: "Add community" })
  const name = dialog.getByLabel("Name")
  const submit = dialog.getByRole("button", { name: "Add", exact: true })
  const isNameInvalid = () => name.evaluate((field) => field.getAttribute("aria-invalid") === "true")
  expect(await isNameInvalid()).toBe(false)
  const invalidCounters = () => dialog.locator("[data-out=true]").count()
  expect(await invalidCounters()).toBe(0)
  await submit.click()
  await dialog.getByText("This name is too short.").waitFor()
  expect(await invalidCounters()).toBe(2)
  await name.fill("ab")
  await dialog.getByText("2 of at least 3").first().waitFor()
  expect(await isNameInvalid()).toBe(true)
  await submit.click()
  await dialog.getByText("This name is too short.").waitFor()
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await name.fill("a".repeat(101))
  await dialog.getByText("101 / 100").waitFor()
  expect(await isNameInvalid()).toBe(true)
  await name.fill("Zorg Noord")
  // Far from its limits, a text is not counted.
  expect(await dialog.getByText("of at most").count()).toBe(0)
  expect([await isNameInvalid(), await dialog.getByLabel("Slug").inputValue()]).toEqual([false, "zorg-noord"])
  // An error from the server is shown below its field until the field is edited.
  await dialog.getByLabel("Slug").fill("zorg-oost")
  await submit.click()
  const taken = dialog.getByText("This slug is taken.")
  await taken.waitFor()
  await dialog.getByLabel("Slug").fill("zorg-noord")
  await taken.waitFor({ state: "detached" })
  await submit.click()
  await page.getByRole("button", { name: "Zorg Noord" }).waitFor()
})

test("canceling the question about unsaved changes returns focus to the edited field, and dropping them closes the form", {
  tags: ["long"],
}, async () => {
  await page.getByRole("button", { name: "Add community" }).click()
  const form = page.getByRole("dialog", { name: "Add community" })
  const slug = form.getByLabel("Slug")
  await slug.fill("zorg")
  await slug.press("Escape")
  const question = page.getByRole("dialog", { name: "Discard changes?" })
  await question.getByRole("button", { name: "Cancel" }).click()
  await question.waitFor({ state: "detached" })
  await expect.poll(() => slug.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await slug.inputValue()).toBe("zorg")
  await slug.press("Escape")
  await question.getByRole("button", { name: "Discard" }).click()
  await form.waitFor({ state: "detached" })
})

test("the browser's Back button asks about unsaved changes: canceling stays in the form, dropping them goes back", async () => {
  await page.goto(`${program.address}/account`)
  await page.getByRole("link", { name: "Admin", exact: true }).click()
  for (const [opens, title, field] of [
    ["Add user", "Add user", "Email"],
    ["admin", "Edit admin", "Email"],
  ] as const) {
    await page.getByRole("main").getByRole("button", { name: opens, exact: true }).click()
    const form = page.getByRole("dialog", { name: title })
    await form.getByLabel(field).fill("kept@example.org")
    await page.goBack()
    const question = page.getByRole("dialog", { name: "Discard changes?" })
    await question.getByRole("button", { name: "Cancel" }).click()
    await question.waitFor({ state: "detached" })
    expect(await form.getByLabel(field).inputValue()).toBe("kept@example.org")
    await expect.poll(path).toBe("/admin/user-management")
    await page.goBack()
    await question.getByRole("button", { name: "Discard" }).click()
    await page.getByRole("heading", { name: "Account", level: 1 }).waitFor()
    expect(path()).toBe("/account")
    await page.goForward()
  }
})

test("the browser's Back button does not leave a form while it is being sent", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/account`)
  await page.getByRole("link", { name: "Conversation Admin" }).click()
  await page.getByRole("button", { name: "Add community" }).click()
  const form = page.getByRole("dialog", { name: "Add community" })
  await form.getByLabel("Name").fill("Zorg Slow")
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/communities", async (route) => {
    await gate
    await route.abort()
  })
  await form.getByRole("button", { name: "Add", exact: true }).click()
  await form.locator("button[data-loading]").waitFor()
  await page.evaluate(() => window.history.back())
  // History steps run in order: if Back left the page, it has done so by now.
  await expect.poll(() => page.evaluate(() => window.history.state.__TSR_index)).toBe(1)
  expect([await form.count(), await page.getByRole("heading", { name: "Account", level: 1 }).count()]).toEqual([1, 0])
  release()
  await form.getByText("The server cannot be reached.").waitFor()
  await page.unroute("**/api/communities")
  expect([await form.getByLabel("Name").inputValue(), path()]).toEqual(["Zorg Slow", "/home"])
})

test("reloading the page asks for confirmation only while a dialog has unsaved changes", { tags: ["long"] }, async () => {
  const dialogTypes: Array<string> = []
  const decline = (dialog: Dialog) => {
    dialogTypes.push(dialog.type())
    void dialog.dismiss()
  }
  page.on("dialog", decline)
  const reload = () => page.evaluate(() => void setTimeout(() => window.location.reload()))
  await page.getByRole("button", { name: "Add community" }).click()
  const form = page.getByRole("dialog", { name: "Add community" })
  await form.getByLabel("Name").fill("Zorg Open")
  await reload()
  await expect.poll(() => dialogTypes).toEqual(["beforeunload"])
  expect(await form.getByLabel("Name").inputValue()).toBe("Zorg Open")
  await form.getByRole("button", { name: "Cancel" }).click()
  await form.waitFor({ state: "detached" })
  await page.reload()
  await page.getByRole("button", { name: "Zorg Oost" }).waitFor()
  expect(dialogTypes).toHaveLength(1)
  page.off("dialog", decline)
})

test("communities added or deleted in community management are immediately updated in the header's menu", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/admin/community-management`)
  await page.getByRole("button", { name: "Add community" }).click()
  const dialog = page.getByRole("dialog", { name: "Add community" })
  await dialog.getByLabel("Name").fill("Zuid")
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Select community" }).click()
  const list = page.getByRole("dialog", { name: "Select community" })
  await list.getByRole("link", { name: "Zuid" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Delete Zuid" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
  await page.getByRole("button", { name: "Delete Zuid" }).waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Select community" }).click()
  await list.getByRole("link", { name: "Zorg Oost" }).waitFor()
  await list.getByRole("link", { name: "Zuid" }).waitFor({ state: "detached" })
  await page.keyboard.press("Escape")
})

test("home shows the communities it has while the list is fetched again", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/admin/community-management`)
  await page.getByRole("button", { name: "Add community" }).click()
  const dialog = page.getByRole("dialog", { name: "Add community" })
  await dialog.getByLabel("Name").fill("Zuid West")
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/communities", async (route) => {
    if (route.request().method() === "GET") await gate
    await route.continue()
  })
  const refetch = page.waitForRequest((request) => request.method() === "GET" && request.url().endsWith("/api/communities"))
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await refetch
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Conversation Admin" }).click()
  await page.getByRole("table").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Zorg Oost" }).waitFor()
  release()
  await page.getByRole("button", { name: "Zuid West" }).waitFor()
  await page.unroute("**/api/communities")
})

test("removing the last administrator's role is rejected below the role field until the role is edited", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/admin/user-management`)
  await page.getByRole("main").getByRole("button", { name: "admin", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Edit admin" })
  const role = dialog.getByLabel("Global role")
  await role.selectOption("ROLE_USER")
  await dialog.getByRole("button", { name: "Update" }).click()
  const error = dialog.getByText("There must be at least one administrator.")
  await error.waitFor()
  await expect.poll(() => role.getAttribute("aria-invalid")).toBe("true")
  expect(await error.count()).toBe(1)
  await role.selectOption("ROLE_ADMIN")
  await error.waitFor({ state: "detached" })
})

test("users who change their own username see the new name immediately, in other tabs too", { tags: ["long"] }, async () => {
  const other = await page.context().newPage()
  await other.goto(`${program.address}/account`)
  await other.getByRole("definition").getByText("admin", { exact: true }).waitFor()
  await page.goto(`${program.address}/admin/user-management`)
  for (const [from, to] of [
    ["admin", "chief"],
    ["chief", "admin"],
  ] as const) {
    await page.getByRole("main").getByRole("button", { name: from, exact: true }).click()
    const panel = page.getByRole("dialog", { name: `Edit ${from}` })
    await panel.getByLabel("Username").fill(to)
    await panel.getByRole("button", { name: "Update" }).click()
    await panel.waitFor({ state: "detached" })
    await other.getByRole("definition").getByText(to, { exact: true }).waitFor()
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByText(`Signed in as ${to}`, { exact: true }).waitFor()
    await page.keyboard.press("Escape")
  }
  await other.close()
})

test("a user or community that is sent again after its response was lost is added only once", async () => {
  for (const [screen, kind, fields] of [
    ["user", "users", { Username: "dora", Email: "dora@example.org", Password: "First-Horses-1-Graze" }],
    ["community", "communities", { Name: "Zorg Once" }],
  ] as const) {
    await page.goto(`${program.address}/admin/${screen}-management`)
    await page.getByRole("button", { name: `Add ${screen}` }).click()
    const form = page.getByRole("dialog", { name: `Add ${screen}` })
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
    await page.route(`**/api/${kind}`, async (route) => {
      if (route.request().method() !== "PUT") return route.continue()
      await route.fetch()
      await route.abort()
    })
    const add = form.getByRole("button", { name: "Add", exact: true })
    await add.click()
    await form.getByText("The server cannot be reached.").waitFor()
    await page.unroute(`**/api/${kind}`)
    await add.click()
    await form.waitFor({ state: "detached" })
    const [, name = ""] = Object.entries(fields)[0] ?? []
    await expect.poll(() => page.getByRole("main").getByRole("button", { name, exact: true }).count()).toBe(1)
  }
})

test("another form adds a second chat with the same title after the response to the first was lost", { tags: ["long"] }, async () => {
  await page.getByRole("button", { name: "Zorg Oost" }).click()
  await page.getByRole("button", { name: "Add chat" }).click()
  const form = page.getByRole("dialog", { name: "Add chat" })
  const add = form.getByRole("button", { name: "Add", exact: true })
  await form.getByLabel("Title").fill("Twice meant")
  const calls = "**/api/zorg-oost/chat-scripts"
  await page.route(calls, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await add.click()
  await form.getByText("The server cannot be reached.").waitFor()
  await page.unroute(calls)
  await form.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Add chat" }).click()
  await form.getByLabel("Title").fill("Twice meant")
  await add.click()
  await form.waitFor({ state: "detached" })
  await page.reload()
  await expect.poll(() => page.getByRole("main").getByRole("link", { name: "Twice meant", exact: true }).count()).toBe(2)
})

test("a screen whose code fails to load shows an error, and loads on retry", { tags: ["long"] }, async () => {
  const isCode = /assets\/.*\.js/u
  await page.route(isCode, (route) => route.abort())
  await page.getByRole("link", { name: "Admin", exact: true }).click()
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor()
  // A focused screen has no focus outline.
  const screen = page.getByRole("main")
  await screen.focus()
  expect(await screen.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("none")
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.unroute(isCode)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("heading", { name: "Users" }).waitFor()
})

test("retrying a list that failed to load moves focus into the screen, not to the top of the page", { tags: ["long"] }, async () => {
  const lists = /\/api\/(communities|users)/u
  for (const screen of ["home", "admin/user-management"]) {
    await page.route(lists, (route) => route.fulfill({ status: 403, json: { message: "no" } }))
    await page.goto(`${program.address}/${screen}`)
    const retry = page.getByRole("button", { name: "Try again" })
    await retry.waitFor()
    await page.unroute(lists)
    await retry.press("Enter")
    await retry.waitFor({ state: "detached" })
    await expectFocus(page.getByRole("main"))
  }
})

test("a form that is slow to open shows a busy button, and returns focus to that button when closed", { tags: ["long"] }, async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/account/password-constraints", async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(`${program.address}/admin/user-management`)
  const add = page.getByRole("button", { name: "Add user" })
  await expect.poll(() => add.isEnabled()).toBe(true)
  await add.press("Enter")
  await page.locator("button[aria-busy=true]", { hasText: "Add user" }).waitFor()
  release()
  await page.getByRole("dialog", { name: "Add user" }).waitFor()
  await page.keyboard.press("Escape")
  await expectFocus(add)
})

test("the add button is disabled until its list has loaded", { tags: ["long"] }, async () => {
  for (const [screen, list] of [
    ["home", "communities"],
    ["admin/community-management", "communities"],
    ["admin/user-management", "users"],
  ] as const) {
    let release: () => void = () => undefined
    const gate = new Promise<void>((open) => (release = open))
    await page.route(`**/api/${list}`, async (route) => {
      await gate
      await route.continue()
    })
    await page.goto(`${program.address}/${screen}`)
    const add = page.getByRole("button", { name: list === "users" ? "Add user" : "Add community" })
    await add.waitFor()
    expect([screen, await add.isEnabled()]).toEqual([screen, false])
    // The loading state is accessible, too.
    expect([screen, await findAccessibilityViolationsInBothSchemes(page)]).toEqual([screen, []])
    release()
    await add.click()
    await page.getByRole("dialog").waitFor()
    await page.unroute(`**/api/${list}`)
  }
})

/** Forms with the address of their screen, the button that opens them, if any, what is typed into each field, and their submit button. */
const forms = [
  ["add community", "/home", "Add community", "", "Add"],
  ["add chat", "/chats/zorg-oost", "Add chat", "", "Add"],
  ["add user", "/admin/user-management", "Add user", "", "Add"],
  ["email address", "/account", null, "x", "Save email"],
  ["change password", "/account/authentication", null, "x", "Save password"],
] as const

test.for(forms)("the error texts of the form “%s” move nothing", { tags: ["long"] }, async ([, address, opener, typed, submit]) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${program.address}${address}`)
    if (opener !== null) await page.getByRole("button", { name: opener }).first().click()
    const button = page.getByRole("button", { name: submit, exact: true })
    const form = (opener === null ? page.getByRole("main") : page.getByRole("dialog")).locator("form").filter({ has: button })
    const fields = form.locator("input:not([type=checkbox])")
    await fields.first().waitFor()
    for (const field of await fields.all()) await field.fill(typed)
    // Texts wrap differently until the font has loaded.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const places = () =>
      form
        .locator("input, button")
        .evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top + scrollY)))
    const before = await places()
    await button.click()
    await form.locator("[aria-invalid=true]").first().waitFor()
    expect([width, await places()]).toEqual([width, before])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})
