// Long work in a browser: an export of a million conversations and a list of 200,000 people. What the renderer's memory grows by, and the
// longest frame of the page meanwhile, against the same page with a tenth of the rows, and against the page at rest.
// The conversations come from a server that stands in front of the program and makes them up: only the browser's part is measured.
import { readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Browser, Page } from "playwright"
import { asked } from "../arbitraries/answerable.ts"
import { launch } from "../browser/chromium.ts"
import { chatRow, signIn } from "../browser/visit.ts"
import { newDataDir, removeDataDir, startProgram } from "../fixtures/program.ts"
import type { Figure } from "./figure.ts"

const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000)
const people = 200_000
const chat = "Customer satisfaction after a visit"

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const dataDir = newDataDir()
  const front = await standInFront()
  const program = await startProgram({ dataDir, DEMO: "1", PUBLIC_URL: front.address })
  front.lead(program.address)
  const browser = await launch()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
    await signIn(page, front.address, "/chats/demo")
    await chatRow(page, chat).getByRole("link", { name: chat, exact: true }).click()
    await page.getByRole("heading", { name: chat, level: 1 }).waitFor()
    const exported = async (count: number): Promise<Watched> => {
      front.count(count)
      await page.reload()
      await page.getByRole("button", { name: `Preview period (${count})` }).waitFor()
      return watched(browser, page, async () => {
        await page.getByRole("button", { name: "Export CSV" }).click()
        await page.getByText(`${count} of ${count} rows are in the file.`).waitFor({ timeout: 1_800_000 })
      })
    }
    await exported(10_000) // warms
    const few = await exported(rows / 10)
    const many = await exported(rows)
    const rest = await watched(browser, page, () => restFor(page, 5000))
    const listed = await watched(browser, page, () => takeList(page, dataDir))
    return [
      { name: `export of ${rows} conversations: growth of the renderer`, unit: "kB", target: 1.5, ours: many.grown, floor: few.grown },
      { name: `export of ${rows} conversations: longest frame`, unit: "ms", target: 2, ours: many.frame, floor: Math.max(17, rest.frame) },
      { name: `list of ${people} people: longest frame`, unit: "ms", target: 2, ours: listed.frame, floor: Math.max(17, rest.frame) },
    ]
  } finally {
    await browser.close()
    await program.stop()
    await front.close()
    removeDataDir(dataDir)
  }
}

const restFor = (page: Page, milliseconds: number): Promise<unknown> =>
  page.evaluate((long) => new Promise((resolve) => setTimeout(resolve, long)), milliseconds)

/** Reads a list and checks it, up to the duplicate in its last row. */
const takeList = async (page: Page, folder: string): Promise<void> => {
  const path = join(folder, "people.csv")
  const line = (i: number) => `"Jan ""${i}""";p${i % (people - 1)}@example.org;K${i};Delft`
  writeFileSync(path, ["Voornaam;E-mail;Klantnummer;Stad", ...Array.from({ length: people }, (_, i) => line(i))].join("\r\n"))
  await page.getByRole("button", { name: "Create for a list" }).click()
  const dialog = page.getByRole("dialog", { name: "Create for a list" })
  const choosing = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Choose file" }).click()
  await (await choosing).setFiles(path)
  await dialog.getByRole("button", { name: /^Create [\d,]+ links$/ }).click({ timeout: 600_000 })
  await dialog.getByText("1 row holds what an earlier row holds").waitFor({ timeout: 600_000 })
}

/** The longest frame in milliseconds, and what the renderers grew by in kB. */
type Watched = { readonly frame: number; readonly grown: number }

const watched = async (browser: Browser, page: Page, deed: () => Promise<unknown>): Promise<Watched> => {
  await page.evaluate(() => {
    let [last, longest] = [performance.now(), 0]
    const look = (now: number): void => {
      longest = Math.max(longest, now - last)
      last = now
      Object.assign(window, { longest })
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const before = await resident(browser)
  let most = before
  const sampling = setInterval(() => {
    resident(browser)
      .then((now) => {
        most = Math.max(most, now)
      })
      .catch(() => undefined)
  }, 250)
  await deed()
  clearInterval(sampling)
  return { frame: await page.evaluate(() => Number(Object(window).longest)), grown: Math.max(1, most - before) }
}

/** What the browser's renderers have in memory, in kB; as Linux tells it. */
const resident = async (browser: Browser): Promise<number> => {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo")
  await devtools.detach()
  return processInfo
    .filter(({ type }) => type === "renderer")
    .reduce((sum, { id }) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0), 0)
}

/** A server before the program: it makes up as many conversations as are wished, and passes on the rest. */
const standInFront = async () => {
  let [behind, count] = ["", 0]
  const server: Server = createServer((call, answer) => {
    const url = new URL(call.url ?? "/", "http://front")
    if (url.pathname.endsWith("/export/count")) return json(answer, { count })
    if (url.pathname.endsWith("/export/revisions")) return json(answer, { items: [{ revision: 1, language: "en", instructions }] })
    if (url.pathname.endsWith("/export")) return json(answer, page(url, count))
    passOn(behind, call, answer)
  })
  server.listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    lead: (to: string) => {
      behind = to
    },
    count: (of: number) => {
      count = of
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

const json = (answer: ServerResponse, body: object): void => {
  answer.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" }).end(JSON.stringify(body))
}

/** Ten questions, so that a row has ten answers. */
const instructions = Array.from({ length: 10 }, (_, place) => asked(place, null, { uuid: `q${place}`, type: "open" }))

const page = (url: URL, count: number) => {
  const limit = Number(url.searchParams.get("limit") ?? 1250)
  const from = Number(url.searchParams.get("after") ?? 0)
  const until = Math.min(count, from + limit)
  const startedAt = new Date().toISOString()
  const items = Array.from({ length: until - from }, (_, i) => ({
    cuuid: `01a1ff32-0df5-7502-954a-${String(from + i).padStart(12, "0")}`,
    uuid: null,
    status: "finished",
    startedAt,
    updatedAt: startedAt,
    syncedAt: null,
    finishedAt: startedAt,
    revision: 1,
    metadata: { source: `mail ${from + i}` },
    answers: Object.fromEntries(instructions.map(({ uuid }) => [uuid, `An answer of some length, ${from + i}, as people write them`])),
    actions: {},
  }))
  return { items, after: until < count ? String(until) : null }
}

const passOn = (behind: string, call: IncomingMessage, answer: ServerResponse): void => {
  const onward = request(`${behind}${call.url}`, { method: call.method, headers: call.headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  onward.once("error", () => answer.destroy())
  call.pipe(onward)
}
