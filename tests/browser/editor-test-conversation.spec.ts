// Test conversations in the editor: on the chat page, from anywhere, with typing delays, and why each instruction was shown.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"
import { testPage } from "./test-conversation.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Trying")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const pane = () => page.getByRole("region", { name: "Test the chat" })
const chat = () => testPage(page)
const log = () => chat().getByRole("log")

const ended = () => pane().getByText(/^(The chat is finished|The respondent is screened out)$/)

const startTest = async (file: string) => {
  const { uuid } = await at.addChat(file)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().waitFor()
}

test("a test runs to its end, takes an answer back, and shows its conditions and values", async () => {
  await startTest(files.patientIntake)
  await chat().getByRole("button", { name: "Yes, I agree" }).click()
  await chat().getByRole("textbox").fill("Ann Example")
  await page.keyboard.press("Enter")
  await log().getByText("What is your date of birth?").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Undo answer" }).click()
  await chat().getByRole("textbox").fill("Bea Example")
  await chat().getByRole("button", { name: "Send" }).click()
  await log().getByText("Bea Example").first().waitFor()
  expect(await log().getByText("Ann Example").count()).toBe(0)
  await pane().getByRole("tab", { name: "Why" }).click()
  const why = pane().getByRole("listitem").filter({ hasText: "end_no_consent" })
  expect(await why.innerText()).toContain("Not shown: its condition is not true")
  expect(await why.innerText()).toContain("consent = 1")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("tab", { name: "Values" }).click()
  expect(await pane().getByRole("row").filter({ hasText: "consent" }).innerText()).toContain("Yes, I agree")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("tab", { name: "Conversation" }).click()
  await pane().getByRole("button", { name: "Restart" }).click()
  await chat().getByRole("button", { name: "No, I would rather not" }).click()
  await ended().waitFor()
  await chat().getByText("This chat has ended").waitFor()
})

test("the arrow keys, Home and Enter move through the parts of the pane, and the conversation continues behind them", {
  tags: ["long"],
}, async () => {
  await startTest(files.patientIntake)
  await chat().getByRole("button", { name: "Yes, I agree" }).click()
  const part = (name: string) => pane().getByRole("tab", { name })
  const press = async (key: string, name: string) => {
    await page.keyboard.press(key)
    await expectFocus(part(name))
    expect(await part(name).getAttribute("aria-selected")).toBe("true")
  }
  await part("Conversation").focus()
  await press("ArrowRight", "Values")
  await pane().getByRole("row").filter({ hasText: "consent" }).waitFor()
  await press("ArrowRight", "Why")
  await press("ArrowRight", "Preset answers")
  await press("ArrowRight", "Conversation")
  await press("ArrowLeft", "Preset answers")
  // Home and End move the focus only.
  await page.keyboard.press("Home")
  await expectFocus(part("Conversation"))
  await press("Enter", "Conversation")
  await log().getByText("Yes, I agree").first().waitFor()
  expect(await pane().getByRole("tab", { selected: true }).count()).toBe(1)
})

test("a test starts at the selected instruction with answers given in advance, and says when the script was edited since", {
  tags: ["long"],
}, async () => {
  await startTest(files.patientIntake)
  await pane().getByRole("tab", { name: "Preset answers" }).click()
  await pane().getByLabel("Answer to consent").fill("No, I would rather not")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await outlineRows(page).filter({ hasText: "end_no_consent" }).locator("button[aria-current]").click()
  await pane().getByRole("button", { name: "Start from end_no_consent" }).click()
  await pane().getByRole("tab", { name: "Conversation" }).click()
  await ended().waitFor()
  await page.getByLabel("Title", { exact: true }).fill("Edited")
  await pane().getByText("The script has changed.").waitFor()
})

test("the test conversation and the values in advance stay unchanged while another pane is open", { tags: ["long"] }, async () => {
  await startTest(files.patientIntake)
  await pane().getByRole("tab", { name: "Preset answers" }).click()
  await pane().getByLabel("Metadata").fill("source = newsletter")
  await pane().getByRole("tab", { name: "Conversation" }).click()
  await chat().getByRole("button", { name: "Yes, I agree" }).click()
  await log().getByText("Yes, I agree").waitFor()
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await pane().waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await log().getByText("Yes, I agree").waitFor()
  await chat().getByRole("textbox").waitFor()
  await pane().getByRole("tab", { name: "Preset answers" }).click()
  expect(await pane().getByLabel("Metadata").inputValue()).toBe("source = newsletter")
  // A conversation without answers restarts with the current script.
  await pane().getByRole("button", { name: "Restart" }).click()
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().waitFor({ state: "detached" })
  await page.getByLabel("Title", { exact: true }).fill("Edited")
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await log().getByText("Do you agree to this?").waitFor()
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
  await pane().getByRole("tab", { name: "Preset answers" }).click()
  await pane().getByLabel("CRM").fill("city = Gent")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Restart" }).click()
  await pane().getByRole("tab", { name: "Conversation" }).click()
  await pane().getByRole("button", { name: "Continue" }).click()
  await log().getByText("Hello Gent").waitFor()
  await pane().getByRole("tab", { name: "Values" }).click()
  await pane().getByRole("row").filter({ hasText: "crm.city" }).filter({ hasText: "Gent" }).waitFor()
})

