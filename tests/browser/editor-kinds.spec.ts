// What can be set of each kind of instruction: choices with all they carry, images, videos, score. Saved, and read back from the server.
import { randomUUID } from "node:crypto"
import type { Page } from "playwright"
import { beforeEach, describe, expect, test } from "vitest"
import { sha256 } from "../../adapters/cli/input-files.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { instructionsOf } from "../fixtures/live-script.ts"
import { axe } from "./axe.ts"
import { desk } from "./desk.ts"
import { focusCame } from "./keyboard.ts"
import { outline } from "./visit.ts"

const at = desk("Kinds")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })

/** A new chat with one instruction of a kind, open in the editor. */
const editing = async (kind: string): Promise<ScriptId> => {
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: kind, exact: true }).click()
  await panel().getByLabel("Name", { exact: true }).waitFor()
  return uuid
}

const saved = async (uuid: ScriptId): Promise<ReadonlyArray<Instruction>> => {
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  return (await at.api.scripts.read({ community: at.slug, uuid })).instructions
}

const dot = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")

test("a message that is pasted has the marks that it had, also where they were styles, and nothing else", async () => {
  const complaints: Array<string> = []
  page.on("console", (it) => it.type() === "error" && complaints.push(it.text()))
  const uuid = await editing("Text message")
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
  expect((await saved(uuid))[0]?.messages[0]?.content).toBe("<p><strong>Very</strong> <em>welcome</em></p>")
  expect(complaints).toEqual([])
})

describe("choices", () => {
  test("carry scores, amounts, fixed places and exclusion where the question uses them", async () => {
    const uuid = await editing("Multiple choice")
    await panel().getByLabel("Choice 1", { exact: true }).fill("Tea")
    await panel().getByLabel("Choice 2", { exact: true }).fill("Nothing")
    await panel().getByLabel("Scores").click()
    await panel().getByLabel("Score of choice 1").fill("-1,5")
    await panel().getByLabel("Amounts").click()
    await panel().getByLabel("Amount of choice 1").fill("2.50")
    await panel().getByLabel("The amount can be paid").click()
    await panel().getByLabel("Choices that exclude the others").click()
    await panel().getByLabel("Choice 2 excludes the others").check()
    await panel().getByLabel("In random order").click()
    await panel().getByLabel("Choices that keep their place").click()
    await panel().getByLabel("Choice 2 keeps its place").check()
    await panel().getByLabel("Search field").click()
    await panel().getByLabel("The beginning").check()
    await panel().getByLabel("Chart in live statistics").selectOption("Pie")
    expect(await axe(page)).toEqual([])
    const [it] = await saved(uuid)
    expect(it?.question).toMatchObject({
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
        charttype: "pie",
      },
    })
  })

  test("are put elsewhere by the pointer, and by Alt with an arrow from within the text", async () => {
    const uuid = await editing("Single choice")
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
    await page.mouse.up()
    await panel().getByText("Choice 1 is now 3 of 3").waitFor({ state: "attached" })
    await texts().nth(2).press("Alt+ArrowUp")
    const [it] = await saved(uuid)
    expect(it?.question?.choices?.map(({ translation, value, order }) => [translation.content, value, order])).toEqual([
      ["Green", 2, 0],
      ["Red", 1, 1],
      ["Blue", 3, 2],
    ])
  })
})

