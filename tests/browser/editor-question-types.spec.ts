// Authoring in the editor: every question type with its options, reordering by keyboard, and the recovery of unsaved edits.
import type { Page } from "playwright"
import { beforeEach, describe, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { crashPage, readStoredOnDevice } from "./crashed-page.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Writers")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const field = (name: string) => panel().getByLabel(name, { exact: true })

/** Adds an instruction, fills in its name, message and options, and checks its panel with axe. */
const addQuestion = async (kind: string, label: string, set: () => Promise<void>): Promise<void> => {
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: kind, exact: true }).click()
  await panel().getByRole("heading", { name: kind, level: 2 }).waitFor()
  await field("Name").fill(label)
  await panel().getByRole("textbox", { name: "Message", exact: true }).fill(`What of ${label}?`)
  await set()
  expect([kind, ...(await findAccessibilityViolations(page, "#content"))]).toEqual([kind])
}
const choose = (name: string) => panel().getByRole("radio", { name, exact: true }).check({ force: true })
const switchOn = (name: string) => panel().getByRole("checkbox", { name, exact: true }).check({ force: true })

const saveAndRead = async (uuid: ScriptId): Promise<ReadonlyArray<Instruction>> => {
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  return (await at.api.scripts.read({ community: at.slug, uuid })).instructions
}

test("every question type is created with its options and saved, without accessibility violations", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)
  await addQuestion("Single choice", "tea", async () => {
    await field("Choice 1").fill("Green")
    await field("Choice 2").fill("Black")
    await choose("2")
    await switchOn("Random order")
    await switchOn("Optional")
  })
  await addQuestion("Multiple choice", "fruits", async () => {
    await field("Choice 1").fill("Apple")
    await field("Choice 2").fill("Pear")
    await field("Choice 2").press("Enter")
    await field("Choice 3").fill("Plum")
    await field("Minimum").fill("2")
    await switchOn("Scores")
  })
  await addQuestion("Open answer", "wish", async () => {
    await choose("One line")
    await field("Minimum").fill("3")
    await field("Maximum").fill("80")
    await field("Placeholder").fill("Anything")
  })
  await addQuestion("Email", "address", async () => {
    await field("Placeholder").fill("you@example.org")
  })
  await addQuestion("Numeric", "degrees", async () => {
    await field("Minimum").fill("10")
    await field("Maximum").fill("40")
    await switchOn("Slider")
    await field("Step").fill("5")
    await switchOn("Labels at both ends")
    await field("Label of the minimum").fill("cold")
    await field("Label of the maximum").fill("hot")
  })
  await addQuestion("Star rating", "staff", () => switchOn("Half stars"))
  await addQuestion("Currency", "price", async () => {
    await field("Maximum").fill("500")
    await field("Currency").selectOption("Dollar")
  })
  await addQuestion("NPS", "recommend", () => choose("0 – 10"))
  await addQuestion("Emoji", "mood", async () => undefined)
  await addQuestion("File", "photo", async () => {
    await field("Text on the library button").fill("From my album")
  })
  await addQuestion("Date", "birth", async () => undefined)
  await addQuestion("End chat", "bye", async () => {
    expect(await field("Web address").count()).toBe(0)
    await choose("Go to a web page")
    await field("Web address").fill("example.org/thanks")
    expect(await field("Closing text").count()).toBe(0)
  })
  const stored = await saveAndRead(uuid)
  expect(stored.map(({ label, order }) => [label, order])).toEqual(
    ["tea", "fruits", "wish", "address", "degrees", "staff", "price", "recommend", "mood", "photo", "birth", "bye"].map((label, i) => [
      label,
      i,
    ]),
  )
  const optionsOf = (label: string) => stored.find((instruction) => instruction.label === label)?.question?.options
  expect(stored[0]?.question).toMatchObject({ type: "choice", skipable: true, options: { columns: 2, randomize: true } })
  expect(stored[0]?.question?.choices?.map(({ value, translation }) => [value, translation.content])).toEqual([
    [1, "Green"],
    [2, "Black"],
  ])
  expect(optionsOf("fruits")).toMatchObject({ minimum: 2, maximum: 3, scores: true })
  expect(stored[2]?.question).toMatchObject({ placeholder: "Anything", options: { boxSize: "singleline", minimum: 3, maximum: 80 } })
  expect(stored[3]?.question).toMatchObject({ type: "email", placeholder: "you@example.org" })
  expect(optionsOf("degrees")).toMatchObject({
    minimum: 10,
    maximum: 40,
    hasSlider: true,
    stepSize: 5,
    hasLabel: true,
    lowerBoundLabel: "cold",
    upperBoundLabel: "hot",
  })
  expect(optionsOf("staff")).toMatchObject({ max: 5, increment: 0.5 })
  expect(optionsOf("price")).toMatchObject({ minimum: 1, maximum: 500, currency: 2 })
  expect(optionsOf("recommend")).toMatchObject({ minimum: 0, maximum: 10 })
  expect(optionsOf("mood")).toMatchObject({ emoticonsCount: 5 })
  expect(optionsOf("photo")).toMatchObject({ fileUploadCameraText: "Camera", fileUploadLibraryText: "From my album" })
  expect(stored[11]?.action).toMatchObject({ type: "end", params: { endAction: "redirect", url: "https://example.org/thanks" } })
})

