// The editor under the hand: dragging, keys, deletion, locks, and what it does where the browser keeps nothing or a part does not come.
import { readFile } from "node:fs/promises"
import type { Page } from "playwright"
import { beforeEach, describe, expect, test } from "vitest"
import { axe } from "./axe.ts"
import { desk, files } from "./desk.ts"
import { outline } from "./visit.ts"

const at = desk("Workbench")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

/** A chat with the demo script, or none, open in the editor. */
const editing = async ({ filled = true, status = "preparation" as "preparation" | "live", query = "" } = {}) => {
  const { uuid, name } = await at.addChat(filled ? files.customerSatisfaction : undefined)
  if (status === "live") await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  await at.openEditor(page, uuid, query)
  return { uuid, name }
}

/** The names of the instructions in sight, as they stand. */
const names = () =>
  outline(page).evaluateAll((rows) =>
    rows
      .toSorted((a, b) => Number(a.getAttribute("aria-posinset")) - Number(b.getAttribute("aria-posinset")))
      .map((row) => row.querySelector("button[aria-current] b, button[aria-current] span > span > span")?.textContent ?? ""),
  )
const row = (name: string) => outline(page).filter({ hasText: name }).first()
const select = (name: string) => row(name).locator("button[aria-current]").click()
const panel = () => page.getByRole("region", { name: "Instruction", exact: true })

describe("the outline", () => {
  test("is dragged by the pointer, and Escape takes the drag back", async () => {
    await editing()
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
    await page.mouse.up()
    expect((await names()).slice(0, 3)).toEqual([second, third, first])
    await page.getByText(`${first} is now 3 of`).waitFor({ state: "attached" })
  })

  test("is worked by keys alone: select, move, undo, redo", async () => {
    await editing()
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

  test("asks before an instruction goes that others refer to, and says where", async () => {
    await editing()
    const before = await outline(page).count()
    await row("visited_before").getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete visited_before" })
    await dialog.getByText("in its condition").first().waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(await outline(page).count()).toBe(before)
    await row("visited_before").getByRole("button", { name: "Delete" }).click()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("button", { name: "Check" }).click()
    await page
      .getByRole("button", { name: /There is no instruction named “visited_before”/ })
      .first()
      .waitFor()
  })
})

test("what an instruction is called follows into the conditions that name it", async () => {
  await editing()
  await select("visited_before")
  await panel().getByLabel("Name", { exact: true }).fill("been here")
  await select("welcome_first")
  expect(await panel().getByLabel("Condition").inputValue()).toContain("been_here")
})

test("several choices come in one paste, and the maximum follows them", async () => {
  await editing({ filled: false })
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Multiple choice" }).click()
  await panel().getByLabel("Choice 1", { exact: true }).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData("text/plain", "Red\nGreen\nBlue")
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => panel().getByLabel("Choice 4", { exact: true }).inputValue()).toBe("Blue")
  expect(await panel().getByLabel("Maximum").inputValue()).toBe("4")
  const told = page.getByText("There are more choices now")
  await told.waitFor()
  await told.waitFor({ state: "detached" })
  // Once per session.
  await panel().getByLabel("Choice 4", { exact: true }).press("Enter")
  await expect.poll(() => panel().getByLabel("Maximum").inputValue()).toBe("5")
  expect(await told.count()).toBe(0)
})

test("the message has its height; a delay that was set by hand follows the text again once it is recalculated", async () => {
  await editing()
  const message = panel().getByRole("textbox", { name: "Message", exact: true })
  await message.waitFor()
  expect((await message.boundingBox())?.height).toBe(150)
  const delay = panel().getByLabel("Reading delay")
  const was = await delay.inputValue()
  await delay.fill("9")
  await panel().getByText("Set by hand").waitFor()
  await panel().getByRole("button", { name: "Recalculate" }).click()
  await expect.poll(() => delay.inputValue()).toBe(was)
  await panel().getByText("Follows the text").waitFor()
})

test("[Q5] a first day after the last one is told and not handed on", async () => {
  const { uuid } = await editing({ filled: false })
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Date" }).click()
  await panel().getByLabel("Latest day").fill("01-05-2026")
  await panel().getByLabel("Earliest day").fill("02-05-2026")
  const box = panel().getByRole("alert").filter({ hasText: "This configuration contains errors. Changes will not be saved." })
  await expect.poll(() => box.getByRole("paragraph").count()).toBe(2)
  await panel().getByLabel("Earliest day").fill("tomorrow")
  // What cannot be read has no value that the last day could be before.
  await expect.poll(() => box.getByRole("paragraph").count()).toBe(1)
  expect(await panel().getByLabel("Earliest day").getAttribute("aria-invalid")).toBe("true")
  await panel().getByLabel("Earliest day").fill("30-04-2026")
  await expect.poll(() => panel().getByLabel("Earliest day").getAttribute("aria-invalid")).toBeNull()
  await box.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions[0]?.question?.options).toMatchObject({ minimum: "2026-04-30", maximum: "2026-05-01" })
})

