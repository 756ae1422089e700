// What axe has against a page, or against one part of it, as lines; WCAG 2.2 AA and below.
import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright"

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

export const axe = async (page: Page, part: string | null = null): Promise<ReadonlyArray<string>> => {
  // Half-way from one colour to the other there is no contrast.
  await page.waitForFunction(() => !document.getAnimations().some((it) => it instanceof CSSTransition))
  // What is scrolled half under the bar at the top is not small: whether something stands there is a matter of the page's height.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }))
  const builder = new AxeBuilder({ page }).withTags(levels)
  const { violations } = await (part === null ? builder : builder.include(part)).analyze()
  return violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`))
}

/** The same in the light and in the dark; ends in the light. */
export const axeInBoth = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    found.push(...(await axe(page)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}
