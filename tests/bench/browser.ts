// Long work in a browser: an export of a million conversations and a list of 200,000 people. What the browser's memory grows by, against a
// bare page whose worker reads the same rows and drops them and against a tenth of the rows; and the longest task of the page's own thread, in
// time of the processor: it is what a frame waits for, however much else the machine has to do.
// The conversations come from a server that stands in front of the program and makes them up: only the browser's part is measured.
import { writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Browser, Page } from "playwright"
import { asked } from "../arbitraries/answerable.ts"
import { launch } from "../browser/chromium.ts"
import { chatRow, signIn } from "../browser/visit.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startProgram } from "../fixtures/program.ts"
import { type Figure, median } from "./figure.ts"
import { startUnwatched, type Unwatched } from "./unwatched.ts"

const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000)
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3)
const people = 200_000
const chat = "Customer satisfaction after a visit"
/** What the browser may grow by however long the export is: 200 MB, in kB. */
const mostGrown = 200 * 1024
/** What a task of the page's thread may take, in milliseconds: two frames. */
const frame = 34

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const dataDir = emptyDataDir()
  const front = await standInFront()
  const program = await startProgram({ dataDir, DEMO: "1", PUBLIC_URL: front.address })
  front.lead(program.address)
  const browser = await startUnwatched(dataDir)
  try {
    const address = await browser.visit(async (page) => {
      await signIn(page, front.address, "/chats/demo")
      await chatRow(page, chat).getByRole("link", { name: chat, exact: true }).click()
      await page.getByRole("heading", { name: chat, level: 1 }).waitFor()
      return page.url()
    })
    const exported = (count: number): Promise<number> => {
      const given = front.count(count)
      return grown(browser, {
        ready: async (page) => {
          await page.goto(address)
          await page.getByRole("button", { name: `Preview period (${count})` }).waitFor()
        },
        button: "Export CSV",
        almostDone: given,
        end: (page) => page.getByText(`${count} of ${count} rows are in the file.`).waitFor({ timeout: 60_000 }),
      })
    }
    const readOnly = (count: number): Promise<number> => {
      const given = front.count(count)
      return grown(browser, {
        ready: (page) => page.goto(`${front.address}${bare}`),
        button: "Read",
        almostDone: given,
        end: (page) => page.getByText(`${count} rows`).waitFor({ timeout: 60_000 }),
      })
    }
    await exported(10_000) // warms
    const [few, many, floor]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      few.push(await exported(rows / 10))
      many.push(await exported(rows))
      floor.push(await readOnly(rows))
    }
    const { exporting, listing } = await longestTasks(front, address, peopleFile(dataDir))
    return [
      { name: `export of ${rows} conversations: growth, against 200 MB`, unit: "kB", target: 1, ours: median(many), floor: mostGrown },
      { name: "the same, against a tenth of it", unit: "kB", target: 1.5, ours: median(many), floor: median(few) },
      { name: "the same, against reading the rows alone", unit: "kB", target: 2, ours: median(many), floor: median(floor) },
      { name: `export of ${rows / 10} conversations: longest task of the page`, unit: "ms", target: 1, ours: exporting, floor: frame },
      { name: `list of ${people} people: longest task of the page`, unit: "ms", target: 1, ours: listing, floor: frame },
    ]
  } finally {
    await browser.close()
    await program.stop()
    await front.close()
    removeDataDir(dataDir)
  }
}

/** A list whose last row holds what its first one holds. */
const peopleFile = (folder: string): string => {
  const path = join(folder, "people.csv")
  const line = (i: number) => `"Jan ""${i}""";p${i % (people - 1)}@example.org;K${i};Delft`
  writeFileSync(path, ["Voornaam;E-mail;Klantnummer;Stad", ...Array.from({ length: people }, (_, i) => line(i))].join("\r\n"))
  return path
}

/** Reads a list and checks it, up to the duplicate in its last row. */
const takeList = async (page: Page, path: string): Promise<void> => {
  await page.getByRole("button", { name: "Create for a list" }).click()
  const dialog = page.getByRole("dialog", { name: "Create for a list" })
  const choosing = page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: "Choose file" }).click()
  await (await choosing).setFiles(path)
  await dialog.getByRole("button", { name: /^Create [\d,]+ links$/ }).click({ timeout: 600_000 })
  await dialog.getByText("1 row holds what an earlier row holds").waitFor({ timeout: 600_000 })
}

