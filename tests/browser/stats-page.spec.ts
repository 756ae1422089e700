// The live statistics in a real browser on the real server: seen within two seconds of an answer, of some days, in the chat's language.
import { randomBytes, randomUUID } from "node:crypto"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { parsePreviewAnswer, previewReady, type StatsPreview } from "../../domain/style/preview-protocol.ts"
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { axe } from "./axe.ts"
import { launch } from "./chromium.ts"

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
  server = await startTestServer()
  browser = await launch()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  instructions = instructionsOf(
    { type: "question", label: "komt", says: "Komt u?", question: choice(null) },
    { type: "question", label: "taart", says: "Lust u taart?", question: choice("pie") },
    { type: "question", label: "gezicht", says: "Hoe was het?", question: { uuid: randomUUID(), type: "emoji" } },
    { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open" } },
  )
  script = await makeLive(await server.signedIn("ada"), "acme", instructions)
})

const respond = async (...given: ReadonlyArray<unknown>): Promise<void> => {
  const send = (path: string, body: unknown) => server.visitor().send("POST", `/chat/api/${path}`, body)
  const pass = randomBytes(24).toString("base64url")
  await send("open", { pass, anonymous: { community: "acme", script } })
  for (const [i, value] of given.entries())
    expect((await send("answer", { pass, uuid: instructions[i]?.uuid, given: value, after: 0 })).status).toBe(200)
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

test("a part of the page that does not come is told, and asked for again when the network is back", async () => {
  for (const part of [/\/Shown-/, /\/main-/, /\/nl-/]) {
    const page = await visit("nothing")
    await page.route(part, (route) => route.abort())
    await page.goto(`${server.address}/stats/acme/${script}?l=nl`)
    await page.getByRole("heading", { name: "De pagina kon niet worden geladen" }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole("button", { name: "Opnieuw proberen" }).waitFor()
    await page.unroute(part)
    await page.evaluate(() => window.dispatchEvent(new Event("online")))
    await page.getByRole("region", { name: "Komt u?" }).waitFor()
    await page.context().close()
  }
})

test("what a respondent answers is seen within two seconds, without a reload", async () => {
  await respond(1, 2, 5, "geheim")
  const page = await visit(`acme/${script}`)
  await page.getByRole("heading", { name: "Live chat", level: 1 }).waitFor()
  expect(await row(page, "Komt u?", "Ja").innerText()).toMatch(/^Ja\s+1\s+100%$/)
  await page.getByText("Wordt live bijgewerkt").waitFor()
  await respond(2)
  await row(page, "Komt u?", "Nee").getByText("50%").waitFor({ timeout: 2000 })
  expect(await row(page, "Hoe was het?", "Zeer tevreden").innerText()).toContain("100")
  expect(await page.content()).not.toContain("geheim")
  await page.context().close()
})

test("a line that was refused, as by a server that starts anew behind a proxy, is asked for again, and what was counted meanwhile is seen", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  let isRefused = true
  await page.route("**/events", (route) => (isRefused ? route.fulfill({ status: 502, body: "Bad gateway" }) : route.continue()))
  await page.goto(`${server.address}/stats/acme/${script}?l=en`)
  await page.getByText("Not connected: what you see may be behind").waitFor()
  await respond(1)
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  isRefused = false
  await page.getByText("Updated live").waitFor()
  await respond(2)
  await row(page, "Komt u?", "Ja").getByText("50%").waitFor()
  await context.close()
})

test("eight of them in one browser, which has six connections to a server, are all told of an answer, and another page opens", async () => {
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
    await row(page, "Komt u?", "Nee").getByText("50%").waitFor({ timeout: 5000 })
    await page.getByText("Updated live").waitFor({ timeout: 5000 })
  }
  // Whoever has the line gives it to the next when they close.
  await first.close()
  await respond(2)
  for (const page of pages.slice(1)) await row(page, "Komt u?", "Nee").getByText("67%").waitFor({ timeout: 5000 })
  await context.close()
})

