// Lists and tables of a long script render only the rows in view: findings, translations, test answers and values, search results.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { longScriptInstruction } from "../bench/long-script.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Long")
const count = 600
let page: Page

/** An image without a description, so that each instruction has a finding of its own. */
const image = '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>'

beforeEach(async () => {
  page = await at.newPage()
  const instructions = Array.from({ length: count }, (_, i) => {
    const base = longScriptInstruction(i)
    return { ...base, messages: base.messages.map((message) => ({ ...message, content: message.content + image })) }
  })
  const { uuid } = await at.addChat({ language: "nl", instructions })
  await at.openEditor(page, uuid)
})

const isInView = (row: Locator) =>
  row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return document.elementFromPoint(element.getBoundingClientRect().left + 20, (top + bottom) / 2)?.closest("li") === element.closest("li")
  })
const focused = () => page.evaluate(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset"))
const nameShown = () => page.getByRole("region", { name: "Instruction", exact: true }).getByLabel("Name", { exact: true }).inputValue()

test("only the findings in view are rendered; arrow keys, Home and End reach all of them, and Enter opens the instruction", async () => {
  await page.getByRole("button", { name: "Check", exact: true }).click()
  const rows = page.getByRole("list", { name: "Findings" }).getByRole("listitem")
  await rows.first().waitFor()
  const all = Number(await rows.first().getAttribute("aria-setsize"))
  expect(all).toBeGreaterThan(count - 2)
  await expect.poll(() => rows.count()).toBeLessThan(60)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await rows.first().getByRole("button").first().focus()
  await page.keyboard.press("ArrowDown")
  await expect.poll(focused).toBe("2")
  await page.keyboard.press("End")
  await expect.poll(focused).toBe(String(all))
  const last = rows.and(page.locator(`[aria-posinset="${all}"]`))
  await expect.poll(() => isInView(last)).toBe(true)
  await expect.poll(() => rows.count()).toBeLessThan(60)
  const lastText = await last.innerText()
  await page.keyboard.press("Enter")
  await expect.poll(nameShown).toBe("vraag_599")
  expect(lastText).toContain("vraag_599")
  // Only the buttons of one row are Tab stops.
  await last.getByRole("button").first().focus()
  await page.keyboard.press("Home")
  await expect.poll(focused).toBe("1")
  expect(await rows.filter({ has: page.locator("button[tabindex='0']") }).count()).toBe(1)

  // After scrolling, rows follow each other without gaps, whatever their height.
  const list = page.getByRole("list", { name: "Findings" })
  await list.evaluate((element) => element.parentElement?.parentElement?.scrollTo({ top: element.scrollHeight / 2 }))
  await rows.and(page.locator("[aria-posinset='1']")).waitFor()
  await expect
    .poll(() =>
      rows.evaluateAll((drawn) => {
        const boxes = drawn.map((element) => ({ at: Number(element.getAttribute("aria-posinset")), box: element.getBoundingClientRect() }))
        const inView = boxes.filter(({ box }) => box.bottom > 200 && box.top < innerHeight)
        return (
          inView.length > 5 &&
          inView.every((row, n) => n === 0 || Math.abs(row.box.top - (inView[n - 1]?.box.bottom ?? 0)) < 1) &&
          (inView[0]?.at ?? 0) > 100
        )
      }),
    )
    .toBe(true)
})

test("the preset answers of a test render only the fields in view, can be searched by question name, and keep typed answers", {
  tags: ["long"],
}, async () => {
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const pane = page.getByRole("region", { name: "Test the chat" })
  await pane.getByRole("tab", { name: "Preset answers" }).click()
  const fields = pane.getByLabel(/^Answer to /)
  await fields.first().waitFor()
  await expect.poll(() => fields.count()).toBeLessThan(40)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane.getByLabel("Answer to vraag_0", { exact: true }).fill("2")
  await pane.getByLabel("Find a question").fill("vraag_598")
  await pane.getByLabel("Answer to vraag_598", { exact: true }).fill("18")
  await expect.poll(() => fields.count()).toBe(1)
  await pane.getByLabel("Find a question").fill("no such thing")
  await pane.getByText("No matches").waitFor()
  await pane.getByLabel("Find a question").fill("")
  await expect.poll(() => pane.getByLabel("Answer to vraag_0", { exact: true }).inputValue()).toBe("2")
  // Tab reaches fields that were not rendered before.
  await pane.getByLabel("Answer to vraag_0", { exact: true }).focus()
  for (let n = 0; n < 30; n++) await page.keyboard.press("Tab")
  await expect.poll(focused).toBe("31")
  expect(await outlineRows(page).count()).toBeLessThan(60)
})

test("only the translations in view are rendered, without gaps; Tab reaches the others, and typed texts stay", {
  tags: ["long"],
}, async () => {
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  const pane = page.getByRole("region", { name: "Translate the script" })
  await pane.getByLabel("Translate into").selectOption("fr")
  const drawn = pane.locator("tbody[data-row]")
  await drawn.first().waitFor()
  await expect.poll(() => drawn.count()).toBeLessThan(60)
  const table = pane.getByRole("table")
  const all = Number(await table.getAttribute("aria-rowcount"))
  expect(all).toBeGreaterThan(2 * count)
  expect(await findAccessibilityViolations(page)).toEqual([])

  const written = pane.getByRole("textbox", { name: "Choice 1 of vraag_0 in French" })
  await written.fill("Oui")
  for (let n = 0; n < 60; n++) await page.keyboard.press("Tab")
  const row = () => page.evaluate(() => Number(document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
  await expect.poll(row).toBeGreaterThan(40)
  const reached = await row()

  // Scroll repeatedly, since the end moves while rows are measured: the focus stays, and rows follow each other without gaps.
  const scroll = (to: "start" | "end") =>
    table.evaluate((element, where) => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) at.scrollTop = where === "end" ? at.scrollHeight : 0
    }, to)
  const last = () => pane.locator("tr[aria-rowindex]").last().getAttribute("aria-rowindex")
  await expect.poll(() => scroll("end").then(last)).toBe(String(all))
  await expect.poll(() => drawn.count()).toBeLessThan(60)
  expect(await row()).toBe(reached)
  const areAligned = () =>
    drawn.evaluateAll((bodies) =>
      bodies.slice(-5).every((element, n, last) => {
        const above = last[n - 1]?.getBoundingClientRect().bottom
        return above === undefined || Math.abs(element.getBoundingClientRect().top - above) < 1.5
      }),
    )
  await expect.poll(areAligned).toBe(true)
  await scroll("start")
  await expect.poll(() => written.inputValue()).toBe("Oui")
})

test("only the values and the visited instructions of a test that are in view are rendered", { tags: ["long"] }, async () => {
  const instructions = Array.from({ length: 300 }, (_, i) =>
    instruction(i, { label: `said_${i}`, condition: i % 2 ? "metadata.k1 == 2" : null }),
  )
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat({ language: "en", instructions })).uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const pane = page.getByRole("region", { name: "Test the chat" })
  await pane.getByRole("tab", { name: "Preset answers" }).click()
  await pane.getByLabel("Metadata").fill(Array.from({ length: 300 }, (_, i) => `k${i} = ${i}`).join("\n"))
  await pane.getByRole("button", { name: "Restart" }).click()

  await pane.getByRole("tab", { name: "Values" }).click()
  await pane.getByRole("row", { name: /^metadata.k0 / }).waitFor()
  const values = pane.locator("tbody[data-row]")
  await expect.poll(() => values.count()).toBeLessThan(100)
  expect(await pane.getByRole("table").getAttribute("aria-rowcount")).toBe("301")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane.getByRole("table").evaluate((element) => element.parentElement?.scrollTo({ top: element.scrollHeight }))
  await pane.getByRole("row", { name: /^metadata.k299 / }).waitFor()
  await expect.poll(() => pane.getByRole("row", { name: /^metadata.k0 / }).count()).toBe(0)

  await pane.getByRole("tab", { name: "Why" }).click()
  const why = pane.getByRole("list", { name: "Why" })
  const entries = why.getByRole("listitem")
  await entries.first().waitFor()
  expect(await entries.first().getAttribute("aria-setsize")).toBe("300")
  await expect.poll(() => entries.count()).toBeLessThan(60)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await why.getByRole("button", { name: "said_0", exact: true }).focus()
  for (let n = 0; n < 30; n++) await page.keyboard.press("Tab")
  await expect.poll(focused).toBe("31")
  await why.evaluate((element) => element.parentElement?.scrollTo({ top: element.scrollHeight }))
  await entries.filter({ hasText: "said_299" }).waitFor()
  expect(await entries.filter({ hasText: "said_299" }).innerText()).toContain('metadata.k1 = "1"')
})

