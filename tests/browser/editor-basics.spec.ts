// The editor's basics: dragging, keyboard, deletion, undo, imports, live locks, unsaved edits, and missing storage or assets.
import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright"
import { beforeEach, describe, expect, test } from "vitest"
import { findAccessibilityViolations } from "./accessibility.ts"
import { readCode } from "./code-field.ts"
import { outlineRows } from "./console-steps.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Workbench")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

/** Opens a new chat in the editor, with the demo script unless `filled` is false. */
const openNewChat = async ({ filled = true, status = "preparation" as "preparation" | "live", query = "" } = {}) => {
  const { uuid, name } = await at.addChat(filled ? files.customerSatisfaction : undefined)
  if (status === "live") await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  await at.openEditor(page, uuid, query)
  return { uuid, name }
}

/** The names of the rendered instructions, in order. */
const names = () =>
  outlineRows(page).evaluateAll((rows) =>
    rows
      .toSorted((a, b) => Number(a.getAttribute("aria-posinset")) - Number(b.getAttribute("aria-posinset")))
      .map((row) => row.querySelector("button[aria-current] b, button[aria-current] span > span > span")?.textContent ?? ""),
  )
const row = (name: string) => outlineRows(page).filter({ hasText: name }).first()
const select = (name: string) => row(name).locator("button[aria-current]").click()
const panel = () => page.getByRole("region", { name: "Instruction", exact: true })

describe("the outline", () => {
  test("is reordered by dragging, and Escape cancels the drag", { tags: ["long"] }, async () => {
    await openNewChat()
    const [first = "", second = "", third = ""] = await names()
    const drag = async (by: number) => {
      const box = await row(first).getByRole("button", { name: "Reorder" }).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 20]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + by, { steps: 8 })
    }
    await drag(128)
    await page.keyboard.press("Escape")
    await page.mouse.up()
    expect((await names()).slice(0, 3)).toEqual([first, second, third])
    await drag(128)
    await page.getByText(`${first} would be 3 of`).waitFor({ state: "attached" })
    await page.mouse.up()
    expect((await names()).slice(0, 3)).toEqual([second, third, first])
    await page.getByText(`${first} is now 3 of`).waitFor({ state: "attached" })
  })

  test("is operated by keyboard alone: select, move, undo, redo", async () => {
    await openNewChat()
    const [first = "", second = ""] = await names()
    await row(first).locator("button[aria-current]").focus()
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
    await page.keyboard.press("Control+z")
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([first, second])
    await page.keyboard.press("Control+Shift+z")
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
    await row(first).locator("button[aria-current]").focus()
    await page.keyboard.press("ArrowUp")
    await expect.poll(() => panel().getByLabel("Name", { exact: true }).inputValue()).toBe(second)
    await page.keyboard.press("End")
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest("li")?.ariaPosInSet === document.activeElement?.closest("li")?.ariaSetSize),
      )
      .toBe(true)
  })

  test("asks before it deletes an instruction that others refer to, and lists the references", { tags: ["long"] }, async () => {
    await openNewChat()
    const before = await outlineRows(page).count()
    await row("visited_before").getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete visited_before" })
    await dialog.getByText("in its condition").first().waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(await outlineRows(page).count()).toBe(before)
    await row("visited_before").getByRole("button", { name: "Delete" }).click()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("button", { name: "Check" }).click()
    await page
      .getByRole("button", { name: /There is no instruction named “visited_before”/ })
      .first()
      .waitFor()
  })
})

test("renaming an instruction updates the conditions that refer to it", async () => {
  await openNewChat()
  await select("visited_before")
  await panel().getByLabel("Name", { exact: true }).fill("been here")
  await select("welcome_first")
  expect(await readCode(panel().getByLabel("Condition"))).toContain("been_here")
})

test("pasting several lines adds a choice for each, and raises the maximum with a notice", { tags: ["long"] }, async () => {
  await openNewChat({ filled: false })
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Multiple choice" }).click()
  await panel().getByLabel("Choice 1", { exact: true }).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData("text/plain", "Red\nGreen\nBlue")
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => panel().getByLabel("Choice 3", { exact: true }).inputValue()).toBe("Blue")
  expect(await panel().getByLabel("Maximum").inputValue()).toBe("3")
  const notice = page.getByText("You added choices")
  await notice.waitFor()
  await notice.waitFor({ state: "detached" })
  // The notice is shown once per session.
  await panel().getByLabel("Choice 3", { exact: true }).press("Enter")
  await expect.poll(() => panel().getByLabel("Maximum").inputValue()).toBe("4")
  expect(await notice.count()).toBe(0)
})

