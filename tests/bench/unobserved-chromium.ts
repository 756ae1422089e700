// A Chromium that is not observed while it is measured. Playwright enables the Network domain of the developer tools in every page and
// worker, which makes the renderer keep up to 200 MB of response bodies: that memory is due to the observer, not to the page.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { chromium, type Page } from "playwright"
import { findBrowser, quietArguments } from "../browser/chromium.ts"

export type Unwatched = {
  /** Connects to its page, runs an action, and disconnects again. */
  readonly visit: <A>(action: (page: Page) => Promise<A>) => Promise<A>
  /** The resident memory of its processes, in kB. */
  readonly resident: () => number
  readonly close: () => Promise<void>
}

/** Starts Chromium with its own profile and downloads directory in `folder`. */
export const startUnwatched = async (folder: string): Promise<Unwatched> => {
  const profile = join(folder, "profile")
  mkdirSync(join(profile, "Default"), { recursive: true })
  const download = { default_directory: join(folder, "downloads"), prompt_for_download: false }
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify({ download }))
  const child = spawn(
    await findBrowser(),
    [
      ...quietArguments,
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--window-size=1440,900",
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  )
  const endpoint = await addressOf(child)
  return {
    visit: async (action) => {
      const browser = await chromium.connectOverCDP(endpoint)
      const page = browser.contexts()[0]?.pages()[0]
      if (page === undefined) throw new Error("the browser has no page")
      try {
        return await action(page)
      } finally {
        await browser.close()
      }
    },
    resident: () => family(child.pid ?? 0).reduce((all, pid) => all + Number(/VmRSS:\s+(\d+)/.exec(told(pid, "status"))?.[1] ?? 0), 0),
    close: async () => {
      const gone = once(child, "exit")
      child.kill()
      await gone
    },
  }
}

/** The address at which its developer tools listen. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    if (child.stderr === null) return fail(new Error("the browser's errors cannot be read"))
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1]
      if (found !== undefined) done(found)
    })
    child.once("exit", (code) => fail(new Error(`the browser ended with ${code}`)))
  })

/** The ids of a process and its descendants, on Linux. */
const family = (root: number): ReadonlyArray<number> => {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(/\) \S (\d+)/.exec(told(Number(name), "stat"))?.[1]) }))
  const of = (pid: number): ReadonlyArray<number> => [pid, ...parents.filter(({ parent }) => parent === pid).flatMap((it) => of(it.pid))]
  return of(root)
}

/** A file of a process in /proc; empty if the process has ended. */
const told = (pid: number, what: "stat" | "status"): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8")
  } catch {
    return ""
  }
}
