// The respondents' chat in a real browser on the real server: a phone's screen, a reload, a lost connection, a keyboard, eight languages.
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { conversationsApi } from "../../adapters/api/conversations-api.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { type ChatPreview, initialChatPreview, parsePreviewAnswer, previewReady } from "../../domain/style/preview-protocol.ts"
import { scenarios } from "../../domain/style/style-sections.ts"
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"
import { axe } from "./axe.ts"
import { launch } from "./chromium.ts"

let server: TestServer
let browser: Browser
let ada: Visitor
/** What no page may say to its console. */
const broken: Array<string> = []

beforeAll(async () => {
  await buildStaleTargets(["chat", "console", "stats"])
  server = await startTestServer()
  browser = await launch()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  ada = await server.signedIn("ada")
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const phone = { width: 390, height: 844 }
const linkTo = (script: string) => `${server.address}/chat/acme/chat/${script}/anonymous`

const visit = async (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: phone, reducedMotion: "reduce", ...options })
  const page = await context.newPage()
  page.on("pageerror", (error) => broken.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource")) broken.push(message.text())
  })
  await page.goto(address)
  return page
}

const log = (page: Page): Locator => page.getByRole("log")
const answer = (page: Page): Locator => page.getByRole("region", { name: /Your answer|Je antwoord/ })
const asked = (page: Page, text: string): Promise<void> => log(page).getByText(text).waitFor()

const choices = (...texts: ReadonlyArray<string>) =>
  texts.map((content, i) => ({ uuid: randomUUID(), value: i + 1, order: i, translation: { locale: "nl", content } }))
const choice = (...texts: ReadonlyArray<string>): Question => ({ uuid: randomUUID(), type: "choice", choices: choices(...texts) })
const open = (options: object = {}): Question => ({ uuid: randomUUID(), type: "open", options: { boxSize: "singleline", ...options } })
type Part = Partial<Instruction> & Pick<Instruction, "type"> & { readonly says?: string }
const live = (...all: ReadonlyArray<Part>): Promise<ScriptId> => makeLive(ada, "acme", instructionsOf(...all))
const answersOf = async (uuid: ScriptId) =>
  (await conversationsApi(ada.api()).exportPage({ community: "acme", uuid, limit: 10, after: null })).items.map(
    ({ status, answers, metadata }) => ({
      status,
      answers: Object.values(answers),
      metadata,
    }),
  )

/** The console as a member of the community has it, where the chats are. */
const consoleAt = async (path: string): Promise<Page> => {
  const page = await visit(`${server.address}/login?next=${encodeURIComponent(path)}`, { viewport: { width: 1440, height: 900 } })
  await page.getByLabel("Username").fill("ada")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  return page
}

test("from the console's link a respondent finishes the demo script on a phone, the statistics show it within two seconds, the export holds it; nothing stays on the phone", async () => {
  const demo: { readonly payload: { readonly instructions: ReadonlyArray<Instruction> } } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../adapters/server/demo/customer-satisfaction.en.json"), "utf8"),
  )
  // Its pauses are for readers.
  const script = await makeLive(
    ada,
    "acme",
    demo.payload.instructions.map((it) => ({ ...it, typing_delay: it.typing_delay / 20 })),
  )
  const staff = await consoleAt("/chats/acme")
  const linkNamed = (name: string) =>
    staff
      .getByRole("link", { name })
      .and(staff.locator(`[href*="${script}"]`))
      .getAttribute("href")
  const statistics = await visit(`${await linkNamed("Live statistics")}?l=en`)
  const page = await visit(`${await linkNamed("Open chat")}?l=en&source=mail`)
  const clear = async () => expect(await axe(page)).toEqual([])
  await asked(page, "What may we call you?")
  await clear()
  await answer(page).getByRole("textbox").fill("Ann")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await asked(page, "Ann, was this your first visit to us?")
  await clear()
  await answer(page).getByRole("button", { name: "No, I have been before" }).click()
  await asked(page, "What brought you here?")
  await clear()
  await answer(page).getByRole("checkbox", { name: "For advice" }).check()
  await answer(page).getByRole("checkbox", { name: "To buy something" }).check()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await asked(page, "Did the advice help you?")
  await answer(page).getByRole("button").first().click()
  await asked(page, "How did you feel when you left?")
  await clear()
  await answer(page).getByRole("button", { name: "Very satisfied" }).click()
  await asked(page, "How many stars would you give our staff?")
  await clear()
  await answer(page).getByRole("radio", { name: "4.5 of 5 stars" }).check({ force: true })
  await answer(page).getByRole("button", { name: "Send" }).click()
  await asked(page, "How likely are you to recommend us")
  await clear()
  await answer(page).getByRole("button", { name: "10", exact: true }).click()
  await asked(page, "What a lovely score!")
  await answer(page).getByRole("textbox").fill("The coffee.\nAnd the people.")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  const finished = statistics.getByRole("region", { name: "Live statistics" }).getByText(/^1\s*Finished$|^Finished\s*1$/)
  await finished.waitFor({ timeout: 2000 })
  await statistics.getByText("NPS: 100").waitFor()
  await clear()
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
  const saving = staff.waitForEvent("download", (it) => it.suggestedFilename().endsWith("_export.csv"))
  await staff.getByRole("region", { name: "Export", exact: true }).getByRole("button", { name: "Export CSV", exact: true }).click()
  const [headings = [], ...rows] = readCsv(readFileSync(await (await saving).path(), "utf8").slice(1))
  expect(rows).toHaveLength(1)
  const cell = (heading: RegExp) => rows[0]?.[headings.findIndex((it) => heading.test(it))]
  expect([cell(/^Status$/), cell(/^source$/)]).toEqual(["finished", "mail"])
  expect(rows[0]).toEqual(expect.arrayContaining(["Ann", "The coffee.\nAnd the people."]))
  for (const it of [staff, statistics, page]) await it.context().close()
})

