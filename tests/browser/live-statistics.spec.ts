// The live statistics in a browser on the real server: loading, live updates, periods, languages, printing, previews and layout.
import { randomBytes, randomUUID } from "node:crypto"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { parsePreviewAnswer, previewReady, type StatsPreview } from "../../domain/preview/preview-protocol.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { screenDatabase } from "../fixtures/program.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"

let server: TestServer
let browser: Browser
let script: ScriptId
let instructions: ReadonlyArray<Instruction> = []

const choice = (charttype: string | null): Question => ({
  uuid: randomUUID(),
  type: "choice",
  options: { charttype },
  choices: ["Ja", "Nee", "Misschien"].map((content, order) => ({
    uuid: randomUUID(),
    value: order + 1,
    order,
    translation: { locale: "nl", content },
  })),
})

beforeAll(async () => {
  await buildStaleTargets(["stats", "console"])
  server = await startTestServer(await screenDatabase())
  browser = await sharedBrowser()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  instructions = createInstructions(
    { type: "question", label: "komt", says: "Komt u?", question: choice(null) },
    { type: "question", label: "taart", says: "Lust u taart?", question: choice("pie") },
    { type: "question", label: "gezicht", says: "Hoe was het?", question: { uuid: randomUUID(), type: "emoji" } },
    { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open" } },
  )
  script = await createLiveScript(await server.signedIn("ada"), "acme", instructions)
})

const respond = async (...given: ReadonlyArray<unknown>): Promise<void> => {
  const send = (path: string, body: unknown) => server.visitor().send("POST", `/chat/api/${path}`, body)
  const pass = randomBytes(24).toString("base64url")
  const anonymous = { community: "acme", script }
  await send("open", { pass, anonymous })
  for (const [i, value] of given.entries())
    expect((await send("answer", { pass, anonymous, uuid: instructions[i]?.uuid, given: value, after: 0 })).status).toBe(200)
}

const visit = async (path: string, width = 1280): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  page.on("pageerror", (error) => expect.unreachable(String(error)))
  await page.goto(`${server.address}/stats/${path}`)
  return page
}
const row = (page: Page, chart: string, answer: string) =>
  page.getByRole("region", { name: chart }).getByRole("row", { name: new RegExp(`^${answer} `) })

test("if one of the page's files fails to load, the page shows an error, and loads again when the network is back", {
  tags: ["long"],
}, async () => {
  for (const part of [/\/stats-style-/, /\/main-/, /\/nl-/]) {
    const page = await visit("nothing")
    await page.route(part, (route) => route.abort())
    await page.goto(`${server.address}/stats/acme/${script}?l=nl`)
    await page.getByRole("heading", { name: "De pagina kon niet worden geladen" }).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Opnieuw proberen" }).waitFor()
    await page.unroute(part)
    await page.evaluate(() => window.dispatchEvent(new Event("online")))
    await page.getByRole("region", { name: "Komt u?" }).waitFor()
    await page.context().close()
  }
})

test("a respondent's answer appears without a reload, and open answers are not shown", async () => {
  await respond(1, 2, 5, "geheim")
  const page = await visit(`acme/${script}`)
  await page.getByRole("heading", { name: "Live chat", level: 1 }).waitFor()
  expect(await row(page, "Komt u?", "Ja").innerText()).toMatch(/^Ja\s+1\s+100%$/)
  await page.getByText("Wordt live bijgewerkt").waitFor()
  await respond(2)
  await row(page, "Komt u?", "Nee").getByText("50%").waitFor()
  expect(await row(page, "Hoe was het?", "Zeer tevreden").innerText()).toContain("100")
  expect(await page.content()).not.toContain("geheim")
  await page.context().close()
})

test("answers appear while the event stream is refused, as by a restarting server behind a proxy, and the stream is reopened", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  let isRefused = true
  await page.route("**/events", (route) => (isRefused ? route.fulfill({ status: 502, body: "Bad gateway" }) : route.continue()))
  await page.goto(`${server.address}/stats/acme/${script}?l=en`)
  await page.getByText("Not connected: the numbers may be out of date").waitFor()
  await respond(1)
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  isRefused = false
  await page.getByText("Updated live").waitFor()
  await respond(2)
  await row(page, "Komt u?", "Ja").getByText("50%").waitFor()
  await context.close()
})

