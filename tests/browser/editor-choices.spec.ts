// Lists of choices in the editor: only those near the viewport are rendered, all can be reached, and edits keep the focus.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { createChoices, questionInstruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Choosing")
let page: Page

const openQuestionWith = async (count: number) => {
  const texts = Array.from({ length: count }, (_, i) => `Choice number ${i + 1}`)
  const choices = createChoices(...texts).map((it) => ({ ...it, translation: { ...it.translation, locale: "en" as const } }))
  const instructions = [{ ...questionInstruction(0, null, { uuid: "q", type: "choice", choices }), label: "many", typing_delay: 3 }]
  const { uuid } = await at.addChat({ language: "en", instructions })
  await at.openEditor(page, uuid)
  await outlineRows(page).first().locator("button[aria-current]").click()
  await text(1).waitFor()
}
const text = (n: number) => page.getByRole("textbox", { name: `Choice ${n}`, exact: true })

beforeEach(async () => {
  page = await at.newPage()
})

test("of 300 choices, only those near the viewport are rendered, including those scrolled to or added", { tags: ["long"] }, async () => {
  await openQuestionWith(300)
  const items = page.getByRole("group", { name: "Choices" }).getByRole("list").getByRole("listitem")
  expect(await items.count()).toBe(300)
  expect(await page.getByRole("textbox", { name: /^Choice \d+$/ }).count()).toBeLessThan(100)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await items.nth(199).scrollIntoViewIfNeeded()
  await text(200).fill("The two-hundredth")
  await text(200).press("Enter")
  await expectFocus(text(201))
  await page.getByRole("button", { name: "Add choice" }).click()
  await expectFocus(text(301))
  await page.keyboard.type("One more")
  expect(await text(301).inputValue()).toBe("One more")
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(() => items.count()).toBe(300)
  await items.nth(199).scrollIntoViewIfNeeded()
  await expect.poll(() => text(200).inputValue()).toBe("The two-hundredth")
})

test("a question with 999 choices rejects another one and keeps pasted lines that do not fit", async () => {
  await openQuestionWith(998)
  const add = page.getByRole("button", { name: "Add choice" })
  await add.click()
  await expectFocus(text(999))
  await add.focus()
  await page.keyboard.press("Enter")
  await page.getByRole("alert").getByText("A question can have at most 999 choices").waitFor()
  await expectFocus(add)
  const dismiss = page.getByRole("button", { name: "Dismiss" })
  await dismiss.click()
  await expectFocus(add)
  await text(999).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData("text/plain", "The last\nNo room\nNor for me")
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.getByText("2 lines didn't fit:").waitFor()
  expect(await page.getByRole("textbox", { name: "Lines that were left out" }).inputValue()).toBe("No room\nNor for me")
  expect(await text(999).inputValue()).toBe("The last")
})

test("a choice keeps the focus when it is moved out of the rendered range", { tags: ["long"] }, async () => {
  await openQuestionWith(60)
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  await button("Move choice 40 down").focus()
  await page.keyboard.press("Enter")
  await expectFocus(button("Move choice 41 down"))
  expect(await text(41).inputValue()).toBe("Choice number 40")
})

test("removing the only choice moves the focus to Add choice", { tags: ["long"] }, async () => {
  await openQuestionWith(1)
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  await button("Remove choice 1").focus()
  await page.keyboard.press("Enter")
  await expectFocus(button("Add choice"))
})

test("moving or removing a choice by keyboard keeps the focus in the list", { tags: ["long"] }, async () => {
  await openQuestionWith(4)
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  await button("Move choice 3 up").focus()
  await page.keyboard.press("Enter")
  await expectFocus(button("Move choice 2 up"))
  await page.keyboard.press("Enter")
  await expect.poll(() => text(1).inputValue()).toBe("Choice number 3")
  // The first choice cannot move up, so its text gets the focus.
  await expectFocus(text(1))
  await button("Reorder choice 1").focus()
  await page.keyboard.press("Alt+ArrowDown")
  await expectFocus(button("Reorder choice 2"))
  await page.keyboard.press("Alt+ArrowDown")
  await expectFocus(button("Reorder choice 3"))
  await button("Remove choice 3").focus()
  await page.keyboard.press("Enter")
  await page.getByText("Choice 3 was removed").waitFor({ state: "attached" })
  await expectFocus(text(3))
  expect(await text(3).inputValue()).toBe("Choice number 4")
  await button("Remove choice 3").focus()
  await page.keyboard.press("Enter")
  await expectFocus(text(2))
})

test("Ctrl+Z in a choice undoes choices added by Enter and by a paste one step at a time, and leaves the others alone", {
  tags: ["long"],
}, async () => {
  const texts = () =>
    page
      .getByRole("textbox", { name: /^Choice \d+$/ })
      .evaluateAll((all) => all.map((element) => (element instanceof HTMLInputElement ? element.value : null)))
  await openQuestionWith(1)
  await text(1).fill("Tea")
  await text(1).press("Enter")
  await expectFocus(text(2))
  await page.keyboard.type("Coffee")
  await text(2).press("Enter")
  await expectFocus(text(3))
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData("text/plain", "Water\nMilk\nJuice")
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expectFocus(text(5))
  expect(await texts()).toEqual(["Tea", "Coffee", "Water", "Milk", "Juice"])
  await page.keyboard.press("Control+z")
  await expect.poll(texts).toEqual(["Tea", "Coffee", ""])
  await expectFocus(text(3))
  await page.keyboard.press("Control+z")
  await expect.poll(texts).toEqual(["Tea", "Coffee"])
  await expectFocus(text(2))
  await page.keyboard.press("Control+z")
  await expect.poll(texts).toEqual(["Tea", ""])
  await expectFocus(text(2))
  await page.keyboard.press("Control+Shift+z")
  await expect.poll(texts).toEqual(["Tea", "Coffee"])
  await page.keyboard.press("Control+y")
  await expect.poll(texts).toEqual(["Tea", "Coffee", ""])
  const value = page.getByRole("textbox", { name: "Value of choice 2" })
  await value.fill("77")
  await value.press("Control+z")
  await expect.poll(() => value.inputValue()).not.toBe("77")
  expect(await texts()).toEqual(["Tea", "Coffee", ""])
  await expectFocus(value)
})

test("lines pasted over a selected text replace it, and Ctrl+Z undoes them in one step", { tags: ["long"] }, async () => {
  const texts = () =>
    page
      .getByRole("textbox", { name: /^Choice \d+$/ })
      .evaluateAll((all) => all.map((element) => (element instanceof HTMLInputElement ? element.value : null)))
  const paste = () =>
    page.evaluate(() => {
      const data = new DataTransfer()
      data.setData("text/plain", "1. Water\n2. Milk")
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
    })
  await openQuestionWith(2)
  await text(1).fill("Tea")
  await text(2).fill("Hot coffee")
  await text(1).selectText()
  await paste()
  await expect.poll(texts).toEqual(["Water", "Milk", "Hot coffee"])
  await expectFocus(text(2))
  await page.keyboard.press("Control+z")
  await expect.poll(texts).toEqual(["Tea", "Hot coffee"])
  await text(2).focus()
  await text(2).evaluate((element) => element instanceof HTMLInputElement && element.setSelectionRange(4, 10))
  await paste()
  await expect.poll(texts).toEqual(["Tea", "Hot Water", "Milk"])
  await page.keyboard.press("Control+z")
  await expect.poll(texts).toEqual(["Tea", "Hot coffee"])
})
