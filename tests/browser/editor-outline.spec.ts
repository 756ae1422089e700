// The outline of a script: search, moving, copying and deleting one or several instructions, collapsed blocks, focus.
import type { Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { instruction } from "../arbitraries/answerable.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { readCode } from "./code-field.ts"
import { outlineRows } from "./console-steps.ts"
import { expectFocus } from "./keyboard.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Outlines")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
})

const row = (name: string) => outlineRows(page).filter({ hasText: name }).first()
const card = (name: string) => row(name).locator("button[aria-current]")

test("the search and the type filter narrow the outline, Ctrl+A marks only the results, and Show all clears both", async () => {
  const all = await row("welcome").getAttribute("aria-setsize")
  await page.keyboard.press("Control+Alt+f")
  await expectFocus(page.getByRole("searchbox", { name: "Find in the script" }))
  await page.keyboard.type("complaint")
  await page.getByText(/^\d of 23 instructions$/).waitFor()
  const found = await outlineRows(page).count()
  expect(found).toBeLessThan(10)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByLabel("Show types").selectOption("Open answer")
  await expect.poll(() => outlineRows(page).allInnerTexts()).toEqual([expect.stringContaining("complaint")])
  // Ctrl+A marks only the visible instructions, so that nothing hidden is deleted.
  await page.getByLabel("Show types").selectOption("All types")
  await expect.poll(() => outlineRows(page).count()).toBe(found)
  await outlineRows(page).first().locator("button[aria-current]").focus()
  await page.keyboard.press("Control+a")
  await page.getByRole("toolbar", { name: "Selected instructions" }).getByText(`${found} instructions`).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Show all" }).click()
  await expect.poll(() => row("welcome").getAttribute("aria-setsize")).toBe(all)
})

test("several instructions are selected, moved, copied and deleted together, and Undo names what it undoes", async () => {
  await card("welcome").click()
  await page.keyboard.press("Control+Space")
  await card("urgent").click({ modifiers: ["Control"] })
  const tools = page.getByRole("toolbar", { name: "Selected instructions" })
  await tools.getByText("2 instructions").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await card("urgent").focus()
  await page.keyboard.press("Shift+ArrowDown")
  await page.keyboard.press("Shift+ArrowDown")
  await tools.getByText("4 instructions").waitFor()
  await page.keyboard.press("Shift+ArrowUp")
  await page.keyboard.press("Shift+ArrowUp")
  await tools.getByText("2 instructions").waitFor()
  await tools.getByRole("button", { name: "Move selected down" }).click()
  expect(await row("welcome").getAttribute("aria-posinset")).toBe("2")
  await tools.getByRole("button", { name: "Copy selected" }).click()
  await row("welcome_2").waitFor()
  await tools.getByRole("button", { name: "Delete selected" }).click()
  await row("welcome_2").waitFor({ state: "detached" })
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo delete of 2 instructions")
  await page.keyboard.press("Control+z")
  await row("welcome_2").waitFor()
  await row("privacy_rights").getByRole("button", { name: "Delete", exact: true }).click()
  const undo = page.getByRole("button", { name: "Undo", exact: true })
  expect(await undo.getAttribute("title")).toBe("Undo delete of privacy_rights")
  await card("welcome").click()
  await page.getByLabel("Name", { exact: true }).fill("hello")
  expect(await undo.getAttribute("title")).toBe("Undo edit of the name of hello")
  await undo.click()
  await page.getByText("Undone: edit of the name of hello").waitFor({ state: "attached" })
  await page.getByLabel("Title", { exact: true }).fill("Another title")
  expect(await undo.getAttribute("title")).toBe("Undo edit of the title")
})

