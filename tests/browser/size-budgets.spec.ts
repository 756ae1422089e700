// Size budgets: scripts and styles that a browser loads, gzipped at the highest level (1 kB = 1,000 bytes).
import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { chatRow, signIn } from "./console-steps.ts"

let program: Program
let browser: Browser

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity, scripts } = await createApiClient(program.address)
  await addCommunity("Sizes", "sizes")
  await scripts.add({ community: "sizes", name: "Weighed" })
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

/** A page, and the kilobytes of scripts and styles that it has loaded since the last call. */
type MeasuredPage = {
  readonly page: Page
  readonly loaded: () => Promise<number>
  /** The kilobytes of the worker, which is loaded when the page is idle. */
  readonly workerSize: () => Promise<number>
}

const measuredPage = async (): Promise<MeasuredPage> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  let addresses: Array<string> = []
  const known = new Set<string>()
  page.on("response", (response) => {
    const address = response.url()
    // A worker that starts again gets its script from the browser's cache.
    if (!["script", "stylesheet"].includes(response.request().resourceType()) || known.has(address)) return
    known.add(address)
    if (!isWorker(address)) addresses.push(address)
  })
  // Fetched again: the body of a response is lost with the worker that loaded it, which a change of the script ends.
  const sizeOf = async (address: string) => gzipSync(await (await page.request.get(address)).body(), { level: 9 }).length
  const loaded = async () => {
    await page.waitForLoadState("networkidle")
    const sizes = await Promise.all(addresses.map(sizeOf))
    addresses = []
    return sizes.reduce((all, size) => all + size, 0) / 1000
  }
  const workerSize = async () => {
    await expect.poll(() => [...known].some(isWorker)).toBe(true)
    const sizes = await Promise.all([...known].filter(isWorker).map(sizeOf))
    return sizes.reduce((all, size) => all + size, 0) / 1000
  }
  return { page, loaded, workerSize }
}

const isWorker = (address: string): boolean => address.includes("-worker-")

test("the sign-in page loads at most 120 kB", async () => {
  const { page, loaded } = await measuredPage()
  await page.goto(program.address)
  await page.getByLabel("Username").waitFor()
  const size = await loaded()
  console.log(`sign-in page: ${size.toFixed(1)} kB`)
  expect(size).toBeGreaterThan(20)
  expect(size).toBeLessThanOrEqual(120)
})

test("the editor adds at most 65 kB before a text is edited, and at most 450 kB in total, with its worker", async () => {
  const { page, loaded, workerSize } = await measuredPage()
  await signIn(page, program.address, "/chats/sizes")
  await chatRow(page, "Weighed").waitFor()
  await loaded()
  await chatRow(page, "Weighed").getByRole("link", { name: "Edit" }).click()
  await page.getByRole("button", { name: "Add instruction" }).waitFor()
  const first = await loaded()
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Single choice" }).click()
  await page.getByRole("textbox", { name: "Message" }).fill("Weighed")
  await page.getByRole("textbox", { name: "Condition", exact: true }).focus()
  await page.locator(".cm-content").waitFor()
  const all = first + (await loaded()) + (await workerSize())
  console.log(`editor: ${first.toFixed(1)} kB at first, ${all.toFixed(1)} kB in all`)
  expect(first).toBeGreaterThan(5)
  expect(first).toBeLessThanOrEqual(65)
  expect(all).toBeLessThanOrEqual(450)
})

test("a respondent's chat loads at most 60 kB of scripts and styles", async () => {
  const { page, loaded } = await measuredPage()
  await page.goto(`${program.address}/chat/sizes/chat/00000000-0000-4000-8000-000000000000/anonymous`)
  await page.getByRole("heading", { name: "This chat does not exist" }).waitFor()
  const size = await loaded()
  console.log(`a respondent's chat: ${size.toFixed(1)} kB of script and style`)
  expect(size).toBeGreaterThan(10)
  expect(size).toBeLessThanOrEqual(60)
})