test("[A16] a payment that a file brings has its amount, environment and way set; the picker offers none", async () => {
  const made = await at.addChat()
  const instructions = instructionsOf(
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
  const script = { name: made.name, public_name: "Pay", language: "en" as const, instructions }
  await at.api.scripts.save({ community: at.slug, uuid: made.uuid, script, markedForDelete: [] })
  await at.openEditor(page, made.uuid, "?instruction=3")
  const amount = panel().getByLabel("Amount from")
  await amount.waitFor()
  // A number or an amount, asked before it.
  expect(await amount.getByRole("option").allTextContents()).toEqual(["Choose a question", "how_much · How much?"])
  await amount.selectOption("how_much · How much?")
  await panel().getByRole("radio", { name: "Production" }).check()
  await panel().getByLabel("Lead to the payment by itself").click()
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Add instruction" }).click()
  const picker = page.getByRole("region", { name: "Instruction picker" })
  await picker.getByRole("button", { name: "End chat", exact: true }).waitFor()
  expect(await picker.getByRole("button", { name: "Payment" }).count()).toBe(0)
  const [ask, , pay] = await saved(made.uuid)
  expect(pay?.action).toMatchObject({
    type: "payment",
    params: { environment: "production", amount: ask?.uuid, autoRedirect: true },
  })
})

describe("an image", () => {
  test("is chosen, shown, described and kept on the server", async () => {
    const uuid = await editing("Image")
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot })
    await panel().getByLabel("Alternative text").fill("A red dot")
    expect(
      await panel()
        .getByRole("img", { name: "A red dot" })
        .evaluate((it) => (it as HTMLImageElement).naturalWidth),
    ).toBe(1)
    expect(await axe(page)).toEqual([])
    const [it] = await saved(uuid)
    expect(it?.messages[0]?.content).toMatch(/^<img src="\/uploads\/[^"]+" alt="A red dot">$/)
  })

  test("is refused over 2 MB and of another type, in the words of the specification", async () => {
    await editing("Image")
    const choose = (name: string, bytes: number) =>
      panel()
        .getByLabel("Choose image")
        .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.alloc(bytes, 1) })
    await choose("large.png", 2_097_153)
    await panel().getByRole("alert").filter({ hasText: "image is too big, maximum size is 2MB" }).waitFor()
    await choose("text.pdf", 10)
    await panel().getByRole("alert").filter({ hasText: "This is no image that can be shown" }).waitFor()
    // The ending says one thing, the content another: the server has the last word.
    await choose("feigned.png", 10)
    await panel().getByRole("alert").waitFor()
    expect(await panel().getByRole("img").count()).toBe(0)
  })

  test("is not taken while that of another instruction is on its way", async () => {
    const uuid = await editing("Image")
    const arrival = Promise.withResolvers<void>()
    await page.route("**/api/communities/*/uploads", async (route) => {
      await arrival.promise
      await route.continue()
    })
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot })
    await panel().getByText("Uploading").waitFor()
    await page.getByRole("button", { name: "Add instruction", exact: true }).click()
    await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Image", exact: true }).click()
    const choose = panel().getByRole("button", { name: "Choose image" })
    await choose.waitFor()
    expect(await choose.isDisabled()).toBe(true)
    arrival.resolve()
    await expect.poll(() => choose.isEnabled()).toBe(true)
    const [it] = await saved(uuid)
    expect(it?.messages[0]?.content).toContain("/uploads/")
  })

  test("travels in the exported file, and into another community that has it for its own", async () => {
    const uuid = await editing("Image")
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot })
    await panel().getByLabel("Alternative text").fill("A red dot")
    await page.getByRole("button", { name: "Chat Options" }).click()
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export Script to file" }).click()
    const path = await (await downloading).path()
    await page.keyboard.press("Escape")
    const [it] = await saved(uuid)
    await at.api.addCommunity("Elsewhere", "elsewhere")
    const other = await at.api.scripts.add({ community: "elsewhere", name: "Imported" })
    await page.goto(`${at.address}/chats/elsewhere/${other.uuid}/edit`)
    await page.getByLabel("Import Script from file").setInputFiles(path)
    await panel().getByRole("img", { name: "A red dot" }).waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/elsewhere/${other.uuid}`)
    const { instructions } = await at.api.scripts.read({ community: "elsewhere", uuid: other.uuid })
    expect(instructions[0]?.messages[0]?.content).toMatch(/^<img src="\/uploads\/[^"]+" alt="A red dot">$/)
    expect(instructions[0]?.messages[0]?.content).not.toBe(it?.messages[0]?.content)
  })

  test("that a script file only names becomes the importing script's own, or is told where it is not here", async () => {
    const uuid = await editing("Image")
    await panel().getByLabel("Choose image").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot })
    await panel().getByLabel("Alternative text").fill("A red dot")
    const content = (await saved(uuid))[0]?.messages[0]?.content ?? ""
    const naming = async (picture: string) => {
      const named = instruction(0, { type: "image", messages: [{ uuid: "m", locale: "en", content: picture }] })
      const file = await sealScriptFile({ name: "Named", public_name: "", language: "en", instructions: [named] }, sha256)
      return { name: "named.json", mimeType: "application/json", buffer: Buffer.from(file ?? "") }
    }
    await at.api.addCommunity("Further", "further")
    const other = await at.api.scripts.add({ community: "further", name: "Named" })
    await page.goto(`${at.address}/chats/further/${other.uuid}/edit`)
    const choose = page.getByLabel("Import Script from file")
    await choose.setInputFiles(await naming('<img src="/uploads/gone/away.png" alt="Gone">'))
    await page.getByRole("alert").getByText("Failed to fetch: /uploads/gone/away.png").waitFor()
    await choose.setInputFiles(await naming(content))
    await panel().getByRole("img", { name: "A red dot" }).waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/further/${other.uuid}`)
    const { instructions } = await at.api.scripts.read({ community: "further", uuid: other.uuid })
    expect(instructions[0]?.messages[0]?.content).toMatch(/^<img src="\/uploads\/[^"]+" alt="A red dot">$/)
    expect(instructions[0]?.messages[0]?.content).not.toBe(content)
  })

  test("that is none keeps a script file from being imported, and it is told which kinds are images", async () => {
    const content = '<img src="data:image/png;base64,AAAA" alt="None">'
    const broken = instruction(0, { type: "image", messages: [{ uuid: "m", locale: "en", content }] })
    const file = await sealScriptFile({ name: "Broken", public_name: "", language: "en", instructions: [broken] }, sha256)
    await at.openEditor(page, (await at.addChat()).uuid)
    const buffer = Buffer.from(file ?? "")
    await page.getByLabel("Import Script from file").setInputFiles({ name: "broken.json", mimeType: "application/json", buffer })
    await page.getByRole("alert").getByText("This is not a kind of file that can be uploaded.").waitFor()
  })
})