test("Move to moves one or several instructions to a number or beside another instruction, and Undo moves them back", async () => {
  const rowNamed = (name: string) => outlineRows(page).filter({ has: page.getByText(name, { exact: true }) })
  const posOf = (name: string) => rowNamed(name).getAttribute("aria-posinset")
  const cardOf = (name: string) => rowNamed(name).locator("button[aria-current]")
  await cardOf("welcome").click()
  await rowNamed("welcome").getByRole("button", { name: "Move to…" }).click()
  const dialog = page.getByRole("dialog", { name: "Move welcome to…" })
  const field = dialog.getByRole("searchbox", { name: "Place" })
  await expectFocus(field)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.type("20")
  await dialog.getByRole("button", { name: "Position 20 of 23" }).waitFor()
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await expect.poll(() => posOf("welcome")).toBe("20")
  await page.getByText("welcome is now 20 of 23").waitFor({ state: "attached" })
  await expectFocus(cardOf("welcome"))
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo move of welcome")
  await page.keyboard.press("Control+z")
  await cardOf("welcome").waitFor()
  await expect.poll(() => posOf("welcome")).toBe("1")
  await cardOf("welcome").click()
  await page.keyboard.press("Control+Space")
  await cardOf("privacy_rights").click({ modifiers: ["Control"] })
  await page.getByRole("toolbar", { name: "Selected instructions" }).getByRole("button", { name: "Move selected to…" }).click()
  const moveBothDialog = page.getByRole("dialog", { name: "Move 2 instructions to…" })
  await moveBothDialog.getByRole("searchbox", { name: "Place" }).fill("urgent")
  await moveBothDialog.getByRole("radio", { name: "After" }).check()
  await moveBothDialog.getByRole("listitem").filter({ hasText: "urgent" }).first().getByRole("button").click()
  await moveBothDialog.waitFor({ state: "detached" })
  const urgent = Number(await posOf("urgent"))
  await expect.poll(() => posOf("welcome")).toBe(String(urgent + 1))
  await expect.poll(() => posOf("privacy_rights")).toBe(String(urgent + 2))
  await page.getByText(`2 instructions now begin at ${urgent + 1} of 23`).waitFor({ state: "attached" })
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo move of 2 instructions")
  // The shortcut opens the dialog too, and Escape moves nothing.
  await page.keyboard.press("Control+Alt+m")
  await moveBothDialog.waitFor()
  await page.keyboard.press("Escape")
  await moveBothDialog.waitFor({ state: "detached" })
  await expectFocus(cardOf("welcome"))
})

test("Move to shows its target before Enter is pressed, and does not open when all instructions are selected", {
  tags: ["long"],
}, async () => {
  const posOf = (name: string) =>
    outlineRows(page)
      .filter({ has: page.getByText(name, { exact: true }) })
      .getAttribute("aria-posinset")
  await card("welcome").click()
  await page.keyboard.press("Control+Alt+m")
  const dialog = page.getByRole("dialog", { name: "Move welcome to…" })
  const field = dialog.getByRole("searchbox", { name: "Place" })
  await expectFocus(field)
  const target = dialog.locator('[data-taken="true"]')
  // Without input there is no target.
  expect(await dialog.getByRole("button", { name: "Move", exact: true }).isDisabled()).toBe(true)
  expect(await target.count()).toBe(0)
  await page.keyboard.type("urgent")
  await dialog.getByRole("button", { name: "Before urgent", exact: true }).waitFor()
  await dialog.getByRole("status").filter({ hasText: "Enter moves: Before urgent" }).waitFor({ state: "attached" })
  expect(await target.innerText()).toContain("urgent")
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByRole("radio", { name: "After" }).check()
  await dialog.getByRole("button", { name: "After urgent", exact: true }).waitFor()
  await field.focus()
  const place = await posOf("urgent")
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await expect.poll(() => posOf("welcome")).toBe(place)
  // With all instructions marked, there is no other place.
  await expectFocus(card("welcome"))
  await page.keyboard.press("Control+a")
  const tools = page.getByRole("toolbar", { name: "Selected instructions" })
  await tools.getByText("23 instructions").waitFor()
  expect(await tools.getByRole("button", { name: "Move selected to…" }).isDisabled()).toBe(true)
  await page.keyboard.press("Control+Alt+m")
  await page.getByText("All instructions are selected, so there is nowhere to move them.").waitFor({ state: "attached" })
  expect(await page.getByRole("dialog").count()).toBe(0)
})

