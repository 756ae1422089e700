// The live preview of a style in a real browser, its frames served by another origin than the console: what is edited is painted there
// without a reload, what anybody else says is ignored, and a frame that does not answer says so.
import { once } from "node:events"
import { createServer } from "node:net"
import type { Browser, Frame, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { demoStory, initialChatPreview, type PreviewMessage, previewReady, previewTimes } from "../../domain/style/preview-protocol.ts"
import { password, startTestServer, type TestServer } from "../fixtures/server.ts"
import { axe } from "./axe.ts"
import { launch } from "./chromium.ts"

let server: TestServer
let browser: Browser
/** Where the previews come from. */
let other = ""
/** What no page may say to its console. */
const broken: Array<string> = []

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

beforeAll(async () => {
  await buildStaleTargets(["console", "chat", "stats"])
  const port = await freePort()
  other = `http://localhost:${port}`
  server = await startTestServer({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CHAT_URL: `${other}/chat`,
    STATS_URL: `${other}/stats`,
  })
  browser = await launch()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_ADMIN" })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** The styling screen of somebody who may be there; the console's clock stands still until it is moved. */
const visit = async (prepare: (page: Page) => Promise<unknown> = async () => undefined, bypassCSP = false): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", bypassCSP })
  const page = await context.newPage()
  page.on("pageerror", (error) => broken.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource")) broken.push(message.text())
  })
  await page.clock.install()
  await prepare(page)
  await page.goto(`${server.address}/acme/stylesheet`)
  await page.getByLabel("Username").fill("ada")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("tab", { name: "Chat" }).waitFor()
  return page
}

const device = (page: Page, name: "Mobile" | "Desktop") => page.getByRole("region", { name: `${name} preview` })
const inside = (page: Page, name: "Mobile" | "Desktop") => device(page, name).frameLocator("iframe")
const devices = ["Mobile", "Desktop"] as const
const colourOf = (page: Page, name: "Mobile" | "Desktop", part: string) =>
  inside(page, name)
    .locator(part)
    .first()
    .evaluate((it) => getComputedStyle(it).backgroundColor)
const framesOf = (page: Page): ReadonlyArray<Frame> => page.frames().filter((frame) => frame.url().startsWith(other))

test("what is edited is painted in both frames, without a reload", async () => {
  const page = await visit()
  for (const name of devices) {
    await inside(page, name).getByRole("textbox").waitFor()
    expect(await device(page, name).locator("iframe").getAttribute("src")).toBe(`${other}/chat/acme/preview?l=en`)
  }
  await device(page, "Desktop").getByText("Chat - acme preview").waitFor()
  const loaded = () => Promise.all(framesOf(page).map((frame) => frame.evaluate(() => performance.timeOrigin)))
  const before = await loaded()
  expect(before).toHaveLength(2)
  await page.getByLabel("Header background", { exact: true }).fill("#123456ff")
  for (const name of devices) await expect.poll(() => colourOf(page, name, "header .bar")).toBe("rgb(18, 52, 86)")
  await page.getByRole("button", { name: "Undo" }).click()
  for (const name of devices) await expect.poll(() => colourOf(page, name, "header .bar")).toBe("rgb(139, 195, 74)")
  expect(await loaded()).toEqual(before)
  // Both frames hold the same page: its landmarks are there twice.
  expect((await axe(page)).filter((line) => !line.startsWith("landmark-unique:"))).toEqual([])
  await page.context().close()
})

test("each section is shown on what it is about, the statistics on their own page", async () => {
  const page = await visit()
  await page.getByRole("button", { name: "Preview: Side menu", exact: true }).click()
  for (const name of devices) await inside(page, name).getByRole("dialog").getByText("© acme").waitFor()
  // The author keeps the keyboard.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Preview: Side menu")
  await page.getByRole("tab", { name: "Answers" }).click()
  for (const name of devices) {
    await inside(page, name).getByRole("checkbox").first().waitFor()
    await expect.poll(() => inside(page, name).getByRole("dialog").count()).toBe(0)
  }
  await page.getByRole("button", { name: "Preview: Slider" }).click()
  for (const name of devices) await inside(page, name).getByRole("slider").waitFor()
  const slider = inside(page, "Mobile").getByRole("slider")
  expect(await Promise.all(["min", "max", "step"].map((name) => slider.getAttribute(name)))).toEqual(["5", "95", "5"])
  await page.getByRole("button", { name: "Preview: Validation errors" }).click()
  await inside(page, "Mobile").getByText("Please write 20 characters at least").waitFor()
  expect(await inside(page, "Mobile").getByRole("textbox").getAttribute("aria-invalid")).toBe("true")
  // What is asked is in sight, however much was told before.
  await page.getByRole("button", { name: "Finish" }).click()
  await page.getByRole("button", { name: "Preview: Choices" }).click()
  for (const name of devices) {
    const last = inside(page, name).getByRole("checkbox").last()
    await last.waitFor()
    await expect.poll(() => last.evaluate((it) => it.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true)
  }
  await page.getByRole("tab", { name: "Statistics" }).click()
  await device(page, "Desktop").getByText("Livestats - acme preview").waitFor()
  await inside(page, "Desktop").getByRole("region", { name: "What brought you here?" }).waitFor()
  expect(await page.getByRole("button", { name: "Finish" }).count()).toBe(0)
  await page.getByLabel("Bars", { exact: true }).fill("#654321ff")
  for (const name of devices) await expect.poll(() => colourOf(page, name, "i.bar")).toBe("rgb(101, 67, 33)")
  await page.getByRole("button", { name: "Preview: Pie charts" }).click()
  for (const name of devices) await inside(page, name).getByRole("region", { name: "How did you hear of us?" }).waitFor()
  await page.context().close()
})

test("the demo story is told paragraph by paragraph, pauses, and jumps to its end and its start", async () => {
  const page = await visit()
  const told = (count: number) => page.getByText(`${count} of ${demoStory.paragraphs} messages`).waitFor()
  const bubbles = () => inside(page, "Mobile").locator(".bubble.theirs:not(.typing)").count()
  await inside(page, "Mobile").getByRole("textbox").waitFor()
  await page.getByRole("button", { name: "Reset", exact: true }).click()
  await told(0)
  await page.clock.runFor(demoStory.start)
  await told(1)
  await expect.poll(bubbles).toBe(2)
  await page.getByRole("button", { name: "Pause" }).click()
  await page.clock.runFor(demoStory.step * 2)
  await told(1)
  await page.getByRole("button", { name: "Play" }).click()
  await page.clock.runFor(demoStory.step)
  await told(2)
  await page.getByRole("button", { name: "Finish" }).click()
  await told(demoStory.paragraphs)
  // The question, and a film.
  await expect.poll(bubbles).toBe(demoStory.paragraphs + 2)
  await page.context().close()
})

test("a frame that never answers says so, believes nobody else, and is loaded again on demand", async () => {
  const page = await visit((it) =>
    it.route(`${other}/chat/acme/preview**`, (route) => route.fulfill({ contentType: "text/html", body: "" })),
  )
  await device(page, "Mobile").locator("iframe").waitFor()
  // The console's own window is none of the frames, whatever it says.
  await page.evaluate((ready) => window.postMessage(ready, window.origin), previewReady)
  await page.clock.runFor(previewTimes.answerTimeoutMs)
  for (const name of devices) await device(page, name).getByText("The preview does not answer.").waitFor()
  expect(await axe(page)).toEqual([])
  await page.unroute(`${other}/chat/acme/preview**`)
  await page.getByRole("button", { name: "Load the mobile preview again" }).click()
  await inside(page, "Mobile").getByRole("textbox").waitFor()
  await device(page, "Mobile").getByText("The preview does not answer.").waitFor({ state: "detached" })
  expect(await device(page, "Desktop").getByText("The preview does not answer.").isVisible()).toBe(true)
  await page.context().close()
})

test("a frame that is left for another origin's page is told nothing, and what that page says is nothing", async () => {
  const foreign = `http://127.0.0.3:${new URL(other).port}`
  const trap = `<!doctype html><script>
    window.heard = []
    addEventListener("message", ({ data }) => heard.push(data))
    setInterval(() => parent.postMessage(${JSON.stringify(previewReady)}, "*"), 100)
  </script>`
  // The console's policy would keep the page out; this is what is left where a browser does not know of that.
  const page = await visit(async (it) => {
    await it.route(`${other}/chat/acme/preview**`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<!doctype html><script>location.replace("${foreign}/trap")</script>` }),
    )
    await it.route(`${foreign}/**`, (route) => route.fulfill({ contentType: "text/html", body: trap }))
  }, true)
  const trapped = () => page.frames().filter((frame) => frame.url() === `${foreign}/trap`)
  await expect.poll(() => trapped().length).toBe(2)
  await page.clock.runFor(previewTimes.answerTimeoutMs)
  for (const name of devices) await device(page, name).getByText("The preview does not answer.").waitFor()
  await page.getByLabel("Header background", { exact: true }).fill("#123456ff")
  await page.clock.runFor(1000)
  const heard = await Promise.all(trapped().map((frame) => frame.evaluate("heard.length")))
  expect(heard).toEqual([0, 0])
  await page.context().close()
})

test("a frame shows nothing that another origin tells it, be it its parent", async () => {
  const page = await (await browser.newContext()).newPage()
  // Its policy would keep any other page from framing it at all.
  await page.route(`${other}/chat/acme/preview**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "" } })
  })
  const html = `<!doctype html><iframe src="${other}/chat/acme/preview?l=en"></iframe>`
  const foreign = `http://127.0.0.2:${new URL(other).port}`
  await page.route(`${foreign}/**`, (route) => route.fulfill({ contentType: "text/html", body: html }))
  const shownAfter = async (message: PreviewMessage): Promise<string> => {
    await page.frameLocator("iframe").getByRole("textbox").waitFor()
    const [frame] = framesOf(page)
    if (frame === undefined) throw new Error("no frame")
    // Heard after the page itself has heard it.
    const heard = frame.evaluate(
      () =>
        new Promise<string>((tell) => {
          window.addEventListener("message", () =>
            tell(getComputedStyle(document.querySelector("header .bar") ?? document.body).backgroundColor),
          )
          document.documentElement.dataset["listens"] = "yes"
        }),
    )
    await page.frameLocator("iframe").locator("html[data-listens]").waitFor()
    await page.evaluate((it) => document.querySelector("iframe")?.contentWindow?.postMessage(it, "*"), message)
    return heard
  }
  const red = { ...initialChatPreview, sheet: { "header_background-color": "#ff0000ff" } }
  await page.goto(`${foreign}/`)
  expect(await shownAfter(red)).toBe("rgb(139, 195, 74)")
  // The same from the console's origin is shown.
  await page.route(`${server.address}/framing`, (route) => route.fulfill({ contentType: "text/html", body: html }))
  await page.goto(`${server.address}/framing`)
  expect(await shownAfter(red)).toBe("rgb(255, 0, 0)")
  await page.context().close()
})

test("no page had an error, and none broke its policy", () => {
  expect(broken).toEqual([])
})
