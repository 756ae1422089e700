// Sorting the tables of the console: by mouse and keyboard, what screen readers learn, and on a narrow screen.
import type { Locator, Page } from "playwright"
import { beforeAll, expect, test } from "vitest"
import { findAccessibilityViolationsInBothSchemes } from "./accessibility.ts"
import { signInContext } from "./console-steps.ts"
import { tabTo } from "./keyboard.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Sorted")

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Chats in the order in which they are added, and the days until they are removed: two on the same day. */
const removals = [
  { name: "Survey 10", days: 400 },
  { name: "survey 9", days: 40 },
  { name: "Évaluation", days: 200 },
  { name: "Zorg", days: 200 },
] as const

beforeAll(async () => {
  for (const { name, days } of removals) {
    const { uuid } = await at.api.scripts.add({ community: at.slug, name })
    await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "closed" })
    const edit = { removalProcedure: true, removalWarningDate: inDays(days - 10), deletedDate: inDays(days) }
    await at.api.removals.edit({ uuid, edit })
  }
  for (const [name, platform] of [
    ["Feed 2", 3],
    ["feed 10", 1],
    ["Answers", 5],
  ] as const) {
    const payload = { name, platform, externalKey: name, apiHost: at.address, apiMethod: "POST", apiPath: "/" } as const
    await at.api.connections.add({ community: at.slug, payload })
  }
})

const open = async (path: string, options?: Parameters<typeof at.newPage>[0]): Promise<Page> => {
  const page = await at.newPage(options)
  await signInContext(page.context(), at.address)
  await page.goto(`${at.address}${path}`)
  await page.getByRole("table").first().waitFor()
  return page
}

const sortButton = (page: Page, name: string) => page.getByRole("columnheader", { name }).getByRole("button", { name, exact: true })
const sortsOf = async (table: Locator) =>
  Object.fromEntries(
    await table
      .getByRole("columnheader")
      .evaluateAll((headings) => headings.map((heading) => [heading.textContent, heading.getAttribute("aria-sort")])),
  )
const removalNames = (page: Page) =>
  page.getByRole("button", { name: /^Edit removal of / }).evaluateAll((buttons) => buttons.map((button) => button.textContent))

test("removals begin with the earliest date, and a click sorts by name or by time, with equal rows in their order", {
  tags: ["long"],
}, async () => {
  const page = await open(`/${at.slug}/removal-chats`)
  const table = page.getByRole("table", { name: "Chat removal" })
  expect(await removalNames(page)).toEqual(["survey 9", "Évaluation", "Zorg", "Survey 10"])
  expect(await sortsOf(table)).toEqual({ Chat: "none", Closed: "none", Warning: "none", Removal: "ascending" })
  const announcement = page.getByRole("region", { name: "Chat removal" }).getByRole("status")
  expect(await announcement.textContent()).toBe("")

  await sortButton(page, "Chat").click()
  expect(await removalNames(page)).toEqual(["Évaluation", "survey 9", "Survey 10", "Zorg"])
  expect(await sortsOf(table)).toEqual({ Chat: "ascending", Closed: "none", Warning: "none", Removal: "none" })
  await expect.poll(() => announcement.textContent()).toBe("Sorted by Chat, ascending")
  await sortButton(page, "Chat").click()
  expect(await removalNames(page)).toEqual(["Zorg", "Survey 10", "survey 9", "Évaluation"])
  await expect.poll(() => announcement.textContent()).toBe("Sorted by Chat, descending")

  await sortButton(page, "Warning").click()
  expect(await removalNames(page)).toEqual(["survey 9", "Évaluation", "Zorg", "Survey 10"])
  await sortButton(page, "Warning").click()
  expect(await removalNames(page)).toEqual(["Survey 10", "Évaluation", "Zorg", "survey 9"])
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
})

