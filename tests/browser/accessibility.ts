// Accessibility violations that axe finds in a page or a part of it, one line each (WCAG 2.2 AA and best practices).
import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright"

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

export const findAccessibilityViolations = async (page: Page, part: string | null = null): Promise<ReadonlyArray<string>> => {
  // Colors in transition fail contrast checks.
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
  // A target scrolled half under the top bar would count as too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }))
  // Reporting what passes as well, and joining reports of frames in a page of their own, would take three times as long.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(levels)
    .setLegacyMode()
  const { violations } = await (part === null ? builder : builder.include(part)).analyze()
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  )
}

/** Violations in the dark and the light color scheme; leaves the page in the light one. */
export const findAccessibilityViolationsInBothSchemes = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    found.push(...(await findAccessibilityViolations(page)).map((line) => `${colorScheme}: ${line}`))
  }
  return found
}