test("the message field is 150 px high, and Recalculate makes a manual reading delay follow the text again", {
  tags: ["long"],
}, async () => {
  await openNewChat()
  const message = panel().getByRole("textbox", { name: "Message", exact: true })
  await message.waitFor()
  expect((await message.boundingBox())?.height).toBe(150)
  const delay = panel().getByLabel("Reading delay")
  const originalDelay = await delay.inputValue()
  await delay.fill("9")
  await panel().getByText("Custom").waitFor()
  await panel().getByRole("button", { name: "Recalculate" }).click()
  await expect.poll(() => delay.inputValue()).toBe(originalDelay)
  await panel().getByText("Automatic").waitFor()
})

test("[Q5] the limits of a date are picked on a calendar, by mouse and by keyboard across the end of a month", {
  tags: ["long"],
}, async () => {
  await openNewChat({ filled: false })
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Date" }).click()
  const earliest = panel().getByLabel("Earliest day", { exact: true })
  await earliest.fill("28-02-2027")
  const opener = panel().getByRole("button", { name: "Earliest day on the calendar" })
  await opener.focus()
  await page.keyboard.press("Enter")
  const calendar = page.getByRole("dialog", { name: "Earliest day on the calendar" })
  const readFocusedDay = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))
  await expect.poll(readFocusedDay).toBe("28 Feb 2027")
  for (const [key, day] of [
    ["ArrowRight", "1 Mar 2027"],
    ["ArrowDown", "8 Mar 2027"],
    ["End", "14 Mar 2027"],
    ["PageUp", "14 Feb 2027"],
    ["Home", "8 Feb 2027"],
    ["ArrowLeft", "7 Feb 2027"],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(readFocusedDay).toBe(day)
  }
  // Escape keeps the date.
  await page.keyboard.press("Escape")
  await calendar.waitFor({ state: "detached" })
  expect(await earliest.inputValue()).toBe("28-02-2027")
  await page.setViewportSize({ width: 390, height: 844 })
  await opener.click()
  await calendar.getByRole("button", { name: "Next month" }).click()
  const box = await calendar.boundingBox()
  expect(box !== null && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await calendar.getByRole("button", { name: "31 Mar 2027" }).click()
  await expect.poll(() => earliest.inputValue()).toBe("31-03-2027")
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
})

test("[Q5] an earliest day after the latest one shows an error and is not stored", { tags: ["long"] }, async () => {
  const { uuid } = await openNewChat({ filled: false })
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Date" }).click()
  await panel().getByLabel("Latest day", { exact: true }).fill("01-05-2026")
  await panel().getByLabel("Earliest day", { exact: true }).fill("02-05-2026")
  const box = panel().getByRole("alert").filter({ hasText: "This configuration contains errors. Changes will not be saved." })
  await expect.poll(() => box.getByRole("paragraph").count()).toBe(2)
  await panel().getByLabel("Earliest day", { exact: true }).fill("tomorrow")
  // An unreadable date cannot be compared with the latest day.
  await expect.poll(() => box.getByRole("paragraph").count()).toBe(1)
  expect(await panel().getByLabel("Earliest day", { exact: true }).getAttribute("aria-invalid")).toBe("true")
  await panel().getByText("Enter a day as DD-MM-YYYY or YYYY-MM-DD").waitFor()
  await panel().getByLabel("Earliest day", { exact: true }).fill("31-02-2026")
  await panel().getByText("There is no such day.").waitFor()
  await panel().getByLabel("Earliest day", { exact: true }).fill("30-04-2026")
  await expect.poll(() => panel().getByLabel("Earliest day", { exact: true }).getAttribute("aria-invalid")).toBeNull()
  await box.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions[0]?.question?.options).toMatchObject({ minimum: "2026-04-30", maximum: "2026-05-01" })
})