test("invalid values given in advance show an error at their field before the test runs", { tags: ["long"] }, async () => {
  await startTest(files.everyType)
  await pane().getByRole("tab", { name: "Preset answers" }).click()
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

test("an invalid answer and an invalid preset answer show the reason at their question", async () => {
  const numeric = { uuid: "age", type: "numeric", options: { maximum: 99 } } as const
  const { uuid } = await at.addChat({ language: "en", instructions: [questionInstruction(0, "age", numeric), instruction(1, {})] })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const field = chat().getByRole("textbox")
  const problem = chat().getByRole("alert").filter({ hasText: "99" })
  await field.fill("100")
  await field.press("Enter")
  await problem.waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await field.fill("42")
  await field.press("Enter")
  await log().getByText("42").waitFor()
  await pane().getByRole("tab", { name: "Preset answers" }).click()
  await pane().getByLabel("Answer to age").fill("101")
  await pane().getByRole("button", { name: "Restart" }).click()
  await pane().getByRole("tab", { name: "Conversation" }).click()
  await problem.waitFor()
  expect(await field.inputValue()).toBe("101")
})

test("with typing delays on, a message appears after its delay, and at once when they are turned off", { tags: ["long"] }, async () => {
  await startTest(files.patientIntake)
  await log().getByText("Do you agree to this?").waitFor()
  await pane().getByLabel("Typing delays").click()
  await pane().getByRole("button", { name: "Restart" }).click()
  await chat().locator(".typing").waitFor()
  expect(await log().getByText("Do you agree to this?").count()).toBe(0)
  await pane().getByLabel("Typing delays").click()
  await log().getByText("Do you agree to this?").waitFor()
})

test("a click on a message selects its instruction, the name below it the one that waits, and shortcuts work on the page", {
  tags: ["long"],
}, async () => {
  await startTest(files.patientIntake)
  const name = () => page.getByRole("region", { name: "Instruction", exact: true }).getByLabel("Name", { exact: true })
  await log().getByText("Your answers are confidential").click()
  await expect.poll(() => name().inputValue()).toBe("privacy")
  await pane().getByRole("button", { name: "Edit consent" }).click()
  await expect.poll(() => name().inputValue()).toBe("consent")
  await chat().getByRole("button", { name: "Yes, I agree" }).focus()
  await page.keyboard.press("Control+Alt+c")
  await page.getByRole("heading", { name: "Findings", level: 2 }).waitFor()
  await pane().waitFor({ state: "detached" })
})

test("files are not uploaded, a redirect is shown and not opened, and links open in a new tab", { tags: ["long"] }, async () => {
  const file = { uuid: "file", type: "file", options: { extensions: ["png"] } } as const
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, { messages: [{ uuid: "m0", locale: "en", content: '<p>See <a href="https://example.org/">this</a></p>' }] }),
      questionInstruction(1, "photo", file),
      instruction(2, {
        type: "end",
        messages: [],
        action: { type: "end", params: { endType: "finished", endAction: "redirect", message: "", url: "https://example.com/" } },
      }),
    ],
  })
  await at.openEditor(page, uuid)
  const requests: Array<string> = []
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`))
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await page.context().route("https://example.org/", (route) => route.fulfill({ body: "elsewhere" }))
  const opening = page.context().waitForEvent("page")
  await chat().getByRole("link", { name: "this" }).click()
  const opened = await opening
  await opened.waitForURL("https://example.org/")
  await opened.close()
  await chat()
    .locator("input[type=file]")
    .last()
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("x") })
  await chat().getByRole("listitem").getByText("photo.png").waitFor()
  await chat().getByRole("button", { name: "Send" }).click()
  await pane().getByText("Redirects to https://example.com/").waitFor()
  await pane().getByRole("tab", { name: "Values" }).click()
  await pane().getByRole("row").filter({ hasText: "photo" }).getByText("photo.png").first().waitFor()
  expect(requests.filter((line) => line.startsWith("POST") && line.includes("/chat/"))).toEqual([])
})

test("the page has the community's style, and the default one with a notice if that cannot be loaded", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  await page.route(`**/${at.slug}/style`, (route) => route.abort())
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().getByText("The community's style could not be loaded.").waitFor()
  await chat().getByRole("button", { name: "Yes, I agree" }).click()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.unroute(`**/${at.slug}/style`)
  await pane().getByRole("button", { name: "Try again" }).click()
  await expect.poll(() => pane().getByText("could not be loaded").count()).toBe(0)
  await log().getByText("Yes, I agree").waitFor()
})

test("the fields for values in advance list exactly the keys that the script uses", { tags: ["long"] }, async () => {
  const instructions = [instruction(0, { label: "hi", condition: 'metadata.city == "Utrecht"' }), instruction(1, {})]
  await at.openEditor(page, (await at.addChat({ language: "en", instructions })).uuid)
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await pane().getByRole("tab", { name: "Preset answers" }).click()
  await pane().getByText("One per line: key = value. Used in this script: city", { exact: true }).waitFor()
  await pane().getByText("One per line: key = value; separate several groups by commas", { exact: true }).waitFor()
})

test("a closing text without a translation is marked as, and laid out in, the language of the script", { tags: ["long"] }, async () => {
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
  const closing = chat().getByText("123 Goodbye")
  await closing.waitFor()
  expect(await closing.evaluate((element) => [element.getAttribute("lang"), getComputedStyle(element).direction])).toEqual(["en", "ltr"])
})
