// The options of each instruction type in the editor, saved and read back from the server.
import { randomUUID } from "node:crypto"
import type { Locator, Page } from "playwright"
import { beforeEach, describe, expect, test } from "vitest"
import { sha256 } from "../../adapters/cli/input-files.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus, liftRow } from "./keyboard.ts"
import { testPage } from "./test-conversation.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Kinds")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })

/** Opens a new chat in the editor and adds one instruction. */
const openWithInstruction = async (kind: string): Promise<ScriptId> => {
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: kind, exact: true }).click()
  await panel().getByLabel("Name", { exact: true }).waitFor()
  return uuid
}

const saveAndRead = async (uuid: ScriptId): Promise<ReadonlyArray<Instruction>> => {
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  return (await at.api.scripts.read({ community: at.slug, uuid })).instructions
}

const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

test("a pasted message keeps bold and italics, also when given as styles, and drops everything else", { tags: ["long"] }, async () => {
  const consoleErrors: Array<string> = []
  page.on("console", (entry) => entry.type() === "error" && consoleErrors.push(entry.text()))
  const uuid = await openWithInstruction("Text message")
  const message = panel().getByRole("textbox", { name: "Message", exact: true })
  await message.click()
  await page.evaluate(() => {
    const data = new DataTransfer()
    const html =
      '<b style="font-weight:normal"><p style="color:red"><span style="font-weight:700">Very</span> <em>welcome</em></p></b><img src="x" onerror="alert(1)">'
    data.setData("text/html", html)
    data.setData("text/plain", "Very welcome")
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => message.innerText()).toBe("Very welcome")
  expect((await saveAndRead(uuid))[0]?.messages[0]?.content).toBe("<p><strong>Very</strong> <em>welcome</em></p>")
  expect(consoleErrors).toEqual([])
})

describe("choices", () => {
  test("store scores, amounts, fixed positions and exclusivity when the question uses them", async () => {
    const uuid = await openWithInstruction("Multiple choice")
    await panel().getByLabel("Choice 1", { exact: true }).fill("Tea")
    await panel().getByLabel("Choice 2", { exact: true }).fill("Nothing")
    await panel().getByLabel("Scores").click()
    await panel().getByLabel("Score of choice 1").fill("-1,5")
    await panel().getByLabel("Amounts").click()
    await panel().getByLabel("Amount of choice 1").fill("2.50")
    await panel().getByLabel("The amount can be paid").click()
    await panel().getByLabel("Exclusive choices (“None of these”)").click()
    await panel().getByLabel("Choice 2 is exclusive").check()
    await panel().getByLabel("Random order").click()
    await panel().getByLabel("Pinned choices when randomizing").click()
    await panel().getByLabel("Choice 2 is pinned").check()
    await panel().getByLabel("Search field").click()
    await panel().getByLabel("At the start").check()
    const chart = panel().getByLabel("Chart in live statistics")
    expect(await chart.getByRole("option", { name: "Pie" }).count()).toBe(0)
    await chart.selectOption("Bars")
    expect(await findAccessibilityViolations(page)).toEqual([])
    const [stored] = await saveAndRead(uuid)
    expect(stored?.question).toMatchObject({
      choices: [
        { value: 1, translation: { content: "Tea" }, score: -1.5, amount: 2.5, single: false, fixed: false },
        { value: 2, translation: { content: "Nothing" }, score: null, single: true, fixed: true },
      ],
      options: {
        scores: true,
        amounts: true,
        payment: true,
        singles: true,
        fixated: true,
        randomize: true,
        search: true,
        searchPattern: "start",
        charttype: "bar",
      },
    })
  })

  test("are reordered by dragging, and by Alt with an arrow key in the text", async () => {
    const uuid = await openWithInstruction("Single choice")
    const texts = () => panel().getByRole("textbox", { name: /^Choice \d+$/ })
    for (const [i, text] of ["Red", "Green", "Blue"].entries()) {
      if (i > 1) await panel().getByRole("button", { name: "Add choice" }).click()
      await texts().nth(i).fill(text)
    }
    const grip = await panel().getByRole("button", { name: "Reorder choice 1" }).boundingBox()
    const last = await texts().nth(2).boundingBox()
    await page.mouse.move((grip?.x ?? 0) + 6, (grip?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((grip?.x ?? 0) + 6, (last?.y ?? 0) + 20, { steps: 8 })
    await page.getByText("Choice 1 would be 3 of 3").waitFor({ state: "attached" })
    await page.mouse.up()
    await page.getByText("Choice 1 is now 3 of 3").waitFor({ state: "attached" })
    const all = () => texts().evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : null)))
    expect(await all()).toEqual(["Green", "Blue", "Red"])
    await page.mouse.move((grip?.x ?? 0) + 6, (grip?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((grip?.x ?? 0) + 6, (last?.y ?? 0) + 20, { steps: 8 })
    await page.getByText("Choice 1 would be 3 of 3").waitFor({ state: "attached" })
    await page.keyboard.press("Escape")
    await page.mouse.up()
    await page.getByText("Choice 1 stays where it was").waitFor({ state: "attached" })
    expect(await all()).toEqual(["Green", "Blue", "Red"])
    // By keyboard, Space lifts a choice and drops it.
    await liftRow(page, panel().getByRole("button", { name: "Reorder choice 3" }), "Moving choice 3")
    await page.keyboard.press("ArrowUp")
    await page.getByText("Choice 3 would be 2 of 3").waitFor({ state: "attached" })
    await page.keyboard.press("ArrowUp")
    await page.getByText("Choice 3 would be 1 of 3").waitFor({ state: "attached" })
    await page.keyboard.press("Space")
    await page.getByText("Choice 3 is now 1 of 3").waitFor({ state: "attached" })
    expect(await all()).toEqual(["Red", "Green", "Blue"])
    await page.getByRole("button", { name: "Undo" }).click()
    expect(await all()).toEqual(["Green", "Blue", "Red"])
    await texts().nth(2).press("Alt+ArrowUp")
    const [stored] = await saveAndRead(uuid)
    expect(stored?.question?.choices?.map(({ translation, value, order }) => [translation.content, value, order])).toEqual([
      ["Green", 2, 0],
      ["Red", 1, 1],
      ["Blue", 3, 2],
    ])
  })
})

test("[A16] an existing payment can be configured, but the picker does not offer payments", { tags: ["long"] }, async () => {
  const chat = await at.addChat()
  const instructions = createInstructions(
    {
      type: "question",
      label: "how_much",
      says: "How much?",
      question: { uuid: randomUUID(), type: "currency", options: { currency: 1 } },
    },
    { type: "question", label: "why", says: "Why?", question: { uuid: randomUUID(), type: "open" } },
    { type: "action", label: "pay", action: { type: "payment", params: { environment: "staging", amount: null, autoRedirect: false } } },
    { type: "question", label: "too_late", says: "And now?", question: { uuid: randomUUID(), type: "numeric" } },
  )
  const script = { name: chat.name, public_name: "Pay", language: "en" as const, instructions }
  await at.api.scripts.save({ community: at.slug, uuid: chat.uuid, script, markedForDelete: [] })
  await at.openEditor(page, chat.uuid, "?instruction=3")
  const amount = panel().getByLabel("Amount from")
  await amount.waitFor()
  // Only choice, numeric and currency questions before the payment are offered.
  expect(await amount.getByRole("option").allTextContents()).toEqual(["Choose a question", "how_much · How much?"])
  await amount.selectOption("how_much · How much?")
  await panel().getByRole("radio", { name: "Production" }).check()
  await panel().getByLabel("Redirect to the payment automatically").click()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Add instruction" }).click()
  const picker = page.getByRole("region", { name: "Instruction picker" })
  await picker.getByRole("button", { name: "End chat", exact: true }).waitFor()
  expect(await picker.getByRole("button", { name: "Payment" }).count()).toBe(0)
  const [ask, , pay] = await saveAndRead(chat.uuid)
  expect(pay?.action).toMatchObject({
    type: "payment",
    params: { environment: "production", amount: ask?.uuid, autoRedirect: true },
  })
})

describe("an image", () => {
  test("is uploaded, shown, given an alternative text and stored on the server", async () => {
    const uuid = await openWithInstruction("Image")
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: onePixelPng })
    await panel().getByLabel("Alternative text").fill("A red dot")
    const image = panel().getByRole("img", { name: "A red dot" })
    await expect.poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(1)
    expect(await findAccessibilityViolations(page)).toEqual([])
    const [stored] = await saveAndRead(uuid)
    expect(stored?.messages[0]?.content).toMatch(/^<img src="\/uploads\/[^"]+" alt="A red dot">$/)
  })

  test("is rejected when it is larger than 2 MB or of another type", { tags: ["long"] }, async () => {
    await openWithInstruction("Image")
    const choose = (name: string, bytes: number) =>
      panel()
        .getByLabel("Choose image")
        .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.alloc(bytes, 1) })
    await choose("large.png", 2_097_153)
    await panel().getByRole("alert").filter({ hasText: "image is too big, maximum size is 2MB" }).waitFor()
    await choose("text.pdf", 10)
    await panel().getByRole("alert").filter({ hasText: "This type of image isn't supported" }).waitFor()
    // The content does not match the extension: the server rejects it.
    await choose("feigned.png", 10)
    await panel().getByRole("alert").waitFor()
    expect(await panel().getByRole("img").count()).toBe(0)
  })

  test("cannot be chosen while another instruction's image is uploading", { tags: ["long"] }, async () => {
    const uuid = await openWithInstruction("Image")
    const gate = Promise.withResolvers<void>()
    await page.route("**/api/communities/*/uploads", async (route) => {
      await gate.promise
      await route.continue()
    })
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: onePixelPng })
    await panel().getByText("Uploading").waitFor()
    await page.getByRole("button", { name: "Add instruction", exact: true }).click()
    await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Image", exact: true }).click()
    const choose = panel().getByRole("button", { name: "Choose image" })
    await choose.waitFor()
    expect(await choose.isDisabled()).toBe(true)
    gate.resolve()
    await expect.poll(() => choose.isEnabled()).toBe(true)
    const [stored] = await saveAndRead(uuid)
    expect(stored?.messages[0]?.content).toContain("/uploads/")
  })

  test("is part of the exported file and becomes the importing community's own upload", { tags: ["long"] }, async () => {
    const uuid = await openWithInstruction("Image")
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: onePixelPng })
    await panel().getByLabel("Alternative text").fill("A red dot")
    await page.getByRole("button", { name: "Chat Options" }).click()
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export Script to file" }).click()
    const path = await (await downloading).path()
    await page.keyboard.press("Escape")
    const [stored] = await saveAndRead(uuid)
    await at.api.addCommunity("Elsewhere", "elsewhere")
    const other = await at.api.scripts.add({ community: "elsewhere", name: "Imported" })
    await page.goto(`${at.address}/chats/elsewhere/${other.uuid}/edit`)
    await page.getByLabel("Import Script from file").setInputFiles(path)
    await panel().getByRole("img", { name: "A red dot" }).waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/elsewhere/${other.uuid}`)
    const { instructions } = await at.api.scripts.read({ community: "elsewhere", uuid: other.uuid })
    expect(instructions[0]?.messages[0]?.content).toMatch(/^<img src="\/uploads\/[^"]+" alt="A red dot">$/)
    expect(instructions[0]?.messages[0]?.content).not.toBe(stored?.messages[0]?.content)
  })

  test("referenced by a script file is copied on import, or reported when it does not exist", { tags: ["long"] }, async () => {
    const uuid = await openWithInstruction("Image")
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: onePixelPng })
    await panel().getByLabel("Alternative text").fill("A red dot")
    const content = (await saveAndRead(uuid))[0]?.messages[0]?.content ?? ""
    const fileReferencing = async (picture: string) => {
      const imageInstruction = instruction(0, { type: "image", messages: [{ uuid: "m", locale: "en", content: picture }] })
      const file = await sealScriptFile({ name: "Named", public_name: "", language: "en", instructions: [imageInstruction] }, sha256)
      return { name: "named.json", mimeType: "application/json", buffer: Buffer.from(file ?? "") }
    }
    await at.api.addCommunity("Further", "further")
    const other = await at.api.scripts.add({ community: "further", name: "Named" })
    await page.goto(`${at.address}/chats/further/${other.uuid}/edit`)
    const choose = page.getByLabel("Import Script from file")
    await choose.setInputFiles(await fileReferencing('<img src="/uploads/gone/away.png" alt="Gone">'))
    await page.getByRole("alert").getByText("Failed to fetch: /uploads/gone/away.png").waitFor()
    await choose.setInputFiles(await fileReferencing(content))
    await panel().getByRole("img", { name: "A red dot" }).waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/further/${other.uuid}`)
    const { instructions } = await at.api.scripts.read({ community: "further", uuid: other.uuid })
    expect(instructions[0]?.messages[0]?.content).toMatch(/^<img src="\/uploads\/[^"]+" alt="A red dot">$/)
    expect(instructions[0]?.messages[0]?.content).not.toBe(content)
  })

  test("with invalid content stops the import of a script file with an error", { tags: ["long"] }, async () => {
    const content = '<img src="data:image/png;base64,AAAA" alt="None">'
    const broken = instruction(0, { type: "image", messages: [{ uuid: "m", locale: "en", content }] })
    const file = await sealScriptFile({ name: "Broken", public_name: "", language: "en", instructions: [broken] }, sha256)
    await at.openEditor(page, (await at.addChat()).uuid)
    const buffer = Buffer.from(file ?? "")
    await page.getByLabel("Import Script from file").setInputFiles({ name: "broken.json", mimeType: "application/json", buffer })
    await page.getByRole("alert").getByText("This type of file can't be uploaded.").waitFor()
  })
})