test("a tab that nobody sees holds no line; what was counted meanwhile is there when it is shown", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })
  const page = await context.newPage()
  const lines: Array<"opened" | "closed"> = []
  page.on("request", (request) => request.url().endsWith("/events") && lines.push("opened"))
  page.on("requestfailed", (request) => request.url().endsWith("/events") && lines.push("closed"))
  await page.goto(`${server.address}/stats/acme/${script}?l=en`)
  await page.getByText("Updated live").waitFor()
  const turn = (state: "hidden" | "visible") =>
    page.evaluate((it) => {
      Object.defineProperty(document, "visibilityState", { value: it, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }, state)
  await turn("hidden")
  await expect.poll(() => lines).toEqual(["opened", "closed"])
  await respond(1)
  await turn("visible")
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  await expect.poll(() => lines).toEqual(["opened", "closed", "opened"])
  await context.close()
})

test("days that are chosen are those that are shown, and all of them again", async () => {
  await respond(1)
  const page = await visit(`acme/${script}`)
  await page.getByLabel("Tot en met").fill("2020-01-01")
  await row(page, "Komt u?", "Ja").getByText("0%", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Alle dagen" }).click()
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  await page.context().close()
})

test("the days that were chosen stand in the address, so that a reload and a link that is passed on keep them", async () => {
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
  // What is no day is as if it were not there.
  await page.goto(`${server.address}/stats/acme/${script}?l=en&from=2020-02-30&until=yesterday`)
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  expect([await page.getByLabel("From").inputValue(), await page.getByRole("button", { name: "All days" }).count()]).toEqual(["", 0])
  await page.context().close()
})

test("that the chosen days begin after their end is said, until they do not any more", async () => {
  await respond(1)
  const page = await visit(`acme/${script}?l=en`)
  const said = page.getByText("The period begins after it ends, so nothing is counted in it")
  await page.getByLabel("From").fill("2020-01-02")
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  expect(await said.count()).toBe(0)
  await page.getByLabel("Until").fill("2020-01-01")
  await said.waitFor()
  await page.getByLabel("From").fill("2020-01-01")
  await said.waitFor({ state: "detached" })
  await page.context().close()
})

test("what is left of a link that was cut off says that there are none, in the page's own words", async () => {
  for (const path of ["acme", "acme/", "", `acme/${script.slice(0, 20)}`]) {
    const page = await visit(path)
    await page.getByRole("heading", { name: "These statistics do not exist" }).waitFor()
    await page.context().close()
  }
})

test("what the author wrote says in which language it is, and runs as that does, whatever the page speaks", async () => {
  await respond(1)
  const page = await visit(`acme/${script}?l=ar`)
  const chart = page.getByRole("region", { name: "Komt u?" })
  await chart.waitFor()
  await chart.getByRole("table", { name: "Komt u?" }).waitFor()
  const told = [page.getByText("Live chat", { exact: true }), chart.getByText("Komt u?"), chart.getByText("Nee", { exact: true })]
  for (const one of told)
    expect(await one.evaluate((it) => [it.getAttribute("lang"), getComputedStyle(it).direction])).toEqual(["nl", "ltr"])
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(["ar", "rtl"])
  await page.context().close()
})

test("on paper stand the days that were chosen, and nothing to press", async () => {
  const page = await visit(`acme/${script}?l=en`)
  await page.getByLabel("From").fill("2026-03-01")
  await page.emulateMedia({ media: "print" })
  await page.getByText("From: March 1, 2026").waitFor()
  expect([await page.getByRole("button").count(), await page.getByLabel("From").isVisible()]).toEqual([0, false])
  await page.context().close()
})

test("on paper the ink is dark and the ground white in a dark style too; what shows a share keeps its colour, and an edge", async () => {
  await respond(1, 2)
  const page = await visit(`acme/${script}?l=en`)
  await row(page, "Komt u?", "Ja").getByText("100%").waitFor()
  await page.evaluate(() => {
    const night = { body_color: "#edf2f8ff", "body_background-color": "#0d1117ff", "header_background-color": "#000000ff" }
    const given = { ...night, "bar_background-color": "#ffffffff", "pie1_background-color": "#fff000ff" }
    for (const [key, value] of Object.entries(given)) document.documentElement.style.setProperty(`--${key}`, value)
  })
  expect(await page.getByText("Lust u taart?").evaluate((it) => getComputedStyle(it).color)).toBe("rgb(237, 242, 248)")
  await page.emulateMedia({ media: "print" })
  const inks = await page
    .locator(":is(header, h1, h2, dd, th, td, p)")
    .evaluateAll((all) => [...new Set(all.map((it) => getComputedStyle(it).color))])
  expect(inks).toEqual(["rgb(0, 0, 0)"])
  // Only what shows a share is printed with its colours: of all else browsers leave the ground out.
  const exact = await page
    .locator("body *")
    .evaluateAll((all) => [...new Set(all.filter((it) => getComputedStyle(it).printColorAdjust === "exact").map((it) => it.localName))])
  expect(exact.sort()).toEqual(["circle", "i"])
  const bar = await row(page, "Komt u?", "Ja")
    .locator("i.bar")
    .evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).outlineColor, getComputedStyle(it).outlineStyle])
  expect(bar).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)", "solid"])
  expect(
    await page
      .locator("circle")
      .first()
      .evaluate((it) => getComputedStyle(it).stroke),
  ).toBe("rgb(255, 240, 0)")
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgb(255, 255, 255)")
  await page.context().close()
})

