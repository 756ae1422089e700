// The respondents' chat in a real browser on a real server: phone screens, reloads, lost connections, keyboard, eight languages.

import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { type ChatPreview, initialChatPreview, parsePreviewAnswer, previewReady } from "../../domain/preview/preview-protocol.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { scenarios } from "../../domain/style/style-keys.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"

let server: TestServer
let browser: Browser
let ada: Visitor
/** Errors of all pages and their consoles, of which there must be none. */
const pageErrors: Array<string> = []

beforeAll(async () => {
  await buildStaleTargets(["chat", "console", "stats"])
  server = await startTestServer()
  browser = await sharedBrowser()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  ada = await server.signedIn("ada")
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const phone = { width: 390, height: 844 }
const linkTo = (script: string) => `${server.address}/chat/acme/chat/${script}/anonymous`

const visit = async (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: phone, reducedMotion: "reduce", ...options })
  const page = await context.newPage()
  page.on("pageerror", (error) => pageErrors.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource")) pageErrors.push(message.text())
  })
  await page.goto(address)
  return page
}

const log = (page: Page): Locator => page.getByRole("log")
const answer = (page: Page): Locator => page.getByRole("region", { name: /Your answer|Je antwoord/ })
const waitForMessage = (page: Page, text: string): Promise<void> => log(page).getByText(text).waitFor()

const choices = (...texts: ReadonlyArray<string>) =>
  texts.map((content, i) => ({ uuid: randomUUID(), value: i + 1, order: i, translation: { locale: "nl", content } }))
const choice = (...texts: ReadonlyArray<string>): Question => ({ uuid: randomUUID(), type: "choice", choices: choices(...texts) })
const open = (options: object = {}): Question => ({ uuid: randomUUID(), type: "open", options: { boxSize: "singleline", ...options } })
type Part = Partial<Instruction> & Pick<Instruction, "type"> & { readonly says?: string }
const publish = (...all: ReadonlyArray<Part>): Promise<ScriptId> => createLiveScript(ada, "acme", createInstructions(...all))
const answersOf = async (uuid: ScriptId) =>
  (await createConversationsApi(ada.api()).exportPage({ community: "acme", uuid, limit: 10, after: null })).items.map(
    ({ status, answers, metadata }) => ({
      status,
      answers: Object.values(answers),
      metadata,
    }),
  )

/** Signs in to the console as a user of the community and opens a path. */
const openConsole = async (path: string): Promise<Page> => {
  const page = await visit(`${server.address}/login?next=${encodeURIComponent(path)}`, { viewport: { width: 1440, height: 900 } })
  await page.getByLabel("Username").fill("ada")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  return page
}

test("a respondent finishes the demo script on a phone; the live statistics and the export show it, and nothing stays on the phone", async () => {
  const demo: { readonly payload: { readonly instructions: ReadonlyArray<Instruction> } } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../adapters/server/demo/customer-satisfaction.en.json"), "utf8"),
  )
  // Typing delays are shortened.
  const script = await createLiveScript(
    ada,
    "acme",
    demo.payload.instructions.map((instruction) => ({ ...instruction, typing_delay: instruction.typing_delay / 20 })),
  )
  const staff = await openConsole("/chats/acme")
  const linkNamed = (name: string) =>
    staff
      .getByRole("link", { name })
      .and(staff.locator(`[href*="${script}"]`))
      .getAttribute("href")
  const statistics = await visit(`${await linkNamed("Live statistics")}?l=en`)
  const page = await visit(`${await linkNamed("Open chat")}?l=en&source=mail`)
  const expectAccessible = async () => expect(await findAccessibilityViolations(page)).toEqual([])
  await waitForMessage(page, "What may we call you?")
  await expectAccessible()
  await answer(page).getByRole("textbox").fill("Ann")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await waitForMessage(page, "Ann, was this your first visit to us?")
  await expectAccessible()
  await answer(page).getByRole("button", { name: "No, I have been before" }).click()
  await waitForMessage(page, "What brought you here?")
  await expectAccessible()
  await answer(page).getByRole("checkbox", { name: "For advice" }).check()
  await answer(page).getByRole("checkbox", { name: "To buy something" }).check()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await waitForMessage(page, "Did the advice help you?")
  await answer(page).getByRole("button").first().click()
  await waitForMessage(page, "How did you feel when you left?")
  await expectAccessible()
  await answer(page).getByRole("button", { name: "Very satisfied" }).click()
  await waitForMessage(page, "How many stars would you give our staff?")
  await expectAccessible()
  // The input is hidden, so that the click is forced, and may miss controls that still move.
  const rating = answer(page).getByRole("radio", { name: "4.5 of 5 stars" })
  await expect.poll(() => rating.click({ force: true }).then(() => rating.isChecked())).toBe(true)
  await answer(page).getByRole("button", { name: "Send" }).click()
  await waitForMessage(page, "How likely are you to recommend us")
  await expectAccessible()
  await answer(page).getByRole("button", { name: "10", exact: true }).click()
  await waitForMessage(page, "What a lovely score!")
  await answer(page).getByRole("textbox").fill("The coffee.\nAnd the people.")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  const finished = statistics.getByRole("region", { name: "Live statistics" }).getByText(/^1\s*Finished$|^Finished\s*1$/)
  await finished.waitFor()
  await statistics.getByText("NPS: 100").waitFor()
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect(await answersOf(script)).toEqual([
    {
      status: "finished",
      answers: expect.arrayContaining(["Ann", 2, 5, 4.5, 10, "The coffee.\nAnd the people."]),
      metadata: { source: "mail" },
    },
  ])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await staff.goto(`${server.address}/chats/acme/${script}`)
  const saving = staff.waitForEvent("download", (download) => download.suggestedFilename().endsWith("_export.csv"))
  await staff.getByRole("region", { name: "Export", exact: true }).getByRole("button", { name: "Export CSV", exact: true }).click()
  const [headings = [], ...rows] = readCsv(readFileSync(await (await saving).path(), "utf8").slice(1))
  expect(rows).toHaveLength(1)
  const cell = (heading: RegExp) => rows[0]?.[headings.findIndex((text) => heading.test(text))]
  expect([cell(/^Status$/), cell(/^source$/)]).toEqual(["finished", "mail"])
  expect(rows[0]).toEqual(expect.arrayContaining(["Ann", "The coffee.\nAnd the people."]))
  for (const opened of [staff, statistics, page]) await opened.context().close()
})