test("dropping several files shows an error, one file is imported, and files dropped on a dialog are ignored", {
  tags: ["long"],
}, async () => {
  const { name } = await openNewChat({ filled: false })
  const text = await readFile(files.customerSatisfaction, "utf8")
  const target = page.getByText("Drop the script file to import it")
  const dialog = page.getByRole("dialog", { name: "Chat Options" })
  /** Drags files over an element and drops them on it, or on what covers it then. */
  const drop = async (count: number, place: Locator) => {
    const dataTransfer = await page.evaluateHandle(
      ([content, fileCount]) => {
        const data = new DataTransfer()
        for (let i = 0; i < fileCount; i++) data.items.add(new File([content], `${i}.json`))
        return data
      },
      [text, count] as const,
    )
    await target.waitFor({ state: "attached" })
    await place.dispatchEvent("dragenter", { dataTransfer })
    const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const center = [x + width / 2, y + height / 2] as const
    const findTop = () => page.evaluateHandle(([left, top]) => document.elementFromPoint(left, top), center)
    if (place !== dialog)
      await expect.poll(async () => (await findTop()).evaluate((top) => top?.textContent)).toContain("Drop the script file")
    const top = (await findTop()).asElement()
    for (const type of ["dragenter", "dragover", "drop"]) await top?.dispatchEvent(type, { dataTransfer })
  }
  await page.getByRole("button", { name: "Chat Options" }).click()
  await dialog.waitFor()
  await drop(2, dialog)
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect(await page.getByText("Please select exactly one file.").count()).toBe(0)
  await page.getByRole("button", { name: "Chat Options" }).click()
  await dialog.waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await drop(2, page.getByRole("main"))
  await page.getByText("Please select exactly one file.").waitFor()
  expect(await outlineRows(page).count()).toBe(0)
  await drop(1, page.getByRole("main"))
  await expect.poll(() => outlineRows(page).count()).toBeGreaterThan(5)
  expect(await target.count()).toBe(0)
  const title = page.getByLabel("Title", { exact: true })
  expect(await title.inputValue()).not.toBe(name)
  await page.getByRole("button", { name: "Keep the title of this chat" }).click()
  await expect.poll(() => title.inputValue()).toBe(name)
  expect(await page.getByRole("button", { name: "Use the title of the file" }).count()).toBe(0)
})

/** Opens the editor and adds the instruction `mine` while a chosen script file is still being read. */
const openWithLateFile = async () => {
  // Delays the reading of files.
  await page.addInitScript(() => {
    const gate = new Promise((resolve) => window.addEventListener("files-come", resolve))
    Blob.prototype.text = async function () {
      await gate
      return new Response(this).text()
    }
  })
  const chat = await openNewChat({ filled: false })
  const chosen = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Import Script from file" }).click()
  await (await chosen).setFiles(files.customerSatisfaction)
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
  await panel().getByLabel("Name", { exact: true }).fill("mine")
  await page.evaluate(() => window.dispatchEvent(new Event("files-come")))
  await page.getByText(/^The file wasn't imported because the script isn't empty/).waitFor()
  return chat
}

test("a file that is read after instructions were added replaces them only on request, and Undo restores them", {
  tags: ["long"],
}, async () => {
  await openWithLateFile()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await names()).toEqual(["mine"])
  // The file is still offered when no instructions are left.
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(names).toEqual([])
  expect(await page.getByText(/^The file wasn't imported because the script isn't empty/).count()).toBe(1)
  await page.getByRole("button", { name: "Redo", exact: true }).click()
  await page.getByRole("button", { name: "Redo", exact: true }).click()
  await expect.poll(names).toEqual(["mine"])
  await page.getByRole("button", { name: "Replace script" }).click()
  await expect.poll(() => outlineRows(page).count()).toBeGreaterThan(5)
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(names).toEqual(["mine"])
})