test("chats begin with the last change, and sort by status, name, answers and change", async () => {
  const page = await open(`/chats/${at.slug}`)
  const table = page.getByRole("table", { name: "Active chats" })
  const names = () => table.locator("td[data-column=name] a").evaluateAll((links) => links.map((link) => link.textContent))
  const added = removals.map(({ name }) => name)
  // The last one that was changed is first.
  expect(await names()).toEqual(added.toReversed())
  expect(await sortsOf(table)).toEqual({
    Status: "none",
    Name: "none",
    "Public name": "none",
    Dates: null,
    Answers: "none",
    "Last change": "descending",
    "Removal procedure": null,
    Actions: null,
  })
  await sortButton(page, "Name").click()
  expect(await names()).toEqual(["Évaluation", "survey 9", "Survey 10", "Zorg"])
  // All are closed and none has answers, so they keep the order of their names.
  await sortButton(page, "Status").click()
  expect(await names()).toEqual(["Évaluation", "survey 9", "Survey 10", "Zorg"])
  await sortButton(page, "Answers").click()
  expect((await sortsOf(table))["Answers"]).toBe("descending")
  expect(await names()).toEqual(["Évaluation", "survey 9", "Survey 10", "Zorg"])
  await sortButton(page, "Name").click()
  await sortButton(page, "Name").click()
  // A search that finds nothing keeps the order.
  await page.getByLabel("Search chats").fill("nothing is called that")
  await table.waitFor({ state: "detached" })
  await page.getByLabel("Search chats").fill("")
  await table.waitFor()
  expect(await names()).toEqual(["Zorg", "Survey 10", "survey 9", "Évaluation"])
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
})

test("at 390 px the cards of chats sort by the headings above them", { tags: ["long"] }, async () => {
  const page = await open(`/chats/${at.slug}`, { viewport: { width: 390, height: 844 } })
  for (const name of ["Status", "Name", "Answers", "Last change"]) expect(await sortButton(page, name).isVisible()).toBe(true)
  const tops = () =>
    page
      .getByRole("link", { name: /survey (9|10)/i })
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getBoundingClientRect().top]))
  await sortButton(page, "Name").click()
  const [[first, firstTop] = [], [second, secondTop] = []] = await tops()
  expect([first, second]).toEqual(["survey 9", "Survey 10"])
  expect(Number(firstTop)).toBeLessThan(Number(secondTop))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
})

test("with forced colors, headings show the order by their icons, and the focus by an outline", { tags: ["long"] }, async () => {
  const page = await open(`/${at.slug}/removal-chats`)
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
  await sortButton(page, "Chat").focus()
  await page.keyboard.press("Enter")
  const { icons, outline, stroke, background } = await page.getByRole("columnheader", { name: "Chat" }).evaluate((heading) => {
    const [button, icon] = [heading.querySelector("button"), heading.querySelector("svg")]
    if (button === null || icon === null) throw new Error("the heading has no button with an icon")
    return {
      icons: [...document.querySelectorAll("th svg")].map((svg) => svg.getAttribute("data-sorted")),
      outline: getComputedStyle(button).outlineStyle,
      stroke: getComputedStyle(icon).color,
      background: getComputedStyle(heading).backgroundColor,
    }
  })
  expect(icons).toEqual(["true", "false", "false", "false"])
  expect(outline).toBe("solid")
  expect(stroke).not.toBe(background)
})

test("the keyboard alone sorts connections, and the heading keeps the focus", async () => {
  const page = await open(`/${at.slug}/options`)
  const table = page.getByRole("table", { name: "CRM connections" })
  const names = () =>
    table.locator("td[data-column=name]").evaluateAll((cells) => cells.map((cell) => cell.querySelector("span")?.textContent))
  // Before the first click, connections are in the order in which they were added.
  expect(await names()).toEqual(["Feed 2", "feed 10", "Answers"])
  expect(await sortsOf(table)).toEqual({ Platform: "none", Name: "none", Actions: null })
  await tabTo(page, sortButton(page, "Name"))
  await page.keyboard.press("Enter")
  expect(await names()).toEqual(["Answers", "Feed 2", "feed 10"])
  await page.keyboard.press("Space")
  expect(await names()).toEqual(["feed 10", "Feed 2", "Answers"])
  expect(await sortsOf(table)).toEqual({ Platform: "none", Name: "descending", Actions: null })
  expect(await sortButton(page, "Name").evaluate((button) => button === document.activeElement)).toBe(true)
})