test("what is set beside a form that holds what is wrong stays, once the form is right again", async () => {
  const uuid = await editing("Numeric")
  await panel().getByLabel("Maximum", { exact: true }).fill("-5")
  await panel().getByText("This configuration contains errors. Changes will not be saved.").waitFor()
  const faultIn = async (label: string) => {
    const field = panel().getByLabel(label, { exact: true })
    const [isWrong, told] = [await field.getAttribute("aria-invalid"), await field.getAttribute("aria-errormessage")]
    return { isWrong, told: told === null ? null : await page.locator(`[id="${told}"]`).innerText() }
  }
  const sentence = "the maximum is -5, and must be 0 at least"
  expect(await faultIn("Maximum")).toEqual({ isWrong: "true", told: expect.stringContaining(sentence) })
  expect(await faultIn("Minimum")).toEqual({ isWrong: null, told: null })
  await panel().getByLabel("Placeholder").fill("How many?")
  await panel().getByLabel("May be skipped").click()
  await panel().getByLabel("Maximum", { exact: true }).fill("50")
  await panel().getByText("This configuration contains errors.").waitFor({ state: "detached" })
  const [it] = await saved(uuid)
  expect(it?.question).toMatchObject({ placeholder: "How many?", skipable: true, options: { maximum: 50 } })
})

test("[Q6] bounds of a multiple choice that are wrong are told and not handed on; a minimum that waits for choices comes with them", async () => {
  const uuid = await editing("Multiple choice")
  const [minimum, maximum] = [panel().getByLabel("Minimum", { exact: true }), panel().getByLabel("Maximum", { exact: true })]
  const wrong = panel().getByText("This configuration contains errors. Changes will not be saved.")
  await maximum.fill("9")
  await wrong.waitFor()
  await panel().getByLabel("In random order").click()
  await maximum.fill("2")
  await wrong.waitFor({ state: "detached" })
  await minimum.fill("2")
  await wrong.waitFor()
  await panel().getByRole("button", { name: "Add choice" }).click()
  await wrong.waitFor({ state: "detached" })
  expect([await minimum.inputValue(), await maximum.inputValue()]).toEqual(["2", "3"])
  await minimum.fill("3")
  await wrong.waitFor()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await focusCame(minimum)
  await minimum.fill("2")
  const [it] = await saved(uuid)
  expect(it?.question?.options).toMatchObject({ minimum: 2, maximum: 3, randomize: true })
})

