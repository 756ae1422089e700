// Accessibility violations that axe finds in a page or a part of it, one line each (WCAG 2.2 AA and best practices).
import axe from "axe-core"
import type { Frame, Page } from "playwright"

const options: axe.RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  // Reporting what passes as well would take twice as long.
  resultTypes: ["violations"],
}

/** Loads axe into a frame, unless an earlier check of the same page has. The text runs in the page, where `axe` is a global. */
const loadAxe = async (frame: Frame): Promise<void> => {
  if (await frame.evaluate("'axe' in window")) return
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`)
}

export const findAccessibilityViolations = async (page: Page, part: string | null = null): Promise<ReadonlyArray<string>> => {
  // Colors in transition fail contrast checks.
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
  // A target scrolled half under the top bar would count as too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }))
  await Promise.all(page.frames().map(loadAxe))
  const checked = part === null ? "document" : JSON.stringify(part)
  const violations: ReadonlyArray<axe.Result> = await page.evaluate(
    `axe.run(${checked}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  // A page in a frame has landmarks of its own, which axe takes for duplicates of those around it.
  const hasFrames = page.frames().length > 1
  const relevant = violations.filter(({ id }) => !(hasFrames && id === "landmark-unique"))
  return relevant.flatMap((violation) =>
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