test("eight pages in one browser, which allows six connections to a server, are all updated, even after one is closed", {
  tags: ["long"],
}, async () => {
  await respond(1)
  const first = await visit(`acme/${script}?l=en`)
  const context = first.context()
  const pages = [first]
  while (pages.length < 8) {
    const page = await context.newPage()
    await page.goto(`${server.address}/stats/acme/${script}?l=en`)
    await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
    pages.push(page)
  }
  await respond(2)
  for (const page of pages) {
    await row(page, "Komt u?", "Nee").getByText("50%").waitFor()
    await page.getByText("Updated live").waitFor()
  }
  // A page that holds the event stream hands it over when it is closed.
  await first.close()
  await respond(2)
  for (const page of pages.slice(1)) await row(page, "Komt u?", "Nee").getByText("67%").waitFor()
  await context.close()
})

test("a hidden tab closes its event stream, and shows what was counted meanwhile when it is visible again", {
  tags: ["long"],
}, async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  const streamChanges: Array<"opened" | "closed"> = []
  page.on("request", (request) => request.url().endsWith("/events") && streamChanges.push("opened"))
  page.on("requestfailed", (request) => request.url().endsWith("/events") && streamChanges.push("closed"))
  await page.goto(`${server.address}/stats/acme/${script}?l=en`)
  await page.getByText("Updated live").waitFor()
  const setVisibility = (state: "hidden" | "visible") =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }, state)
  await setVisibility("hidden")
  await expect.poll(() => streamChanges).toEqual(["opened", "closed"])
  await respond(1)
  await setVisibility("visible")
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  await expect.poll(() => streamChanges).toEqual(["opened", "closed", "opened"])
  await context.close()
})

test("a chosen period limits the counts, and the button for all days removes the limit", { tags: ["long"] }, async () => {
  await respond(1)
  const page = await visit(`acme/${script}`)
  await page.getByLabel("Tot en met").fill("2020-01-01")
  await row(page, "Komt u?", "Ja").getByText("0%", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Alle dagen" }).click()
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  await page.context().close()
})

test("the chosen period is in the address and survives a reload, and invalid dates are ignored", async () => {
  await respond(1)
  const page = await visit(`acme/${script}?l=en&x=%C3%A9`)
  await page.getByLabel("Until").fill("2020-01-31")
  await row(page, "Komt u?", "Ja").getByText("0%", { exact: true }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ l: "en", x: "é", until: "2020-01-31" })
  await page.reload()
  await row(page, "Komt u?", "Ja").getByText("0%", { exact: true }).waitFor()
  expect(await page.getByLabel("Until").inputValue()).toBe("2020-01-31")
  await page.getByRole("button", { name: "All days" }).click()
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ l: "en", x: "é" })
  // Invalid dates are ignored.
  await page.goto(`${server.address}/stats/acme/${script}?l=en&from=2020-02-30&until=yesterday`)
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  expect([await page.getByLabel("From").inputValue(), await page.getByRole("button", { name: "All days" }).count()]).toEqual(["", 0])
  await page.context().close()
})

test("a period that begins after its end shows a warning until it is corrected", { tags: ["long"] }, async () => {
  await respond(1)
  const page = await visit(`acme/${script}?l=en`)
  const warning = page.getByText("The period begins after it ends, so nothing is counted in it")
  await page.getByLabel("From").fill("2020-01-02")
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  expect(await warning.count()).toBe(0)
  await page.getByLabel("Until").fill("2020-01-01")
  await warning.waitFor()
  await page.getByLabel("From").fill("2020-01-01")
  await warning.waitFor({ state: "detached" })
  await page.context().close()
})

test("a truncated link shows that the statistics do not exist", { tags: ["long"] }, async () => {
  for (const path of ["acme", "acme/", "", `acme/${script.slice(0, 20)}`]) {
    const page = await visit(path)
    await page.getByRole("heading", { name: "These statistics do not exist" }).waitFor()
    await page.context().close()
  }
})

