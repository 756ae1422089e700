// The browser that tests run in: an installed one, else Playwright's download, else Debian's chromium package.
import { spawnSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright"

/** Programs to look for in PATH. The headless shell comes first: it opens a context in a third of the time of the full browser. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const candidates = (): ReadonlyArray<string> => [
  ...(process.env["CHROMIUM_PATH"] ? [process.env["CHROMIUM_PATH"]] : []),
  ...names.flatMap((name) => (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name))),
  chromium.executablePath(),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const present = (): string | undefined => candidates().find((path) => path !== "" && isProgram(path))

const get = (command: string, ...args: ReadonlyArray<string>): boolean => {
  console.log(`getting a browser: ${[command, ...args].join(" ")}`)
  return spawnSync(command, args, { stdio: "inherit", timeout: 600_000 }).status === 0
}

/** The path of a Chromium, installing one if none is found. Rejects with what was tried if that fails. */
export const findBrowser = async (): Promise<string> => {
  const ways = [
    () => true,
    () => get(process.execPath, join(import.meta.dirname, "../../node_modules/playwright/cli.js"), "install", "chromium"),
    () => get("apt-get", "update") && get("apt-get", "install", "-y", "chromium-headless-shell"),
    () => get("apt-get", "install", "-y", "chromium"),
  ]
  for (const way of ways) {
    const path = way() ? present() : undefined
    if (path !== undefined) return path
  }
  throw new Error("no browser: none in the path or in CHROMIUM_PATH, and neither Playwright's download nor apt-get brought one")
}

/** Arguments that stop Chromium's own network traffic: no look-ups, updates or sync. */
export const quietArguments: ReadonlyArray<string> = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/**
 * Arguments that save work: pages share one renderer process, where Chromium would start one for every page and one in reserve. No test is about
 * the isolation of sites.
 */
const oneRendererArguments: ReadonlyArray<string> = [
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
]

/** Milliseconds after which an action on a page counts as hanging, as in vite.config.ts. No test depends on it. */
const hangLimitMs = 120_000

/** The page of each emptied context that stays open: a renderer process without pages ends, and with it the scripts that it has compiled. */
const idlePages = new WeakMap<BrowserContext, Page>()

/** Closes the idle page of a context, so that it does not crash with another page. */
export const closeIdlePage = async (context: BrowserContext): Promise<void> => {
  await idlePages.get(context)?.close()
  idlePages.delete(context)
}

/** Makes a context as good as new, apart from its HTTP cache and its compiled scripts. */
const emptyContext = async (context: BrowserContext): Promise<void> => {
  context.removeAllListeners()
  const idlePage = idlePages.get(context) ?? (await context.newPage())
  idlePages.set(context, idlePage)
  for (const page of context.pages()) if (page !== idlePage) await page.close()
  await context.unrouteAll({ behavior: "ignoreErrors" })
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  const devTools = await context.newCDPSession(idlePage)
  await devTools.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" })
  await devTools.detach()
}

/**
 * Starts a browser. A context that is closed is emptied and handed out again for the same options, because a new one loads and compiles every
 * script of the pages once more.
 */
export const launch = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...quietArguments, ...oneRendererArguments] })
  const newContext = browser.newContext.bind(browser)
  const closedContexts = new Map<string, Array<BrowserContext>>()
  const closing = new Set<BrowserContext>()
  return Object.assign(browser, {
    newContext: async (options: BrowserContextOptions = {}) => {
      const key = JSON.stringify(options)
      const closed = closedContexts.get(key) ?? []
      closedContexts.set(key, closed)
      const reused = closed.pop()
      if (reused !== undefined) return reused
      const context = await newContext(options)
      context.setDefaultTimeout(hangLimitMs)
      return Object.assign(context, {
        close: async () => {
          // A context that were kept twice would be handed out to two people.
          if (closing.has(context) || closed.includes(context)) return
          closing.add(context)
          await emptyContext(context)
          closing.delete(context)
          closed.push(context)
        },
      })
    },
  })
}

let workerBrowser: Promise<Browser> | null = null

/**
 * The browser of this test worker, started on first use; it ends with the worker's process. Closing it closes its contexts only, because the
 * worker's next test file uses it.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  workerBrowser ??= launch()
  const browser = await workerBrowser
  return Object.assign(browser, {
    close: async () => {
      for (const context of browser.contexts()) await context.close()
    },
  })
}
