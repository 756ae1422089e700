// The editor with a script of 1,000 instructions against the same list and form in bare React: open, select, add, type.

import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, resolve } from "node:path"
import type { Browser, Page } from "playwright"
import { build } from "vite"
import type { Instruction } from "../../domain/script/instruction.ts"
import { newInstruction } from "../../domain/script/new-instruction.ts"
import { launch } from "../browser/chromium.ts"
import { apiAs } from "../browser/second-person.ts"
import { signIn } from "../browser/visit.ts"
import { newDataDir, removeDataDir, startProgram } from "../fixtures/program.ts"
import { type Figure, median, percentile } from "./figure.ts"
import { installProbe, type Sight } from "./probe.ts"

const rows = 1_000
const rounds = 9
const keyPresses = 60
const root = resolve(import.meta.dirname, "../..")

/** What to click and what to see, for either page. */
type Subject = {
  readonly address: string
  readonly opened: Sight
  readonly row: Sight
  readonly selected: Sight
  /** Clicked, not timed, before `add`. */
  readonly prepare: string | null
  readonly add: Sight
  readonly added: Sight
}

/** Milliseconds; the key presses of a round all. `spent` is what opening took of the processor, in all processes of the browser. */
type Round = {
  readonly open: number
  readonly spent: number
  readonly select: number
  readonly add: number
  readonly keys: ReadonlyArray<number>
}

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const dataDir = newDataDir()
  const program = await startProgram({ dataDir, DEMO: "0" })
  const floor = await serveFloor()
  const browser = await launch()
  try {
    const ours = { page: await signedIn(browser, program.address), subject: await editorOf(program.address) }
    const bare = { page: await newPage(browser), subject: floor.subject }
    const spent = await spentBy(browser)
    const mine: Array<Round> = []
    const theirs: Array<Round> = []
    for (let round = 0; round <= rounds; round++) {
      const [one, other] = [await measure(ours, spent), await measure(bare, spent)]
      if (round === 0) continue // the first warms both
      mine.push(one)
      theirs.push(other)
    }
    const figure = (name: string, target: number, of: (round: Round) => number): Figure => ({
      name,
      unit: "ms",
      target,
      ours: median(mine.map(of)),
      floor: median(theirs.map(of)),
    })
    return [
      figure(`open ${rows} instructions`, 2.5, ({ open }) => open),
      figure("the same, processor", 2.5, (round) => round.spent),
      figure("select an instruction", 2.5, ({ select }) => select),
      figure("add an instruction", 2.5, ({ add }) => add),
      figure("key press in the title to paint, p50", 2.5, ({ keys }) => percentile(keys, 0.5)),
      figure("key press in the title to paint, p95", 2.5, ({ keys }) => percentile(keys, 0.95)),
    ]
  } finally {
    await browser.close()
    await floor.close()
    await program.stop()
    removeDataDir(dataDir)
  }
}

type Opened = { readonly page: Page; readonly subject: Subject }

const measure = async ({ page, subject }: Opened, spentSoFar: () => Promise<number>): Promise<Round> => {
  await page.goto("about:blank")
  await forgetDrafts(page, subject)
  const before = await spentSoFar()
  await page.goto(subject.address, { waitUntil: "commit" })
  const open = await page.evaluate((sight) => window.probe.shown(sight), subject.opened)
  const spent = (await spentSoFar()) - before
  const select = await page.evaluate(([deed, sight]) => window.probe.timed(deed, sight), [subject.row, subject.selected] as const)
  if (subject.prepare !== null) await page.locator(subject.prepare).click()
  await page.evaluate((sight) => window.probe.shown(sight), subject.add)
  const add = await page.evaluate(([deed, sight]) => window.probe.timed(deed, sight), [subject.add, subject.added] as const)
  await page.getByLabel("Title", { exact: true }).click()
  await page.evaluate(() => window.probe.watchKeys())
  for (let key = 0; key < keyPresses; key++) await page.keyboard.press("abcdefghij"[key % 10] ?? "a")
  await page.waitForFunction((count) => window.probe.keys.length >= count, keyPresses)
  return { open, spent, select, add, keys: await page.evaluate(() => window.probe.keys) }
}

