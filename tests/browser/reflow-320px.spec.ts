// Reflow at 320 px, the narrowest required width (WCAG 1.4.10), in Dutch, whose words are longer: nothing is cut off or scrolls sideways.
import { TOTP } from "otpauth"
import type { Page } from "playwright"
import { expect, test } from "vitest"
import { nl } from "../../domain/catalog/nl.ts"
import { signIn } from "./console-steps.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Narrow")

const narrowPage = async (): Promise<Page> => {
  const page = await at.newPage({ viewport: { width: 320, height: 640 } })
  await page.goto(`${at.address}/login`)
  await signIn(page, at.address)
  await page.waitForURL("**/home")
  await page.evaluate(() => localStorage.setItem("interface-language", "nl"))
  return page
}

/** Elements that extend beyond their card or table cell. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const beyond = (part: Element, container: Element | null) =>
      container !== null && Math.round(part.getBoundingClientRect().right - container.getBoundingClientRect().right) > 0
    const parts = [
      ...Array.from(
        document.querySelectorAll("main section :is(input, button, p, label)"),
        (element) => [element, element.closest("section")] as const,
      ),
      ...Array.from(document.querySelectorAll("main th button"), (element) => [element, element.closest("th")] as const),
    ]
    // A button that does not fit into its cell is truncated with an ellipsis.
    const roomOf = (cell: Element) => cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingInlineEnd)
    const cramped = Array.from(document.querySelectorAll("main td > button")).filter(
      (element) => element.parentElement !== null && Math.round(element.getBoundingClientRect().right - roomOf(element.parentElement)) > 0,
    )
    // Content that scrolls within its card may be wider.
    const cut = parts.flatMap(([part, container]) =>
      part.closest("[tabindex='0']:not(button):not(input)") === null && beyond(part, container) ? [part] : [],
    )
    return [...cut, ...cramped].map((element) => element.outerHTML.slice(0, 120))
  })

test("no screen of the console is wider than 320 px or has anything cut off", async () => {
  const page = await narrowPage()
  const { uuid } = await at.addChat()
  for (const path of [
    "/home",
    `/chats/${at.slug}`,
    `/chats/${at.slug}/${uuid}`,
    `/${at.slug}/members`,
    `/${at.slug}/removal-chats`,
    "/admin/user-management",
    "/admin/community-management",
    "/admin/removal-management",
  ]) {
    await page.goto(`${at.address}${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.waitForLoadState("networkidle")
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth), await cutOff(page)]).toEqual([path, 320, []])
  }
})

/** Elements that do not show all of their text. */
const clipped = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>(":is(main, [role=dialog]) :is(h1, h2, p, label, button, dt, dd, li, code)"))
      .filter((element) => getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth)
      .map((element) => `${element.innerText}: ${element.scrollWidth} in ${element.clientWidth}`),
  )
const expectFits = async (page: Page, what: string): Promise<void> => {
  const found = [await page.evaluate(() => document.documentElement.scrollWidth), await cutOff(page)]
  expect([what, ...found]).toEqual([what, 320, []])
  // A button that was loading stays wider until its loader has gone.
  await expect.poll(() => clipped(page)).toEqual([])
  for (const dialog of await page.getByRole("dialog").all()) {
    const box = await dialog.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      Math.round(element.getBoundingClientRect().right),
    ])
    expect([what, box[0], box[1]]).toEqual([what, 0, expect.toSatisfy((edge) => edge <= 320)])
  }
}

test("the account, two-factor authentication and password reset screens fit in 320 px", { tags: ["long"] }, async () => {
  const password = "First-Horses-1-Graze"
  await at.api.addUser({ username: "ada", email: "ada@example.org", password })
  const page = await at.newPage({ viewport: { width: 320, height: 640 } })
  await page.addInitScript(() => localStorage.setItem("interface-language", "nl"))
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  await page.goto(`${at.address}/password-reset`)
  await page.getByRole("button", { name: nl["reset.submit"] }).click()
  await page.locator("[aria-invalid=true]").waitFor()
  await expectFits(page, "asking for a mail")
  await page.goto(`${at.address}/login?next=/account`)
  await page.getByLabel(nl["sign-in.username"]).fill("ada")
  await page.getByLabel(nl["sign-in.password"], { exact: true }).fill(password)
  await press(nl["sign-in.submit"])
  await page.getByRole("heading", { name: nl["account.heading"] }).waitFor()
  await expectFits(page, "account")
  await page.goto(`${at.address}/account/authentication`)
  await page.getByLabel(nl["password.new"], { exact: true }).fill("short")
  await expectFits(page, "password and authentication")
  await press(nl["two-factor.enable"])
  const key = (await page.locator("code").innerText()).replaceAll(" ", "")
  await expectFits(page, "turning two-factor authentication on")
  await page.getByLabel(nl["two-factor.code"], { exact: true }).fill(new TOTP({ secret: key }).generate())
  await page.getByRole("dialog").getByLabel(nl["two-factor.password"], { exact: true }).fill(password)
  await press(nl["two-factor.confirm"])
  await page.getByRole("dialog", { name: nl["two-factor.codes.heading"] }).waitFor()
  await expectFits(page, "backup codes")
  await press(nl["two-factor.codes.keep"])
  await press(nl["two-factor.disable"])
  await page.getByRole("dialog").getByLabel(nl["two-factor.password"], { exact: true }).waitFor()
  await expectFits(page, "turning two-factor authentication off")
})

test.each([320, 390])("the editor's close, save and undo buttons fit on a screen of %i px", { tags: ["long"] }, async (width) => {
  const page = await narrowPage()
  await page.setViewportSize({ width, height: 640 })
  const { uuid } = await at.addChat(files.customerSatisfaction)
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
  for (const name of ["Sluiten zonder opslaan", "Opslaan", "Ongedaan maken"]) {
    const button = page.getByRole("button", { name, exact: true })
    await button.waitFor()
    const box = await button.boundingBox()
    expect([name, Math.round((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN))]).toEqual([
      name,
      expect.toSatisfy((edge) => edge <= width),
    ])
  }
})

test("the loading message is there for screen readers only", { tags: ["long"] }, async () => {
  const page = await at.newPage()
  await page.route("**/api/users", () => undefined)
  await signIn(page, at.address, "/admin/user-management")
  const loadingMessage = page.getByText("Loading…")
  await loadingMessage.waitFor({ state: "attached" })
  expect((await loadingMessage.boundingBox())?.width).toBeLessThanOrEqual(1)
})
