// Integrations set up in the editor: the delivery wizard, steps that call connections, APIs and an AI agent, and external data.
import { randomUUID } from "node:crypto"
import type { Browser, Page } from "playwright"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"
import { type Program, startProgram } from "../fixtures/program.ts"
import { findAccessibilityViolations } from "./accessibility.ts"
import { type ApiClient, createApiClient } from "./api-client.ts"
import { sharedBrowser } from "./chromium.ts"
import { readCode } from "./code-field.ts"
import { signIn } from "./console-steps.ts"

const dataDir = preparedDataDir()
const [withConnection, withoutConnection] = ["outbound", "alone"]
let program: Program
let browser: Browser
let page: Page
let api: ApiClient
let receiver: LoopbackServer
let connectionId = ""
let chats = 0

beforeAll(async () => {
  program = await startProgram({ dataDir, DEMO: "0", SEND_TO_PRIVATE: "1" })
  receiver = await startLoopbackServer()
  browser = await sharedBrowser()
  api = await createApiClient(program.address)
  await api.addCommunity("Outbound", withConnection)
  await api.addCommunity("Alone", withoutConnection)
  const { id } = await api.connections.add({
    community: withConnection,
    payload: { platform: 4, name: "People", externalKey: "acme", apiHost: receiver.address, apiMethod: "POST", apiPath: "/people" },
  })
  connectionId = id
})
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: program.address })
  page = await context.newPage()
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser?.close()
  await program?.stop()
  receiver?.stop()
  removeDataDir(dataDir)
})

const choice = {
  uuid: randomUUID(),
  type: "choice" as const,
  choices: [
    { uuid: randomUUID(), value: 1, order: 0, translation: { locale: "en", content: "Yes" } },
    { uuid: randomUUID(), value: 2, order: 1, translation: { locale: "en", content: "No" } },
  ],
}

/** Opens a saved chat with two questions in the editor, and adds an instruction after them unless the type is empty. */
const openWithInstruction = async (kind: string, { community = withConnection, query = "" } = {}): Promise<ScriptId> => {
  const chat = await api.scripts.add({ community, name: `Outbound ${++chats}` })
  const instructions = createInstructions(
    { type: "question", label: "comes", says: "Will you come?", question: { ...choice, uuid: randomUUID() } },
    { type: "question", label: "", says: "Anything else?", question: { uuid: randomUUID(), type: "open" } },
  )
  const script = { name: chat.name, public_name: chat.public_name, language: "en" as const, instructions }
  await api.scripts.save({ community, uuid: chat.uuid, script, markedForDelete: [] })
  await signIn(page, program.address, `/chats/${community}/${chat.uuid}/edit${query}`)
  await page.getByRole("list", { name: "Instructions" }).getByText("Anything else?").click()
  if (kind === "") return chat.uuid
  await page.getByRole("button", { name: "Add instruction" }).click()
  await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: kind, exact: true }).click()
  await panel().getByLabel("Name", { exact: true }).waitFor()
  return chat.uuid
}

const panel = () => page.getByRole("region", { name: "Instruction", exact: true })
const saveAndRead = async (uuid: ScriptId, community = withConnection): Promise<ReadonlyArray<Instruction>> => {
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.waitForURL(`**/chats/${community}/${uuid}`)
  return (await api.scripts.read({ community, uuid })).instructions
}
const currentScheme = () => document.documentElement.dataset["mantineColorScheme"]
/** Expects no accessibility violations in either color scheme once the colors have settled. */
const expectAccessibleInBothSchemes = async (part: string | null = null): Promise<void> => {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => page.evaluate(currentScheme)).toBe(colorScheme)
    await expect.poll(() => findAccessibilityViolations(page, part)).toEqual([])
  }
}

