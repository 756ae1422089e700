// Finding one's way in a long script, and handling several instructions at once.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { axe } from "./axe.ts"
import { desk, files } from "./desk.ts"
import { focusCame } from "./keyboard.ts"
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
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo delete of 2 instructions")
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

test("one is moved to a far place without dragging, by its number or beside another; several too, and Undo brings them back", async () => {
  const called = (name: string) => outline(page).filter({ has: page.getByText(name, { exact: true }) })
  const posOf = (name: string) => called(name).getAttribute("aria-posinset")
  const cardOf = (name: string) => called(name).locator("button[aria-current]")
  await cardOf("welcome").click()
  await called("welcome").getByRole("button", { name: "Move to…" }).click()
  const dialog = page.getByRole("dialog", { name: "Move welcome to…" })
  const field = dialog.getByRole("searchbox", { name: "Place" })
  await focusCame(field)
  expect(await axe(page)).toEqual([])
  await page.keyboard.type("20")
  await dialog.getByRole("button", { name: "As number 20 of 23" }).waitFor()
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await expect.poll(() => posOf("welcome")).toBe("20")
  await page.getByText("welcome is now 20 of 23").waitFor({ state: "attached" })
  await focusCame(cardOf("welcome"))
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo move of welcome")
  await page.keyboard.press("Control+z")
  await cardOf("welcome").waitFor()
  await expect.poll(() => posOf("welcome")).toBe("1")
  await cardOf("welcome").click()
  await page.keyboard.press("Control+Space")
  await cardOf("privacy_rights").click({ modifiers: ["Control"] })
  await page.getByRole("toolbar", { name: "Marked instructions" }).getByRole("button", { name: "Move marked to…" }).click()
  const both = page.getByRole("dialog", { name: "Move 2 instructions to…" })
  await both.getByRole("searchbox", { name: "Place" }).fill("urgent")
  await both.getByRole("radio", { name: "After" }).check()
  await both.getByRole("listitem").filter({ hasText: "urgent" }).first().getByRole("button").click()
  await both.waitFor({ state: "detached" })
  const urgent = Number(await posOf("urgent"))
  await expect.poll(() => posOf("welcome")).toBe(String(urgent + 1))
  await expect.poll(() => posOf("privacy_rights")).toBe(String(urgent + 2))
  await page.getByText(`2 instructions now begin at ${urgent + 1} of 23`).waitFor({ state: "attached" })
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo move of 2 instructions")
  // By the keys too, and Escape moves nothing.
  await page.keyboard.press("Control+Alt+m")
  await both.waitFor()
  await page.keyboard.press("Escape")
  await both.waitFor({ state: "detached" })
  await focusCame(cardOf("welcome"))
})

test("several are marked by touch, on a narrow screen too, and one is dragged by touch", async () => {
  page = await at.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  const toggle = page.getByRole("button", { name: "Mark several" })
  await toggle.tap()
  await page.getByRole("checkbox", { name: /^urgent / }).tap()
  await page.getByRole("checkbox", { name: /^privacy / }).tap()
  await page.getByText("2 instructions are marked").waitFor({ state: "attached" })
  expect(await page.getByRole("checkbox", { name: /^privacy / }).isChecked()).toBe(true)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const tools = page.getByRole("toolbar", { name: "Marked instructions" })
  await tools.getByRole("button", { name: "Move marked up" }).tap()
  await expect.poll(() => row("urgent").getAttribute("aria-posinset")).toBe("1")
  await tools.getByRole("button", { name: "Clear marks" }).tap()
  await tools.waitFor({ state: "detached" })
  expect(await toggle.getAttribute("aria-pressed")).toBe("false")
  // By touch, two places down.
  const grip = await row("urgent").getByRole("button", { name: "Reorder" }).boundingBox()
  const finger = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", by: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: (grip?.x ?? 0) + 8, y: (grip?.y ?? 0) + 20 + by }],
    })
  await touch("touchStart", 0)
  for (const by of [20, 60, 100, 128]) await touch("touchMove", by)
  await page.getByText("urgent would be 3 of 23").waitFor({ state: "attached" })
  await touch("touchEnd", 128)
  await expect.poll(() => row("urgent").getAttribute("aria-posinset")).toBe("3")
})

test("what is moved far down in what was sought stays in sight and keeps the focus", async () => {
  const { uuid, name } = await at.addChat()
  const said = Array.from({ length: 120 }, (_, order) =>
    instruction(order, {
      label: `m${order}`,
      typing_delay: 3,
      messages: [{ uuid: `t${order}`, locale: "en", content: order % 2 ? "<p>odd</p>" : "<p>even</p>" }],
    }),
  )
  const { revision } = await at.api.scripts.read({ community: at.slug, uuid })
  const script = { name, public_name: name, language: "en", instructions: said } as const
  await at.api.scripts.save({ community: at.slug, uuid, revision, script, markedForDelete: [] })
  page = await at.newPage()
  await at.openEditor(page, uuid)
  await page.getByLabel("Find in the script").fill("odd")
  await page.getByText("60 of 120 instructions").waitFor()
  await outline(page).first().locator("button[aria-current]").focus()
  await page.keyboard.press("End")
  const last = outline(page).filter({ has: page.getByText("m119", { exact: true }) })
  await focusCame(last.locator("button[aria-current]"))
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByText("m119 is now 119 of 120").waitFor({ state: "attached" })
  // A few frames on, as the focus takes them.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
  expect(await last.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await focusCame(last.locator("button[aria-current]"))
  await page.keyboard.press("Control+z")
  await page.getByText("Undone: move of m119").waitFor({ state: "attached" })
  await focusCame(last.locator("button[aria-current]"))
})

test("a block of one condition is collapsed and opened again", async () => {
  const fold = page.getByRole("button", { name: /^Collapse \d+ with the same condition/ }).first()
  await fold.scrollIntoViewIfNeeded()
  const before = Number(await outline(page).first().getAttribute("aria-setsize"))
  const others = Number((await fold.getAttribute("aria-label"))?.match(/\d+/)?.[0])
  await fold.click()
  await expect.poll(async () => Number(await outline(page).first().getAttribute("aria-setsize"))).toBe(before - others)
  const open = page.getByRole("button", { name: `Expand ${others} with the same condition` })
  expect(await open.getAttribute("aria-expanded")).toBe("false")
  await open.click()
  await expect.poll(async () => Number(await outline(page).first().getAttribute("aria-setsize"))).toBe(before)
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
