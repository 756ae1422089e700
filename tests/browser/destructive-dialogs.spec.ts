// A dialog that would lose something has a Cancel, and as its last button a red one that names what it does.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { chatRow, outlineRows, signInContext } from "./console-steps.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Destructive")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
  await signInContext(page.context(), at.address)
})

const open = (path: string) => page.goto(`${at.address}${path}`)
const press = (name: string, within: Page | Locator = page) => within.getByRole("button", { name, exact: true }).click()

/** Expects the dialog's buttons, of which only the last is red, and cancels. */
const expectDestructive = async (title: string, ...expected: ReadonlyArray<string>) => {
  const dialog = page.getByRole("dialog", { name: title, exact: true })
  await dialog.waitFor()
  const buttons = dialog.getByRole("button").filter({ hasText: /\w/ })
  await expect.poll(() => buttons.allInnerTexts()).toEqual(expected)
  const reds = await buttons.evaluateAll((all) =>
    all.map((button) => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(button).backgroundColor.match(/\d+/g) ?? []).map(Number)
      return red > 100 && red > 2 * green && red > 2 * blue
    }),
  )
  expect([title, reds]).toEqual([title, expected.map((_, i) => i === expected.length - 1)])
  await press("Cancel", dialog)
  await dialog.waitFor({ state: "detached" })
}

test("in the lists of chats, users and communities", { tags: ["long"] }, async () => {
  const { name } = await at.addChat()
  await open(`/chats/${at.slug}`)
  await press("Delete", chatRow(page, name))
  await expectDestructive("Delete chat", "Cancel", "Delete")
  await press("Delete", chatRow(page, name))
  await press("Delete", page.getByRole("dialog", { name: "Delete chat" }))
  await page.getByText(`“${name}” is now in the archive.`).waitFor()
  await open(`/chats/${at.slug}/archive`)
  await press("Delete", chatRow(page, name))
  await expectDestructive("Erase chat", "Cancel", "Delete")

  await at.api.addUser({ username: "destructible", email: "d@example.org", password: "First-Horses-1-Graze" })
  await open("/admin/user-management")
  const row = (text: string) => page.getByRole("row").filter({ hasText: text })
  await row("destructible")
    .getByRole("button", { name: /^Delete/ })
    .click()
  await expectDestructive("Delete user", "Cancel", "Delete")
  await open("/admin/community-management")
  await row(at.slug)
    .getByRole("button", { name: /^Delete/ })
    .click()
  await expectDestructive("Delete community", "Cancel", "Delete")
  // Discarding what was typed.
  await press("Add community")
  const form = page.getByRole("dialog", { name: "Add community" })
  await form.getByLabel("Name").fill("Typed")
  await page.keyboard.press("Escape")
  await expectDestructive("Discard changes?", "Cancel", "Discard")
})

test("the dialog that deletes a user shows the role and the memberships that end", { tags: ["long"] }, async () => {
  await at.api.addUser({ username: "leaving", email: "leaving@example.org", password: "First-Horses-1-Graze" })
  await at.api.join("leaving", at.slug)
  await open("/admin/user-management")
  await press("Delete leaving")
  const dialog = page.getByRole("dialog", { name: "Delete user", exact: true })
  await expect.poll(() => dialog.locator("dl").innerText()).toMatch(/^Global role\s+User\s+Communities\s+Destructive \(User\)$/)
})

test("a membership is not removed if its role has changed since the panel was opened", { tags: ["long"] }, async () => {
  await at.api.addUser({ username: "promoted", email: "promoted@example.org", password: "First-Horses-1-Graze" })
  await at.api.join("promoted", at.slug)
  await open("/admin/user-management")
  await press("promoted")
  const panel = page.getByRole("dialog", { name: "Edit promoted", exact: true })
  await press("Remove Destructive", panel)
  await at.api.join("promoted", at.slug, "ROLE_ADMIN")
  await press("Update", panel)
  await panel.getByText("Changed by admin a moment ago: what this dialog shows is out of date.").waitFor()
  await page.reload()
  await press("promoted")
  await panel.getByLabel("Role in Destructive").waitFor()
  expect(await panel.getByLabel("Role in Destructive").inputValue()).toBe("ROLE_ADMIN")
})