test("options set beside an invalid form are saved once the form is valid again", { tags: ["long"] }, async () => {
  const uuid = await openWithInstruction("Numeric")
  await panel().getByLabel("Maximum", { exact: true }).fill("-5")
  await panel().getByText("This configuration contains errors. Changes will not be saved.").waitFor()
  const errorOf = async (label: string) => {
    const field = panel().getByLabel(label, { exact: true })
    const [isInvalid, messageId] = [await field.getAttribute("aria-invalid"), await field.getAttribute("aria-errormessage")]
    return { isInvalid, message: messageId === null ? null : await page.locator(`[id="${messageId}"]`).innerText() }
  }
  const message = "The maximum is -5, and must be at least 0"
  expect(await errorOf("Maximum")).toEqual({ isInvalid: "true", message: expect.stringContaining(message) })
  expect(await errorOf("Minimum")).toEqual({ isInvalid: null, message: null })
  await panel().getByLabel("Placeholder").fill("How many?")
  await panel().getByLabel("Optional").click()
  await panel().getByLabel("Maximum", { exact: true }).fill("50")
  await panel().getByText("This configuration contains errors.").waitFor({ state: "detached" })
  const [stored] = await saveAndRead(uuid)
  expect(stored?.question).toMatchObject({ placeholder: "How many?", skipable: true, options: { maximum: 50 } })
})