test("a question that is answered with a file says which kinds it takes, and takes one at least", async () => {
  const uuid = await editing("File")
  const kinds = panel().getByRole("group", { name: "Kinds of file" })
  for (const kind of ["gif", "svg", "png"]) await kinds.getByRole("checkbox", { name: kind }).click()
  expect(await kinds.getByRole("checkbox", { name: "jpg, jpeg" }).isDisabled()).toBe(true)
  expect(await axe(page, "#content")).toEqual([])
  await kinds.getByRole("checkbox", { name: "png" }).click()
  const [it] = await saved(uuid)
  expect(it?.question?.options).toMatchObject({ extensions: ["png", "jpg", "jpeg"] })
})

test("[Q10] choices in a dropdown list or with a search field have a placeholder, which the test shows", async () => {
  const uuid = await editing("Single choice")
  await panel().getByLabel("Choice 1", { exact: true }).fill("Tea")
  await panel().getByLabel("Choice 2", { exact: true }).fill("Coffee")
  expect(await panel().getByLabel("Placeholder").count()).toBe(0)
  await panel().getByLabel("As a dropdown list").click()
  await panel().getByLabel("Placeholder").fill("Your drink")
  await page.getByRole("button", { name: "Test", exact: true }).click()
  const pane = page.getByRole("region", { name: "Test the chat" })
  const list = pane.getByLabel("Your answer")
  await list.waitFor()
  expect(await list.getByRole("option").allInnerTexts()).toEqual(["Your drink", "Tea", "Coffee"])
  await panel().getByLabel("As a dropdown list").click()
  await panel().getByLabel("Search field").click()
  await pane.getByRole("button", { name: "Start again" }).click()
  await pane.getByPlaceholder("Your drink").waitFor()
  const [it] = await saved(uuid)
  expect(it?.question).toMatchObject({ placeholder: "Your drink", options: { search: true } })
})

test("a video gets its protocol, and what is no address is told", async () => {
  const uuid = await editing("Video")
  await panel().getByLabel("Video address").fill("javascript:alert(1)")
  await panel().getByText("This is no web address").waitFor()
  await panel().getByLabel("Video address").fill("example.org/film?a=1&b=2")
  await panel().getByLabel("Video address").blur()
  expect(await panel().getByRole("link", { name: "Open the video" }).getAttribute("href")).toBe("https://example.org/film?a=1&b=2")
  expect(await axe(page)).toEqual([])
  const [it] = await saved(uuid)
  expect(it?.messages[0]?.content).toBe("https://example.org/film?a=1&amp;b=2")
})

test("a score says what it needs", async () => {
  await editing("Score")
  await panel().getByText("No choice before this one has a score yet.").waitFor()
  expect(await axe(page)).toEqual([])
})

test("the larger editor is 400 high and sets font sizes, which both editors show and the server keeps", async () => {
  const uuid = await editing("Text message")
  await panel().getByRole("button", { name: "Larger editor" }).click()
  const dialog = page.getByRole("dialog", { name: "Message" })
  const field = dialog.getByRole("textbox", { name: "Message" })
  expect((await field.boundingBox())?.height).toBe(400)
  await field.fill("Small print")
  await field.press("Control+a")
  expect(await dialog.getByLabel("Font size").inputValue()).toBe("16")
  await dialog.getByLabel("Font size").selectOption("10 px")
  expect(await axe(page, "[role=dialog]")).toEqual([])
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  const small = panel().getByRole("textbox", { name: "Message" })
  expect(await small.locator("span").evaluate((it) => getComputedStyle(it).fontSize)).toBe("10px")
  await small.press("End")
  await page.keyboard.type("!")
  const [it] = await saved(uuid)
  expect(it?.messages[0]?.content).toBe('<p><span style="font-size: 10px;">Small print!</span></p>')
})

test("the picker is searched, and Enter takes the first that is found", async () => {
  await editing("Text message")
  await page.getByRole("button", { name: "Add instruction" }).click()
  const picker = page.getByRole("region", { name: "Instruction picker" })
  await picker.getByLabel("Search the kinds").fill("recommend")
  expect(await picker.getByRole("button").allInnerTexts()).toEqual(["Back", "NPS"])
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Enter")
  await panel().getByRole("heading", { name: "NPS" }).waitFor()
  await page.getByRole("button", { name: "Check" }).click()
  await page.getByText("Reading takes about 1 minute.", { exact: true }).waitFor()
})