test("more than one file dropped is told, and one is imported; what is dropped on a dialog does not come into the script behind it", async () => {
  await editing({ filled: false })
  const text = await readFile(files.customerSatisfaction, "utf8")
  const drop = (count: number, onto = "main") =>
    page.evaluate(
      ([content, files, place]) => {
        const data = new DataTransfer()
        for (let i = 0; i < files; i++) data.items.add(new File([content], `${i}.json`))
        document.querySelector(place)?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [text, count, onto] as const,
    )
  await page.getByRole("button", { name: "Chat Options" }).click()
  const dialog = page.getByRole("dialog", { name: "Chat Options" })
  await dialog.waitFor()
  await drop(2, "[role=dialog]")
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect(await page.getByText("Please select exactly one file.").count()).toBe(0)
  await drop(2)
  await page.getByText("Please select exactly one file.").waitFor()
  expect(await outline(page).count()).toBe(0)
  await drop(1)
  await expect.poll(() => outline(page).count()).toBeGreaterThan(5)
})

/** The editor with an instruction `mine`, and a file that came when that was there. */
const lateFile = async () => {
  // A file that is long in being read.
  await page.addInitScript(() => {
    const gate = new Promise((resolve) => window.addEventListener("files-come", resolve))
    Blob.prototype.text = async function () {
      await gate
      return new Response(this).text()
    }
  })
  const chat = await editing({ filled: false })
  const chosen = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Import Script from file" }).click()
  await (await chosen).setFiles(files.customerSatisfaction)
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
  await panel().getByLabel("Name", { exact: true }).fill("mine")
  await page.evaluate(() => window.dispatchEvent(new Event("files-come")))
  await page.getByText(/^The script has instructions by now/).waitFor()
  return chat
}

test("a file that comes when there are instructions by then is told; it takes their place when the author says so, and Undo brings them back", async () => {
  await lateFile()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await names()).toEqual(["mine"])
  // It can be taken too once nothing stands there any more.
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(names).toEqual([])
  expect(await page.getByText(/^The script has instructions by now/).count()).toBe(1)
  await page.getByRole("button", { name: "Redo", exact: true }).click()
  await page.getByRole("button", { name: "Redo", exact: true }).click()
  await expect.poll(names).toEqual(["mine"])
  await page.getByRole("button", { name: "Put the file in their place" }).click()
  await expect.poll(() => outline(page).count()).toBeGreaterThan(5)
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(names).toEqual(["mine"])
})

test("a file that came late is asked about before a save leads on, and cannot be taken any more where the chat went live", async () => {
  const { uuid, name } = await lateFile()
  const take = page.getByRole("button", { name: "Put the file in their place" })
  const dialog = page.getByRole("dialog", { name: "Close without the file" })
  await panel().getByRole("textbox", { name: "Message", exact: true }).fill("Hello")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await dialog.getByText(/instructions of the file did not come in/).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  await take.waitFor()
  const said = await at.api.scripts.read({ community: at.slug, uuid })
  expect(said.instructions.map(({ label }) => label)).toEqual(["mine"])
  // Another person goes on with it, and the chat goes live.
  await at.api.scripts.save({
    community: at.slug,
    uuid,
    revision: said.revision,
    script: { ...said, public_name: "Theirs" },
    markedForDelete: [],
  })
  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  await page.getByLabel("Title", { exact: true }).fill(`${name} more`)
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("button", { name: "Discard mine" }).click()
  await page.getByText(/The chat is live by now: the file cannot take their place/).waitFor()
  expect(await take.count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Close without saving" }).click()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Go on without the file" }).click()
  await page.getByRole("button", { name: "Close without saving" }).click()
  await page.waitForURL(`**/chats/${at.slug}`)
})