test("a dialog that failed to load can be closed and loaded again", { tags: ["long"] }, async () => {
  const moveDialog = page.getByRole("dialog", { name: "Move welcome to…" })
  const notice = page.getByRole("alert").filter({ hasText: "This part could not be loaded. Your edits are kept." })
  for (const [part, open, dialog] of [
    ["MoveDialog", () => page.keyboard.press("Control+Alt+m"), moveDialog],
    [
      "ChatOptionsDialog",
      () => page.getByRole("button", { name: "Chat Options" }).click(),
      page.getByRole("dialog", { name: "Chat Options" }),
    ],
  ] as const) {
    await page.route(`**/assets/${part}-*`, (route) => route.abort())
    await card("welcome").click()
    await open()
    await notice.waitFor()
    await notice.getByRole("button", { name: "Close", exact: true }).click()
    await notice.waitFor({ state: "detached" })
    await page.unroute(`**/assets/${part}-*`)
    await open()
    await notice.getByRole("button", { name: "Try again" }).click()
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  }
})

test("on a narrow touch screen, several instructions are selected and moved, and one is dragged", { tags: ["long"] }, async () => {
  page = await at.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await at.openEditor(page, (await at.addChat(files.patientIntake)).uuid)
  const toggle = page.getByRole("button", { name: "Select several" })
  await toggle.tap()
  await page.getByRole("checkbox", { name: /^urgent / }).tap()
  await page.getByRole("checkbox", { name: /^privacy / }).tap()
  await page.getByText("2 instructions are selected").waitFor({ state: "attached" })
  expect(await page.getByRole("checkbox", { name: /^privacy / }).isChecked()).toBe(true)
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const tools = page.getByRole("toolbar", { name: "Selected instructions" })
  await tools.getByRole("button", { name: "Move selected up" }).tap()
  await expect.poll(() => row("urgent").getAttribute("aria-posinset")).toBe("1")
  await tools.getByRole("button", { name: "Clear selection" }).tap()
  await tools.waitFor({ state: "detached" })
  expect(await toggle.getAttribute("aria-pressed")).toBe("false")
  // Drag two places down.
  const grip = await row("urgent").getByRole("button", { name: "Reorder" }).boundingBox()
  const finger = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", by: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: (grip?.x ?? 0) + 8, y: (grip?.y ?? 0) + 20 + by }],
    })
  // A finger that moves immediately scrolls the list; one that waits lifts the row.
  const scroller = outlineRows(page).first().locator("xpath=../..")
  await touch("touchStart", 0)
  for (let by = -10; by >= -150; by -= 10) await touch("touchMove", by)
  await touch("touchEnd", -150)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop), { timeout: 5000 }).toBeGreaterThan(50)
  expect(await row("urgent").getAttribute("aria-posinset")).toBe("1")
  await scroller.evaluate((element) => element.scrollTo({ top: 0, behavior: "instant" }))
  await touch("touchStart", 0)
  await page.getByText("Moving urgent").waitFor({ state: "attached" })
  for (const by of [20, 60, 100, 128]) await touch("touchMove", by)
  await page.getByText("urgent would be 3 of 23").waitFor({ state: "attached" })
  await touch("touchEnd", 128)
  await expect.poll(() => row("urgent").getAttribute("aria-posinset")).toBe("3")
})

test("an instruction moved at the end of search results stays in view and keeps the focus", { tags: ["long"] }, async () => {
  const instructions = Array.from({ length: 120 }, (_, order) =>
    instruction(order, {
      label: `m${order}`,
      typing_delay: 3,
      messages: [{ uuid: `t${order}`, locale: "en", content: order % 2 ? "<p>odd</p>" : "<p>even</p>" }],
    }),
  )
  const { uuid } = await at.addChat({ language: "en", instructions })
  page = await at.newPage()
  await at.openEditor(page, uuid)
  await page.getByLabel("Find in the script").fill("odd")
  await page.getByText("60 of 120 instructions").waitFor()
  const first = outlineRows(page).first().filter({ hasText: "m1" }).locator("button[aria-current]")
  await first.focus()
  await expectFocus(first)
  await page.keyboard.press("End")
  const last = outlineRows(page).filter({ has: page.getByText("m119", { exact: true }) })
  await expectFocus(last.locator("button[aria-current]"))
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByText("m119 is now 119 of 120").waitFor({ state: "attached" })
  // The focus arrives a few frames later.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
  expect(await last.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await expectFocus(last.locator("button[aria-current]"))
  await page.keyboard.press("Control+z")
  await page.getByText("Undone: move of m119").waitFor({ state: "attached" })
  await expectFocus(last.locator("button[aria-current]"))
})

test("the buttons of a row overlap neither its name nor each other", { tags: ["long"] }, async () => {
  const block = outlineRows(page)
    .filter({ has: page.getByRole("button", { name: /^Collapse/ }) })
    .first()
  const overlaps = () =>
    block.evaluate((li) => {
      const buttons = [...li.querySelectorAll("button:not([aria-current])")]
      const line = li.querySelector("[id$='-title']")?.parentElement?.children ?? []
      const boxes = [...buttons, ...[...line].slice(0, 2)].map((element) => element.getBoundingClientRect())
      const overlap = (box: DOMRect, earlier: DOMRect) =>
        box.left < earlier.right && earlier.left < box.right && box.top < earlier.bottom && earlier.top < box.bottom
      return {
        buttons: buttons.length,
        overlapping: boxes.filter((box, i) => boxes.some((earlier, j) => j < i && overlap(box, earlier))).length,
      }
    })
  await block.locator("button[aria-current]").click()
  expect(await overlaps()).toEqual({ buttons: 7, overlapping: 0 })
  expect(
    await block
      .getByRole("button", { name: "Delete", exact: true })
      .evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity),
  ).toBe("1")
})

