// Titles, forms in dialogs and the side menu's links: what is below a half-typed value stays in place, in both languages of the console.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import { nl } from "../../domain/catalog/nl.ts"
import { signInContext } from "./console-steps.ts"
import { placesIn, widths } from "./layout-places.ts"
import { files, useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Half-typed")
const catalogs = { en, nl } as const
const languages = ["en", "nl"] as const
type Language = (typeof languages)[number]
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

/** Signs in and opens an address of the console in a language. Its window is so high that nothing scrolls. */
const open = async (language: Language, path: string, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 2400 })
  await signInContext(page.context(), at.address)
  await page.addInitScript((of) => localStorage.setItem("interface-language", of), language)
  await page.goto(`${at.address}${path}`)
}

const cases = languages.flatMap((language) => widths.map((width) => ({ language, width })))
/** Also widths where the toolbar of the editor is in two rows, and where it is in one narrow row. */
const toolbarCases = languages.flatMap((language) => [1440, 1120, 768, 390].map((width) => ({ language, width })))

/** The field for the message of the selected instruction, which is loaded last. */
const messageEditor = () => page.getByRole("main").locator("[contenteditable]")

const longTitle = "x".repeat(256)

test.for(toolbarCases)(
  "an invalid title moves nothing in the editor, $width px wide, in $language",
  { tags: ["long"] },
  async ({ language, width }) => {
    const { uuid } = await at.addChat(files.customerSatisfaction)
    await open(language, `/chats/${at.slug}/${uuid}/edit`, width)
    const catalog = catalogs[language]
    const title = page.getByLabel(catalog["editor.title"], { exact: true })
    const main = page.getByRole("main")
    const status = page.getByRole("status").filter({ visible: true })
    await title.fill("Customers")
    await status.filter({ hasText: catalog["editor.state.kept"] }).waitFor()
    await messageEditor().waitFor({ state: "attached" })
    const height = await main.evaluate((element) => element.scrollHeight)
    const before = await placesIn(main)
    for (const [text, problem] of [
      ["", "ERROR.NAME_BLANK"],
      [longTitle, "ERROR.NAME_TOO_LONG"],
      ["a\u0007b", "ERROR.NAME_SYNTAX"],
    ] as const) {
      await title.fill(text)
      const message = status.filter({ hasText: catalog[problem] })
      await message.waitFor()
      expect([text, await placesIn(main)]).toEqual([text, before])
      expect(await title.getAttribute("aria-describedby")).toBe(await message.getAttribute("id"))
      expect(await main.evaluate((element) => element.scrollHeight)).toBe(height)
      // The message is on the page, beside or below the title, and covers neither it nor a button.
      const [box, titleBox] = [await message.boundingBox(), await title.boundingBox()]
      const saveBox = await main.getByRole("button", { name: catalog["editor.undo"] }).boundingBox()
      if (box === null || titleBox === null || saveBox === null) throw new Error("the toolbar is not shown")
      const isBeside = box.x >= titleBox.x + titleBox.width || box.y >= titleBox.y + titleBox.height
      expect([text, isBeside, box.x + box.width <= width, box.y + box.height <= saveBox.y || box.x + box.width <= saveBox.x]).toEqual([
        text,
        true,
        true,
        true,
      ])
    }
  },
)

test.for(cases)(
  "a public title that is too long moves nothing in Chat Options, $width px wide, in $language",
  { tags: ["long"] },
  async ({ language, width }) => {
    const { uuid } = await at.addChat(files.customerSatisfaction)
    await open(language, `/chats/${at.slug}/${uuid}/edit`, width)
    const catalog = catalogs[language]
    await page.getByRole("button", { name: catalog["editor.options"] }).click()
    const dialog = page.getByRole("dialog", { name: catalog["editor.options"] })
    const title = dialog.getByLabel(catalog["editor.options.public"])
    await title.fill("Customers")
    await dialog.getByRole("button", { name: catalog["outbound.data"] }).waitFor()
    const before = await placesIn(page.getByRole("dialog"))
    await title.fill(longTitle)
    await dialog.getByText(catalog["ERROR.NAME_TOO_LONG"]).waitFor()
    expect(await placesIn(page.getByRole("dialog"))).toEqual(before)
  },
)

test("a translation of the public title that is too long moves nothing in the editor", async () => {
  const { uuid } = await at.addChat(files.customerSatisfaction)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  const pane = page.getByRole("region", { name: "Translate the script" })
  await pane.getByLabel("Translate into").selectOption("fr")
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const title = pane.getByRole("textbox", { name: "Public title in French", exact: true })
    await title.fill("Clients")
    await page.getByRole("status").filter({ hasText: "Not saved yet" }).waitFor()
    const before = await placesIn(pane)
    await title.fill(longTitle)
    await page.getByRole("status").filter({ hasText: "Public title in other languages: This name is too long." }).waitFor()
    expect([width, await placesIn(pane)]).toEqual([width, before])
    await title.fill("Clients")
    await page.getByText("This name is too long.").waitFor({ state: "detached" })
  }
})