test("[Q6] invalid bounds of a multiple choice show an error and are not stored; a minimum is stored once there are enough choices", {
  tags: ["long"],
}, async () => {
  const uuid = await openWithInstruction("Multiple choice")
  const [minimum, maximum] = [panel().getByLabel("Minimum", { exact: true }), panel().getByLabel("Maximum", { exact: true })]
  const wrong = panel().getByText("This configuration contains errors. Changes will not be saved.")
  await maximum.fill("9")
  await wrong.waitFor()
  await panel().getByLabel("Random order").click()
  await maximum.fill("2")
  await wrong.waitFor({ state: "detached" })
  await minimum.fill("2")
  await wrong.waitFor()
  await panel().getByRole("button", { name: "Add choice" }).click()
  await wrong.waitFor({ state: "detached" })
  expect([await minimum.inputValue(), await maximum.inputValue()]).toEqual(["2", "3"])
  await minimum.fill("3")
  await wrong.waitFor()
  const save = page.getByRole("button", { name: "Save", exact: true })
  // Everything else is saved; the editor would close if the field were corrected meanwhile.
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH")
  await save.click()
  await expectFocus(minimum)
  await saved
  await expect.poll(() => save.isEnabled()).toBe(true)
  await minimum.fill("2")
  const [stored] = await saveAndRead(uuid)
  expect(stored?.question?.options).toMatchObject({ minimum: 2, maximum: 3, randomize: true })
})

