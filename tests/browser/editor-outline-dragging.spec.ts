// Dragging rows of the outline: several selected rows, beyond the visible part of a long script, by keyboard, and Escape.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus, liftRow } from "./keyboard.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Dragging")
const rowCount = 200
let page: Page
let securityErrors: Array<string> = []

beforeEach(async () => {
  const instructions = Array.from({ length: rowCount }, (_, order) => instruction(order, { label: `m${order}`, typing_delay: 3 }))
  const { uuid } = await at.addChat({ language: "en", instructions })
  page = await at.newPage()
  securityErrors = []
  page.on("console", (message) => message.text().includes("Content Security Policy") && securityErrors.push(message.text()))
  await at.openEditor(page, uuid)
})

const row = (name: string) => outlineRows(page).filter({ has: page.getByText(name, { exact: true }) })
const card = (name: string) => row(name).locator("button[aria-current]")
const handle = (name: string) => row(name).getByRole("button", { name: "Reorder" })
const positionOf = async (name: string) => Number(await row(name).getAttribute("aria-posinset"))
const announced = (text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor({ state: "attached" })
const undo = () => page.getByRole("button", { name: "Undo" })

/** Presses the mouse on a row's handle; returns where. */
const grab = async (name: string): Promise<{ readonly x: number; readonly y: number }> => {
  await card(name).hover()
  const box = await handle(name).boundingBox()
  if (box === null) throw new Error(`no handle of ${name}`)
  const [x, y] = [box.x + 8, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  return { x, y }
}

test("selected rows are dragged as one, in one undo step, and Escape keeps order and selection", async () => {
  await card("m1").click()
  await page.keyboard.press("Control+Space")
  await card("m3").click({ modifiers: ["Control"] })
  const tools = page.getByRole("toolbar", { name: "Selected instructions" })
  await tools.getByText("2 instructions").waitFor()
  const canceled = await grab("m1")
  await page.mouse.move(canceled.x, canceled.y + 4 * 64, { steps: 8 })
  await announced(`2 instructions would begin at 5 of ${rowCount}`)
  await page.keyboard.press("Escape")
  await page.mouse.up()
  await announced("m1 stays where it was")
  expect(await Promise.all(["m1", "m3"].map(positionOf))).toEqual([2, 4])
  await tools.getByText("2 instructions").waitFor()
  const { x, y } = await grab("m1")
  await page.mouse.move(x, y + 4 * 64, { steps: 8 })
  await announced(`2 instructions would begin at 5 of ${rowCount}`)
  await page.mouse.up()
  await announced(`2 instructions now begin at 5 of ${rowCount}`)
  expect(await Promise.all(["m0", "m2", "m4", "m5", "m1", "m3", "m6"].map(positionOf))).toEqual([1, 2, 3, 4, 5, 6, 7])
  await undo().click()
  await expect.poll(() => Promise.all(["m0", "m1", "m2", "m3", "m4"].map(positionOf))).toEqual([1, 2, 3, 4, 5])
  expect(securityErrors).toEqual([])
})

test("a row dragged to the edge scrolls the list, and is dropped among rows that were not rendered before", {
  tags: ["long"],
}, async () => {
  const scroller = outlineRows(page).first().locator("xpath=../..")
  const box = await scroller.boundingBox()
  if (box === null) throw new Error("no list")
  const { x } = await grab("m0")
  await page.mouse.move(x, box.y + box.height - 8, { steps: 10 })
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop), { timeout: 20_000 }).toBeGreaterThan(30 * 64)
  await page.mouse.move(x, box.y + box.height / 2, { steps: 10 })
  await page.mouse.up()
  await expect.poll(() => positionOf("m0")).toBeGreaterThan(30)
  const position = await positionOf("m0")
  await announced(`m0 is now ${position} of ${rowCount}`)
  // The row lies where it was dropped: under the pointer.
  const dropped = await row("m0").boundingBox()
  expect(Math.abs((dropped?.y ?? 0) + 32 - (box.y + box.height / 2))).toBeLessThan(64)
  expect(await positionOf(`m${position - 1}`)).toBe(position - 1)
})

test("Space on the handle lifts a row, the arrow keys move it past the visible part, and Space drops it", { tags: ["long"] }, async () => {
  await card("m2").click()
  await liftRow(page, handle("m2"), "Moving m2")
  await page.keyboard.press("ArrowUp")
  await announced(`m2 would be 2 of ${rowCount}`)
  await page.keyboard.press("Escape")
  await announced("m2 stays where it was")
  expect(await positionOf("m2")).toBe(3)
  await expectFocus(handle("m2"))
  await liftRow(page, handle("m2"), "Moving m2")
  for (let place = 4; place <= 24; place += 1) {
    await page.keyboard.press("ArrowDown")
    await announced(`m2 would be ${place} of ${rowCount}`)
  }
  await page.keyboard.press("Space")
  await announced(`m2 is now 24 of ${rowCount}`)
  expect(await positionOf("m2")).toBe(24)
  await expectFocus(handle("m2"))
  await undo().click()
  await expect.poll(() => positionOf("m2")).toBe(3)
})
