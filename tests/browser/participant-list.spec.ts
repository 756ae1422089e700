// Creating links for a list of people on the real program: its file, its columns, duplicates, failed batches and the resulting file.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext, Page, Request } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { removeDataDir } from "../fixtures/data-dir.ts"
import { admin, type Program, screenDatabase, startProgram } from "../fixtures/program.ts"
import { readCsv } from "../fixtures/read-csv.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { sharedBrowser } from "./chromium.ts"
import { chatRow, signIn } from "./console-steps.ts"

let program: Program
let browser: Browser
let context: BrowserContext
let page: Page
const pageErrors: Array<string> = []
const name = "Customer satisfaction after a visit"

beforeAll(async () => {
  program = await startProgram({ ...(await screenDatabase("empty")), DEMO: "1" })
  browser = await sharedBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  page = await context.newPage()
  page.on("pageerror", (error) => pageErrors.push(String(error)))
  await signIn(page, program.address, "/chats/demo")
  await chatRow(page, name).getByRole("link", { name, exact: true }).click()
  await page.getByRole("heading", { name, level: 1 }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  removeDataDir(program.dataDir)
})

const links = () => page.getByRole("region", { name: "Links" })
const dialog = () => page.getByRole("dialog", { name: "Personal links from a list" })
const create = () => dialog().getByRole("button", { name: /^Create [\d,]+ links?$/ })
const meaningOf = (heading: string) => dialog().getByLabel(`${heading} maps to`, { exact: true })

type ListFile = { readonly name: string; readonly text: string | Buffer }
const choose = async ({ name: fileName, text }: ListFile): Promise<void> => {
  const choosing = page.waitForEvent("filechooser")
  await dialog().getByRole("button", { name: "Choose file" }).click()
  await (await choosing).setFiles({ name: fileName, mimeType: "text/csv", buffer: Buffer.from(text) })
}

/** Confirms that links that were not downloaded are replaced. */
const confirmReplacement = () => page.getByRole("dialog", { name: "Replace these links?" }).getByRole("button", { name: "Replace" }).click()

/** Records the requests that create links. */
const recordLinkRequests = (): { readonly all: ReadonlyArray<Request>; readonly end: () => void } => {
  const all: Array<Request> = []
  const record = (request: Request) => void (request.url().includes("/get-unique-links") && all.push(request))
  context.on("request", record)
  return { all, end: () => context.off("request", record) }
}

/** A list in which two people appear twice: one by email address in any case, one by customer number. */
const people = (count: number): string =>
  [
    "Voornaam;E-mail;Klantnummer;Stad",
    ...Array.from({ length: count }, (_, i) => {
      const mail = i === 700 ? "P12@Example.org " : `p${i}@example.org`
      return `"Jan ""${i}""";${mail};K${i === 9000 ? 8999 : i};=Delft`
    }),
  ].join("\r\n")

describe("choosing a list", () => {
  test.each([
    ["empty.csv", "", "The file is empty."],
    ["workbook.csv", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]), "This isn't a text file."],
    ["letter.csv", "Dear all\nThis is the list\nGood luck", "Only one column was found."],
    ["ragged.csv", "a,b\n1,2\n1\n1,2,3\n", "The first row has 2 cells; 2 rows have more or fewer: 3, 4"],
    ["quote.csv", 'a,b\n"1,2\n3,4\n', "The quotation mark that opens in row 2 is never closed."],
  ])("rejects %s with the reason, and sends nothing", async (file, text, reason) => {
    const { all, end } = recordLinkRequests()
    if (!(await dialog().isVisible())) await links().getByRole("button", { name: "Personal links from a list" }).click()
    await choose({ name: file, text })
    await dialog().getByRole("alert").filter({ hasText: file }).waitFor()
    await dialog().getByText(reason).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(all).toEqual([])
    end()
  })

  test("rejects a file of 500 MB by its size alone", { tags: ["long"] }, async () => {
    await page.evaluate(() => {
      const size = { value: 500 * 1024 * 1024 }
      const field = document.querySelector<HTMLInputElement>("[role=dialog] input[type=file]")
      const files = new DataTransfer()
      files.items.add(new File(["a,b"], "huge.csv"))
      if (field === null) throw new Error("no file field")
      field.files = files.files
      for (const file of field.files) Object.defineProperty(file, "size", size)
      field.dispatchEvent(new Event("change", { bubbles: true }))
    })
    await dialog().getByText("This file is 500 MB; a list can be at most 100 MB.").waitFor()
  })

  test("[L8] lets separator and encoding be corrected, before and after the file is accepted as a list", { tags: ["long"] }, async () => {
    const by = (label: string) => dialog().getByLabel(label, { exact: true })
    await choose({ name: "ragged.csv", text: "naam,leeftijd;plaats\nZo\u00eb,31;Delft\nRen\u00e9e,32,x;Gouda\n" })
    await dialog().getByText("2 people, separated by semicolons, UTF-8").waitFor()
    await by("Columns separated by").selectOption("commas")
    await dialog().getByText("The first row has 2 cells; 1 row has more or fewer: 3").waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await by("Columns separated by").selectOption("As detected")
    await by("Encoding").selectOption("Windows-1252")
    await dialog().getByText("2 people, separated by semicolons, Windows-1252").waitFor()
    await dialog().getByText("Zo\u00c3\u00ab,31").or(dialog().getByText("Ren\u00c3\u00a9e,32,x")).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await dialog().getByRole("button", { name: "Choose another file" }).click()
    expect(await by("Encoding").count()).toBe(0)
  })

  test("accepts a list of one column after confirmation", { tags: ["long"] }, async () => {
    await choose({ name: "mails.csv", text: "E-mail\na@example.org\nb@example.org\n" })
    await dialog().getByRole("button", { name: "Use the single column" }).click()
    await dialog().getByText("2 people, one column, UTF-8").waitFor()
    expect(await meaningOf("E-mail").inputValue()).toBe("profile.email")
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "detached" })
  })
})

