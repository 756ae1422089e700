// The lists of chats due for removal on the real program: dates, confirmation, and what leaves the list.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { truncateName } from "../../domain/script/script-list.ts"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { addChat, chatRow, signIn } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"

let program: Program
let browser: Browser
let page: Page

const name = "A chat whose name is much longer than any list of removals has room for, and then some"

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  const { addCommunity } = await createApiClient(program.address)
  await addCommunity("Panel", "panel")
  await signIn(page, program.address, "/chats/panel")
  await addChat(page, name)
  await chatRow(page, name)
    .getByRole("button", { name: /^Status:/ })
    .click()
  await page.getByRole("menuitem", { name: "Closed" }).click()
  await chatRow(page, name).getByRole("button", { name: "Status: Closed" }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const edit = () => page.getByRole("button", { name: `Edit removal of ${name}` })
/** The dialog's title has the first 24 characters of the name. */
const dialog = () => page.getByRole("dialog", { name: `Edit removal of ${truncateName(name, 24)}`, exact: true })
const formatDay = (day: string): string => day.split("-").reverse().join("-")
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test("a community's list shows the chat's truncated name and dates at every width, and axe finds nothing", { tags: ["long"] }, async () => {
  await page.getByRole("link", { name: "Community", exact: true }).click()
  await page.getByRole("link", { name: "Chat removal" }).click()
  await page.getByRole("heading", { name: "Chat removal", level: 1 }).waitFor()
  expect(await page.title()).toBe("Chat removal – Conversation Admin")
  expect((await edit().textContent())?.length).toBeLessThanOrEqual(51)
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    // The dates are visible however narrow the list is.
    expect(await page.getByRole("cell").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right))).toSatisfy(
      (ends: ReadonlyArray<number>) => ends.length === 4 && ends.every((end) => end <= width),
    )
    expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("[R2] dates before today and a warning after the removal are rejected", { tags: ["long"] }, async () => {
  await edit().click()
  const save = dialog().getByRole("button", { name: "Save" })
  expect(await save.isDisabled()).toBe(true)
  await dialog().getByLabel("Removal date").fill(inDays(-1))
  await save.click()
  await dialog().getByText("This date is before today.").waitFor()
  await expectFocus(dialog().getByLabel("Removal date"))
  await dialog().getByLabel("Removal date").fill(inDays(20))
  await dialog().getByLabel("Warning date").fill(inDays(21))
  await save.click()
  await dialog().getByText("The warning date must not be after the removal date.").waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await dialog().getByLabel("Warning date").fill(inDays(10))
  await dialog().getByRole("button", { name: "Save" }).click()
  await page.getByText(`“${name}” has been saved.`).waitFor()
  await edit().click()
  expect(await dialog().getByLabel("Warning date").inputValue()).toBe(formatDay(inDays(10)))
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "detached" })
})

test("[R2] a date is typed in several formats or picked from a calendar that disables the days before today", {
  tags: ["long"],
}, async () => {
  await edit().click()
  const removal = dialog().getByLabel("Removal date")
  await removal.fill("31/02/2031")
  // An error is shown as soon as focus moves to the next field.
  await dialog().getByLabel("Warning date").focus()
  await dialog().getByText("There is no such day.").waitFor()
  await removal.fill("32-01-2031")
  await dialog().getByText("There is no such day.").waitFor({ state: "detached" })
  // The next element is the button of its calendar.
  await page.keyboard.press("Tab")
  await dialog().getByText("There is no such day.").waitFor()
  await removal.fill("01/03/2031")
  await dialog().getByText("There is no such day.").waitFor({ state: "detached" })
  await removal.blur()
  expect(await removal.inputValue()).toBe("01-03-2031")
  await removal.fill(formatDay(inDays(0)))
  await dialog().getByRole("button", { name: "Removal on the calendar" }).click()
  const calendar = page.getByRole("dialog").last()
  await calendar.locator('button[aria-current="date"]').waitFor()
  const days = calendar.getByRole("row").locator("button")
  expect(await days.evaluateAll((all) => all.filter((day) => day.matches(":disabled")).length)).toBe(
    await days.evaluateAll((all) => all.findIndex((day) => day.ariaCurrent === "date")),
  )
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  // Escape closes the calendar, and not the dialog around it.
  await page.keyboard.press("Escape")
  await page.locator('button[aria-current="date"]').waitFor({ state: "detached" })
  expect(await page.getByRole("dialog", { name: "Discard changes?" }).count()).toBe(0)
  await dialog().getByRole("button", { name: "Removal on the calendar" }).click()
  await page.locator('button[aria-current="date"]').waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect.poll(() => removal.inputValue()).toBe(formatDay(inDays(7)))
  // Escape asks before a new date is dropped, but not when the date is back to its saved value.
  await page.keyboard.press("Escape")
  const discardQuestion = page.getByRole("dialog", { name: "Discard changes?" })
  await discardQuestion.getByRole("button", { name: "Cancel" }).click()
  await discardQuestion.waitFor({ state: "detached" })
  await removal.fill(formatDay(inDays(20)))
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "detached" })
  expect(await discardQuestion.count()).toBe(0)
})

test("[R3] turning the procedure off in the list of all communities asks for confirmation and removes the chat from the list", async () => {
  await page.goto(`${program.address}/admin/removal-management`)
  await page.getByRole("columnheader", { name: "Community" }).waitFor()
  await page.getByRole("cell", { name: "Panel" }).waitFor()
  await edit().click()
  await dialog().getByLabel("Removal procedure").uncheck()
  await dialog().getByRole("button", { name: "Save" }).click()
  const question = "Are you sure you don't want to use the auto removal procedure? This may not be in line with the GDPR policy. Continue?"
  await page.getByText(question).waitFor()
  await page.getByRole("dialog", { name: "Removal procedure" }).getByRole("button", { name: "Cancel" }).click()
  await expectFocus(dialog().getByRole("button", { name: "Save" }))
  await dialog().getByRole("button", { name: "Save" }).click()
  await page.getByText(question).waitFor()
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByText(`“${name}” is no longer scheduled for removal.`).waitFor()
  await page.getByText("No chats scheduled for removal.").waitFor()
})