test("a reload continues the conversation where it was, with the whole transcript", async () => {
  const script = await publish(
    { type: "message", says: "Dag", typing_delay: 0.2 },
    { type: "question", says: "Hoe heet je?", question: open() },
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
  )
  const page = await visit(`${linkTo(script)}?l=nl`)
  await waitForMessage(page, "Hoe heet je?")
  await answer(page).getByRole("textbox").fill("Ann")
  await page.reload()
  await expect.poll(() => answer(page).getByRole("textbox").inputValue()).toBe("Ann")
  await answer(page).getByRole("textbox").press("Enter")
  await waitForMessage(page, "Kom je?")
  const before = await log(page).innerText()
  await page.reload()
  await answer(page).getByRole("button", { name: "Ja" }).waitFor()
  expect(await log(page).innerText()).toBe(before)
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.getByText("Deze chat is afgelopen").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: ["Ann", 1] }])
  await page.context().close()
})

test("[E9] an invalid answer shows its error without network access, on every attempt, and still after a reload", async () => {
  const script = await publish({ type: "question", says: "Hoeveel", question: { uuid: randomUUID(), type: "numeric" } })
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Hoeveel")
  await page.context().setOffline(true)
  const problem = answer(page).getByRole("alert").filter({ hasText: "Please enter a number" })
  await page.getByRole("textbox").fill("abc")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await problem.waitFor()
  const first = await problem.elementHandle()
  await answer(page).getByRole("button", { name: "Send" }).click()
  // A new alert element is announced again.
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await problem.waitFor()
  expect(await page.getByText("You are offline").count()).toBe(0)
  await page.context().setOffline(false)
  await page.reload()
  await waitForMessage(page, "Hoeveel")
  await problem.waitFor()
  expect(await page.getByRole("textbox").inputValue()).toBe("abc")
  await page.getByRole("textbox").fill("12")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await expect.poll(() => answersOf(script)).toMatchObject([{ answers: [12] }])
  await page.context().close()
})

test("[E9] a started answer is restored after a reload: checkboxes, date, stars, dropdown, slider, number", async () => {
  const chosen = { choices: choices("Rood", "Groen", "Blauw") }
  const script = await publish(
    { type: "question", says: "Kleuren", question: { uuid: randomUUID(), type: "multiple", ...chosen, options: { minimum: 2 } } },
    { type: "question", says: "Dag", question: { uuid: randomUUID(), type: "date" } },
    { type: "question", says: "Sterren", question: { uuid: randomUUID(), type: "starRating" } },
    { type: "question", says: "Lijst", question: { uuid: randomUUID(), type: "choice", ...chosen, options: { dropdown: true } } },
    {
      type: "question",
      says: "Hoeveel",
      question: { uuid: randomUUID(), type: "numeric", options: { hasSlider: true, minimum: 0, maximum: 10 } },
    },
    { type: "question", says: "Getal", question: { uuid: randomUUID(), type: "numeric" } },
  )
  const page = await visit(linkTo(script))
  const [green, day, stars] = [
    page.getByRole("checkbox", { name: "Groen" }),
    answer(page).locator("input[type=date]"),
    page.getByRole("radio"),
  ]
  const steps: ReadonlyArray<readonly [text: string, start: () => Promise<unknown>, isRestored: () => Promise<unknown>]> = [
    ["Kleuren", () => green.check(), () => green.isChecked()],
    ["Dag", () => day.fill("2026-02-28"), async () => (await day.inputValue()) === "2026-02-28"],
    ["Sterren", () => stars.nth(3).press("Space"), () => stars.nth(3).isChecked()],
    ["Lijst", () => page.getByRole("combobox").selectOption("3"), async () => (await page.getByRole("combobox").inputValue()) === "3"],
    ["Hoeveel", () => page.getByRole("slider").fill("8"), async () => (await page.getByRole("slider").inputValue()) === "8"],
    ["Getal", () => page.getByRole("textbox").fill("1.5"), async () => (await page.getByRole("textbox").inputValue()) === "1.5"],
  ]
  for (const [text, start, isRestored] of steps) {
    await waitForMessage(page, text)
    await start()
    await page.reload()
    await waitForMessage(page, text)
    await expect.poll(isRestored).toBe(true)
    if (text === "Kleuren") await page.getByRole("checkbox", { name: "Rood" }).check()
    await answer(page).getByRole("button", { name: "Versturen" }).click()
  }
  await expect.poll(() => answersOf(script)).toMatchObject([{ status: "finished", answers: [[1, 2], "2026-02-28", 4, 3, 8, 1.5] }])
  await page.context().close()
})