/** The longest tasks of the page's thread, in milliseconds, while it exports and while it takes a list; each the middle one of all rounds. */
const longestTasks = async (front: Front, address: string, path: string) => {
  const [exporting, listing]: [Array<number>, Array<number>] = [[], []]
  const browser = await launch()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
    const count = rows / 10
    void front.count(count)
    await signIn(page, front.address, new URL(address).pathname)
    await page.getByRole("heading", { name: chat, level: 1 }).waitFor()
    // The first round warms.
    for (let round = 0; round <= rounds; round++) {
      await page.reload()
      await page.getByRole("button", { name: `Preview period (${count})` }).waitFor()
      exporting[round] = await longestTask(browser, page, async () => {
        await page.getByRole("button", { name: "Export CSV" }).click()
        await page.getByText(`${count} of ${count} rows are in the file.`).waitFor({ timeout: 600_000 })
      })
      listing[round] = await longestTask(browser, page, () => takeList(page, path))
    }
  } finally {
    await browser.close()
  }
  return { exporting: median(exporting.slice(1)), listing: median(listing.slice(1)) }
}

const longestTask = async (browser: Browser, page: Page, deed: () => Promise<unknown>): Promise<number> => {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] })
  await deed()
  const { traceEvents }: { readonly traceEvents: ReadonlyArray<Traced> } = JSON.parse((await browser.stopTracing()).toString())
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === "ThreadControllerImpl::RunTask" && threads.some((it) => it.pid === pid && it.tid === tid),
  )
  if (tasks.length === 0) throw new Error("the page's thread was not traced")
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}

/** An event of a trace, as far as it is read here; `tdur`: microseconds of the processor. */
type Traced = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

type Deed = {
  /** Makes the page ready. */
  readonly ready: (page: Page) => Promise<unknown>
  /** What is pressed when nobody watches the page any more. */
  readonly button: string
  /** Resolves when there is little left to do. */
  readonly almostDone: Promise<void>
  readonly end: (page: Page) => Promise<unknown>
}

/** What all processes of the browser grow by while something is done, in kB. */
const grown = async (browser: Unwatched, { ready, button, almostDone, end }: Deed): Promise<number> => {
  await browser.visit(async (page) => {
    await ready(page)
    await page.getByRole("button", { name: button, exact: true }).evaluate((it: HTMLElement) => setTimeout(() => it.click(), 3000))
  })
  const before = browser.resident()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, browser.resident())
  }, 250)
  await almostDone
  clearInterval(sampling)
  await browser.visit(end)
  return Math.max(1, most - before)
}

/** What reads the rows and drops them. */
const bare = "/bare-page"
const barePage = `<!doctype html><title>The floor: rows read and dropped</title><button>Read</button><p></p><script>
const work = async () => {
  let [after, rows] = ["", 0]
  do {
    const page = await (await fetch("${bare}/export?limit=1250&after=" + after)).json()
    rows += page.items.length
    after = page.after
    postMessage(rows)
  } while (after !== null)
}
document.querySelector("button").onclick = () => {
  const worker = new Worker(URL.createObjectURL(new Blob(["(" + work.toString().replace('"/', '"' + location.origin + "/") + ")()"])))
  worker.onmessage = ({ data }) => { document.querySelector("p").textContent = data + " rows" }
}
</script>`

/** A server before the program: it makes up as many conversations as are wished, and passes on the rest. */
type Front = Awaited<ReturnType<typeof standInFront>>
const standInFront = async () => {
  let [behind, count] = ["", 0]
  let wrote: () => void = () => undefined
  const server: Server = createServer((call, answer) => {
    const url = new URL(call.url ?? "/", "http://front")
    if (url.pathname === bare) return void answer.writeHead(200, { "content-type": "text/html" }).end(barePage)
    if (url.pathname.endsWith("/export/count")) return json(answer, { count })
    if (url.pathname.endsWith("/export/revisions")) return json(answer, { items: [{ revision: 1, language: "en", instructions }] })
    if (url.pathname.endsWith("/export")) {
      const it = page(url, count)
      if (it.after === null && url.searchParams.get("limit") === "1250") answer.once("close", wrote)
      return json(answer, it)
    }
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
    /** From now on there are so many; resolves when the last page of an export has been given. */
    count: (of: number): Promise<void> => {
      count = of
      return new Promise((resolve) => {
        wrote = resolve
      })
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
