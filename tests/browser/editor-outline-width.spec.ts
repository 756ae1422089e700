// The outline is made wider and narrower, by pointer, touch and keys, and stays so on this device.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { axe } from "./axe.ts"
import { desk, files } from "./desk.ts"

const at = desk("Widths")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
})

const line = () => page.getByRole("separator", { name: "Width of the outline" })
const told = async () => Number(await line().getAttribute("aria-valuenow"))
const drawn = () => page.locator("#outline").evaluate((it) => it.getBoundingClientRect().width)
const isBoth = async (width: number) => {
  await expect.poll(told).toBe(width)
  await expect.poll(drawn).toBe(width)
}
const middle = async () => {
  const { x, y, width, height } = (await line().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

test("it is 320 wide at first; keys change it within its limits, a double click brings that back", async () => {
  await isBoth(320)
  expect(await line().getAttribute("aria-orientation")).toBe("vertical")
  await line().focus()
  await page.keyboard.press("ArrowRight")
  await isBoth(336)
  await page.keyboard.press("Shift+ArrowLeft")
  await isBoth(272)
  await page.keyboard.press("Home")
  await isBoth(Number(await line().getAttribute("aria-valuemin")))
  await page.keyboard.press("ArrowLeft")
  await isBoth(240)
  const stickingOut = () =>
    page.locator("#outline").evaluate((it) => {
      const { right } = it.getBoundingClientRect()
      return [...it.querySelectorAll("h2, button, input, select")].filter((one) => one.getBoundingClientRect().right > right).length
    })
  expect(await stickingOut()).toBe(0)
  await page.keyboard.press("End")
  await isBoth(Number(await line().getAttribute("aria-valuemax")))
  expect(await axe(page)).toEqual([])
  await line().dblclick()
  await isBoth(320)
})

test("it is dragged, Escape takes that back, and what was made is there again when the page is", async () => {
  const { x, y } = await middle()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 100, y)
  await isBoth(420)
  await page.keyboard.press("Escape")
  await isBoth(320)
  await page.mouse.move(x + 50, y)
  await page.mouse.up()
  await isBoth(320)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y, { steps: 4 })
  await page.mouse.up()
  await isBoth(400)
  await page.reload()
  await isBoth(400)
  // Beside a pane that takes room it gives way, and comes back with it.
  await page.setViewportSize({ width: 1120, height: 800 })
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await isBoth(340)
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await isBoth(400)
  // Where panes take turns it is as wide as the page.
  await page.setViewportSize({ width: 768, height: 800 })
  await page.getByRole("button", { name: "Outline", exact: true }).click()
  await expect.poll(drawn).toBe(768)
  expect(await line().count()).toBe(0)
})

test("it is dragged by touch", async () => {
  const { x, y } = await middle()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...at: ReadonlyArray<number>) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at.map((one) => ({ x: one, y })) })
  await touch("touchStart", x)
  await touch("touchMove", x + 20)
  await touch("touchMove", x + 60)
  await touch("touchEnd")
  await isBoth(380)
})

test("of 10,000 instructions the heading and its buttons stand on one line at the usual width, too", async () => {
  // What is counted is told by the outline alone: nobody needs to make as many.
  await page.getByRole("list", { name: "Instructions" }).waitFor()
  await page.locator("#outline-heading span").evaluate((it) => (it.textContent = "10000"))
  const middleOf = (it: Element) => {
    const { top, bottom } = it.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  }
  const heading = await page.locator("#outline-heading").evaluate(middleOf)
  expect(await page.getByRole("button", { name: "Add instruction" }).evaluate(middleOf)).toBe(heading)
  expect(await page.getByRole("button", { name: "Mark several" }).evaluate(middleOf)).toBe(heading)
})
