// Work by the keyboard alone: nothing is clicked, and focus goes where the Tab key takes it.
import type { Locator, Page } from "playwright"
import { expect } from "vitest"

/** So many presses lead round the whole page. */
const mostPresses = 250

const isFocused = (field: Locator): Promise<boolean> =>
  field.evaluateAll((found) => found.some((it) => it === document.activeElement || it.contains(document.activeElement)))

/** Presses Tab until the focus is there; fails where it never comes. */
export const tabTo = async (page: Page, field: Locator): Promise<void> => {
  await field.first().waitFor()
  for (let press = 0; press < mostPresses; press++) {
    if (await isFocused(field)) return
    await page.keyboard.press("Tab")
  }
  expect.fail(`the Tab key does not lead to ${String(field)}`)
}

/** Waits until the program has put the focus there by itself. */
export const focusCame = (field: Locator): Promise<void> => expect.poll(() => isFocused(field), { timeout: 15_000 }).toBe(true)

/** Types in place of what stands there. */
export const typeIn = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.press("Control+A")
  await page.keyboard.type(text)
}

export const pressOn = async (page: Page, control: Locator, key = "Enter"): Promise<void> => {
  await tabTo(page, control)
  await page.keyboard.press(key)
}