test("saving asks about a file that was read late before it leaves the editor, and a live chat cannot import that file", {
  tags: ["long"],
}, async () => {
  const { uuid, name } = await openWithLateFile()
  const importButton = page.getByRole("button", { name: "Replace script" })
  const dialog = page.getByRole("dialog", { name: "Close without the file" })
  await panel().getByRole("textbox", { name: "Message", exact: true }).fill("Hello")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await dialog.getByText(/wasn't imported/).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  await importButton.waitFor()
  const stored = await at.api.scripts.read({ community: at.slug, uuid })
  expect(stored.instructions.map(({ label }) => label)).toEqual(["mine"])
  // Another person saves the script, and the chat goes live.
  await at.api.scripts.save({
    community: at.slug,
    uuid,
    revision: stored.revision,
    script: { ...stored, public_name: "Theirs" },
    markedForDelete: [],
  })
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  await page.getByLabel("Title", { exact: true }).fill(`${name} more`)
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("button", { name: "Discard mine" }).click()
  await page.getByText(/so the file can't replace its script/).waitFor()
  expect(await importButton.count()).toBe(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Close without saving" }).click()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Keep current script" }).click()
  await page.getByRole("button", { name: "Close without saving" }).click()
  await page.waitForURL(`**/chats/${at.slug}`)
})

test("an invalid title or public title shows its error while it is typed, until it is fixed", { tags: ["long"] }, async () => {
  const { uuid } = await openNewChat()
  const title = page.getByLabel("Title", { exact: true })
  const before = await title.inputValue()
  await title.fill(" ")
  await page.getByText("Title: Enter a name. Not saved.").waitFor()
  expect(await title.getAttribute("aria-invalid")).toBe("true")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await title.fill(before)
  await page.getByText("Title: Enter a name. Not saved.").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Chat Options" }).click()
  const options = page.getByRole("dialog", { name: "Chat Options" })
  await options.getByLabel("Public title").fill("x".repeat(256))
  await options.getByText("This name is too long.").waitFor()
  await page.keyboard.press("Escape")
  await page.getByText("Public title: This name is too long.").waitFor()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("button", { name: "Chat Options" }).click()
  await options.getByLabel("Public title").fill("Short")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
})

test("leaving with unsaved edits offers to save them", { tags: ["long"] }, async () => {
  const { uuid } = await openNewChat()
  await page.getByLabel("Title", { exact: true }).fill("Saved on the way out")
  await page.getByRole("link", { name: "Chats" }).click()
  const dialog = page.getByRole("dialog", { name: "Close without saving" })
  await dialog.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  expect((await at.api.scripts.read({ community: at.slug, uuid })).name).toBe("Saved on the way out")
})

test("leaving with unsaved edits asks first, Cancel stays, and discarded edits are not offered again", { tags: ["long"] }, async () => {
  const { uuid } = await openNewChat()
  await page.getByLabel("Title", { exact: true }).fill("Never saved")
  await page.getByRole("link", { name: "Chats" }).click()
  const dialog = page.getByRole("dialog", { name: "Close without saving" })
  await dialog.getByRole("button", { name: "Cancel" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Never saved")
  await page.getByRole("link", { name: "Chats" }).click()
  await dialog.getByRole("button", { name: "Close without saving" }).click()
  await page.waitForURL(`**/chats/${at.slug}`)
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
  await outlineRows(page).first().waitFor() // discarded edits are not offered again
})

test("signing out with unsaved edits, from the menu or the palette, asks first, and Cancel stays signed in", async () => {
  const { uuid } = await openNewChat()
  await page.getByLabel("Title", { exact: true }).fill("Never saved")
  const dialog = page.getByRole("dialog", { name: "Close without saving" })
  const currentUser = async () => (await page.request.get(`${at.address}/api/current/user`)).text()
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Never saved")
  await page.keyboard.press("Control+K")
  await page.getByRole("dialog", { name: "Go to" }).getByRole("combobox").fill("logout")
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  expect(await currentUser()).toContain("username")
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await dialog.getByRole("button", { name: "Close without saving" }).click()
  await page.getByLabel("Username").waitFor()
  expect(await currentUser()).not.toContain("username")
  await at.openEditor(page, uuid) // discarded edits are not offered again
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).not.toBe("Never saved")
})

test("shortcuts other than saving do nothing while Chat Options is open, whose fields undo their own typing", {
  tags: ["long"],
}, async () => {
  const { uuid } = await openNewChat()
  const before = await at.api.scripts.read({ community: at.slug, uuid })
  const [first = ""] = await names()
  await row(first).locator("button[aria-current]").focus()
  await page.keyboard.press("Alt+ArrowDown")
  await expect.poll(async () => (await names())[1]).toBe(first)
  await page.keyboard.press("Alt+ArrowDown")
  await expect.poll(async () => (await names())[2]).toBe(first)
  await page.keyboard.press("Control+z")
  await expect.poll(async () => (await names())[1]).toBe(first)
  await page.getByRole("button", { name: "Chat Options" }).click()
  const dialog = page.getByRole("dialog", { name: "Chat Options" })
  await dialog.getByRole("button", { name: "Close" }).focus()
  for (const keys of ["z", "Shift+z", "y", "Alt+m", "Alt+n", "Alt+t", "Alt+c", "Alt+l", "Alt+w", "Alt+f"])
    await page.keyboard.press(`Control+${keys}`)
  await page.keyboard.press("?")
  // Any effect would be visible two frames later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.getByRole("dialog").count()).toBe(1)
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect((await names())[1]).toBe(first)
  for (const name of ["Undo", "Redo"]) expect(await page.getByRole("button", { name, exact: true }).isEnabled()).toBe(true)
  expect(await page.locator("main").getAttribute("data-side")).toBeNull()
  expect((await at.api.scripts.read({ community: at.slug, uuid })).revision).toBe(before.revision)
  await page.keyboard.press("Control+z")
  await expect.poll(async () => (await names())[0]).toBe(first)
  await page.getByRole("button", { name: "Chat Options" }).click()
  const title = dialog.getByLabel("Public title")
  const originalTitle = await title.inputValue()
  await title.press("End")
  await page.keyboard.type("!")
  await page.keyboard.press("Control+z")
  await expect.poll(() => title.inputValue()).toBe(originalTitle)
})

test("Ctrl+Z undoes a checkbox from the checkbox or an untouched field, but in the search it only affects the search", {
  tags: ["long"],
}, async () => {
  await openNewChat()
  await select("visited_before")
  const skip = panel().getByRole("checkbox", { name: "Optional" })
  const wasChecked = await skip.isChecked()
  await skip.setChecked(!wasChecked)
  await skip.focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => skip.isChecked()).toBe(wasChecked)
  await page.keyboard.press("Control+Shift+z")
  await expect.poll(() => skip.isChecked()).toBe(!wasChecked)
  await page.getByRole("searchbox").focus()
  await page.keyboard.press("Control+z")
  await page.getByLabel("Show types").focus()
  expect(await skip.isChecked()).toBe(!wasChecked)
  await page.getByLabel("Title", { exact: true }).focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => skip.isChecked()).toBe(wasChecked)
})