test("the author's texts have the chat's language and direction, whatever the page's language", { tags: ["long"] }, async () => {
  await respond(1)
  const page = await visit(`acme/${script}?l=ar`)
  const chart = page.getByRole("region", { name: "Komt u?" })
  await chart.waitFor()
  await chart.getByRole("table", { name: "Komt u?" }).waitFor()
  const authorTexts = [page.getByText("Live chat", { exact: true }), chart.getByText("Komt u?"), chart.getByText("Nee", { exact: true })]
  for (const text of authorTexts)
    expect(await text.evaluate((element) => [element.getAttribute("lang"), getComputedStyle(element).direction])).toEqual(["nl", "ltr"])
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(["ar", "rtl"])
  await page.context().close()
})

test("[I10] title, questions and choices are in the language of the page's address, and stay so when counts change", {
  tags: ["long"],
}, async () => {
  const [first, ...rest] = instructions
  if (!first?.question?.choices) throw new Error("the first instruction has no choices")
  const choices = first.question.choices.map((it, i) => (i > 0 ? it : { ...it, translations: [{ locale: "fr", content: "Oui" }] }))
  const ada = await server.signedIn("ada")
  instructions = [
    {
      ...first,
      messages: [...first.messages, { uuid: randomUUID(), locale: "fr", content: "<p>Vous venez ?</p>" }],
      question: { ...first.question, choices },
    },
    ...rest,
  ]
  script = await createLiveScript(ada, "acme", instructions, {
    public_name_translations: [{ locale: "fr", content: "Chat en direct" }],
  })
  const page = await visit(`acme/${script}?l=fr`)
  expect(await page.getByRole("heading", { level: 1, name: "Chat en direct" }).locator("bdi").getAttribute("lang")).toBe("fr")
  expect(await page.title()).toMatch(/^Chat en direct · /)
  await respond(1)
  await row(page, "Vous venez ?", "Oui").getByRole("cell", { name: "1", exact: true }).waitFor()
  expect(await row(page, "Vous venez ?", "Oui").locator("bdi").getAttribute("lang")).toBe("fr")
  expect(await row(page, "Vous venez ?", "Nee").locator("bdi").getAttribute("lang")).toBe("nl")
  await page.context().close()
})

test("a printed page shows the chosen period and no controls", { tags: ["long"] }, async () => {
  const page = await visit(`acme/${script}?l=en`)
  await page.getByLabel("From").fill("2026-03-01")
  await page.emulateMedia({ media: "print" })
  await page.getByText("From: March 1, 2026").waitFor()
  expect([await page.getByRole("button").count(), await page.getByLabel("From").isVisible()]).toEqual([0, false])
  await page.context().close()
})

test("a printed page is black on white even with a dark style, and shares keep their colors, with an outline", {
  tags: ["long"],
}, async () => {
  await respond(1, 2)
  const page = await visit(`acme/${script}?l=en`)
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  await page.evaluate(() => {
    const darkStyle = { body_color: "#edf2f8ff", "body_background-color": "#0d1117ff", "header_background-color": "#000000ff" }
    const style = { ...darkStyle, "bar_background-color": "#ffffffff", "pie1_background-color": "#fff000ff" }
    for (const [key, value] of Object.entries(style)) document.documentElement.style.setProperty(`--${key}`, value)
  })
  expect(await page.getByText("Lust u taart?").evaluate((element) => getComputedStyle(element).color)).toBe("rgb(237, 242, 248)")
  await page.emulateMedia({ media: "print" })
  const inks = await page
    .locator(":is(header, h1, h2, dd, th, td, p)")
    .evaluateAll((all) => [...new Set(all.map((element) => getComputedStyle(element).color))])
  expect(inks).toEqual(["rgb(0, 0, 0)"])
  // Only elements that show a share print their colors: browsers omit all other backgrounds.
  const exact = await page
    .locator("body *")
    .evaluateAll((all) => [
      ...new Set(all.filter((element) => getComputedStyle(element).printColorAdjust === "exact").map((element) => element.localName)),
    ])
  expect(exact.sort()).toEqual(["circle", "i"])
  const bar = await row(page, "Komt u?", "Ja")
    .locator("i.bar")
    .evaluate((element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element).outlineColor,
      getComputedStyle(element).outlineStyle,
    ])
  expect(bar).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)", "solid"])
  expect(
    await page
      .locator("circle")
      .first()
      .evaluate((element) => getComputedStyle(element).stroke),
  ).toBe("rgb(255, 240, 0)")
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgb(255, 255, 255)")
  await page.context().close()
})

