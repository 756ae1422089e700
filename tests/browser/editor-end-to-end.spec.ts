// An author's work from beginning to end: the demo script is rebuilt by keyboard alone, exported, checked by the command-line tool,
// imported into another community with its image, and tested to its end.
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { isManualDelay } from "../../domain/flow/reading-delay.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus, pressKeyOn, replaceText, tabTo } from "./keyboard.ts"
import { testPage } from "./test-conversation.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "../..")
const at = useTestEnvironment("Authors")
const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const pickerLabels: Readonly<Record<string, string>> = {
  message: "Text message",
  open: "Open answer",
  choice: "Single choice",
  multiple: "Multiple choice",
  emoji: "Emoji",
  starRating: "Star rating",
  nps: "NPS",
  email: "Email",
  end: "End chat",
}
let folder = ""
let demo: AuthoredScript
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conversation-admin-done-"))
  demo = JSON.parse(await readFile(files.customerSatisfaction, "utf8")).payload
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const field = (name: string) => panel().getByLabel(name, { exact: true })

const pick = async (kind: string): Promise<void> => {
  await page.keyboard.press("Control+Alt+n")
  await expectFocus(page.getByRole("searchbox", { name: "Search types" }))
  await page.keyboard.type(kind)
  await page.keyboard.press("Enter")
  await expectFocus(field("Name"))
}

/** Adds an instruction and sets what differs from a new one of its type. */
const addInstruction = async (instruction: Instruction): Promise<void> => {
  const { type, label, condition, messages, question, action, typing_delay } = instruction
  await pick(pickerLabels[question?.type ?? type] ?? "")
  await page.keyboard.type(label ?? "")
  if (condition) {
    await replaceText(page, field("Condition"), condition)
    await page.keyboard.press("Escape")
  }
  await tabTo(page, panel().getByRole("textbox", { name: "Message", exact: true }))
  await page.keyboard.type((messages[0]?.content ?? "").replace(/<\/?p>/g, ""))
  if (isManualDelay(instruction)) await replaceText(page, field("Reading delay"), String(typing_delay))
  if (action?.type === "end") return replaceText(page, field("Closing text"), action.params.message ?? "")
  if (!question) return
  for (const [i, { translation }] of (question.choices ?? []).entries()) {
    if (i === 0) await tabTo(page, field("Choice 1"))
    else {
      await page.keyboard.press("Enter")
      await expectFocus(field(`Choice ${i + 1}`))
    }
    await page.keyboard.type(translation.content)
  }
  if (question.type === "open") {
    if (question.options?.boxSize === "singleline")
      await pressKeyOn(page, panel().getByRole("radio", { name: "Several lines" }), "ArrowRight")
    if (question.options?.maximum !== 1024) await replaceText(page, field("Maximum"), String(question.options?.maximum))
  }
  if (question.type === "multiple") {
    await pressKeyOn(page, field("Random order"), "Space")
    await pressKeyOn(page, field("Pinned choices when randomizing"), "Space")
    const fixedIndex = (question.choices ?? []).findIndex(({ fixed }) => fixed)
    await page.keyboard.press("Control+Home")
    await pressKeyOn(page, field(`Choice ${fixedIndex + 1} is pinned`), "Space")
  }
  if (question.type === "starRating") await pressKeyOn(page, field("Half stars"), "Space")
  if (question.placeholder) await replaceText(page, field("Placeholder"), question.placeholder)
  if (question.skipable) await pressKeyOn(page, panel().getByRole("checkbox", { name: "Optional" }), "Space")
}

/** The content of a script without its uuids. */
const contentOf = ({ instructions }: Pick<AuthoredScript, "instructions">) =>
  instructions.map(({ type, label, condition, messages, question, action, typing_delay }) => ({
    type,
    label,
    condition: condition ?? null,
    typing_delay,
    texts: messages.map(({ locale, content }) => [locale, content]),
    question: question && {
      type: question.type,
      skipable: question.skipable,
      placeholder: question.placeholder,
      choices: (question.choices ?? []).map(({ value, fixed, translation }) => [value, fixed ?? false, translation]),
    },
    params: action?.params ?? null,
  }))

