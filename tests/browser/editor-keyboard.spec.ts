// The editor by keyboard: what Enter picks, which keys work in dialogs, and where the focus goes when its element disappears.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"
import { testPage } from "./test-conversation.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Keys")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const message = () => page.getByRole("textbox", { name: "Message", exact: true })

/** From now on the server refuses to save, as for a rule that this page does not know. */
const refuseSaves = () => {
  const finding = { pointer: "/instructions/0/label", severity: "error", rule: "structure", message: "Not like this." }
  return page.route("**/chat-scripts/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 422, json: { message: "No.", violations: [], findings: [finding] } })
      : route.fallback(),
  )
}

test("the picker marks the type that Enter adds, preferring matches by name, and the arrow keys change it", {
  tags: ["long"],
}, async () => {
  await at.openEditor(page, (await at.addChat()).uuid)
  const picker = page.getByRole("region", { name: "Instruction picker" })
  const search = picker.getByRole("searchbox", { name: "Search types" })
  const marked = async () => {
    const id = await search.getAttribute("aria-activedescendant")
    const shown = await picker.locator("[aria-current=true]").allInnerTexts()
    expect(shown).toEqual(id === null ? [] : [await page.locator(`#${id}`).innerText()])
    return shown[0] ?? null
  }
  await search.focus()
  expect(await marked()).toBeNull()
  await page.keyboard.press("Enter")
  expect(await outlineRows(page).count()).toBe(0)
  // Single choice matches only by its description, "Pick one answer".
  await page.keyboard.type("answer")
  await expect.poll(marked).toBe("Open answer")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press("ArrowUp")
  await expect.poll(marked).toBe("Multiple choice")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect.poll(marked).toBe("Send to API")
  await page.keyboard.type("s")
  await expect.poll(marked).toBe("Multiple choice")
  await page.keyboard.press("Enter")
  await panel().getByRole("heading", { name: "Multiple choice", level: 2 }).waitFor()
})

test("the shortcuts of the panes move the focus into them, also from one pane to another", { tags: ["long"] }, async () => {
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  await panel().getByLabel("Name", { exact: true }).focus()
  const isIn = (name: string) =>
    page.getByRole("region", { name, exact: true }).evaluate((element) => element.contains(document.activeElement))
  for (const [key, heading] of [
    ["c", "Findings"],
    ["l", "Translate the script"],
    ["w", "Flow of the script"],
    ["t", "Test the chat"],
    ["c", "Findings"],
  ] as const) {
    await page.keyboard.press(`Control+Alt+${key}`)
    await page.getByRole("heading", { name: heading, level: 2 }).waitFor()
    await expect.poll(async () => [heading, await isIn(heading)]).toEqual([heading, true])
  }
})

test("Ctrl+S saves a text written in the larger editor", async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Larger editor" }).click()
  const dialog = page.getByRole("dialog", { name: "Message" })
  await dialog.getByRole("textbox", { name: "Message" }).fill("Written in the large one")
  await page.keyboard.press("Control+s")
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions[0]?.messages.some(({ content }) => content.includes("Written in the large one"))).toBe(true)
})

test("Ctrl+S in the larger editor closes it and keeps the text when the script cannot be saved", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  await at.openEditor(page, uuid)
  await refuseSaves()
  await page.getByRole("button", { name: "Larger editor" }).click()
  const dialog = page.getByRole("dialog", { name: "Message" })
  await dialog.getByRole("textbox", { name: "Message" }).fill("Not saved yet")
  await page.keyboard.press("Control+s")
  await page.getByText("Couldn't save. Fix the problems below.").waitFor()
  await dialog.waitFor({ state: "detached" })
  expect(await message().innerText()).toBe("Not saved yet")
  await expectFocus(message())
})

test("Ctrl+S saves from Chat Options, but not while another dialog is open over it", async () => {
  const payload = { platform: 4, name: "People", externalKey: "acme", apiHost: at.address, apiMethod: "POST", apiPath: "/people" } as const
  await at.api.connections.add({ community: at.slug, payload })
  const { uuid } = await at.addChat(files.everyType)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Chat Options" }).click()
  const options = page.getByRole("dialog", { name: "Chat Options" })
  await options.getByLabel("Public title").fill("As respondents see it")
  await options.getByRole("button", { name: "External data" }).click()
  const data = page.getByRole("dialog", { name: "External data" })
  await data.waitFor()
  await page.keyboard.press("Control+s")
  await data.getByRole("button", { name: "Close", exact: true }).click()
  await data.waitFor({ state: "detached" })
  await options.getByLabel("Public title").press("Control+s")
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  expect((await at.api.scripts.read({ community: at.slug, uuid })).public_name).toBe("As respondents see it")
})

test("Escape closes the topmost dialog, and pressed again the one below", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat(files.everyType)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Chat Options" }).click()
  const options = page.getByRole("dialog", { name: "Chat Options" })
  await options.getByRole("button", { name: "External data" }).click()
  const data = page.getByRole("dialog", { name: "External data" })
  await data.getByRole("button", { name: "Close", exact: true }).waitFor()
  await page.keyboard.press("Escape")
  await data.waitFor({ state: "detached" })
  await expectFocus(options.getByRole("button", { name: "External data" }))
  await page.keyboard.press("Escape")
  await options.waitFor({ state: "detached" })
})

