// The delivery log on a chat's page, with a real server and an external receiver: failed deliveries are shown and can be repeated.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"
import { screenDatabase } from "../fixtures/program.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { openSignedInPage } from "./console-steps.ts"

const community = "panel"
let server: TestServer
let receiver: LoopbackServer
let browser: Browser
let page: Page
let script: ScriptId

beforeAll(async () => {
  receiver = await startLoopbackServer()
  server = await startTestServer({ ...(await screenDatabase()), SEND_TO_PRIVATE: "1" })
  const panel = await server.addCommunity(community)
  await server.addUser("ada", { [panel]: "ROLE_USER" })
  const trigger = { enabled: true, name: "left", timeout: 172_800, config: { preset: null, custom: true, amount: 2, unit: "day" } }
  const options = ["question.name.label", "answer.option.value", "answer.format.key-value"]
  const params = {
    endpoint: `${receiver.address}/hook`,
    version: 2,
    questions: null,
    options,
    labels: { name: "Register" },
    trigger,
  } as const
  script = await createLiveScript(
    await server.signedIn("ada"),
    community,
    createInstructions(
      { type: "message", label: "hello", says: "Welkom" },
      { type: "action", label: "to_the_register", action: { type: "send2api", params } },
      { type: "question", label: "more", says: "Nog iets?", question: { uuid: crypto.randomUUID(), type: "open", skipable: true } },
    ),
  )
  browser = await sharedBrowser()
  page = await openSignedInPage(browser, server, "ada")
  await page.goto(`${server.address}/chats/${community}/${script}`)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  receiver?.stop()
})

const log = () => page.getByRole("region", { name: "Deliveries" })
const rows = () => log().getByRole("list", { name: "Sent deliveries" }).locator("> li")
const refreshUntil = async (text: string): Promise<void> => {
  const refresh = log().getByRole("button", { name: "Refresh deliveries" })
  await expect
    .poll(async () => {
      await refresh.click()
      await refresh.and(page.locator(":enabled:not([data-loading])")).waitFor()
      return (await rows().allTextContents()).join(" ")
    })
    .toContain(text)
}

test("lists the configured deliveries by name, with the delay of their auto-delivery", { tags: ["long"] }, async () => {
  const configured = log().getByRole("list", { name: "Configured deliveries" }).getByRole("listitem")
  await configured.first().waitFor()
  expect(await configured.allInnerTexts()).toEqual([expect.stringMatching(/^Register\s+Dynamic\s+Auto-delivery: 2 days\s+http:.*hook$/)])
})

test("says so when nothing has been sent", async () => {
  await log().getByRole("button", { name: "Show deliveries" }).click()
  await log().getByText("Nothing has been sent yet.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("shows the request and the response of a failed delivery, and repeats it with Deliver again", async () => {
  receiver.answerWith((_, response) => void response.writeHead(410).end("the hook is gone"))
  const respondent = server.visitor()
  const link = { pass: "p".repeat(32), metadata: { ref: "a-person" } }
  const opened = await respondent.send("POST", "/chat/api/open", { ...link, anonymous: { community, script } })
  const anonymous = { community, script, start: Object(opened.json()).start }
  // The first answer begins the conversation, which reaches the delivery.
  const question = Object(opened.json()).waiting.uuid
  expect((await respondent.send("POST", "/chat/api/answer", { ...link, anonymous, uuid: question, given: null, after: 0 })).status).toBe(
    200,
  )
  await refreshUntil("Failed")
  expect(await rows().count()).toBe(1)
  const summary = rows().locator("summary")
  for (const part of ["Register", "Reached in a chat", "1 attempt", `${receiver.address}/hook`]) await summary.getByText(part).waitFor()
  await summary.focus()
  await page.keyboard.press("Enter")
  await rows().getByText('"ref": "a-person"').waitFor()
  await rows().getByText("Status 410").waitFor()
  await rows().getByText("the hook is gone").waitFor()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await findAccessibilityViolations(page)).toEqual([])
  }

  receiver.answerWith((_, response) => void response.end())
  await rows().getByRole("button", { name: "Deliver again" }).click()
  await rows().getByText("The delivery is being sent again.").waitFor()
  await refreshUntil("Delivered")
  await rows().getByText("2 attempts").waitFor()
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook"])
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("explains an unreachable receiver in the language of the interface", { tags: ["long"] }, async () => {
  receiver.stop()
  await rows().getByRole("button", { name: "Deliver again" }).click()
  await rows().getByText("The delivery is being sent again.").waitFor()
  await refreshUntil("3 attempts")
  const { host } = new URL(receiver.address)
  await rows().getByText(`${host} refused the connection`).waitFor()
  await page.getByRole("button", { name: "Nederlands" }).click()
  await page.getByText(`Bij ${host} neemt niemand op`).waitFor()
})