test.each([1440, 768, 390])("at %i px axe finds nothing, and the page does not scroll sideways", { tags: ["long"] }, async (width) => {
  await respond(1, 2, 3, "x")
  const page = await visit(`acme/${script}?l=en`, width)
  await page.getByRole("heading", { name: "Live chat" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.context().close()
})

test("a preview shows the style and charts that the console sends, in the console's language", { tags: ["long"] }, async () => {
  const page = await visit("acme/00000000-0000-4000-8000-000000000000")
  await page.goto(`${server.address}/home`)
  const firstMessage = await page.evaluate(
    (address) =>
      new Promise((done) => {
        addEventListener("message", ({ data }) => done(data), { once: true })
        document.body.replaceChildren(Object.assign(document.createElement("iframe"), { src: address, width: 900, height: 800 }))
      }),
    `${server.address}/stats/acme/preview?l=en`,
  )
  expect(parsePreviewAnswer(firstMessage)).toEqual(previewReady)
  const frame = page.frameLocator("iframe")
  const show = (message: StatsPreview) =>
    page.evaluate((message) => document.querySelector("iframe")?.contentWindow?.postMessage(message, window.origin), message)
  await frame.getByText("NPS: 29").waitFor()
  await show({ type: "preview.show", sheet: { "bar_background-color": "#123456ff" }, scenario: "barCharts" })
  const bar = frame.getByRole("region", { name: "What brought you here?" }).locator("i.bar").first()
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(18, 52, 86)")
  await show({ type: "preview.show", sheet: { "button_background-color": "#654321ff" }, scenario: "pieCharts" })
  await frame.getByRole("region", { name: "How did you hear of us?" }).locator("svg").waitFor()
  const button = frame.getByRole("button", { name: "All days" })
  await expect.poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(101, 67, 33)")
  await page.context().close()
})

test("[C16] a score shows its average per answer, because the bars are ranges of its total", async () => {
  const choices = (yesNoQuestion.choices ?? []).map((choice, order) => ({ ...choice, score: order === 0 ? 3 : 0 }))
  const range = { uuid: randomUUID(), minimum: 6, maximum: 6, label: "Hoog", translation: { locale: "nl", content: "" } }
  const scored = () => ({ type: "question" as const, says: "Komt u?", question: { ...yesNoQuestion, uuid: randomUUID(), choices } })
  instructions = createInstructions(
    { ...scored(), label: "komt" },
    { ...scored(), label: "blijft" },
    { type: "score", label: "uitslag", says: "Uw uitslag", action: { type: "score", params: { ranges: [range] } } },
  )
  script = await createLiveScript(await server.signedIn("ada"), "acme", instructions)
  await respond(1, 1)
  const page = await visit(`acme/${script}?l=en`)
  const chart = page.getByRole("region", { name: "Uw uitslag" })
  await chart.getByText("Average per answer: 3", { exact: true }).waitFor()
  await chart.getByRole("rowheader", { name: "Hoog" }).waitFor()
  await page.context().close()
})

test("amounts are shown in their currency, in the format of the page's language", { tags: ["long"] }, async () => {
  const question: Question = { uuid: randomUUID(), type: "currency", options: { minimum: 1, maximum: 1000, precision: 2, currency: 2 } }
  instructions = createInstructions({ type: "question", label: "geef", says: "Hoeveel geeft u?", question })
  script = await createLiveScript(await server.signedIn("ada"), "acme", instructions)
  await respond(12.5)
  const page = await visit(`acme/${script}?l=en`)
  const chart = page.getByRole("region", { name: "Hoeveel geeft u?" })
  await chart.getByText("Average: $12.50", { exact: true }).waitFor()
  const ranges = await chart.getByRole("rowheader").allInnerTexts()
  expect(ranges.map((range) => range.replaceAll(/\s/g, " ").trim())).toEqual([
    "$1 – $100.89",
    "$100.90 – $200.79",
    "$200.80 – $300.69",
    "$300.70 – $400.59",
    "$400.60 – $500.49",
    "$500.50 – $600.39",
    "$600.40 – $700.29",
    "$700.30 – $800.19",
    "$800.20 – $900.09",
    "$900.10 – $1,000",
  ])
  await page.context().close()
})

test("the width of a bar is proportional to its share, on a wide screen and on a phone", { tags: ["long"] }, async () => {
  for (const value of [1, 1, 1, 1, 2]) await respond(value)
  for (const width of [1280, 390]) {
    const page = await visit(`acme/${script}`, width)
    await row(page, "Komt u?", "Ja").getByText("80%").waitFor()
    const barWidth = (answer: string) =>
      row(page, "Komt u?", answer)
        .locator(".bar")
        .evaluate((bar) => bar.getBoundingClientRect().width)
    const [yes, no] = [await barWidth("Ja"), await barWidth("Nee")]
    expect(no).toBeGreaterThan(5)
    expect(yes / no).toBeCloseTo(4, 1)
    await page.context().close()
  }
})

test.each([320, 390])("at %i px each share is on the line of its count, and words are not broken", { tags: ["long"] }, async (width) => {
  const choices = ["Netherlands", "United Kingdom", "Deutschland"].map((content, order) => ({
    uuid: randomUUID(),
    value: order + 1,
    order,
    translation: { locale: "nl", content },
  }))
  instructions = createInstructions(
    { type: "question", label: "waar", says: "Waar woont u?", question: { uuid: randomUUID(), type: "choice", choices } },
    { type: "question", label: "taart", says: "En anders?", question: { ...choice("pie"), choices } },
  )
  script = await createLiveScript(await server.signedIn("ada"), "acme", instructions)
  await respond(1, 1)
  for (const language of ["en", "ru"]) {
    const page = await visit(`acme/${script}?l=${language}`, width)
    for (const chart of ["Waar woont u?", "En anders?"]) {
      const rows = page.getByRole("region", { name: chart }).locator("tbody tr")
      await rows.first().waitFor()
      const rowLayouts = await rows.evaluateAll((all) =>
        all.map((row) => {
          const lines = (node: Element | null | undefined) => {
            const range = document.createRange()
            if (node) range.selectNodeContents(node)
            return range.getClientRects()
          }
          const [, count, share] = row.children
          return {
            word: row.querySelector("bdi")?.textContent,
            lines: lines(row.querySelector("bdi")).length,
            lower: Math.round((lines(share?.querySelector("span"))[0]?.top ?? 0) - (lines(count)[0]?.top ?? 0)),
          }
        }),
      )
      const maxLines = (word: string | null | undefined) => word?.split(" ").length ?? 0
      expect(rowLayouts.filter(({ word, lines, lower }) => lower !== 0 || lines > maxLines(word))).toEqual([])
      expect(rowLayouts).toHaveLength(3)
    }
    await page.context().close()
  }
})

test("a chart of many answers takes the full width of the page", { tags: ["long"] }, async () => {
  const many = Array.from({ length: 20 }, (_, order) => ({
    uuid: randomUUID(),
    value: order + 1,
    order,
    translation: { locale: "nl", content: `Land ${order + 1}` },
  }))
  instructions = createInstructions(
    { type: "question", label: "waar", says: "Waar woont u?", question: { uuid: randomUUID(), type: "choice", choices: many } },
    { type: "question", label: "komt", says: "Komt u?", question: choice(null) },
    { type: "question", label: "gezicht", says: "Hoe was het?", question: { uuid: randomUUID(), type: "emoji" } },
  )
  script = await createLiveScript(await server.signedIn("ada"), "acme", instructions)
  await respond(3)
  const page = await visit(`acme/${script}`)
  const widthOf = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.width ?? Number.NaN
  await row(page, "Waar woont u?", "Land 3").waitFor()
  expect((await widthOf("Waar woont u?")) / (await widthOf("Komt u?"))).toBeGreaterThan(2)
  await page.context().close()
})

test("a missing chat is reported in the browser's language, and Arabic is laid out right to left", { tags: ["long"] }, async () => {
  const page = await visit("acme/00000000-0000-4000-8000-000000000000")
  await page.getByRole("heading", { name: "These statistics do not exist" }).waitFor()
  await page.goto(`${server.address}/stats/acme/${script}?l=AR-eg`)
  await page.getByText("المشاركون").waitFor()
  expect(await page.getAttribute("html", "dir")).toBe("rtl")
  await page.context().close()
})
