// Key presses at the pace of a fast typist, in the editor of a script of 10,000 instructions, against a bare React field above ten rows.

import type { CDPSession, Locator, Page } from "playwright"
import { open, withEditor } from "./editor-pages.ts"
import { type Figure, median, percentile } from "./figure.ts"

const rows = 10_000
const bareRows = 10
const rounds = 5
const presses = 40
/** Milliseconds between two key presses: 140 words a minute. */
const pace = 80
/** A frame of a 60 Hz screen: a letter that is painted within it appears without a noticeable delay. */
const frame = 16

/** Milliseconds from each key press until the paint after it, and the main thread's time per key. */
type Typed = { readonly keys: ReadonlyArray<number>; readonly spent: number }

export const bench = (): Promise<ReadonlyArray<Figure>> =>
  withEditor(async ({ signedIn, newPage, editorOf, bareOf }) => {
    const [page, bare] = [await signedIn(), await newPage()]
    await open(page, await editorOf(rows))
    await open(bare, bareOf(bareRows))
    const place = (name: string, at: number, field: Locator) => ({ name, at, field, mine: [] as Array<Typed> })
    const places = [
      place("title", 5, page.getByLabel("Title", { exact: true })),
      place("message", 1, page.getByRole("textbox", { name: "Message", exact: true })),
      place("choice", 2, page.getByRole("textbox", { name: "Choice 1", exact: true })),
    ]
    const floor: Array<Typed> = []
    const [spent, spentBare] = [await spentBy(page), await spentBy(bare)]
    for (let round = 0; round <= rounds; round++)
      for (const { at, field, mine } of places) {
        await page.locator(`ul[aria-label="Instructions"] > li[aria-posinset="${at}"] button[aria-current]`).click()
        const [one, other] = [await typed(page, field, spent), await typed(bare, bare.getByLabel("Title"), spentBare)]
        if (round === 0) continue // warm-up of both
        mine.push(one)
        floor.push(other)
      }
    const of = (all: ReadonlyArray<Typed>) => ({
      p95: percentile(
        all.flatMap(({ keys }) => keys),
        0.95,
      ),
      spent: median(all.map((it) => it.spent)),
    })
    const bareKeys = of(floor)
    return places.flatMap(({ name, mine }): ReadonlyArray<Figure> => {
      const ours = of(mine)
      return [
        { name: `a key in the ${name}, processor`, unit: "ms", ours: ours.spent, floor: bareKeys.spent, target: 2.5 },
        { name: `a key in the ${name} to paint, p95`, unit: "ms", ours: ours.p95, floor: bareKeys.p95, target: 2.5 },
        { name: "the same against a frame", unit: "ms", ours: ours.p95, floor: frame, target: 1 },
      ]
    })
  })

const typed = async (page: Page, field: Locator, spentSoFar: () => Promise<number>): Promise<Typed> => {
  await page.bringToFront()
  await field.click()
  await page.evaluate(() => window.probe.watchKeys())
  const before = await spentSoFar()
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press("abcdefghij"[press % 10] ?? "a")
    await page.waitForTimeout(pace)
  }
  const keys = await page.evaluate(() => window.probe.takeKeys())
  return { keys, spent: ((await spentSoFar()) - before) / presses }
}

/** Milliseconds that the page's main thread has worked so far: rules, rendering and painting. */
const spentBy = async (page: Page): Promise<() => Promise<number>> => {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send("Performance.enable")
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics")
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000
  }
}
