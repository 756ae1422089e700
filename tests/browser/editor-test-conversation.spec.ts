// Test conversations in the editor: every answer control, starting anywhere, typing delays, and why each instruction was shown.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Trying")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const pane = () => page.getByRole("region", { name: "Test the chat" })
const log = () => pane().getByRole("log")

const startTest = async (file: string) => {
  const { uuid } = await at.addChat(file)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().waitFor()
}

test("a test runs to its end, rejects an invalid answer, takes an answer back, and shows its conditions and values", async () => {
  await startTest(files.patientIntake)
  await pane().getByRole("button", { name: "Yes, I agree" }).click()
  await pane().getByRole("textbox", { name: "Your answer" }).fill("Ann Example")
  await page.keyboard.press("Enter")
  await pane().getByLabel("Your answer").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Send" }).click()
  await pane().getByRole("alert").filter({ hasText: "Please" }).waitFor()
  await pane().getByRole("button", { name: "Undo answer" }).click()
  await pane().getByRole("textbox", { name: "Your answer" }).fill("Bea Example")
  await pane().getByRole("button", { name: "Send" }).click()
  await log().getByText("Bea Example").first().waitFor()
  expect(await log().getByText("Ann Example").count()).toBe(0)
  await pane().getByRole("button", { name: "Why" }).click()
  const why = pane().getByRole("listitem").filter({ hasText: "end_no_consent" })
  expect(await why.innerText()).toContain("Not shown: its condition is not true")
  expect(await why.innerText()).toContain("consent = 1")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Values" }).click()
  expect(await pane().getByRole("row").filter({ hasText: "consent" }).innerText()).toContain("Yes, I agree")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Conversation" }).click()
  await pane().getByRole("button", { name: "Restart" }).click()
  await pane().getByRole("button", { name: "No, I would rather not" }).click()
  await log().getByText("The chat is finished").or(log().getByText("The respondent is screened out")).waitFor()
})

test("a test starts at the selected instruction with answers given in advance, and says when the script was edited since", {
  tags: ["long"],
}, async () => {
  await startTest(files.patientIntake)
  await pane().getByRole("button", { name: "Preset answers" }).click()
  await pane().getByLabel("Answer to consent").fill("No, I would rather not")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await outlineRows(page).filter({ hasText: "end_no_consent" }).locator("button[aria-current]").click()
  await pane().getByRole("button", { name: "From end_no_consent" }).click()
  await pane().getByRole("button", { name: "Conversation" }).click()
  await log().getByText("The chat is finished").or(log().getByText("The respondent is screened out")).waitFor()
  await page.getByLabel("Title", { exact: true }).fill("Edited")
  await pane().getByText("The script has changed.").waitFor()
})

test("the test conversation and the values in advance stay unchanged while another pane is open", { tags: ["long"] }, async () => {
  await startTest(files.patientIntake)
  await pane().getByRole("button", { name: "Preset answers" }).click()
  await pane().getByLabel("Metadata").fill("source = newsletter")
  await pane().getByRole("button", { name: "Conversation" }).click()
  await pane().getByRole("button", { name: "Yes, I agree" }).click()
  await log().getByText("Yes, I agree").waitFor()
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await pane().waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await log().getByText("Yes, I agree").waitFor()
  await pane().getByRole("textbox", { name: "Your answer" }).waitFor()
  await pane().getByRole("button", { name: "Preset answers" }).click()
  expect(await pane().getByLabel("Metadata").inputValue()).toBe("source = newsletter")
  // A conversation without answers restarts with the current script.
  await pane().getByRole("button", { name: "Restart" }).click()
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().waitFor({ state: "detached" })
  await page.getByLabel("Title", { exact: true }).fill("Edited")
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().getByRole("textbox", { name: "Metadata" }).or(log()).first().waitFor()
  expect(await pane().getByText("The script has changed.").count()).toBe(0)
})

