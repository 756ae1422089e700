// The copy of who is signed in that a browser keeps: it lets the first screen come early, is no credential, and goes with the session
// (spec/1-console §9; reliability.md "Sign-in and sessions").
import type { Browser, BrowserContext, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, startProgram } from "../fixtures/program.ts"
import { launch } from "./chromium.ts"
import { apiAs } from "./second-person.ts"
import { signIn } from "./visit.ts"

let program: Program
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  program = await startProgram({ DEMO: "0" })
  browser = await launch()
  const { addCommunity } = await apiAs(program.address)
  await addCommunity("Panel", "panel")
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(() => context.close())
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const communities = () => page.getByRole("heading", { name: "Communities" })

/** What the browser's storage holds: each copy as text, and whether its key can be taken out. */
const stored = () =>
  page.evaluate(
    () =>
      new Promise<{ copies: ReadonlyArray<string>; extractable: ReadonlyArray<boolean> }>((resolve, reject) => {
        const opening = indexedDB.open("conversation-admin-session")
        opening.addEventListener("error", () => reject(opening.error))
        opening.addEventListener("success", () => {
          const db = opening.result
          const look = db.transaction(["keys", "copies"])
          const [keys, copies] = [look.objectStore("keys").getAll(), look.objectStore("copies").getAll()]
          look.addEventListener("complete", () => {
            db.close()
            resolve({
              copies: copies.result.map(({ bytes }) => new TextDecoder().decode(bytes)),
              extractable: keys.result.map((key) => key.extractable),
            })
          })
        })
      }),
  )
const damage = () =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("conversation-admin-session")
        opening.addEventListener("error", () => reject(opening.error))
        opening.addEventListener("success", () => {
          const change = opening.result.transaction("copies", "readwrite")
          change.objectStore("copies").put({ iv: new Uint8Array(12), bytes: new Uint8Array(64).buffer }, "session")
          change.addEventListener("complete", () => {
            opening.result.close()
            resolve()
          })
        })
      }),
  )
/** The server's word about who it is waits until it is let go. */
const held = async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/current/user", async (route) => {
    await gate
    await route.continue()
  })
  return release
}

test("the copy is encrypted under a key that cannot be taken out, and lets the screen come before the server has said who it is", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await stored()).copies.length).toBe(1)
  const { copies, extractable } = await stored()
  expect(extractable).toEqual([false])
  expect(copies[0]).not.toContain("admin")
  const release = await held()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  release()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByText("Signed in as admin").waitFor()
})

test("it is no credential: where the session has ended, the server's word leads to the sign-in, and the copy goes", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await stored()).copies.length).toBe(1)
  await context.clearCookies()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByLabel("Username").waitFor()
  expect(new URL(page.url()).search).toBe("?next=%2Fchats%2Fpanel")
  await expect.poll(stored).toEqual({ copies: [], extractable: [] })
})

test("what is typed before the server's word is kept, also where that word is that nobody is signed in", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await stored()).copies.length).toBe(1)
  await context.clearCookies()
  const release = await held()
  await page.goto(`${program.address}/account`)
  const email = page.getByRole("textbox", { name: "Email" })
  await email.fill("typed@example.org")
  release()
  const over = page.getByRole("dialog", { name: "Sign in" })
  await over.getByLabel("Password", { exact: true }).fill(admin.password)
  await over.getByRole("button", { name: "Sign in" }).click()
  await over.waitFor({ state: "detached" })
  expect(await email.inputValue()).toBe("typed@example.org")
})

test("it leads nobody away from a page for those who are not signed in: that is the server's word", async () => {
  await page.addInitScript(() => {
    const { subtle } = crypto
    const decrypt = subtle.decrypt.bind(subtle)
    subtle.decrypt = async (...given) => {
      const read = await decrypt(...given)
      document.documentElement.dataset["copy"] = "read"
      return read
    }
  })
  for (const [path, heading] of [
    ["/password-reset", "Reset your password"],
    ["/change-password/a-token-of-a-mail", "Update your password"],
  ] as const) {
    await signIn(page, program.address, "/home")
    await communities().waitFor()
    await expect.poll(async () => (await stored()).copies.length).toBe(1)
    await context.clearCookies()
    const release = await held()
    const asked = page.waitForRequest("**/api/current/user")
    await page.goto(`${program.address}${path}`)
    await asked
    await page.locator("html[data-copy=read]").waitFor()
    release()
    await page.getByRole("heading", { level: 1, name: heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.unroute("**/api/current/user")
  }
})

test("signing out drops it, for all tabs", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  const other = await context.newPage()
  await other.goto(`${program.address}/chats/panel`)
  await other.getByRole("heading", { name: "Active chats" }).waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await Promise.all([page.getByLabel("Username").waitFor(), other.getByLabel("Username").waitFor()])
  await expect.poll(stored).toEqual({ copies: [], extractable: [] })
})

test("a copy that is damaged counts for none: the server is asked, and the copy is made anew", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await stored()).copies.length).toBe(1)
  await damage()
  const release = await held()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByLabel("Loading…").or(page.getByText("Loading…")).first().waitFor()
  expect(await page.getByRole("heading", { name: "Active chats" }).count()).toBe(0)
  release()
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  await expect.poll(async () => (await stored()).copies[0]?.length ?? 0).toBeGreaterThan(64)
})

test("without WebCrypto nothing is kept, and everything works", async () => {
  await context.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }))
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).not.toContain("conversation-admin-session")
})
