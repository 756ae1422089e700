// Keyboard-only interaction: nothing is clicked, and focus moves with the Tab key.
import type { Locator, Page } from "playwright"
import { expect } from "vitest"
import { painted } from "./layout-places.ts"

/** Enough presses to go around the whole page. */
const maxPresses = 250

const isFocused = (field: Locator): Promise<boolean> =>
  field.evaluateAll((elements) =>
    elements.some((element) => element === document.activeElement || element.contains(document.activeElement)),
  )

/** Presses Tab until the field has the focus; fails when it never does. */
export const tabTo = async (page: Page, field: Locator): Promise<void> => {
  await field.first().waitFor()
  for (let press = 0; press < maxPresses; press++) {
    if (await isFocused(field)) return
    await page.keyboard.press("Tab")
  }
  expect.fail(`the Tab key does not lead to ${String(field)}`)
}

/** Waits until the program has moved the focus to the field by itself. */
export const expectFocus = (field: Locator): Promise<void> => expect.poll(() => isFocused(field)).toBe(true)

/** Replaces the field's text by typing. */
export const replaceText = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.press("Control+A")
  await page.keyboard.type(text)
}

export const pressKeyOn = async (page: Page, control: Locator, key = "Enter"): Promise<void> => {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/**
 * Lifts a row of a list by Space on its handle, and waits until the arrow keys move it: dnd-kit listens to them and measures
 * the rows only after it has announced the lifted row.
 *
 * @param announcement what screen readers are told
 */
export const liftRow = async (page: Page, handle: Locator, announcement: string): Promise<void> => {
  await handle.focus()
  await page.keyboard.press("Space")
  await page.getByRole("status").getByText(announcement, { exact: true }).waitFor({ state: "attached" })
  await painted(page)
}
