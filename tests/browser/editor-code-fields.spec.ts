// Fields for code, which CodeMirror shows: conditions, JSON, and the HTML source of messages.
import type { Locator, Page } from "playwright"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { readCode } from "./code-field.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Syntax")
let page: Page
let violations: Array<string>

beforeEach(async () => {
  page = await at.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  violations = []
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
})
afterEach(() => {
  if (violations.length > 0) throw new Error(`the security policy was violated: ${violations.join(" ")}`)
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const condition = () => panel().getByRole("textbox", { name: "Condition", exact: true })
const loaded = (field: Locator) => field.and(page.locator(".cm-content"))
/** Types over the whole text, as an author does: `fill` replaces it before the field knows of the selection. */
const typeOver = async (field: Locator, text: string) => {
  await loaded(field).press("Control+a")
  if (text === "") await page.keyboard.press("Delete")
  else await page.keyboard.insertText(text)
}
/** The chunk with CodeMirror. */
const chunk = /code-editor-[\w-]+\.js$/

const openCondition = async () => {
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  await outlineRows(page).filter({ hasText: "since" }).locator("button[aria-current]").click()
}

const source = '<p>مرحبا <a href="https://example.org">{{answers.q}}</a></p>'
const openInstruction = async (parts: Partial<Instruction>, language: "ar" | "en" = "en") => {
  const messages = [{ uuid: crypto.randomUUID(), locale: language, content: source }]
  const instructions = [instruction(0, { uuid: crypto.randomUUID(), messages, ...parts })]
  const { uuid } = await at.addChat({ language, instructions })
  await at.openEditor(page, uuid)
  await outlineRows(page).first().locator("button[aria-current]").click()
}

const colorOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)

describe("a condition", () => {
  test("is highlighted, in styles that the page's security policy allows", { tags: ["long"] }, async () => {
    await openCondition()
    await typeOver(condition(), 'consent == 2 && !(full_name contains "Ann")')
    const texts = (token: string) => condition().locator(token).allInnerTexts()
    await expect.poll(() => texts(".tok-operator")).toEqual(["==", "&&", "!", "contains"])
    expect(await texts(".tok-number")).toEqual(["2"])
    expect(await texts(".tok-string")).toEqual(['"Ann"'])
    expect(await texts(".tok-variableName")).toEqual(["consent", "full_name"])
    const [name, operator, value] = await Promise.all(
      [".tok-variableName", ".tok-operator", ".tok-number"].map((token) => colorOf(condition().locator(token).first())),
    )
    expect(new Set([name, operator, value]).size).toBe(3)
    // The styles that CodeMirror inserts are in effect.
    expect(await condition().evaluate((element) => getComputedStyle(element.parentElement ?? element).display)).toBe("flex")
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await findAccessibilityViolations(page)).toEqual([])
  })

  test("without text stays a plain field until it gets the focus, and keeps what is typed meanwhile", { tags: ["long"] }, async () => {
    await openInstruction({ condition: null })
    const plain = panel().locator("[data-code=condition] textarea")
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect([await plain.count(), await loaded(condition()).count()]).toEqual([1, 0])
    await plain.focus()
    await page.keyboard.type("m")
    await loaded(condition()).waitFor()
    await page.keyboard.type("0 == ")
    await expect.poll(() => readCode(condition())).toBe("m0 == ")
  })

  test("is completed by mouse, and by Ctrl+Space", async () => {
    await openCondition()
    await typeOver(condition(), "")
    await condition().pressSequentially("full")
    await page.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name: "full_name" }).click()
    await expect.poll(() => readCode(condition())).toBe("full_name")
    await expectFocus(condition())
    await page.keyboard.press("Control+Home")
    await page.keyboard.press("Control+Space")
    await page.getByRole("option", { name: "consent" }).waitFor()
    expect(await condition().getAttribute("aria-activedescendant")).not.toBeNull()
  })

  test("offers completions after a deletion, too, and keeps its element while it is edited", { tags: ["long"] }, async () => {
    await openCondition()
    await typeOver(condition(), "consentx")
    await page.keyboard.press("Escape")
    await condition().evaluate((element) => element.setAttribute("data-kept", ""))
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Backspace")
    await page.getByRole("option", { name: "consent" }).waitFor()
    await page.keyboard.press("Enter")
    await panel().getByRole("button", { name: "Builder" }).click()
    await panel().getByLabel("Row 1: comparison", { exact: true }).selectOption("is not answered")
    await expect.poll(() => readCode(condition())).toBe("!consent")
    expect(await condition().getAttribute("data-kept")).toBe("")
  })

  test("marks an error in the text and explains it on hover and below", async () => {
    await openCondition()
    await typeOver(condition(), "consent == 2 && nowhere == 1")
    await page.keyboard.press("Escape")
    const mark = condition().locator(".cm-lintRange-error")
    await expect.poll(() => mark.allInnerTexts()).toEqual(["nowhere"])
    expect(await mark.evaluate((element) => getComputedStyle(element).textDecorationStyle)).toBe("wavy")
    const explanation = "there is no instruction named “nowhere”"
    await panel().locator("#condition-help").getByText(explanation).waitFor()
    await mark.hover()
    await page.locator(".cm-tooltip").getByText(explanation).waitFor()
    await typeOver(condition(), "consent == 2")
    await expect.poll(() => mark.count()).toBe(0)
    await expect.poll(() => condition().getAttribute("aria-invalid")).toBe("false")
  })

  test("is left with Tab, after Escape if completions are shown", { tags: ["long"] }, async () => {
    await openCondition()
    await typeOver(condition(), "")
    await condition().pressSequentially("cons")
    await page.getByRole("option", { name: "consent" }).waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("listbox", { name: "Suggestions" }).count()).toBe(0)
    await expectFocus(condition())
    await page.keyboard.press("Tab")
    expect(await condition().evaluate((element) => element === document.activeElement)).toBe(false)
    await page.keyboard.press("Shift+Tab")
    await expectFocus(condition())
    await page.keyboard.press("Shift+Tab")
    await expectFocus(panel().getByRole("button", { name: "Builder" }))
    expect(await readCode(condition())).toBe("cons")
  })

  test("is focused by a click on its label, and keeps its caret when it is undone", async () => {
    await openCondition()
    await loaded(condition()).waitFor()
    await panel().getByText("Condition", { exact: true }).click()
    await expectFocus(condition())
    const before = await readCode(condition())
    await page.keyboard.press("Control+Home")
    await page.keyboard.type("!")
    await page.keyboard.press("Escape")
    expect(await readCode(condition())).toBe(`!${before}`)
    await page.keyboard.press("Control+z")
    await expect.poll(() => readCode(condition())).toBe(before)
    await page.keyboard.type("(")
    expect(await readCode(condition())).toBe(`(${before}`)
  })

  test("can be typed before the highlighting has been loaded, without losing text, caret or focus", { tags: ["long"] }, async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(chunk, async (route) => {
      await held
      await route.continue()
    })
    await openCondition()
    const plain = condition().and(page.locator("textarea"))
    await plain.fill("consent == 2 && ")
    await page.keyboard.press("Home")
    await page.keyboard.type("(")
    release()
    await loaded(condition()).waitFor()
    await expectFocus(condition())
    await page.keyboard.type("age > 1) && (")
    await page.keyboard.press("Escape")
    expect(await readCode(condition())).toBe("(age > 1) && (consent == 2 && ")
  })

  test("stays a plain field if the highlighting cannot be loaded", { tags: ["long"] }, async () => {
    await page.route(chunk, (route) => route.abort())
    await openCondition()
    await condition().and(page.locator("textarea")).fill("nowhere == 2")
    await panel().getByText("there is no instruction named “nowhere”").waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
})