test("a file question lists its accepted file types and keeps at least one selected", { tags: ["long"] }, async () => {
  const uuid = await openWithInstruction("File")
  const kinds = panel().getByRole("group", { name: "File types" })
  for (const kind of ["gif", "svg", "png"]) await kinds.getByRole("checkbox", { name: kind }).click()
  expect(await kinds.getByRole("checkbox", { name: "jpg, jpeg" }).isDisabled()).toBe(true)
  expect(await findAccessibilityViolations(page, "#content")).toEqual([])
  await kinds.getByRole("checkbox", { name: "png" }).click()
  const [stored] = await saveAndRead(uuid)
  expect(stored?.question?.options).toMatchObject({ extensions: ["png", "jpg", "jpeg"] })
})

test("[Q10] choices in a dropdown or with a search field have a placeholder, which the test conversation shows", {
  tags: ["long"],
}, async () => {
  const uuid = await openWithInstruction("Single choice")
  await panel().getByLabel("Choice 1", { exact: true }).fill("Tea")
  await panel().getByLabel("Choice 2", { exact: true }).fill("Coffee")
  expect(await panel().getByLabel("Placeholder").count()).toBe(0)
  await panel().getByLabel("Show as a dropdown list").click()
  await panel().getByLabel("Placeholder").fill("Your drink")
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const pane = page.getByRole("region", { name: "Test the chat" })
  const list = testPage(page).getByRole("combobox")
  await list.waitFor()
  expect(await list.getByRole("option").allInnerTexts()).toEqual(["Your drink", "Tea", "Coffee"])
  await panel().getByLabel("Show as a dropdown list").click()
  await panel().getByLabel("Search field").click()
  await pane.getByRole("button", { name: "Restart" }).click()
  await testPage(page).getByPlaceholder("Your drink").waitFor()
  const [stored] = await saveAndRead(uuid)
  expect(stored?.question).toMatchObject({ placeholder: "Your drink", options: { search: true } })
})