test.each([
  ["the overview of keys", "?", /^Keyboard shortcuts$/],
  ["Move to", "Control+Alt+m", /^Move /],
])("Ctrl+S saves from %s", async (_, key, name) => {
  const { uuid } = await at.addChat(files.everyType)
  await at.openEditor(page, uuid)
  await page.getByLabel("Title", { exact: true }).fill("Saved from a dialog")
  await page.getByRole("list", { name: "Instructions" }).getByRole("listitem").first().getByRole("button").first().focus()
  await page.keyboard.press(key)
  await page.getByRole("dialog", { name }).waitFor()
  await page.keyboard.press("Control+s")
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  expect((await at.api.scripts.read({ community: at.slug, uuid })).name).toBe("Saved from a dialog")
})

test("switching between the message, its larger editor and its source keeps the focus in the text", { tags: ["long"] }, async () => {
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  await page.getByRole("button", { name: "Larger editor" }).press("Enter")
  await expectFocus(page.getByRole("dialog", { name: "Message" }).getByRole("textbox", { name: "Message" }))
  await page.keyboard.press("Escape")
  await expectFocus(message())
  await page.getByRole("button", { name: "Source" }).press("Enter")
  await expectFocus(panel().getByRole("textbox", { name: "Message", exact: true }).and(page.locator(".cm-content")))
  await page.getByRole("button", { name: "Source" }).press("Enter")
  await expectFocus(message())
})

test("each toolbar is one Tab stop, and the arrow keys, Home and End move within it", async () => {
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  const tool = (name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true })
  await message().focus()
  await page.keyboard.press("Shift+Tab")
  await expectFocus(tool("Bold"))
  await page.keyboard.press("ArrowRight")
  await expectFocus(tool("Italic"))
  await page.keyboard.press("End")
  await expectFocus(tool("Source code"))
  await page.keyboard.press("ArrowRight")
  await expectFocus(tool("Bold"))
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  await expectFocus(tool("Larger editor"))
  await page.keyboard.press("Tab")
  await expectFocus(message())
  await page.keyboard.press("Shift+Tab")
  await expectFocus(tool("Larger editor"))
  await outlineRows(page).first().locator("button[aria-current]").focus()
  await page.keyboard.press("Control+Space")
  await tool("Delete selected").focus()
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowLeft")
  await expectFocus(tool("Clear selection"))
  await page.keyboard.press("Tab")
  expect(await page.getByRole("toolbar", { name: "Selected instructions" }).evaluate((it) => it.contains(document.activeElement))).toBe(
    false,
  )
})

test("a name of 5,000 characters keeps buttons and messages within the screen at every width", { tags: ["long"] }, async () => {
  const messages = [{ uuid: "m", locale: "en", content: `<p>${"word ".repeat(30)}</p>` }]
  const instructions = ["W".repeat(5000), "short"].map((label, order) => instruction(order, { label, typing_delay: 3, messages }))
  const { uuid } = await at.addChat({ language: "en", instructions })
  await at.openEditor(page, uuid)
  const isWithinScreen = async (locator: Locator) => {
    await locator.waitFor()
    const box = await locator.boundingBox()
    const width = page.viewportSize()?.width ?? 0
    return box !== null && box.x >= 0 && box.x + box.width <= width
  }
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.keyboard.press("Control+Alt+n")
    expect([width, await isWithinScreen(page.getByRole("button", { name: "Back", exact: true }))]).toEqual([width, true])
    await page.getByRole("button", { name: "Back", exact: true }).click()
    await page.keyboard.press("Control+Alt+m")
    const dialog = page.getByRole("dialog")
    expect([width, await isWithinScreen(dialog.getByRole("button", { name: "Close" }))]).toEqual([width, true])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.keyboard.press("Control+Alt+t")
    const bubble = testPage(page).getByText("word word").first()
    expect([width, await isWithinScreen(bubble)]).toEqual([width, true])
    await page.keyboard.press("Control+Alt+t")
  }
})

test("undoing the last step moves the focus to Redo, and redoing the last one to Undo", { tags: ["long"] }, async () => {
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  const [undo, redo] = [page.getByRole("button", { name: "Undo", exact: true }), page.getByRole("button", { name: "Redo", exact: true })]
  await panel().getByLabel("Reading delay").fill("7")
  await undo.press("Enter")
  await expectFocus(redo)
  await page.keyboard.press("Enter")
  await expectFocus(undo)
})

test("dismissing a notice returns the focus to where it was", { tags: ["long"] }, async () => {
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  await refuseSaves()
  await panel().getByLabel("Reading delay").fill("7")
  const name = panel().getByLabel("Name", { exact: true })
  const dismiss = page.getByRole("button", { name: "Dismiss" })
  await name.focus()
  await page.keyboard.press("Control+s")
  await dismiss.click()
  await dismiss.waitFor({ state: "detached" })
  await expectFocus(name)
  await page.keyboard.press("Control+s")
  await dismiss.press("Enter")
  await dismiss.waitFor({ state: "detached" })
  await expectFocus(name)
})

test("the shortcut that adds an instruction does nothing in a live chat", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat(files.patientIntake)
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  await at.openEditor(page, uuid)
  await outlineRows(page).first().locator("button[aria-current]").click()
  await panel().waitFor()
  await page.keyboard.press("Control+Alt+n")
  await page.keyboard.press("Control+Alt+c")
  await page.getByRole("heading", { name: "Findings" }).waitFor()
  expect(await page.getByRole("region", { name: "Instruction picker" }).count()).toBe(0)
  expect(await panel().count()).toBe(1)
})
