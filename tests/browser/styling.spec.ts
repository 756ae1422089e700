// The styling screen in a browser on the real server: wizard, saving, drafts, what respondents see, files, images and contrast.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { deflateSync } from "node:zlib"
import type { Browser, Locator, Page } from "playwright"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { sealStyleFile } from "../../domain/files/style-file.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { crashPage, readStoredOnDevice } from "./crashed-page.ts"

let server: TestServer
/** A member of every community. */
let ben: Visitor
let browser: Browser
let page: Page
/** The uuid of the community whose styling two users edit. */
let shared: string

beforeAll(async () => {
  await buildStaleTargets(["console", "chat", "stats"])
  server = await startTestServer()
  browser = await sharedBrowser()
  const communities = await Promise.all(["fresh", "acme", "plain", "shared"].map((slug) => server.addCommunity(slug)))
  shared = communities[3] ?? ""
  await server.addUser("ada", Object.fromEntries(communities.map((id) => [id, "ROLE_ADMIN" as const])))
  await server.addUser("eve", { [shared]: "ROLE_ADMIN" })
  await server.addUser("ben", Object.fromEntries(communities.map((id) => [id, "ROLE_USER" as const])))
  ben = await server.signedIn("ben")
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
  return () => page.context().close()
})

const open = async (slug: string, who = "ada") => {
  await page.goto(`${server.address}/${slug}/stylesheet`)
  await page.getByLabel("Username").fill(who)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: /^(Styling|Community)$/, level: 1 }).waitFor()
}
const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click()
const colorField = (name: string) => page.getByRole("textbox", { name, exact: true })
const button = (name: string) => page.getByRole("button", { name, exact: true })
const save = async () => {
  await button("Save changes").click()
  await page.getByText("All changes saved").waitFor()
}
const storedStyle = async (slug: string): Promise<Readonly<Record<"web" | "stats", ReadonlyArray<Readonly<Record<string, string>>>>>> =>
  JSON.parse((await ben.send("GET", `/${slug}/style`)).text)
const values = async (slug: string) => Object.fromEntries((await storedStyle(slug)).web.flatMap((it) => Object.entries(it)))

/** A PNG image of one color. Its header states the given size, whatever its number of rows. */
const png = (width: number, height: number, rows = height): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.alloc(1 + 3 * width, 90)
  line[0] = 0
  const lines = Buffer.concat(Array.from({ length: rows }, () => line))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ])
}
const crc = (bytes: Buffer): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
const choose = (field: string, name: string, buffer: Buffer, mimeType = "image/png") =>
  page.locator(`input[type=file][aria-label="${field}"]`).setInputFiles({ name, mimeType, buffer })
const lora = readFileSync(createRequire(import.meta.url).resolve("@fontsource-variable/lora/files/lora-latin-wght-normal.woff2"))

