// Flash messages: what draws them is loaded after sign-in, and a message is visible whether or not that succeeds.
import type { Page } from "playwright"
import { expect, test } from "vitest"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { signInContext } from "./console-steps.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Flashes")
const part = "**/assets/FlashNotifications-*.js"
const text = "The server cannot be reached."

const message = (page: Page) => page.getByRole("region", { name: "Messages" }).getByRole("alert").filter({ hasText: text })

const newSignedInPage = async (width = 1440) => {
  const page = await at.newPage({ viewport: { width, height: 844 } })
  await signInContext(page.context(), at.address)
  return page
}

/** Fails to sign out, which shows a message on the home page. */
const failToSignOut = async (page: Page) => {
  await page.route("**/api/logout", (route) => route.abort())
  await page.goto(`${at.address}/logout`)
  await page.getByRole("heading", { name: "Communities" }).waitFor()
}

test("a message that arrives while the notifications are loading is shown when they have loaded", { tags: ["long"] }, async () => {
  const page = await newSignedInPage()
  const loading = Promise.withResolvers<void>()
  await page.route(part, async (route) => {
    await loading.promise
    await route.continue()
  })
  await failToSignOut(page)
  expect(await message(page).count()).toBe(0)
  loading.resolve()
  await message(page).waitFor()
})

test("the sign-in page does not load the notifications", { tags: ["long"] }, async () => {
  const page = await at.newPage()
  const requested: Array<string> = []
  page.on("request", (request) => requested.push(request.url()))
  await page.goto(at.address)
  await page.getByLabel("Username").waitFor()
  await page.waitForLoadState("networkidle")
  expect(requested.filter((url) => url.includes("FlashNotifications"))).toEqual([])
})

test("a message is shown without the notifications if they cannot be loaded, and Try again loads them", { tags: ["long"] }, async () => {
  const page = await newSignedInPage(390)
  await page.route(part, (route) => route.abort())
  await failToSignOut(page)
  await message(page).waitFor()
  await page.getByText("This part could not be loaded.").waitFor()
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  await page.unroute(part)
  const retry = page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Try again" })
  await retry.click()
  await retry.waitFor({ state: "detached" })
  await message(page).waitFor()
})

test("a message is below the header at the left, fits a phone, and is closed by keyboard, which returns the focus", async () => {
  const page = await newSignedInPage(390)
  await failToSignOut(page)
  await message(page).waitFor()
  expect(await message(page).evaluate((element) => element.getBoundingClientRect().right <= window.innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 844 })
  const box = await message(page).boundingBox()
  const header = await page.getByRole("banner").boundingBox()
  expect(box?.x).toBeLessThan(40)
  expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
  const account = page.getByRole("button", { name: "Account" })
  await account.focus()
  const dismiss = page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Dismiss" })
  await dismiss.press("Enter")
  await message(page).waitFor({ state: "detached" })
  await expect.poll(() => account.evaluate((element) => element === document.activeElement)).toBe(true)
})
