// The encrypted copy of the session in the browser ([U13]): it speeds up the first screen, is not a credential, and ends with the session.
import type { Browser, BrowserContext, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { signIn } from "./console-steps.ts"

let program: Program
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  const { addCommunity } = await createApiClient(program.address)
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

/** What the browser stores: each copy as text, and whether its key is extractable. */
const readStored = () =>
  page.evaluate(
    () =>
      new Promise<{ copies: ReadonlyArray<string>; extractable: ReadonlyArray<boolean> }>((resolve, reject) => {
        const opening = indexedDB.open("conversation-admin-session")
        opening.addEventListener("error", () => reject(opening.error))
        opening.addEventListener("success", () => {
          const db = opening.result
          const transaction = db.transaction(["keys", "copies"])
          const [keys, copies] = [transaction.objectStore("keys").getAll(), transaction.objectStore("copies").getAll()]
          transaction.addEventListener("complete", () => {
            db.close()
            resolve({
              copies: copies.result.map(({ bytes }) => new TextDecoder().decode(bytes)),
              extractable: keys.result.map((key) => key.extractable),
            })
          })
        })
      }),
  )
const damageCopy = () =>
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
/** Delays the server's answer about the current user until it is released. */
const delayCurrentUser = async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => (release = open))
  await page.route("**/api/current/user", async (route) => {
    await gate
    await route.continue()
  })
  return release
}

test("the copy is encrypted with a non-extractable key, and shows the screen before the server has confirmed the user", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await readStored()).copies.length).toBe(1)
  const { copies, extractable } = await readStored()
  expect(extractable).toEqual([false])
  expect(copies[0]).not.toContain("admin")
  const release = await delayCurrentUser()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  release()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByText("Signed in as admin").waitFor()
})

test("the copy is not a credential: when the session has ended, the server's answer leads to sign-in and deletes the copy", {
  tags: ["long"],
}, async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await readStored()).copies.length).toBe(1)
  await context.clearCookies()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByLabel("Username").waitFor()
  expect(new URL(page.url()).search).toBe("?next=%2Fchats%2Fpanel")
  await expect.poll(readStored).toEqual({ copies: [], extractable: [] })
})

test("text typed before the server answers is kept, even when the session turns out to have ended", { tags: ["long"] }, async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await readStored()).copies.length).toBe(1)
  await context.clearCookies()
  const release = await delayCurrentUser()
  await page.goto(`${program.address}/account`)
  const email = page.getByRole("textbox", { name: "Email" })
  await email.fill("typed@example.org")
  release()
  const signInDialog = page.getByRole("dialog", { name: "Sign in" })
  await signInDialog.getByLabel("Password", { exact: true }).fill(admin.password)
  await signInDialog.getByRole("button", { name: "Sign in" }).click()
  await signInDialog.waitFor({ state: "detached" })
  expect(await email.inputValue()).toBe("typed@example.org")
})

test("the copy does not redirect away from pages for signed-out users: only the server's answer may", { tags: ["long"] }, async () => {
  await page.addInitScript(() => {
    const { subtle } = crypto
    const decrypt = subtle.decrypt.bind(subtle)
    subtle.decrypt = async (...parameters) => {
      const read = await decrypt(...parameters)
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
    await expect.poll(async () => (await readStored()).copies.length).toBe(1)
    await context.clearCookies()
    const release = await delayCurrentUser()
    const currentUserRequest = page.waitForRequest("**/api/current/user")
    await page.goto(`${program.address}${path}`)
    await currentUserRequest
    await page.locator("html[data-copy=read]").waitFor()
    release()
    await page.getByRole("heading", { level: 1, name: heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.unroute("**/api/current/user")
  }
})

test("signing out deletes the copy and signs out all tabs", async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  const other = await context.newPage()
  await other.goto(`${program.address}/chats/panel`)
  await other.getByRole("heading", { name: "Active chats" }).waitFor()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await Promise.all([page.getByLabel("Username").waitFor(), other.getByLabel("Username").waitFor()])
  await expect.poll(readStored).toEqual({ copies: [], extractable: [] })
})

test("a damaged copy is ignored until the server answers, and then replaced", { tags: ["long"] }, async () => {
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await expect.poll(async () => (await readStored()).copies.length).toBe(1)
  await damageCopy()
  const release = await delayCurrentUser()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByLabel("Loading…").or(page.getByText("Loading…")).first().waitFor()
  expect(await page.getByRole("heading", { name: "Active chats" }).count()).toBe(0)
  release()
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  await expect.poll(async () => (await readStored()).copies[0]?.length ?? 0).toBeGreaterThan(64)
})

test("without WebCrypto no copy is stored, and the console works", { tags: ["long"] }, async () => {
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }))
  await signIn(page, program.address, "/home")
  await communities().waitFor()
  await page.goto(`${program.address}/chats/panel`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).not.toContain("conversation-admin-session")
})