test("the demo script is rebuilt by keyboard alone, exported, checked, imported elsewhere with its image, and tested to its end", {
  tags: ["long"],
}, async () => {
  page = await at.newPage({ acceptDownloads: true })
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)

  // Set the script's titles and language.
  await replaceText(page, page.getByLabel("Title", { exact: true }), demo.name)
  await pressKeyOn(page, page.getByRole("button", { name: "Chat Options" }))
  const options = page.getByRole("dialog", { name: "Chat Options" })
  await replaceText(page, options.getByLabel("Public title"), demo.public_name)
  await tabTo(page, options.getByLabel("Language"))
  await page.keyboard.type("English")
  await page.keyboard.press("Escape")
  await options.waitFor({ state: "detached" })

  // Add an image, then every instruction of the demo.
  await pick("Image")
  await page.keyboard.type("logo")
  const chosen = page.waitForEvent("filechooser")
  await pressKeyOn(page, panel().getByRole("button", { name: "Choose image" }))
  await (await chosen).setFiles({ name: "logo.png", mimeType: "image/png", buffer: onePixelPng })
  await replaceText(page, field("Alternative text"), "Our logo")
  for (const instruction of demo.instructions) await addInstruction(instruction)
  await expect.poll(() => outlineRows(page).count()).toBeGreaterThan(5)

  // The saved script equals the demo.
  await page.keyboard.press("Control+s")
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const saved = await at.api.scripts.read({ community: at.slug, uuid })
  expect([saved.name, saved.public_name, saved.language]).toEqual([demo.name, demo.public_name, demo.language])
  expect(contentOf({ instructions: saved.instructions.slice(1) })).toEqual(contentOf(demo))

  // The exported file passes the command-line tool's check.
  await pressKeyOn(page, page.getByRole("link", { name: "Edit script" }))
  await page.getByLabel("Title", { exact: true }).waitFor()
  await pressKeyOn(page, page.getByRole("button", { name: "Chat Options" }))
  const download = page.waitForEvent("download")
  await pressKeyOn(page, options.getByRole("button", { name: "Export Script to file" }))
  const file = join(folder, "rebuilt.json")
  await writeFile(file, await readFile(await (await download).path()))
  const { stdout } = await run(process.execPath, [join(root, "adapters/cli/bin.cjs"), "check", file])
  expect(stdout.trim()).toBe("1 files, 0 errors, 0 warnings")

  // Another community imports the file with its image.
  await at.api.addCommunity("Others", "others")
  const other = await at.api.scripts.add({ community: "others", name: "Taken over" })
  await page.goto(`${at.address}/chats/others/${other.uuid}/edit`)
  const imported = page.waitForEvent("filechooser")
  await pressKeyOn(page, page.getByRole("button", { name: "Import Script from file" }))
  await (await imported).setFiles(file)
  await page.getByText("17 instructions imported").waitFor()
  const picture = panel().getByRole("img", { name: "Our logo" })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(1)

  // The test conversation reaches its end.
  await page.keyboard.press("Control+Alt+t")
  const chat = testPage(page)
  const answer = async (name: string) => pressKeyOn(page, chat.getByRole("button", { name, exact: true }))
  await replaceText(page, chat.getByRole("textbox"), "Ann")
  await page.keyboard.press("Enter")
  await chat.getByText("Ann, was this your first visit to us?").waitFor()
  await answer("Yes, my first")
  await chat.getByText("Then we are all the more curious").waitFor()
  await pressKeyOn(page, chat.getByRole("checkbox", { name: "To buy something" }), "Space")
  await answer("Send")
  await chat.getByText("How did you feel when you left?").waitFor()
  await answer("Very satisfied")
  await chat.getByText("How many stars would you give our staff?").waitFor()
  await pressKeyOn(page, chat.getByRole("radio", { name: "0.5" }), "Space")
  for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowRight")
  await answer("Send")
  await chat.getByText("How likely are you to recommend us").waitFor()
  await answer("10")
  await chat.getByText("What a lovely score!").waitFor()
  await replaceText(page, chat.getByRole("textbox"), "The coffee")
  await answer("Send")
  await page.getByText("The chat is finished").waitFor()
  await chat.getByText("Thank you, Ann. See you next time!").waitFor()
  await page.keyboard.press("Control+s")
  await page.waitForURL(`**/chats/others/${other.uuid}`)
  const importedScript = await at.api.scripts.read({ community: "others", uuid: other.uuid })
  expect(contentOf({ instructions: importedScript.instructions.slice(1) })).toEqual(contentOf(demo))
})
