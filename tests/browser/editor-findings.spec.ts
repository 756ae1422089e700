// The findings of Check, and the fields that they lead to.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { expectFocus } from "./keyboard.ts"
import { testPage } from "./test-conversation.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Findings")
let page: Page

/** Enough choices to push the end of the panel out of view. */
const choices = Array.from({ length: 30 }, (_, i) => `Choice ${i + 1}`)
const textMessages = (content: string) => [{ uuid: `m ${content}`, locale: "en", content: `<p>${content}</p>` }]
const instructions = [
  instruction(0, { label: "hello", messages: textMessages("Hello"), typing_delay: -1 }),
  {
    ...questionInstruction(1, "several", {
      uuid: "several",
      type: "multiple",
      choices: createChoices(...choices),
      options: { minimum: 40, maximum: 0 },
    }),
    messages: textMessages("Which of these?"),
  },
  { ...questionInstruction(2, "own", { uuid: "own", type: "open", options: { minimum: 1, maximum: 9 } }), messages: [] },
  {
    ...questionInstruction(3, "twice", {
      uuid: "twice",
      type: "choice",
      choices: createChoices("One", "", "Three"),
    }),
    messages: textMessages("Which one?"),
  },
  instruction(4, { label: "end", type: "end", action: { type: "end", params: { endAction: "redirect", url: "" } } }),
]