describe("JSON", () => {
  const payload = () => panel().getByRole("textbox", { name: "Request body", exact: true })
  const sendPayload = { person: { name: "Ann", age: 41 }, groups: [1, true, null] }
  const open = () =>
    openInstruction({
      type: "action",
      messages: [],
      action: { type: "getFromAPI", params: { endpoint: "https://example.org", sendPayload } },
    })

  test("is highlighted, and folds by keyboard and by mouse", { tags: ["long"] }, async () => {
    await open()
    await loaded(payload()).waitFor()
    expect(await payload().locator(".tok-propertyName").allInnerTexts()).toEqual(['"person"', '"name"', '"age"', '"groups"'])
    expect(await payload().locator(".tok-string").allInnerTexts()).toEqual(['"Ann"'])
    const lines = () => payload().locator(".cm-line").count()
    const all = await lines()
    await payload().press("Control+Home")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Control+Shift+[")
    await expect.poll(lines).toBe(all - 3)
    expect(await payload().locator(".cm-foldPlaceholder").getAttribute("aria-label")).toBe("folded text")
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press("Control+Shift+]")
    await expect.poll(lines).toBe(all)
    await panel().getByTitle("Fold", { exact: true }).first().click()
    await expect.poll(lines).toBe(1)
  })

  test("marks where it is not JSON, and explains it below the field", { tags: ["long"] }, async () => {
    await open()
    await typeOver(payload(), '{"a": 1,, "b": 2}')
    await expect.poll(() => payload().locator(".cm-lintRange-error").allInnerTexts()).toEqual([","])
    await expect.poll(() => payload().getAttribute("aria-invalid")).toBe("true")
    const error = panel().getByText("This isn't a JSON object yet.")
    expect(await payload().getAttribute("aria-describedby")).toBe(await error.getAttribute("id"))
    // Replaces several lines.
    await typeOver(payload(), '{\n"a": 1\n}')
    await error.waitFor({ state: "detached" })
    await page.keyboard.press("Control+a")
    await page.keyboard.type('{"b"')
    expect(await readCode(payload())).toBe('{"b"')
    await typeOver(payload(), '{"a": 1}')
    await error.waitFor({ state: "detached" })
    expect(await payload().locator(".cm-lintRange-error").count()).toBe(0)
  })
})

describe("the HTML source of a message", () => {
  const message = () => loaded(page.getByRole("textbox", { name: "Message", exact: true }))
  const open = async (language: "ar" | "en" = "en") => {
    await openInstruction({}, language)
    await panel().getByRole("button", { name: "Source code" }).click()
  }

  test("is highlighted, from right to left where the message is", { tags: ["long"] }, async () => {
    await open("ar")
    await message().waitFor()
    expect(await message().locator(".tok-typeName").allInnerTexts()).toEqual(["p", "a", "a", "p"])
    expect(await message().locator(".tok-propertyName").allInnerTexts()).toEqual(["href"])
    expect(await message().evaluate((element) => [getComputedStyle(element).direction, element.getAttribute("lang")])).toEqual([
      "rtl",
      "ar",
    ])
    expect(await readCode(message())).toBe(source)
  })

  test("is undone with the screen's undo", { tags: ["long"] }, async () => {
    await open()
    await message().press("Control+End")
    await page.keyboard.type("more")
    expect(await readCode(message())).toBe(`${source}more`)
    await page.keyboard.press("Control+z")
    // The screen shows the message as text again.
    await expect.poll(() => page.getByRole("textbox", { name: "Message", exact: true }).innerText()).not.toContain("more")
    await page.getByRole("button", { name: "Redo", exact: true }).and(page.locator(":enabled")).waitFor()
  })

  test("has a history of its own in the table of translations, which does not touch other edits", { tags: ["long"] }, async () => {
    await openInstruction({})
    await page.getByRole("button", { name: "Translations", exact: true }).click()
    const pane = page.getByRole("region", { name: "Translate the script" })
    await pane.getByLabel("Translate into").selectOption("nl")
    await pane.getByRole("button", { name: /^Write .* in Dutch$/ }).click()
    await pane.getByRole("button", { name: "Source code" }).click()
    const text = loaded(pane.getByRole("textbox", { name: /in Dutch$/ }))
    await text.pressSequentially("<p>Hallo</p>")
    await page.keyboard.press("Control+z")
    await expect.poll(() => readCode(text)).toBe("")
    await page.keyboard.press("Control+Shift+z")
    await expect.poll(() => readCode(text)).toBe("<p>Hallo</p>")
  })
})

test("code fields keep within a screen of 390 pixels, and their errors and selection are visible with forced colors", {
  tags: ["long"],
}, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: "active" })
  await openCondition()
  await typeOver(condition(), `consent == 2 && ${"long_".repeat(40)}`)
  await page.keyboard.press("Escape")
  await condition().press("Control+Home")
  await page.keyboard.press("Control+Space")
  const selected = page.getByRole("option", { selected: true })
  await selected.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const { x = 0, width = 0 } = (await page.getByRole("listbox", { name: "Suggestions" }).boundingBox()) ?? {}
  expect([x >= 0, x + width <= 390]).toEqual([true, true])
  const background = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await background(selected)).not.toBe(await background(page.getByRole("option", { selected: false }).first()))
  await expect.poll(() => condition().locator(".cm-lintRange-error").count()).toBe(1)
})