describe("the delivery wizard", () => {
  const wizard = () => page.getByRole("dialog", { name: "Send to API" })
  const step = (name: string) => wizard().getByRole("navigation", { name: "Steps" }).getByRole("button", { name })
  const payload = async (): Promise<unknown> => JSON.parse((await wizard().getByRole("figure", { name: "Payload" }).textContent()) ?? "")

  test("enables each step when the previous ones are valid, and saves the delivery in the last step", async () => {
    const uuid = await openWithInstruction("Send to API")
    await panel().getByRole("button", { name: "Set up delivery" }).click()
    expect(await step("Questions").isDisabled()).toBe(true)
    expect(await wizard().getByRole("button", { name: "Next" }).isDisabled()).toBe(true)
    await wizard().getByRole("textbox", { name: "Endpoint" }).fill("nowhere")
    await wizard().getByText("Enter an address that begins with http:// or https://").waitFor()
    await wizard().getByRole("textbox", { name: "Endpoint" }).fill(`${receiver.address}/hook`)
    await wizard().getByLabel("Also send abandoned chats").check()
    expect(await wizard().getByLabel("After").inputValue()).toBe("4-hours")
    await wizard().getByLabel("After").selectOption("Custom")
    await wizard().getByLabel("Amount").fill("0")
    await expect.poll(() => wizard().getByRole("button", { name: "Next" }).isDisabled()).toBe(true)
    await wizard().getByLabel("Amount").fill("3")
    await wizard().getByLabel("Unit").selectOption("Days")
    await wizard().getByLabel("Name of the trigger").fill("left")
    await expectAccessibleInBothSchemes("[role=dialog]")
    await wizard().getByRole("button", { name: "Next" }).click()

    expect(await wizard().getByText("q2 Anything else?").count()).toBe(0)
    await wizard().getByLabel("All questions").uncheck()
    await wizard().getByLabel("comes Will you come?").uncheck()
    await wizard().getByLabel("q2 Anything else?").uncheck()
    await wizard().getByText("Choose a question to send, or all of them.").waitFor()
    expect(await step("Structure").isDisabled()).toBe(true)
    await wizard().getByLabel("comes Will you come?").check()
    await expectAccessibleInBothSchemes("[role=dialog]")
    await step("Structure").click()

    expect(await wizard().getByRole("checkbox", { name: "Text of the answer" }).isChecked()).toBe(true)
    await wizard().getByRole("radio", { name: "As key and value" }).check()
    expect(await wizard().getByRole("radio", { name: "Text of the answer" }).isChecked()).toBe(true)
    await wizard().getByRole("radio", { name: "Value of the answer" }).check()
    await wizard().getByLabel("Its name").uncheck()
    expect(await wizard().getByRole("button", { name: "Save delivery" }).isDisabled()).toBe(true)
    await wizard().getByLabel("Its number (Q1)").check()
    await wizard().getByRole("button", { name: "Add key" }).click()
    await wizard().getByText("Enter a key").waitFor()
    await wizard().getByLabel("New key").fill("source")
    await wizard().getByRole("textbox", { name: "Value", exact: true }).fill("intake")
    await wizard().getByRole("button", { name: "Add key" }).click()
    expect(await payload()).toMatchObject({ version: 2, record: { source: "intake" }, answers: { Q1: 1 } })
    // A key that was typed but not added is included too.
    await wizard().getByLabel("New key").fill("campaign")
    await wizard().getByRole("textbox", { name: "Value", exact: true }).fill("spring")
    await expect.poll(payload).toMatchObject({ record: { source: "intake", campaign: "spring" } })
    await expectAccessibleInBothSchemes("[role=dialog]")
    await wizard().getByRole("button", { name: "Save delivery" }).click()
    await wizard().waitFor({ state: "detached" })

    await panel().getByText("Auto-delivery: 3 days · left").waitFor()
    await page.getByRole("list", { name: "Instructions" }).getByTitle("Auto-delivery: 3 days").waitFor()
    await panel().getByText("1 of 2 questions").waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
    const instructions = await saveAndRead(uuid)
    expect(instructions[2]?.action).toEqual({
      type: "send2api",
      params: {
        endpoint: `${receiver.address}/hook`,
        version: 2,
        questions: [instructions[0]?.question?.uuid],
        options: ["question.name.number", "answer.option.value", "answer.format.key-value"],
        labels: { source: "intake", campaign: "spring" },
        trigger: {
          enabled: true,
          name: "left",
          timeout: 259_200,
          config: { preset: null, custom: true, amount: 3, unit: "day" },
        },
      },
    })
  })

  test("[C15] sends the total of a score that the author chooses", { tags: ["long"] }, async () => {
    const uuid = await openWithInstruction("Score")
    await panel().getByLabel("Name", { exact: true }).fill("total")
    await page.getByRole("button", { name: "Add instruction" }).click()
    await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Send to API", exact: true }).click()
    await panel().getByRole("button", { name: "Set up delivery" }).click()
    await wizard().getByRole("textbox", { name: "Endpoint" }).fill(`${receiver.address}/hook`)
    await wizard().getByRole("button", { name: "Next" }).click()
    await wizard().getByText("Scores are sent only if you choose them.").waitFor()
    await wizard().getByLabel("All questions").uncheck()
    await wizard().getByLabel("q2 Anything else?").uncheck()
    await wizard().getByLabel("total score").check()
    await expectAccessibleInBothSchemes("[role=dialog]")
    await step("Structure").click()
    expect(await payload()).toMatchObject({ answers: [{}, { question: { name: { label: "total" } }, answer: [] }] })
    await wizard().getByRole("button", { name: "Save delivery" }).click()
    await panel().getByText("2 of 3 questions and scores").waitFor()
    const [comes, , score, delivery] = await saveAndRead(uuid)
    expect(delivery?.action).toMatchObject({ type: "send2api", params: { questions: [comes?.question?.uuid, score?.uuid] } })
  })

  test("previews a generated conversation, reports an unknown chat id, copies the preview, and shows the response to a test", {
    tags: ["long"],
  }, async () => {
    await openWithInstruction("Send to API", { query: "?dev=true" })
    await panel().getByRole("button", { name: "Set up delivery" }).click()
    await wizard().getByRole("textbox", { name: "Endpoint" }).fill(`${receiver.address}/hook`)
    await wizard().getByRole("button", { name: "Copy preview" }).click()
    await wizard().getByText("Copied").waitFor()
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(await payload())
    expect(await wizard().getByRole("figure", { name: "Payload" }).locator("[data-kind=key]").count()).toBeGreaterThan(5)
    const id = wizard().getByLabel("Conversation ID")
    await id.fill("no id at all")
    expect(await payload()).toMatchObject({ conversation: { metadata: { source: "preview" } } })
    await id.fill(randomUUID())
    await wizard().getByRole("alert").waitFor()
    await id.fill("")
    expect(await payload()).toMatchObject({ conversation: { metadata: { source: "preview" } } })
    await wizard().getByText("Developer mode").click()
    await wizard().getByRole("figure", { name: "Stored settings" }).getByText(`"${receiver.address}/hook"`).waitFor()

    receiver.answerWith((_, response) => void response.writeHead(503).end("closed for lunch"))
    await wizard().getByRole("button", { name: "Send a test" }).click()
    await wizard().getByText("The endpoint rejected it.").waitFor()
    await wizard().getByText("Status 503").waitFor()
    await wizard().getByText("closed for lunch").waitFor()
    receiver.answerWith((_, response) => void response.end('{"ok":true}'))
    await wizard().getByRole("button", { name: "Send a test" }).click()
    await wizard().getByText("Delivered.").waitFor()
    expect(receiver.received.at(-1)).toMatchObject({ method: "POST", path: "/hook" })
    await expectAccessibleInBothSchemes("[role=dialog]")
  })

  test("asks before it discards changes, and closes without asking when there are none", { tags: ["long"] }, async () => {
    await openWithInstruction("Send to API")
    const open = panel().getByRole("button", { name: "Set up delivery" })
    await open.click()
    await page.keyboard.press("Escape")
    await wizard().waitFor({ state: "detached" })
    await open.click()
    await wizard().getByRole("textbox", { name: "Endpoint" }).fill("https://example.org")
    await page.keyboard.press("Escape")
    const discardDialog = page.getByRole("dialog", { name: "Discard changes?" })
    await discardDialog.getByRole("button", { name: "Cancel" }).click()
    expect(await wizard().getByRole("textbox", { name: "Endpoint" }).inputValue()).toBe("https://example.org")
    await wizard().getByRole("button", { name: "Close" }).click()
    await discardDialog.getByRole("button", { name: "Discard" }).click()
    await wizard().waitFor({ state: "detached" })
    await panel().getByText("Nothing is sent yet.").waitFor()
  })

  test("keeps fields of a delivery that a newer version of the console added", { tags: ["long"] }, async () => {
    const chat = await api.scripts.add({ community: withConnection, name: `Outbound ${++chats}` })
    const params = { endpoint: `${receiver.address}/static`, later: [1] }
    const instructions = createInstructions(
      { type: "question", label: "", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
      { type: "action", label: "out", action: { type: "send2api", params, later: { by: "a newer one" } } },
    )
    const script = { name: chat.name, public_name: "Newer", language: "en" as const, instructions }
    await api.scripts.save({ community: withConnection, uuid: chat.uuid, script, markedForDelete: [] })
    await signIn(page, program.address, `/chats/${withConnection}/${chat.uuid}/edit?instruction=2`)
    await panel().getByRole("button", { name: "Set up delivery" }).click()
    await wizard().getByRole("textbox", { name: "Endpoint" }).fill(`${receiver.address}/other`)
    await wizard().getByRole("button", { name: "Save delivery" }).click()
    await wizard().waitFor({ state: "detached" })
    const [, stored] = await saveAndRead(chat.uuid)
    expect(stored?.action).toMatchObject({
      type: "send2api",
      params: { endpoint: `${receiver.address}/other`, later: [1] },
      later: { by: "a newer one" },
    })
  })

  test("shows a static delivery in one step, and lets the delivery of a live chat be viewed and tested but not changed", {
    tags: ["long"],
  }, async () => {
    const chat = await api.scripts.add({ community: withConnection, name: `Outbound ${++chats}` })
    const instructions = createInstructions(
      { type: "question", label: "", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
      { type: "action", label: "out", action: { type: "send2api", params: { endpoint: `${receiver.address}/static` } } },
    )
    const script = { name: chat.name, public_name: "Static", language: "en" as const, instructions }
    await api.scripts.save({ community: withConnection, uuid: chat.uuid, script, markedForDelete: [] })
    await signIn(page, program.address, `/chats/${withConnection}/${chat.uuid}/edit?instruction=2`)
    await panel().getByRole("button", { name: "Set up delivery" }).click()
    expect(await wizard().getByRole("navigation", { name: "Steps" }).count()).toBe(0)
    expect(await payload()).toMatchObject({ version: 1, answers: { q1: "An answer in the respondent's own words." } })
    expect(await wizard().getByRole("button", { name: "Save delivery" }).isEnabled()).toBe(true)
    await wizard().getByRole("button", { name: "Change to the dynamic format" }).click()
    await step("Structure").click()
    expect(await payload()).toMatchObject({ version: 2, answers: [{ question: { name: { label: "q1" } } }] })
    await wizard().getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: "Discard" }).click()

    await api.scripts.changeStatus({ community: withConnection, uuid: chat.uuid, to: "live" })
    await page.reload()
    await panel().getByRole("button", { name: "View delivery" }).click()
    expect(await wizard().getByRole("textbox", { name: "Endpoint" }).getAttribute("readonly")).not.toBeNull()
    expect(await wizard().getByRole("button", { name: "Save delivery" }).count()).toBe(0)
    expect(await wizard().getByRole("button", { name: "Send a test" }).isEnabled()).toBe(true)
  })
})