describe("a live chat", () => {
  test("[S6] locks what answers depend on, but allows changing texts", async () => {
    const { uuid } = await openNewChat({ status: "live" })
    await select("visited_before")
    expect(await page.getByRole("button", { name: "Add instruction" }).count()).toBe(0)
    expect(await panel().getByLabel("Choice 1", { exact: true }).isEditable()).toBe(false)
    await panel().getByRole("textbox", { name: "Message" }).fill("Said otherwise while live")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
    const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
    expect(instructions.flatMap(({ messages }) => messages.map(({ content }) => content))).toContain("<p>Said otherwise while live</p>")
  })

  test("[F6] asks before a save publishes errors, shows them, and saves them if the author insists", async () => {
    const { uuid } = await openNewChat({ status: "live" })
    await select("visited_before")
    await panel().getByRole("textbox", { name: "Message" }).fill("Hello {{answers.nobody}}")
    const question = page.getByRole("dialog", { name: "Save with errors" })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await question.getByText(/Respondents would meet 1 error/).waitFor()
    await question.getByText(/^visited_before: /).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await question.getByRole("button", { name: "Show the errors" }).click()
    await question.waitFor({ state: "detached" })
    await page.getByRole("region", { name: "Findings" }).waitFor()
    expect((await at.api.scripts.read({ community: at.slug, uuid })).revision).toBe(2)
    await page.keyboard.press("Control+s")
    await question.getByRole("button", { name: "Save anyway" }).click()
    await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
    expect((await at.api.scripts.read({ community: at.slug, uuid })).revision).toBe(3)
  })

  test("[S6] rejects locked edits made before it went live, and saves the rest once they are undone", async () => {
    const { uuid } = await openNewChat()
    await select("visited_before")
    await panel().getByRole("textbox", { name: "Message" }).fill("Said otherwise")
    await panel().getByLabel("Choice 1", { exact: true }).fill("Never")
    await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("The chat is no longer in preparation").waitFor()
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
    const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
    expect(instructions.flatMap(({ messages }) => messages.map(({ content }) => content))).toContain("<p>Said otherwise</p>")
  })

  test("[S5] allows editing choices with ?allowChanges in the address", { tags: ["long"] }, async () => {
    await openNewChat({ status: "live", query: "?allowChanges" })
    await select("visited_before")
    expect(await panel().getByLabel("Choice 1", { exact: true }).isEditable()).toBe(true)
    await page.getByText("You can edit its choices, although respondents have used them").waitFor()
    // [Q2] The removed value is not reused, because answers were given with it.
    const values = () =>
      panel()
        .getByLabel(/^Value of choice/)
        .evaluateAll((fields) => fields.map((element) => (element instanceof HTMLInputElement ? element.value : "")))
    const before = await values()
    await panel().getByRole("button", { name: "Remove choice 1" }).click()
    await panel().getByRole("button", { name: "Add choice" }).click()
    await expect.poll(values).toEqual([...before.slice(1), String(before.length + 1)])
  })
})

