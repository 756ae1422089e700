// The text field and the row builder of a condition, which always show the same condition.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { readCode } from "./code-field.ts"
import { outlineRows } from "./console-steps.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Conditions")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  await outlineRows(page).filter({ hasText: "since" }).locator("button[aria-current]").click()
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const field = () => panel().getByLabel("Condition", { exact: true })

test("names and choices are completed by keyboard, and errors are underlined and explained", async () => {
  await field().fill("")
  await field().pressSequentially("conse")
  await panel().getByRole("option", { name: "consent" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press("Enter")
  await field().pressSequentially(" == ")
  // The list opens after the key.
  await expect
    .poll(() => panel().getByRole("option").allInnerTexts())
    .toEqual([expect.stringMatching(/^1\s+Yes/), expect.stringMatching(/^2\s+No/)])
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Tab")
  await expect.poll(() => readCode(field())).toBe("consent == 2")
  await field().fill("consent == 2 && nowhere")
  await page.keyboard.press("Escape")
  await panel().getByText("there is no instruction named “nowhere”").waitFor()
  await expect.poll(() => panel().locator(".cm-lintRange-error").allInnerTexts()).toEqual(["nowhere"])
  expect(await field().getAttribute("aria-invalid")).toBe("true")
})

test("Ctrl+Z in the text undoes typing and completion as steps of the editor, and Ctrl+Shift+Z redoes it", { tags: ["long"] }, async () => {
  const before = await readCode(field())
  await field().press("Control+a")
  await page.keyboard.type("conse")
  await panel().getByRole("option", { name: "consent" }).waitFor()
  await page.keyboard.press("Enter")
  await expect.poll(() => readCode(field())).toBe("consent")
  await page.keyboard.type(" == 2")
  await page.keyboard.press("Escape")
  expect(await readCode(field())).toBe("consent == 2")
  // A pause ends a step of the editor: on a slow machine there may be one before and one after the completion.
  let steps = 0
  for (let shown = await readCode(field()); shown !== before; shown = await readCode(field())) {
    expect(++steps).toBeLessThanOrEqual(3)
    await page.keyboard.press("Control+z")
    await expect.poll(() => readCode(field())).not.toBe(shown)
  }
  expect(await page.getByRole("button", { name: "Undo", exact: true }).isDisabled()).toBe(true)
  for (; steps > 0; steps--) await page.keyboard.press("Control+Shift+z")
  await expect.poll(() => readCode(field())).toBe("consent == 2")
})

test("text typed immediately after a completion goes after the completed text", { tags: ["long"] }, async () => {
  for (let run = 0; run < 6; run++) {
    await field().fill("")
    await field().pressSequentially("consent == ")
    await panel()
      .getByRole("option", { name: /^2\s+No/ })
      .waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.type(" && consent != 1")
    expect(await readCode(field())).toBe("consent == 2 && consent != 1")
    await page.keyboard.press("Escape")
  }
})

test("rows and groups update the text, and a text that rows cannot express is left unchanged", async () => {
  await field().fill("")
  await panel().getByRole("button", { name: "Builder" }).click()
  await panel().getByRole("button", { name: "Add row" }).click()
  await panel().getByLabel("Row 1: question").selectOption("consent")
  await panel().getByLabel("Row 1: comparison", { exact: true }).selectOption("is not")
  await panel().getByLabel("Row 1: value").selectOption({ index: 1 })
  expect(await readCode(field())).toBe("consent != 2")
  await panel().getByRole("button", { name: "Add group" }).click()
  await panel().getByLabel("Row 2.1: question").selectOption("full_name")
  await panel().getByLabel("Row 2.1: comparison", { exact: true }).selectOption("contains")
  await panel().getByLabel("Row 2.1: value").fill("Ann")
  await panel().getByLabel("Row 2.2: question").selectOption("birth_date")
  expect(await readCode(field())).toBe('consent != 2 && (full_name contains "Ann" || birth_date)')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await panel().getByLabel("Rows: match").selectOption("Any of these is true")
  expect(await readCode(field())).toBe('consent != 2 || (full_name contains "Ann" || birth_date)')
  await field().fill("!(consent == 1 && full_name)")
  await panel().getByText("This condition is too complex for the builder.").waitFor()
  expect(await readCode(field())).toBe("!(consent == 1 && full_name)")
  await field().fill("consent")
  expect(await panel().getByLabel("Row 1: comparison", { exact: true }).inputValue()).toBe("Answered")
})

test("[C17] the builder offers sums of scores, whose terms are chosen one by one", { tags: ["long"] }, async () => {
  const scored = createChoices("Never", "Often").map((choice, score) => ({ ...choice, score }))
  const item = (order: number, label: string) => ({
    ...questionInstruction(order, label, { uuid: label, type: "choice", choices: scored, options: { scores: true } }),
    messages: [{ uuid: `m ${label}`, locale: "en", content: `<p>${label}?</p>` }],
  })
  const total = (order: number, label: string) =>
    instruction(order, { label, type: "score", action: { type: "score", params: { display: "nothing" } } })
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [item(0, "sleep"), total(1, "phq"), item(2, "worry"), total(3, "gad"), instruction(4, { label: "advice" })],
  })
  await at.openEditor(page, uuid, "?instruction=5")
  await panel().getByRole("button", { name: "Builder" }).click()
  await panel().getByRole("button", { name: "Add row" }).click()
  await panel().getByLabel("Row 1: question").selectOption("the sum of phq.total, gad.total")
  await panel().getByLabel("Row 1: comparison", { exact: true }).selectOption("is at least")
  await panel().getByLabel("Row 1: value").fill("2")
  expect(await readCode(field())).toBe("sum(phq.total, gad.total) >= 2")
  const terms = panel().getByRole("group", { name: "Terms of the sum in row 1" })
  await terms.getByLabel("answers.sleep.score").check()
  await terms.getByLabel("gad.total").uncheck()
  expect(await readCode(field())).toBe("sum(phq.total, answers.sleep.score) >= 2")
  expect(await findAccessibilityViolations(page)).toEqual([])
})
