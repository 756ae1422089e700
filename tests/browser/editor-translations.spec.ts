// Scripts in several languages: translating texts, finding missing translations, and what respondents read.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import type { Question } from "../../domain/questions/question.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { longScriptInstruction } from "../bench/long-script.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { testPage } from "./test-conversation.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Languages")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const directionOf = (field: Locator) => field.evaluate((element) => getComputedStyle(element).direction)
/** Whether the caret is in a text of that language. */
const focusedIn = (language: string) =>
  pane()
    .getByRole("textbox", { name: new RegExp(`^[^ ]+ in ${language}$`) })
    .evaluateAll((fields) => fields.some((element) => element === document.activeElement))
const pane = () => page.getByRole("region", { name: "Translate the script" })

test("texts and choices are translated beside the originals, right to left where needed, and shown to respondents", async () => {
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Single choice" }).click()
  await page.getByLabel("Name", { exact: true }).fill("colour")
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Which colour?")
  await page.getByLabel("Choice 1", { exact: true }).fill("Red")
  await page.getByLabel("Choice 2", { exact: true }).fill("Blue")
  await page.getByRole("button", { name: "Chat Options" }).click()
  await page.getByRole("dialog").getByLabel("Language").selectOption("en")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("ar")
  await pane().getByText("Arabic: 4 of 4 missing").waitFor()
  expect(await pane().getByText("Missing", { exact: true }).count()).toBe(4)
  await pane().getByRole("button", { name: "Write colour in Arabic" }).click()
  const text = pane().getByRole("textbox", { name: "colour in Arabic", exact: true })
  expect(await directionOf(text)).toBe("rtl")
  await text.pressSequentially("أي لون؟")
  const first = pane().getByRole("textbox", { name: "Choice 1 of colour in Arabic" })
  expect(await directionOf(first)).toBe("rtl")
  await first.fill("أحمر")
  await pane().getByText("Arabic: 2 of 4 missing").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])

  // Undo reverts a translation, and Check reports missing ones.
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await pane().getByText("Arabic: 3 of 4 missing").waitFor()
  await page.getByRole("button", { name: "Redo", exact: true }).click()
  await pane().getByText("Arabic: 2 of 4 missing").waitFor()
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await page.getByText("Choices without a translation into Arabic: 1", { exact: true }).waitFor()

  // The test conversation runs in that language.
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await page.getByLabel("Language of the test").selectOption("ar")
  await testPage(page).getByText("أي لون؟").waitFor()
  expect(await testPage(page).locator("html").getAttribute("dir")).toBe("rtl")
  await testPage(page).getByRole("button", { name: "أحمر" }).click()
  await testPage(page).getByRole("log").getByText("أحمر").waitFor()

  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  const respondent = await at.newPage({ viewport: { width: 390, height: 844 } })
  const link = `${at.address}/chat/${at.slug}/chat/${uuid}/anonymous`
  await respondent.goto(`${link}?l=ar`)
  await respondent.getByText("أي لون؟").waitFor()
  expect(await respondent.locator("html").getAttribute("dir")).toBe("rtl")
  await respondent.getByRole("button", { name: "Blue" }).waitFor()
  await respondent.getByRole("button", { name: "أحمر" }).click()
  await respondent.getByRole("log").getByText("أحمر").waitFor()
  const other = await at.newPage({ viewport: { width: 390, height: 844 } })
  await other.goto(`${link}?l=en`)
  await other.getByText("Which colour?").waitFor()
  await other.getByRole("button", { name: "Red" }).waitFor()
})