test("with forced colors, selected stars differ from the others, and the button has a border", { tags: ["long"] }, async () => {
  const script = await publish(
    { type: "question", says: "Sterren", question: { uuid: randomUUID(), type: "starRating" } },
    {
      type: "question",
      says: "Hoeveel",
      question: { uuid: randomUUID(), type: "numeric", options: { hasSlider: true, minimum: 0, maximum: 10 } },
    },
  )
  const page = await visit(linkTo(script))
  await page.emulateMedia({ forcedColors: "active" })
  await waitForMessage(page, "Sterren")
  await page.getByRole("radio").nth(2).press("Space")
  const colorOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf(".star-on")).not.toBe(await colorOf(".star-off"))
  const send = answer(page).getByRole("button", { name: "Versturen" })
  expect(await send.evaluate((element) => getComputedStyle(element).borderBlockStartWidth)).toBe("2px")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await send.click()
  await waitForMessage(page, "Hoeveel")
  expect(await page.getByRole("slider").evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe("none")
  await page.context().close()
})

test("a pasted text longer than any answer may be is rejected immediately, with the limit", { tags: ["long"] }, async () => {
  const script = await publish({ type: "question", says: "Vertel", question: open({ boxSize: "multiline" }) })
  const page = await visit(linkTo(script), { permissions: ["clipboard-read", "clipboard-write"] })
  const box = answer(page).getByRole("textbox")
  await box.fill("Begin")
  await page.evaluate(() => navigator.clipboard.writeText("woorden ".repeat(62_500)))
  await box.focus()
  await page.keyboard.press("Control+v")
  await page.getByRole("alert").getByText("1.024").waitFor()
  await expect.poll(() => box.inputValue()).toBe("Begin")
  await page.context().close()
})

test("an answer given offline is stored, reported as stored, and sent once when the network is back", async () => {
  const script = await publish(
    { type: "question", says: "Hoe heet je?", question: open() },
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Hoe heet je?")
  await page.context().setOffline(true)
  await answer(page).getByRole("textbox").fill("Ann")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("You are offline. Your answer is kept").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await answersOf(script)).toEqual([])
  await page.context().setOffline(false)
  await waitForMessage(page, "Kom je?")
  await answer(page).getByRole("button", { name: "Nee" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: ["Ann", 2] }])
  expect(await log(page).getByText("Ann", { exact: true }).count()).toBe(1)
  await page.context().close()
})

test("going back to a finished chat shows its end and allows a new start; going back to an unfinished one resumes it", {
  tags: ["long"],
}, async () => {
  const ending = {
    type: "end" as const,
    params: { endType: "finished" as const, endAction: "redirect" as const, message: "", url: `${server.address}/login` },
  }
  const script = await publish({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") }, { type: "end", action: ending })
  const page = await visit(`${linkTo(script)}?l=en&__proto__=x&source=mail`)
  await waitForMessage(page, "Kom je?")
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.waitForURL("**/login")
  await page.goBack()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toEqual([{ status: "finished", answers: [1], metadata: { source: "mail" } }])
  const startButton = page.getByRole("button", { name: "Start" })
  // The browser may have restored the page from its back/forward cache.
  if (await startButton.isVisible()) await startButton.click()
  else await page.reload()
  await answer(page).getByRole("button", { name: "Nee" }).waitFor()
  expect(await answersOf(script)).toHaveLength(1)
  // Going back to the unfinished conversation resumes it.
  await page.goto(`${server.address}/login`)
  await page.goBack()
  await answer(page).getByRole("button", { name: "Nee" }).click()
  await page.waitForURL("**/login")
  expect(await answersOf(script)).toMatchObject([{ answers: [1] }, { answers: [2] }])
  await page.context().close()
})

test("an answer in one tab moves the other tab on, and a chat finished in one tab leaves nothing stored by the other", async () => {
  const script = await publish(
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
    { type: "question", says: "Waarom?", question: open() },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const otherTab = await page.context().newPage()
  await waitForMessage(page, "Kom je?")
  await otherTab.goto(`${linkTo(script)}?l=en`)
  await waitForMessage(otherTab, "Kom je?")
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await waitForMessage(page, "Waarom?")
  const tooLate = "This question was already answered in another window or on another device. The chat goes on from that answer."
  expect(await page.getByText(tooLate).count()).toBe(0)
  await answer(otherTab).getByRole("button", { name: "Nee" }).click()
  await waitForMessage(otherTab, "Waarom?")
  await otherTab.getByRole("status").getByText(tooLate).waitFor()
  expect(await findAccessibilityViolations(otherTab)).toEqual([])
  expect(await page.getByText(tooLate).count()).toBe(0)
  expect(await log(otherTab).getByText("Nee").count()).toBe(0)
  await answer(otherTab).getByRole("textbox").fill("half")
  await answer(page).getByRole("textbox").fill("whole")
  await answer(page).getByRole("textbox").press("Enter")
  await page.getByText("This chat has ended").waitFor()
  await otherTab.evaluate(() => window.dispatchEvent(new Event("pagehide")))
  expect(await otherTab.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [1, "whole"] }])
  await page.context().close()
})

test("[Q11] a slider can be sent only after it was moved, pressed in place or set by a key, and shows a hint until then", {
  tags: ["long"],
}, async () => {
  const slider = (options: object): Question => ({ uuid: randomUUID(), type: "numeric", options: { hasSlider: true, ...options } })
  const script = await publish(
    { type: "question", says: "Eerst", question: slider({ minimum: 0, maximum: 10 }) },
    { type: "question", says: "Dan", question: slider({ minimum: 0, maximum: 10 }) },
    { type: "question", says: "Laatst", question: slider({ minimum: 0, maximum: 100 }) },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const [bar, sendButton] = [answer(page).getByRole("slider"), answer(page).getByRole("button", { name: "Send" })]
  const hint = "Move the slider to your answer, or press it to choose its current position"
  const expectUnset = async (says: string) => {
    await waitForMessage(page, says)
    await page.getByText(hint).waitFor()
    expect([await sendButton.isDisabled(), await bar.getAttribute("aria-describedby")]).toEqual([true, "slider-ends slider-hint"])
    await page.keyboard.press("Enter")
  }
  await expectUnset("Eerst")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await bar.click()
  await page.getByText(hint).waitFor({ state: "hidden" })
  await sendButton.click()
  await expectUnset("Dan")
  await bar.press("End")
  await sendButton.click()
  await expectUnset("Laatst")
  await bar.press("Space")
  await sendButton.click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [5, 10, 50] }])
  await page.context().close()
})