test("a removal is refused with what another browser added since the dialog was opened", async () => {
  const slug = "grown"
  await at.api.addCommunity("Grown", slug)
  await open("/admin/community-management")
  await press("Delete Grown")
  const dialog = page.getByRole("dialog", { name: "Delete community", exact: true })
  await dialog.getByRole("button", { name: "Delete", exact: true }).waitFor()

  const other = await at.newPage()
  await signInContext(other.context(), at.address)
  await other.goto(`${at.address}/chats/${slug}`)
  await press("Add chat", other)
  const form = other.getByRole("dialog", { name: "Add chat", exact: true })
  await form.getByLabel("Title").fill("Meanwhile")
  await press("Add", form)
  await other.getByText("Meanwhile").first().waitFor()

  await press("Delete", dialog)
  await page.getByText("Changed by admin a moment ago: 1 more chat.").waitFor()
  await other.goto(`${at.address}/chats/${slug}`)
  await chatRow(other, "Meanwhile").waitFor()
})

test("when a removal is repeated because its response was lost", { tags: ["long"] }, async () => {
  const { name } = await at.addChat()
  await open(`/chats/${at.slug}`)
  await press("Delete", chatRow(page, name))
  await page.route("**/delete", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
  await press("Delete", page.getByRole("dialog", { name: "Delete chat" }))
  await expectDestructive("Delete chat", "Cancel", "Try again")
})

test("a removal whose response was lost says so, and ends as done when it is repeated", { tags: ["long"] }, async () => {
  await at.api.addCommunity("Lost", "lost")
  await open("/admin/community-management")
  await press("Delete Lost")
  await page.route("**/delete", async (route) => {
    if (route.request().method() === "POST") await route.fetch()
    return route.request().method() === "POST" ? route.abort() : route.continue()
  })
  const dialog = page.getByRole("dialog", { name: "Delete community", exact: true })
  await press("Delete", dialog)
  await dialog.getByText("It may have been removed already. Try again to find out: nothing is removed twice.").waitFor()
  expect(await dialog.getByText("Nothing is lost").count()).toBe(0)
  await page.unroute("**/delete")
  await press("Try again", dialog)
  await page.getByText("Lost has been deleted.").waitFor()
  await page.getByRole("button", { name: "Delete Lost", exact: true }).waitFor({ state: "detached" })
})

test("in the details of a chat", async () => {
  const { uuid } = await at.addChat({ language: "en", instructions: [instruction(0, { uuid: crypto.randomUUID() })] })
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "closed" })
  await open(`/chats/${at.slug}/${uuid}`)
  for (const kind of ["Clear live statistics", "Clear chat data", "Clear both"]) {
    await press("Clear data")
    await press(kind, page.getByRole("dialog", { name: "Clear data" }))
    await expectDestructive(kind, "Cancel", "Clear")
  }
  await press("Anonymize")
  await expectDestructive("Anonymize", "Cancel", "Anonymize")
  // Back to preparation may lose data.
  await page.getByRole("button", { name: "Status: Closed" }).click()
  await page.getByRole("menuitem", { name: "Preparation" }).click()
  await expectDestructive("Change status", "Cancel", "Continue")
})

test("in the editor", { tags: ["long"] }, async () => {
  const messages = [{ uuid: crypto.randomUUID(), locale: "en", content: "<p>Hello</p>" }]
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, { uuid: crypto.randomUUID(), label: "first", messages }),
      instruction(1, { uuid: crypto.randomUUID(), label: "second", messages, condition: "first == 1" }),
    ],
  })
  await at.openEditor(page, uuid)
  await outlineRows(page).first().locator("button[aria-current]").click()
  await page.keyboard.press("Delete")
  await expectDestructive("Delete first", "Cancel", "Delete")
  await page.getByLabel("Title", { exact: true }).fill("Another title")
  await press("Close without saving")
  await expectDestructive("Close without saving", "Cancel", "Save", "Close without saving")
})