test("a video address without a protocol gets one, and an invalid address shows an error", { tags: ["long"] }, async () => {
  const uuid = await openWithInstruction("Video")
  await panel().getByLabel("Video address").fill("javascript:alert(1)")
  await panel().getByText("Enter an address that begins with http").waitFor()
  await panel().getByLabel("Video address").fill("example.org/film?a=1&b=2")
  await panel().getByLabel("Video address").blur()
  expect(await panel().getByRole("link", { name: "Open the video" }).getAttribute("href")).toBe("https://example.org/film?a=1&b=2")
  expect(await findAccessibilityViolations(page)).toEqual([])
  const [stored] = await saveAndRead(uuid)
  expect(stored?.messages[0]?.content).toBe("https://example.org/film?a=1&amp;b=2")
})

test("[I16] the captions of an image and a video are typed in the editor, and respondents read them below", {
  tags: ["long"],
}, async () => {
  const uuid = await openWithInstruction("Image")
  expect(await panel().getByLabel("Caption").count()).toBe(0)
  await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: onePixelPng })
  await panel().getByLabel("Alternative text").fill("A red dot")
  await panel().getByLabel("Caption").fill("Our <first> dot")
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Video", exact: true }).click()
  await panel().getByLabel("Video address").fill("https://example.org/film.mp4")
  await panel().getByLabel("Caption").fill("The making of the dot")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const log = testPage(page).getByRole("log")
  for (const caption of ["Our <first> dot", "The making of the dot"]) await log.getByText(caption, { exact: true }).waitFor()
  const stored = await saveAndRead(uuid)
  expect(stored.map(({ messages }) => messages[0]?.content.replace(/\/uploads\/[^"]+/, "address"))).toEqual([
    '<img src="address" alt="A red dot"><p>Our &lt;first&gt; dot</p>',
    "https://example.org/film.mp4<p>The making of the dot</p>",
  ])
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  const respondent = await at.newPage({ viewport: { width: 390, height: 844 } })
  await respondent.goto(`${at.address}/chat/${at.slug}/chat/${uuid}/anonymous?l=en`)
  await respondent.getByRole("button", { name: "Start" }).click()
  const chat = respondent.getByRole("log")
  const bottom = async (of: Locator) => {
    const box = await of.boundingBox()
    return box === null ? Number.NaN : box.y + box.height
  }
  const top = async (text: string) => (await chat.getByText(text, { exact: true }).boundingBox())?.y
  await chat.getByText("The making of the dot", { exact: true }).waitFor()
  expect(await top("Our <first> dot")).toBeGreaterThanOrEqual(await bottom(chat.getByRole("img", { name: "A red dot" })))
  expect(await top("The making of the dot")).toBeGreaterThanOrEqual(await bottom(chat.locator("video")))
})