test("double-clicking the middle of a row only selects it, at the default and the narrowest width", { tags: ["long"] }, async () => {
  const undo = page.getByRole("button", { name: "Undo" })
  const pressTwice = async () => {
    const ids = await outlineRows(page)
      .locator("button[aria-current]")
      .evaluateAll((cards) => cards.slice(1, 5).map(({ id }) => id))
    for (const id of ids) {
      const card = page.locator(`[id="${id}"]`)
      await card.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      // The text is beside the icon and below the name.
      await page.mouse.dblclick(x + width / 2 + 20, y + height - 12)
      await expect.poll(() => card.getAttribute("aria-current")).toBe("true")
    }
    expect(await page.getByRole("dialog").count()).toBe(0)
    expect(await undo.isDisabled()).toBe(true)
  }
  await pressTwice()
  await page
    .getByRole("button", { name: /^Collapse/ })
    .first()
    .click()
  await page.getByRole("button", { name: /^Expand/ }).waitFor()
  await pressTwice()
  await page.getByRole("separator", { name: "Width of the outline" }).focus()
  await page.keyboard.press("Home")
  await pressTwice()
})

/** Opens a chat with these instructions in the editor; those whose label begins with b have the condition. */
const openBlock = async (labels: ReadonlyArray<string>, condition: string): Promise<void> => {
  const instructions = labels.map((label, order) =>
    instruction(order, { label, typing_delay: 3, condition: label.startsWith("b") ? condition : null }),
  )
  const { uuid } = await at.addChat({ language: "en", instructions })
  page = await at.newPage()
  await at.openEditor(page, uuid)
}

test("a block with one condition is collapsed and expanded", { tags: ["long"] }, async () => {
  const collapseButton = page.getByRole("button", { name: /^Collapse \d+ with the same condition/ }).first()
  await collapseButton.scrollIntoViewIfNeeded()
  const before = Number(await outlineRows(page).first().getAttribute("aria-setsize"))
  const others = Number((await collapseButton.getAttribute("aria-label"))?.match(/\d+/)?.[0])
  await collapseButton.click()
  await expect.poll(async () => Number(await outlineRows(page).first().getAttribute("aria-setsize"))).toBe(before - others)
  const expandButton = page.getByRole("button", { name: `Expand ${others} with the same condition` })
  expect(await expandButton.getAttribute("aria-expanded")).toBe("false")
  await expandButton.click()
  await expect.poll(async () => Number(await outlineRows(page).first().getAttribute("aria-setsize"))).toBe(before)
})