describe("steps that call other systems", () => {
  test("a CRM authentication shows the fields of its type and uses a connection of the community", { tags: ["long"] }, async () => {
    const uuid = await openWithInstruction("CRM auth")
    await panel().getByLabel("Connection", { exact: true }).selectOption("People · CRM")
    expect(await panel().getByLabel("Selector").count()).toBe(0)
    await panel().getByRole("radio", { name: "Preauthenticated" }).check()
    expect(await panel().getByLabel("Sender of the email").count()).toBe(0)
    await panel().getByRole("radio", { name: "Authenticated", exact: true }).check()
    await panel().getByLabel("Type of proof").fill("code by mail")
    await panel().getByLabel("Selector").fill("number")
    await panel().getByLabel("Value", { exact: true }).pressSequentially("{{q")
    await page.getByRole("option", { name: "{{answers.q2}}" }).click()
    await panel().getByLabel("Sender of the email").fill("a@example.org")
    await panel().getByLabel("Subject of the email").fill("Your code")
    await expectAccessibleInBothSchemes()
    const [, , stored] = await saveAndRead(uuid)
    expect(stored?.action).toMatchObject({
      type: "crmAuth",
      params: {
        crmAuthType: "authenticated",
        crmAuthenticatedType: "code by mail",
        selector: "number",
        valueSelector: "{{answers.q2}}",
        emailSender: "a@example.org",
        emailSubject: "Your code",
        platform: 4,
      },
    })
    const [people] = await api.connections.list({ community: withConnection })
    expect(Object(stored?.action?.params).connection).toBe(people?.id)
  })

  test("a missing connection is announced for 3.5 seconds and stays mentioned in the panel", { tags: ["long"] }, async () => {
    await page.clock.install()
    await openWithInstruction("CRM API call", { community: withoutConnection })
    const message = page.getByRole("region", { name: "Messages" }).getByText("This community has no CRM connection yet.")
    await message.waitFor()
    await panel().getByText("This community has no CRM connection yet.").waitFor()
    await page.clock.runFor(3000)
    expect(await message.count()).toBe(1)
    await page.clock.runFor(600)
    await message.waitFor({ state: "detached" })
    expect(await panel().getByRole("link", { name: "Go to the options page" }).getAttribute("href")).toBe(`/${withoutConnection}/options`)
    await expectAccessibleInBothSchemes()
  })

  test("choosing a spreadsheet shows a warning that no chat calls it", { tags: ["long"] }, async () => {
    await api.addCommunity("Sheets", "sheets")
    for (const payload of [
      { platform: 2, name: "Rows", externalKey: "k", spreadsheetId: "s", sheetName: "n", sheetRange: "A1", sheetCredentials: { a: 1 } },
      { platform: 4, name: "People", externalKey: "k", apiHost: receiver.address, apiMethod: "GET", apiPath: "/" },
    ] as const)
      await api.connections.add({ community: "sheets", payload })
    await openWithInstruction("CRM API call", { community: "sheets" })
    const warning = panel().getByText("Spreadsheets aren't supported here")
    await panel().getByLabel("Connection", { exact: true }).selectOption("Rows · Spreadsheet")
    await warning.waitFor()
    await panel().getByLabel("Connection", { exact: true }).selectOption("People · CRM")
    await warning.waitFor({ state: "detached" })
  })

  test("a CRM call and a connector with its mapper are configured and saved", { tags: ["long"] }, async () => {
    const uuid = await openWithInstruction("CRM API call")
    await panel().getByLabel("Connection", { exact: true }).selectOption("People · CRM")
    await panel().getByLabel("Column").fill("city")
    await panel().getByLabel("Placeholder").fill("Your city")
    await page.getByRole("button", { name: "Add instruction" }).click()
    await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Send to connector", exact: true }).click()
    await panel().getByLabel("Connector").selectOption("People · CRM")
    expect(await panel().getByLabel("Mapper").inputValue()).toBe("default")
    await panel().getByLabel("Defaults").fill('{"source": ')
    await panel().getByText("This isn't a JSON object yet.").waitFor()
    await panel().getByLabel("Defaults").fill('{"source": "chat"}')
    await expectAccessibleInBothSchemes()
    const [, , call, connector] = await saveAndRead(uuid)
    const [people] = await api.connections.list({ community: withConnection })
    expect(call?.action).toMatchObject({ type: "crmApi", params: { connection: people?.id, column: "city", placeholder: "Your city" } })
    expect(connector?.action).toMatchObject({
      type: "send2con",
      params: { connector: people?.id, mapper: "default", defaults: { source: "chat" } },
    })
  })

  test("an AI agent is offered only in developer mode, starts from a preset, and completes names in its prompt", {
    tags: ["long"],
  }, async () => {
    await openWithInstruction("")
    await page.getByRole("button", { name: "Add instruction" }).click()
    const picker = page.getByRole("region", { name: "Instruction picker" })
    await picker.getByRole("button", { name: "Send to API", exact: true }).waitFor()
    expect(await picker.getByRole("button", { name: "Ask AI agent" }).count()).toBe(0)
    await page.context().close()
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage()
    const uuid = await openWithInstruction("Ask AI agent", { query: "?dev=true" })
    await panel().getByLabel("Provider").selectOption("Provider with an account")
    expect(await panel().getByLabel("Endpoint").count()).toBe(0)
    await panel().getByLabel("Provider").selectOption("REST endpoint")
    await panel().getByLabel("Endpoint").fill(`${receiver.address}/ai`)
    for (const preset of ["Classify", "Detect sentiment", "Generate follow-up question", "Obtain full address"])
      expect(await panel().getByRole("button", { name: preset, exact: true }).count()).toBe(1)
    await panel().getByRole("button", { name: "Summarize", exact: true }).click()
    const prompt = panel().getByLabel("Prompt")
    expect(await prompt.inputValue()).toBe(
      "Summarize these answers in two sentences.\nWill you come? {{answers.comes}}\nAnything else? {{answers.q2}}",
    )
    await prompt.press("Control+End")
    await prompt.pressSequentially(" {{com")
    await page.getByRole("option", { name: "{{answers.comes}}" }).waitFor()
    await expectAccessibleInBothSchemes()
    await prompt.press("Enter")
    const [, , stored] = await saveAndRead(uuid)
    expect(stored?.action).toMatchObject({
      type: "askAI",
      params: { provider: "rest", endpoint: `${receiver.address}/ai`, purpose: "Summarize" },
    })
    expect(Object(stored?.action?.params).contextText).toMatch(/q2\}\} \{\{answers\.comes\}\}$/)
  })

  test("[A9] an unknown AI provider is shown by its name and left unchanged", { tags: ["long"] }, async () => {
    const chat = await api.scripts.add({ community: withConnection, name: `Outbound ${++chats}` })
    const params = { provider: "oracle", purpose: "", contextText: "Why?" }
    const instructions = createInstructions({ type: "action", label: "ask", action: { type: "askAI", params } })
    const script = { name: chat.name, public_name: "Ask", language: "en" as const, instructions }
    await api.scripts.save({ community: withConnection, uuid: chat.uuid, script, markedForDelete: [] })
    await signIn(page, program.address, `/chats/${withConnection}/${chat.uuid}/edit`)
    await page.getByRole("textbox", { name: "Prompt" }).fill("Why not?")
    expect(await panel().getByLabel("Provider").inputValue()).toBe("oracle")
    const [stored] = await saveAndRead(chat.uuid)
    expect(stored?.action).toMatchObject({ type: "askAI", params: { provider: "oracle", contextText: "Why not?" } })
  })

  test("an existing Get from API step can be edited, but the picker does not offer one", { tags: ["long"] }, async () => {
    const chat = await api.scripts.add({ community: withConnection, name: `Outbound ${++chats}` })
    const instructions = createInstructions(
      { type: "question", label: "who", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
      { type: "action", label: "get", action: { type: "getFromAPI", params: { endpoint: "" } } },
    )
    const script = { name: chat.name, public_name: "Get", language: "en" as const, instructions }
    await api.scripts.save({ community: withConnection, uuid: chat.uuid, script, markedForDelete: [] })
    await signIn(page, program.address, `/chats/${withConnection}/${chat.uuid}/edit?instruction=2`)
    await panel().getByLabel("Endpoint").fill("https://a.example/person")
    const sent = panel().getByLabel("Request body")
    await sent.fill('{"of": 1, "who": ""}')
    await sent.press("End")
    for (const _ of '"}') await sent.press("ArrowLeft")
    await sent.pressSequentially("{{wh")
    await page.getByRole("option", { name: "{{answers.who}}" }).waitFor()
    await expectAccessibleInBothSchemes()
    await sent.press("Enter")
    await expect.poll(() => readCode(sent)).toBe('{"of": 1, "who": "{{answers.who}}"}')
    await page.getByRole("list", { name: "Instructions" }).getByText("https://a.example/person").waitFor()
    await page.getByRole("button", { name: "Add instruction" }).click()
    expect(await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Get from API" }).count()).toBe(0)
    const [, stored] = await saveAndRead(chat.uuid)
    expect(stored?.action?.params).toMatchObject({
      endpoint: "https://a.example/person",
      sendPayload: { of: 1, who: "{{answers.who}}" },
    })
  })
})

