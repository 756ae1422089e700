// An author at work from beginning to end: the demo script is rebuilt from nothing with the keyboard alone, exported, checked by the command
// line tool, imported into another community with its picture, and played to its end.
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import { isManualDelay } from "../../domain/script/reading-delay.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { desk, files } from "./desk.ts"
import { focusCame, pressOn, tabTo, typeIn } from "./keyboard.ts"
import { outline } from "./visit.ts"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "../..")
const at = desk("Authors")
const dot = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
const kinds: Readonly<Record<string, string>> = {
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
  await focusCame(page.getByRole("searchbox", { name: "Search the kinds" }))
  await page.keyboard.type(kind)
  await page.keyboard.press("Enter")
  await focusCame(field("Name"))
}

/** Sets what differs from a new instruction of its kind. */
const build = async (instruction: Instruction): Promise<void> => {
  const { type, label, condition, messages, question, action, typing_delay } = instruction
  await pick(kinds[question?.type ?? type] ?? "")
  await page.keyboard.type(label ?? "")
  if (condition) {
    await typeIn(page, field("Condition"), condition)
    await page.keyboard.press("Escape")
  }
  await tabTo(page, panel().getByRole("textbox", { name: "Message", exact: true }))
  await page.keyboard.type((messages[0]?.content ?? "").replace(/<\/?p>/g, ""))
  if (isManualDelay(instruction)) await typeIn(page, field("Reading delay"), String(typing_delay))
  if (action?.type === "end") return typeIn(page, field("Closing text"), action.params.message ?? "")
  if (!question) return
  for (const [i, { translation }] of (question.choices ?? []).entries()) {
    if (i === 0) await tabTo(page, field("Choice 1"))
    else {
      await page.keyboard.press("Enter")
      await focusCame(field(`Choice ${i + 1}`))
    }
    await page.keyboard.type(translation.content)
  }
  if (question.type === "open") {
    if (question.options?.boxSize === "singleline") await pressOn(page, panel().getByRole("radio", { name: "Several lines" }), "ArrowRight")
    if (question.options?.maximum !== 1024) await typeIn(page, field("Maximum"), String(question.options?.maximum))
  }
  if (question.type === "multiple") {
    await pressOn(page, field("In random order"), "Space")
    await pressOn(page, field("Choices that keep their place"), "Space")
    const kept = (question.choices ?? []).findIndex(({ fixed }) => fixed)
    await page.keyboard.press("Control+Home")
    await pressOn(page, field(`Choice ${kept + 1} keeps its place`), "Space")
  }
  if (question.type === "starRating") await pressOn(page, field("Half stars"), "Space")
  if (question.placeholder) await typeIn(page, field("Placeholder"), question.placeholder)
  if (question.skipable) await pressOn(page, panel().getByRole("checkbox", { name: "May be skipped" }), "Space")
}

/** What a script says, whatever its uuids. */
const said = ({ instructions }: Pick<AuthoredScript, "instructions">) =>
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

test("the demo script is rebuilt by the keyboard alone, exported, checked, imported elsewhere with its picture, and played to its end", {
  timeout: 540_000,
}, async () => {
  page = await at.newPage({ reducedMotion: "reduce", acceptDownloads: true })
  const { uuid } = await at.addChat()
  await at.openEditor(page, uuid)

  // The script as a whole.
  await typeIn(page, page.getByLabel("Title", { exact: true }), demo.name)
  await pressOn(page, page.getByRole("button", { name: "Chat Options" }))
  const options = page.getByRole("dialog", { name: "Chat Options" })
  await typeIn(page, options.getByLabel("Public title"), demo.public_name)
  await tabTo(page, options.getByLabel("Language"))
  await page.keyboard.type("English")
  await page.keyboard.press("Escape")
  await options.waitFor({ state: "detached" })

  // A picture, then every instruction of the demo.
  await pick("Image")
  await page.keyboard.type("logo")
  const chosen = page.waitForEvent("filechooser")
  await pressOn(page, panel().getByRole("button", { name: "Choose image" }))
  await (await chosen).setFiles({ name: "logo.png", mimeType: "image/png", buffer: dot })
  await typeIn(page, field("Alternative text"), "Our logo")
  for (const instruction of demo.instructions) await build(instruction)
  await expect.poll(() => outline(page).count()).toBeGreaterThan(5)

  // Saved, it is what the demo is.
  await page.keyboard.press("Control+s")
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const saved = await at.api.scripts.read({ community: at.slug, uuid })
  expect([saved.name, saved.public_name, saved.language]).toEqual([demo.name, demo.public_name, demo.language])
  expect(said({ instructions: saved.instructions.slice(1) })).toEqual(said(demo))

  // As a file it passes the tool's check.
  await pressOn(page, page.getByRole("link", { name: "Edit script" }))
  await page.getByLabel("Title", { exact: true }).waitFor()
  await pressOn(page, page.getByRole("button", { name: "Chat Options" }))
  const download = page.waitForEvent("download")
  await pressOn(page, options.getByRole("button", { name: "Export Script to file" }))
  const file = join(folder, "rebuilt.json")
  await writeFile(file, await readFile(await (await download).path()))
  const { stdout } = await run(process.execPath, [join(root, "adapters/cli/bin.cjs"), "check", file])
  expect(stdout.trim()).toBe("1 files, 0 errors, 0 warnings")

  // Another community has it with its picture.
  await at.api.addCommunity("Others", "others")
  const other = await at.api.scripts.add({ community: "others", name: "Taken over" })
  await page.goto(`${at.address}/chats/others/${other.uuid}/edit`)
  const imported = page.waitForEvent("filechooser")
  await pressOn(page, page.getByRole("button", { name: "Import Script from file" }))
  await (await imported).setFiles(file)
  await page.getByText("17 instructions imported").waitFor()
  const picture = panel().getByRole("img", { name: "Our logo" })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth), { timeout: 15_000 }).toBe(1)

  // And it is played to its end.
  await page.keyboard.press("Control+Alt+t")
  const chat = page.getByRole("region", { name: "Test the chat" })
  const answer = async (name: string) => pressOn(page, chat.getByRole("button", { name, exact: true }))
  await typeIn(page, chat.getByRole("textbox", { name: "Your answer" }), "Ann")
  await page.keyboard.press("Enter")
  await chat.getByText("Ann, was this your first visit to us?").waitFor()
  await answer("Yes, my first")
  await chat.getByText("Then we are all the more curious").waitFor()
  await pressOn(page, chat.getByRole("checkbox", { name: "To buy something" }), "Space")
  await answer("Send")
  await chat.getByText("How did you feel when you left?").waitFor()
  await answer("Very satisfied")
  await chat.getByText("How many stars would you give our staff?").waitFor()
  await pressOn(page, chat.getByRole("button", { name: "4.5" }))
  await chat.getByText("How likely are you to recommend us").waitFor()
  await answer("10")
  await chat.getByText("What a lovely score!").waitFor()
  await typeIn(page, chat.getByRole("textbox", { name: "Your answer" }), "The coffee")
  await answer("Send")
  await chat.getByText("The chat is finished").waitFor()
  await chat.getByText("Thank you, Ann. See you next time!").waitFor()
  await page.keyboard.press("Control+s")
  await page.waitForURL(`**/chats/others/${other.uuid}`)
  const taken = await at.api.scripts.read({ community: "others", uuid: other.uuid })
  expect(said({ instructions: taken.instructions.slice(1) })).toEqual(said(demo))
})