test("results of the search and of the type filter start at the top, wherever the list was scrolled to", { tags: ["long"] }, async () => {
  const firstPosition = () => outlineRows(page).first().getAttribute("aria-posinset")
  const scrollTo = (top: number) =>
    page.getByRole("list", { name: "Instructions" }).evaluate((element, to) => element.parentElement?.scrollTo({ top: to }), top)
  await outlineRows(page).first().waitFor()
  await scrollTo(20_000)
  await expect.poll(firstPosition).not.toBe("1")
  await page.getByLabel("Show types").selectOption("message")
  await expect.poll(firstPosition).toBe("1")
  expect(await isInView(outlineRows(page).first())).toBe(true)
  await scrollTo(2000)
  await expect.poll(firstPosition).not.toBe("1")
  await page.getByRole("searchbox", { name: "Find in the script" }).pressSequentially("e")
  await expect.poll(firstPosition).toBe("1")
  expect(await isInView(outlineRows(page).first())).toBe(true)
  // An instruction selected among the results stays in view among all.
  await outlineRows(page).nth(5).locator("button[aria-current]").click()
  const chosen = await nameShown()
  await page.getByRole("button", { name: "Show all" }).click()
  await expect.poll(() => isInView(outlineRows(page).filter({ has: page.getByText(chosen, { exact: true }) }))).toBe(true)
})
