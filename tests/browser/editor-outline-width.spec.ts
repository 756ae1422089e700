// The width of the outline: changed by pointer, touch and keyboard, and remembered on the device.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { findAccessibilityViolations } from "./accessibility.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Widths")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
})

const separator = () => page.getByRole("separator", { name: "Width of the outline" })
const announcedWidth = async () => Number(await separator().getAttribute("aria-valuenow"))
const renderedWidth = () => page.locator("#outline").evaluate((element) => element.getBoundingClientRect().width)
const expectWidth = async (width: number) => {
  await expect.poll(announcedWidth).toBe(width)
  await expect.poll(renderedWidth).toBe(width)
}
const middle = async () => {
  const { x, y, width, height } = (await separator().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

test("the outline is 320 px wide at first; keys change its width within limits, and a double click resets it", {
  tags: ["long"],
}, async () => {
  await expectWidth(320)
  expect(await separator().getAttribute("aria-orientation")).toBe("vertical")
  await separator().focus()
  await page.keyboard.press("ArrowRight")
  await expectWidth(336)
  await page.keyboard.press("Shift+ArrowLeft")
  await expectWidth(272)
  await page.keyboard.press("Home")
  await expectWidth(Number(await separator().getAttribute("aria-valuemin")))
  await page.keyboard.press("ArrowLeft")
  await expectWidth(240)
  const overflowing = () =>
    page.locator("#outline").evaluate((element) => {
      const { right } = element.getBoundingClientRect()
      return [...element.querySelectorAll("h2, button, input, select")].filter((child) => child.getBoundingClientRect().right > right)
        .length
    })
  expect(await overflowing()).toBe(0)
  await page.keyboard.press("End")
  await expectWidth(Number(await separator().getAttribute("aria-valuemax")))
  expect(await findAccessibilityViolations(page)).toEqual([])
  await separator().dblclick()
  await expectWidth(320)
})

test("the outline is resized by dragging, Escape reverts the drag, and the width survives a reload", async () => {
  const { x, y } = await middle()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 100, y)
  await expectWidth(420)
  await page.keyboard.press("Escape")
  await expectWidth(320)
  await page.mouse.move(x + 50, y)
  await page.mouse.up()
  await expectWidth(320)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y, { steps: 4 })
  await page.mouse.up()
  await expectWidth(400)
  await page.reload()
  await expectWidth(400)
  // It shrinks beside an open pane and gets its width back when the pane closes.
  await page.setViewportSize({ width: 1120, height: 800 })
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await expectWidth(340)
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await expectWidth(400)
  // Where one pane is shown at a time, it is as wide as the page.
  await page.setViewportSize({ width: 768, height: 800 })
  await page.getByRole("button", { name: "Outline", exact: true }).click()
  await expect.poll(renderedWidth).toBe(768)
  expect(await separator().count()).toBe(0)
})

test("the outline is resized by touch", { tags: ["long"] }, async () => {
  const { x, y } = await middle()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: ReadonlyArray<number>) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((touchX) => ({ x: touchX, y })) })
  await touch("touchStart", x)
  await touch("touchMove", x + 20)
  await touch("touchMove", x + 60)
  await touch("touchEnd")
  await expectWidth(380)
})

test("the outline's heading and buttons fit on one line at the default width even with 10,000 instructions", {
  tags: ["long"],
}, async () => {
  // Only the displayed count matters, so it is set without creating that many.
  await page.getByRole("list", { name: "Instructions" }).waitFor()
  await page.locator("#outline-heading span").evaluate((element) => (element.textContent = "10000"))
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  }
  const heading = await page.locator("#outline-heading").evaluate(middleOf)
  expect(await page.getByRole("button", { name: "Add instruction" }).evaluate(middleOf)).toBe(heading)
  expect(await page.getByRole("button", { name: "Select several" }).evaluate(middleOf)).toBe(heading)
})
