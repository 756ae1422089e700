// Finding one's way in a long script, and handling several instructions at once.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { axe } from "./axe.ts"
import { desk, files } from "./desk.ts"
import { outline } from "./visit.ts"

const at = desk("Outlines")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
})

const row = (name: string) => outline(page).filter({ hasText: name }).first()
const card = (name: string) => row(name).locator("button[aria-current]")

test("a search and a kind leave what is sought, keys go through that, and all comes back", async () => {
  const all = await row("welcome").getAttribute("aria-setsize")
  await page.keyboard.press("Control+Alt+f")
  await page.keyboard.type("complaint")
  await page.getByText(/^\d of 23 instructions$/).waitFor()
  const found = await outline(page).count()
  expect(found).toBeLessThan(10)
  expect(await axe(page)).toEqual([])
  await page.getByLabel("Show kinds").selectOption("Open answer")
  expect(await outline(page).allInnerTexts()).toEqual([expect.stringContaining("complaint")])
  await page.getByRole("button", { name: "Show all" }).click()
  await expect.poll(() => row("welcome").getAttribute("aria-setsize")).toBe(all)
})

test("several are marked by keys and by the pointer, moved, copied and deleted together, and Undo says what it takes back", async () => {
  await card("welcome").click()
  await page.keyboard.press("Control+Space")
  await card("urgent").click({ modifiers: ["Control"] })
  const tools = page.getByRole("toolbar", { name: "Marked instructions" })
  await tools.getByText("2 instructions").waitFor()
  expect(await axe(page)).toEqual([])
  await card("urgent").focus()
  await page.keyboard.press("Shift+ArrowDown")
  await page.keyboard.press("Shift+ArrowDown")
  await tools.getByText("4 instructions").waitFor()
  await page.keyboard.press("Shift+ArrowUp")
  await page.keyboard.press("Shift+ArrowUp")
  await tools.getByText("2 instructions").waitFor()
  await tools.getByRole("button", { name: "Move marked down" }).click()
  expect(await row("welcome").getAttribute("aria-posinset")).toBe("2")
  await tools.getByRole("button", { name: "Copy marked" }).click()
  await row("welcome_2").waitFor()
  await tools.getByRole("button", { name: "Delete marked" }).click()
  await row("welcome_2").waitFor({ state: "detached" })
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo delete")
  await page.keyboard.press("Control+z")
  await row("welcome_2").waitFor()
  await row("privacy_rights").getByRole("button", { name: "Delete", exact: true }).click()
  const undo = page.getByRole("button", { name: "Undo", exact: true })
  expect(await undo.getAttribute("title")).toBe("Undo delete of privacy_rights")
  await card("welcome").click()
  await page.getByLabel("Name", { exact: true }).fill("hello")
  expect(await undo.getAttribute("title")).toBe("Undo edit of the name of hello")
  await undo.click()
  await page.getByText("Undone: edit of the name of hello").waitFor({ state: "attached" })
  await page.getByLabel("Title", { exact: true }).fill("Another title")
  expect(await undo.getAttribute("title")).toBe("Undo edit of the title")
})

test("the keys are told on one page, and a finding is mended by its fix", async () => {
  await page.keyboard.press("Escape")
  await page.locator("main").focus()
  await page.keyboard.press("?")
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await keys.getByText("Find in the script").waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await keys.waitFor({ state: "detached" })
  await card("since").click()
  await page.getByLabel("Condition", { exact: true }).fill("new_complain == 1")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+Alt+c")
  await page.getByRole("button", { name: /^Fix: since/ }).click()
  await expect.poll(() => page.getByLabel("Condition", { exact: true }).inputValue()).toBe("new_complaint == 1")
})