test("the move shortcuts move all marked instructions in one step, and an unmarked instruction alone", { tags: ["long"] }, async () => {
  const placeOf = async (name: string) => Number(await row(name).getAttribute("aria-posinset"))
  const undo = page.getByRole("button", { name: "Undo", exact: true })
  const all = await row("welcome").getAttribute("aria-setsize")
  await card("welcome").click()
  await page.keyboard.press("Control+Space")
  await page.keyboard.press("Shift+ArrowDown")
  await page.keyboard.press("Shift+ArrowDown")
  await page.getByRole("toolbar", { name: "Selected instructions" }).getByText("3 instructions").waitFor()
  await page.keyboard.press("Alt+ArrowDown")
  await page.getByText(/^3 instructions now begin at 2 of/).waitFor({ state: "attached" })
  expect(await placeOf("welcome")).toBe(2)
  expect(await undo.getAttribute("title")).toBe("Undo move of 3 instructions")
  const focused = () => page.evaluate(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset"))
  await expect.poll(focused).toBe("4")
  await page.keyboard.press("Alt+End")
  await expect.poll(focused).toBe(all)
  expect(await placeOf("welcome")).toBe(Number(all) - 2)
  await page.keyboard.press("Alt+Home")
  await expect.poll(() => placeOf("welcome")).toBe(1)
  await page.keyboard.press("Control+z")
  await page.keyboard.press("Control+z")
  await page.keyboard.press("Control+z")
  await expect.poll(() => placeOf("welcome")).toBe(1)
  expect(await undo.isDisabled()).toBe(true)
  await card("full_name").focus()
  const before = await placeOf("full_name")
  await page.keyboard.press("Alt+ArrowDown")
  await expect.poll(() => placeOf("full_name")).toBe(before + 1)
  expect(await placeOf("welcome")).toBe(1)
})

test("a collapsed block is marked as one, expands when its members change, and gets the focus of an instruction that joins it", {
  tags: ["long"],
}, async () => {
  await openBlock(["b1", "b2", "y", "b3"], "y == 1")
  const cardOf = (label: string) =>
    outlineRows(page)
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator("button[aria-current]")
  const collapseButton = page.getByRole("button", { name: "Collapse 1 with the same condition" })
  const toolbar = page.getByRole("toolbar", { name: "Selected instructions" })
  await collapseButton.click()
  await cardOf("b1").focus()
  await page.keyboard.press("Control+Space")
  await toolbar.getByText("2 instructions").waitFor()
  await toolbar.getByRole("button", { name: "Move selected down" }).click()
  await page.getByRole("button", { name: "Collapse 2 with the same condition" }).waitFor()
  await toolbar.getByRole("button", { name: "Move selected up" }).click()
  await expect.poll(() => outlineRows(page).first().innerText()).toContain("b1")
  await collapseButton.click()
  await cardOf("b3").focus()
  await page.keyboard.press("Alt+ArrowUp")
  await expectFocus(cardOf("b1"))
})

test("a collapsed block moves as one and is passed as one, by keyboard and by pointer", { tags: ["long"] }, async () => {
  await openBlock(["first", "b1", "b2", "b3", "last"], "first == 1")
  const names = async () => (await outlineRows(page).locator("button[aria-current]").allInnerTexts()).map((text) => text.split(/\s/)[0])
  const cardOf = (label: string) =>
    outlineRows(page)
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator("button[aria-current]")
  const expandButton = page.getByRole("button", { name: "Expand 2 with the same condition" })
  const showAll = async () => {
    // Right after a drag, @dnd-kit drops the click that the release of the mouse may cause.
    await expect
      .poll(async () => {
        if (await expandButton.isVisible()) await expandButton.click()
        return page.getByRole("button", { name: "Collapse 2 with the same condition" }).isVisible()
      })
      .toBe(true)
    const all = await names()
    await page.getByRole("button", { name: "Collapse 2 with the same condition" }).click()
    await expandButton.waitFor()
    return all
  }
  await page.getByRole("button", { name: "Collapse 2 with the same condition" }).click()
  await expect.poll(names).toEqual(["first", "b1", "last"])
  await cardOf("first").focus()
  await page.keyboard.press("Alt+ArrowDown")
  await page.getByText("first is now 4 of 5").waitFor({ state: "attached" })
  expect(await showAll()).toEqual(["b1", "b2", "b3", "first", "last"])
  await cardOf("b1").focus()
  await page.keyboard.press("Alt+ArrowDown")
  await page.getByText("3 instructions now begin at 2 of 5").waitFor({ state: "attached" })
  expect(await showAll()).toEqual(["first", "b1", "b2", "b3", "last"])
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("Undo move of 3 instructions")
  await cardOf("b1").hover()
  const grip = await outlineRows(page).filter({ hasText: "b1" }).getByRole("button", { name: "Reorder" }).boundingBox()
  if (grip === null) throw new Error("no grip")
  await page.mouse.move(grip.x + 8, grip.y + 20)
  await page.mouse.down()
  await page.mouse.move(grip.x + 8, grip.y + 60, { steps: 4 })
  await page.mouse.move(grip.x + 8, grip.y + 84, { steps: 4 })
  await page.getByText("3 instructions would begin at 3 of 5").waitFor({ state: "attached" })
  await page.mouse.up()
  await expect.poll(names).toEqual(["first", "last", "b1"])
  expect(await showAll()).toEqual(["first", "last", "b1", "b2", "b3"])
  // Move to moves the whole block too.
  await cardOf("b1").click()
  await outlineRows(page).filter({ hasText: "b1" }).getByRole("button", { name: "Move to…" }).click()
  const dialog = page.getByRole("dialog", { name: "Move 3 instructions to…" })
  await dialog.getByRole("searchbox", { name: "Place" }).fill("1")
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await expect.poll(names).toEqual(["b1", "first", "last"])
})

test("a collapsed block is deleted and copied as one undo step, and a new instruction is added after it", { tags: ["long"] }, async () => {
  await openBlock(["first", "b1", "b2", "last"], "first == 1")
  const names = async () => (await outlineRows(page).locator("button[aria-current]").allInnerTexts()).map((text) => text.split(/\s/)[0])
  const block = outlineRows(page).filter({ has: page.getByText("b1", { exact: true }) })
  const undo = page.getByRole("button", { name: "Undo" })
  const collapseButton = page.getByRole("button", { name: "Collapse 1 with the same condition" })
  await collapseButton.click()
  await expect.poll(names).toEqual(["first", "b1", "last"])
  await block.locator("button[aria-current]").click()
  await block.getByRole("button", { name: "Delete" }).click()
  await expect.poll(names).toEqual(["first", "last"])
  expect(await undo.getAttribute("title")).toBe("Undo delete of 2 instructions")
  await undo.click()
  await expect.poll(names).toEqual(["first", "b1", "last"])
  await block.locator("button[aria-current]").focus()
  await page.keyboard.press("Delete")
  await expect.poll(names).toEqual(["first", "last"])
  await undo.click()
  await expect.poll(names).toEqual(["first", "b1", "last"])
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByText("It will be added after b2.").waitFor()
  await page.getByRole("button", { name: "Text message", exact: true }).click()
  await expect.poll(names).toEqual(["first", "b1", "q4", "last"])
  await undo.click()
  await expect.poll(names).toEqual(["first", "b1", "last"])
  await block.locator("button[aria-current]").click()
  await block.getByRole("button", { name: "Copy" }).click()
  await expect.poll(names).toEqual(["first", "b1", "b2", "b1_2", "b2_2", "last"])
  expect(await undo.getAttribute("title")).toBe("Undo copy of 2 instructions")
  await expect.poll(() => outlineRows(page).filter({ hasText: "b1_2" }).getAttribute("data-selected")).toBe("true")
})

test("a dialog lists the keyboard shortcuts, and the fix of a finding corrects the condition", { tags: ["long"] }, async () => {
  await page.keyboard.press("Escape")
  await page.locator("main").focus()
  await page.keyboard.press("?")
  const shortcutsDialog = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await shortcutsDialog.getByText("Find in the script").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press("Escape")
  await shortcutsDialog.waitFor({ state: "detached" })
  await card("since").click()
  await page.getByLabel("Condition", { exact: true }).fill("new_complain == 1")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+Alt+c")
  await page.getByRole("button", { name: /^Fix: since/ }).click()
  await expect.poll(() => readCode(page.getByLabel("Condition", { exact: true }))).toBe("new_complaint == 1")
})

test("copies and deletions are announced; the handle describes its keys and keeps the name of an unnamed instruction", {
  tags: ["long"],
}, async () => {
  const expectAnnounced = (text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor({ state: "attached" })
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [0, 1, 2].map((order) => instruction(order, { label: order === 0 ? "hello" : "" })),
  })
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
  await row("hello").waitFor()
  const tool = (row: number, name: string) => outlineRows(page).nth(row).getByRole("button", { name, exact: true })
  await outlineRows(page).first().locator("button[aria-current]").click()
  await tool(0, "Copy").click()
  await expectAnnounced("Copy added: hello_2. There are 4 instructions.")
  await outlineRows(page).nth(1).locator("button[aria-current]").focus()
  await page.keyboard.press("Delete")
  await expectAnnounced("Deleted: hello_2. There are 3 instructions.")
  await page.keyboard.press("Control+z")
  await expectAnnounced("Undone: delete of hello_2")
  expect(await page.getByText("Copy added").count()).toBe(0)
  const handle = tool(2, "Reorder")
  const descriptionIds = ((await handle.getAttribute("aria-describedby")) ?? "").split(" ")
  const descriptions = await Promise.all(descriptionIds.map((id) => page.locator(`[id="${id}"]`).textContent()))
  expect(descriptions.join(" ")).toContain("Press Space to lift it, the up and down arrow keys to move it,")
  await outlineRows(page).nth(2).locator("button[aria-current]").click()
  await handle.focus()
  await page.keyboard.press("Alt+ArrowDown")
  await expectAnnounced("q3 is now 4 of 4")
})

