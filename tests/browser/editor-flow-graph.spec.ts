// The flow graph of a script: what follows each instruction and what is never shown, by pointer and keyboard.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { longScriptInstruction } from "../bench/long-script.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { testPage } from "./test-conversation.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Flows")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const pane = () => page.getByRole("region", { name: "Flow of the script" })
const card = (name: string) => pane().getByRole("button", { name: new RegExp(`^${name} `) })
const selected = (name: string) => outlineRows(page).filter({ hasText: name }).locator('[aria-current="true"]')

test("the graph shows what each instruction leads to, selects by click and keyboard, and violates no content security policy", async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  const violations: Array<string> = []
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await pane().getByText("Every instruction can be shown.").waitFor()
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  await pane().getByRole("button", { name: "Show all" }).click()
  expect(await pane().locator("button[aria-current]").count()).toBe(instructions.length)
  const names = instructions.map(({ label }) => label ?? "")
  expect(await card(names[0] ?? "").textContent()).toContain(`then ${names[1]}`)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await card(names[0] ?? "").focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => card(names[2] ?? "").evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press("Enter")
  await selected(names[2] ?? "").waitFor()
  await page.keyboard.press("End")
  await expect.poll(() => card(names.at(-1) ?? "").evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press("Home")
  await card(names[0] ?? "").click()
  await selected(names[0] ?? "").waitFor()
  expect(violations).toEqual([])
})

test("two nodes can be asked about: the test plays answers that show both, or says what excludes them", { tags: ["long"] }, async () => {
  const message = (order: number, label: string, condition: string | null) =>
    instruction(order, { label, condition, messages: [{ uuid: `m${order}`, locale: "en", content: `<p>This is ${label}.</p>` }] })
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      questionInstruction(0, "size", { uuid: "size", type: "choice", choices: createChoices("Small", "Large", "Huge") }),
      message(1, "small", "size == 1"),
      message(2, "big", "size >= 2"),
      message(3, "huge", "size == 3"),
    ],
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  const testPane = page.getByRole("region", { name: "Test the chat" })
  await card("huge").click()
  await card("big").click({ modifiers: ["Shift"] })
  await pane().getByRole("button", { name: "Can big and huge both be shown?" }).click()
  await testPane.getByText("big and huge are both shown after these answers: size = 3").waitFor()
  await testPage(page).getByText("This is huge.").waitFor()
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await card("huge").click()
  await card("small").focus()
  await page.keyboard.press("Shift+Enter")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pane().getByRole("button", { name: "Can small and huge both be shown?" }).click()
  await testPane.getByText("small and huge are never shown in one chat").waitFor()
  await testPane.getByText("What rules this out:").waitFor()

  // A touch screen has no Shift: a button makes each click ask about two.
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await card("huge").click()
  const pairing = pane().getByRole("button", { name: "Ask about two instructions" })
  await pairing.click()
  await pane().getByText("Choose the instruction to ask about together with the selected one.").waitFor()
  await card("big").click()
  await pane().getByRole("button", { name: "Can big and huge both be shown?" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pairing.click()
  expect(await pane().getByRole("button", { name: "Can big and huge both be shown?" }).count()).toBe(0)
})

test("the graph does not say that every instruction can be shown if that cannot be told", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [instruction(0, { label: "gold", condition: "crm.level == 'gold'" }), instruction(1, { label: "all" })],
  })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await pane().getByText("The check could not tell whether 1 instruction can be shown.").waitFor()
  expect(await pane().getByText("Every instruction can be shown.").count()).toBe(0)
})