test("a score instruction says when no earlier choice has a score", { tags: ["long"] }, async () => {
  await openWithInstruction("Score")
  await panel().getByText("No choice before this one has a score yet.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("a score shows what its author chose and the text of its range, in the editor, the test and the chat", async () => {
  const choice = (score: number, content: string) => ({
    uuid: randomUUID(),
    value: score + 1,
    order: score,
    score,
    translation: { locale: "en", content },
  })
  const english = (text: string) => [{ uuid: randomUUID(), locale: "en", content: `<p>${text}</p>` }]
  const instructions = createInstructions(
    ...["sleep", "appetite"].map((name) => ({
      type: "question" as const,
      label: name,
      messages: english(`${name}?`),
      question: {
        uuid: randomUUID(),
        type: "choice" as const,
        options: { scores: true },
        choices: [choice(0, "Never"), choice(1, "Often")],
      },
    })),
    { type: "score", label: "phq", messages: english("You have {{phq.total}} of 2.") },
  )
  const { uuid } = await at.addChat({ public_name: "PHQ", language: "en", instructions })
  await at.openEditor(page, uuid, "?instruction=3")
  await panel().getByText("Totals from 0 to 2 are possible.").waitFor()
  await panel().getByRole("radio", { name: "Average", exact: true }).check({ force: true })
  await panel().getByRole("figure").getByText("On average: 1").waitFor()
  await panel().getByRole("radio", { name: "Total", exact: true }).check({ force: true })
  await panel().getByRole("figure").getByText("Your score: 2").waitFor()
  expect(await panel().getByRole("figure").getByText("On average").count()).toBe(0)
  const addRange = async (n: number, from: string, to: string, label: string, text: string) => {
    await panel().getByRole("button", { name: "Add range" }).click()
    const range = panel().getByRole("group", { name: `Range ${n}` })
    await range.getByLabel("From", { exact: true }).fill(from)
    await range.getByLabel("Up to and including").fill(to)
    await range.getByLabel("Label").fill(label)
    await range.getByLabel("Text for respondents").fill(text)
  }
  await addRange(1, "0", "0", "minimal", "Nothing to do.")
  await addRange(2, "2", "2", "mild", "Talk to someone.")
  await panel().getByRole("figure").getByText("Talk to someone.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])

  // The gap is a finding, which is gone once a range covers it.
  await page.getByRole("button", { name: "Check", exact: true }).click()
  const gap = page.getByText("No range covers a total of 1, which respondents can reach")
  await gap.first().waitFor()
  await panel().getByRole("group", { name: "Range 2" }).getByLabel("From", { exact: true }).fill("1")
  await expect.poll(() => gap.count()).toBe(0)

  await page.getByRole("button", { name: "Test", exact: true }).click()
  await testPage(page).getByRole("button", { name: "Often" }).click()
  await testPage(page).getByText("appetite?").waitFor()
  await testPage(page).getByRole("button", { name: "Never" }).click()
  const readEnd = async (log: Locator) => {
    await log.getByText("Talk to someone.").waitFor()
    return [
      await log.getByText("You have 1 of 2.").count(),
      await log.getByText("Your score: 1").count(),
      await log.getByText("On average").count(),
    ]
  }
  expect(await readEnd(testPage(page).getByRole("log"))).toEqual([1, 1, 0])

  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  const respondent = await at.newPage({ viewport: { width: 390, height: 844 } })
  await respondent.goto(`${at.address}/chat/${at.slug}/chat/${uuid}/anonymous?l=en`)
  await respondent.getByRole("button", { name: "Never" }).click()
  await respondent.getByText("appetite?").waitFor()
  await respondent.getByRole("button", { name: "Often" }).click()
  expect(await readEnd(respondent.getByRole("log"))).toEqual([1, 1, 0])
})

test("the larger editor is 400 px high and sets font sizes, which both editors show and the server stores", {
  tags: ["long"],
}, async () => {
  const uuid = await openWithInstruction("Text message")
  await panel().getByRole("button", { name: "Larger editor" }).click()
  const dialog = page.getByRole("dialog", { name: "Message" })
  const field = dialog.getByRole("textbox", { name: "Message" })
  expect((await field.boundingBox())?.height).toBe(400)
  await field.fill("Small print")
  await field.press("Control+a")
  expect(await dialog.getByLabel("Font size").inputValue()).toBe("16")
  await dialog.getByLabel("Font size").selectOption("10 px")
  expect(await findAccessibilityViolations(page, "[role=dialog]")).toEqual([])
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  const small = panel().getByRole("textbox", { name: "Message" })
  expect(await small.locator("span").evaluate((element) => getComputedStyle(element).fontSize)).toBe("10px")
  await small.press("End")
  await page.keyboard.type("!")
  const [stored] = await saveAndRead(uuid)
  expect(stored?.messages[0]?.content).toBe('<p><span style="font-size: 10px;">Small print!</span></p>')
})

test("a link is set, changed and removed in a message, and one that leads nowhere is refused with the reason", {
  tags: ["long"],
}, async () => {
  const uuid = await openWithInstruction("Text message")
  const field = panel().getByRole("textbox", { name: "Message" })
  await field.fill("Read more")
  await field.press("Control+a")
  const link = panel().getByRole("button", { name: "Link", exact: true })
  await link.click()
  const address = page.getByRole("textbox", { name: "Address of the link" })
  expect(await findAccessibilityViolations(page)).toEqual([])
  await address.fill("javascript:alert(1)")
  await page.getByRole("button", { name: "Set link" }).click()
  await panel().getByText("A link leads to a web address (https://…) or an email address.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  // By keyboard, and without https://.
  await link.focus()
  await page.keyboard.press("Enter")
  await expectFocus(address)
  await page.keyboard.type("example.org/a?b=1&c=2")
  await page.keyboard.press("Enter")
  await panel().getByText("A link leads to").waitFor({ state: "detached" })
  await field.getByRole("link", { name: "Read more" }).waitFor()
  await expect.poll(() => link.getAttribute("aria-pressed")).toBe("true")
  await link.click()
  expect(await address.inputValue()).toBe("https://example.org/a?b=1&c=2")
  await page.keyboard.press("Escape")
  const [stored] = await saveAndRead(uuid)
  expect(stored?.messages[0]?.content).toBe('<p><a href="https://example.org/a?b=1&amp;c=2">Read more</a></p>')
  // A stored link opens with the toolbar, not as source code.
  await at.openEditor(page, uuid)
  await outlineRows(page).first().locator("button[aria-current]").click()
  await field.click()
  await field.press("Control+a")
  await panel().getByRole("button", { name: "Remove link" }).click()
  await field.getByRole("link").waitFor({ state: "detached" })
  expect((await saveAndRead(uuid))[0]?.messages[0]?.content).toBe("<p>Read more</p>")
})

test("the end of a chat with a closing text has neither a web address nor a warning about one", { tags: ["long"] }, async () => {
  await openWithInstruction("End chat")
  await panel().getByLabel("Closing text").fill("Bye")
  expect(await panel().getByLabel("Web address").count()).toBe(0)
  expect(await panel().getByText("metadata").count()).toBe(0)
  await panel().getByRole("radio", { name: "Go to a web page" }).check({ force: true })
  await panel().getByLabel("Web address").waitFor()
})

test("the characters of a closing text are counted only near the limit, and the count moves nothing", { tags: ["long"] }, async () => {
  await openWithInstruction("End chat")
  const text = panel().getByLabel("Closing text")
  const count = panel().getByText("/ 50", { exact: false })
  const places = () =>
    panel()
      .locator("input, button, [role=radiogroup]")
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)))
  await text.fill("x".repeat(39))
  const before = await places()
  expect(await count.count()).toBe(0)
  for (const length of [40, 50, 51]) {
    await text.fill("x".repeat(length))
    await panel().getByText(`${length} / 50`, { exact: true }).waitFor()
    expect([length, await places()]).toEqual([length, before])
  }
  expect(await text.getAttribute("aria-invalid")).toBe("true")
  await text.fill("Bye")
  await expect.poll(() => count.count()).toBe(0)
})