test("recalls of answers are completed in choices and placeholders, and Enter still adds a choice", { tags: ["long"] }, async () => {
  const uuid = await openWithInstruction("Single choice")
  const choices = panel()
    .getByRole("group", { name: "Choices" })
    .getByRole("textbox", { name: /^Choice \d+$/ })
  await choices.last().waitFor()
  const before = await choices.count()
  await choices.last().fill("")
  await choices.last().pressSequentially("As {{com")
  await page.getByRole("option", { name: "{{answers.comes}}" }).waitFor()
  await expectAccessibleInBothSchemes()
  await choices.last().press("Enter")
  await expect.poll(() => choices.last().inputValue()).toBe("As {{answers.comes}}")
  expect(await choices.count()).toBe(before)
  await choices.last().press("Enter")
  await expect.poll(() => choices.count()).toBe(before + 1)
  await choices.last().fill("None")

  await page.getByRole("list", { name: "Instructions" }).getByText("Anything else?").click()
  await panel().getByLabel("Placeholder").pressSequentially("Like {{com")
  await page.getByRole("option", { name: "{{answers.comes}}" }).click()
  await expect.poll(() => panel().getByLabel("Placeholder").inputValue()).toBe("Like {{answers.comes}}")
  const [, open, stored] = await saveAndRead(uuid)
  expect(open?.question?.placeholder).toBe("Like {{answers.comes}}")
  expect(stored?.question?.choices?.map(({ translation }) => translation.content).slice(-2)).toEqual(["As {{answers.comes}}", "None"])
})

