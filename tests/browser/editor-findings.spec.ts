// What Check lists, and the field that each finding is about.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"
import { axe } from "./axe.ts"
import { desk } from "./desk.ts"
import { focusCame } from "./keyboard.ts"

const at = desk("Findings")
let page: Page

/** Long enough that what is at the end of a panel is out of sight. */
const many = Array.from({ length: 30 }, (_, i) => `Choice ${i + 1}`)
const says = (content: string) => [{ uuid: `m ${content}`, locale: "en", content: `<p>${content}</p>` }]
const instructions = [
  instruction(0, { label: "hello", messages: says("Hello"), typing_delay: -1 }),
  {
    ...asked(1, "several", { uuid: "several", type: "multiple", choices: choicesOf(...many), options: { minimum: 40, maximum: 0 } }),
    messages: says("Which of these?"),
  },
  { ...asked(2, "own", { uuid: "own", type: "open", options: { minimum: 1, maximum: 9 } }), messages: [] },
  {
    ...asked(3, "twice", {
      uuid: "twice",
      type: "choice",
      choices: choicesOf("One", "", "Three"),
    }),
    messages: says("Which one?"),
  },
  instruction(4, { label: "end", type: "end", action: { type: "end", params: { endAction: "redirect", url: "" } } }),
]

beforeEach(async () => {
  page = await at.newPage({ reducedMotion: "reduce" })
  const { uuid } = await at.addChat({ language: "en", instructions })
  await at.openEditor(page, uuid)
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const finding = (text: RegExp) =>
  page.getByRole("list", { name: "Findings" }).getByRole("button", { name: new RegExp(`^(?:Error|Warning).*${text.source}`) })
const check = () =>
  page
    .getByRole("button", { name: /^Check/ })
    .first()
    .click()

const isInSight = (field: Locator) =>
  field.evaluate((it) => {
    const { top, bottom, left } = it.getBoundingClientRect()
    const there = document.elementFromPoint(left + 4, (top + bottom) / 2)
    return there !== null && (it === there || it.contains(there) || there.contains(it))
  })

const leads = async (text: RegExp, field: Locator) => {
  await finding(text).click()
  await focusCame(field)
  expect(await isInSight(field)).toBe(true)
}

test("a finding leads to the field that it is about, wherever that stands", async () => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await check()
  const field = (label: string) => panel().getByLabel(label, { exact: true })
  await leads(/maximum is 0/, field("Maximum"))
  await leads(/minimum is 40/, field("Minimum"))
  await leads(/delay is -1/, field("Reading delay"))
  await leads(/own.*no text in the language/, panel().getByRole("textbox", { name: "Message", exact: true }))
  await leads(/choice has no text/, field("Choice 2"))
  await leads(/redirect needs a web address/, panel().getByRole("textbox", { name: "Web address" }))
})

test("on a narrow screen, where the finding goes out of sight, the field has the focus too", async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await check()
  await leads(/maximum is 0/, panel().getByLabel("Maximum", { exact: true }))
  expect(await axe(page)).toEqual([])
})

test("fields mark what is wrong with them in the script too, and say where that is told, until it is mended", async () => {
  await check()
  await leads(/maximum is 0/, panel().getByLabel("Maximum", { exact: true }))
  const field = (label: string) => panel().getByLabel(label, { exact: true })
  const toldOf = async (label: string) => {
    const id = await field(label).getAttribute("aria-errormessage")
    return id === null ? null : page.locator(`[id="${id}"]`).innerText()
  }
  for (const [label, told] of [
    ["Minimum", "minimum is 40"],
    ["Maximum", "maximum is 0"],
  ] as const) {
    await expect.poll(() => field(label).getAttribute("aria-invalid")).toBe("true")
    expect(await toldOf(label)).toContain(told)
  }
  expect(await axe(page)).toEqual([])
  // What is typed is marked as before, beside its own box.
  await field("Minimum").fill("41")
  await panel().getByText("This configuration contains errors.").waitFor()
  expect(await toldOf("Maximum")).toContain("This configuration contains errors.")
  await field("Maximum").fill("9")
  await field("Minimum").fill("2")
  for (const label of ["Minimum", "Maximum"]) await expect.poll(() => field(label).getAttribute("aria-invalid")).not.toBe("true")
  expect(await toldOf("Maximum")).toBeNull()
})
