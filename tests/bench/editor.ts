// The editor with a script of 1,000 instructions against the same list and form in bare React: open, select, add.

import type { Browser, Page } from "playwright"
import { add, open, type Subject, select, withEditor } from "./editor-pages.ts"
import { type Figure, median } from "./figure.ts"

const rows = 1_000
const rounds = 9

/** Milliseconds. `spent` is the CPU time of opening, over all processes of the browser. */
type Round = { readonly open: number; readonly spent: number; readonly select: number; readonly add: number }
type Opened = { readonly page: Page; readonly subject: Subject }

export const bench = (): Promise<ReadonlyArray<Figure>> =>
  withEditor(async ({ browser, signedIn, newPage, editorOf, bareOf }) => {
    const ours = { page: await signedIn(), subject: await editorOf(rows) }
    const bare = { page: await newPage(), subject: bareOf(rows) }
    const spent = await spentBy(browser)
    const mine: Array<Round> = []
    const theirs: Array<Round> = []
    for (let round = 0; round <= rounds; round++) {
      const [one, other] = [await measure(ours, spent), await measure(bare, spent)]
      if (round === 0) continue // warm-up of both
      mine.push(one)
      theirs.push(other)
    }
    const figure = (name: string, of: (round: Round) => number): Figure => ({
      name,
      unit: "ms",
      target: 2.5,
      ours: median(mine.map(of)),
      floor: median(theirs.map(of)),
    })
    return [
      figure(`open ${rows} instructions`, (round) => round.open),
      figure("the same, processor", (round) => round.spent),
      figure("select an instruction", (round) => round.select),
      figure("add an instruction", (round) => round.add),
    ]
  })

const measure = async ({ page, subject }: Opened, spentSoFar: () => Promise<number>): Promise<Round> => {
  const before = await spentSoFar()
  const opened = await open(page, subject)
  const spent = (await spentSoFar()) - before
  return { open: opened, spent, select: await select(page, subject), add: await add(page, subject) }
}

/** CPU time in milliseconds that all processes of a browser have used so far: other load on the machine does not increase it. */
const spentBy = async (browser: Browser): Promise<() => Promise<number>> => {
  const devtools = await browser.newBrowserCDPSession()
  // The time of processes that have ended still counts.
  const taken = new Map<number, number>()
  return async () => {
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo")
    for (const { id, cpuTime } of processInfo) taken.set(id, cpuTime * 1000)
    return [...taken.values()].reduce((sum, one) => sum + one, 0)
  }
}