/** Expects a form to be in the same place with each text in its fields, and when it is submitted with it. */
const expectStable = async (form: Locator, submitLabel: string, texts: ReadonlyArray<Readonly<Record<string, string>>>): Promise<void> => {
  let before: ReadonlyArray<string> | undefined
  for (const values of texts) {
    for (const [name, text] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(text)
    before ??= await placesIn(form)
    expect([values, await placesIn(form)]).toEqual([values, before])
    await form.getByRole("button", { name: submitLabel, exact: true }).click()
    const names = Object.keys(values).filter((name) => values[name] !== "valid")
    for (const name of names) await expect.poll(() => form.locator(`[name="${name}"]`).getAttribute("aria-invalid")).toBe("true")
    expect([values, "submitted", await placesIn(form)]).toEqual([values, "submitted", before])
  }
}

test.for(cases)(
  "invalid names and slugs move nothing in the form of a new community, $width px wide, in $language",
  { tags: ["long"] },
  async ({ language, width }) => {
    const catalog = catalogs[language]
    await open(language, "/admin/community-management", width)
    await page.getByRole("button", { name: catalog["home.add"] }).click()
    await expectStable(page.getByRole("dialog", { name: catalog["home.add"] }), catalog["add"], [
      { name: "", slug: "" },
      { name: "a", slug: "a" },
      { name: "a".repeat(101), slug: "a".repeat(64) },
      { name: `${"a".repeat(99)}\u0007`, slug: "A".repeat(63) },
      { name: "\u0007aa", slug: "Not a slug" },
      { name: "\u0007aa", slug: "api" },
    ])
  },
)

/** Fields of connections with an invalid value, by authentication type. */
const invalidConnections = {
  "": { apiHost: "https://ada:secret@example.org", headers: "no header" },
  1: { apiHost: "http://", headers: "Host: example.org", "fields.key": "not a name", "fields.token": "é" },
  2: { apiPath: "p".repeat(9999), "fields.username": "", "fields.password": "" },
  5: { "fields.clientId": "", "fields.authEndpoint": "http://", "fields.tokenEndpoint": "https://ada:secret@example.org" },
} as const

test.for(cases)(
  "invalid values move nothing in the form of a connection, $width px wide, in $language",
  { tags: ["long"] },
  async ({ language, width }) => {
    const catalog = catalogs[language]
    for (const [authType, values] of Object.entries(invalidConnections)) {
      await open(language, `/${at.slug}/options`, width)
      await page.getByRole("button", { name: catalog["connections.add"] }).click()
      const form = page.getByRole("dialog", { name: catalog["connections.add"] })
      await form.locator("[name=authType]").selectOption(authType)
      await expectStable(form, catalog["connections.save"], [{ name: "", externalKey: "", ...values }])
    }
  },
)

test.for(cases)(
  "the links of the side menu move nothing while they are typed, $width px wide, in $language",
  { tags: ["long"] },
  async ({ language, width }) => {
    const catalog = catalogs[language]
    await open(language, `/${at.slug}/stylesheet`, width)
    const pane = page.getByRole("tabpanel")
    await pane.getByRole("checkbox", { name: catalog["style.web.sidemenu_link_1-display"] }).check()
    const field = (name: "style.web.sidemenu_link_1-content" | "style.web.sidemenu_link_1-url") =>
      pane.getByRole("textbox", { name: catalog[name], exact: true })
    await field("style.web.sidemenu_link_1-content").waitFor()
    const labels = () =>
      pane.evaluate((element) =>
        [...element.querySelectorAll("label, legend, h2")]
          .filter((label) => label.checkVisibility())
          .map((label) => `${label.textContent} ${Math.round(label.getBoundingClientRect().top - element.getBoundingClientRect().top)}`),
      )
    const before = await labels()
    for (const [name, text] of [
      ["style.web.sidemenu_link_1-content", "Help"],
      ["style.web.sidemenu_link_1-content", "Help and contact ".repeat(5)],
      ["style.web.sidemenu_link_1-url", "{"],
      ["style.web.sidemenu_link_1-url", "https://help.example.org"],
    ] as const) {
      await field(name).fill(text)
      const after = await labels()
      expect([text, before.filter((label) => !after.includes(label))]).toEqual([text, []])
    }
    await pane.getByRole("checkbox", { name: catalog["style.web.sidemenu_link_2-display"] }).waitFor()
  },
)