test("deleting the focused row moves the focus to the next one, where arrow keys continue", { tags: ["long"] }, async () => {
  const names = () =>
    outlineRows(page).evaluateAll((rows) => rows.map((row) => row.querySelector("button[aria-current]")?.textContent ?? ""))
  const focusedRow = () => page.evaluate(() => document.activeElement?.closest("button[aria-current]")?.textContent ?? "")
  await outlineRows(page).nth(1).locator("button[aria-current]").click()
  const [first, , third, fourth] = await names()
  await page.keyboard.press("Delete")
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([first, third, fourth])
  await expect.poll(focusedRow).toBe(third)
  await page.keyboard.press("ArrowDown")
  await expect.poll(focusedRow).toBe(fourth)
  expect((await names()).slice(0, 3)).toEqual([first, third, fourth])
})

test("arrow keys pressed faster than the focus moves continue from the row that they reached", { tags: ["long"] }, async () => {
  const names = await outlineRows(page).evaluateAll((rows) =>
    rows.map((row) => row.querySelector("button[aria-current]")?.textContent ?? ""),
  )
  await outlineRows(page).first().locator("button[aria-current]").click()
  await page.evaluate(() => {
    for (let press = 0; press < 3; press++)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }))
  })
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "")
  await expect.poll(focused).toBe(names[3])
  // The last row is not rendered yet, so the list holds the focus when the second key is pressed.
  await page.evaluate(() => {
    for (const key of ["End", "ArrowUp"])
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
  })
  const place = () => page.evaluate(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset"))
  await expect.poll(place).toBe("22")
})