test("holding Enter answers only one question, and a text that is too long shows by how much", { tags: ["long"] }, async () => {
  const script = await publish(
    { type: "question", says: "Een", question: choice("Ja", "Nee") },
    { type: "question", says: "Twee", question: choice("Ja", "Nee") },
    { type: "question", says: "Drie", question: open({ maximum: 3 }) },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await answer(page).getByRole("button", { name: "Ja" }).focus()
  await page.keyboard.down("Enter")
  await waitForMessage(page, "Twee")
  await page.waitForFunction(() => document.querySelector("#answer .control:not([hidden]) button:focus") !== null)
  for (let i = 0; i < 5; i++) await page.keyboard.down("Enter")
  await page.keyboard.up("Enter")
  await answer(page).getByRole("button", { name: "Nee" }).click()
  await waitForMessage(page, "Drie")
  await answer(page).getByRole("textbox").fill("12345")
  await answer(page).getByText("2 too many").waitFor()
  expect(await answersOf(script)).toMatchObject([{ answers: [1, 2] }])
  await page.context().close()
})

test("the end of the conversation stays in view unless the respondent scrolls up", { tags: ["long"] }, async () => {
  const long = (n: number): Part => ({ type: "message", says: `${n} ${"Een lange regel. ".repeat(20)}` })
  const script = await publish(
    ...[1, 2, 3, 4, 5].map(long),
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
    { ...long(6), typing_delay: 1.5 },
    { type: "question", says: "Waarom?", typing_delay: 0.1, question: choice("Omdat", "Daarom") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const yes = answer(page).getByRole("button", { name: "Ja" })
  const isInView = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await yes.waitFor()
  await expect.poll(() => isInView(yes)).toBe(true)
  await yes.click()
  await page.locator(".bubble.mine").waitFor()
  await expect.poll(() => isInView(page.locator(".bubble.mine"))).toBe(true)
  // A few lines are enough: the next message must not pull a respondent back who has started to scroll up.
  const scrollUpFromEnd = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement
      if (scrollHeight - clientHeight - window.scrollY >= 1) return 0
      window.scrollBy({ top: -60, behavior: "instant" })
      return window.scrollY
    })
  let top = 0
  await expect
    .poll(async () => {
      top = await scrollUpFromEnd()
      return top
    })
    .toBeGreaterThan(0)
  await answer(page).getByRole("button", { name: "Omdat" }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(top)
  await page.context().close()
})

test("the second of two quick taps answers nothing, because new answers ignore taps at first", { tags: ["long"] }, async () => {
  const script = await publish(
    { type: "question", says: "Een", question: choice("Ja", "Nee") },
    { type: "question", says: "Twee", question: choice("Wel", "Niet") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await answer(page).getByRole("button", { name: "Ja" }).waitFor()
  // Whether a tap would hit the next answer in the first frame that shows it.
  const firstFrame = page.evaluate(
    () =>
      new Promise((resolve) => {
        const checkFrame = () => {
          const nextAnswer = [...document.querySelectorAll("#answer .control:not([hidden]) button")].find(
            (element) => element.textContent === "Wel",
          )
          if (nextAnswer === undefined) return void requestAnimationFrame(checkFrame)
          const { left, top, width, height } = nextAnswer.getBoundingClientRect()
          resolve(document.elementFromPoint(left + width / 2, top + height / 2) === nextAnswer)
        }
        checkFrame()
      }),
  )
  await answer(page).getByRole("button", { name: "Ja" }).click()
  expect(await firstFrame).toBe(false)
  await answer(page).getByRole("button", { name: "Wel" }).click()
  await page.getByText("This chat has ended").waitFor()
  await page.context().close()
})

test("the next question's first choice has the focus, with a ring after a key and without one after a touch", {
  tags: ["long"],
}, async () => {
  const script = await publish(
    { type: "question", says: "Koffie?", question: choice("Ja", "Nee") },
    { type: "question", says: "Thee?", question: choice("Graag", "Liever niet") },
    { type: "question", says: "Water?", question: choice("Bruis", "Plat") },
  )
  const page = await visit(`${linkTo(script)}?l=nl`, { hasTouch: true })
  const outlineOf = async (name: string) => {
    const button = answer(page).getByRole("button", { name })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    return button.evaluate((element) => getComputedStyle(element).outlineStyle)
  }
  await waitForMessage(page, "Koffie?")
  await answer(page).getByRole("button", { name: "Ja" }).tap()
  await waitForMessage(page, "Thee?")
  expect(await outlineOf("Graag")).toBe("none")
  await page.keyboard.press("Enter")
  await waitForMessage(page, "Water?")
  expect(await outlineOf("Bruis")).toBe("solid")
  await page.context().close()
})

test("a rejected answer shows its error at the question and keeps its text and the focus", { tags: ["long"] }, async () => {
  const script = await publish({ type: "question", says: "Je adres?", question: { uuid: randomUUID(), type: "email" } })
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Je adres?")
  const field = answer(page).getByRole("textbox")
  await field.fill("no address")
  await field.press("Enter")
  await page.getByRole("alert").filter({ hasText: "Please enter an email address" }).waitFor()
  expect(await field.inputValue()).toBe("no address")
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field.getAttribute("aria-invalid")).toBe("true")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await field.fill("ann@example.org")
  await field.press("Enter")
  await page.getByText("This chat has ended").waitFor()
  await page.context().close()
})

test("[E9] a chat that goes back to preparation says so, keeps the answers, and continues when it is live again", async () => {
  const script = await publish({ type: "question", says: "Eerst", question: open() }, { type: "question", says: "Dan", question: open() })
  const setState = (state: number) => ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state })
  const page = await visit(`${linkTo(script)}?ref=brief`)
  await answer(page).getByRole("textbox").fill("een")
  await page.keyboard.press("Enter")
  await waitForMessage(page, "Dan")
  await setState(1)
  await answer(page).getByRole("textbox").fill("twee")
  await page.keyboard.press("Enter")
  await page.getByText("nu even niet open").waitFor()
  expect(await log(page).innerText()).toContain("een")
  await page.reload()
  await page.getByRole("heading", { name: "This chat is not open at the moment" }).waitFor()
  await setState(2)
  await page.getByText("Deze chat is afgelopen").waitFor()
  expect(await answersOf(script)).toEqual([{ status: "finished", answers: ["een", "twee"], metadata: { ref: "brief" } }])
  await page.context().close()
})

test("[E15] a chat in preparation says that it is not open yet, and opens when it is live", { tags: ["long"] }, async () => {
  const script = await publish({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
  await ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: 1 })
  const page = await visit(`${linkTo(script)}?l=en`)
  await page.getByRole("heading", { name: "This chat is not open yet" }).waitFor()
  await ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: 2 })
  await page.getByRole("button", { name: "Try again" }).click()
  await waitForMessage(page, "Kom je?")
  await page.context().close()
})