test("conditions use the CRM values entered at the CRM step or in advance", { tags: ["long"] }, async () => {
  const conditionalMessage = (order: number, condition: string | null, content: string) =>
    instruction(order, { condition, messages: [{ uuid: `m${order}`, locale: "en", content }] })
  const crmStep = instruction(0, { type: "action", label: "who", action: { type: "crmAuth", params: {} } })
  const instructions = [
    crmStep,
    conditionalMessage(1, "crm.groups contains 'members'", "Hello member"),
    conditionalMessage(2, "crm.city == 'Gent'", "Hello Gent"),
  ]
  const { uuid } = await at.addChat({ language: "en", instructions })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().getByText("Used in this script: groups, city").waitFor()
  await pane().getByLabel("Response").fill("groups = donors, members")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Continue" }).click()
  await log().getByText("Hello member").waitFor()
  expect(await log().getByText("Hello Gent").count()).toBe(0)
  await pane().getByRole("button", { name: "Preset answers" }).click()
  await pane().getByLabel("CRM").fill("city = Gent")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Restart" }).click()
  await pane().getByRole("button", { name: "Conversation" }).click()
  await pane().getByRole("button", { name: "Continue" }).click()
  await log().getByText("Hello Gent").waitFor()
  await pane().getByRole("button", { name: "Values" }).click()
  await pane().getByRole("row").filter({ hasText: "crm.city" }).filter({ hasText: "Gent" }).waitFor()
})

test("invalid values given in advance show an error at their field before the test runs", { tags: ["long"] }, async () => {
  await startTest(files.everyType)
  await pane().getByRole("button", { name: "Preset answers" }).click()
  const field = (label: string) => pane().getByLabel(label, { exact: true })
  await pane().getByLabel("Find a question").fill("sterren")
  await field("Answer to sterren").fill("9")
  await pane().getByText("Please choose a value on the scale").waitFor()
  expect(await field("Answer to sterren").getAttribute("aria-invalid")).toBe("true")
  await field("Metadata").fill("source = mail\nbroken line\n= x")
  await pane().getByText("Line 2 has no “=”").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await field("Metadata").fill("source = mail\n= x")
  await pane().getByText("Line 2 has no key before its “=”").waitFor()
  await field("Metadata").fill("source = mail")
  await field("Answer to sterren").fill("4")
  await expect.poll(() => pane().locator("[aria-invalid=true]").count()).toBe(0)
})

test("with typing delays on, a message appears after its delay", async () => {
  await startTest(files.patientIntake)
  await pane().getByLabel("Typing delays").click()
  await pane().getByRole("button", { name: "Restart" }).click()
  await pane().getByLabel("Typing…").waitFor()
  expect(await log().getByText("Do you agree to this?").count()).toBe(0)
  await pane().getByLabel("Typing delays").click()
  await log().getByText("Do you agree to this?").waitFor()
})