test("every text that respondents read is translated: title, placeholder, slider labels, file buttons, and closing text", async () => {
  const ask = (order: number, question: Question) => ({
    uuid: crypto.randomUUID(),
    order,
    type: "question" as const,
    label: question.type,
    typing_delay: 0,
    messages: [],
    question,
  })
  const labels = { hasSlider: true, hasLabel: true, lowerBoundLabel: "cold", upperBoundLabel: "warm" }
  const { uuid } = await at.addChat({
    public_name: "Weather",
    language: "en",
    instructions: [
      ask(0, { uuid: crypto.randomUUID(), type: "open", skipable: true, placeholder: "Your town" }),
      ask(1, { uuid: crypto.randomUUID(), type: "numeric", skipable: true, options: { minimum: 0, maximum: 10, ...labels } }),
      ask(2, {
        uuid: crypto.randomUUID(),
        type: "file",
        skipable: true,
        options: { fileUploadCameraText: "Snap it", fileUploadLibraryText: "Pick it" },
      }),
      {
        uuid: crypto.randomUUID(),
        order: 3,
        type: "end",
        label: "end",
        typing_delay: 0,
        messages: [],
        action: { type: "end", params: { endType: "finished", endAction: "close", message: "Goodbye", url: "" } },
      },
    ],
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("fr")
  await pane().getByText("French: 7 of 7 missing").waitFor()
  for (const [name, text] of [
    ["Public title in French", "Météo"],
    ["Placeholder of open in French", "Votre ville"],
    ["Label of the minimum of numeric in French", "froid"],
    ["Label of the maximum of numeric in French", "chaud"],
    ["Camera button of file in French", "Photo"],
    ["Library button of file in French", "Album"],
    ["Closing text of end in French", "Au revoir"],
  ] as const)
    await pane().getByRole("textbox", { name, exact: true }).fill(text)
  await pane().getByText("French: complete").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })

  const respondent = await at.newPage({ viewport: { width: 390, height: 844 } })
  await respondent.goto(`${at.address}/chat/${at.slug}/chat/${uuid}/anonymous?l=fr`)
  await respondent.getByRole("heading", { name: "Météo" }).waitFor()
  expect(await respondent.title()).toBe("Météo")
  const skip = respondent.getByRole("button", { name: "Passer" })
  expect(await respondent.getByRole("textbox").getAttribute("placeholder")).toBe("Votre ville")
  await skip.click()
  await respondent.getByText("froid", { exact: true }).waitFor()
  await respondent.getByText("chaud", { exact: true }).waitFor()
  await skip.click()
  await respondent.getByText("Album", { exact: true }).waitFor()
  await skip.click()
  await respondent.getByText("Au revoir", { exact: true }).waitFor()
})

test("[M5] a message is translated as rich text: both languages are shown with their formatting, and no list is edited as HTML", {
  tags: ["long"],
}, async () => {
  const message = (locale: string, content: string) => ({ uuid: crypto.randomUUID(), locale, content })
  const picture = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="Map">'
  const add = (order: number, label: string, english: string, french: string) =>
    instruction(order, {
      uuid: crypto.randomUUID(),
      label,
      messages: [message("en", english), ...(french === "" ? [] : [message("fr", french)])],
    })
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      add(0, "welcome", '<p>Our <strong>yearly</strong> survey, with <a href="https://example.org">terms</a>.</p>', ""),
      add(
        1,
        "bring",
        "<ul><li>a passport</li><li>a <em>pen</em></li></ul>",
        "<p>Apportez</p><ul><li>un passeport<ol><li>valide</li></ol></li></ul>",
      ),
      add(2, "where", `<p>Here ${picture}</p>`, `<p>Ici ${picture}</p>`),
    ],
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("fr")
  const row = (label: string) =>
    pane()
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: `Write ${label} in French` }) })
  await row("welcome").locator("strong").getByText("yearly", { exact: true }).waitFor()
  expect(await row("welcome").getByRole("link", { name: "terms" }).getAttribute("href")).toBe("https://example.org")
  expect(await row("bring").locator("td:first-child li").allInnerTexts()).toEqual(["a passport", "a pen"])
  expect(await row("bring").locator("td:last-child ol li").allInnerTexts()).toEqual(["valide"])
  expect(await row("where").locator("td img").count()).toBe(2)
  expect(await findAccessibilityViolations(page)).toEqual([])

  const open = async (label: string) => {
    await pane()
      .getByRole("button", { name: `Write ${label} in French` })
      .click()
    const field = pane().getByRole("textbox", { name: `${label} in French`, exact: true })
    await expect.poll(() => field.getAttribute("contenteditable")).toBe("true")
    return field
  }
  const bring = await open("bring")
  await bring.press("Control+End")
  await bring.press("Enter")
  await page.keyboard.type("récent")
  await bring.press("Enter")
  await bring.press("Enter")
  await page.keyboard.type("un stylo")
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const toolbar = pane().getByRole("toolbar")
    const right = ({ x, width: size }: { readonly x: number; readonly width: number }) => x + size
    const end = async (of: Locator) => right((await of.boundingBox()) ?? { x: Number.NaN, width: 0 })
    const ends = await Promise.all((await toolbar.getByRole("button").all()).map(end))
    expect([width, ends.length, Math.max(...ends) <= (await end(toolbar))]).toEqual([width, 10, true])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const where = await open("where")
  await where.press("Control+End")
  await page.keyboard.type(" !")
  const welcome = await open("welcome")
  await pane().getByRole("button", { name: "Bulleted list" }).click()
  await page.keyboard.type("Une ")
  await welcome.press("Control+b")
  await page.keyboard.type("fois")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions.map(({ messages }) => messages.find(({ locale }) => locale === "fr")?.content)).toEqual([
    "<ul><li>Une <strong>fois</strong></li></ul>",
    "<p>Apportez</p><ul><li>un passeport<ol><li>valide</li><li>récent</li></ol></li><li>un stylo</li></ul>",
    `<p>Ici ${picture} !</p>`,
  ])
})