test("a reload in the middle goes on where it was, with all that was said", async () => {
  const script = await live(
    { type: "message", says: "Dag", typing_delay: 0.2 },
    { type: "question", says: "Hoe heet je?", question: open() },
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
  )
  const page = await visit(`${linkTo(script)}?l=nl`)
  await asked(page, "Hoe heet je?")
  await answer(page).getByRole("textbox").fill("Ann")
  await page.reload()
  await expect.poll(() => answer(page).getByRole("textbox").inputValue()).toBe("Ann")
  await answer(page).getByRole("textbox").press("Enter")
  await asked(page, "Kom je?")
  const before = await log(page).innerText()
  await page.reload()
  await answer(page).getByRole("button", { name: "Ja" }).waitFor()
  expect(await log(page).innerText()).toBe(before)
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.getByText("Deze chat is afgelopen").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: ["Ann", 1] }])
  await page.context().close()
})

test("[E9] what is wrong with an answer is said without the network too, each time, and still after a reload", async () => {
  const script = await live({ type: "question", says: "Hoeveel", question: { uuid: randomUUID(), type: "numeric" } })
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Hoeveel")
  await page.context().setOffline(true)
  const problem = answer(page).getByRole("alert").filter({ hasText: "Please enter a number" })
  await page.getByRole("textbox").fill("abc")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await problem.waitFor()
  const first = await problem.elementHandle()
  await answer(page).getByRole("button", { name: "Send" }).click()
  // A message that comes anew is read out anew.
  await expect.poll(() => first?.evaluate((it) => it.isConnected)).toBe(false)
  await problem.waitFor()
  expect(await page.getByText("You are offline").count()).toBe(0)
  await page.context().setOffline(false)
  await page.reload()
  await asked(page, "Hoeveel")
  await problem.waitFor()
  expect(await page.getByRole("textbox").inputValue()).toBe("abc")
  await page.getByRole("textbox").fill("12")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await expect.poll(() => answersOf(script)).toMatchObject([{ answers: [12] }])
  await page.context().close()
})