test("a browser without storage shows a warning and asks before leaving the page", async () => {
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }))
  await openNewChat()
  await page.getByLabel("Title", { exact: true }).fill("Only here")
  await page.getByText("This browser blocks local storage, so unsaved edits will be lost").waitFor()
  const dialogShown = page.waitForEvent("dialog")
  const reloaded = page.reload()
  const dialog = await dialogShown
  expect(dialog.type()).toBe("beforeunload")
  await dialog.accept()
  await reloaded
})

test("a message is edited as HTML when the toolbar fails to load", { tags: ["long"] }, async () => {
  await page.route("**/assets/RichTextEditor-*.js", (route) => route.abort())
  const { uuid } = await openNewChat()
  await page.getByText("The toolbar couldn't be loaded.").waitFor()
  await panel().getByRole("textbox", { name: "Message" }).fill("<p>By <strong>hand</strong></p>")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions[0]?.messages[0]?.content).toBe("<p>By <strong>hand</strong></p>")
})

test("invalid input in a number field stays there with an error until it is replaced or undone", { tags: ["long"] }, async () => {
  await openNewChat()
  const delay = panel().getByLabel("Reading delay")
  const originalDelay = await delay.inputValue()
  await delay.fill("soon")
  await panel().getByLabel("Name", { exact: true }).focus()
  expect(await delay.inputValue()).toBe("soon")
  expect(await delay.getAttribute("aria-invalid")).toBe("true")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await delay.fill("7,50")
  await panel().getByLabel("Name", { exact: true }).focus()
  await expect.poll(() => delay.inputValue()).toBe("7.5")
  await delay.fill("later")
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(() => delay.inputValue()).toBe(originalDelay)
})

test("a finding about an instruction opens it; a finding about the whole script is listed without a link", { tags: ["long"] }, async () => {
  await openNewChat()
  await page.getByRole("button", { name: "Chat Options" }).click()
  await page.getByRole("dialog", { name: "Chat Options" }).getByLabel("Public title").fill(" ")
  await page.getByRole("dialog", { name: "Chat Options" }).getByRole("button", { name: "External data" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press("Escape")
  await select("visited_before")
  await panel().getByLabel("Condition", { exact: true }).fill("nobody == 1")
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("button", { name: "Check" }).click()
  const findings = page.getByRole("listitem").filter({ hasText: /^(?:Error|Warning)/ })
  const ofScript = findings.filter({ hasText: "the public title is blank" })
  await ofScript.waitFor()
  expect(await ofScript.getByRole("button").count()).toBe(0)
  await findings.getByRole("button", { name: /visited_before.*nobody/ }).click()
  await expect.poll(() => panel().getByLabel("Name", { exact: true }).inputValue()).toBe("visited_before")
})

test("a narrow screen shows one pane at a time, each without accessibility violations", { tags: ["long"] }, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNewChat()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await select("visited_before")
  await panel().getByLabel("Name", { exact: true }).waitFor()
  expect(await outlineRows(page).first().isVisible()).toBe(false)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Check" }).click()
  await page.getByRole("heading", { name: "Findings" }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("Ctrl+Z in any field undoes the latest edit: a checkbox before typed values, a deletion before a text", {
  tags: ["long"],
}, async () => {
  await openNewChat()
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Numeric" }).click()
  const [minimum, maximum] = [panel().getByLabel("Minimum", { exact: true }), panel().getByLabel("Maximum", { exact: true })]
  await minimum.fill("3")
  await maximum.fill("30")
  await panel().getByRole("checkbox", { name: "Optional" }).check({ force: true })
  await maximum.focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => panel().getByRole("checkbox", { name: "Optional" }).isChecked()).toBe(false)
  expect([await minimum.inputValue(), await maximum.inputValue()]).toEqual(["3", "30"])
  await minimum.focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => maximum.inputValue()).not.toBe("30")
  expect(await minimum.inputValue()).toBe("3")
  const all = await outlineRows(page).count()
  await outlineRows(page).first().getByRole("button", { name: "Delete" }).click()
  await expect.poll(() => outlineRows(page).count()).toBe(all - 1)
  await panel().getByRole("textbox", { name: "Message", exact: true }).click()
  await page.keyboard.press("Control+z")
  await expect.poll(() => outlineRows(page).count()).toBe(all)
})