test("closed and unknown chats say so", { tags: ["long"] }, async () => {
  const script = await publish({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Kom je?")
  await ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: 3 })
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.getByRole("heading", { name: "This chat is closed" }).waitFor()
  await page.reload()
  await page.getByRole("heading", { name: "This chat is closed" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.goto(`${linkTo(randomUUID())}?l=en`)
  await page.getByRole("heading", { name: "This chat does not exist" }).waitFor()
  await page.goto(`${server.address}/chat/s/nobodys10c?l=en`)
  await page.getByRole("heading", { name: "This chat does not exist" }).waitFor()
  await page.context().close()
})

test("every question type can be answered by keyboard alone", async () => {
  const common = () => ({ uuid: randomUUID() })
  const questions: ReadonlyArray<readonly [says: string, question: Question, keys: ReadonlyArray<string>, expected: unknown]> = [
    ["Een", choice("Ja", "Nee"), ["Tab", "Enter"], 2],
    ["Lijst", { ...choice("Ja", "Nee"), type: "choice", options: { dropdown: true } }, ["ArrowDown", "Tab", "Enter"], 1],
    ["Zoek", { ...choice("Rood", "Groen", "Blauw"), type: "choice", options: { search: true } }, ["b", "l", "Tab", "Space"], 3],
    ["Meer", { ...common(), type: "multiple", choices: choices("A", "B", "C") }, ["Space", "Tab", "Tab", "Space", "Tab", "Enter"], [1, 3]],
    ["Tekst", open(), ["h", "o", "i", "Enter"], "hoi"],
    ["Getal", { ...common(), type: "numeric", options: { minimum: 0, maximum: 10 } }, ["7", "Enter"], 7],
    [
      "Schuif",
      { ...common(), type: "numeric", options: { minimum: 0, maximum: 10, hasSlider: true } },
      ["ArrowRight", "ArrowRight", "Tab", "Enter"],
      7,
    ],
    ["Geld", { ...common(), type: "currency", options: { minimum: 1, maximum: 100 } }, ["3", ",", "5", "Enter"], 3.5],
    [
      "Sterren",
      { ...common(), type: "starRating", options: { increment: 0.5 } },
      ["Space", "ArrowRight", "ArrowRight", "Tab", "Enter"],
      1.5,
    ],
    ["Gezicht", { ...common(), type: "emoji" }, ["Tab", "Tab", "Enter"], 3],
    ["Aanraden", { ...common(), type: "nps", options: { minimum: 0, maximum: 10 } }, ["Enter"], 0],
    ["Mag weg", { ...open(), skipable: true }, ["Tab", "Enter"], null],
  ]
  const script = await publish(...questions.map(([says, question]) => ({ type: "question" as const, says, question })))
  const page = await visit(`${linkTo(script)}?l=en`, { viewport: { width: 768, height: 900 } })
  await waitForMessage(page, "Een")
  // The first control is reached from the page's start; then the focus stays in the answer area.
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  for (const [says, , keys] of questions) {
    await waitForMessage(page, says)
    await page.waitForFunction(() => document.querySelector("#answer .control:not([hidden]) :focus") !== null)
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: questions.map(([, , , expected]) => expected) }])
  await page.context().close()
})

test("chosen files are uploaded, can be removed, and are sent as the answer", async () => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
  const file = (name: string) => ({ name, mimeType: "image/png", buffer: png })
  const script = await publish({
    type: "question",
    says: "Een foto?",
    question: { uuid: randomUUID(), type: "file", options: { fileUploadLibraryText: "Album" } },
  })
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Een foto?")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await answer(page)
    .getByLabel("Album")
    .setInputFiles([file("one.png"), file("two.png")])
  await answer(page).getByRole("button", { name: "Remove one.png" }).click()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [[expect.stringMatching(/\.png$/)]] }])
  await page.context().close()
})

