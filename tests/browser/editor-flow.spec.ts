// The flow of a script as a graph: what follows what, what nothing can reach, by pointer and by keys.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { long } from "../bench/long-script.ts"
import { axe } from "./axe.ts"
import { desk, files } from "./desk.ts"
import { outline } from "./visit.ts"

const at = desk("Flows")
let page: Page

beforeEach(async () => {
  page = await at.newPage({ reducedMotion: "reduce" })
})

const pane = () => page.getByRole("region", { name: "Flow of the script" })
const card = (name: string) => pane().getByRole("button", { name: new RegExp(`^${name} `) })
const selected = (name: string) => outline(page).filter({ hasText: name }).locator('[aria-current="true"]')

test("the graph tells what each instruction leads to; clicks and keys go to the instruction; nothing breaks the page's policy", async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  const refused: Array<string> = []
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await pane().getByText("Every instruction can be reached.").waitFor()
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  await pane().getByRole("button", { name: "Show all" }).click()
  expect(await pane().locator("button[aria-current]").count()).toBe(instructions.length)
  const names = instructions.map(({ label }) => label ?? "")
  expect(await card(names[0] ?? "").textContent()).toContain(`then ${names[1]}`)
  expect(await axe(page)).toEqual([])

  await card(names[0] ?? "").focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => card(names[2] ?? "").evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press("Enter")
  await selected(names[2] ?? "").waitFor()
  await page.keyboard.press("End")
  await expect.poll(() => card(names.at(-1) ?? "").evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press("Home")
  await card(names[0] ?? "").click()
  await selected(names[0] ?? "").waitFor()
  expect(refused).toEqual([])
})

test("what nothing can reach is marked, and the graph follows the script", async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  await at.openEditor(page, uuid)
  await page.keyboard.press("Control+Alt+W")
  await pane().getByText("Every instruction can be reached.").waitFor()
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  const last = instructions.at(-2)?.label ?? ""
  await outline(page).first().locator("button[aria-current]").click()
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "End chat" }).click()
  await pane()
    .getByText(`${instructions.length - 1} instructions cannot be reached.`)
    .waitFor()
  await pane().getByRole("button", { name: "Show all" }).click()
  expect(await card(last).textContent()).toContain("Cannot be reached: the chat has ended before")
  expect(await axe(page)).toEqual([])
})

test("of a long script it is said that its ways are being found; the graph comes, and its keys lead from one end to the other", async () => {
  const { uuid } = await at.addChat({ language: "nl", instructions: Array.from({ length: 1000 }, (_, i) => long(i)) })
  await at.openEditor(page, uuid)
  // It may be said for less than Playwright takes to look.
  await page.evaluate(() => {
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("output")) document.body.dataset["told"] += ` ${textContent}`
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await card("vraag_0").waitFor()
  expect(await page.locator("body").getAttribute("data-told")).toContain("Finding the ways through 1,000 instructions…")
  await pane().getByText("Finding the ways").waitFor({ state: "detached" })
  const graph = pane().locator(".react-flow")
  const from = async (name: string) => {
    const [one, all] = [await card(name).boundingBox(), await graph.boundingBox()]
    if (one === null || all === null) return { top: Number.NaN, aside: Number.NaN }
    return { top: one.y - all.y, aside: Math.abs(one.x + one.width / 2 - (all.x + all.width / 2)) }
  }
  // The first is near the top: there is nothing above it to be seen. In the middle it is, and stays there when the pane is another width.
  expect((await from("vraag_0")).top).toBeLessThan(120)
  expect((await from("vraag_0")).aside).toBeLessThan(2)
  await page.setViewportSize({ width: 1100, height: 720 })
  await expect.poll(async () => (await from("vraag_0")).aside).toBeLessThan(2)
  await card("vraag_0").focus()
  await page.keyboard.press("End")
  await expect.poll(() => card("vraag_999").evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await card("vraag_8").count()).toBe(0)
  // A text changes none of the ways: nothing is drawn anew for it.
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Another text")
  await page.getByText("Not saved yet, kept on this device").waitFor()
  expect(await pane().getByText("Finding the ways").count()).toBe(0)
}, 120_000)