test("[Q6] what a form holds that is wrong is there again when one comes back, and Save shows it instead of leaving", async () => {
  const uuid = await editing("Numeric")
  const field = (label: string) => panel().getByLabel(label, { exact: true })
  const wrong = panel().getByText("This configuration contains errors. Changes will not be saved.")
  await field("Maximum").fill("-5")
  await wrong.waitFor()
  await field("Minimum").fill("x")
  await panel().getByText("This is no number.").waitFor()
  const cards = outline(page)
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
  await field("Message").waitFor()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Not in the script yet: what is wrong in").waitFor()
  await focusCame(field("Minimum"))
  expect([await field("Minimum").inputValue(), await field("Maximum").inputValue()]).toEqual(["x", "-5"])
  await wrong.waitFor()
  await panel().getByText("This is no number.").waitFor()
  expect(await axe(page)).toEqual([])
  await field("Minimum").fill("1")
  await field("Maximum").fill("7")
  await page.getByText("Not in the script yet").waitFor({ state: "detached" })
  await panel().getByLabel("Labels at both ends").click()
  const lower = panel().getByLabel("Label of the minimum")
  await lower.fill("a".repeat(26))
  await wrong.waitFor()
  await cards.nth(1).locator("button[aria-current]").click()
  await page.keyboard.press("Control+s")
  await focusCame(lower)
  await cards.nth(1).locator("button[aria-current]").click()
  await page.getByRole("link", { name: "Chats" }).click()
  const leaving = page.getByRole("dialog", { name: "Close without saving" })
  await leaving.getByRole("button", { name: "Save" }).click()
  await leaving.waitFor({ state: "detached" })
  await focusCame(lower)
  expect(await lower.inputValue()).toBe("a".repeat(26))
  await lower.fill("Never")
  const [it] = await saved(uuid)
  expect(it?.question?.options).toMatchObject({ minimum: 1, maximum: 7, hasLabel: true, lowerBoundLabel: "Never" })
})

test("[Q11] the step of a slider can be emptied and another be typed", async () => {
  const uuid = await editing("Numeric")
  await panel().getByLabel("Slider", { exact: true }).click()
  const step = panel().getByLabel("Step", { exact: true })
  expect(await step.inputValue()).toBe("1")
  await step.press("Control+a")
  await step.press("Delete")
  await step.press("5")
  expect(await step.inputValue()).toBe("5")
  const [it] = await saved(uuid)
  expect(it?.question?.options).toMatchObject({ hasSlider: true, stepSize: 5 })
})

test("the box in the form speaks of no value that is not in its field any longer", async () => {
  await editing("Multiple choice")
  const wrong = panel().getByText("This configuration contains errors. Changes will not be saved.")
  const minimum = panel().getByLabel("Minimum", { exact: true })
  await minimum.fill("1.5")
  await wrong.waitFor()
  await minimum.fill("x")
  await panel().getByText("This is no number.").waitFor()
  // What it says of the form as a whole is true all the same (spec/2-editor §5).
  await expect.poll(() => wrong.locator("..").innerText()).toBe("This configuration contains errors. Changes will not be saved.")
  await minimum.fill("9")
  await expect.poll(() => wrong.locator("..").innerText()).toMatch(/saved\.\s+\S/)
  expect(await panel().getByText("This is no number.").count()).toBe(0)
})

test("the label of values side by side stands in one line with those of the fields beside it, in the same letters", async () => {
  await editing("Numeric")
  const looks = (text: string) =>
    panel()
      .getByText(text, { exact: true })
      .evaluate((it) => {
        const letters = document.createRange()
        letters.selectNodeContents(it)
        const { fontSize, fontWeight, color } = getComputedStyle(it)
        return {
          top: letters.getBoundingClientRect().top,
          field: it.nextElementSibling?.getBoundingClientRect().top,
          fontSize,
          fontWeight,
          color,
        }
      })
  expect(await looks("Decimals")).toEqual(await looks("Maximum"))
})
