// Error texts appear in reserved room: while a value is half typed, the fields and buttons around it stay in place.
import type { Locator, Page } from "playwright"
import { beforeEach, expect, test } from "vitest"
import type { ScriptId } from "../../domain/script/script.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { admin } from "../fixtures/program.ts"
import { outlineRows, signInContext } from "./console-steps.ts"
import { painted, placesIn, widths } from "./layout-places.ts"
import { useTestEnvironment } from "./test-environment.ts"

const at = useTestEnvironment("Stable")
let page: Page

beforeEach(async () => {
  page = await at.newPage()
})

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const click = (label: string) => panel().getByLabel(label, { exact: true }).click()

/** Fields of instructions with their kind, a valid and an invalid value, and what opens the field. */
const fields: ReadonlyArray<readonly [kind: string, field: string, valid: string, invalid: string, ...openers: ReadonlyArray<string>]> = [
  ["Text message", "Name", "first", "no-name"],
  ["Text message", "Reading delay", "3", "x"],
  ["Text message", "Reading delay", "3", "4000"],
  ["Numeric", "Minimum", "1", "x"],
  ["Numeric", "Maximum", "5", "-5"],
  ["Numeric", "Step", "1", "-", "Slider"],
  ["Numeric", "Step", "1", "0", "Slider"],
  ["Numeric", "Label of the minimum", "low", "low".repeat(99), "Labels at both ends"],
  ["Currency", "Minimum", "1", "1,2,3"],
  ["Multiple choice", "Minimum", "1", "x"],
  ["Multiple choice", "Minimum", "1", "9"],
  ["Open answer", "Minimum", "1", "x"],
  ["Open answer", "Maximum", "9", "0"],
  ["Date", "Earliest day", "01-05-2026", "tomorrow"],
  ["End chat", "Web address", "https://example.org", "{metadata}", "Go to a web page"],
  ["End chat", "Web address", "https://example.org", "http://", "Go to a web page"],
]

test.for(fields)(
  "an invalid value of “%s”, “%s” moves nothing in the instruction's panel",
  { tags: ["long"] },
  async ([kind, label, valid, invalid, ...openers]) => {
    const { uuid } = await at.addChat()
    await at.openEditor(page, uuid)
    await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: kind, exact: true }).click()
    for (const opener of openers) await click(opener)
    const field = panel().getByLabel(label, { exact: true })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await field.fill(valid)
      // A value that is set by hand shows another button, which is not an error text.
      await expect.poll(() => field.getAttribute("aria-invalid")).not.toBe("true")
      const before = await placesIn(panel())
      await field.fill(invalid)
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
      expect([width, await placesIn(panel())]).toEqual([width, before])
    }
  },
)

const scoredScript = {
  name: "Score",
  public_name: "Score",
  language: "en",
  instructions: [
    {
      uuid: crypto.randomUUID(),
      order: 0,
      type: "question",
      label: "mood",
      typing_delay: 0,
      messages: [{ uuid: crypto.randomUUID(), locale: "en", content: "How are you?" }],
      question: {
        uuid: crypto.randomUUID(),
        type: "choice",
        choices: [0, 1, 2].map((order) => ({
          uuid: crypto.randomUUID(),
          value: order + 1,
          order,
          score: order,
          translation: { locale: "en", content: `Answer ${order + 1}` },
        })),
      },
    },
    {
      uuid: crypto.randomUUID(),
      order: 1,
      type: "score",
      label: "total",
      typing_delay: 0,
      messages: [],
      action: {
        type: "score",
        params: {
          ranges: [0, 2].map((minimum) => ({
            uuid: crypto.randomUUID(),
            minimum,
            maximum: minimum + 1,
            label: `from ${minimum}`,
            translation: { locale: "en", content: "Fine" },
          })),
        },
      },
    },
  ],
} as const

test.for([
  ["mood", "Value of choice 1", "1", "x"],
  ["mood", "Value of choice 1", "1", "2"],
  ["mood", "Choice 1", "Answer", "a".repeat(257)],
  ["total", "From", "0", "x"],
  ["total", "Up to and including", "1", "1,2,3"],
] as const)("an invalid value in a row of “%s”, “%s” moves nothing", { tags: ["long"] }, async ([name, label, valid, invalid]) => {
  const { uuid } = await at.addChat(scoredScript)
  await at.openEditor(page, uuid)
  await outlineRows(page).filter({ hasText: name }).first().click()
  const field = panel().getByLabel(label, { exact: true }).first()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await field.fill(valid)
    await expect.poll(() => field.getAttribute("aria-invalid")).not.toBe("true")
    const before = await placesIn(panel())
    await field.fill(invalid)
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
    expect([width, await placesIn(panel())]).toEqual([width, before])
    await expect.poll(() => panel().locator(".mantine-InputWrapper-error:visible").count()).toBe(1)
  }
})

