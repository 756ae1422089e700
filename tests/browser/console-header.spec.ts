// The header at every width: the current place, what moves into the account menu, and ids and addresses on a phone.
import { expect, test } from "vitest"
import { signInContext } from "./console-steps.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Places")
const phone = { viewport: { width: 390, height: 844 } }

const newSignedInPage = async (width: number) => {
  const page = await at.newPage({ viewport: { width, height: 900 } })
  await signInContext(page.context(), at.address)
  return page
}

test("the header marks the place of every page, and a tablet has all of its links", async () => {
  const page = await newSignedInPage(768)
  const { uuid } = await at.addChat()
  const menu = page.getByRole("navigation", { name: "Main menu" })
  for (const [path, heading, place, value] of [
    [`/chats/${at.slug}`, "Active chats", "Chats", "page"],
    [`/chats/${at.slug}/archive`, "Archive chats", "Chats", "true"],
    [`/chats/${at.slug}/${uuid}`, "Places 1", "Chats", "true"],
    [`/chats/${at.slug}/${uuid}/edit`, "Script editor", "Chats", "true"],
    [`/${at.slug}/options`, "Options", "Community", "true"],
    ["/admin/user-management", "Users", "Admin", "page"],
    ["/admin/community-management", "Communities", "Admin", "true"],
  ] as const) {
    await page.goto(`${at.address}${path}`)
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor()
    const current = menu.locator("[aria-current]")
    expect([path, await current.allInnerTexts(), await current.getAttribute("aria-current")]).toEqual([path, [place], value])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 768])
  }
  await page.goto(`${at.address}/chats/${at.slug}`)
  for (const name of ["Admin", "Community", "Chats"]) await menu.getByRole("link", { name }).waitFor()
})

test("on a phone, the account menu has the links, the version and the current place", { tags: ["long"] }, async () => {
  const page = await at.newPage(phone)
  await signInContext(page.context(), at.address)
  await page.goto(`${at.address}/admin/community-management`)
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByText(/^Conversation Admin \d+\.\d+/).waitFor()
  expect(await page.getByRole("menuitem", { name: "Admin" }).getAttribute("aria-current")).toBe("true")
})

test("on a phone, a user's address is complete in the list, and the panel has the user's id", { tags: ["long"] }, async () => {
  const email = "a.rather.long.address.of.a.colleague@a-department.example.org"
  await at.api.addUser({ username: "colleague", email, password: "First-Horses-1-Graze" })
  const page = await newSignedInPage(390)
  await page.goto(`${at.address}/admin/user-management`)
  const cell = page.getByRole("cell", { name: email })
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  await page.getByRole("button", { name: "colleague", exact: true }).click()
  const panel = page.getByRole("dialog", { name: "Edit colleague" })
  await panel.getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/).waitFor()
  await panel.getByRole("button", { name: "Copy id" }).waitFor()
})

test("the home page shows that a community was added", { tags: ["long"] }, async () => {
  const page = await newSignedInPage(1440)
  await page.goto(`${at.address}/home`)
  await page.getByRole("button", { name: "Add community" }).click()
  const dialog = page.getByRole("dialog", { name: "Add community" })
  await dialog.getByLabel("Name").fill("Fresh places")
  await dialog.getByLabel("Slug").fill("fresh-places")
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  const box = await page.getByText("Fresh places has been added.").boundingBox()
  expect(box?.width).toBeGreaterThan(100)
})
