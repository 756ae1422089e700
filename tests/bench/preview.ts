// The time from a style edit until both preview frames have painted it, against a bare page that posts one value to two bare frames.
import type { Browser, Page } from "playwright"
import { createApiClient } from "../browser/api-client.ts"
import { launch } from "../browser/chromium.ts"
import { signIn } from "../browser/console-steps.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startProgram } from "../fixtures/program.ts"
import { type Figure, median, percentile } from "./figure.ts"

const rounds = 6
const edits = 25

/** Runs in every frame: tells the parent page when the effect of a message has been painted. */
const probe = () => {
  if (window.parent === window) return
  window.addEventListener("message", () =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.parent.dispatchEvent(new Event("frame-painted"))
      port2.postMessage(null)
    }),
  )
}

const bareFrame = `<!doctype html><style>body { background: var(--colour) }</style><script>
addEventListener("message", ({ data }) => document.documentElement.style.setProperty("--colour", data))
</script>`
const barePage = `<!doctype html><label>Header background <input></label><iframe src="/bare-frame"></iframe><iframe src="/bare-frame"></iframe><script>
document.querySelector("input").addEventListener("input", ({ target }) => {
  for (const frame of document.querySelectorAll("iframe")) frame.contentWindow.postMessage(target.value, origin)
})
</script>`

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const dataDir = emptyDataDir()
  const program = await startProgram({ dataDir, DEMO: "0" })
  const browser = await launch()
  try {
    await (await createApiClient(program.address)).addCommunity("Bench", "bench")
    const ours = await opened(browser)
    await signIn(ours, program.address, "/bench/stylesheet")
    for (const name of ["Mobile", "Desktop"])
      await ours
        .getByRole("region", { name: `${name} preview` })
        .frameLocator("iframe")
        .getByRole("textbox")
        .waitFor()
    await ours.getByRole("button", { name: "Finish" }).click()
    const floor = await opened(browser)
    await floor.route("**/bare-page", (route) => route.fulfill({ contentType: "text/html", body: barePage }))
    await floor.route("**/bare-frame", (route) => route.fulfill({ contentType: "text/html", body: bareFrame }))
    await floor.goto(`${program.address}/bare-page`)
    const [mine, bare]: readonly [Array<number>, Array<number>] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const [one, other] = [await painted(ours, round), await painted(floor, round)]
      if (round === 0) continue // warm-up of both
      mine.push(...one)
      bare.push(...other)
    }
    return [
      { name: "style edit to paint in both frames, p50", unit: "ms", ours: median(mine), floor: median(bare), target: 1.25 },
      {
        name: "style edit to paint in both frames, p95",
        unit: "ms",
        ours: percentile(mine, 0.95),
        floor: percentile(bare, 0.95),
        target: 1.25,
      },
    ]
  } finally {
    await browser.close()
    await program.stop()
    removeDataDir(dataDir)
  }
}

const opened = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await page.addInitScript(probe)
  return page
}

/** Milliseconds of consecutive edits, each from its input event until the last frame has painted it. */
const painted = async (page: Page, round: number): Promise<ReadonlyArray<number>> => {
  await page.bringToFront()
  const input = page.getByLabel("Header background", { exact: true })
  return input.evaluate(
    async (element, { count, seed }) => {
      if (!(element instanceof HTMLInputElement)) throw new Error("no field")
      const frames = document.querySelectorAll("iframe").length
      const times: Array<number> = []
      for (let i = 0; i < count; i++) {
        const done = Promise.withResolvers<void>()
        let left = frames
        const hear = () => {
          if (--left === 0) done.resolve()
        }
        window.addEventListener("frame-painted", hear)
        // Varies the moment within a frame.
        await new Promise((begin) => setTimeout(begin, 40 + ((i * 7) % 16)))
        const colour = `#${(0x101010 + seed * 4096 + i * 3).toString(16).padStart(6, "0")}ff`
        const begun = performance.now()
        // Uses the prototype's setter as typing does: React would not notice a value set on the element itself.
        Reflect.set(HTMLInputElement.prototype, "value", colour, element)
        element.dispatchEvent(new Event("input", { bubbles: true }))
        await done.promise
        times.push(performance.now() - begun)
        window.removeEventListener("frame-painted", hear)
      }
      return times
    },
    { count: edits, seed: round },
  )
}