test("other keys pressed faster than the focus moves apply to the row that it is moving to", { tags: ["long"] }, async () => {
  const labels = ["one", "two", "three", "four"]
  const { uuid } = await at.addChat({ language: "en", instructions: labels.map((label, order) => instruction(order, { label })) })
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}/edit`)
  await row("four").waitFor()
  const press = (...keys: ReadonlyArray<Pick<KeyboardEventInit, "key" | "altKey" | "ctrlKey">>) =>
    page.evaluate((all) => {
      for (const key of all)
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }))
    }, keys)
  const names = () => outlineRows(page).evaluateAll((rows) => rows.map((row) => /one|two|three|four/.exec(row.textContent)?.[0]))
  const focused = () => page.evaluate(() => /one|two|three|four/.exec(document.activeElement?.textContent ?? "")?.[0])
  await card("one").click()
  await press({ key: "ArrowDown" }, { key: "ArrowDown", altKey: true })
  await expect.poll(names).toEqual(["one", "three", "two", "four"])
  await expect.poll(focused).toBe("two")
  await press({ key: "ArrowUp" }, { key: " ", ctrlKey: true }, { key: "ArrowUp" })
  await expect.poll(focused).toBe("one")
  expect(await Promise.all(labels.map((name) => row(name).getAttribute("data-marked")))).toEqual(["false", "false", "true", "false"])
  await press({ key: "Escape" }, { key: "ArrowDown" }, { key: "Delete" })
  await expect.poll(names).toEqual(["one", "two", "four"])
})