test("[E9] whatever was begun is there again after a reload: ticks, a date, stars, a choice of a list, a slider, a number", async () => {
  const chosen = { choices: choices("Rood", "Groen", "Blauw") }
  const script = await live(
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
  const steps: ReadonlyArray<readonly [says: string, begin: () => Promise<unknown>, isThere: () => Promise<unknown>]> = [
    ["Kleuren", () => green.check(), () => green.isChecked()],
    ["Dag", () => day.fill("2026-02-28"), async () => (await day.inputValue()) === "2026-02-28"],
    ["Sterren", () => stars.nth(3).press("Space"), () => stars.nth(3).isChecked()],
    ["Lijst", () => page.getByRole("combobox").selectOption("3"), async () => (await page.getByRole("combobox").inputValue()) === "3"],
    ["Hoeveel", () => page.getByRole("slider").fill("8"), async () => (await page.getByRole("slider").inputValue()) === "8"],
    ["Getal", () => page.getByRole("textbox").fill("1.5"), async () => (await page.getByRole("textbox").inputValue()) === "1.5"],
  ]
  for (const [says, begin, isThere] of steps) {
    await asked(page, says)
    await begin()
    await page.reload()
    await asked(page, says)
    await expect.poll(isThere).toBe(true)
    if (says === "Kleuren") await page.getByRole("checkbox", { name: "Rood" }).check()
    await answer(page).getByRole("button", { name: "Versturen" }).click()
  }
  await expect.poll(() => answersOf(script)).toMatchObject([{ status: "finished", answers: [[1, 2], "2026-02-28", 4, 3, 8, 1.5] }])
  await page.context().close()
})

test("in the colours that a system forces, given stars differ from others, and the button has an edge", async () => {
  const script = await live(
    { type: "question", says: "Sterren", question: { uuid: randomUUID(), type: "starRating" } },
    {
      type: "question",
      says: "Hoeveel",
      question: { uuid: randomUUID(), type: "numeric", options: { hasSlider: true, minimum: 0, maximum: 10 } },
    },
  )
  const page = await visit(linkTo(script))
  await page.emulateMedia({ forcedColors: "active" })
  await asked(page, "Sterren")
  await page.getByRole("radio").nth(2).press("Space")
  const colour = (place: string) =>
    page
      .locator(place)
      .first()
      .evaluate((it) => getComputedStyle(it).color)
  expect(await colour(".star-on")).not.toBe(await colour(".star-off"))
  const send = answer(page).getByRole("button", { name: "Versturen" })
  expect(await send.evaluate((it) => getComputedStyle(it).borderBlockStartWidth)).toBe("2px")
  expect(await axe(page)).toEqual([])
  await send.click()
  await asked(page, "Hoeveel")
  expect(await page.getByRole("slider").evaluate((it) => getComputedStyle(it).forcedColorAdjust)).toBe("none")
  await page.context().close()
})

test("a text that no question takes is not taken in, and it is said at once how long one can be", async () => {
  const script = await live({ type: "question", says: "Vertel", question: open({ boxSize: "multiline" }) })
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

test("an answer given offline is kept, said to be kept, and sent once when the network is back", async () => {
  const script = await live(
    { type: "question", says: "Hoe heet je?", question: open() },
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Hoe heet je?")
  await page.context().setOffline(true)
  await answer(page).getByRole("textbox").fill("Ann")
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("You are offline. Your answer is kept").waitFor()
  expect(await axe(page)).toEqual([])
  expect(await answersOf(script)).toMatchObject([{ answers: [] }])
  await page.context().setOffline(false)
  await asked(page, "Kom je?")
  await answer(page).getByRole("button", { name: "Nee" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: ["Ann", 2] }])
  expect(await log(page).getByText("Ann", { exact: true }).count()).toBe(1)
  await page.context().close()
})

test("who goes back to a chat that ended and led elsewhere finds its end, and can begin anew; nobody is counted twice", async () => {
  const ending = {
    type: "end" as const,
    params: { endType: "finished" as const, endAction: "redirect" as const, message: "", url: `${server.address}/login` },
  }
  const script = await live({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") }, { type: "end", action: ending })
  const page = await visit(`${linkTo(script)}?l=en&__proto__=x&source=mail`)
  await asked(page, "Kom je?")
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.waitForURL("**/login")
  await page.goBack()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toEqual([{ status: "finished", answers: [1], metadata: { source: "mail" } }])
  const again = page.getByRole("button", { name: "Start" })
  // A browser may have kept the page as it was left.
  if (await again.isVisible()) await again.click()
  else await page.reload()
  await answer(page).getByRole("button", { name: "Nee" }).waitFor()
  expect(await answersOf(script)).toHaveLength(2)
  // And finds that one, who goes back while it goes on.
  await page.goto(`${server.address}/login`)
  await page.goBack()
  await answer(page).getByRole("button", { name: "Nee" }).waitFor()
  expect(await answersOf(script)).toHaveLength(2)
  await page.context().close()
})

test("of two tabs with one chat the other goes on from what was answered; of one that ended in a tab, the other keeps nothing", async () => {
  const script = await live(
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
    { type: "question", says: "Waarom?", question: open() },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const other = await page.context().newPage()
  await asked(page, "Kom je?")
  await other.goto(`${linkTo(script)}?l=en`)
  await asked(other, "Kom je?")
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await asked(page, "Waarom?")
  const tooLate = "This question was already answered in another window or on another device. The chat goes on from that answer."
  expect(await page.getByText(tooLate).count()).toBe(0)
  await answer(other).getByRole("button", { name: "Nee" }).click()
  await asked(other, "Waarom?")
  await other.getByRole("status").getByText(tooLate).waitFor()
  expect(await axe(other)).toEqual([])
  expect(await page.getByText(tooLate).count()).toBe(0)
  expect(await log(other).getByText("Nee").count()).toBe(0)
  await answer(other).getByRole("textbox").fill("half")
  await answer(page).getByRole("textbox").fill("whole")
  await answer(page).getByRole("textbox").press("Enter")
  await page.getByText("This chat has ended").waitFor()
  await other.evaluate(() => window.dispatchEvent(new Event("pagehide")))
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [1, "whole"] }])
  await page.context().close()
})

test("[Q11] a slider is sent once it was set: moved, pressed where it stands, or by a key that would move it; it says so until then", async () => {
  const slider = (options: object): Question => ({ uuid: randomUUID(), type: "numeric", options: { hasSlider: true, ...options } })
  const script = await live(
    { type: "question", says: "Eerst", question: slider({ minimum: 0, maximum: 10 }) },
    { type: "question", says: "Dan", question: slider({ minimum: 0, maximum: 10 }) },
    { type: "question", says: "Laatst", question: slider({ minimum: 0, maximum: 100 }) },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const [bar, sends] = [answer(page).getByRole("slider"), answer(page).getByRole("button", { name: "Send" })]
  const hint = "Move the slider to your answer, or press it where it stands"
  const unset = async (says: string) => {
    await asked(page, says)
    await page.getByText(hint).waitFor()
    expect([await sends.isDisabled(), await bar.getAttribute("aria-describedby")]).toEqual([true, "slider-ends slider-hint"])
    await page.keyboard.press("Enter")
  }
  await unset("Eerst")
  expect(await axe(page)).toEqual([])
  await bar.click()
  await page.getByText(hint).waitFor({ state: "hidden" })
  await sends.click()
  await unset("Dan")
  await bar.press("End")
  await sends.click()
  await unset("Laatst")
  await bar.press("Space")
  await sends.click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [5, 10, 50] }])
  await page.context().close()
})

test("Enter that is held down answers one question; a text that is too long says by how much", async () => {
  const script = await live(
    { type: "question", says: "Een", question: choice("Ja", "Nee") },
    { type: "question", says: "Twee", question: choice("Ja", "Nee") },
    { type: "question", says: "Drie", question: open({ maximum: 3 }) },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await answer(page).getByRole("button", { name: "Ja" }).focus()
  await page.keyboard.down("Enter")
  await asked(page, "Twee")
  await page.waitForFunction(() => document.querySelector("#answer .control:not([hidden]) button:focus") !== null)
  for (let i = 0; i < 5; i++) await page.keyboard.down("Enter")
  await page.keyboard.up("Enter")
  await answer(page).getByRole("button", { name: "Nee" }).click()
  await asked(page, "Drie")
  await answer(page).getByRole("textbox").fill("12345")
  await answer(page).getByText("2 too many").waitFor()
  expect(await answersOf(script)).toMatchObject([{ answers: [1, 2] }])
  await page.context().close()
})

test("the end of the conversation stays in sight, unless its respondent reads what was said before", async () => {
  const long = (n: number): Part => ({ type: "message", says: `${n} ${"Een lange regel. ".repeat(20)}` })
  const script = await live(
    ...[1, 2, 3, 4, 5].map(long),
    { type: "question", says: "Kom je?", question: choice("Ja", "Nee") },
    { ...long(6), typing_delay: 1.5 },
    { type: "question", says: "Waarom?", typing_delay: 0.1, question: choice("Omdat", "Daarom") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const yes = answer(page).getByRole("button", { name: "Ja" })
  const isInSight = (it: Locator) =>
    it.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await yes.waitFor()
  await expect.poll(() => isInSight(yes)).toBe(true)
  await yes.click()
  await page.locator(".bubble.mine").waitFor()
  await expect.poll(() => isInSight(page.locator(".bubble.mine"))).toBe(true)
  await page.mouse.wheel(0, -5000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await answer(page).getByRole("button", { name: "Omdat" }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.context().close()
})

test("the second tap of two quick ones answers nothing: what has just come takes none yet", async () => {
  const script = await live(
    { type: "question", says: "Een", question: choice("Ja", "Nee") },
    { type: "question", says: "Twee", question: choice("Wel", "Niet") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await answer(page).getByRole("button", { name: "Ja" }).waitFor()
  // What is under the finger in the first frame in which the next answers are there, and once they have been there for a while.
  const first = page.evaluate(
    () =>
      new Promise((tell) => {
        const look = () => {
          const next = [...document.querySelectorAll("#answer .control:not([hidden]) button")].find((it) => it.textContent === "Wel")
          if (next === undefined) return void requestAnimationFrame(look)
          const { left, top, width, height } = next.getBoundingClientRect()
          tell(document.elementFromPoint(left + width / 2, top + height / 2) === next)
        }
        look()
      }),
  )
  await answer(page).getByRole("button", { name: "Ja" }).click()
  expect(await first).toBe(false)
  await answer(page).getByRole("button", { name: "Wel" }).click()
  await page.getByText("This chat has ended").waitFor()
  await page.context().close()
})

test("a refused answer says what is wrong at the question, keeps what was written, and has the focus", async () => {
  const script = await live({ type: "question", says: "Je adres?", question: { uuid: randomUUID(), type: "email" } })
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Je adres?")
  const field = answer(page).getByRole("textbox")
  await field.fill("no address")
  await field.press("Enter")
  await page.getByRole("alert").filter({ hasText: "Please enter an email address" }).waitFor()
  expect(await field.inputValue()).toBe("no address")
  expect(await field.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await field.getAttribute("aria-invalid")).toBe("true")
  expect(await axe(page)).toEqual([])
  await field.fill("ann@example.org")
  await field.press("Enter")
  await page.getByText("This chat has ended").waitFor()
  await page.context().close()
})

test("[E9] a chat that goes back to preparation says so to who is in it, keeps what they said, and goes on when it is live again", async () => {
  const script = await live({ type: "question", says: "Eerst", question: open() }, { type: "question", says: "Dan", question: open() })
  const setState = (state: number) => ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state })
  const page = await visit(`${linkTo(script)}?ref=brief`)
  await answer(page).getByRole("textbox").fill("een")
  await page.keyboard.press("Enter")
  await asked(page, "Dan")
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

test("closed chats say so, unknown ones too", async () => {
  const script = await live({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Kom je?")
  await ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: 3 })
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.getByRole("heading", { name: "This chat is closed" }).waitFor()
  await page.reload()
  await page.getByRole("heading", { name: "This chat is closed" }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto(`${linkTo(randomUUID())}?l=en`)
  await page.getByRole("heading", { name: "This chat does not exist" }).waitFor()
  await page.goto(`${server.address}/chat/s/nobodys10c?l=en`)
  await page.getByRole("heading", { name: "This chat does not exist" }).waitFor()
  await page.context().close()
})

test("every kind of question is answered with the keyboard alone", async () => {
  const common = () => ({ uuid: randomUUID() })
  const kinds: ReadonlyArray<readonly [says: string, question: Question, keys: ReadonlyArray<string>, kept: unknown]> = [
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
  const script = await live(...kinds.map(([says, question]) => ({ type: "question" as const, says, question })))
  const page = await visit(`${linkTo(script)}?l=en`, { viewport: { width: 768, height: 900 } })
  await asked(page, "Een")
  // The first control is reached from the page's start; then the focus stays in the answer area.
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  for (const [says, , keys] of kinds) {
    await asked(page, says)
    await page.waitForFunction(() => document.querySelector("#answer .control:not([hidden]) :focus") !== null)
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: kinds.map(([, , , kept]) => kept) }])
  await page.context().close()
})

test("files are sent as they are picked, can be taken back, and answered with", async () => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
  const file = (name: string) => ({ name, mimeType: "image/png", buffer: png })
  const script = await live({
    type: "question",
    says: "Een foto?",
    question: { uuid: randomUUID(), type: "file", options: { fileUploadLibraryText: "Album" } },
  })
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Een foto?")
  expect(await axe(page)).toEqual([])
  await answer(page)
    .getByLabel("Album")
    .setInputFiles([file("one.png"), file("two.png")])
  await answer(page).getByRole("button", { name: "Remove one.png" }).click()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ status: "finished", answers: [[expect.stringMatching(/\.png$/)]] }])
  await page.context().close()
})

test("files that are refused are told with what is taken, the others come; after a reload those that were sent are there", async () => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
  const script = await live({
    type: "question",
    says: "Een foto?",
    question: { uuid: randomUUID(), type: "file", options: { extensions: ["png"], fileUploadLibraryText: "Album" } },
  })
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Een foto?")
  const album = answer(page).getByLabel("Album")
  await album.focus()
  await album.setInputFiles([
    { name: "one.png", mimeType: "image/png", buffer: png },
    { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
    { name: "two.png", mimeType: "image/png", buffer: png },
  ])
  await page.getByRole("alert").filter({ hasText: "Please choose a file of one of these kinds: png" }).waitFor()
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

test("choices that are searched are as high as their texts, and their list shows that it goes on until its end is seen", async () => {
  const long = "The department of education, culture, the sciences and the arts, of the co-ordination of building permits and of monuments"
  const texts = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? `${long} ${i}` : `Sales ${i}`))
  const one: Question = { ...choice(...texts), type: "choice", options: { search: true } }
  const some: Question = { uuid: randomUUID(), type: "multiple", choices: choices(...texts), options: { search: true } }
  const script = await live({ type: "question", says: "Where?", question: one }, { type: "question", says: "Where else?", question: some })
  const page = await visit(`${linkTo(script)}?l=en`)
  const list = answer(page).getByRole("group")
  /** Where a text goes over the edge of its choice, and how far the end of the list fades. */
  const seen = () =>
    list.evaluate((all) => ({
      cut: [...all.querySelectorAll(".choice")].filter((it) => {
        const text = it.querySelector("span")?.getBoundingClientRect()
        const { top, bottom } = it.getBoundingClientRect()
        return text === undefined || text.top < top || text.bottom > bottom
      }).length,
      fade: Number.parseFloat(/[\d.]+(?=px)/.exec(getComputedStyle(all).maskImage)?.[0] ?? "0"),
    }))
  for (const question of ["Where?", "Where else?"]) {
    await asked(page, question)
    await expect.poll(seen).toEqual({ cut: 0, fade: 40 })
    await list.evaluate((all) => all.scrollTo(0, all.scrollHeight))
    await expect.poll(seen).toEqual({ cut: 0, fade: 0 })
    await answer(page).getByRole("searchbox").fill("Sales 11")
    await list.getByText("Sales 1", { exact: true }).waitFor({ state: "detached" })
    await expect.poll(seen).toEqual({ cut: 0, fade: 0 })
    if (question === "Where?") await list.getByRole("button").click()
  }
  await page.context().close()
})

test("a part of the page that does not come is told in the respondent's language, and asked for again", async () => {
  const script = await live({ type: "question", says: "Kleur?", question: open() })
  for (const part of [/\/Transcript-/, /\/main-/, /\/fr-/, /\/json-parser-/]) {
    const page = await visit("about:blank")
    await page.route(part, (route) => route.abort())
    await page.goto(`${linkTo(script)}?l=fr`)
    await page.getByRole("heading", { name: "La page n’a pas pu être chargée" }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.unroute(part)
    await page.getByRole("button", { name: "Réessayer" }).click()
    await asked(page, "Kleur?")
    await page.context().close()
  }
})

test("Enter in the search among choices sends nothing", async () => {
  const question: Question = { uuid: randomUUID(), type: "multiple", choices: choices("Rood", "Groen", "Blauw"), options: { search: true } }
  const script = await live({ type: "question", says: "Kleuren?", question })
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Kleuren?")
  await answer(page).getByRole("checkbox", { name: "Rood" }).check()
  await answer(page).getByRole("searchbox").fill("bl")
  await answer(page).getByRole("searchbox").press("Enter")
  await answer(page).getByRole("checkbox", { name: "Blauw" }).check()
  await answer(page).getByRole("button", { name: "Send" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect(await answersOf(script)).toMatchObject([{ answers: [[1, 3]] }])
  await page.context().close()
})

test("what has the focus does not lose it when its button goes: at the start, at the end; a question without words has a name", async () => {
  const ending = {
    type: "end" as const,
    params: { endType: "finished" as const, endAction: "redirect" as const, message: "", url: `${server.address}/login` },
  }
  const script = await live({ type: "message", says: "Dag" }, { type: "end", action: ending })
  const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  const page = await visit(`${server.address}/chat/s/${link?.code}?l=en`)
  await page.getByRole("button", { name: "Start" }).press("Enter")
  await page.getByRole("status").getByText("You are taken on to another page.").waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("answer")
  await page.keyboard.press("Tab")
  expect(await page.getByRole("link", { name: "Go on" }).evaluate((it) => it === document.activeElement)).toBe(true)
  await page.context().close()

  const silent = await live({ type: "message", says: "Hoe was het?" }, { type: "question", question: open() })
  const other = await visit(`${linkTo(silent)}?l=en`)
  await other.getByRole("textbox", { name: "Your answer" }).waitFor()
  expect(await axe(other)).toEqual([])
  await other.context().close()
})

test("a video plays where it is told; its host hears of those who play it, and of nobody else", async () => {
  const script = await live(
    { type: "video", says: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
    { type: "video", says: "https://films.example/film.webm" },
    { type: "video", says: "https://example.org/talk" },
    { type: "question", says: "Gezien?", question: choice("Ja", "Nee") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  const asked: Array<string> = []
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: "text/html", body: "<h1>A player</h1>" })
  })
  await page.reload()
  await answer(page).getByRole("button", { name: "Ja" }).waitFor()
  expect(asked).toEqual([])
  expect(await log(page).locator("video").getAttribute("src")).toBe("https://films.example/film.webm")
  expect(await log(page).getByRole("link", { name: "Open the video" }).last().getAttribute("href")).toBe("https://example.org/talk")
  expect(await axe(page)).toEqual([])
  await log(page).getByRole("button", { name: "Play the video from YouTube" }).click()
  await log(page).frameLocator("iframe").getByRole("heading", { name: "A player" }).waitFor()
  expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0"])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.context().close()
})

test("a payment says what is due and that it cannot be made here, and the chat goes on", async () => {
  const gift: Question = { uuid: randomUUID(), type: "currency", options: { minimum: 1, maximum: 100, currency: 1 } }
  const [ask, pay, done] = instructionsOf(
    { type: "question", says: "Hoeveel?", question: gift },
    { type: "action", says: "Uw bijdrage" },
    { type: "message", says: "Dank u" },
  )
  if (ask === undefined || pay === undefined || done === undefined) throw new Error("no script")
  const action = { type: "payment" as const, params: { environment: "staging" as const, amount: ask.uuid } }
  const script = await makeLive(ada, "acme", [ask, { ...pay, action }, done])
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Hoeveel?")
  await answer(page).getByRole("textbox").fill("12,5")
  await answer(page).getByRole("textbox").press("Enter")
  await asked(page, "To pay: €12.50")
  await asked(page, "Payments cannot be made here.")
  await asked(page, "Dank u")
  await page.getByText("This chat has ended").waitFor()
  await page.context().close()
})

test("opening a personal link begins nothing; its first answer does", async () => {
  const script = await live({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
  const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  if (link?.code === undefined) throw new Error("no link")
  const page = await visit(`${server.address}/chat/s/${link.code}?l=en`)
  await asked(page, "Kom je?")
  const begun = () =>
    server.database.db.selectFrom("conversations").select("started_at").where("script_id", "=", script).executeTakeFirstOrThrow()
  expect((await begun()).started_at).toBe(null)
  await answer(page).getByRole("button", { name: "Ja" }).click()
  await page.getByText("This chat has ended").waitFor()
  expect((await begun()).started_at).not.toBe(null)
  await page.context().close()
})

describe("what it looks like", () => {
  test("the community's style is worn: colours, shape, header, menu", async () => {
    const acme = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    const style = { web: [{ "abbi-message_background-color": "#112233ff" }, { "message_border-radius": "2em" }], stats: [] }
    await server.addUser("root", { [acme.id]: "ROLE_ADMIN" })
    const root = await server.signedIn("root")
    expect((await root.send("POST", `/api/communities/${acme.id}/style`, style)).status).toBe(200)
    const menu = { links: [{ content: "Privacy", url: "https://example.org/privacy" }] }
    expect((await root.send("PATCH", `/api/communities/${acme.id}/sidemenu`, menu)).status).toBe(200)
    const script = await live({ type: "question", says: "Kom je?", question: choice("Ja", "Nee") })
    const page = await visit(`${linkTo(script)}?l=en`)
    await asked(page, "Kom je?")
    const bubble = log(page).locator(".theirs").first()
    expect(await bubble.evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).borderTopLeftRadius])).toEqual([
      "rgb(17, 34, 51)",
      "32px",
    ])
    await page.getByRole("button", { name: "Menu" }).click()
    const dialog = page.getByRole("dialog", { name: "Menu" })
    expect(await dialog.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe("https://example.org/privacy")
    expect(await axe(page)).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await page.context().close()
    await root.send("POST", `/api/communities/${acme.id}/style`, { web: [], stats: [] })
  })

  test("every language speaks, Arabic from right to left, and nothing is wider than the smallest phone", async () => {
    const question: Question = {
      ...choice("Een heel lang antwoord dat niet op een regel past", "Nee"),
      type: "choice",
      options: { columns: 3 },
    }
    const script = await live(
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
      if (language === "ar") expect(await axe(page)).toEqual([])
      // What is written in Dutch alone is read out, and runs, as Dutch.
      const written = [log(page).getByText("Kom je?"), page.getByText("Nee", { exact: true })]
      for (const one of written)
        expect(await one.evaluate((it) => [it.closest("[lang]")?.getAttribute("lang"), getComputedStyle(it).direction])).toEqual([
          "nl",
          "ltr",
        ])
      await page.context().close()
    }
  })
})

test("[T13] the calendar of a date's field is drawn for the ground that it stands on", async () => {
  const script = await live({ type: "question", says: "Dag", question: { uuid: randomUUID(), type: "date" } })
  const { id } = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
  await server.addUser("painter", { [id]: "ROLE_ADMIN" })
  const root = await server.signedIn("painter")
  const schemeIn = async (web: ReadonlyArray<Readonly<Record<string, string>>>) => {
    expect((await root.send("POST", `/api/communities/${id}/style`, { web, stats: [] })).status).toBe(200)
    const page = await visit(linkTo(script))
    const field = answer(page).locator("input[type=date]")
    await field.waitFor()
    const scheme = await field.evaluate((it) => getComputedStyle(it).colorScheme)
    await page.context().close()
    return scheme
  }
  expect(await schemeIn([])).toBe("light")
  expect(await schemeIn([{ "input-control_background-color": "#00000000" }, { "chat_background-color": "#0d1117ff" }])).toBe("dark")
  await root.send("POST", `/api/communities/${id}/style`, { web: [], stats: [] })
})

test("an image that cannot be loaded says what it shows, or else that it could not be: no bubble is empty", async () => {
  const nowhere = `${server.address}/nowhere.png`
  const script = await live(
    { type: "image", says: `<img src="${nowhere}">` },
    { type: "image", says: `<img src="${nowhere}" alt="Onze winkel">` },
    { type: "question", says: "Kom je?", question: choice("Ja") },
  )
  const page = await visit(`${linkTo(script)}?l=en`)
  await asked(page, "Kom je?")
  await log(page).getByRole("img", { name: "The image could not be loaded" }).waitFor()
  await log(page).getByRole("img", { name: "Onze winkel" }).waitFor()
  const shown = await log(page)
    .getByRole("img")
    .evaluateAll((all) => all.map((it) => it.clientWidth > 60 && it.clientHeight > 10))
  expect(shown).toEqual([true, true])
  await page.context().close()
})

test("a preview shows the style that the console tells it, on each scenario, and takes nothing from anybody else", async () => {
  const page = await visit(`${server.address}/home`)
  const frame = page.frameLocator("#preview")
  const told = await page.evaluate(
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
  expect(parsePreviewAnswer(told)).toEqual(previewReady)
  const show = (message: ChatPreview) =>
    page.evaluate((it) => document.querySelector("iframe")?.contentWindow?.postMessage(it, window.origin), message)
  const controls = {
    choice: frame.getByRole("checkbox").first(),
    dropdown: frame.getByRole("combobox"),
    openAnswer: frame.getByRole("textbox"),
    invalid: frame.getByText("Please write 20 characters at least"),
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
  await expect.poll(() => bubble.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe("rgb(18, 52, 86)")
  expect(await frame.locator(".bubble.theirs").count()).toBe(5)
  // Its own page is not the console.
  await frame.locator("body").evaluate((_, it) => window.postMessage(it, window.origin), { ...initialChatPreview, told: 0 })
  await show({ ...initialChatPreview, told: 4 })
  await expect.poll(() => frame.locator(".bubble.theirs:not(.typing)").count()).toBe(6)
  await page.context().close()
})

test("no page had an error, and none broke its policy", () => {
  expect(broken).toEqual([])
})

test("who answers when the chat's data were cleared is told that their answers are gone, and begins anew", async () => {
  const script = await live({ type: "question", question: open(), says: "First?" }, { type: "question", question: open(), says: "Second?" })
  const page = await visit(`${linkTo(script)}?l=en`)
  const give = async (text: string) => {
    await answer(page).getByRole("textbox").fill(text)
    await answer(page).getByRole("button", { name: "Send" }).click()
  }
  await asked(page, "First?")
  await give("one")
  await asked(page, "Second?")
  const data = conversationsApi(ada.api())
  const token = await data.fetchClearDataToken({ community: "acme", uuid: script })
  await data.clearData({ community: "acme", uuid: script, token })
  await give("two")
  await page.getByRole("heading", { name: "Your answers are no longer here" }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Begin anew" }).click()
  await asked(page, "First?")
  await give("again")
  await asked(page, "Second?")
  expect((await answersOf(script)).map(({ answers }) => answers)).toEqual([["again"]])
})
