// The chat overview in the running program: status changes, deletion, long names, search, on wide and narrow screens.
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import { truncateName } from "../../domain/script/script-list.ts"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { type ApiClient, createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { addChat, chatRow, signIn } from "./console-steps.ts"

const slug = "panel"
let program: Program
let browser: Browser
let page: Page
let api: ApiClient

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase()), DEMO: "0" })
  browser = await sharedBrowser()
  api = await createApiClient(program.address)
  await api.addCommunity("Panel", slug)
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  await signIn(page, program.address, `/chats/${slug}`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
})
beforeEach(async () => {
  await page.goto(`${program.address}/chats/${slug}`)
  await page.getByRole("heading", { name: "Active chats" }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const status = (name: string) => chatRow(page, name).getByRole("button", { name: /^Status: / })
const chooseStatus = async (name: string, to: string) => {
  await status(name).click()
  await page.getByRole("menuitem", { name: to }).click()
}

const duplicateChoiceValues: Instruction = {
  uuid: "019a0000-0000-7000-8000-000000000001",
  order: 0,
  type: "question",
  label: "age",
  condition: null,
  typing_delay: 1,
  messages: [{ uuid: "019a0000-0000-7000-8000-000000000002", locale: "nl", content: "<p>Hoe oud ben je?</p>" }],
  question: {
    uuid: "019a0000-0000-7000-8000-000000000003",
    type: "choice",
    skipable: false,
    choices: ["4", "5"].map((last, order) => ({
      uuid: `019a0000-0000-7000-8000-00000000000${last}`,
      value: 1,
      order,
      translation: { locale: "nl", content: last },
    })),
  },
  action: null,
}

/** Adds a chat with these instructions, and shows it in the list. */
const addChatWith = async (title: string, instructions: ReadonlyArray<Instruction>) => {
  const { uuid, revision, name, public_name, language } = await api.scripts.add({ community: slug, name: title })
  const script = { name, public_name, language, instructions }
  await api.scripts.save({ community: slug, uuid, script, markedForDelete: [], revision })
  await page.reload()
}

test("[S9] a script with errors stays in preparation, and an alert says why and links to the editor", async () => {
  await addChatWith("Not yet", [duplicateChoiceValues])
  await chooseStatus("Not yet", "Live")
  const alert = page.getByRole("alert")
  await alert.getByText("Instruction 1:").first().waitFor()
  expect(await status("Not yet").getAttribute("aria-label")).toBe("Status: Preparation")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await alert.getByRole("link", { name: "Open the script" }).click()
  await page.getByLabel("Title", { exact: true }).waitFor()
})

test("[S2] a chat goes live without confirmation; going back to preparation asks first, and Cancel changes nothing", {
  tags: ["long"],
}, async () => {
  await addChatWith("Back and forth", createInstructions({ type: "message", says: "Dag" }))
  await chooseStatus("Back and forth", "Live")
  await chatRow(page, "Back and forth").getByText("Live since").waitFor()
  expect(await chatRow(page, "Back and forth").getByRole("link", { name: "Edit" }).count()).toBe(0)
  await chooseStatus("Back and forth", "Preparation")
  const confirmation = page.getByRole("dialog", { name: "Change status" })
  await confirmation.getByText("Changing the chat script might cause unexpected dataloss at this stage. Continue?").waitFor()
  await confirmation.getByRole("button", { name: "Cancel" }).click()
  expect(await status("Back and forth").getAttribute("aria-label")).toBe("Status: Live")
  await chooseStatus("Back and forth", "Preparation")
  await confirmation.getByRole("button", { name: "Continue" }).click()
  await chatRow(page, "Back and forth").getByRole("link", { name: "Edit" }).waitFor()
})

test("[S10] a deleted chat moves to the archive, returns when reactivated, and is erased when deleted there", async () => {
  await addChat(page, "Come and go")
  const deleteChat = async (dialogName: string) => {
    await chatRow(page, "Come and go").getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByRole("dialog", { name: dialogName }).getByRole("button", { name: "Delete", exact: true }).click()
  }
  await deleteChat("Delete chat")
  await page.getByText("“Come and go” is now in the archive.").waitFor()
  await page.getByRole("link", { name: "Archive" }).click()
  await page.getByRole("heading", { name: "Archive chats" }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/chats/${slug}/archive`)
  await page.getByRole("columnheader", { name: "Status" }).waitFor()
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
    "Status",
    "Name",
    "Public name",
    "Answers",
    "Last change",
    "Actions",
  ])
  await chooseStatus("Come and go", "Preparation")
  await page.getByText("Are you sure you want to reactivate this chat. This archived chat will be placed in the active chats.").waitFor()
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByText("“Come and go” is active again.").waitFor()
  await page.goBack()
  await chatRow(page, "Come and go").waitFor()
  await deleteChat("Delete chat")
  await page.getByText("is now in the archive").waitFor()
  await page.getByRole("link", { name: "Archive" }).click()
  await chatRow(page, "Come and go").waitFor()
  await deleteChat("Erase chat")
  await page.getByText("“Come and go” has been erased.").waitFor()
})

test("[S7] a long name is shortened on screen but complete for screen readers, and nothing is clipped down to 320 px", {
  tags: ["long"],
}, async () => {
  const long = "A name that is a good deal longer than what the overview shows of it in a row"
  await api.scripts.add({ community: slug, name: long })
  await page.reload()
  const link = page.getByRole("link", { name: long, exact: true })
  await link.getByText(truncateName(long), { exact: true }).waitFor()
  for (const width of [1440, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("an unknown community shows a not-found page with a link to the user's communities", { tags: ["long"] }, async () => {
  await page.goto(`${program.address}/chats/nowhere`)
  await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor()
  expect(await page.getByRole("button", { name: "Add chat" }).count()).toBe(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("link", { name: "Go to your communities" }).click()
  await page.getByRole("button", { name: "Panel" }).waitFor()
})

test("search narrows the list and says when nothing matches; closing a status menu returns the focus to its badge", {
  tags: ["long"],
}, async () => {
  await addChat(page, "Needle")
  await chatRow(page, "Needle").waitFor()
  await page.getByLabel("Search chats").fill("needle")
  await expect.poll(() => page.getByRole("row").count()).toBe(2)
  await status("Needle").focus()
  await page.keyboard.press("Enter")
  await page.getByRole("menuitem", { name: "Live" }).waitFor()
  await page.keyboard.press("Escape")
  await expect.poll(() => status("Needle").evaluate((badge) => badge === document.activeElement)).toBe(true)
  await page.getByLabel("Search chats").fill("haystack")
  await page.getByText("No chats match your search.").waitFor()
  await page.getByLabel("Search chats").fill("")
  await page.getByRole("button", { name: "Closed 0" }).click()
  await page.getByText("No chats have this status.").waitFor()
})
