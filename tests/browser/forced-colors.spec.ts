// Forced colors (D9): what only a background shows in other modes keeps an edge or a system color.
import type { Locator } from "playwright"
import { expect, test } from "vitest"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { outlineRows, signInContext } from "./console-steps.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Forced")

/** Expects a switch to show its knob on a track with an edge. */
const expectVisible = async (input: Locator) => {
  const { track, knob, edge, width, ground } = await input.evaluate((element) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element)
    const knob = getComputedStyle(element, "::before").backgroundColor
    const ground = getComputedStyle(document.body).backgroundColor
    return { track: backgroundColor, knob, edge: borderTopColor, width: borderTopWidth, ground }
  })
  expect(width).toBe("1px")
  expect(knob).not.toBe(track)
  expect(edge).not.toBe(ground)
}

test("with forced colors, switches keep track and knob, and the selected tab and bubbles have an edge", async () => {
  const page = await at.newPage()
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
  const messages = [{ uuid: crypto.randomUUID(), locale: "en", content: "<p>Welcome</p>" }]
  const { uuid, name } = await at.addChat({ language: "en", instructions: [instruction(0, { uuid: crypto.randomUUID(), messages })] })
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  const filter = page.getByLabel("Only missing texts")
  await expectVisible(filter)
  const track = () => filter.evaluate((element) => getComputedStyle(element).backgroundColor)
  const trackWhenOff = await track()
  await filter.click()
  await expect.poll(track).not.toBe(trackWhenOff)
  await expectVisible(filter)

  await page.goto(`${at.address}/chats/${at.slug}`)
  await expectVisible(page.getByRole("row", { name: new RegExp(name) }).getByRole("switch"))

  await page.goto(`${at.address}/${at.slug}/stylesheet`)
  const selected = page.getByRole("tab", { selected: true }).first()
  await selected.waitFor()
  const [style, color, background] = await selected.evaluate((element) => {
    const { outlineStyle, outlineColor, backgroundColor } = getComputedStyle(element)
    return [outlineStyle, outlineColor, backgroundColor]
  })
  expect(style).toBe("solid")
  expect(color).not.toBe(background)

  await at.api.scripts.changeStatus({ community: at.slug, uuid, to: "live" })
  const respondent = await at.newPage({ viewport: { width: 390, height: 844 } })
  await respondent.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
  await respondent.goto(`${at.address}/chat/${at.slug}/chat/${uuid}/anonymous?l=en`)
  await respondent.getByRole("button", { name: "Start" }).click()
  const bubble = respondent.getByRole("log").locator(".bubble").filter({ hasText: "Welcome" })
  await bubble.waitFor()
  expect(
    await bubble.evaluate((element) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
      return [borderTopStyle, borderTopWidth, borderTopColor !== backgroundColor]
    }),
  ).toEqual(["solid", "1px", true])
})

test("with forced colors, the mark of a checked box differs from the box", { tags: ["long"] }, async () => {
  const page = await at.newPage()
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
  const { uuid } = await at.addChat({ language: "en", instructions: [instruction(0, { uuid: crypto.randomUUID() })] })
  await signInContext(page.context(), at.address)
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}`)
  const checked = page.getByRole("region", { name: "Export", exact: true }).getByRole("checkbox", { checked: true }).first()
  await checked.waitFor()
  const [mark, box] = await checked.evaluate((element) => {
    const icon = element.parentElement?.querySelector("svg")
    return [icon ? getComputedStyle(icon).color : "", getComputedStyle(element).backgroundColor]
  })
  expect(mark).not.toBe("")
  expect(mark).not.toBe(box)
})

test("with forced colors, nothing covers the background of the selected instruction behind its icon", async () => {
  const page = await at.newPage()
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
  const question = questionInstruction(0, "name", { uuid: crypto.randomUUID(), type: "open" })
  const { uuid } = await at.addChat({ language: "en", instructions: [question] })
  await at.openEditor(page, uuid)
  const selected = outlineRows(page).locator("button[aria-current='true']")
  const icon = selected.locator("svg").first()
  await icon.waitFor()
  const [tile, mark, ground] = await icon.evaluate((element) => {
    const button = element.closest("button")
    return [
      element.parentElement ? getComputedStyle(element.parentElement).backgroundColor : "",
      getComputedStyle(element).color,
      button ? getComputedStyle(button).backgroundColor : "",
    ]
  })
  expect(tile).toBe("rgba(0, 0, 0, 0)")
  expect(mark).not.toBe(ground)
})
