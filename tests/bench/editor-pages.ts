// The two pages that the editor's benchmarks compare: the editor with a script of a given length, and the same list and form in bare React.

import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, resolve } from "node:path"
import type { Browser, Page } from "playwright"
import { build } from "vite"
import { newInstruction } from "../../domain/editing/new-instruction.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createApiClient } from "../browser/api-client.ts"
import { launch } from "../browser/chromium.ts"
import { signIn } from "../browser/console-steps.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startProgram } from "../fixtures/program.ts"
import { installProbe, type Sight } from "./probe.ts"

const root = resolve(import.meta.dirname, "../..")
const list = 'ul[aria-label="Instructions"]'
const instruction = 'section[aria-label="Instruction"]'

/** What to click and what to wait for, on either page. */
export type Subject = {
  readonly address: string
  readonly opened: Sight
  readonly row: Sight
  readonly selected: Sight
  /** Clicked before `add`, without being timed. */
  readonly prepare: string | null
  readonly add: Sight
  readonly added: Sight
}

/** The program with a community, and a browser in which every page has an administrator signed in. */
export type Bench = {
  readonly browser: Browser
  readonly signedIn: () => Promise<Page>
  readonly newPage: () => Promise<Page>
  /** The editor of a new script with the given number of instructions, alternating messages and questions. */
  readonly editorOf: (rows: number) => Promise<Subject>
  /** The bare page with the given number of rows. */
  readonly bareOf: (rows: number) => Subject
}

/** Runs `work` with a program and a browser of its own, and cleans both up. */
export const withEditor = async <A>(work: (bench: Bench) => Promise<A>): Promise<A> => {
  const dataDir = emptyDataDir()
  const program = await startProgram({ dataDir, DEMO: "0" })
  const floor = await serveFloor()
  const browser = await launch()
  try {
    const { addCommunity, scripts } = await createApiClient(program.address)
    await addCommunity("Bench", "bench")
    const newPage = async () => {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      await page.addInitScript(installProbe)
      page.on("dialog", (dialog) => void dialog.accept()) // leaving with unsaved edits asks
      return page
    }
    const signedIn = async () => {
      const page = await newPage()
      await signIn(page, program.address)
      await page.waitForURL("**/home")
      return page
    }
    const editorOf = async (rows: number) => {
      const { uuid, revision, name, public_name } = await scripts.add({ community: "bench", name: `Bench ${rows}` })
      const script = { name, public_name, language: "en", instructions: scriptOf(rows) } as const
      await scripts.save({ community: "bench", uuid, revision, script, markedForDelete: [] })
      return editorSubject(`${program.address}/chats/bench/${uuid}/edit`, rows)
    }
    return await work({ browser, newPage, signedIn, editorOf, bareOf: (rows) => bareSubject(floor.address, rows) })
  } finally {
    await browser.close()
    await floor.close()
    await program.stop()
    removeDataDir(dataDir)
  }
}

/** Deletes the drafts of a round: the next one would otherwise be asked to restore them. */
export const forgetDrafts = async (page: Page, { address }: Subject): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Storage.clearDataForOrigin", { origin: new URL(address).origin, storageTypes: "indexeddb" })
  await devtools.detach()
}

/** Reopens the page. Returns the milliseconds until its list was painted. */
export const open = async (page: Page, subject: Subject): Promise<number> => {
  await page.goto("about:blank")
  await forgetDrafts(page, subject)
  await page.goto(subject.address, { waitUntil: "commit" })
  return page.evaluate((sight) => window.probe.shown(sight), subject.opened)
}

/** Selects an instruction. Returns the milliseconds until it was painted. */
export const select = (page: Page, { row, selected }: Subject): Promise<number> =>
  page.evaluate(([trigger, sight]) => window.probe.timed(trigger, sight), [row, selected] as const)

/** Adds an instruction. Returns the milliseconds until it was painted. */
export const add = async (page: Page, { prepare, add, added }: Subject): Promise<number> => {
  if (prepare !== null) await page.locator(prepare).click()
  await page.evaluate((sight) => window.probe.shown(sight), add)
  return page.evaluate(([trigger, sight]) => window.probe.timed(trigger, sight), [add, added] as const)
}

const scriptOf = (rows: number): ReadonlyArray<Instruction> => {
  const making = { newUuid: () => crypto.randomUUID(), locale: "en" as const }
  return Array.from({ length: rows }, (_, order) => {
    const made = newInstruction((["message", "choice", "open"] as const)[order % 3] ?? "message", making)
    const messages = made.messages.map((it) => ({ ...it, content: `<p>Question ${order + 1}</p>` }))
    return { ...made, order, label: `item_${order + 1}`, messages }
  })
}

const editorSubject = (address: string, rows: number): Subject => ({
  address,
  opened: { selector: `${list} > li` },
  row: { selector: `${list} > li[aria-posinset="5"] button:not([aria-label])` },
  selected: { selector: `${instruction} input`, text: "item_5" },
  prepare: "role=button[name='Add instruction']",
  add: { selector: 'section[aria-label="Instruction picker"] button', text: "Open answer" },
  added: { selector: `${list} > li[aria-setsize="${rows + 1}"]` },
})

const bareSubject = (address: string, rows: number): Subject => ({
  address: `${address}/?rows=${rows}`,
  opened: { selector: `${list} > li` },
  row: { selector: `${list} > li:nth-child(5) button` },
  selected: { selector: `${instruction} input`, text: "q5" },
  prepare: null,
  add: { selector: "button", text: "Add instruction" },
  added: { selector: `${list} > li:nth-child(${rows + 1})` },
})

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
  return { address: `http://127.0.0.1:${port}`, close: () => new Promise<void>((done) => server.close(() => done())) }
}
