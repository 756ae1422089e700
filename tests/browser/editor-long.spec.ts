// What stands beside a long script draws what is in sight of it: findings, translations, and what a test comes to.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { long } from "../bench/long-script.ts"
import { axe } from "./axe.ts"
import { desk } from "./desk.ts"
import { outline } from "./visit.ts"

const at = desk("Long")
const count = 600
let page: Page

/** One text of it is French, too: that it is the only one is a finding of each of the others. */
beforeEach(async () => {
  page = await at.newPage()
  const instructions = Array.from({ length: count }, (_, i) => {
    const made = long(i)
    return i === 0 ? { ...made, messages: [...made.messages, { uuid: "fr", locale: "fr", content: "<p>Bonjour</p>" }] } : made
  })
  const { uuid } = await at.addChat({ language: "nl", instructions })
  await at.openEditor(page, uuid)
})

const isInSight = (row: Locator) =>
  row.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect()
    return document.elementFromPoint(it.getBoundingClientRect().left + 20, (top + bottom) / 2)?.closest("li") === it.closest("li")
  })
const focused = () => page.evaluate(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset"))
const nameShown = () => page.getByRole("region", { name: "Instruction", exact: true }).getByLabel("Name", { exact: true }).inputValue()

test("of many findings those in sight are drawn; the arrows, Home and End lead through all, and Enter leads to the instruction", async () => {
  await page.getByRole("button", { name: "Check", exact: true }).click()
  const rows = page.getByRole("list", { name: "Findings" }).getByRole("listitem")
  await rows.first().waitFor()
  const all = Number(await rows.first().getAttribute("aria-setsize"))
  expect(all).toBeGreaterThan(count - 2)
  await expect.poll(() => rows.count()).toBeLessThan(60)
  expect(await axe(page)).toEqual([])

  await rows.first().getByRole("button").first().focus()
  await page.keyboard.press("ArrowDown")
  await expect.poll(focused).toBe("2")
  await page.keyboard.press("End")
  await expect.poll(focused).toBe(String(all))
  const last = rows.and(page.locator(`[aria-posinset="${all}"]`))
  await expect.poll(() => isInSight(last)).toBe(true)
  await expect.poll(() => rows.count()).toBeLessThan(60)
  const told = await last.innerText()
  await page.keyboard.press("Enter")
  await expect.poll(nameShown).toBe("vraag_599")
  expect(told).toContain("vraag_599")
  // It is a single stop of Tab, wherever it was left.
  await last.getByRole("button").first().focus()
  await page.keyboard.press("Home")
  await expect.poll(focused).toBe("1")
  expect(await rows.locator("button[tabindex='0']").count()).toBe(1)

  // Scrolled to, each stands below the one before it, however high it is.
  const list = page.getByRole("list", { name: "Findings" })
  await list.evaluate((it) => it.parentElement?.parentElement?.scrollTo({ top: it.scrollHeight / 2 }))
  await rows.and(page.locator("[aria-posinset='1']")).waitFor()
  await expect
    .poll(() =>
      rows.evaluateAll((drawn) => {
        const boxes = drawn.map((it) => ({ at: Number(it.getAttribute("aria-posinset")), box: it.getBoundingClientRect() }))
        const inSight = boxes.filter(({ box }) => box.bottom > 200 && box.top < innerHeight)
        return (
          inSight.length > 5 &&
          inSight.every((it, n) => n === 0 || Math.abs(it.box.top - (inSight[n - 1]?.box.bottom ?? 0)) < 1) &&
          (inSight[0]?.at ?? 0) > 100
        )
      }),
    )
    .toBe(true)
})

test("answers in advance have fields for the questions in sight, a question is found by its name or words, and what is typed stays", async () => {
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const pane = page.getByRole("region", { name: "Test the chat" })
  await pane.getByRole("button", { name: "In advance" }).click()
  const fields = pane.getByLabel(/^Answer to /)
  await fields.first().waitFor()
  await expect.poll(() => fields.count()).toBeLessThan(40)
  expect(await axe(page)).toEqual([])
  await pane.getByLabel("Answer to vraag_0", { exact: true }).fill("2")
  await pane.getByLabel("Find a question").fill("vraag_598")
  await pane.getByLabel("Answer to vraag_598", { exact: true }).fill("18")
  await expect.poll(() => fields.count()).toBe(1)
  await pane.getByLabel("Find a question").fill("no such thing")
  await pane.getByText("Nothing in the script is like that.").waitFor()
  await pane.getByLabel("Find a question").fill("")
  await expect.poll(() => pane.getByLabel("Answer to vraag_0", { exact: true }).inputValue()).toBe("2")
  // By Tab alone one comes to fields that were not in the page.
  await pane.getByLabel("Answer to vraag_0", { exact: true }).focus()
  for (let n = 0; n < 30; n++) await page.keyboard.press("Tab")
  await expect.poll(focused).toBe("31")
  expect(await outline(page).count()).toBeLessThan(60)
})

test("of many translations those in sight are drawn, in their places; Tab leads on to others, and what is written stays", async () => {
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  const pane = page.getByRole("region", { name: "Translate the script" })
  await pane.getByLabel("Translate into").selectOption("fr")
  const drawn = pane.locator("tbody[data-row]")
  await drawn.first().waitFor()
  await expect.poll(() => drawn.count()).toBeLessThan(60)
  const table = pane.getByRole("table")
  const all = Number(await table.getAttribute("aria-rowcount"))
  expect(all).toBeGreaterThan(2 * count)
  expect(await axe(page)).toEqual([])

  const written = pane.getByRole("textbox", { name: "Choice 1 of vraag_0 in French" })
  await written.fill("Oui")
  for (let n = 0; n < 60; n++) await page.keyboard.press("Tab")
  const row = () => page.evaluate(() => Number(document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
  await expect.poll(row).toBeGreaterThan(40)
  const reached = await row()

  // To the end, which is known once what is there is measured: what has the focus stays, and what is drawn stands one below the other.
  const scroll = (to: "start" | "end") =>
    table.evaluate((it, where) => {
      for (let at = it.parentElement; at !== null; at = at.parentElement) at.scrollTop = where === "end" ? at.scrollHeight : 0
    }, to)
  const last = () => pane.locator("tr[aria-rowindex]").last().getAttribute("aria-rowindex")
  await expect.poll(() => scroll("end").then(last)).toBe(String(all))
  await expect.poll(() => drawn.count()).toBeLessThan(60)
  expect(await row()).toBe(reached)
  const isHeld = () =>
    drawn.evaluateAll((bodies) =>
      bodies.slice(-5).every((it, n, last) => {
        const above = last[n - 1]?.getBoundingClientRect().bottom
        return above === undefined || Math.abs(it.getBoundingClientRect().top - above) < 1.5
      }),
    )
  await expect.poll(isHeld).toBe(true)
  await scroll("start")
  await expect.poll(() => written.inputValue()).toBe("Oui")
})

test("of many values, and of many instructions that a test came to, those in sight are drawn", async () => {
  const instructions = Array.from({ length: 300 }, (_, i) =>
    instruction(i, { label: `said_${i}`, condition: i % 2 ? "metadata.k1 == 2" : null }),
  )
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat({ language: "en", instructions })).uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const pane = page.getByRole("region", { name: "Test the chat" })
  await pane.getByRole("button", { name: "In advance" }).click()
  await pane.getByLabel("Metadata").fill(Array.from({ length: 300 }, (_, i) => `k${i} = ${i}`).join("\n"))
  await pane.getByRole("button", { name: "Start again" }).click()

  await pane.getByRole("button", { name: "Values" }).click()
  await pane.getByRole("row", { name: /^metadata.k0 / }).waitFor()
  const values = pane.locator("tbody[data-row]")
  await expect.poll(() => values.count()).toBeLessThan(100)
  expect(await pane.getByRole("table").getAttribute("aria-rowcount")).toBe("301")
  expect(await axe(page)).toEqual([])
  await pane.getByRole("table").evaluate((it) => it.parentElement?.scrollTo({ top: it.scrollHeight }))
  await pane.getByRole("row", { name: /^metadata.k299 / }).waitFor()
  await expect.poll(() => pane.getByRole("row", { name: /^metadata.k0 / }).count()).toBe(0)

  await pane.getByRole("button", { name: "Why" }).click()
  const why = pane.getByRole("list", { name: "Why" })
  const looks = why.getByRole("listitem")
  await looks.first().waitFor()
  expect(await looks.first().getAttribute("aria-setsize")).toBe("300")
  await expect.poll(() => looks.count()).toBeLessThan(60)
  expect(await axe(page)).toEqual([])
  await why.getByRole("button", { name: "said_0", exact: true }).focus()
  for (let n = 0; n < 30; n++) await page.keyboard.press("Tab")
  await expect.poll(focused).toBe("31")
  await why.evaluate((it) => it.parentElement?.scrollTo({ top: it.scrollHeight }))
  await looks.filter({ hasText: "said_299" }).waitFor()
  expect(await looks.filter({ hasText: "said_299" }).innerText()).toContain('metadata.k1 = "1"')
})

test("what is sought, and what is found of it by its kind, begins at the top wherever the list stood", async () => {
  const posOf = () => outline(page).first().getAttribute("aria-posinset")
  const scrollTo = (top: number) =>
    page.getByRole("list", { name: "Instructions" }).evaluate((it, to) => it.parentElement?.scrollTo({ top: to }), top)
  await outline(page).first().waitFor()
  await scrollTo(20_000)
  await expect.poll(posOf).not.toBe("1")
  await page.getByLabel("Show kinds").selectOption("message")
  await expect.poll(posOf).toBe("1")
  expect(await isInSight(outline(page).first())).toBe(true)
  await scrollTo(2000)
  await expect.poll(posOf).not.toBe("1")
  await page.getByRole("searchbox", { name: "Find in the script" }).pressSequentially("e")
  await expect.poll(posOf).toBe("1")
  expect(await isInSight(outline(page).first())).toBe(true)
  // What was chosen among the found is shown where it stands among all.
  await outline(page).nth(5).locator("button[aria-current]").click()
  const chosen = await nameShown()
  await page.getByRole("button", { name: "Show all" }).click()
  await expect.poll(() => isInSight(outline(page).filter({ has: page.getByText(chosen, { exact: true }) }))).toBe(true)
})