test("an impossible day of an export moves nothing", async () => {
  const { uuid } = await at.addChat()
  await signInContext(page.context(), at.address)
  await page.goto(`${at.address}/chats/${at.slug}/${uuid}`)
  const details = page.getByRole("main")
  const from = page.getByRole("textbox", { name: "From", exact: true })
  await from.waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await from.fill("01-01-2026")
    await from.blur()
    await expect.poll(() => from.getAttribute("aria-invalid")).not.toBe("true")
    const before = await placesIn(details)
    await from.fill("31-02-2026")
    await expect.poll(() => from.getAttribute("aria-invalid")).toBe("true")
    expect([width, await placesIn(details)]).toEqual([width, before])
  }
})

/** Opens the translations of a chat into French. */
const openTranslations = async (uuid: ScriptId): Promise<Locator> => {
  await at.openEditor(page, uuid)
  const pane = page.getByRole("region", { name: "Translate the script" })
  await page.getByRole("button", { name: "Translations", exact: true }).click()
  await pane.getByLabel("Translate into").selectOption("fr")
  return pane
}

test("a translation moves no row while it is typed, and one that is too long is marked", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat({
    public_name: "Weather",
    language: "en",
    instructions: [
      {
        uuid: crypto.randomUUID(),
        order: 0,
        type: "question",
        label: "town",
        typing_delay: 0,
        messages: [],
        question: { uuid: crypto.randomUUID(), type: "open", skipable: true, placeholder: "Your town" },
      },
      {
        uuid: crypto.randomUUID(),
        order: 1,
        type: "end",
        label: "end",
        typing_delay: 0,
        messages: [],
        action: { type: "end", params: { endType: "finished", endAction: "close", message: "Goodbye", url: "" } },
      },
    ],
  })
  const pane = await openTranslations(uuid)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const [name, most] of [
      ["Public title in French", null],
      ["Placeholder of town in French", 1024],
      ["Closing text of end in French", 50],
    ] as const) {
      const field = pane.getByRole("textbox", { name, exact: true })
      const row = pane.getByRole("row").filter({ has: page.getByRole("textbox", { name, exact: true }) })
      await field.fill("")
      await row.getByText("Missing", { exact: true }).waitFor()
      const before = await placesIn(pane)
      await field.fill("é".repeat(most ?? 9))
      await row.getByText("Missing", { exact: true }).waitFor({ state: "detached" })
      expect([width, name, await placesIn(pane)]).toEqual([width, name, before])
      expect(await field.getAttribute("aria-invalid")).not.toBe("true")
      if (most === null) continue
      await field.press("End")
      await field.press("x")
      await row.getByText(`${most + 1} / ${most}`, { exact: true }).waitFor()
      expect(await field.getAttribute("aria-invalid")).toBe("true")
      expect([width, name, await placesIn(pane)]).toEqual([width, name, before])
    }
  }
})

test("a translation stays where it is, and readable, while its editor is loading", { tags: ["long"] }, async () => {
  const message = (locale: string, content: string) => ({ uuid: crypto.randomUUID(), locale, content })
  const { uuid } = await at.addChat({
    language: "en",
    instructions: [
      instruction(0, {
        uuid: crypto.randomUUID(),
        label: "hello",
        messages: [message("en", "Hello"), message("fr", "<ul><li>Bonjour</li></ul>")],
      }),
    ],
  })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route("**/assets/RichTextEditor-*.js", async (route) => {
    await isReleased
    await route.continue()
  })
  const pane = await openTranslations(uuid)
  const row = pane.getByRole("row").filter({ hasText: "Bonjour" })
  const heightOf = async () => (await row.boundingBox())?.height
  const before = await heightOf()
  await row.getByRole("button", { name: "Write hello in French" }).click()
  await expect.poll(() => row.getByRole("button", { name: "Write hello in French" }).isDisabled()).toBe(true)
  expect([await heightOf(), await row.locator("li").innerText()]).toEqual([before, "Bonjour"])
  release()
  await pane.getByRole("textbox", { name: "hello in French" }).waitFor()
})

