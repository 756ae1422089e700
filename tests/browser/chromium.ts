// The browser that tests run in: one that is there, else Playwright's own download, else Debian's chromium.
import { spawnSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, type BrowserServer, chromium } from "playwright"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const candidates = (): ReadonlyArray<string> => [
  ...(process.env["CHROMIUM_PATH"] ? [process.env["CHROMIUM_PATH"]] : []),
  chromium.executablePath(),
  ...(process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
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

/** The path of a Chromium; gets itself one where none is found. Rejects, saying what was tried, when there is none to be had. */
export const findBrowser = async (): Promise<string> => {
  const ways = [
    () => true,
    () => get(process.execPath, join(import.meta.dirname, "../../node_modules/playwright/cli.js"), "install", "chromium"),
    () => get("apt-get", "update") && get("apt-get", "install", "-y", "chromium"),
  ]
  for (const way of ways) {
    const path = way() ? present() : undefined
    if (path !== undefined) return path
  }
  throw new Error("no browser: none in the path or in CHROMIUM_PATH, and neither Playwright's download nor apt-get brought one")
}

/** What a Chromium is told so that it keeps to itself: no look-ups, no updates, no sync. */
export const quietly: ReadonlyArray<string> = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** The environment variable with the address of the browser that all test files share; tests/browser/global-setup.ts sets it. */
export const browserEndpointVariable = "TEST_BROWSER_ENDPOINT"

const options = async () => ({ executablePath: await findBrowser(), args: [...quietly] })

/** Starts a browser that other processes connect to. */
export const launchBrowserServer = async (): Promise<BrowserServer> => chromium.launchServer(await options())

/** Connects to the browser that test files share, or starts one where there is none. Closing it ends the contexts of this connection only. */
export const launch = async (): Promise<Browser> => {
  const endpoint = process.env[browserEndpointVariable]
  return endpoint === undefined ? chromium.launch(await options()) : chromium.connect(endpoint)
}