test("a title that cannot be saved is told of as it is typed, which of the two it is, and no longer than it is so", async () => {
  const { uuid } = await editing()
  const title = page.getByLabel("Title", { exact: true })
  const before = await title.inputValue()
  await title.fill(" ")
  await page.getByText("Title: Fill in a name. It is not saved like this.").waitFor()
  expect(await title.getAttribute("aria-invalid")).toBe("true")
  expect(await axe(page)).toEqual([])
  await title.fill(before)
  await page.getByText("It is not saved like this.").waitFor({ state: "detached" })
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

test("whoever leaves with unsaved edits can save them there and then", async () => {
  const { uuid } = await editing()
  await page.getByLabel("Title", { exact: true }).fill("Saved on the way out")
  await page.getByRole("link", { name: "Chats" }).click()
  const dialog = page.getByRole("dialog", { name: "Close without saving" })
  await dialog.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  expect((await at.api.scripts.read({ community: at.slug, uuid })).name).toBe("Saved on the way out")
})

test("leaving with unsaved edits asks, and Cancel stays", async () => {
  const { uuid } = await editing()
  await page.getByLabel("Title", { exact: true }).fill("Never saved")
  await page.getByRole("link", { name: "Chats" }).click()
  const dialog = page.getByRole("dialog", { name: "Close without saving" })
  await dialog.getByRole("button", { name: "Cancel" }).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Never saved")
  await page.getByRole("link", { name: "Chats" }).click()
  await dialog.getByRole("button", { name: "Close without saving" }).click()
  await page.waitForURL(`**/chats/${at.slug}`)
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
  await outline(page).first().waitFor() // what was dropped is not offered again
})

test("signing out with unsaved edits asks as leaving does: staying keeps one signed in, from the menu and from the palette", async () => {
  const { uuid } = await editing()
  await page.getByLabel("Title", { exact: true }).fill("Never saved")
  const dialog = page.getByRole("dialog", { name: "Close without saving" })
  const who = async () => (await page.request.get(`${at.address}/api/current/user`)).text()
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
  expect(await who()).toContain("username")
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await dialog.getByRole("button", { name: "Close without saving" }).click()
  await page.getByLabel("Username").waitFor()
  expect(await who()).not.toContain("username")
  await at.openEditor(page, uuid) // what was dropped is not offered again
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).not.toBe("Never saved")
})

test("the editor's keys, but that of saving, do nothing while Chat Options stand over it; its fields undo their own typing", async () => {
  const { uuid } = await editing()
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
  // Whatever they did is there by then.
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
  const was = await title.inputValue()
  await title.press("End")
  await page.keyboard.type("!")
  await page.keyboard.press("Control+z")
  await expect.poll(() => title.inputValue()).toBe(was)
})

test("Ctrl+Z on a box that is ticked undoes that, as it does in a field where nothing was typed since; in the search it is the field's own", async () => {
  await editing()
  await select("visited_before")
  const skip = panel().getByRole("checkbox", { name: "May be skipped" })
  const was = await skip.isChecked()
  await skip.setChecked(!was)
  await skip.focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => skip.isChecked()).toBe(was)
  await page.keyboard.press("Control+Shift+z")
  await expect.poll(() => skip.isChecked()).toBe(!was)
  await page.getByRole("searchbox").focus()
  await page.keyboard.press("Control+z")
  await page.getByLabel("Show kinds").focus()
  expect(await skip.isChecked()).toBe(!was)
  await page.getByLabel("Title", { exact: true }).focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => skip.isChecked()).toBe(was)
})

describe("a live chat", () => {
  test("[S6] keeps what answers depend on, and takes another text", async () => {
    const { uuid } = await editing({ status: "live" })
    await select("visited_before")
    expect(await page.getByRole("button", { name: "Add instruction" }).count()).toBe(0)
    expect(await panel().getByLabel("Choice 1", { exact: true }).isEditable()).toBe(false)
    await panel().getByRole("textbox", { name: "Message" }).fill("Said otherwise while live")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
    const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
    expect(instructions.flatMap(({ messages }) => messages.map(({ content }) => content))).toContain("<p>Said otherwise while live</p>")
  })

  test("[S6] that went live while it was edited says why it is not saved; once what is locked is undone, the rest is", async () => {
    const { uuid } = await editing()
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

  test("[S5] opens its choices where the address allows changes", async () => {
    await editing({ status: "live", query: "?allowChanges" })
    await select("visited_before")
    expect(await panel().getByLabel("Choice 1", { exact: true }).isEditable()).toBe(true)
    await page.getByText("Choices can be changed here, though respondents have answered with them").waitFor()
    // [Q2] Answers that were given stand for the value that goes.
    const values = () =>
      panel()
        .getByLabel(/^Value of choice/)
        .evaluateAll((fields) => fields.map((it) => (it instanceof HTMLInputElement ? it.value : "")))
    const before = await values()
    await panel().getByRole("button", { name: "Remove choice 1" }).click()
    await panel().getByRole("button", { name: "Add choice" }).click()
    await expect.poll(values).toEqual([...before.slice(1), String(before.length + 1)])
  })
})

test("a browser that keeps nothing is told, and asks before the page goes", async () => {
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }))
  await editing()
  await page.getByLabel("Title", { exact: true }).fill("Only here")
  await page.getByText("This browser does not keep anything").waitFor()
  const asked = page.waitForEvent("dialog")
  const reloaded = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe("beforeunload")
  await dialog.accept()
  await reloaded
})