test("a rejected file shows the accepted types while the others upload, and uploaded files survive a reload", {
  tags: ["long"],
}, async () => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
  const script = await publish({
    type: "question",
    says: "Een foto?",
    question: { uuid: randomUUID(), type: "file", options: { extensions: ["png"], fileUploadLibraryText: "Album" } },
  })
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Een foto?")
  const album = answer(page).getByLabel("Album")
  await album.focus()
  await album.setInputFiles([
    { name: "one.png", mimeType: "image/png", buffer: png },
    { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
    { name: "two.png", mimeType: "image/png", buffer: png },
  ])
  await page.getByRole("alert").filter({ hasText: "Please choose a file of one of these types: png" }).waitFor()
  await answer(page).getByRole("button", { name: "Remove two.png" }).waitFor()
  expect(await answer(page).getByRole("listitem").count()).toBe(2)
  await answer(page).getByRole("button", { name: "Remove one.png" }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("answer")
  await page.reload()
  await answer(page).getByRole("button", { name: "Remove two.png" }).waitFor()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [[expect.stringMatching(/two\.png$/)]] }])
  await page.context().close()
})

test("searchable choices are as tall as their texts, and their list fades out until its end is in view", { tags: ["long"] }, async () => {
  const long = "The department of education, culture, the sciences and the arts, of the co-ordination of building permits and of monuments"
  const texts = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? `${long} ${i}` : `Sales ${i}`))
  const single: Question = { ...choice(...texts), type: "choice", options: { search: true } }
  const multiple: Question = { uuid: randomUUID(), type: "multiple", choices: choices(...texts), options: { search: true } }
  const script = await publish(
    { type: "question", says: "Where?", question: single },
    { type: "question", says: "Where else?", question: multiple },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const list = answer(page).getByRole("group")
  /** The number of choices whose text overflows, and the height of the fade at the end of the list. */
  const measure = () =>
    list.evaluate((all) => ({
      cut: [...all.querySelectorAll(".choice")].filter((element) => {
        const text = element.querySelector("span")?.getBoundingClientRect()
        const { top, bottom } = element.getBoundingClientRect()
        return text === undefined || text.top < top || text.bottom > bottom
      }).length,
      fade: Number.parseFloat(/[\d.]+(?=px)/.exec(getComputedStyle(all).maskImage)?.[0] ?? "0"),
    }))
  for (const question of ["Where?", "Where else?"]) {
    await waitForMessage(page, question)
    await expect.poll(measure).toEqual({ cut: 0, fade: 40 })
    await list.evaluate((all) => all.scrollTo(0, all.scrollHeight))
    await expect.poll(measure).toEqual({ cut: 0, fade: 0 })
    await answer(page).getByRole("searchbox").fill("Sales 11")
    await list.getByText("Sales 1", { exact: true }).waitFor({ state: "detached" })
    await expect.poll(measure).toEqual({ cut: 0, fade: 0 })
    if (question === "Where?") await list.getByRole("button").click()
  }
  await page.context().close()
})

test("a script of the page that fails to load shows an error in the respondent's language and can be retried", {
  tags: ["long"],
}, async () => {
  const script = await publish({ type: "question", says: "Kleur?", question: open() })
  // Options that no other page has: a context that is used again has the scripts in its memory cache.
  const visitWithoutCache = (key: string) => visit("about:blank", { extraHTTPHeaders: { "x-aborted-script": key } })
  const address = `${linkTo(script)}?l=fr`
  const page = await visitWithoutCache("none")
  const scripts = new Set<string>()
  page.on("request", (request) => {
    if (request.resourceType() === "script" && !request.url().includes("/chat-first-")) scripts.add(request.url())
  })
  await page.goto(address)
  await waitForMessage(page, "Kleur?")
  await page.context().close()
  expect(scripts.size).toBeGreaterThan(2)
  for (const part of scripts) {
    const page = await visitWithoutCache(part)
    await page.route(part, (route) => route.abort())
    await page.goto(address)
    await page.getByRole("heading", { name: "La page n’a pas pu être chargée" }).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.unroute(part)
    await page.getByRole("button", { name: "Réessayer" }).click()
    await waitForMessage(page, "Kleur?")
    await page.context().close()
  }
})

test("Enter in the search field of choices does not send the answer", { tags: ["long"] }, async () => {
  const question: Question = { uuid: randomUUID(), type: "multiple", choices: choices("Rood", "Groen", "Blauw"), options: { search: true } }
  const script = await publish({ type: "question", says: "Kleuren?", question })
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Kleuren?")
  await answer(page).getByRole("checkbox", { name: "Rood" }).check()
  await answer(page).getByRole("searchbox").fill("bl")
  await answer(page).getByRole("searchbox").press("Enter")
  await answer(page).getByRole("checkbox", { name: "Blauw" }).check()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ answers: [[1, 3]] }])
  await page.context().close()
})

