// How the editor scales: 10,000 instructions against 1,000, a drop among 2,000 against one among ten, and the heap after 1,000 edits.

import type { Page } from "playwright"
import { add, open, type Subject, select, withEditor } from "./editor-pages.ts"
import { type Figure, median } from "./figure.ts"

const [many, few] = [10_000, 1_000]
const [manyDragged, fewDragged] = [2_000, 10]
const rounds = 5
const edits = 1_000
const editsOfAnInstruction = 10

type Round = { readonly open: number; readonly select: number; readonly add: number }

export const bench = (): Promise<ReadonlyArray<Figure>> =>
  withEditor(async ({ signedIn, editorOf }) => {
    const page = await signedIn()
    const [long, short] = [await editorOf(many), await editorOf(few)]
    const whole = await inTurns(
      () => measure(page, long),
      () => measure(page, short),
    )
    const [longDragged, shortDragged] = [await editorOf(manyDragged), await editorOf(fewDragged)]
    const drops = await inTurns(
      () => drop(page, longDragged),
      () => drop(page, shortDragged),
    )
    const figure = (name: string, of: (round: Round) => number): Figure => ({
      name: `${name}, ${many} against ${few}`,
      unit: "ms",
      target: 1.5,
      ours: median(whole.ours.map(of)),
      floor: median(whole.floor.map(of)),
    })
    const heap = await heapOverEdits(page, short)
    return [
      figure("open", (round) => round.open),
      figure("select", (round) => round.select),
      figure("add", (round) => round.add),
      {
        name: `drop, ${manyDragged} against ${fewDragged}`,
        unit: "ms",
        ours: median(drops.ours),
        floor: median(drops.floor),
        target: 1.5,
      },
      { name: `heap at ${few} after ${edits} more edits`, unit: "kB", ours: heap.after, floor: heap.before, target: 1.1 },
    ]
  })

/** Alternates the two; the first round of each is a warm-up. */
const inTurns = async <A>(ours: () => Promise<A>, floor: () => Promise<A>) => {
  const taken: { readonly ours: Array<A>; readonly floor: Array<A> } = { ours: [], floor: [] }
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [await ours(), await floor()]
    if (round === 0) continue
    taken.ours.push(one)
    taken.floor.push(other)
  }
  return taken
}

const measure = async (page: Page, subject: Subject): Promise<Round> => ({
  open: await open(page, subject),
  select: await select(page, subject),
  add: await add(page, subject),
})

/** Drags the first instruction to the third position. Returns the milliseconds from the drop until it was painted there. */
const drop = async (page: Page, subject: Subject): Promise<number> => {
  await open(page, subject)
  const handle = page.locator('li[aria-posinset="1"]').getByRole("button", { name: "Reorder" })
  const box = await handle.boundingBox()
  if (box === null) throw new Error("nothing to drag by")
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 2 * rowHeight, { steps: 8 })
  const dropped = page.evaluate(
    () =>
      new Promise<number>((done) =>
        document.addEventListener(
          "pointerup",
          ({ timeStamp }) =>
            void window.probe
              .shown({ selector: 'ul[aria-label="Instructions"] > li[aria-posinset="3"]', text: "item_1" })
              .then((now) => done(now - timeStamp)),
          { once: true, capture: true },
        ),
      ),
  )
  // The page runs requests in order, so the probe is listening by now.
  await page.evaluate(() => undefined)
  await page.mouse.up()
  return dropped
}

/** The height of a row of the outline, in pixels. */
const rowHeight = 64

/** The page's heap in kilobytes after some use, and after `edits` more edits: key presses spread over the texts of several instructions. */
const heapOverEdits = async (page: Page, subject: Subject): Promise<{ readonly before: number; readonly after: number }> => {
  await open(page, subject)
  const devtools = await page.context().newCDPSession(page)
  const heap = async () => {
    await devtools.send("HeapProfiler.collectGarbage")
    return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1000
  }
  const edit = async (count: number) => {
    for (let done = 0; done < count; done += editsOfAnInstruction) {
      const at = 1 + ((done / editsOfAnInstruction) % 8)
      await page.locator(`ul[aria-label="Instructions"] > li[aria-posinset="${at}"] button[aria-current]`).click()
      await page.getByRole("textbox", { name: "Message", exact: true }).click()
      await page.keyboard.type("abcdefghij".slice(0, editsOfAnInstruction))
    }
  }
  await edit(edits / 5)
  const before = await heap()
  await edit(edits)
  return { before, after: await heap() }
}