test("a dropped file is shown with example rows, and its columns can be given other meanings", async () => {
  await links().getByRole("button", { name: "Personal links from a list" }).press("Enter")
  const droppedFiles = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], "lijst.csv", { type: "text/csv" }))
      return transfer
    },
    [...Buffer.from("Naam\tGeboortedatum\tKleur\nZo\xeb\t1990-01-31\tgroen\nRen\xe9e\t1991-02-01\tblauw\n", "latin1")],
  )
  // A file dropped outside the drop area is ignored: otherwise the browser would open it instead of the page.
  const refused = await dialog()
    .getByText("A CSV file with one row per person")
    .evaluate((outside, dataTransfer) => {
      const bubbling = { bubbles: true, cancelable: true, dataTransfer }
      return ["dragover", "drop"].map((type) => !outside.dispatchEvent(new DragEvent(type, bubbling)))
    }, droppedFiles)
  expect(refused).toEqual([true, true])
  await dialog().getByText("Drop a file here, or").dispatchEvent("drop", { dataTransfer: droppedFiles })
  await dialog().getByText("2 people, separated by tabs, Windows-1252").waitFor()
  await dialog().getByText("Renée").waitFor()
  await dialog().getByRole("button", { name: "Pause examples" }).click()
  await dialog().getByRole("button", { name: "Play examples" }).waitFor()
  expect(await meaningOf("Geboortedatum").inputValue()).toBe("profile.date_of_birth")
  expect(await meaningOf("Kleur").inputValue()).toBe("ignore")
  await meaningOf("Geboortedatum").selectOption("Ignore")
  await dialog().getByText("Map at least one column.").waitFor()
  expect(await create().isDisabled()).toBe(true)
  await meaningOf("Kleur").selectOption("First name")
  await meaningOf("Naam").selectOption("First name")
  await dialog().getByText("Another column is already mapped to this.").waitFor()
  expect(await create().isDisabled()).toBe(true)
  await meaningOf("Kleur").selectOption("Metadata")
  expect(await create().isDisabled()).toBe(false)
  await dialog().getByLabel("The first row contains headings").uncheck()
  await dialog().getByText("3 people, separated by tabs").waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog().getByRole("button", { name: "Cancel" }).click()
  await dialog().waitFor({ state: "detached" })
})