test("the focus stays in the chat when its button disappears, and a question without text has an accessible name", {
  tags: ["long"],
}, async () => {
  const ending = {
    type: "end" as const,
    params: { endType: "finished" as const, endAction: "redirect" as const, message: "", url: `${server.address}/login` },
  }
  const script = await publish({ type: "message", says: "Dag" }, { type: "end", action: ending })
  const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  const page = await visit(`${server.address}/chat/s/${link?.code}?l=en`)
  await page.getByRole("button", { name: "Start" }).press("Enter")
  await page.getByRole("status").getByText("You are taken on to another page.").waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("answer")
  await page.keyboard.press("Tab")
  expect(await page.getByRole("link", { name: "Go on" }).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.context().close()

  const withoutText = await publish({ type: "message", says: "Hoe was het?" }, { type: "question", question: open() })
  const otherPage = await visit(`${linkTo(withoutText)}?l=en`)
  await otherPage.getByRole("textbox", { name: "Your answer" }).waitFor()
  expect(await findAccessibilityViolations(otherPage)).toEqual([])
  await otherPage.context().close()
})

test("videos play inside the chat, and a video's host gets no request before the respondent plays it", { tags: ["long"] }, async () => {
  const script = await publish(
    { type: "video", says: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
    { type: "video", says: "https://films.example/film.webm" },
    { type: "video", says: "https://example.org/talk" },
    { type: "question", says: "Gezien?", question: choice("Ja", "Nee") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const requestedUrls: Array<string> = []
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    requestedUrls.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<h1>A player</h1>" })
  })
  await page.reload()
  await answer(page).getByRole("button", { name: "Ja" }).waitFor()
  expect(requestedUrls).toEqual([])
  expect(await log(page).locator("video").getAttribute("src")).toBe("https://films.example/film.webm")
  expect(await log(page).getByRole("link", { name: "Open the video" }).last().getAttribute("href")).toBe("https://example.org/talk")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await log(page).getByRole("button", { name: "Play the video from YouTube" }).click()
  await log(page).frameLocator("iframe").getByRole("heading", { name: "A player" }).waitFor()
  expect(requestedUrls).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0"])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.context().close()
})

test("a payment shows the amount and that it cannot be paid here, and the chat continues", { tags: ["long"] }, async () => {
  const gift: Question = { uuid: randomUUID(), type: "currency", options: { minimum: 1, maximum: 100, currency: 1 } }
  const [ask, pay, done] = createInstructions(
    { type: "question", says: "Hoeveel?", question: gift },
    { type: "action", says: "Uw bijdrage" },
    { type: "message", says: "Dank u" },
  )
  if (ask === undefined || pay === undefined || done === undefined) throw new Error("no script")
  const action = { type: "payment" as const, params: { environment: "staging" as const, amount: ask.uuid } }
  const script = await createLiveScript(ada, "acme", [ask, { ...pay, action }, done])
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Hoeveel?")
  await answer(page).getByRole("textbox").fill("12,5")
  await answer(page).getByRole("textbox").press("Enter")
  await waitForMessage(page, "To pay: €12.50")
  await waitForMessage(page, "Payments cannot be made here.")
  await waitForMessage(page, "Dank u")
  await page.getByText("This chat has ended").waitFor()
  await page.context().close()
})

test("a personal link starts its conversation with the first answer, not when it is opened", async () => {
  const script = await publish({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
  const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  if (link?.code === undefined) throw new Error("no link")
  const page = await visit(`${server.address}/chat/s/${link.code}?l=en`)
  await waitForMessage(page, "Kom je?")
  const readConversation = () =>
    server.database.db.selectFrom("conversations").select("started_at").where("script_id", "=", script).executeTakeFirstOrThrow()
  expect((await readConversation()).started_at).toBe(null)
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect((await readConversation()).started_at).not.toBe(null)
  await page.context().close()
})

describe("appearance", () => {
  test("uses the community's colors, shapes and side menu", async () => {
    const acme = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    const style = { web: [{ "abbi-message_background-color": "#112233ff" }, { "message_border-radius": "2em" }], stats: [] }
    await server.addUser("root", { [acme.id]: "ROLE_ADMIN" })
    const administrator = await server.signedIn("root")
    expect((await administrator.send("POST", `/api/communities/${acme.id}/style`, style)).status).toBe(200)
    const menu = {
      links: [
        { content: "Privacybeleid", translations: [{ locale: "en", content: "Privacy policy" }], url: "https://example.org/privacy" },
      ],
    }
    expect((await administrator.send("PATCH", `/api/communities/${acme.id}/sidemenu`, menu)).status).toBe(200)
    const script = await publish({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
    const page = await visit(`${linkTo(script)}?l=en`)
    await waitForMessage(page, "Kom je?")
    const bubble = log(page).locator(".theirs").first()
    expect(
      await bubble.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).borderTopLeftRadius]),
    ).toEqual(["rgb(17, 34, 51)", "32px"])
    await page.getByRole("button", { name: "Menu" }).click()
    const dialog = page.getByRole("dialog", { name: "Menu" })
    expect(await dialog.getByRole("link", { name: "Privacy policy" }).getAttribute("href")).toBe("https://example.org/privacy")
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await page.context().close()
    await administrator.send("POST", `/api/communities/${acme.id}/style`, { web: [], stats: [] })
  })

  test("supports every language, Arabic from right to left, and fits the smallest phone", { tags: ["long"] }, async () => {
    const question: Question = {
      ...choice("Een heel lang antwoord dat niet op een regel past", "Nee"),
      type: "choice",
      options: { columns: 3 },
    }
    const script = await publish(
      { type: "message", says: "Eenwoorddatveellangerisdaneensmallephoneschermdathetmoetafbreken" },
      { type: "question", says: "Kom je?", question: { ...question, skipable: true } },
    )
    const skip = { nl: "Overslaan", en: "Skip", fr: "Passer", de: "Überspringen", it: "Salta", es: "Omitir", ar: "تخطٍّ", ru: "Пропустить" }
    for (const [language, word] of Object.entries(skip)) {
      const page = await visit(`${linkTo(script)}?l=${language}`, { viewport: { width: 320, height: 640 } })
      await page.getByRole("button", { name: word, exact: true }).waitFor()
      expect(
        await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth]),
      ).toEqual([language, language === "ar" ? "rtl" : "ltr", 320])
      if (language === "ar") expect(await findAccessibilityViolations(page)).toEqual([])
      // Texts that exist only in Dutch are marked and laid out as Dutch.
      const written = [log(page).getByText("Kom je?"), page.getByText("Nee", { exact: true })]
      for (const locator of written)
        expect(
          await locator.evaluate((element) => [element.closest("[lang]")?.getAttribute("lang"), getComputedStyle(element).direction]),
        ).toEqual(["nl", "ltr"])
      await page.context().close()
    }
  })
})

test("[Q5] a message says that a typed day does not exist", { tags: ["long"] }, async () => {
  const script = await publish({ type: "question", says: "Dag", question: { uuid: randomUUID(), type: "date" } })
  const page = await visit(`${linkTo(script)}?l=en`)
  await answer(page).locator("input[type=date]").press("Home")
  await page.keyboard.type("02312026")
  await page.keyboard.press("Enter")
  await answer(page).getByText("There is no such day").waitFor()
  await page.context().close()
})

test("[T13] the calendar of a date field uses the color scheme of its background", { tags: ["long"] }, async () => {
  const script = await publish({ type: "question", says: "Dag", question: { uuid: randomUUID(), type: "date" } })
  const { id } = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
  await server.addUser("painter", { [id]: "ROLE_ADMIN" })
  const administrator = await server.signedIn("painter")
  const schemeIn = async (web: ReadonlyArray<Readonly<Record<string, string>>>) => {
    expect((await administrator.send("POST", `/api/communities/${id}/style`, { web, stats: [] })).status).toBe(200)
    const page = await visit(linkTo(script))
    const field = answer(page).locator("input[type=date]")
    await field.waitFor()
    const scheme = await field.evaluate((element) => getComputedStyle(element).colorScheme)
    await page.context().close()
    return scheme
  }
  expect(await schemeIn([])).toBe("light")
  expect(await schemeIn([{ "input-control_background-color": "#00000000" }, { "chat_background-color": "#0d1117ff" }])).toBe("dark")
  await administrator.send("POST", `/api/communities/${id}/style`, { web: [], stats: [] })
})

test("an image that fails to load shows its alternative text or an error, never an empty bubble", { tags: ["long"] }, async () => {
  const missingImage = `${server.address}/nowhere.png`
  const script = await publish(
    { type: "image", says: `<img src="${missingImage}">` },
    { type: "image", says: `<img src="${missingImage}" alt="Onze winkel">` },
    { type: "question", says: "Kom je?", question: choice("Ja") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await waitForMessage(page, "Kom je?")
  await log(page).getByRole("img", { name: "The image could not be loaded" }).waitFor()
  await log(page).getByRole("img", { name: "Onze winkel" }).waitFor()
  const shown = await log(page)
    .getByRole("img")
    .evaluateAll((all) => all.map((element) => element.clientWidth > 60 && element.clientHeight > 10))
  expect(shown).toEqual([true, true])
  await page.context().close()
})

test("a preview shows the style sent by the console in every scenario, and ignores messages from other windows", {
  tags: ["long"],
}, async () => {
  const page = await visit(`${server.address}/home`)
  const frame = page.frameLocator("#preview")
  const ready = await page.evaluate(
    (address) =>
      new Promise((done) => {
        addEventListener("message", ({ data }) => done(data), { once: true })
        const element = Object.assign(document.createElement("iframe"), {
          id: "preview",
          src: address,
          title: "Preview",
          width: 390,
          height: 800,
        })
        document.body.replaceChildren(element)
      }),
    `${server.address}/chat/acme/preview?l=en`,
  )
  expect(parsePreviewAnswer(ready)).toEqual(previewReady)
  const show = (message: ChatPreview) =>
    page.evaluate((data) => document.querySelector("iframe")?.contentWindow?.postMessage(data, window.origin), message)
  const controls = {
    choice: frame.getByRole("checkbox").first(),
    dropdown: frame.getByRole("combobox"),
    openAnswer: frame.getByRole("textbox"),
    invalid: frame.getByText("Please write at least 20 characters"),
    actionsEnabled: frame.locator("button.primary:enabled"),
    actionsDisabled: frame.locator("button.primary:disabled"),
    slider: frame.getByRole("slider"),
    starRating: frame.getByRole("radio").first(),
    sideMenu: frame.locator("dialog[open]"),
  }
  for (const scenario of scenarios.chat) {
    await show({ type: "preview.show", sheet: { "abbi-message_background-color": "#123456ff" }, scenario, told: 3 })
    await controls[scenario].waitFor({ state: "attached" })
  }
  const bubble = frame.locator(".theirs").first()
  await expect.poll(() => bubble.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(18, 52, 86)")
  expect(await frame.locator(".bubble.theirs").count()).toBe(5)
  // Messages from the preview's own page are ignored.
  await frame.locator("body").evaluate((_, data) => window.postMessage(data, window.origin), { ...initialChatPreview, told: 0 })
  await show({ ...initialChatPreview, told: 4 })
  await expect.poll(() => frame.locator(".bubble.theirs:not(.typing)").count()).toBe(6)
  await page.context().close()
})

test("no page logged an error or violated its content security policy", () => {
  expect(pageErrors).toEqual([])
})

test("answering after the chat's data were cleared says that the answers are gone and allows a new start", { tags: ["long"] }, async () => {
  const script = await publish(
    { type: "question", question: open(), says: "First?" },
    { type: "question", question: open(), says: "Second?" },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const sendAnswer = async (text: string) => {
    await answer(page).getByRole("textbox").fill(text)
    await answer(page).getByRole("button", { name: "Send" }).click()
  }
  await waitForMessage(page, "First?")
  await sendAnswer("one")
  await waitForMessage(page, "Second?")
  const data = createConversationsApi(ada.api())
  const { token } = await data.fetchClearDataToken({ community: "acme", uuid: script })
  await data.clearData({ community: "acme", uuid: script, token })
  await sendAnswer("two")
  await page.getByRole("heading", { name: "Your answers are no longer here" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Begin anew" }).click()
  await waitForMessage(page, "First?")
  await sendAnswer("again")
  await waitForMessage(page, "Second?")
  expect((await answersOf(script)).map(({ answers }) => answers)).toEqual([["again"]])
})