test("the picker's search filters the types, and Enter adds the first match", { tags: ["long"] }, async () => {
  await openWithInstruction("Text message")
  await page.getByRole("button", { name: "Add instruction" }).click()
  const picker = page.getByRole("region", { name: "Instruction picker" })
  await picker.getByLabel("Search types").fill("recommend")
  expect(await picker.getByRole("button").allInnerTexts()).toEqual(["Back", "NPS"])
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press("Enter")
  await panel().getByRole("heading", { name: "NPS" }).waitFor()
  await page.getByRole("button", { name: "Check" }).click()
  await page.getByText("About 1 minute to complete.", { exact: true }).waitFor()
})

test("[Q6] invalid form values reappear when their instruction is opened again, and Save leads to them instead of leaving", {
  tags: ["long"],
}, async () => {
  const uuid = await openWithInstruction("Numeric")
  const field = (label: string) => panel().getByLabel(label, { exact: true })
  const wrong = panel().getByText("This configuration contains errors. Changes will not be saved.")
  await field("Maximum").fill("-5")
  await wrong.waitFor()
  await field("Minimum").fill("x")
  await panel().getByText("This is not a number.").waitFor()
  const cards = outlineRows(page)
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
  await field("Message").waitFor()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("the errors here aren't saved").waitFor()
  await expectFocus(field("Minimum"))
  expect([await field("Minimum").inputValue(), await field("Maximum").inputValue()]).toEqual(["x", "-5"])
  await wrong.waitFor()
  await panel().getByText("This is not a number.").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await field("Minimum").fill("1")
  await field("Maximum").fill("7")
  await page.getByText("the errors here aren't saved").waitFor({ state: "detached" })
  await panel().getByLabel("Labels at both ends").click()
  const lower = panel().getByLabel("Label of the minimum")
  await lower.fill("a".repeat(26))
  await wrong.waitFor()
  await cards.nth(1).locator("button[aria-current]").click()
  await page.keyboard.press("Control+s")
  await expectFocus(lower)
  await cards.nth(1).locator("button[aria-current]").click()
  await field("Message").fill("Not saved yet")
  await page.getByRole("link", { name: "Chats" }).click()
  const leaving = page.getByRole("dialog", { name: "Close without saving" })
  await leaving.getByRole("button", { name: "Save" }).click()
  await leaving.waitFor({ state: "detached" })
  await expectFocus(lower)
  expect(await lower.inputValue()).toBe("a".repeat(26))
  await lower.fill("Never")
  const [stored] = await saveAndRead(uuid)
  expect(stored?.question?.options).toMatchObject({ minimum: 1, maximum: 7, hasLabel: true, lowerBoundLabel: "Never" })
})