test.each([1440, 768, 390])("at %i px it breaks no rule of accessibility and nothing leaves the screen", async (width) => {
  await respond(1, 2, 3, "x")
  const page = await visit(`acme/${script}?l=en`, width)
  await page.getByRole("heading", { name: "Live chat" }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.context().close()
})

test("a preview shows the style and the charts that the console tells it, in the console's language", async () => {
  const page = await visit("acme/00000000-0000-4000-8000-000000000000")
  await page.goto(`${server.address}/home`)
  const told = await page.evaluate(
    (address) =>
      new Promise((done) => {
        addEventListener("message", ({ data }) => done(data), { once: true })
        document.body.replaceChildren(Object.assign(document.createElement("iframe"), { src: address, width: 900, height: 800 }))
      }),
    `${server.address}/stats/acme/preview?l=en`,
  )
  expect(parsePreviewAnswer(told)).toEqual(previewReady)
  const frame = page.frameLocator("iframe")
  const show = (message: StatsPreview) =>
    page.evaluate((it) => document.querySelector("iframe")?.contentWindow?.postMessage(it, window.origin), message)
  await frame.getByText("NPS: 29").waitFor()
  await show({ type: "preview.show", sheet: { "bar_background-color": "#123456ff" }, scenario: "barCharts" })
  const bar = frame.getByRole("region", { name: "What brought you here?" }).locator("i.bar").first()
  await expect.poll(() => bar.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe("rgb(18, 52, 86)")
  await show({ type: "preview.show", sheet: { "button_background-color": "#654321ff" }, scenario: "pieCharts" })
  await frame.getByRole("region", { name: "How did you hear of us?" }).locator("svg").waitFor()
  const button = frame.getByRole("button", { name: "All days" })
  await expect.poll(() => button.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe("rgb(101, 67, 33)")
  await page.context().close()
})

test("amounts are told in their currency, as the page's language writes them", async () => {
  const question: Question = { uuid: randomUUID(), type: "currency", options: { minimum: 1, maximum: 1000, precision: 2, currency: 2 } }
  instructions = instructionsOf({ type: "question", label: "geef", says: "Hoeveel geeft u?", question })
  script = await makeLive(await server.signedIn("ada"), "acme", instructions)
  await respond(12.5)
  const page = await visit(`acme/${script}?l=en`)
  const chart = page.getByRole("region", { name: "Hoeveel geeft u?" })
  await chart.getByText("Average: $12.50", { exact: true }).waitFor()
  const told = await chart.getByRole("rowheader").allInnerTexts()
  expect(told.map((it) => it.replaceAll(/\s/g, " ").trim())).toEqual([
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

test("a bar is as long as its share, on a wide screen and on a phone", async () => {
  for (const given of [1, 1, 1, 1, 2]) await respond(given)
  for (const width of [1280, 390]) {
    const page = await visit(`acme/${script}`, width)
    await row(page, "Komt u?", "Ja").getByText("80%").waitFor()
    const long = (answer: string) =>
      row(page, "Komt u?", answer)
        .locator(".bar")
        .evaluate((bar) => bar.getBoundingClientRect().width)
    const [yes, no] = [await long("Ja"), await long("Nee")]
    expect(no).toBeGreaterThan(5)
    expect(yes / no).toBeCloseTo(4, 1)
    await page.context().close()
  }
})

test.each([320, 390])("at %i px a share stands beside its count, and no word breaks that has room on a line", async (width) => {
  const choices = ["Netherlands", "United Kingdom", "Deutschland"].map((content, order) => ({
    uuid: randomUUID(),
    value: order + 1,
    order,
    translation: { locale: "nl", content },
  }))
  instructions = instructionsOf(
    { type: "question", label: "waar", says: "Waar woont u?", question: { uuid: randomUUID(), type: "choice", choices } },
    { type: "question", label: "taart", says: "En anders?", question: { ...choice("pie"), choices } },
  )
  script = await makeLive(await server.signedIn("ada"), "acme", instructions)
  await respond(1, 1)
  for (const language of ["en", "ru"]) {
    const page = await visit(`acme/${script}?l=${language}`, width)
    for (const chart of ["Waar woont u?", "En anders?"]) {
      const rows = page.getByRole("region", { name: chart }).locator("tbody tr")
      await rows.first().waitFor()
      const told = await rows.evaluateAll((all) =>
        all.map((row) => {
          const lines = (it: Element | null | undefined) => {
            const range = document.createRange()
            if (it) range.selectNodeContents(it)
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
      const upTo = (word: string | null | undefined) => word?.split(" ").length ?? 0
      expect(told.filter(({ word, lines, lower }) => lower !== 0 || lines > upTo(word))).toEqual([])
      expect(told).toHaveLength(3)
    }
    await page.context().close()
  }
})

test("a chart of many answers has the width of the page to itself: beside it there would be nothing", async () => {
  const many = Array.from({ length: 20 }, (_, order) => ({
    uuid: randomUUID(),
    value: order + 1,
    order,
    translation: { locale: "nl", content: `Land ${order + 1}` },
  }))
  instructions = instructionsOf(
    { type: "question", label: "waar", says: "Waar woont u?", question: { uuid: randomUUID(), type: "choice", choices: many } },
    { type: "question", label: "komt", says: "Komt u?", question: choice(null) },
    { type: "question", label: "gezicht", says: "Hoe was het?", question: { uuid: randomUUID(), type: "emoji" } },
  )
  script = await makeLive(await server.signedIn("ada"), "acme", instructions)
  await respond(3)
  const page = await visit(`acme/${script}`)
  const wide = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.width ?? Number.NaN
  await row(page, "Waar woont u?", "Land 3").waitFor()
  expect((await wide("Waar woont u?")) / (await wide("Komt u?"))).toBeGreaterThan(2)
  await page.context().close()
})

test("a chat that is not there is said not to be, in the browser's language; Arabic runs from right to left", async () => {
  const page = await visit("acme/00000000-0000-4000-8000-000000000000")
  await page.getByRole("heading", { name: "These statistics do not exist" }).waitFor()
  await page.goto(`${server.address}/stats/acme/${script}?l=AR-eg`)
  await page.getByText("المشاركون").waitFor()
  expect(await page.getAttribute("html", "dir")).toBe("rtl")
  await page.context().close()
})