test("a text is edited as its markup where the toolbar does not come", async () => {
  await page.route("**/assets/RichTextEditor-*.js", (route) => route.abort())
  const { uuid } = await editing()
  await page.getByText("The toolbar could not be loaded.").waitFor()
  await panel().getByRole("textbox", { name: "Message" }).fill("<p>By <strong>hand</strong></p>")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${at.slug}/${uuid}`)
  const { instructions } = await at.api.scripts.read({ community: at.slug, uuid })
  expect(instructions[0]?.messages[0]?.content).toBe("<p>By <strong>hand</strong></p>")
})

test("a text that is no number stays in its field and is told, until a number takes its place", async () => {
  await editing()
  const delay = panel().getByLabel("Reading delay")
  const was = await delay.inputValue()
  await delay.fill("soon")
  await panel().getByLabel("Name", { exact: true }).focus()
  expect(await delay.inputValue()).toBe("soon")
  expect(await delay.getAttribute("aria-invalid")).toBe("true")
  expect(await axe(page)).toEqual([])
  await delay.fill("7,50")
  await panel().getByLabel("Name", { exact: true }).focus()
  await expect.poll(() => delay.inputValue()).toBe("7.5")
  await delay.fill("later")
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await expect.poll(() => delay.inputValue()).toBe(was)
})

test("what is found in an instruction leads there; what is found in the script as a whole is told, and leads nowhere", async () => {
  await editing()
  await page.getByRole("button", { name: "Chat Options" }).click()
  await page.getByRole("dialog", { name: "Chat Options" }).getByLabel("Public title").fill(" ")
  await page.getByRole("dialog", { name: "Chat Options" }).getByRole("button", { name: "External data" }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await select("visited_before")
  await panel().getByLabel("Condition", { exact: true }).fill("nobody == 1")
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("button", { name: "Check" }).click()
  const findings = page.getByRole("listitem").filter({ hasText: /^(?:Error|Warning)/ })
  const ofScript = findings.filter({ hasText: "the public title is nothing but space" })
  await ofScript.waitFor()
  expect(await ofScript.getByRole("button").count()).toBe(0)
  await findings.getByRole("button", { name: /visited_before.*nobody/ }).click()
  await expect.poll(() => panel().getByLabel("Name", { exact: true }).inputValue()).toBe("visited_before")
})

test("on a narrow screen the panes take turns, and axe has nothing against any", async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await editing()
  expect(await axe(page)).toEqual([])
  await select("visited_before")
  await panel().getByLabel("Name", { exact: true }).waitFor()
  expect(await outline(page).first().isVisible()).toBe(false)
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Check" }).click()
  await page.getByRole("heading", { name: "Findings" }).waitFor()
  expect(await axe(page)).toEqual([])
})

test("Ctrl+Z takes back what was done last wherever one writes: a switch before what was typed in fields, a deletion before a text", async () => {
  await editing()
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Numeric" }).click()
  const [minimum, maximum] = [panel().getByLabel("Minimum", { exact: true }), panel().getByLabel("Maximum", { exact: true })]
  await minimum.fill("3")
  await maximum.fill("30")
  await panel().getByRole("checkbox", { name: "May be skipped" }).check({ force: true })
  await maximum.focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => panel().getByRole("checkbox", { name: "May be skipped" }).isChecked()).toBe(false)
  expect([await minimum.inputValue(), await maximum.inputValue()]).toEqual(["3", "30"])
  await minimum.focus()
  await page.keyboard.press("Control+z")
  await expect.poll(() => maximum.inputValue()).not.toBe("30")
  expect(await minimum.inputValue()).toBe("3")
  const all = await outline(page).count()
  await outline(page).first().getByRole("button", { name: "Delete" }).click()
  await expect.poll(() => outline(page).count()).toBe(all - 1)
  await panel().getByRole("textbox", { name: "Message", exact: true }).click()
  await page.keyboard.press("Control+z")
  await expect.poll(() => outline(page).count()).toBe(all)
})
