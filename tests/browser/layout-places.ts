// The positions of fields and buttons, for tests that nothing moves.
import type { Locator, Page } from "playwright"
import { expect } from "vitest"

/** The window widths that layouts are compared at. */
export const widths = [1440, 390] as const

/** Waits until the browser has painted what was changed before. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const readPlaces = (within: Locator): Promise<ReadonlyArray<string>> =>
  within.locator("input, button, textarea, select, [role=textbox]").evaluateAll((elements) =>
    elements.map((element) => {
      const { top, left } = element.getBoundingClientRect()
      const label =
        element.getAttribute("aria-label") ?? element.getAttribute("name") ?? (element.matches("select") ? "select" : element.textContent)
      return `${label} ${Math.round(top)} ${Math.round(left)}`
    }),
  )

/** Returns the labels and positions of all fields and buttons, once these no longer move. */
export const placesIn = async (within: Locator): Promise<ReadonlyArray<string>> => {
  let places: ReadonlyArray<string> = []
  const isStable = async () => {
    const before = places
    places = await readPlaces(within)
    await painted(within.page())
    return before.join("\n") === places.join("\n")
  }
  await expect.poll(isStable).toBe(true)
  return places
}