test("[L3] [L9] [L10] 12,000 people: duplicates must be left out, a failed batch is sent again, and nobody gets two links", {
  tags: ["long"],
}, async () => {
  await links().getByRole("button", { name: "Personal links from a list" }).click()
  await choose({ name: "people.csv", text: people(12_000) })
  await dialog().getByText("12,000 people, separated by semicolons, UTF-8").waitFor()
  await meaningOf("Stad").selectOption("Metadata")
  const { all, end } = recordLinkRequests()
  await create().click()
  await dialog().getByText("1 row duplicates an earlier row: 702").waitFor()
  await dialog().getByText("1 row duplicates an earlier row: 9002").waitFor()
  const flagged = dialog().getByRole("rowheader").filter({ hasText: "an earlier row" })
  expect(await flagged.allInnerTexts()).toEqual([expect.stringContaining("E-mail"), expect.stringContaining("Klantnummer")])
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(all).toEqual([])
  await dialog().getByRole("button", { name: "Leave out 2 rows" }).click()
  await dialog().getByText("2 rows are left out.").waitFor()

  // The links of the second batch are created, but the response is lost.
  let batches = 0
  await context.route("**/get-unique-links*", async (route) => {
    batches++
    if (batches !== 2) return route.continue()
    await route.fetch()
    return route.fulfill({ status: 502, json: { message: "cut" } })
  })
  await dialog().getByRole("button", { name: "Create 11,998 links" }).click()
  await dialog().waitFor({ state: "detached" })
  await links().getByText("These links could not be created. Links created before are kept.").waitFor()
  await links().getByText("5,000 of 11,998 links").waitFor()
  expect(await links().getByRole("button", { name: "Personal links from a list" }).isDisabled()).toBe(true)
  await links().getByRole("table", { name: "Created links" }).waitFor()
  await links().getByRole("button", { name: "Try again" }).click()
  await links().getByText("11,998 links", { exact: true }).waitFor()
  // The focused button has gone: focus is at the result, and the download comes next.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("11,998 links")
  await page.keyboard.press("Tab")
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Download links")
  await context.unroute("**/get-unique-links*")
  end()
  const keys = all.map((request) => request.headers()["idempotency-key"])
  expect([keys.length, new Set(keys).size, keys[1]]).toEqual([4, 3, keys[2]])

  const table = links().getByRole("table", { name: "Created links" })
  expect(await table.getByRole("row").count()).toBe(101)
  await links().getByText("Page 1 of 120").waitFor()
  await links().getByRole("button", { name: "Next page" }).click()
  await table
    .getByText("p101@example.org", { exact: true })
    .or(table.getByText("K101", { exact: true }))
    .first()
    .waitFor()
  await links().getByRole("button", { name: "Last page" }).click()
  await links().getByText("Page 120 of 120").waitFor()
  await expect.poll(() => table.getByRole("row").count()).toBe(99)
  expect(await findAccessibilityViolations(page)).toEqual([])

  const saving = page.waitForEvent("download")
  await links().getByRole("button", { name: "Download links" }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^\d{8}_demo_Customer_satisfaction_after_a_visit_links\.csv$/)
  const lines = readCsv(readFileSync(await file.path(), "utf8").slice(1), ",")
  expect(lines[0]).toEqual(["userId", "found", "couple variable", "couple value", "conversationToken", "link"])
  const made = lines.slice(1)
  for (const column of [0, 3, 4, 5]) expect(new Set(made.map((cells) => cells[column])).size).toBe(11_998)
  expect(made.every((cells) => cells[5]?.startsWith(`${program.address}/chat/demo/chat/`))).toBe(true)

  // The server has each person once.
  const members = await (await context.request.get(`${program.address}/api/communities`)).json()
  const [demo] = members.items.filter((community: { readonly slug: string }) => community.slug === "demo")
  const listed = await (await context.request.get(`${program.address}/api/communities/${demo.uuid}/members?format=csv`)).text()
  const numbers = readCsv(listed, ",").flatMap((cells) => (/^K\d+$/.test(cells[2] ?? "") ? [cells[2]] : []))
  expect([numbers.length, new Set(numbers).size]).toEqual([11_998, 11_998])
})

