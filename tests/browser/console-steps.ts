// Common first steps on the screens: sign in, add a community, add a chat, open its editor.
import type { Browser, BrowserContext, Page } from "playwright"
import { admin } from "../fixtures/program.ts"
import { password, type TestServer, visitor } from "../fixtures/server.ts"

export const signIn = async (page: Page, address: string, to = "/"): Promise<void> => {
  await page.goto(`${address}${to}`)
  await page.getByLabel("Username").fill(admin.username)
  await page.getByLabel("Password", { exact: true }).fill(admin.password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Signs the administrator in without the sign-in screen: the context gets the cookies of a new session. */
export const signInContext = async (context: BrowserContext, address: string): Promise<void> => {
  const person = visitor(address)
  const { status } = await person.signIn(admin.username, admin.password)
  if (status !== 200) throw new Error(`the administrator could not sign in: ${status}`)
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: address })))
}

/** A new page on a test server, with the user signed in. */
export const openSignedInPage = async (browser: Browser, server: Pick<TestServer, "address">, username: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await page.goto(`${server.address}/login`)
  await page.getByLabel("Username").fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL("**/home")
  return page
}

export const addCommunity = async (page: Page, name: string, slug: string): Promise<void> => {
  await page.getByRole("button", { name: "Add community" }).click()
  const dialog = page.getByRole("dialog", { name: "Add community" })
  await dialog.getByLabel("Name").fill(name)
  await dialog.getByLabel("Slug").fill(slug)
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await dialog.waitFor({ state: "detached" })
}

export const addChat = async (page: Page, title: string): Promise<void> => {
  await page.getByRole("button", { name: "Add chat" }).click()
  const dialog = page.getByRole("dialog", { name: "Add chat" })
  await dialog.getByLabel("Title").fill(title)
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await dialog.waitFor({ state: "detached" })
}

/** The row of a chat in the overview. */
export const chatRow = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) })

export const openEditor = async (page: Page, name: string): Promise<void> => {
  await chatRow(page, name).getByRole("link", { name: "Edit" }).click()
  await page.getByLabel("Title", { exact: true }).waitFor()
}

/** The instructions of the outline, in order. */
export const outlineRows = (page: Page) => page.getByRole("list", { name: "Instructions" }).getByRole("listitem")