test("the wizard of a new community leads through the tabs, and respondents see the saved palette, logo and font", {
  tags: ["long"],
}, async () => {
  await open("fresh")
  expect(await page.title()).toBe("Community styling – Conversation Admin")
  for (const name of ["Messages", "Answers", "Statistics", "Import/Export"]) {
    await button("Continue").click()
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe(name)
  }
  expect(await button("Continue").count()).toBe(0)

  await button("Themes").click()
  await page.getByRole("dialog").getByRole("button", { name: "Ocean" }).click()
  await tab("Chat")
  expect(await colorField("Header background").inputValue()).toBe("#0b5c8aff")
  await choose("Choose Logo", "logo.png", png(40, 20))
  await page.getByRole("img", { name: "Logo" }).waitFor()
  await choose("Upload a font", "unnamed.woff2", lora, "font/woff2")
  await page.getByText("Your own font: Lora").first().waitFor()
  // The preview uses the font before it is saved.
  const frame = page.frames().find((it) => it.url().includes("/chat/fresh/preview"))
  await expect
    .poll(() => frame?.evaluate(() => [...document.fonts].some(({ family, status }) => /^"?Lora"?$/.test(family) && status === "loaded")))
    .toBe(true)
  await page.getByText("3 unsaved changes").waitFor()
  await save()
  expect(await page.getByText("Set the look of your chats").count()).toBe(0)

  const { "header-logo_content": logo = "", "body_font-file": font = "", "body_font-family": family, ...others } = await values("fresh")
  expect([logo, font].every((address) => /^\/uploads\/[\w-]+\/[\w.]+$/.test(address))).toBe(true)
  expect(others["header_background-color"]).toBe("#0b5c8aff")

  const script = await createLiveScript(await server.signedIn("ada"), "fresh", createInstructions({ type: "message", says: "Hallo" }))
  const respondent = await (await browser.newContext()).newPage()
  await respondent.goto(`${server.address}/chat/fresh/chat/${script}/anonymous`)
  await respondent.getByRole("button", { name: "Beginnen" }).click()
  await respondent.getByText("Hallo").waitFor()
  const header = respondent.getByRole("banner")
  expect(await header.locator(".bar").evaluate((it) => getComputedStyle(it).backgroundColor)).toBe("rgb(11, 92, 138)")
  expect(await header.getByRole("img").first().getAttribute("src")).toBe(logo)
  expect(await respondent.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain(family ?? "none")
  expect(await respondent.evaluate((name) => document.fonts.check(`16px "${name}"`), family ?? "")).toBe(true)
  await respondent.goto(`${server.address}/stats/fresh/${script}`)
  await respondent.getByRole("heading", { level: 1 }).waitFor()
  await expect
    .poll(() => respondent.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--header_background-color")))
    .toBe("#0b5c8aff")
  await respondent.context().close()
})

test("the next side menu link is offered after one with text and address, and respondents get the links that are shown", async () => {
  await open("acme")
  await page.getByRole("checkbox", { name: "Show link 1" }).check()
  expect(await page.getByRole("checkbox", { name: "Show link 2" }).count()).toBe(0)
  await page.getByRole("textbox", { name: "Link 1: text" }).fill("Help")
  await page.getByRole("textbox", { name: "Link 1: address" }).fill("help.example.org")
  await page.getByRole("checkbox", { name: "Show link 2" }).waitFor()
  await save()
  expect(JSON.parse((await ben.send("GET", "/acme/sidemenu")).text)).toEqual({
    links: [{ content: "Help", url: "https://help.example.org" }],
  })
  // The link is translated below its own text.
  await page.getByText("English: 1 of 1 missing").waitFor()
  await page.getByLabel("Language", { exact: true }).selectOption("nl")
  await page.getByLabel("Link 1 in Dutch").fill("Hulp")
  await page.getByText("Dutch: complete").waitFor()
  await save()
  expect(JSON.parse((await ben.send("GET", "/acme/sidemenu")).text)).toEqual({
    links: [{ content: "Help", translations: [{ locale: "nl", content: "Hulp" }], url: "https://help.example.org" }],
  })
  await page.getByRole("checkbox", { name: "Show link 1" }).uncheck()
  await save()
  expect(JSON.parse((await ben.send("GET", "/acme/sidemenu")).text)).toEqual({ links: [] })
})

test("unsaved changes are counted, undone and redone, and leaving drops them only after confirmation", async () => {
  await open("acme")
  await tab("Messages")
  await colorField("User message background").fill("#112233")
  await page.getByText("1 unsaved change").waitFor()
  expect(await colorField("User message background").inputValue()).toBe("#112233")
  await colorField("User message background").blur()
  expect(await colorField("User message background").inputValue()).toBe("#112233ff")
  await page.getByText("Default: #8bc34aff").waitFor()
  await button("Undo").click()
  await page.getByText("All changes saved").waitFor()
  await button("Redo").click()
  await page.getByText("1 unsaved change").waitFor()
  await page.getByRole("link", { name: "Members" }).click()
  await page.getByText("There are unsaved styling changes. If you leave, all changes will be lost. Do you really want to leave?").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  expect(await colorField("User message background").inputValue()).toBe("#112233ff")
  await button("Reset User message background").click()
  await page.getByText("All changes saved").waitFor()
  await colorField("User message background").fill("#445566")
  await page.getByRole("link", { name: "Members" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click()
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor()
  expect((await values("acme"))["user-message_background-color"]).toBeUndefined()
})

test("keyboard shortcuts undo, redo and save, and closing a tab with unsaved changes asks for confirmation", {
  tags: ["long"],
}, async () => {
  await open("acme")
  await colorField("Side menu text").fill("#414141")
  await page.getByText("1 unsaved change").waitFor()
  await colorField("Side menu text").blur()
  const beforeUnload = page.waitForEvent("dialog")
  page.close({ runBeforeUnload: true }).catch(() => undefined)
  const dialog = await beforeUnload
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await page.getByRole("heading", { name: "Styling", level: 1 }).click()
  await page.keyboard.press("Control+z")
  await page.getByText("All changes saved").waitFor()
  await page.keyboard.press("Control+Shift+z")
  await page.getByText("1 unsaved change").waitFor()
  await page.keyboard.press("Control+s")
  await page.getByText("All changes saved").waitFor()
  expect((await values("acme"))["sidemenu_color"]).toBe("#414141ff")
})

test("[T17] changes of a crashed page are offered again on top of later saves, and can be discarded", { tags: ["long"] }, async () => {
  const offer = () => page.getByRole("region", { name: "You have styling changes that were never saved" })
  const editAndCrash = async (value: string) => {
    await colorField("Page background").fill(value)
    await page.getByText("1 unsaved change").waitFor()
    // T17 promises 300 ms; a busy machine may take longer.
    await expect.poll(() => readStoredOnDevice(page, "conversation-admin-styles", "styles")).toContain(value)
    page = await crashPage(page)
    await page.goto(`${server.address}/shared/stylesheet`)
    await offer().waitFor()
  }
  await open("shared")
  await editAndCrash("#102030")
  expect(await findAccessibilityViolations(page)).toEqual([])
  // Meanwhile another session saves a different key.
  const ada = await server.signedIn("ada")
  await ada.send("POST", `/api/communities/${shared}/style`, { web: [{ "sidemenu_background-color": "#aabbccff" }], stats: [] })
  await page.reload()
  await button("Restore my changes").click()
  await page.getByText("1 unsaved change").waitFor()
  await save()
  expect(await values("shared")).toMatchObject({ "app_background-color": "#102030ff", "sidemenu_background-color": "#aabbccff" })
  // Meanwhile another session saves the same key.
  await editAndCrash("#203040")
  await ada.send("POST", `/api/communities/${shared}/style`, { web: [{ "app_background-color": "#000001ff" }], stats: [] })
  await page.reload()
  await button("Restore my changes").click()
  await button("Save changes").click()
  const clash = page.getByRole("dialog").getByRole("group", { name: "Page background" })
  await clash.getByRole("radio", { name: /Yours/ }).waitFor()
  expect((await values("shared"))["app_background-color"]).toBe("#000001ff")
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click()
  await save()
  expect((await values("shared"))["app_background-color"]).toBe("#203040ff")
  await editAndCrash("#405060")
  await button("Discard my changes").click()
  await page.getByText("All changes saved").waitFor()
  await page.reload()
  await page.getByText("All changes saved").waitFor()
  expect(await colorField("Page background").inputValue()).toBe("#203040ff")
})

test("[T17] two tabs of one user keep separate drafts: saving in one leaves the other's on the device", async () => {
  await open("acme")
  const firstTab = page
  await colorField("Page background").fill("#dfdfdf")
  await expect.poll(() => readStoredOnDevice(firstTab, "conversation-admin-styles", "styles")).toContain("#dfdfdfff")
  page = await firstTab.context().newPage()
  await page.goto(`${server.address}/acme/stylesheet`)
  await colorField("Header background").fill("#9fdf9f")
  await expect.poll(() => readStoredOnDevice(page, "conversation-admin-styles", "styles")).toContain("#9fdf9fff")
  expect(await readStoredOnDevice(page, "conversation-admin-styles", "styles")).toContain("#dfdfdfff")
  await save()
  await expect.poll(() => readStoredOnDevice(page, "conversation-admin-styles", "styles")).not.toContain("#9fdf9fff")
  page = await crashPage(firstTab)
  await page.goto(`${server.address}/acme/stylesheet`)
  await button("Restore my changes").click()
  await save()
  expect(await values("acme")).toMatchObject({ "app_background-color": "#dfdfdfff", "header_background-color": "#9fdf9fff" })
})

test("[T18] the second of two users to save sees who saved first, and merges both versions", async () => {
  await open("shared", "ada")
  const ada = page
  const second = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  page = await second.newPage()
  await open("shared", "eve")
  await colorField("Page background").fill("#0a0a0a")
  await colorField("Header background").fill("#0b0b0b")
  await save()
  page = ada
  await colorField("Page background").fill("#1a1a1a")
  await tab("Messages")
  await colorField("Scripted message text").fill("#1c1c1c")
  await button("Save changes").click()
  const dialog = page.getByRole("dialog", { name: "eve saved the styling while you were editing" })
  await dialog.waitFor()
  expect((await values("shared"))["app_background-color"]).toBe("#0a0a0aff")
  const clash = dialog.getByRole("group", { name: "Page background" })
  expect(await clash.getByRole("radio").count()).toBe(2)
  await dialog.getByRole("region", { name: "Changed by you" }).getByText("Scripted message text").waitFor()
  await dialog.getByRole("region", { name: "Changed by them" }).getByText("Header background").waitFor()
  // Both previews show the same page, so its landmarks appear twice.
  expect(await findAccessibilityViolations(page)).toEqual([])
  await clash.getByRole("radio", { name: /Theirs/ }).check()
  await dialog.getByRole("button", { name: "Merge" }).click()
  await save()
  expect(await values("shared")).toMatchObject({
    "app_background-color": "#0a0a0aff",
    "header_background-color": "#0b0b0bff",
    "abbi-message_color": "#1c1c1cff",
  })
  await second.close()
})

test("a failed save asks whether to retry, and retrying saves", { tags: ["long"] }, async () => {
  await open("acme")
  await colorField("Page background").fill("#fafafa")
  await page.route("**/api/communities/*/style", (route) => route.abort())
  await button("Save changes").click()
  await page.getByText("The styles could not be saved. Would you like to retry?").waitFor()
  await page.unroute("**/api/communities/*/style")
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click()
  await page.getByText("All changes saved").waitFor()
  expect((await values("acme"))["app_background-color"]).toBe("#fafafaff")
})

test("after the side menu failed to save, a later save succeeds on top of the style that was saved", { tags: ["long"] }, async () => {
  await open("acme")
  await page.getByRole("checkbox", { name: "Show link 1" }).check()
  await page.getByRole("textbox", { name: "Link 1: text" }).fill("Help")
  await page.getByRole("textbox", { name: "Link 1: address" }).fill("https://help.example.org")
  await page.route("**/api/communities/*/sidemenu", (route) => route.abort())
  await button("Save changes").click()
  await page.getByText("The styles could not be saved. Would you like to retry?").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await page.unroute("**/api/communities/*/sidemenu")
  await page.getByRole("checkbox", { name: "Show link 1" }).uncheck()
  await save()
  expect(JSON.parse((await ben.send("GET", "/acme/sidemenu")).text)).toEqual({ links: [] })
  expect((await values("acme"))["sidemenu_link_1-display"]).toBe("none")
})

test("an exported style is the same after a reset and an import, and damaged files change nothing and show the reason", {
  tags: ["long"],
}, async () => {
  await open("fresh")
  const before = await storedStyle("fresh")
  await tab("Import/Export")
  const [download] = await Promise.all([page.waitForEvent("download"), button("Export").click()])
  expect(download.suggestedFilename()).toMatch(/^\d{8}_v1_fresh\.json$/)
  const text = readFileSync(await download.path(), "utf8")
  expect(text).toContain("data:image/png;base64,")
  await tab("Settings")
  await button("Reset everything").click()
  await save()
  expect(await storedStyle("fresh")).toEqual({ web: [], stats: [] })

  await tab("Import/Export")
  const importFiles = (...files: ReadonlyArray<{ readonly name: string; readonly text: string }>) =>
    page
      .locator('input[type=file][aria-label="Import"]')
      .setInputFiles(files.map((it) => ({ name: it.name, mimeType: "application/json", buffer: Buffer.from(it.text) })))
  const expectRefused = async (message: string) => {
    await page.getByText("Could not import style").waitFor()
    await page.getByText(message).waitFor()
    expect(await page.getByText(/^\d+ unsaved changes?$/).count()).toBe(0)
    await button("Dismiss").click()
  }
  await importFiles({ name: "a.json", text }, { name: "b.json", text })
  await expectRefused("Please select exactly one file.")
  await importFiles({ name: "a.json", text: text.replace('"version": 1', '"version": 2') })
  await expectRefused("We only support importing from version 1 of the style file.")
  await importFiles({ name: "a.json", text: text.replace("#0b5c8aff", "#0b5c8aee") })
  await expectRefused("The checksum of the imported file does not match the checksum of the file we have on file.")
  await importFiles({ name: "a.json", text: text.slice(0, 200) })
  await expectRefused("its content can't be read")
  const digest: Digest = async (source) => new Uint8Array(createHash("sha256").update(source).digest())
  // An error from the server is shown in the same notice, not in a nested one.
  const noImage = `data:image/png;base64,${Buffer.from("no image at all").toString("base64")}`
  await importFiles({ name: "a.json", text: (await sealStyleFile({ web: { "header-logo_content": noImage }, stats: {} }, digest)) ?? "" })
  await page.getByText("This type of file can't be uploaded.").waitFor()
  expect(await page.getByRole("alert").count()).toBe(1)
  await expectRefused("This type of file can't be uploaded.")
  await importFiles({ name: "a.json", text: (await sealStyleFile({ web: { chat_color: "red;}" }, stats: {} }, digest)) ?? "" })
  await expectRefused("This isn't a valid style file. At /payload/web/0/chat_color: “red;}” isn't a valid color (#rrggbbaa).")

  await importFiles({ name: "a.json", text })
  await page.getByText("The style was imported.").waitFor()
  expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Chat")
  await save()
  expect(await storedStyle("fresh")).toEqual(before)
})

test("another community's style can be copied, along with its files", { tags: ["long"] }, async () => {
  await open("plain")
  await button("Themes").click()
  await page.getByRole("dialog").getByRole("combobox", { name: "Community" }).selectOption("fresh")
  await page.getByRole("dialog").getByRole("button", { name: "Copy style" }).click()
  await page.getByText("The style was copied.").waitFor()
  await save()
  const [own, others] = await Promise.all([values("plain"), values("fresh")])
  expect(own["header_background-color"]).toBe(others["header_background-color"])
  expect(own["header-logo_content"]).toMatch(/^\/uploads\//)
  expect(own["header-logo_content"]).not.toBe(others["header-logo_content"])
  expect(own["header-logo_content"]?.split("/").at(-1)).toBe(others["header-logo_content"]?.split("/").at(-1))
})

test("images and fonts that are too large or unreadable are rejected, and a large image shows a warning", { tags: ["long"] }, async () => {
  await open("acme")
  await choose("Choose Logo", "huge.png", Buffer.concat([png(10, 10), Buffer.alloc(10_485_760)]))
  await page.getByText("maximum size exceeded: 10.1 MB, and 10 MB is the most").waitFor()
  await choose("Choose Logo", "empty.png", Buffer.alloc(0))
  await page.getByText("The image could not be loaded.").waitFor()
  await choose("Choose Logo", "text.png", Buffer.from("no image at all"))
  await page.getByText("The image could not be loaded.").waitFor()
  await choose("Choose Logo", "endless.png", png(100_000, 100_000, 1))
  await page.getByText("This image is too large for the preview, so nothing was changed.").waitFor()
  await choose("Upload a font", "no.ttf", Buffer.from("no font at all"), "font/ttf")
  await page.getByText("This isn't a readable font file.").waitFor()
  await choose("Upload a font", "huge.ttf", Buffer.alloc(10_485_761, 1), "font/ttf")
  await page.getByText("maximum size exceeded").waitFor()
  await choose("Upload a font", "cut-off.woff2", lora.subarray(0, 4000), "font/woff2")
  await page.getByText("This isn't a readable font file.").waitFor()
  expect(await page.getByText(/^\d+ unsaved changes?$/).count()).toBe(0)
  await choose("Choose Logo", "big.png", png(700, 700))
  await page.getByText("This image is 1.5 MB").waitFor()
  await page.getByRole("img", { name: "Logo" }).waitFor()
  await save()
  expect((await values("acme"))["header-logo_content"]).toMatch(/^\/uploads\/.*\.png$/)
})

test("a hard-to-read text shows a warning, and the suggested color fixes it; message shapes and other warnings are updated", {
  tags: ["long"],
}, async () => {
  await open("acme")
  await tab("Messages")
  await colorField("Scripted message text").fill("#cccccc")
  await page.getByText(/1\.\d : 1 on “Scripted message background”, needs 4.5 : 1$/).waitFor()
  await page.getByRole("button", { name: /^Use #/ }).click()
  await page.getByText("needs 4.5 : 1").waitFor({ state: "detached" })
  // The sections move up when the notice goes: Playwright waits until the label stops moving, but not for the hidden radio button in it.
  await page.locator("label").filter({ hasText: "Round, pointed" }).click()
  await expect.poll(() => page.getByRole("textbox", { name: "Message tail corner" }).inputValue()).toBe("0em")
  await page.getByRole("textbox", { name: "Message padding" }).fill("3em")
  await page.getByText("Custom shape").waitFor()
  const padding = page.getByRole("textbox", { name: "Message padding" })
  await padding.fill("10")
  await page.getByText("Enter a size such as").waitFor()
  await padding.fill("wide")
  await padding.press("Tab")
  // After the field is left, the text is still there with the reason why it is invalid.
  expect([await padding.inputValue(), await page.getByText("Enter a size such as").count()]).toEqual(["wide", 1])
  await button("Undo").click()
  await page.getByText("Enter a size such as").waitFor({ state: "detached" })
  await expect.poll(() => padding.inputValue()).not.toBe("wide")
  await tab("Chat")
  await page.getByRole("checkbox", { name: "Show the header" }).uncheck()
  await page.getByRole("alert").getByText("The side menu cannot be kept when the header is disabled.").waitFor()
})

test("clicking a section's preview button marks it as pressed", { tags: ["long"] }, async () => {
  await open("acme")
  await tab("Answers")
  for (const name of ["Preview: Slider", "Preview: dropdown", "Preview: disabled buttons"]) {
    await button(name).click()
    expect(await button(name).getAttribute("aria-pressed")).toBe("true")
  }
})

// Whether the center of an element is visible and not covered.
const isOnTop = (of: Locator) =>
  of.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test("on a narrow screen a preview button scrolls to the top of the preview, and the controls keep their scroll position", {
  tags: ["long"],
}, async () => {
  await open("acme")
  await page.setViewportSize({ width: 390, height: 844 })
  await tab("Answers")
  const previewButton = button("Preview: Slider")
  await previewButton.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await previewButton.click()
  const phone = page.getByRole("region", { name: "Mobile preview" })
  const bar = page.getByRole("heading", { name: "Styling", level: 1 }).locator("xpath=../..")
  const top = async (of: typeof phone) => (await of.boundingBox())?.y ?? Number.NaN
  const below = async () => (await top(phone)) - (await top(bar)) - ((await bar.boundingBox())?.height ?? 0)
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  expect(await below()).toBeLessThan(150)
  expect(await isOnTop(button("Controls"))).toBe(true)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => isOnTop(button("Controls"))).toBe(true)
  await button("Controls").click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test("a member who is not an administrator cannot see the styling screen", async () => {
  await open("acme", "ben")
  await page.getByText("Only administrators of this community can do this.").waitFor()
  expect(await page.getByRole("tab").count()).toBe(0)
})

for (const { colorScheme, widths, tags } of [
  { colorScheme: "light" as const, widths: [1440], tags: [] },
  { colorScheme: "light" as const, widths: [768, 390], tags: ["long"] },
  { colorScheme: "dark" as const, widths: [1440, 768, 390], tags: ["long"] },
])
  test(`axe finds nothing on any tab in ${colorScheme} mode at ${widths.join(" and ")} px, and no tab scrolls sideways`, {
    tags,
  }, async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await open("acme")
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ["Chat", "Messages", "Answers", "Statistics", "Import/Export", "Settings"]) {
        await tab(name)
        expect([name, width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, width, width])
        // Both previews show the same page, so its landmarks appear twice.
        const found = width === 768 ? [] : await findAccessibilityViolations(page)
        expect([name, width, found]).toEqual([name, width, []])
      }
    }
  })