test("scrolling shows no blank space below long texts that belong to no instruction", { tags: ["long"] }, async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const longText = (length: number) => "WWW ".repeat(length).slice(0, length).trim()
  const links = Array.from({ length: 4 }, () => ({
    content: longText(100),
    translations: [{ locale: "fr", content: longText(100) }],
    url: "https://example.org",
  }))
  await at.api.saveSideMenu(at.slug, { links })
  const instructions = Array.from({ length: 200 }, (_, order) => longScriptInstruction(order))
  const { uuid } = await at.addChat({ language: "nl", public_name: longText(255), instructions })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("fr")
  await pane().getByText("Side menu, link 4").waitFor()
  const table = pane().getByRole("table")
  /** Scrolls to a distance from the middle of the table, in pixels; returns how many points in view show space instead of a row. */
  const countBlankPoints = (distance: number) =>
    table.evaluate(async (element, fromMiddle) => {
      let scroller = element.parentElement
      while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
      if (scroller === null) throw new Error("the pane does not scroll")
      scroller.scrollTop = Math.round(scroller.scrollHeight / 2) + fromMiddle
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const { top } = scroller.getBoundingClientRect()
      const { left, width } = element.getBoundingClientRect()
      return Array.from({ length: 20 }, (_, n) => top + ((n + 0.5) * scroller.clientHeight) / 20).filter(
        (y) => document.elementFromPoint(left + width / 4, y)?.closest("[aria-hidden=true]") !== null,
      ).length
    }, distance)
  for (const distance of [0, 100, 200, 300]) await expect.poll(() => countBlankPoints(distance)).toBe(0)
  await at.api.saveSideMenu(at.slug, { links: [] })
})