beforeEach(async () => {
  page = await at.newPage()
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

const isInView = (field: Locator) =>
  field.evaluate((element) => {
    const { top, bottom, left } = element.getBoundingClientRect()
    const topElement = document.elementFromPoint(left + 4, (top + bottom) / 2)
    return topElement !== null && (element === topElement || element.contains(topElement) || topElement.contains(element))
  })

const expectToFocus = async (text: RegExp, field: Locator) => {
  await finding(text).click()
  await expectFocus(field)
  expect(await isInView(field)).toBe(true)
}

test("a finding focuses the field that it is about and scrolls it into view", async () => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await check()
  const field = (label: string) => panel().getByLabel(label, { exact: true })
  await expectToFocus(/maximum is 0/, field("Maximum"))
  await expectToFocus(/minimum is 40/, field("Minimum"))
  await expectToFocus(/delay is -1/, field("Reading delay"))
  await expectToFocus(/own.*no text in the language/, panel().getByRole("textbox", { name: "Message", exact: true }))
  await expectToFocus(/choice is empty/, field("Choice 2"))
  await expectToFocus(/redirect needs a web address/, panel().getByRole("textbox", { name: "Web address" }))
})

test("a finding is explained below it, with an example and what to do", { tags: ["long"] }, async () => {
  await check()
  const why = page.getByRole("button", { name: /^Why is this reported\? hello: the reading delay is -1/i })
  await why.click()
  const row = page.getByRole("list", { name: "Findings" }).getByRole("listitem").filter({ has: why })
  const explanation = row.getByText("Let the delay be computed from the text, or set a shorter one.")
  await explanation.waitFor()
  expect(await why.getAttribute("aria-expanded")).toBe("true")
  // The rows below move down.
  const below = await page
    .getByRole("list", { name: "Findings" })
    .getByRole("listitem")
    .nth(Number(await row.getAttribute("data-row")) + 1)
    .boundingBox()
  const end = await explanation.boundingBox()
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((end?.y ?? Number.POSITIVE_INFINITY) + (end?.height ?? 0))
  expect(await findAccessibilityViolations(page)).toEqual([])
  await why.click()
  await explanation.waitFor({ state: "detached" })
})

test("a finding focuses its field on a narrow screen too, where the findings are then hidden", { tags: ["long"] }, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tab = page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Check" })
  await expect.poll(() => tab.getAttribute("aria-describedby")).not.toBeNull()
  const count = page.locator(`[id="${await tab.getAttribute("aria-describedby")}"]`)
  await count.scrollIntoViewIfNeeded()
  const shownCount = await count.innerText()
  await check()
  const firstRow = page.getByRole("list", { name: "Findings" }).getByRole("listitem").first()
  expect(await firstRow.getAttribute("aria-setsize")).toBe(shownCount)
  await expectToFocus(/maximum is 0/, panel().getByLabel("Maximum", { exact: true }))
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("invalid fields are marked and refer to the finding's message until they are fixed", { tags: ["long"] }, async () => {
  await check()
  await expectToFocus(/maximum is 0/, panel().getByLabel("Maximum", { exact: true }))
  const field = (label: string) => panel().getByLabel(label, { exact: true })
  const errorMessageOf = async (label: string) => {
    const id = await field(label).getAttribute("aria-errormessage")
    return id === null ? null : page.locator(`[id="${id}"]`).innerText()
  }
  for (const [label, message] of [
    ["Minimum", "minimum is 40"],
    ["Maximum", "maximum is 0"],
  ] as const) {
    await expect.poll(() => field(label).getAttribute("aria-invalid")).toBe("true")
    expect(await errorMessageOf(label)).toContain(message)
  }
  expect(await findAccessibilityViolations(page)).toEqual([])
  // While invalid input is typed, the fields refer to the form's own message.
  await field("Minimum").fill("41")
  await panel().getByText("This configuration contains errors.").waitFor()
  expect(await errorMessageOf("Maximum")).toContain("This configuration contains errors.")
  await field("Maximum").fill("9")
  await field("Minimum").fill("2")
  for (const label of ["Minimum", "Maximum"]) await expect.poll(() => field(label).getAttribute("aria-invalid")).not.toBe("true")
  expect(await errorMessageOf("Maximum")).toBeNull()
})

test("a finding about a conversation names the answers that lead there, and plays them in the test", async () => {
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      {
        ...questionInstruction(0, "visited", { uuid: "visited", type: "choice", choices: createChoices("Yes", "No") }),
        messages: textMessages("Were you there?"),
      },
      {
        ...questionInstruction(1, "place", { uuid: "place", type: "open", options: { minimum: 1 } }, "visited == 1"),
        messages: textMessages("Where did you sit?"),
      },
      instruction(2, { label: "thanks", messages: textMessages("You sat at {{answers.place}}, thank you.") }),
      instruction(3, { label: "end", type: "end", action: { type: "end", params: { endAction: "close", message: "Bye" } } }),
    ],
  })
  await at.openEditor(page, uuid)
  await check()
  const row = page.getByRole("list", { name: "Findings" }).getByRole("listitem").filter({ hasText: "thanks" })
  await row.getByText("For example with visited = 2").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await row.getByRole("button", { name: /^Show me: thanks/ }).click()
  const conversation = testPage(page)
  await conversation.getByText("You sat at , thank you.").waitFor()
  await conversation.getByText("No", { exact: true }).first().waitFor()
  expect(await conversation.getByText("Where did you sit?").count()).toBe(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("[F13] findings with one cause are one row with their number, below the errors, and lead to each instruction in turn", {
  tags: ["long"],
}, async () => {
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, { label: "bye", type: "end", action: { type: "end", params: { endAction: "close", message: "Bye" } } }),
      ...Array.from({ length: 16 }, (_, i) => instruction(i + 1, { label: `later_${i}`, messages: textMessages("Hello") })),
      instruction(17, { label: "wrong", messages: textMessages("Hello"), typing_delay: -1 }),
    ],
  })
  await at.openEditor(page, uuid)
  await check()
  const rows = page.getByRole("list", { name: "Findings" }).getByRole("listitem")
  await expect.poll(() => rows.count()).toBe(2)
  const [error, warning] = await rows.allInnerTexts()
  expect(error).toMatch(/^Error\s+wrong\s+The reading delay is -1/)
  expect(warning).toMatch(/^Warning\s+later_0 and 16 more\s+/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  for (const name of ["later_0", "later_1", "later_2"]) {
    await rows.last().getByRole("button").first().click()
    await expect.poll(() => panel().getByLabel("Name", { exact: true }).inputValue()).toBe(name)
  }
})

test("no script is called free of problems before the check has ended", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, { label: "hello", messages: textMessages("Hello") }),
      instruction(1, { label: "end", type: "end", action: { type: "end", params: { endAction: "close", message: "Bye" } } }),
    ],
  })
  let load: () => void = () => undefined
  const isLoaded = new Promise<void>((resolve) => (load = resolve))
  await page.route("**/*script-analysis-worker*", async (route) => {
    await isLoaded
    await route.continue()
  })
  await at.openEditor(page, uuid)
  await check()
  const pane = page.getByRole("region", { name: "Findings" })
  await pane.getByText("Checking the script…").waitFor()
  expect(await pane.getByText("No problems found.").count()).toBe(0)
  load()
  await pane.getByText("No problems found.").waitFor()
  await pane.getByText("Names, texts, conditions and settings are all in order.").waitFor()
  expect(await pane.getByText("Checking the script…").count()).toBe(0)
})