test("the graph marks unreachable instructions and follows edits of the script", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  await at.openEditor(page, uuid)
  await page.keyboard.press("Control+Alt+W")
  await pane().getByText("Every instruction can be shown.").waitFor()
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  const last = instructions.at(-2)?.label ?? ""
  await outlineRows(page).first().locator("button[aria-current]").click()
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "End chat" }).click()
  const count = pane().getByRole("button", { name: `${instructions.length - 1} instructions are never shown.` })
  await count.waitFor()
  await pane().getByRole("button", { name: "Show all" }).click()
  expect(await card(last).textContent()).toContain("This is never reached, because the chat always ends at")
  expect(await findAccessibilityViolations(page)).toEqual([])
  // The count leads from one of them to the next.
  const [, second = "", third = ""] = instructions.map(({ label }) => label ?? "")
  await count.focus()
  await page.keyboard.press("Enter")
  await selected(second).waitFor()
  await page.keyboard.press("Enter")
  await selected(third).waitFor()
})

test("a result that is outdated for long gives way to a progress message, and nothing moves", { tags: ["long"] }, async () => {
  // Holds what is sent to the worker of the check, as on a slow device.
  await page.addInitScript(() => {
    const held: Array<() => void> = []
    const { value: post } = Object.getOwnPropertyDescriptor(Worker.prototype, "postMessage") ?? {}
    Worker.prototype.postMessage = function (this: Worker, ...values: ReadonlyArray<unknown>) {
      const send = () => post.apply(this, values)
      if (document.body?.dataset["held"] === "true") held.push(send)
      else send()
    }
    addEventListener("release", () => {
      document.body.dataset["held"] = "false"
      for (const send of held.splice(0)) send()
    })
  })
  const { uuid } = await at.addChat(files.patientIntake)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  const outdated = pane().getByText("Every instruction can be shown.")
  await outdated.waitFor()
  const graph = pane().locator(".react-flow")
  const before = await graph.boundingBox()
  await outlineRows(page).first().locator("button[aria-current]").click()
  await page.evaluate(() => {
    document.body.dataset["held"] = "true"
  })
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "End chat" }).click()
  await pane().getByText("Finding paths through").waitFor()
  await outdated.waitFor({ state: "hidden" })
  expect(await graph.boundingBox()).toEqual(before)
  await page.evaluate(() => dispatchEvent(new Event("release")))
  await pane().getByText("instructions are never shown.").waitFor()
  await pane().getByText("Finding paths").waitFor({ state: "detached" })
})

test("a long script shows a progress message before its graph, whose keys lead from the first instruction to the last", {
  tags: ["long"],
}, async () => {
  const { uuid } = await at.addChat({ language: "nl", instructions: Array.from({ length: 1000 }, (_, i) => longScriptInstruction(i)) })
  await at.openEditor(page, uuid)
  // The message may disappear before Playwright could read it.
  await page.evaluate(() => {
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("output")) document.body.dataset["statusTexts"] += ` ${textContent}`
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole("button", { name: "Flow", exact: true }).click()
  await card("vraag_0").waitFor()
  expect(await page.locator("body").getAttribute("data-status-texts")).toContain("Finding paths through 1,000 instructions…")
  await pane().getByText("Finding paths").waitFor({ state: "detached" })
  const graph = pane().locator(".react-flow")
  const offsetOf = async (name: string) => {
    const [cardBox, graphBox] = [await card(name).boundingBox(), await graph.boundingBox()]
    if (cardBox === null || graphBox === null) return { top: Number.NaN, offCenter: Number.NaN }
    return { top: cardBox.y - graphBox.y, offCenter: Math.abs(cardBox.x + cardBox.width / 2 - (graphBox.x + graphBox.width / 2)) }
  }
  // The first card is near the top and centered, and stays centered when the pane's width changes.
  expect((await offsetOf("vraag_0")).top).toBeLessThan(120)
  expect((await offsetOf("vraag_0")).offCenter).toBeLessThan(2)
  await page.setViewportSize({ width: 1100, height: 720 })
  await expect.poll(async () => (await offsetOf("vraag_0")).offCenter).toBeLessThan(2)
  await card("vraag_0").focus()
  await page.keyboard.press("End")
  await expect.poll(() => card("vraag_999").evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await card("vraag_8").count()).toBe(0)
  // Editing a text changes no path, so the graph is not computed again.
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Another text")
  await page.getByText("Not saved yet, stored on this device").waitFor()
  expect(await pane().getByText("Finding paths").count()).toBe(0)
})