test("a script is not called complete until the side menu is known, and a failed load can be repeated", { tags: ["long"] }, async () => {
  let fails = true
  await page.route("**/sidemenu", (route) => (fails ? route.abort() : route.continue()))
  const { uuid } = await at.addChat({ language: "nl", public_name: "Bezoek", instructions: [] })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("fr")
  await pane().getByText("The side menu could not be loaded").waitFor()
  await pane().getByRole("textbox", { name: "Public title in French" }).fill("Visite")
  await pane().getByText("French: nothing missing in the script").waitFor()
  await pane().getByLabel("Only missing texts").click()
  await pane().getByText("Nothing is missing in French in the script.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  fails = false
  await pane().getByRole("button", { name: "Try again" }).click()
  await pane().getByText("French: complete").waitFor()
  expect(await pane().getByText("The side menu could not be loaded").count()).toBe(0)
})

test("every pane beside the instruction scrolls on its own, and the page does not", { tags: ["long"] }, async () => {
  await page.setViewportSize({ width: 1440, height: 600 })
  const { uuid } = await at.addChat(files.everyType)
  await at.openEditor(page, uuid)
  for (const [name, heading] of [
    ["Translations", "Translate the script"],
    ["Check", "Findings"],
    ["Test", "Test the chat"],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click()
    await page.getByRole("heading", { name: heading, exact: true }).waitFor()
    expect([name, await page.evaluate(() => document.documentElement.scrollHeight)]).toEqual([name, 600])
  }
})

test("the filter hides complete translations but keeps the row being written, whose heading opens its instruction", {
  tags: ["long"],
}, async () => {
  const { uuid } = await at.addChat(files.customerSatisfaction)
  await at.openEditor(page, uuid)
  await page.keyboard.press("Control+Alt+L")
  await pane().getByLabel("Translate into").selectOption("fr")
  const rows = pane().locator("tbody[data-row]")
  const first = await rows.first().getByRole("rowheader").innerText()
  await pane()
    .getByRole("button", { name: /^Write .* in French$/ })
    .first()
    .click()
  await expect.poll(() => focusedIn("French")).toBe(true)
  await page.keyboard.type("Bonjour")
  await pane().getByLabel("Only missing texts").click()
  await expect.poll(() => rows.first().getByRole("rowheader").innerText()).not.toBe(first)
  const name = await rows.first().getByRole("rowheader").innerText()
  await rows
    .first()
    .getByRole("button", { name: /^Write / })
    .click()
  await expect.poll(() => focusedIn("French")).toBe(true)
  await page.keyboard.type("Et ensuite ?")
  expect(await rows.first().getByRole("rowheader").innerText()).toBe(name)
  await rows.first().getByRole("rowheader").getByRole("button").click()
  await expect.poll(() => outlineRows(page).filter({ hasText: name.trim() }).locator('[aria-current="true"]').count()).toBe(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("a live chat allows translating messages, and choices into a language in which they have no text yet", {
  tags: ["long"],
}, async () => {
  const { uuid } = await at.addChat(files.customerSatisfaction)
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("de")
  const choice = pane()
    .getByRole("textbox", { name: /^Choice 1 of / })
    .first()
  await choice.fill("Erste Wahl")
  await pane()
    .getByRole("button", { name: /^Write .* in German$/ })
    .first()
    .click()
  await expect.poll(() => focusedIn("German")).toBe(true)
  await page.keyboard.type("Guten Tag")
  // [S6] The language can still be changed, although choices depend on it.
  await page.getByRole("button", { name: "Chat Options" }).click()
  await page.getByRole("dialog").getByLabel("Language").selectOption("fr")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const saved = await at.api.scripts.read({ community: at.slug, uuid })
  expect(saved.language).toBe("fr")
  expect(saved.instructions.flatMap(({ messages }) => messages).find(({ locale }) => locale === "de")?.content).toContain("Guten Tag")
  const listChoices = ({ instructions }: typeof saved) => instructions.flatMap(({ question }) => question?.choices ?? [])
  expect(listChoices(saved).flatMap(({ translations }) => translations ?? [])).toContainEqual({ locale: "de", content: "Erste Wahl" })
  // Respondents may have chosen it by now.
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("de")
  await expect.poll(() => choice.getAttribute("readonly")).not.toBeNull()
})

test("after changing the script's language, the message is edited in that language, and the previous text stays unchanged", {
  tags: ["long"],
}, async () => {
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
  const setLanguage = async (code: string) => {
    await page.getByRole("button", { name: "Chat Options" }).click()
    await page.getByRole("dialog").getByLabel("Language").selectOption(code)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }
  const message = page.getByRole("textbox", { name: "Message", exact: true })
  await setLanguage("en")
  await message.fill("Hello")
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane().getByLabel("Translate into").selectOption("ar")
  await pane()
    .getByRole("button", { name: /^Write .* in Arabic$/ })
    .click()
  await pane()
    .getByRole("textbox", { name: /^q1 in Arabic$/ })
    .pressSequentially("مرحبا")
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await setLanguage("ar")
  await expect.poll(() => message.innerText()).toBe("مرحبا")
  await message.press("End")
  await page.keyboard.type("!")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions[0]?.messages.map(({ locale, content }) => [locale, content]).toSorted()).toEqual([
    ["ar", "<p>مرحبا!</p>"],
    ["en", "<p>Hello</p>"],
  ])
})