test("the pane names the instructions that the check could not decide, and leads to them", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, { label: "hello", messages: textMessages("Hello") }),
      ...Array.from({ length: 6 }, (_, i) =>
        instruction(i + 1, {
          label: `team_${i}`,
          messages: textMessages("Hello team"),
          condition: `metadata.team contains '${i}' && metadata.team > ${i}`,
        }),
      ),
      instruction(7, { label: "end", type: "end", action: { type: "end", params: { endAction: "close", message: "Bye" } } }),
    ],
  })
  await at.openEditor(page, uuid)
  await check()
  const pane = page.getByRole("region", { name: "Findings" })
  await pane.getByText("No problems found.").waitFor()
  expect(await pane.getByText("Names, texts, conditions and settings are all in order.").count()).toBe(0)
  const undecided = pane.getByRole("list")
  expect(await pane.getByText("For 6 instructions, the check could not try all answers:").count()).toBe(1)
  expect(await undecided.getByRole("listitem").allTextContents()).toEqual(["team_0", "team_1", "team_2", "team_3", "team_4", "and 1 more"])
  expect(await findAccessibilityViolations(page)).toEqual([])
  await undecided.getByRole("button", { name: "team_2" }).click()
  expect(await panel().getByLabel("Name", { exact: true }).inputValue()).toBe("team_2")
})

test("the check runs in a worker; while that cannot be loaded, the pane says so, and the next change checks again", async () => {
  const { uuid } = await at.addChat({ language: "en", instructions })
  await page.route("**/*script-analysis-worker*", (route) => route.abort())
  await page.goto("about:blank")
  await at.openEditor(page, uuid)
  await check()
  await page.getByRole("region", { name: "Findings" }).getByRole("alert").getByText("The server cannot be reached.").waitFor()
  await page.unroute("**/*script-analysis-worker*")
  await panel().getByLabel("Name", { exact: true }).fill("greeting")
  await finding(/maximum is 0/).waitFor()
  expect(await page.getByRole("region", { name: "Findings" }).getByRole("alert").count()).toBe(0)
  expect(page.workers()).toHaveLength(1)
})

test("the test plays answers that lead to the selected instruction, or names the conditions that exclude each other", {
  tags: ["long"],
}, async () => {
  const scale = (order: number, label: string, condition: string | null = null) => ({
    ...questionInstruction(order, label, { uuid: label, type: "numeric", options: { minimum: 0, maximum: 10, precision: 0 } }, condition),
    messages: textMessages(`Your ${label}?`),
  })
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      scale(0, "mood"),
      scale(1, "talk", "mood <= 2"),
      { ...instruction(2, { label: "mail", messages: textMessages("We will mail you.") }), condition: "talk > 3" },
      { ...instruction(3, { label: "joy", messages: textMessages("Nice!") }), condition: "talk > 3 && mood >= 8" },
      instruction(4, { label: "end", type: "end", action: { type: "end", params: { endAction: "close", message: "Bye" } } }),
    ],
  })
  await at.openEditor(page, uuid)
  const select = (name: string) => page.locator("button[aria-current]").filter({ hasText: name }).first().click()
  await page.keyboard.press("Control+Alt+t")
  const test = page.getByRole("region", { name: "Test the chat" })
  await select("mail")
  await test.getByRole("button", { name: "How do I get to mail?" }).click()
  await test.getByText(/^mail is shown after these answers: mood = [0-2], talk = \d+$/).waitFor()
  await testPage(page).getByText("We will mail you.").waitFor()
  await select("joy")
  await test.getByRole("button", { name: "How do I get to joy?" }).click()
  await test.getByText("joy is never shown").waitFor()
  await test.getByText("What rules this out:").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await test.getByRole("listitem").getByRole("button", { name: "talk" }).click()
  await expect.poll(() => panel().getByLabel("Name", { exact: true }).inputValue()).toBe("talk")
  await test.getByRole("button", { name: "Restart" }).click()
  expect(await test.getByText("joy is never shown").count()).toBe(0)
  await select("end")
  await test.getByRole("button", { name: "Which answers end the chat at end?" }).click()
  await test.getByText("The chat ends at end whatever is answered").waitFor()
})