test("[Q11] the step of a slider can be cleared and typed again", { tags: ["long"] }, async () => {
  const uuid = await openWithInstruction("Numeric")
  await panel().getByLabel("Slider", { exact: true }).click()
  const step = panel().getByLabel("Step", { exact: true })
  expect(await step.inputValue()).toBe("1")
  await step.press("Control+a")
  await step.press("Delete")
  await step.press("5")
  expect(await step.inputValue()).toBe("5")
  const [stored] = await saveAndRead(uuid)
  expect(stored?.question?.options).toMatchObject({ hasSlider: true, stepSize: 5 })
})

test("a form's error message never refers to a value that its field no longer contains", { tags: ["long"] }, async () => {
  await openWithInstruction("Multiple choice")
  const wrong = panel().getByText("This configuration contains errors. Changes will not be saved.")
  const minimum = panel().getByLabel("Minimum", { exact: true })
  await minimum.fill("1.5")
  await wrong.waitFor()
  await minimum.fill("x")
  await panel().getByText("This is not a number.").waitFor()
  // The sentence about the form as a whole still applies.
  await expect.poll(() => wrong.locator("..").innerText()).toBe("This configuration contains errors. Changes will not be saved.")
  await minimum.fill("9")
  await expect.poll(() => wrong.locator("..").innerText()).toMatch(/saved\.\s+\S/)
  expect(await panel().getByText("This is not a number.").count()).toBe(0)
})

test("the error of an invalid reading delay names the delay that is kept", { tags: ["long"] }, async () => {
  await openWithInstruction("Text message")
  const delay = panel().getByLabel("Reading delay")
  await delay.fill("3")
  await delay.fill("soon")
  await panel()
    .getByText(/^Enter a number from 0 to \d+\. The chat still uses 3\.$/)
    .waitFor()
})

test("the label of a button group is aligned and styled like the labels of the fields beside it", { tags: ["long"] }, async () => {
  await openWithInstruction("Numeric")
  const looks = (text: string) =>
    panel()
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const letters = document.createRange()
        letters.selectNodeContents(element)
        const { fontSize, fontWeight, color } = getComputedStyle(element)
        return {
          top: letters.getBoundingClientRect().top,
          field: element.nextElementSibling?.getBoundingClientRect().top,
          fontSize,
          fontWeight,
          color,
        }
      })
  expect(await looks("Decimals")).toEqual(await looks("Maximum"))
})