test("stopping keeps the links created so far, and the rest can be created later", async () => {
  await links().getByRole("button", { name: "Personal links from a list" }).click()
  await choose({ name: "people.csv", text: people(650) })
  await create().click()
  await links().getByText("650 links", { exact: true }).waitFor()

  // Links that were not downloaded are not replaced without confirmation.
  await links().getByRole("button", { name: "Personal links from a list" }).click()
  const others = page.getByRole("dialog", { name: "Replace these links?" })
  await others.getByText("650 links have not been downloaded.").waitFor()
  await others.getByRole("button", { name: "Cancel" }).click()
  await others.waitFor({ state: "detached" })
  await links().getByText("650 links", { exact: true }).waitFor()

  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  await context.route("**/get-links*", async (route) => {
    calls++
    if (calls === 2) await gate
    await route.continue().catch(() => undefined)
  })
  await links().getByLabel("Number of links").fill("5003")
  await links().getByRole("button", { name: "Create links" }).click()
  await confirmReplacement()
  await links().getByText("5,000 of 5,003 links", { exact: true }).waitFor()
  await expect.poll(() => calls).toBe(2)
  await links().getByRole("button", { name: "Stop", exact: true }).click()
  await links().getByText("5,000 of 5,003 links were created.").waitFor()
  await links().getByText("Page 1 of 50").waitFor()
  release()
  await links().getByRole("button", { name: "Create the rest" }).click()
  await links().getByText("5,003 links", { exact: true }).waitFor()
  await context.unroute("**/get-links*")

  await page.getByRole("link", { name: "Chats" }).click()
  const leaving = page.getByRole("dialog", { name: "Leave the links?" })
  await leaving.getByText("5,003 links have not been downloaded.").waitFor()
  await leaving.getByRole("button", { name: "Cancel" }).click()
  await links().getByText("5,003 links", { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
})

test("when the session ends halfway, sign-in opens over the links created so far, and the rest is created afterwards", async () => {
  let calls = 0
  await context.route("**/get-links*", async (route) => {
    calls++
    if (calls === 2) await context.clearCookies()
    await route.continue({ headers: { ...route.request().headers(), ...(calls === 2 && { cookie: "" }) } })
  })
  await links().getByLabel("Number of links").fill("5002")
  await links().getByRole("button", { name: "Create links" }).click()
  await confirmReplacement()
  const signInDialog = page.getByRole("dialog", { name: "Sign in" })
  await signInDialog.getByLabel("Username").fill(admin.username)
  await signInDialog.getByLabel("Password", { exact: true }).fill(admin.password)
  await signInDialog.getByRole("button", { name: "Sign in" }).click()
  await signInDialog.waitFor({ state: "detached" })
  await links().getByText("5,000 of 5,002 links", { exact: true }).waitFor()
  await links().getByRole("button", { name: "Try again" }).click()
  await links().getByText("5,002 links", { exact: true }).waitFor()
  await context.unroute("**/get-links*")
})

test("the toggle for short links is disabled, and the anonymous link has a QR code", { tags: ["long"] }, async () => {
  expect(await links().getByLabel("Short links").isDisabled()).toBe(true)
  await links().getByRole("button", { name: "QR code" }).click()
  const code = page.getByRole("dialog", { name: "QR code" })
  await code.getByRole("img", { name: /^QR code of http/ }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const saving = page.waitForEvent("download")
  await code.getByRole("button", { name: "Download QR code" }).click()
  expect(readFileSync(await (await saving).path(), "utf8")).toMatch(/^<svg xmlns=/)
})

test("200,000 people are read and checked off the main thread, and their rows are not rendered", { tags: ["long"] }, async () => {
  await page.keyboard.press("Escape")
  await links().getByRole("button", { name: "Personal links from a list" }).click()
  await confirmReplacement()
  const path = join(program.dataDir, "many.csv")
  writeFileSync(path, people(200_000))
  await page.evaluate(() => {
    const tasks: Array<number> = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" })
  })
  // CPU time of the page's thread, which does not depend on how busy the machine is.
  const devtools = await context.newCDPSession(page)
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" })
  const threadTimeMs = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics")
    return 1000 * (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? Number.NaN)
  }
  const before = await threadTimeMs()
  const choosing = page.waitForEvent("filechooser")
  await dialog().getByRole("button", { name: "Choose file" }).click()
  await (await choosing).setFiles(path)
  await dialog().getByText("200,000 people, separated by semicolons, UTF-8").waitFor()
  await create().click()
  await dialog().getByText("1 row duplicates an earlier row: 702").waitFor()
  const took = (await threadTimeMs()) - before
  const longest = await page.evaluate(() => Math.max(0, ...Object(window).tasks))
  console.log(`200,000 people: ${Math.round(took)} ms of the page's thread, its longest task ${Math.round(longest)} ms`)
  expect(took).toBeLessThan(800)
  expect(await dialog().getByRole("row").count()).toBeLessThan(10)
})