describe("external data", () => {
  const dialog = () => page.getByRole("dialog", { name: "External data" })
  const open = async () => {
    await page.getByRole("button", { name: "Chat Options" }).click()
    await page.getByRole("dialog", { name: "Chat Options" }).getByRole("button", { name: "External data" }).click()
  }

  test("is edited and saved as a list of rows, whose keys are then offered in conditions", async () => {
    const uuid = await openWithInstruction("")
    await open()
    await page.getByRole("region", { name: "Messages" }).getByText("No external data has been found for this chat.").waitFor()
    await dialog().getByLabel("Value source 1").fill("city")
    await dialog().getByText("Enter the path of the value").waitFor()
    expect(await dialog().getByRole("button", { name: "Save external data" }).isDisabled()).toBe(true)
    await dialog().getByLabel("Selector 1").fill("$.person.city")
    await dialog().getByRole("button", { name: "Add value" }).click()
    await dialog().getByLabel("Value source 2").fill("gone")
    await dialog().getByRole("button", { name: "Remove value 2" }).click()
    await expectAccessibleInBothSchemes("[role=dialog]")
    await dialog().getByRole("button", { name: "Save external data" }).click()
    await dialog().waitFor({ state: "detached" })
    await page.getByRole("dialog", { name: "Chat Options" }).getByRole("button", { name: "Close" }).click()
    await panel().getByLabel("Condition").fill("crm.c")
    await page.getByRole("option", { name: "city" }).click()
    expect(await readCode(panel().getByLabel("Condition"))).toBe("crm.city")

    const [, stored] = await saveAndRead(uuid)
    expect(stored?.condition).toBe("crm.city")
    await page.goto(`${program.address}/chats/${withConnection}/${uuid}/edit`)
    await open()
    expect(await dialog().getByLabel("Value source 1").inputValue()).toBe("city")
    expect(await dialog().getByLabel("Selector 1").inputValue()).toBe("$.person.city")
    expect(await dialog().getByLabel("Connection 1").textContent()).toBe("People")
  })

  test("is offered in messages beside answers and outcomes: in the text, the larger editor and the source", {
    tags: ["long"],
  }, async () => {
    const uuid = await openWithInstruction("CRM API call")
    await panel().getByLabel("Name", { exact: true }).fill("lookup")
    await api.dataPoints.save({ uuid, rows: [{ selectedConnection: connectionId, valueSource: "city", dataSelector: "city" }] })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.waitForURL(`**/chats/${withConnection}/${uuid}`)
    await page.goto(`${program.address}/chats/${withConnection}/${uuid}/edit`)
    await page.getByRole("list", { name: "Instructions" }).getByText("lookup").click()
    await page.getByRole("button", { name: "Add instruction" }).click()
    await page.getByRole("region", { name: "Instruction picker" }).getByRole("button", { name: "Text message" }).click()
    const message = panel().getByRole("textbox", { name: "Message" })
    const options = page.getByRole("listbox").getByRole("option")
    await message.click()
    await page.keyboard.press("Control+b")
    await page.keyboard.type("In {{city")
    await options.getByText("{{crm.city}}").waitFor()
    await expectAccessibleInBothSchemes()
    await page.keyboard.press("Enter")
    await expect.poll(() => options.count()).toBe(0)
    await page.keyboard.type(": {{look")
    await options.getByText("{{actions.lookup}}").click()
    await page.keyboard.type("! {{com")
    await options.getByText("{{answers.comes}}").waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => options.count()).toBe(0)
    for (const _ of "{{com") await page.keyboard.press("Backspace")
    await expect.poll(() => message.innerHTML()).toBe("<p><strong>In {{crm.city}}: {{actions.lookup}}! </strong></p>")

    await panel().getByRole("button", { name: "Larger editor" }).click()
    const large = page.getByRole("dialog", { name: "Message" })
    await large.getByRole("textbox").click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type("{{com")
    await options.getByText("{{answers.comes}}").waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => options.count()).toBe(0)
    expect(await large.count()).toBe(1)
    await page.keyboard.press("Control+Space")
    await options.getByText("{{answers.comes}}").waitFor()
    await page.keyboard.press("Tab")
    await large.getByText("{{answers.comes}}").waitFor()
    await large.getByRole("button", { name: "Close" }).click()

    await panel().getByRole("button", { name: "Source code" }).click()
    const source = panel().getByRole("textbox", { name: "Message" })
    await source.fill("<p>{{answers.comes}}</p>{{")
    await page.keyboard.press("End")
    await page.keyboard.type("ci")
    await options.getByText("{{crm.city}}").waitFor()
    await page.keyboard.press("Enter")
    await expect.poll(() => readCode(source)).toBe("<p>{{answers.comes}}</p>{{crm.city}}")
  })

  test("closes when the community has no connection, with a short message", { tags: ["long"] }, async () => {
    await openWithInstruction("", { community: withoutConnection })
    await page.clock.install()
    await open()
    const message = page.getByRole("region", { name: "Messages" }).getByText("This community has no CRM connection yet.")
    await message.waitFor()
    expect(await dialog().count()).toBe(0)
    await page.clock.runFor(1600)
    await message.waitFor({ state: "detached" })
  })
})

test("testing a connection on the options page shows its response and whether it succeeded", { tags: ["long"] }, async () => {
  receiver.answerWith((_, response) => void response.end('{"people": 3}'))
  await signIn(page, program.address, `/${withConnection}/options`)
  await page.getByRole("button", { name: "Test People" }).click()
  await page.getByText("“People” responded.").waitFor()
  await page.getByText("Status 200").waitFor()
  expect(await page.getByRole("figure", { name: "Beginning of the response" }).textContent()).toBe('{"people": 3}')
  await expectAccessibleInBothSchemes()
  receiver.answerWith((_, response) => void response.writeHead(403).end("not you"))
  await page.getByRole("button", { name: "Test People" }).click()
  await page.getByText("“People” responded with an error.").waitFor()
  await page.getByText("not you").waitFor()
  receiver.answerWith((_, response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end())
  await page.getByRole("button", { name: "Test People" }).click()
  await page.getByText("Status 302").waitFor()
  await page.getByText("“People” responded with an error.").waitFor()
})