test("communities that a search finds sort by name and by slug", { tags: ["long"] }, async () => {
  for (const [name, slug] of [
    ["Reef 10", "aa-reef"],
    ["reef 9", "zz-reef"],
    ["Réef 2", "mm-reef"],
  ] as const)
    await at.api.addCommunity(name, slug)
  const page = await open("/admin/community-management")
  await page.getByLabel("Search communities").fill("-reef")
  const table = page.getByRole("table")
  const names = () => table.getByRole("row").evaluateAll((rows) => rows.map((row) => row.querySelector("td button")?.textContent))
  const shown = async () => (await names()).filter((name) => name !== undefined)
  await expect.poll(shown).toEqual(["Réef 2", "reef 9", "Reef 10"])
  await sortButton(page, "Name").click()
  await expect.poll(shown).toEqual(["Reef 10", "reef 9", "Réef 2"])
  const slugSort = page.getByRole("columnheader").nth(1).getByRole("button")
  await slugSort.click()
  await expect.poll(shown).toEqual(["Reef 10", "Réef 2", "reef 9"])
  await slugSort.click()
  await expect.poll(shown).toEqual(["reef 9", "Réef 2", "Reef 10"])
})

test("at 390 px the headings that sort stay visible above the stacked rows, and nothing scrolls sideways", { tags: ["long"] }, async () => {
  const page = await open(`/${at.slug}/removal-chats`, { viewport: { width: 390, height: 844 } })
  for (const name of ["Chat", "Closed", "Warning", "Removal"]) {
    const box = await sortButton(page, name).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(24)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  }
  await sortButton(page, "Chat").click()
  expect(await removalNames(page)).toEqual(["Évaluation", "survey 9", "Survey 10", "Zorg"])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
})

test("texts are announced in the language of the console", { tags: ["long"] }, async () => {
  const page = await open(`/${at.slug}/removal-chats`)
  await page.getByRole("button", { name: "Nederlands" }).click()
  const table = page.getByRole("table", { name: "Chats verwijderen" })
  await table.getByRole("button", { name: "Chat", exact: true }).click()
  await page.getByRole("status").getByText("Gesorteerd op Chat, oplopend").waitFor({ state: "attached" })
})

test("tables of which only a part of the rows may be loaded cannot be sorted", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat()
  await at.api.makeUniqueLinks(at.slug, uuid, [{ profile: { external_id: "one" }, conversation: { metadata: {} } }])
  const page = await open(`/${at.slug}/members`)
  expect(Object.values(await sortsOf(page.getByRole("table", { name: "Members" })))).toEqual(Array(7).fill(null))
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}`)
  await page.getByRole("button", { name: "Show versions" }).click()
  const versions = page.getByRole("table", { name: "Saved versions" })
  await versions.waitFor()
  expect(Object.values(await sortsOf(versions))).toEqual(Array(6).fill(null))
})

test("the region around a table can be reached by the Tab key exactly when it scrolls", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat()
  const page = await open(`/chats/${at.slug}`)
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}`)
  await page.getByRole("button", { name: "Show versions" }).click()
  const region = page.getByRole("region", { name: "Saved versions" })
  await region.waitFor()
  expect(await region.getAttribute("tabindex")).toBe(null)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => region.getAttribute("tabindex")).toBe("0")
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  expect(await findAccessibilityViolationsInBothSchemes(page)).toEqual([])
})