test("clearing the only text of a translation keeps its row and the focus until another text is edited", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat({
    public_name: "",
    public_name_translations: [{ locale: "fr", content: "Météo" }],
    language: "en",
    instructions: [
      {
        uuid: crypto.randomUUID(),
        order: 0,
        type: "question",
        label: "town",
        typing_delay: 0,
        messages: [],
        question: {
          uuid: crypto.randomUUID(),
          type: "open",
          skipable: true,
          translations: [{ field: "placeholder", locale: "fr", content: "Votre ville" }],
        },
      },
    ],
  })
  const pane = await openTranslations(uuid)
  const fieldOf = (name: string) => pane.getByRole("textbox", { name, exact: true })
  const [title, placeholder] = [fieldOf("Public title in French"), fieldOf("Placeholder of town in French")]
  /** Clears a field twice, and types between, which only works if the field keeps the focus. */
  const clearAndType = async (field: Locator) => {
    await field.fill("")
    await page.keyboard.type("Ville")
    expect(await field.inputValue()).toBe("Ville")
    await field.fill("")
  }
  await clearAndType(placeholder)
  await title.focus()
  await placeholder.waitFor({ state: "detached" })
  await clearAndType(title)
  expect(await title.inputValue()).toBe("")
})

test("errors in the delivery wizard move nothing", { tags: ["long"] }, async () => {
  const { uuid } = await at.addChat(scoredScript)
  await at.openEditor(page, uuid)
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Send to API", exact: true }).click()
  await panel().getByRole("button", { name: "Set up delivery" }).click()
  const wizard = page.getByRole("dialog", { name: "Send to API" })
  /** Expects the same positions at every width before and after a change that shows an error. `takeBack` makes the value valid again. */
  const expectStable = async (error: string, showError: () => Promise<void>, takeBack: () => Promise<void>) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // Using the fields scrolls to them.
      await showError()
      await takeBack()
      const before = await placesIn(wizard)
      await showError()
      await wizard.getByText(error).waitFor()
      expect([width, error, await placesIn(wizard)]).toEqual([width, error, before])
      await takeBack()
      await wizard.getByText(error).waitFor({ state: "detached" })
    }
  }
  const endpoint = wizard.getByRole("textbox", { name: "Endpoint" })
  await endpoint.fill("https://example.org")
  await wizard.getByLabel("Also send abandoned chats").check()
  await wizard.getByLabel("After").selectOption("Custom")
  await expectStable(
    "Enter an address that begins with http:// or https://",
    () => endpoint.fill("nowhere"),
    () => endpoint.fill("https://example.org"),
  )
  const amount = wizard.getByLabel("Amount")
  await expectStable(
    "Enter a whole number from 1",
    () => amount.fill("0"),
    () => amount.fill("3"),
  )
  await wizard.getByRole("button", { name: "Next" }).click()
  await wizard.getByLabel("All questions").uncheck()
  const question = wizard.getByLabel("mood")
  await expectStable(
    "Choose a question to send, or all of them.",
    () => question.uncheck(),
    () => question.check(),
  )
  await wizard.getByRole("button", { name: "Next" }).click()
  const option = wizard.getByLabel("Its name")
  await expectStable(
    "choose at least one field of the question",
    () => option.uncheck(),
    () => option.check(),
  )
  const key = wizard.getByLabel("New key")
  await expectStable(
    "Enter a key",
    async () => {
      await key.fill("")
      await wizard.getByRole("button", { name: "Add key" }).click()
    },
    () => key.fill("source"),
  )
})

