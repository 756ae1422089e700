// Respondents' calls on the real server: opening, answering and watching a conversation, files, rate limits and access.
import { randomBytes, randomUUID } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { sql } from "kysely"
import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createChatClient } from "../../adapters/public-pages/chat-client.ts"
import { fetchStatistics } from "../../adapters/public-pages/statistics-client.ts"
import { deleteUnansweredConversations, expireConversations } from "../../adapters/server/conversations/conversation-repository.ts"
import { hashToken } from "../../adapters/server/security/one-time-tokens.ts"
import { toChatFailure } from "../../domain/chat/chat-failure.ts"
import { conversationTimeoutMs, rateLimitPerMinute, unansweredFileLifetimeMs } from "../../domain/conversations/conversation-limits.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { unlimitedPeriod } from "../../domain/statistics/statistics-period.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import {
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"

const hour = 3_600_000

const readTurns = (opened: ReceivedResponse): unknown => Object(opened.json()).turns

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let server: TestServer
  let ada: Visitor
  let acme = ""
  let script: ScriptId
  let instructions: ReadonlyArray<Instruction> = []
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    acme = await server.addCommunity("acme")
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    ada = await server.signedIn("ada")
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    // The next minute, so that earlier calls no longer count towards rate limits.
    clock += 61_000
    instructions = createInstructions(
      { type: "message", says: "Dag {{metadata.naam|u}}" },
      { type: "question", label: "komt", says: "Komt u?", question: yesNoQuestion },
      {
        type: "question",
        label: "waarom",
        says: "Waarom niet?",
        condition: "komt == 2",
        question: { uuid: randomUUID(), type: "open", skipable: true },
      },
      { type: "question", label: "foto", says: "Een foto?", question: { uuid: randomUUID(), type: "file", skipable: true } },
    )
    script = await createLiveScript(ada, "acme", instructions)
  })
  const uuidOf = (place: number): string => instructions[place]?.uuid ?? ""
  const send = (call: Parameters<typeof callChatApi>[1], body: unknown) => callChatApi(server.address, call, body)
  const open = (pass: string, more: object = {}) => send("open", { pass, anonymous: { community: "acme", script }, ...more })
  const answer = (pass: string, place: number, given: unknown, after = 1) => send("answer", { pass, uuid: uuidOf(place), given, after })
  /** Opens a conversation and stores it without an answer. */
  const begin = async (pass: string): Promise<void> => {
    await open(pass)
    await send("watch", { pass, after: 1 })
  }
  const exported = () => createConversationsApi(ada.api()).exportPage({ community: "acme", uuid: script, limit: 100, after: null })
  const setState = async (state: number) => ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state })

  test("plays a conversation to its end and exports it, without sending conditions to the page", async () => {
    const pass = createAccessToken()
    const first = await open(pass, { metadata: { naam: "Ada", l: "nl" } })
    expect(first.status).toBe(200)
    expect(first.json()).toMatchObject({
      community: { slug: "acme" },
      script: { uuid: script, title: "Live chat" },
      language: "nl",
      isBegun: false,
      total: 1,
      waiting: { for: "answer", uuid: uuidOf(1) },
      turns: [
        {
          answer: null,
          effects: [
            { type: "show", html: "<p>Dag Ada</p>" },
            { type: "ask", html: "<p>Komt u?</p>" },
          ],
        },
      ],
    })
    expect(first.text).not.toContain("condition")
    const second = await answer(pass, 1, 2)
    expect(second.json()).toMatchObject({ total: 2, waiting: { uuid: uuidOf(2) }, turns: [{ answer: { uuid: uuidOf(1), value: 2 } }] })
    await answer(pass, 2, "Geen tijd", 2)
    const last = await answer(pass, 3, null, 3)
    expect(last.json()).toMatchObject({
      waiting: null,
      progress: 1,
      turns: [{ effects: [{ type: "end", ending: { endAction: "close", message: "", url: "" } }] }],
    })
    const { items } = await exported()
    expect(items).toMatchObject([
      {
        status: "finished",
        revision: 2,
        metadata: { naam: "Ada" },
        answers: { [uuidOf(1)]: 2, [uuidOf(2)]: "Geen tijd", [uuidOf(3)]: null },
      },
    ])
    expect(items[0]?.finishedAt).not.toBeNull()
  })

  test("[X16] exports the scores that the respondent reached, whatever their conditions read", async () => {
    const choices = (yesNoQuestion.choices ?? []).map((choice, order) => ({ ...choice, score: order === 0 ? 3 : 0 }))
    const score = { type: "score", says: "Uw uitslag", action: { type: "score", params: {} } } as const
    instructions = createInstructions(
      { type: "question", label: "komt", says: "Komt u?", question: { ...yesNoQuestion, choices } },
      { ...score, label: "uitslag", condition: "metadata.groep == 'a'" },
      { ...score, label: "andere", condition: "metadata.groep == 'b'" },
      { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open", skipable: true } },
      { ...score, label: "laatste" },
    )
    script = await createLiveScript(ada, "acme", instructions)
    const pass = createAccessToken()
    await open(pass, { metadata: { groep: "a" } })
    await answer(pass, 0, 1)
    expect((await exported()).items).toMatchObject([{ scores: { [uuidOf(1)]: { total: 3, average: 3 } } }])
    await answer(pass, 3, null, 2)
    const reached = { [uuidOf(1)]: { total: 3, average: 3 }, [uuidOf(4)]: { total: 3, average: 3 } }
    expect((await exported()).items.map(({ scores }) => scores)).toEqual([reached])
  })

  test("sends only what the page shows: no names, scores, amounts, notes, kinds of actions and ends, or unknown fields", async () => {
    const choice = (value: number, content: string) => ({
      uuid: randomUUID(),
      value,
      order: 10 - value,
      score: 7000 + value,
      amount: 8000 + value,
      fixed: true,
      note: "author's note",
      translation: { locale: "nl", content, note: "author's note" },
      translations: [{ locale: "en", content: "English" }],
    })
    const [ja, nee] = [choice(1, "Ja"), choice(2, "Nee")]
    const question = {
      uuid: randomUUID(),
      type: "choice",
      skipable: true,
      placeholder: "Kies",
      presentation: "author's note",
      note: "author's note",
      choices: [ja, nee],
      options: { columns: 2, randomize: true, scores: true, amounts: true, charttype: "pie", rule: "author's note" },
    } as const
    const scored = createInstructions(
      { type: "question", label: "author_first", says: "Een?", question },
      { type: "question", label: "author_second", says: "Twee?", question: { ...question, uuid: randomUUID() } },
      { type: "score", label: "author_sum", action: { type: "score", params: { display: "total" } } },
      { type: "action", label: "author_call", action: { type: "crmApi", params: { connection: "none" } } },
      {
        type: "end",
        label: "author_end",
        action: { type: "end", params: { endType: "screenout", endAction: "close", message: "Tot ziens", url: "" } },
      },
    )
    const scoredScript = await createLiveScript(ada, "acme", scored)
    const style = { web: [], stats: [], note: "author's note" }
    const administrator = await server.signedIn("admin")
    expect((await administrator.send("POST", `/api/communities/${acme}/style`, style)).json()).toEqual(style)
    const pass = createAccessToken()
    const opened = await send("open", { pass, anonymous: { community: "acme", script: scoredScript } })
    const answered = await send("answer", { pass, uuid: scored[0]?.uuid, given: 1, after: 1 })
    const summed = await send("answer", { pass, uuid: scored[1]?.uuid, given: 2, after: 2 })
    const watch = () => send("watch", { pass, after: 0 })
    await expect.poll(async () => (await watch()).text).toContain("Tot ziens")
    const statistics = await ada.send("GET", `/stats/api/acme/${scoredScript}`)
    expect(Object(statistics.json()).style).toEqual({ web: [], stats: [] })
    for (const { text } of [opened, answered])
      expect(text).not.toMatch(/note|score|amount|randomize|charttype|fixed|translations|presentation|:[78]00\d\b/)
    for (const { text } of [opened, answered, await watch()]) expect(text).not.toMatch(/author_|crmApi|screenout|waits/)
    const shown = ({ uuid, value }: { readonly uuid: string; readonly value: number }, order: number) => ({
      uuid,
      value,
      order,
      translation: { locale: "nl", content: value === 1 ? "Ja" : "Nee" },
    })
    expect(Object(opened.json()).turns[0].effects[0].question).toEqual({
      uuid: question.uuid,
      type: "choice",
      skipable: true,
      placeholder: "Kies",
      choices: [shown(nee, 1), shown(ja, 2)],
      options: { columns: 2 },
    })
    // The server computes the score and sends it as text.
    expect(summed.text).toContain("14003")
  })

  test("returns the same conversation when it is opened again and counts a repeated answer once", async () => {
    const pass = createAccessToken()
    const before = await open(pass)
    expect((await open(pass)).json()).toEqual(before.json())
    const [first, second] = await Promise.all([answer(pass, 1, 1), answer(pass, 1, 1)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.json()).toEqual(second.json())
    expect(second.json()).toMatchObject({ isOvertaken: false })
    // A late copy of the answer is the same answer, also as the choice's text.
    expect((await answer(pass, 1, "Ja", 0)).json()).toMatchObject({ total: 2, isOvertaken: false })
    // Another value changes nothing; the response says so and has the turns that the page missed.
    expect((await answer(pass, 1, 2, 0)).json()).toMatchObject({
      total: 2,
      isOvertaken: true,
      turns: [{ answer: null }, { answer: { value: 1 } }],
    })
    // A question that was not asked yet, and a message, have no other answer.
    expect((await answer(pass, 2, "x", 2)).json()).toMatchObject({ total: 2, isOvertaken: false })
    expect((await answer(pass, 0, "x", 2)).json()).toMatchObject({ total: 2, isOvertaken: false })
    expect((await open(pass)).json()).toMatchObject({ total: 2, waiting: { uuid: uuidOf(3) } })
    // A page that missed turns gets all of them, with those after its own answer.
    expect((await answer(pass, 3, null, 1)).json()).toMatchObject({ turns: [{ answer: { value: 1 } }, { answer: { value: null } }] })
    expect((await exported()).items).toHaveLength(1)
  })

  test("counts a conversation in which every question was skipped as unanswered", async () => {
    script = await createLiveScript(
      ada,
      "acme",
      instructions.filter(({ label }) => label === "foto").map((instruction) => ({ ...instruction, order: 0 })),
    )
    const pass = createAccessToken()
    await open(pass)
    expect((await answer(pass, 3, null)).json()).toMatchObject({ waiting: null })
    const counted = async (filledonly: boolean) =>
      (await ada.send("GET", `/api/acme/${script}/export/count?filledonly=${filledonly}`)).json()
    expect([await counted(false), await counted(true)]).toEqual([{ count: 1 }, { count: 0 }])
  })

  test("exports when a conversation was begun, last answered and finished", async () => {
    const at = () => new Date(clock).toISOString()
    const [pass, begun] = [createAccessToken(), at()]
    await begin(pass)
    const exportedTimes = async () =>
      (await exported()).items.map(({ startedAt, updatedAt, syncedAt, finishedAt }) => [startedAt, updatedAt, syncedAt, finishedAt])
    expect(await exportedTimes()).toEqual([[begun, begun, begun, null]])
    clock += hour
    await answer(pass, 1, 1)
    expect(await exportedTimes()).toEqual([[begun, at(), at(), null]])
    clock += hour
    await answer(pass, 3, null)
    expect(await exportedTimes()).toEqual([[begun, at(), at(), at()]])
  })

  test("saves an answer with prepared queries that name their columns", async ({ onTestFinished }) => {
    const pass = createAccessToken()
    await begin(pass)
    const querySpy = vi.spyOn(pg.Client.prototype, "query")
    onTestFinished(() => querySpy.mockRestore())
    await answer(pass, 1, 1)
    const queries = querySpy.mock.calls.flatMap(([config]: ReadonlyArray<unknown>) =>
      isRecord(config) && typeof config["text"] === "string" ? [{ text: config["text"], name: String(config["name"]) }] : [],
    )
    const planned = queries.filter(({ name }) => name.startsWith("often-")).map(({ text }) => text)
    expect(planned).toEqual([
      expect.stringMatching(/^select .* for update of "conversations"$/),
      expect.stringMatching(/update "conversations" set/),
    ])
    // Another version may add columns.
    expect(planned.join(" ")).not.toContain("*")
  })

  test("starts one conversation when the same token answers eight times at the same time", async () => {
    const pass = createAccessToken()
    const anonymous = { community: "acme", script }
    const answered = await Promise.all(
      Array.from({ length: 8 }, () => send("answer", { pass, anonymous, uuid: uuidOf(1), given: 1, after: 1 })),
    )
    expect(answered.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await exported()).items).toHaveLength(1)
  })

  test("rejects an invalid answer with the reason and keeps waiting for the question", async () => {
    const pass = createAccessToken()
    await open(pass)
    const refused = await answer(pass, 1, 7)
    expect([refused.status, refused.json()]).toMatchObject([422, { message: "answer.unknown-choice", values: { value: "7" } }])
    expect((await send("watch", { pass, after: 1 })).json()).toMatchObject({ total: 1, waiting: { uuid: uuidOf(1) } })
  })

  test("starts the conversation of a personal link with its first answer, by token or short code, not when it is opened", async () => {
    const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
    const [token, code] = [link?.conversation ?? "", link?.code ?? ""]
    for (const pass of [token, code, token]) {
      const opened = await send("open", { pass, language: "en", metadata: { ref: "x" } })
      expect(opened.json()).toMatchObject({ isBegun: false, language: "en", total: 1, waiting: { uuid: uuidOf(1) } })
    }
    expect(await createConversationsApi(ada.api()).count({ community: "acme", uuid: script })).toBe(0)
    const firstAnswer = { pass: code, uuid: uuidOf(1), given: 1, after: 1, language: "en", metadata: { ref: "y" } }
    expect((await send("answer", firstAnswer)).json()).toMatchObject({ total: 2 })
    expect((await send("open", { pass: token, metadata: { ref: "late" } })).json()).toMatchObject({
      isBegun: true,
      language: "en",
      total: 2,
    })
    expect((await exported()).items).toMatchObject([{ metadata: { ref: "y" }, answers: { [uuidOf(1)]: 1 } }])
  })

  test("[E7] adds the URL parameters of a personal link to the metadata from its list without overriding it", async () => {
    const metadata = { naam: "Ann", vip: "", ref: "list" }
    const [link] = await createConversationsApi(ada.api()).makeUniqueLinks({
      community: "acme",
      uuid: script,
      people: [{ profile: { email: "ann@example.org" }, conversation: { metadata } }],
      short: false,
    })
    const opening = { pass: link?.conversation, metadata: { naam: "Bob", vip: "1", l: "en", bron: "mail" } }
    expect((await send("open", opening)).text).toContain("Dag Ann")
    await send("watch", { ...opening, after: 0 })
    const [{ metadata: storedMetadata } = {}] = (await exported()).items
    expect(storedMetadata).toEqual({ naam: "Ann", ref: "list", bron: "mail" })
  })

  describe("an anonymous conversation", () => {
    const storedRows = () =>
      server.database.db.selectFrom("conversations").select("revision").where("script_id", "=", script).orderBy("revision").execute()
    const readStart = (opened: ReceivedResponse) => readStringField(opened.json(), "start")

    test("is stored with its first valid answer, not when it is opened", async () => {
      const passes = Array.from({ length: 3 }, createAccessToken)
      for (const pass of passes)
        expect((await open(pass, { metadata: { naam: "Ada" } })).json()).toMatchObject({ isBegun: false, total: 1 })
      const [pass = ""] = passes
      expect((await answer(pass, 1, 7)).status).toBe(422)
      expect(await storedRows()).toEqual([])
      expect((await answer(pass, 1, 2)).json()).toMatchObject({ total: 2, waiting: { uuid: uuidOf(2) } })
      expect((await exported()).items).toMatchObject([{ metadata: { naam: "Ada" }, answers: { [uuidOf(1)]: 2 } }])
      // Stored once: the state of the conversation has no copy.
      const { state, metadata } = await server.database.db
        .selectFrom("conversations")
        .select(["state", "metadata"])
        .where("script_id", "=", script)
        .executeTakeFirstOrThrow()
      expect([state?.includes("Ada"), metadata]).toEqual([false, '{"naam":"Ada"}'])
    })

    test("is stored by the page's own client with the first answer or file, with the parameters of its address", async () => {
      instructions = createInstructions(
        { type: "question", says: "Een foto?", question: { uuid: randomUUID(), type: "file", skipable: true } },
        { type: "question", says: "Komt u?", question: yesNoQuestion },
      )
      script = await createLiveScript(ada, "acme", instructions)
      const { signal } = new AbortController()
      const openPage = async (naam: string) => {
        const client = createChatClient(`${server.address}/chat`, createAccessToken(), { metadata: { naam } })
        expect((await client.open({ anonymous: { community: "acme", script } }, signal)).isBegun).toBe(false)
        return client
      }
      const [skipping, uploading] = [await openPage("Ada"), await openPage("Bea")]
      expect(await storedRows()).toEqual([])
      await skipping.giveAnswer({ uuid: uuidOf(0), given: null, after: 1 }, signal)
      await skipping.giveAnswer({ uuid: uuidOf(1), given: 1, after: 2 }, signal)
      const picture = { name: "a.png", type: "image/png", arrayBuffer: async () => new Uint8Array(smallestPng).buffer }
      const { name: file } = await uploading.uploadFile(uuidOf(0), picture, signal)
      await uploading.giveAnswer({ uuid: uuidOf(0), given: [file], after: 1 }, signal)
      const shown = (await exported()).items.map(({ metadata, answers }) => [metadata, answers[uuidOf(0)]])
      expect(shown).toHaveLength(2)
      for (const it of [
        [{ naam: "Ada" }, null],
        [{ naam: "Bea" }, [file]],
      ])
        expect(shown).toContainEqual(it)
    })

    test.each([
      ["that asks nothing", createInstructions({ type: "message", says: "Dag {{metadata.naam}}" }), "finished"],
      [
        "that begins with a call to another system",
        createInstructions(
          { type: "action", action: { type: "getFromAPI", params: { endpoint: "https://example.org/x", sendPayload: {} } } },
          { type: "question", says: "Komt u?", question: yesNoQuestion },
        ),
        "pending",
      ],
    ])("[E10] of a chat %s is stored with the respondent's confirmation, not when it is opened", async (_, authored, status) => {
      script = await createLiveScript(ada, "acme", authored)
      const [pass, ...others] = Array.from({ length: 3 }, createAccessToken)
      for (const it of [pass ?? "", ...others])
        expect((await open(it, { metadata: { naam: "Ada" } })).json()).toMatchObject({ isBegun: false, start: expect.any(String) })
      expect(await storedRows()).toEqual([])
      expect(
        await server.database.db.selectFrom("jobs").select("id").where("kind", "=", "act").where("script_id", "=", script).execute(),
      ).toEqual([])
      expect((await send("watch", { pass, after: 1 })).status).toBe(200)
      expect((await exported()).items).toMatchObject([{ status, metadata: { naam: "Ada" } }])
      expect((await open(pass ?? "")).json()).toMatchObject({ isBegun: true })
    })

    test("has the same order of choices after it is stored", async () => {
      const choices = Array.from({ length: 12 }, (_, i) => ({
        uuid: randomUUID(),
        value: i + 1,
        order: i,
        translation: { locale: "nl" as const, content: `Keuze ${i}` },
      }))
      const question = { uuid: randomUUID(), type: "choice" as const, choices, options: { randomize: true } }
      instructions = createInstructions({ type: "question", says: "Welke?", question })
      script = await createLiveScript(ada, "acme", instructions)
      const pass = createAccessToken()
      const shown = await open(pass)
      await begin(pass)
      expect(readTurns(await open(pass))).toEqual(readTurns(shown))
      expect(readTurns(await open(createAccessToken()))).not.toEqual(readTurns(shown))
    })

    test("answers the revision that its page shows, and no revision that the server did not sign", async () => {
      const [pass, forger] = [createAccessToken(), createAccessToken()]
      const start = readStart(await open(pass))
      await setState(1)
      const path = `/api/acme/chat-scripts/${script}`
      const changed = {
        name: "Live",
        public_name: "Live chat",
        language: "nl",
        instructions: instructions.slice(1).map((it, order) => ({ ...it, order })),
      }
      expect((await ada.send("PATCH", path, { script: changed, markedForDelete: [] })).status).toBe(200)
      expect((await setState(2)).status).toBe(200)
      const first = { anonymous: { community: "acme", script, start }, uuid: uuidOf(1), given: 1, after: 1 }
      expect((await send("answer", { ...first, pass })).status).toBe(200)
      expect((await send("answer", { ...first, pass: forger })).status).toBe(200)
      expect((await storedRows()).map(({ revision }) => revision)).toEqual([2, 3])
    })
  })

  test("continues a conversation with the revision that it began with", async () => {
    const pass = createAccessToken()
    await begin(pass)
    await setState(1)
    const path = `/api/acme/chat-scripts/${script}`
    const [, ...rest] = instructions
    const shorter = {
      name: "Live",
      public_name: "Live chat",
      language: "nl",
      instructions: rest.slice(-1).map((instruction) => ({ ...instruction, order: 0 })),
    }
    expect((await ada.send("PATCH", path, { script: shorter, markedForDelete: [] })).status).toBe(200)
    expect((await setState(2)).status).toBe(200)
    expect((await answer(pass, 1, 1)).json()).toMatchObject({ waiting: { uuid: uuidOf(3) } })
    clock += 1000
    const later = createAccessToken()
    expect((await open(later)).json()).toMatchObject({ waiting: { uuid: uuidOf(3) }, total: 1 })
    await begin(later)
    expect((await exported()).items.map(({ revision }) => revision)).toEqual([2, 3])
  })

  describe("access", () => {
    test.each([
      ["closed", 3, 410],
      ["in preparation", 1, 423],
    ])("refuses calls to a chat that is %s", async (_, state, status) => {
      const pass = createAccessToken()
      await open(pass)
      await setState(state)
      expect((await open(pass)).status).toBe(status)
      expect((await open(createAccessToken())).status).toBe(status)
      expect((await answer(pass, 1, 1)).status).toBe(status)
      expect((await send("watch", { pass, after: 0 })).status).toBe(status)
    })

    test.each([
      ["another community", { community: "other", script: "" }],
      ["no community", { community: "é'", script: "" }],
      ["no script", { community: "acme", script: "00000000-0000-4000-8000-000000000000" }],
      ["no uuid", { community: "acme", script: "x" }],
    ])("returns 404 for an anonymous link with %s", async (_, { community, script: which }) => {
      const answered = await send("open", { pass: createAccessToken(), anonymous: { community, script: which || script } })
      expect([answered.status, answered.text]).toEqual([404, '{"message":"Not found."}'])
    })

    test("[E15] clients report a chat in preparation as not open yet, and as paused for a conversation, never as missing", async () => {
      const pass = createAccessToken()
      await begin(pass)
      await setState(1)
      const openFailure = (accessKey: string) =>
        createChatClient(`${server.address}/chat`, accessKey, {})
          .open({ anonymous: { community: "acme", script } }, new AbortController().signal)
          .catch(toChatFailure)
      expect(await openFailure(createAccessToken())).toEqual({ type: "not-open-yet" })
      expect(await openFailure(pass)).toEqual({ type: "paused" })
    })

    test("clients report an unknown chat as missing and a closed one as closed", async () => {
      const stays = new AbortController().signal
      const openFailure = (uuid: string) =>
        createChatClient(`${server.address}/chat`, createAccessToken(), {})
          .open({ anonymous: { community: "acme", script: uuid } }, stays)
          .catch(toChatFailure)
      const statistics = (uuid: string) =>
        fetchStatistics({ base: `${server.address}/stats`, community: "acme", script: uuid }, unlimitedPeriod, stays)
      expect(await openFailure(randomUUID())).toEqual({ type: "missing" })
      expect(await statistics(randomUUID())).toBe("missing")
      await setState(3)
      expect(await openFailure(script)).toEqual({ type: "closed" })
    })

    test("returns 404 for an unknown token and for a token of another chat", async () => {
      expect((await send("open", { pass: createAccessToken() })).status).toBe(404)
      expect((await send("answer", { pass: createAccessToken(), uuid: uuidOf(1), given: 1, after: 0 })).status).toBe(404)
      const pass = createAccessToken()
      await begin(pass)
      const otherChat = await createLiveScript(ada, "acme", createInstructions({ type: "question", says: "Ja?", question: yesNoQuestion }))
      expect((await send("open", { pass, anonymous: { community: "acme", script: otherChat } })).status).toBe(404)
    })

    test("returns 422 for a token that is empty, too short, too long or malformed", async () => {
      expect((await open("short-token")).status).toBe(422)
      const start = { anonymous: { community: "acme", script }, uuid: uuidOf(1), given: 2, after: 0 }
      expect((await send("answer", { pass: "short-token", ...start })).status).toBe(422)
      // It has the length of a short code, so it counts as a guess of one.
      expect((await open("short-pass")).status).toBe(404)
      for (const pass of ["", "x", "a".repeat(65), "with space in it", 7]) expect((await open(String(pass))).status).toBe(422)
      expect((await exported()).items).toEqual([])
    })

    test("returns 429 after too many unknown tokens, but still opens valid ones", async () => {
      const statuses: Array<number> = []
      for (let i = 0; i <= rateLimitPerMinute.guess; i++) statuses.push((await send("open", { pass: createAccessToken() })).status)
      expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true)
      expect(statuses.at(-1)).toBe(429)
      expect((await open(createAccessToken())).status).toBe(200)
      clock += 61_000
      expect((await send("open", { pass: createAccessToken() })).status).toBe(404)
    })
  })

  test("returns 429 even for a valid short code after too many guesses, but still opens a token", async () => {
    const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
    const [token, code] = [link?.conversation ?? "", link?.code ?? ""]
    const calls = [
      (pass: string) => send("open", { pass }),
      (pass: string) => send("watch", { pass, after: 0 }),
      (pass: string) => answer(pass, 1, 1),
    ]
    for (let i = 0; i < rateLimitPerMinute.guess; i++)
      expect((await calls[i % 3]?.(`${randomBytes(4).toString("hex")}zz`))?.status).toBe(404)
    for (const call of calls) expect((await call(code)).status).toBe(429)
    expect((await send("open", { pass: token })).json()).toMatchObject({ isBegun: false })
    clock += 61_000
    expect((await send("watch", { pass: code, after: 0 })).status).toBe(200)
  })

  test("limits watching and answering per conversation and minute without limiting others", async () => {
    const [pass, otherPass] = [createAccessToken(), createAccessToken()]
    for (const accessToken of [pass, otherPass]) await open(accessToken)
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.answer; i++) statuses.push((await send("watch", { pass, after: 1 })).status)
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.answer }, () => 200), 429])
    expect([(await answer(pass, 1, 1)).status, (await answer(otherPass, 1, 1)).status]).toEqual([429, 200])
    clock += 60_000
    expect((await answer(pass, 1, 1)).status).toBe(200)
  })

  test("limits opening per conversation and minute without limiting others", async () => {
    const [pass, otherPass] = [createAccessToken(), createAccessToken()]
    await begin(otherPass)
    await begin(pass)
    let last = 200
    // Beginning counts as well.
    for (let i = 1; i < rateLimitPerMinute.answer; i++) last = (await open(pass)).status
    expect(last).toBe(200)
    const refused = await open(pass)
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)])
    expect((await open(otherPass)).status).toBe(200)
    clock += 61_000
    expect((await open(pass)).status).toBe(200)
  })

  describe("files", () => {
    const upload = async (pass: string, place: number, content: Buffer, name = "Mijn foto.PNG") => {
      const { status, body } = await uploadAnswerFile(server.address, { pass, uuid: uuidOf(place), content, name })
      return { status, body: Object(body) }
    }

    test("stores an uploaded file under a safe name and accepts only that name as the answer", async () => {
      const pass = createAccessToken()
      await open(pass)
      await answer(pass, 1, 1)
      const stored = await upload(pass, 3, smallestPng)
      expect(stored).toMatchObject({ status: 200, body: { name: expect.stringMatching(/^[0-9a-f-]{36}\/Mijn_foto\.png$/) } })
      const { name } = stored.body
      const made = `${randomUUID()}/made-up.png`
      for (const wrongName of [made, "foto.png", [name, made]])
        expect((await answer(pass, 3, wrongName, 2)).json()).toMatchObject({ message: "answer.file" })
      expect((await answer(pass, 3, [name], 2)).json()).toMatchObject({ waiting: null })
      const rows = await server.database.db.selectFrom("answer_files").selectAll().where("script_id", "=", script).execute()
      expect(rows).toMatchObject([{ name: "Mijn_foto.png", instruction: uuidOf(3), bytes: smallestPng.length }])
    })

    test("stores only the uploaded file that was given as the answer", async () => {
      const pass = createAccessToken()
      await open(pass)
      await answer(pass, 1, 1)
      const [firstFile, secondFile] = [await upload(pass, 3, smallestPng, "one.png"), await upload(pass, 3, smallestPng, "two.png")]
      expect((await answer(pass, 3, secondFile.body.name, 2)).status).toBe(200)
      // A late answer with another file, as from another window, changes nothing, and the response says so.
      expect((await answer(pass, 3, firstFile.body.name, 2)).json()).toMatchObject({ total: 3, waiting: null, isOvertaken: true })
      expect((await answer(pass, 3, secondFile.body.name, 2)).json()).toMatchObject({ isOvertaken: false })
      // Uploading another file now is a conflict.
      const { status, body } = await uploadAnswerFile(server.address, { pass, uuid: uuidOf(3), content: smallestPng, name: "three.png" })
      expect([status, body]).toEqual([409, { message: "This question was answered already." }])
      const rows = await server.database.db.selectFrom("answer_files").select("name").where("script_id", "=", script).execute()
      expect(rows).toEqual([{ name: "two.png" }])
    })

    test("[E12] erases an uploaded file after a week if it was not given as an answer", async () => {
      const [answered, forgotten] = [createAccessToken(), createAccessToken()]
      const names: Array<string> = []
      for (const pass of [answered, forgotten]) {
        await open(pass)
        await answer(pass, 1, 1)
        names.push((await upload(pass, 3, smallestPng)).body.name)
      }
      expect((await answer(answered, 3, names[0], 2)).status).toBe(200)
      const isStored = async () => {
        const rows = await server.database.db.selectFrom("answer_files").select("id").where("script_id", "=", script).execute()
        const stored = readdirSync(join(server.dataDir, "uploads"), { recursive: true }).map(String)
        return names.map((name) => [rows, stored].map((all) => JSON.stringify(all).includes(name.split("/")[0] ?? "")))
      }
      clock += unansweredFileLifetimeMs - hour
      // The cleanup that is due now has run before the one of two hours later.
      const due = clock
      expect(await isStored()).toEqual([
        [true, true],
        [true, true],
      ])
      clock = due + 2 * hour
      await expect.poll(isStored).toEqual([
        [true, true],
        [false, false],
      ])
      ada = await server.signedIn("ada")
      // A respondent who returns has to upload another file.
      expect((await answer(forgotten, 3, names[1], 2)).json()).toMatchObject({ message: "answer.file" })
      expect((await answer(forgotten, 3, (await upload(forgotten, 3, smallestPng)).body.name, 2)).status).toBe(200)
    })

    test("rejects uploads that are not asked for, empty, too large, of the wrong type, or without a conversation", async () => {
      const pass = createAccessToken()
      await open(pass)
      expect(await upload(pass, 1, smallestPng)).toMatchObject({ status: 422, body: { message: "answer.shape" } })
      // A file question that was not asked yet.
      expect(await upload(pass, 3, smallestPng)).toMatchObject({ status: 422, body: { message: "answer.shape" } })
      await answer(pass, 1, 1)
      expect(await upload(pass, 3, Buffer.alloc(0))).toMatchObject({ status: 422, body: { message: "answer.file-empty" } })
      expect(await upload(pass, 3, Buffer.from("%PDF-1.7"))).toMatchObject({ status: 422, body: { message: "answer.file-kind" } })
      expect((await upload(createAccessToken(), 3, smallestPng)).status).toBe(404)
      // The body is not even read.
      expect((await upload(createAccessToken(), 3, Buffer.alloc(16 * 1024 * 1024, smallestPng))).status).toBe(404)
      expect((await upload(pass, 3, Buffer.alloc(16 * 1024 * 1024, smallestPng))).status).toBe(413)
      expect((await send("files", {})).status).toBe(415)
      expect(await server.database.db.selectFrom("answer_files").selectAll().where("script_id", "=", script).execute()).toEqual([])
    })

    test("limits the total size of a conversation's files", async () => {
      const [pass, otherPass] = [createAccessToken(), createAccessToken()]
      for (const accessToken of [pass, otherPass]) {
        await open(accessToken)
        await answer(accessToken, 1, 1)
      }
      expect((await upload(pass, 3, smallestPng)).status).toBe(200)
      // As if the first file used almost all of the limit.
      const almostAll = { bytes: 100 * 1024 * 1024 - smallestPng.length }
      await server.database.db.updateTable("answer_files").set(almostAll).where("script_id", "=", script).execute()
      expect((await upload(pass, 3, smallestPng)).status).toBe(200)
      const late = await upload(pass, 3, smallestPng)
      expect([late.status, late.body.message]).toEqual([413, "This file is larger than the server accepts."])
      expect((await upload(otherPass, 3, smallestPng)).status).toBe(200)
    })

    test("accepts a file without a name", async () => {
      const pass = createAccessToken()
      await open(pass)
      await answer(pass, 1, 1)
      const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const head = `${field("pass", pass)}${field("uuid", uuidOf(3))}--b\r\ncontent-disposition: form-data; name="file"\r\n`
      const body = Buffer.concat([
        Buffer.from(`${head}content-type: application/octet-stream\r\n\r\n`),
        smallestPng,
        Buffer.from("\r\n--b--\r\n"),
      ])
      const headers = { "content-type": "multipart/form-data; boundary=b" }
      const response = await fetch(`${server.address}/chat/api/files`, { method: "POST", body, headers })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(".png")])
    })

    test("stores no file when the chat's data is cleared during its upload", async () => {
      const pass = createAccessToken()
      await open(pass)
      await answer(pass, 1, 1)
      const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
      const headers = { "content-type": "multipart/form-data; boundary=b" }
      const request = httpRequest(`${server.address}/chat/api/files`, { method: "POST", headers })
      request.write(`${field("pass", pass)}${field("uuid", uuidOf(3))}${file}`)
      request.write(smallestPng.subarray(0, 20))
      // Whether or not the upload was admitted by now, it must not be stored.
      await ada.send("GET", "/api/current/user")
      await server.database.db.deleteFrom("conversations").where("script_id", "=", script).execute()
      request.end(Buffer.concat([smallestPng.subarray(20), Buffer.from("\r\n--b--\r\n")]))
      const [response] = await once(request, "response")
      expect(response.statusCode).toBe(404)
      response.resume()
      expect(await server.database.db.selectFrom("answer_files").selectAll().where("script_id", "=", script).execute()).toEqual([])
    })

    test("stores an SVG without scripts and rejects it as the answer to another question", async () => {
      const asking = (label: string) =>
        ({ type: "question", label, says: "Een tekening?", question: { uuid: randomUUID(), type: "file", skipable: true } }) as const
      instructions = createInstructions(asking("een"), asking("twee"))
      script = await createLiveScript(ada, "acme", instructions)
      const pass = createAccessToken()
      await open(pass)
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><rect width="1"/></svg>`
      const { status, body } = await upload(pass, 0, Buffer.from(drawing), "teken.svg")
      expect([status, body.name]).toEqual([200, expect.stringMatching(/\/teken\.svg$/)])
      const uploads = join(server.dataDir, "uploads")
      const [id = "none"] = body.name.split("/")
      const storedFiles = readdirSync(uploads, { recursive: true })
        .map(String)
        .filter((path) => path.includes(id))
      expect(storedFiles.map((path) => readFileSync(join(uploads, path), "utf8"))).toEqual([
        '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>',
      ])
      expect((await answer(pass, 0, body.name, 1)).status).toBe(200)
      expect((await answer(pass, 1, body.name, 2)).json()).toMatchObject({ message: "answer.file" })
    })

    test("rejects a file of another conversation as an answer", async () => {
      const [mine, theirs] = [createAccessToken(), createAccessToken()]
      for (const pass of [mine, theirs]) {
        await open(pass)
        await answer(pass, 1, 1)
      }
      const { body } = await upload(theirs, 3, smallestPng)
      expect((await answer(mine, 3, body.name, 2)).json()).toMatchObject({ message: "answer.file" })
    })
  })

  test("[E13] marks a conversation as expired after 30 days without an answer and continues it with the next answer", async () => {
    const [silent, busy, finished] = [createAccessToken(), createAccessToken(), createAccessToken()]
    for (const pass of [silent, busy, finished]) await begin(pass)
    for (const [place, given] of [
      [1, 1],
      [3, null],
    ] as const)
      await answer(finished, place, given)
    await answer(silent, 1, 1)
    // An unopened link is not a conversation yet.
    await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false })
    clock += conversationTimeoutMs - 5 * hour
    await answer(busy, 1, 1)
    clock += 6 * hour
    const statuses = async () =>
      (await server.database.db.selectFrom("conversations").select("status").where("script_id", "=", script).execute())
        .map(({ status }) => status)
        .toSorted()
    await expect.poll(statuses).toEqual(["expired", "finished", "pending", "pending"])
    ada = await server.signedIn("ada")
    const exportedStatuses = async () => (await exported()).items.map(({ status }) => status).toSorted()
    expect(await exportedStatuses()).toEqual(["expired", "finished", "pending"])
    expect((await answer(silent, 3, null)).status).toBe(200)
    expect(await exportedStatuses()).toEqual(["finished", "finished", "pending"])
  })

  test("deletes anonymous conversations without an answer after a day, and keeps links and those with an answer or a file", async () => {
    const silent = async (pass: string) => {
      const opened = await open(pass)
      const watched = { pass, anonymous: { community: "acme", script, start: readStringField(opened.json(), "start") }, after: 0 }
      expect((await server.visitor().send("POST", "/chat/api/watch", watched)).status).toBe(200)
    }
    await silent(createAccessToken())
    const uploading = createAccessToken()
    await silent(uploading)
    const { id, community_id } = await server.database.db
      .selectFrom("conversations")
      .select(["id", "community_id"])
      .where("token_hash", "=", hashToken(uploading))
      .executeTakeFirstOrThrow()
    await server.database.db
      .insertInto("answer_files")
      .values({
        script_id: script,
        id: randomUUID(),
        community_id,
        conversation_id: id,
        instruction: uuidOf(1),
        name: "a.png",
        bytes: 1,
        made_at: new Date(clock),
        kept_at: null,
      })
      .execute()
    const answered = createAccessToken()
    await open(answered)
    expect((await answer(answered, 1, 2)).status).toBe(200)
    const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false })
    // As old as the anonymous ones: it has been opened, too.
    expect((await send("watch", { pass: link?.conversation ?? "", after: 0 })).status).toBe(200)
    const started = server.database.db.selectFrom("conversations").select("id").where("started_at", "is not", null)
    expect(await started.where("script_id", "=", script).execute()).toHaveLength(4)
    const count = async () =>
      (await server.database.db.selectFrom("conversations").select("is_answered").where("script_id", "=", script).execute())
        .map((row) => row.is_answered)
        .toSorted((a, b) => Number(a) - Number(b))
    expect(await count()).toEqual([false, false, false, true])
    clock += 23 * hour
    await deleteUnansweredConversations({ database: server.database, now: () => new Date(clock) })
    expect(await count()).toEqual([false, false, false, true])
    // The hourly cleanup does it.
    clock += 2 * hour
    await expect.poll(count).toEqual([false, false, true])
    ada = await server.signedIn("ada")
  })

  test.runIf(name === "PostgreSQL")("[E13] does not expire a conversation that is continued during the check", async () => {
    const { db } = server.database
    await begin(createAccessToken())
    const later = clock + conversationTimeoutMs + hour
    const statusQuery = db.selectFrom("conversations").select("status").where("script_id", "=", script)
    let expiring: Promise<void> | undefined
    await db.transaction().execute(async (change) => {
      await change
        .updateTable("conversations")
        .set({ updated_at: new Date(later) })
        .where("script_id", "=", script)
        .execute()
      clock = later
      expiring = expireConversations({ database: server.database, now: () => new Date(clock) })
      const waiting = async () =>
        (await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(db)).rows[0]?.n
      await expect.poll(waiting).toBeGreaterThan(0)
    })
    await expiring
    expect(await statusQuery.execute()).toEqual([{ status: "pending" }])
    ada = await server.signedIn("ada")
  })

  test("[E14] gives conversations random ids that reveal neither their time nor their order", async () => {
    for (let i = 0; i < 12; i++) {
      await begin(createAccessToken())
      clock += 1000
    }
    const ids = (await exported()).items.map(({ cuuid }) => cuuid)
    expect(ids).toHaveLength(12)
    // Version 4 is random.
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids).not.toEqual(ids.toSorted())
  })

  test("stores no IP address, user agent or token", async () => {
    const pass = createAccessToken()
    await server
      .visitor()
      .send("POST", "/chat/api/watch", { pass, anonymous: { community: "acme", script }, after: 0 }, { "user-agent": "marked-browser" })
    const { db } = server.database
    const rows = await db.selectFrom("conversations").selectAll().where("script_id", "=", script).execute()
    const counted = await db.selectFrom("crowd").selectAll().execute()
    expect([rows.length, counted.length > 0]).toEqual([1, true])
    const text = JSON.stringify([rows, counted])
    for (const trace of ["marked-browser", "127.0.0.1", pass]) expect(text).not.toContain(trace)
  })
})
