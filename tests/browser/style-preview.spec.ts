// The live preview of a style, its frames served from another origin than the console: edits appear without a reload, messages from other
// origins are ignored, and a frame that does not answer is reported.
import { once } from "node:events"
import { createServer } from "node:net"
import type { Browser, Frame, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { demoStory, initialChatPreview, type PreviewMessage, previewReady, previewTimes } from "../../domain/preview/preview-protocol.ts"
import { screenDatabase } from "../fixtures/program.ts"
import { password, startTestServer, type TestServer } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"

let server: TestServer
let browser: Browser
/** The origin of the previews. */
let previewOrigin = ""
/** Errors that pages threw or logged. */
const pageErrors: Array<string> = []

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
  previewOrigin = `http://localhost:${port}`
  server = await startTestServer({
    ...(await screenDatabase()),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CHAT_URL: `${previewOrigin}/chat`,
    STATS_URL: `${previewOrigin}/stats`,
  })
  browser = await sharedBrowser()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_ADMIN" })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** The styling screen, opened by an administrator; the test controls the console's clock. */
const visit = async (prepare: (page: Page) => Promise<unknown> = async () => undefined, bypassCSP = false): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", bypassCSP })
  const page = await context.newPage()
  page.on("pageerror", (error) => pageErrors.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource")) pageErrors.push(message.text())
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
const backgroundOf = (page: Page, name: "Mobile" | "Desktop", part: string) =>
  inside(page, name)
    .locator(part)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)
const framesOf = (page: Page): ReadonlyArray<Frame> => page.frames().filter((frame) => frame.url().startsWith(previewOrigin))

test("edits appear in both frames without a reload", async () => {
  const page = await visit()
  for (const name of devices) {
    await inside(page, name).getByRole("textbox").waitFor()
    expect(await device(page, name).locator("iframe").getAttribute("src")).toBe(`${previewOrigin}/chat/acme/preview?l=en`)
  }
  await device(page, "Desktop").getByText("Chat - acme preview").waitFor()
  const loaded = () => Promise.all(framesOf(page).map((frame) => frame.evaluate(() => performance.timeOrigin)))
  const before = await loaded()
  expect(before).toHaveLength(2)
  await page.getByLabel("Header background", { exact: true }).fill("#123456ff")
  for (const name of devices) await expect.poll(() => backgroundOf(page, name, "header .bar")).toBe("rgb(18, 52, 86)")
  await page.getByRole("button", { name: "Undo" }).click()
  for (const name of devices) await expect.poll(() => backgroundOf(page, name, "header .bar")).toBe("rgb(139, 195, 74)")
  expect(await loaded()).toEqual(before)
  // Both frames show the same page, so its landmarks appear twice.
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.context().close()
})

test("each section has its own preview scenario, and statistics are shown on their own page", { tags: ["long"] }, async () => {
  const page = await visit()
  await page.getByRole("button", { name: "Preview: Side menu", exact: true }).click()
  for (const name of devices) await inside(page, name).getByRole("dialog").getByText("© acme").waitFor()
  // Focus stays on the button.
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
  await inside(page, "Mobile").getByText("Please write at least 20 characters").waitFor()
  expect(await inside(page, "Mobile").getByRole("textbox").getAttribute("aria-invalid")).toBe("true")
  // The question is visible, however many messages come before it.
  await page.getByRole("button", { name: "Finish" }).click()
  await page.getByRole("button", { name: "Preview: Choices" }).click()
  for (const name of devices) {
    const last = inside(page, name).getByRole("checkbox").last()
    await last.waitFor()
    await expect.poll(() => last.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true)
  }
  await page.getByRole("tab", { name: "Statistics" }).click()
  await device(page, "Desktop").getByText("Livestats - acme preview").waitFor()
  await inside(page, "Desktop").getByRole("region", { name: "What brought you here?" }).waitFor()
  expect(await page.getByRole("button", { name: "Finish" }).count()).toBe(0)
  await page.getByLabel("Bars", { exact: true }).fill("#654321ff")
  for (const name of devices) await expect.poll(() => backgroundOf(page, name, "i.bar")).toBe("rgb(101, 67, 33)")
  await page.getByRole("button", { name: "Preview: Pie charts" }).click()
  for (const name of devices) await inside(page, name).getByRole("region", { name: "How did you hear of us?" }).waitFor()
  await page.context().close()
})

test("the demo story plays paragraph by paragraph, pauses, and jumps to its end and its start", { tags: ["long"] }, async () => {
  const page = await visit()
  const showsProgress = (count: number) => page.getByText(`${count} of ${demoStory.paragraphs} messages`).waitFor()
  const bubbles = () => inside(page, "Mobile").locator(".bubble.theirs:not(.typing)").count()
  await inside(page, "Mobile").getByRole("textbox").waitFor()
  await page.getByRole("button", { name: "Reset", exact: true }).click()
  await showsProgress(0)
  await page.clock.runFor(demoStory.start)
  await showsProgress(1)
  await expect.poll(bubbles).toBe(2)
  await page.getByRole("button", { name: "Pause" }).click()
  await page.clock.runFor(demoStory.step * 2)
  await showsProgress(1)
  await page.getByRole("button", { name: "Play" }).click()
  await page.clock.runFor(demoStory.step)
  await showsProgress(2)
  await page.getByRole("button", { name: "Finish" }).click()
  await showsProgress(demoStory.paragraphs)
  // The question and a video come on top.
  await expect.poll(bubbles).toBe(demoStory.paragraphs + 2)
  await page.context().close()
})

test("a frame that does not answer is reported, whatever other windows send, and can be loaded again", { tags: ["long"] }, async () => {
  const page = await visit((newPage) =>
    newPage.route(`${previewOrigin}/chat/acme/preview**`, (route) => route.fulfill({ contentType: "text/html", body: "" })),
  )
  await device(page, "Mobile").locator("iframe").waitFor()
  // A message from the console's own window does not count as an answer of a frame.
  await page.evaluate((ready) => window.postMessage(ready, window.origin), previewReady)
  await page.clock.runFor(previewTimes.answerTimeoutMs)
  for (const name of devices) await device(page, name).getByText("The preview doesn't respond.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.unroute(`${previewOrigin}/chat/acme/preview**`)
  await page.getByRole("button", { name: "Load the mobile preview again" }).click()
  await inside(page, "Mobile").getByRole("textbox").waitFor()
  await device(page, "Mobile").getByText("The preview doesn't respond.").waitFor({ state: "detached" })
  expect(await device(page, "Desktop").getByText("The preview doesn't respond.").isVisible()).toBe(true)
  await page.context().close()
})

test("a frame that navigates to another origin receives no messages, and its messages are ignored", { tags: ["long"] }, async () => {
  const foreign = `http://127.0.0.3:${new URL(previewOrigin).port}`
  const trap = `<!doctype html><script>
    window.heard = []
    addEventListener("message", ({ data }) => heard.push(data))
    setInterval(() => parent.postMessage(${JSON.stringify(previewReady)}, "*"), 100)
  </script>`
  // The console's content security policy would block the page: this covers browsers that do not enforce it.
  const page = await visit(async (newPage) => {
    await newPage.route(`${previewOrigin}/chat/acme/preview**`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<!doctype html><script>location.replace("${foreign}/trap")</script>` }),
    )
    await newPage.route(`${foreign}/**`, (route) => route.fulfill({ contentType: "text/html", body: trap }))
  }, true)
  const trapped = () => page.frames().filter((frame) => frame.url() === `${foreign}/trap`)
  await expect.poll(() => trapped().length).toBe(2)
  await page.clock.runFor(previewTimes.answerTimeoutMs)
  for (const name of devices) await device(page, name).getByText("The preview doesn't respond.").waitFor()
  await page.getByLabel("Header background", { exact: true }).fill("#123456ff")
  await page.clock.runFor(1000)
  const heard = await Promise.all(trapped().map((frame) => frame.evaluate("heard.length")))
  expect(heard).toEqual([0, 0])
  await page.context().close()
})

test("a frame ignores messages from another origin, even from its parent", { tags: ["long"] }, async () => {
  const page = await (await browser.newContext()).newPage()
  // Its content security policy would prevent framing by any other page.
  await page.route(`${previewOrigin}/chat/acme/preview**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "" } })
  })
  const html = `<!doctype html><iframe src="${previewOrigin}/chat/acme/preview?l=en"></iframe>`
  const foreign = `http://127.0.0.2:${new URL(previewOrigin).port}`
  await page.route(`${foreign}/**`, (route) => route.fulfill({ contentType: "text/html", body: html }))
  const shownAfter = async (message: PreviewMessage): Promise<string> => {
    await page.frameLocator("iframe").getByRole("textbox").waitFor()
    const [frame] = framesOf(page)
    if (frame === undefined) throw new Error("no frame")
    // This listener runs after the page's own.
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
    await page.evaluate((payload) => document.querySelector("iframe")?.contentWindow?.postMessage(payload, "*"), message)
    return heard
  }
  const red = { ...initialChatPreview, sheet: { "header_background-color": "#ff0000ff" } }
  await page.goto(`${foreign}/`)
  expect(await shownAfter(red)).toBe("rgb(139, 195, 74)")
  // The same message from the console's origin is applied.
  await page.route(`${server.address}/framing`, (route) => route.fulfill({ contentType: "text/html", body: html }))
  await page.goto(`${server.address}/framing`)
  expect(await shownAfter(red)).toBe("rgb(255, 0, 0)")
  await page.context().close()
})

test("no page logged an error or violated its content security policy", () => {
  expect(pageErrors).toEqual([])
})