test("Alt with an arrow key on the handle and the move buttons reorder an instruction and announce each position", {
  tags: ["long"],
}, async () => {
  const { uuid } = await at.addChat(files.customerSatisfaction)
  await at.openEditor(page, uuid)
  const names = async () => outlineRows(page).locator('[id$="-title"] > span:first-child').allInnerTexts()
  const [first = "", second = "", third = ""] = await names()
  await outlineRows(page).nth(0).getByRole("button", { name: "Reorder" }).focus()
  await page.keyboard.press("Alt+ArrowDown")
  await page.getByText(`${first} is now 2 of 16`).waitFor()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([second, first, third])
  await page.keyboard.press("Alt+ArrowDown")
  await page.getByText(`${first} is now 3 of 16`).waitFor()
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByText(`${first} is now 2 of 16`).waitFor()
  // Repeated presses of a move button keep moving the same instruction until it is first.
  const up = outlineRows(page).filter({ hasText: first }).first().getByRole("button", { name: "Move up" })
  await outlineRows(page).filter({ hasText: first }).first().locator("button[aria-current]").click()
  await up.focus()
  await page.keyboard.press("Enter")
  await page.getByText(`${first} is now 1 of 16`).waitFor()
  await expect
    .poll(() =>
      outlineRows(page)
        .nth(0)
        .locator("button[aria-current]")
        .evaluate((element) => element === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press("Alt+ArrowDown")
  await page.getByText(`${first} is now 2 of 16`).waitFor()
  expect((await saveAndRead(uuid)).slice(0, 3).map(({ label }) => label)).toEqual([second, first, third])
})

describe("unsaved edits", () => {
  test("are offered after the page crashed, complete to the last letter", async () => {
    const { uuid } = await at.addChat(files.customerSatisfaction)
    await at.openEditor(page, uuid)
    const text = panel().getByRole("textbox", { name: "Message", exact: true })
    await text.fill("Hello")
    await text.press("End")
    await page.keyboard.type(", whoever is there")
    await page.getByText("Not saved yet, stored on this device").waitFor()
    // The last letter is stored up to 300 ms after it was typed.
    await expect.poll(() => readStoredOnDevice(page, "conversation-admin-drafts", "edits")).toContain("whoever is there")
    const next = await crashPage(page)
    await next.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
    await next.getByText("You have unsaved edits").waitFor()
    const changed = next.getByRole("listitem").filter({ hasText: "1 instruction changed" })
    expect(await changed.innerText()).toContain("Hello, whoever is there")
    expect(await findAccessibilityViolations(next)).toEqual([])
    // Undo restores edits that were discarded by mistake.
    await next.getByRole("button", { name: "Discard my edits" }).click()
    page = next
    await outlineRows(page).first().waitFor()
    expect(await panel().getByRole("textbox", { name: "Message", exact: true }).innerText()).not.toContain("whoever")
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await expect.poll(() => panel().getByRole("textbox", { name: "Message", exact: true }).innerText()).toBe("Hello, whoever is there")
    expect((await saveAndRead(uuid))[0]?.messages[0]?.content).toBe("<p>Hello, whoever is there</p>")
  })

  const typeAndRestore = async (end: () => Promise<unknown>) => {
    const { uuid } = await at.addChat(files.customerSatisfaction)
    await at.openEditor(page, uuid)
    const context = page.context()
    const text = panel().getByRole("textbox", { name: "Message", exact: true })
    await text.fill("Hello")
    await text.press("End")
    await page.keyboard.type(", all")
    await end()
    page = await context.newPage()
    await page.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
    await page.getByRole("button", { name: "Restore my edits" }).click()
    await expect.poll(() => panel().getByRole("textbox", { name: "Message", exact: true }).innerText()).toBe("Hello, all")
  }
  test("are complete to the last letter after the page was reloaded right after typing", { tags: ["long"] }, () =>
    typeAndRestore(() => page.reload()),
  )
  test.each([
    ["led elsewhere", () => page.goto("about:blank")],
    ["closed", () => page.close()],
  ])("are complete to the last letter after the page was %s right after typing", { tags: ["long"] }, (_, end) => typeAndRestore(end))

  test("in one tab survive a save in another tab", { tags: ["long"] }, async () => {
    const { uuid } = await at.addChat(files.customerSatisfaction)
    await at.openEditor(page, uuid)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel("Title", { exact: true }).fill("Written in the other tab")
    await other.getByText("Not saved yet, stored on this device").waitFor()
    await page.getByLabel("Title", { exact: true }).fill("Written here")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
    await expect.poll(() => readStoredOnDevice(other, "conversation-admin-drafts", "edits")).toContain("Written in the other tab")
    expect(await readStoredOnDevice(other, "conversation-admin-drafts", "edits")).not.toContain("Written here")
    const next = await crashPage(other)
    await next.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
    await next.getByText("Someone has saved this script since then.").waitFor()
    await next.getByRole("button", { name: "Restore my edits" }).click()
    await expect.poll(() => next.getByLabel("Title", { exact: true }).inputValue()).toBe("Written in the other tab")
  })

  test("are saved automatically when the network is back", async () => {
    const { uuid } = await at.addChat(files.customerSatisfaction)
    await at.openEditor(page, uuid)
    await page.context().setOffline(true)
    await page.getByLabel("Title", { exact: true }).fill("Written on a train")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("On this device only: offline").waitFor()
    await page.context().setOffline(false)
    await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
    expect((await at.api.scripts.read({ community: at.slug, uuid })).name).toBe("Written on a train")
  })
})