test("every question type has an answer control without accessibility violations", { tags: ["long"] }, async () => {
  await startTest(files.everyType)
  await pane().getByRole("button", { name: "Preset answers" }).click()
  await pane().getByLabel("Metadata").fill("source = mail")
  await pane().getByRole("button", { name: "Restart" }).click()
  await pane().getByRole("button", { name: "Conversation" }).click()
  const seen = new Set<string>()
  const checkOnce = async (kind: string) => {
    if (seen.has(kind)) return
    seen.add(kind)
    expect(await findAccessibilityViolations(page, "section[data-height=fill]")).toEqual([])
  }
  const checkboxes = pane()
    .getByRole("group", { name: /^Choose/ })
    .getByRole("checkbox")
  const buttons = pane().locator("[data-of] button, [data-columns] button")
  const file = pane().locator("input[type=file]")
  const answer = pane().getByLabel("Your answer")
  const outcome = pane().getByLabel("Result")
  const ended = log()
    .locator("b")
    .filter({ hasText: /finished|screened out/ })
  for (let turn = 0; turn < 40; turn++) {
    await outcome.or(answer).or(checkboxes.first()).or(buttons.first()).or(ended).or(file).first().waitFor({ state: "attached" })
    if ((await ended.count()) > 0) break
    if ((await outcome.count()) > 0) {
      await checkOnce("action")
      await pane().getByRole("button", { name: "Continue" }).click()
    } else if ((await answer.count()) > 0) {
      const kind = await answer.evaluate((element) => (element instanceof HTMLInputElement ? element.type : element.tagName))
      await checkOnce(kind)
      if (kind === "SELECT") await answer.selectOption({ index: 1 })
      else if (kind === "range") await answer.press("ArrowRight")
      else await answer.fill({ email: "a@example.org", date: "2026-05-05" }[kind] ?? "5")
      await pane().getByRole("button", { name: "Send" }).click()
    } else if ((await checkboxes.count()) > 0) {
      await checkOnce("several")
      await checkboxes.first().check()
      await pane().getByRole("button", { name: "Send" }).click()
    } else if ((await file.count()) > 0) {
      await checkOnce("file")
      await file.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("x") })
    } else {
      await checkOnce((await buttons.first().locator("..").getAttribute("data-of")) ?? "choice")
      await buttons.last().click()
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(["choice", "date", "email", "emoji", "file", "nps", "several", "starRating"]))
  expect(await ended.count()).toBe(1)
})

test("a slider can be sent only after it was set, which a key can do without moving it", async () => {
  const slider = { uuid: "age", type: "numeric", options: { hasSlider: true, minimum: 10, maximum: 20, stepSize: 2 } } as const
  const { uuid } = await at.addChat({ language: "en", instructions: [questionInstruction(0, "age", slider), instruction(1, {})] })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const field = pane().getByRole("slider", { name: "Your answer" })
  const send = pane().getByRole("button", { name: "Send" })
  await field.waitFor()
  expect(await send.isDisabled()).toBe(true)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await field.press("Enter")
  await expect.poll(() => send.isDisabled()).toBe(true)
  await field.press("Space")
  await expect.poll(() => send.isDisabled()).toBe(false)
  await field.press("End")
  await send.click()
  await log().getByText("20", { exact: true }).waitFor()
})

test("the fields for values in advance list exactly the keys that the script uses", async () => {
  const instructions = [instruction(0, { label: "hi", condition: 'metadata.city == "Utrecht"' }), instruction(1, {})]
  await at.openEditor(page, (await at.addChat({ language: "en", instructions })).uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().getByRole("button", { name: "Preset answers" }).click()
  await pane().getByText("One per line: key = value. Used in this script: city", { exact: true }).waitFor()
  await pane().getByText("One per line: key = value; separate several groups by commas", { exact: true }).waitFor()
})

test("a closing text without a translation is marked as, and laid out in, the language of the script", async () => {
  const uuids = [crypto.randomUUID(), crypto.randomUUID()]
  const messages = [
    { uuid: crypto.randomUUID(), locale: "en", content: "<p>Hello</p>" },
    { uuid: crypto.randomUUID(), locale: "ar", content: "<p>مرحبا</p>" },
  ]
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, { uuid: uuids[0] ?? "", messages, typing_delay: 0 }),
      instruction(1, {
        uuid: uuids[1] ?? "",
        type: "end",
        messages: [],
        typing_delay: 0,
        action: { type: "end", params: { endType: "finished", endAction: "close", message: "123 Goodbye", url: "" } },
      }),
    ],
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().getByLabel("Language of the test").selectOption("ar")
  await log().getByText("مرحبا").waitFor()
  const closing = log().getByText("123 Goodbye")
  await closing.waitFor()
  expect(await closing.evaluate((element) => [element.getAttribute("lang"), getComputedStyle(element).direction])).toEqual(["en", "ltr"])
})