test("the password rules and a taken username move nothing in the form of a new user", { tags: ["long"] }, async () => {
  await signInContext(page.context(), at.address)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${at.address}/admin/user-management`)
    await page.getByRole("button", { name: "Add user" }).click()
    const form = page.getByRole("dialog", { name: "Add user" })
    const password = form.getByLabel("Password", { exact: true })
    await password.waitFor()
    const before = await placesIn(form)
    for (const text of ["a", "é", "aA1!", "First-Horses-1-Graze"]) {
      await password.fill(text)
      expect([width, text, await placesIn(form)]).toEqual([width, text, before])
    }
    await form.getByLabel("Username").fill(admin.username)
    await form.getByLabel("Email").fill("taken@example.org")
    // The error of the password is directly below its field, above the requirements.
    await password.fill("short")
    await form.getByRole("button", { name: "Add", exact: true }).click()
    const tops = ["This password doesn't meet all requirements.", "The new password still needs:"].map(async (text) => {
      const box = await form.getByText(text).boundingBox()
      return box?.y ?? Number.NaN
    })
    const [errorTop = 0, requirementsTop = 0] = await Promise.all(tops)
    expect(errorTop).toBeLessThan(requirementsTop)
    expect([width, await placesIn(form)]).toEqual([width, before])
    await password.fill("First-Horses-1-Graze")
    await form.getByRole("button", { name: "Add", exact: true }).click()
    await expect.poll(() => form.getByText("This username is taken.").count()).toBe(1)
    expect([width, await placesIn(form)]).toEqual([width, before])
  }
})

test("the payment form moves nothing below it when it has loaded", { tags: ["long"] }, async () => {
  await signInContext(page.context(), at.address)
  const below = page.getByRole("heading", { name: "Connections", level: 2 })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route("**/checkout", async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(`${at.address}/${at.slug}/options`)
    await below.waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    expect(await page.getByLabel("Client secret").count()).toBe(0)
    const readTop = () => below.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const before = await readTop()
    release()
    await page.getByLabel("Client secret").first().waitFor()
    expect([width, await readTop()]).toEqual([width, before])
    await page.unroute("**/checkout")
  }
})

test("an invalid slug moves nothing in the details of a chat", async () => {
  const { uuid } = await at.addChat()
  await signInContext(page.context(), at.address)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${at.address}/chats/${at.slug}/${uuid}`)
    const links = page.getByRole("main")
    const slug = links.getByLabel("Slug", { exact: true })
    await slug.fill("not a slug")
    const before = await placesIn(links)
    await slug.press("Enter")
    await expect.poll(() => slug.getAttribute("aria-invalid")).toBe("true")
    expect([width, await placesIn(links)]).toEqual([width, before])
  }
})

test("a wrong verification code moves nothing in the dialog, and a confirmed password not its button", { tags: ["long"] }, async () => {
  await signInContext(page.context(), at.address)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${at.address}/account/authentication`)
    const main = page.getByRole("main")
    await main.getByLabel("New password", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Enable two-factor authentication" }).waitFor()
    await main.getByLabel("Current password").fill(admin.password)
    const unmet = await placesIn(main)
    for (const label of ["New password", "Confirm new password"]) await main.getByLabel(label, { exact: true }).fill("First-Horses-1-Graze")
    expect([width, await placesIn(main)]).toEqual([width, unmet])
    await page.reload()
    await page.getByRole("button", { name: "Enable two-factor authentication" }).click()
    const dialog = page.getByRole("dialog")
    const code = dialog.getByLabel("Verification code")
    await code.fill("000000")
    await dialog.getByLabel("password", { exact: false }).first().fill(admin.password)
    const before = await placesIn(dialog)
    await dialog.getByRole("button", { name: "Enable", exact: true }).click()
    await expect.poll(() => code.getAttribute("aria-invalid")).toBe("true")
    expect([width, await placesIn(dialog)]).toEqual([width, before])
  }
})

/** The labels of all fields, with their distance from the top of the pane. */
const labelPlacesIn = (pane: Locator) =>
  pane.evaluate((element) =>
    [...element.querySelectorAll("label, legend")].map(
      (label) => `${label.textContent} ${Math.round(label.getBoundingClientRect().top - element.getBoundingClientRect().top)}`,
    ),
  )

test.for([
  { width: 1440, language: "nl" },
  { width: 390, language: "en" },
])(
  "colors, sizes and texts that are being typed move nothing on the styling screen, $width px wide, in $language",
  { tags: ["long"] },
  async ({ width, language }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInContext(page.context(), at.address)
    await page.goto(`${at.address}/${at.slug}/stylesheet`)
    await page.getByRole("tab").first().waitFor()
    if (language === "nl") await page.getByRole("button", { name: "Nederlands", exact: true }).click()
    for (const index of [0, 1, 2, 3]) {
      await page.getByRole("tab").nth(index).click()
      const pane = page.getByRole("tabpanel")
      await pane.getByRole("textbox").first().waitFor()
      const fields = await pane.getByRole("textbox").all()
      expect(fields.length).toBeGreaterThan(5)
      const before = await labelPlacesIn(pane)
      // A color that is readable on few backgrounds, one that is readable on none, a size, and a text that is none of these.
      for (const text of ["#ffffff", "#777777", "12px", "{"]) {
        for (const field of fields) await field.fill(text)
        await painted(page)
        const moved = (await labelPlacesIn(pane)).filter((place, i) => place !== before[i])
        expect([text, moved]).toEqual([text, []])
      }
    }
  },
)