/** Milliseconds of the processor that all processes of a browser have taken so far: others who want the processor do not lengthen them. */
const spentBy = async (browser: Browser): Promise<() => Promise<number>> => {
  const devtools = await browser.newBrowserCDPSession()
  // What a process took that has ended since was taken all the same.
  const taken = new Map<number, number>()
  return async () => {
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo")
    for (const { id, cpuTime } of processInfo) taken.set(id, cpuTime * 1000)
    return [...taken.values()].reduce((sum, one) => sum + one, 0)
  }
}

/** What a round left unsaved would be offered to the next one instead of the list. */
const forgetDrafts = async (page: Page, { address }: Subject): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Storage.clearDataForOrigin", { origin: new URL(address).origin, storageTypes: "indexeddb" })
  await devtools.detach()
}

const newPage = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.addInitScript(installProbe)
  page.on("dialog", (dialog) => void dialog.accept()) // leaving with unsaved edits asks
  return page
}

const signedIn = async (browser: Browser, address: string): Promise<Page> => {
  const page = await newPage(browser)
  await signIn(page, address)
  await page.waitForURL("**/home")
  return page
}

/** A script of 1,000 instructions, messages and questions in turn, and where its editor is. */
const editorOf = async (address: string): Promise<Subject> => {
  const { addCommunity, scripts } = await apiAs(address)
  await addCommunity("Bench", "bench")
  const { uuid, revision, name, public_name } = await scripts.add({ community: "bench", name: "Bench" })
  const making = { fresh: () => crypto.randomUUID(), locale: "en" as const }
  const instructions = Array.from({ length: rows }, (_, order): Instruction => {
    const made = newInstruction((["message", "choice", "open"] as const)[order % 3] ?? "message", making)
    const messages = made.messages.map((it) => ({ ...it, content: `<p>Question ${order + 1}</p>` }))
    return { ...made, order, label: `item_${order + 1}`, messages }
  })
  await scripts.save({
    community: "bench",
    uuid,
    revision,
    script: { name, public_name, language: "en", instructions },
    markedForDelete: [],
  })
  const list = 'ul[aria-label="Instructions"]'
  return {
    address: `${address}/chats/bench/${uuid}/edit`,
    opened: { selector: `${list} > li` },
    row: { selector: `${list} > li[aria-posinset="5"] button:not([aria-label])` },
    selected: { selector: 'section[aria-label="Instruction"] input', text: "item_5" },
    prepare: "role=button[name='Add instruction']",
    add: { selector: 'section[aria-label="Instruction picker"] button', text: "Open answer" },
    added: { selector: `${list} > li[aria-setsize="${rows + 1}"]` },
  }
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" }

const serveFloor = async () => {
  const outDir = join(root, ".build/floor")
  await build({ configFile: false, logLevel: "warn", root: join(import.meta.dirname, "floor"), build: { outDir, emptyOutDir: true } })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://floor")
    const path = join(outDir, pathname === "/" ? "index.html" : pathname)
    readFile(path).then(
      (bytes) => response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  const list = 'ul[aria-label="Instructions"]'
  const subject: Subject = {
    address: `http://127.0.0.1:${port}/?rows=${rows}`,
    opened: { selector: `${list} > li` },
    row: { selector: `${list} > li:nth-child(5) button` },
    selected: { selector: 'section[aria-label="Instruction"] input', text: "q5" },
    prepare: null,
    add: { selector: "button", text: "Add instruction" },
    added: { selector: `${list} > li:nth-child(${rows + 1})` },
  }
  return { subject, close: () => new Promise<void>((done) => server.close(() => done())) }
}
