// Live statistics on the server: answers are counted by day as they arrive, and open pages are notified (G1–G5).
import { randomUUID } from "node:crypto"
import { setTimeout as pause, setImmediate } from "node:timers/promises"
import * as Schema from "effect/Schema"
import fastify from "fastify"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { staleCheckJob } from "../../adapters/server/deliveries/delivery-enqueueing.ts"
import { sendError } from "../../adapters/server/http/error-responses.ts"
import { enqueueJob } from "../../adapters/server/jobs/job-queue.ts"
import { registerStatisticsEvents } from "../../adapters/server/statistics/statistics-endpoints.ts"
import { createCoalescedRead, createReadLimit } from "../../adapters/server/statistics/statistics-reads.ts"
import { aggregatePastDays } from "../../adapters/server/statistics/statistics-repository.ts"
import { maxLiveViewers } from "../../domain/conversations/conversation-limits.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type TestServer, usualDatabase, usualDatabases, type Visitor } from "../fixtures/server.ts"
import { startTurnCounter } from "../fixtures/turn-counter.ts"
import { waitForWaitingLocks } from "../fixtures/waiting-locks.ts"

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
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    clock += 86_400_000
    ada = await server.signedIn("ada")
    instructions = createInstructions(
      { type: "question", label: "komt", says: "Komt u?", question: yesNoQuestion },
      {
        type: "question",
        label: "cijfer",
        says: "Welk cijfer?",
        question: { uuid: randomUUID(), type: "nps", options: { minimum: 0, maximum: 10 } },
      },
      { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open", skipable: true } },
    )
    script = await createLiveScript(ada, "acme", instructions)
  })

  const sendChatRequest = (call: Parameters<typeof callChatApi>[1], body: unknown) => callChatApi(server.address, call, body)
  /** One respondent who begins the chat and gives the answers in order. */
  const respond = async (...given: ReadonlyArray<unknown>): Promise<void> => {
    const pass = createAccessToken()
    expect((await sendChatRequest("open", { pass, anonymous: { community: "acme", script } })).status).toBe(200)
    expect((await sendChatRequest("watch", { pass, after: 1 })).status).toBe(200)
    for (const [i, value] of given.entries())
      expect((await sendChatRequest("answer", { pass, uuid: instructions[i]?.uuid, given: value, after: 0 })).status).toBe(200)
  }
  const path = () => `/stats/api/acme/${script}`
  const read = async (query = "") =>
    Schema.decodeUnknownSync(LiveStatistics)((await server.visitor().send("GET", `${path()}${query}`)).json())
  const day = () => new Date(clock).toISOString().slice(0, 10)

  test("counts each answer once when it is given, and shows the counts without sign-in", async () => {
    expect(await read()).toMatchObject({ title: "Live chat", language: "nl", begun: 0, finished: 0, community: { slug: "acme" } })
    await Promise.all([respond(1, 10, "secret words"), respond(2, 9, null), respond(2, 3), respond()])
    const shown = await read()
    expect(shown).toMatchObject({
      begun: 4,
      finished: 2,
      charts: [
        {
          title: "Komt u?",
          answered: 3,
          bars: [
            { label: "Ja", count: 1 },
            { label: "Nee", count: 2 },
          ],
        },
        { answered: 3, average: 7.33, nps: 33 },
        { answered: 1, kind: "none", bars: [] },
      ],
    })
    expect(JSON.stringify(shown)).not.toContain("secret")
  })

  test("counts a conversation of a personal link as begun with its first answer", async () => {
    const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false })
    const request = { pass: link?.conversation, uuid: instructions[0]?.uuid, given: 1, after: 1 }
    expect((await sendChatRequest("answer", request)).status).toBe(200)
    expect(await read()).toMatchObject({ begun: 1, finished: 0, charts: [{ answered: 1 }, { answered: 0 }, { answered: 0 }] })
  })

  test("counts the first answer of a personal link together with its start, so that no two of 200 transactions wait for each other", async () => {
    const retriesBefore = server.database.countRetriedTransactions()
    const links = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 200, short: false })
    const responses = await Promise.all(
      links.map(({ conversation: pass }) => sendChatRequest("answer", { pass, uuid: instructions[0]?.uuid, given: 1, after: 0 })),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await read()).toMatchObject({ begun: 200, charts: [{ answered: 200 }, {}, {}] })
    expect(server.database.countRetriedTransactions()).toBe(retriesBefore)
    const changes = server.database.db.selectFrom("statistics").select(({ fn }) => fn.sum<string>("count").as("count"))
    const { count } = await changes.where("script_id", "=", script).where("key", "=", "counted").executeTakeFirstOrThrow()
    expect(Number(count)).toBe(200)
  })

  test("counts a conversation in one shard only, so that two changes block each other once at most", async () => {
    const links = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 4, short: false })
    const statisticsQuery = server.database.db.selectFrom("statistics").where("script_id", "=", script)
    for (const { conversation: pass } of links) {
      await server.database.db.deleteFrom("statistics").where("script_id", "=", script).execute()
      for (const [i, given] of [1, 9].entries()) await sendChatRequest("answer", { pass, uuid: instructions[i]?.uuid, given, after: i })
      expect(await statisticsQuery.select("shard").distinct().execute()).toHaveLength(1)
    }
  })

  test("counts no rejected answer, and a repeated one once", async () => {
    const pass = createAccessToken()
    await sendChatRequest("open", { pass, anonymous: { community: "acme", script } })
    const answer = (given: unknown) => sendChatRequest("answer", { pass, uuid: instructions[0]?.uuid, given, after: 0 })
    expect((await answer(9)).status).toBe(422)
    await Promise.all([answer(1), answer(1), answer(2)])
    expect(await read()).toMatchObject({ begun: 1, charts: [{ answered: 1 }, { answered: 0 }, { answered: 0 }] })
  })

  test("[G3] counts a score once, when it is shown", async () => {
    const scored = { ...yesNoQuestion, choices: (yesNoQuestion.choices ?? []).map((it, i) => ({ ...it, score: i === 0 ? 10 : 0 })) }
    instructions = createInstructions(
      { type: "question", label: "komt", says: "Komt u?", question: scored },
      { type: "score", label: "uitslag", says: "Uw uitslag", action: { type: "score", params: { charttype: "average" } } },
      { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open", skipable: true } },
    )
    script = await createLiveScript(ada, "acme", instructions)
    const pass = createAccessToken()
    await sendChatRequest("open", { pass, anonymous: { community: "acme", script } })
    const answer = (at: number, given: unknown) => sendChatRequest("answer", { pass, uuid: instructions[at]?.uuid, given, after: 0 })
    await Promise.all([answer(0, 1), answer(0, 1)])
    await sendChatRequest("open", { pass, anonymous: { community: "acme", script } })
    await answer(2, null)
    await respond(2)
    expect((await read()).charts).toMatchObject([
      { title: "Komt u?", answered: 2 },
      {
        title: "Uw uitslag",
        type: "score",
        kind: "bar",
        answered: 2,
        average: 5,
        bars: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1].map((count, least) => ({ value: { least, next: least + 1 }, count })),
      },
      { title: "Waarom?", answered: 0 },
    ])
  })

  test("[I10] answers in the language of the page as far as texts are translated, with the same counts, also at the same time", async () => {
    const choices = (yesNoQuestion.choices ?? []).map((choice, order) =>
      order > 0 ? choice : { ...choice, translations: [{ locale: "fr", content: "Oui" }] },
    )
    instructions = instructions.map((it, i) =>
      i > 0
        ? it
        : {
            ...it,
            messages: [...it.messages, { uuid: randomUUID(), locale: "fr", content: "<p>Vous venez ?</p>" }],
            question: { ...yesNoQuestion, choices },
          },
    )
    script = await createLiveScript(ada, "acme", instructions, {
      public_name_translations: [{ locale: "fr", content: "Chat en direct" }],
    })
    await respond(1)
    const [own, french, german] = await Promise.all([read(), read("?language=fr"), read("?language=de")])
    expect(own).toMatchObject({ title: "Live chat", charts: [{ title: "Komt u?", bars: [{ label: "Ja" }, { label: "Nee" }] }, {}, {}] })
    expect(french).toMatchObject({ title: "Chat en direct", titleLanguage: "fr", language: "nl" })
    expect(french.charts[0]).toMatchObject({ title: "Vous venez ?", language: "fr" })
    expect(french.charts[0]?.bars).toEqual([
      { label: "Oui", language: "fr", value: 1, count: 1 },
      { label: "Nee", value: 2, count: 0 },
    ])
    expect(french.charts.slice(1)).toEqual(own.charts.slice(1))
    expect(german).toEqual(own)
    expect((await server.visitor().send("GET", `${path()}?language=xx`)).status).toBe(422)
  })

  test("[S11] uses the community's name as the title of a chat without a public title", async () => {
    await ada.send("PATCH", `/api/acme/chat-scripts/${script}`, { public_name: "" })
    const { title, community } = await read()
    expect([title, community.name.trim()]).toEqual([community.name, expect.stringMatching(/./)])
  })

  test.runIf(name === "PostgreSQL")(
    "locks no counts while it waits for another transaction to schedule the stale-conversation job",
    async () => {
      const trigger = { enabled: true, timeout: 60, config: { preset: null, custom: true, amount: 60, unit: "second" } }
      const params = { endpoint: "https://example.org/", version: 1 as const, questions: null, labels: { name: "x" }, trigger }
      const question = instructions.slice(0, 1)
      const stale = await createLiveScript(ada, "acme", [
        ...question,
        ...createInstructions({ type: "action", action: { type: "send2api", params } }).map((it) => ({ ...it, order: 1 })),
      ])
      const { db } = server.database
      const due = new Date(Math.ceil((clock + 60_000) / 1000) * 1000)
      const release = Promise.withResolvers<void>()
      const other = db.transaction().execute(async (change) => {
        await enqueueJob(change, staleCheckJob, { key: `at ${due.getTime() / 1000}`, payload: null, due })
        await release.promise
      })
      const opening = sendChatRequest("watch", { pass: createAccessToken(), after: 1, anonymous: { community: "acme", script: stale } })
      const locks = async (which: ReturnType<typeof sql>) =>
        Number((await sql<{ n: string }>`select count(*) as n from pg_locks where ${which}`.execute(db)).rows[0]?.n)
      await expect.poll(() => locks(sql`not granted`)).toBe(1)
      expect(await locks(sql`relation = 'statistics'::regclass and mode = 'RowExclusiveLock'`)).toBe(0)
      release.resolve()
      await other
      expect((await opening).status).toBe(200)
    },
  )

  test("returns only the answers of the requested days", async () => {
    const first = day()
    await respond(1)
    clock += 86_400_000
    await respond(2)
    expect((await read(`?until=${first}`)).charts[0]?.bars.map(({ count }) => count)).toEqual([1, 0])
    expect((await read(`?from=${day()}`)).charts[0]?.bars.map(({ count }) => count)).toEqual([0, 1])
    expect((await read(`?from=${first}&until=${day()}`)).charts[0]?.answered).toBe(2)
    expect((await server.visitor().send("GET", `${path()}?from=yesterday`)).status).toBe(422)
  })

  test("merges the shards of a past day into one row per count, with the same totals", async () => {
    const rows = async (day: string, least: number) => {
      const statisticsQuery = server.database.db
        .selectFrom("statistics")
        .select("key")
        .where("script_id", "=", script)
        .where("day", "=", day)
      return (await statisticsQuery.where("shard", ">=", least).execute()).length
    }
    const first = day()
    // It is very unlikely that all conversations share one shard.
    for (let i = 0; i < 12; i++) await respond(1 + (i % 2), i % 11)
    expect(await rows(first, 1)).toBeGreaterThan(0)
    const statisticsBefore = await read()
    clock += 86_400_000
    for (let i = 0; i < 12; i++) await respond(1)
    const spread = await rows(day(), 1)
    expect(spread).toBeGreaterThan(0)
    const expected = [await read(), statisticsBefore]
    for (const time of ["once", "again"]) {
      await aggregatePastDays(server.database, new Date(clock))
      // One row for begun and one for all changes, one for each of two questions, two choices and eleven values.
      expect([time, await rows(first, 0), await rows(first, 1), await rows(day(), 1)]).toEqual([time, 2 + 2 + 2 + 11, 0, spread])
      expect(await Promise.all([read(), read(`?until=${first}`)])).toEqual(expected)
    }
  })

  const counted = (day: string, shard: number, count: number) =>
    server.database.db
      .insertInto("statistics")
      .values({ script_id: script, instruction: "", key: "begun", day, shard, count, sum: 0 })
      .execute()

  test("merges a day one hour after its end, because another process may count into it until then", async () => {
    const shards = async () =>
      (await server.database.db.selectFrom("statistics").select("shard").where("script_id", "=", script).execute()).map(
        ({ shard }) => shard,
      )
    await counted(day(), 3, 5)
    const end = Date.parse(day()) + 86_400_000
    await aggregatePastDays(server.database, new Date(end + 3_599_999))
    expect(await shards()).toEqual([3])
    await aggregatePastDays(server.database, new Date(end + 3_600_000))
    expect(await shards()).toEqual([0])
  })

  test.runIf(name === "PostgreSQL")(
    "waits to merge counts while they are cleared, and merges none of them afterwards, without a retry",
    async () => {
      const { db, transact } = server.database
      await aggregatePastDays(server.database, new Date(clock + 2 * 86_400_000))
      await counted(day(), 3, 5)
      const waiting = async () =>
        Number((await sql<{ n: string }>`select count(*) as n from pg_locks where not granted`.execute(db)).rows[0]?.n)
      let attempts = 0
      const countingTries: typeof transact = (work) =>
        transact((change, end) => {
          attempts++
          return work(change, end)
        })
      let merging: Promise<void> | undefined
      await db.transaction().execute(async (clearing) => {
        await clearing.selectFrom("scripts").select("id").where("id", "=", script).forUpdate().execute()
        merging = aggregatePastDays({ db, transact: countingTries }, new Date(clock + 2 * 86_400_000))
        await expect.poll(waiting).toBe(1)
        await clearing.deleteFrom("statistics").where("script_id", "=", script).execute()
      })
      await merging
      expect([attempts, (await read()).begun]).toEqual([1, 0])
    },
  )

  test.runIf(name === "PostgreSQL")("counts new answers while older counts wait to be merged", async () => {
    const { db } = server.database
    await counted(day(), 3, 5)
    clock += 2 * 86_400_000
    let merging: Promise<void> | undefined
    await db.transaction().execute(async (busy) => {
      await busy.selectFrom("statistics").select("key").where("script_id", "=", script).forUpdate().execute()
      merging = aggregatePastDays(server.database, new Date(clock))
      await waitForWaitingLocks(db)
      await respond(1)
    })
    await merging
    expect((await read()).begun).toBe(6)
  })

  test("keeps the counts when data is cleared, resets them when statistics are cleared, and returns 404 for a deleted chat", async () => {
    await respond(1)
    const at = (rest: string) => `/api/acme/chat-scripts/${script}/${rest}`
    const twoSteps = async (action: string, token: string) => {
      const csrf = readStringField((await ada.send("GET", at(action))).json(), token)
      expect((await ada.send("POST", at(action), { csrf })).status).toBe(200)
    }
    await twoSteps("clear-data", "clearToken")
    expect(await read()).toMatchObject({ begun: 1 })
    await twoSteps("clear-stats", "clearToken")
    expect(await read()).toMatchObject({ begun: 0, charts: [{ answered: 0 }, { answered: 0 }, { answered: 0 }] })
    await respond(1)
    expect(await read()).toMatchObject({ begun: 1 })
    await ada.send("POST", at("state"), { state: 3 })
    expect(await read()).toMatchObject({ begun: 1 })
    await twoSteps("delete", "deleteToken")
    expect((await server.visitor().send("GET", path())).status).toBe(404)
  })

  test("[G5] shows neither title nor questions of a chat in preparation that no respondent has seen, whether or not it was live before", async () => {
    const { uuid: draft } = await createScriptsApi(ada.api()).add({ community: "acme", name: "A draft" })
    await ada.send("PATCH", `/api/acme/chat-scripts/${draft}`, {
      script: { name: "A draft", public_name: "Secret", language: "nl", instructions },
      markedForDelete: [],
    })
    const draftStatistics = await server.visitor().send("GET", `/stats/api/acme/${draft}`)
    expect([draftStatistics.status, draftStatistics.json()]).toMatchObject([200, { begun: 0, charts: [] }])
    expect(draftStatistics.text).not.toContain("Secret")
    await respond(1)
    await ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: 1 })
    const [first, ...others] = instructions
    const edited = [{ ...first, messages: [{ uuid: randomUUID(), locale: "nl", content: "Een geheime vraag?" }] }, ...others]
    await ada.send("PATCH", `/api/acme/chat-scripts/${script}`, {
      script: { name: "Live chat", public_name: "Secret", language: "nl", instructions: edited },
      markedForDelete: [],
    })
    expect(await read()).toMatchObject({ title: "Live chat", begun: 1, charts: [{ title: "Komt u?", answered: 1 }, {}, {}] })
    await ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: 2 })
    expect(await read()).toMatchObject({ title: "Secret", begun: 1, charts: [{ title: "Een geheime vraag?", answered: 1 }, {}, {}] })
  })

  test("[G5] shows the last live questions of a chat that is back in preparation, even after its conversations are cleared", async () => {
    const at = (rest: string) => `/api/acme/chat-scripts/${script}/${rest}`
    const clear = async (action: string) => {
      const csrf = readStringField((await ada.send("GET", at(action))).json(), "clearToken")
      expect((await ada.send("POST", at(action), { csrf })).status).toBe(200)
    }
    await respond(1)
    await ada.send("POST", at("state"), { state: 1 })
    const before = await read()
    expect(before).toMatchObject({ title: "Live chat", begun: 1, charts: [{ title: "Komt u?", answered: 1 }, {}, {}] })
    await clear("clear-data")
    expect(await read()).toEqual(before)
    await ada.send("PATCH", `/api/acme/chat-scripts/${script}`, {
      script: { name: "Live chat", public_name: "Secret", language: "nl", instructions: [] },
      markedForDelete: [],
    })
    expect(await read()).toEqual(before)
    // From preparation to closed and back: it was not live in between.
    await ada.send("POST", at("state"), { state: 3 })
    await ada.send("POST", at("state"), { state: 1 })
    expect(await read()).toEqual(before)
    await clear("clear-stats")
    expect(await read()).toMatchObject({ begun: 0, charts: [{ answered: 0 }, { answered: 0 }, { answered: 0 }] })
  })

  test("[G5] shows texts of a closed chat that were edited after it closed, but none that were edited in preparation", async () => {
    const state = (to: number) => ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state: to })
    const says = async (text: string, public_name: string) => {
      const [first, ...others] = instructions
      const edited = [{ ...first, messages: (first?.messages ?? []).map((it) => ({ ...it, content: text })) }, ...others]
      const all = { name: "Live", public_name, language: "nl", instructions: edited }
      const saved = await ada.send("PATCH", `/api/acme/chat-scripts/${script}`, { script: all, markedForDelete: [] })
      expect(saved.status).toBe(200)
    }
    await respond(1)
    await state(3)
    await says("Kwam u?", "Closed")
    expect(await read()).toMatchObject({ title: "Closed", begun: 1, charts: [{ title: "Kwam u?", answered: 1 }, {}, {}] })
    await state(1)
    await says("Een geheime vraag?", "Secret")
    await state(3)
    expect(await read()).toMatchObject({ title: "Closed", begun: 1, charts: [{ title: "Kwam u?", answered: 1 }, {}, {}] })
    // Editing the texts of the closed chat does not reveal them either.
    await says("Nog een geheime vraag?", "Secret")
    expect(await read()).toMatchObject({ title: "Closed", charts: [{ title: "Kwam u?" }, {}, {}] })
    await state(2)
    expect(await read()).toMatchObject({ title: "Secret", charts: [{ title: "Nog een geheime vraag?" }, {}, {}] })
    const { uuid: draft } = await createScriptsApi(ada.api()).add({ community: "acme", name: "Never live" })
    await ada.send("PATCH", `/api/acme/chat-scripts/${draft}`, {
      script: { name: "Never live", public_name: "Secret", language: "nl", instructions },
      markedForDelete: [],
    })
    await ada.send("POST", `/api/acme/chat-scripts/${draft}/state`, { state: 3 })
    const draftStatistics = await server.visitor().send("GET", `/stats/api/acme/${draft}`)
    expect([draftStatistics.status, draftStatistics.text.includes("Secret"), draftStatistics.json()]).toMatchObject([
      200,
      false,
      { begun: 0, charts: [] },
    ])
  })

  test.each(["/stats/api/other/SCRIPT", "/stats/api/acme/not-a-uuid", "/stats/api/é'/SCRIPT", "/stats/api/acme/SCRIPT0"])(
    "returns 404 for %s and its events",
    async (odd) => {
      for (const rest of ["", "/events"]) {
        const { status, text } = await server.visitor().send("GET", `${odd.replace("SCRIPT", script)}${rest}`)
        expect([status, text]).toEqual([404, '{"message":"Not found."}'])
      }
    },
  )

  test("logs once that the database is unreachable and once that it is back, however many pages are open", async () => {
    let isAway = false
    const unreliableDb = server.database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isAway) throw new Error("nobody there")
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const logged: Array<string> = []
    const app = fastify()
    registerStatisticsEvents(app, { db: unreliableDb }, (it) => logged.push(it))
    const address = await app.listen()
    const left = new AbortController()
    const open = () => fetch(`${address}${path()}/events`, { signal: left.signal })
    const pages = [await open(), await open()]
    isAway = true
    await expect.poll(() => logged).toEqual(["live statistics: Error: nobody there"])
    await pause(3_000)
    isAway = false
    const both = ["live statistics: Error: nobody there", "live statistics: the database is back"]
    await expect.poll(() => logged).toEqual(both)
    // Used only here: the connection of a response without a reference is closed.
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    left.abort()
    await app.close()
    expect(logged).toEqual(both)
  })

  test("limits the open pages of one address by its network prefix, and accepts another page when one closes", async () => {
    const app = fastify({ trustProxy: true })
    app.setErrorHandler(sendError)
    registerStatisticsEvents(app, server.database, () => undefined)
    const address = await app.listen()
    const lines: Array<{ readonly line: Response; readonly leave: () => void }> = []
    const listen = async (from: string): Promise<Response> => {
      const left = new AbortController()
      const line = await fetch(`${address}${path()}/events`, { signal: left.signal, headers: { "x-forwarded-for": from } })
      lines.push({ line, leave: () => left.abort() })
      if (!line.ok) await line.text()
      return line
    }
    for (let i = 0; i < maxLiveViewers.address; i++) expect((await listen(`2001:db8::${(i + 1).toString(16)}`)).status).toBe(200)
    const refused = await listen("2001:db8::ffff")
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"])
    expect((await listen("192.0.2.7")).status).toBe(200)
    lines[0]?.leave()
    await expect.poll(async () => (await listen("2001:db8::ffff")).status).toBe(200)
    // The other pages still count.
    expect((await listen("2001:db8::ffff")).status).toBe(429)
    for (const { leave } of lines) leave()
    app.server.closeAllConnections()
    await app.close()
  })

  /** Counts the database reads of the totals from now on. Each read waits for `after`, which gets its number. */
  const countingReads = (after: (reads: number) => Promise<void> = async () => undefined) => {
    const executor = server.database.db.getExecutor()
    const ask = executor.executeQuery.bind(executor)
    let reads = 0
    let readsOfDays = 0
    const spy = vi.spyOn(executor, "executeQuery").mockImplementation(async (query, ...rest) => {
      const answer = await ask<never>(query, ...rest)
      if (/from "statistics".* "day" .* group by/.test(query.sql)) readsOfDays++
      if (/from "statistics".* group by/.test(query.sql)) await after(++reads)
      return answer
    })
    onTestFinished(() => spy.mockRestore())
    return { reads: () => reads, readsOfDays: () => readsOfDays }
  }

  test("limits the open pages of all addresses, accepts another page when one closes, and sends heartbeats", async () => {
    const app = fastify({ trustProxy: true })
    app.setErrorHandler(sendError)
    registerStatisticsEvents(app, server.database, () => undefined, { most: { all: 2, address: 2 }, beat: 50 })
    const address = await app.listen()
    const [leaving, left] = [new AbortController(), new AbortController()]
    const listen = (from: string, { signal } = left) =>
      fetch(`${address}${path()}/events`, { signal, headers: { "x-forwarded-for": from } })
    const [first] = [await listen("192.0.2.1"), await listen("192.0.2.2", leaving)]
    const refused = await listen("192.0.2.3")
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
    const lines = first.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ""
    while (!/(: here\n\n){3}/.test(heard)) heard += (await lines?.read())?.value ?? ""
    expect(heard).not.toContain("event")
    leaving.abort()
    await expect.poll(async () => (await listen("192.0.2.3")).status).toBe(200)
    expect((await listen("192.0.2.4")).status).toBe(503)
    left.abort()
    await app.close()
  })

  test("closes a page that does not read what it is sent", async () => {
    const app = fastify()
    app.setErrorHandler(sendError)
    // As if the buffers of the connection were full.
    let isStalled = false
    const closed: Array<string> = []
    app.addHook("onRequest", async (request, { raw }) => {
      const name = String(request.headers["x-name"])
      raw.once("close", () => closed.push(name))
      Object.defineProperty(raw, "writableNeedDrain", { get: () => isStalled && name === "stalled" })
    })
    registerStatisticsEvents(app, server.database, () => undefined, { most: { all: 2, address: 2 }, beat: 50 })
    const address = await app.listen()
    const left = new AbortController()
    const listen = (name: string) => fetch(`${address}${path()}/events`, { signal: left.signal, headers: { "x-name": name } })
    await Promise.all(["stalled", "reading"].map(listen))
    await pause(200)
    expect(closed).toEqual([])
    isStalled = true
    await expect.poll(() => closed).toEqual(["stalled"])
    expect((await listen("another")).status).toBe(200)
    expect(closed).toEqual(["stalled"])
    left.abort()
    await app.close()
  })

  test("gives simultaneous requests for the same days the same counts, and reads other days separately", async () => {
    await respond(1)
    const { reads } = countingReads()
    const all = await Promise.all(Array.from({ length: 100 }, () => read()))
    expect(new Set(all.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(all[0]).toMatchObject({ begun: 1 })
    const before = reads()
    // The rest after the last read is over before these are read.
    clock += 2 * 86_400_000
    await respond(1)
    const firstDay = new Date(clock - 2 * 86_400_000).toISOString().slice(0, 10)
    const [old, both, last] = await Promise.all([read(`?until=${firstDay}`), read(), read(`?from=${day()}`)])
    expect([old?.begun, both?.begun, last?.begun, reads() - before]).toEqual([1, 2, 1, 3])
  })

  test("reads periods with all days of the chat as all days, and those with none of them never", async () => {
    await respond(1)
    const firstDay = day()
    clock += 2 * 86_400_000
    await respond(2)
    const { reads, readsOfDays } = countingReads()
    const years = Array.from({ length: 20 }, (_, i) => 1990 + i)
    const everything = [
      ...years.flatMap((year) => [`?from=${year}-05-05`, `?until=${year + 1000}-05-05`]),
      `?from=${firstDay}`,
      `?until=${day()}`,
      `?from=${firstDay}&until=${day()}`,
    ]
    const all = await Promise.all(everything.map((query) => read(query)))
    expect(new Set(all.map(({ begun }) => begun))).toEqual(new Set([2]))
    expect([reads() > 0, readsOfDays()]).toEqual([true, 0])
    const before = reads()
    const nothing = [...years.map((year) => `?until=${year}-05-05`), "?from=9999-01-01", `?from=${day()}&until=${firstDay}`]
    expect(new Set((await Promise.all(nothing.map((query) => read(query)))).map(({ begun }) => begun))).toEqual(new Set([0]))
    expect(reads()).toBe(before)
    // The regular expression above finds a read of chosen days.
    await read(`?from=${day()}`)
    expect(readsOfDays()).toBe(1)
  })

  test("runs two reads of chosen days at a time, without delaying those of all days", async () => {
    const days: Array<string> = []
    for (let i = 0; i < 6; i++) {
      await respond(1)
      days.push(day())
      clock += 86_400_000
    }
    const release = Promise.withResolvers<void>()
    onTestFinished(() => release.resolve())
    let running = 0
    const { reads } = countingReads(async () => {
      running++
      await release.promise
    })
    const dated = days.slice(1).map((from) => read(`?from=${from}`))
    await expect.poll(() => running).toBe(2)
    const whole = read()
    await expect.poll(() => running).toBe(3)
    release.resolve()
    expect((await Promise.all(dated)).map(({ begun }) => begun)).toEqual([5, 4, 3, 2, 1])
    expect([(await whole).begun, reads()]).toEqual([6, 6])
  })

  test("includes an announced answer in the read that follows, even while an earlier read is still running", async () => {
    const release = Promise.withResolvers<void>()
    const { reads } = countingReads((readNumber) => (readNumber === 1 ? release.promise : Promise.resolve()))
    const left = new AbortController()
    const { body } = await fetch(`${server.address}${path()}/events`, { signal: left.signal })
    const lines = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await lines?.read())?.value).toBe(": here\n\n")
    const early = read()
    await expect.poll(reads).toBe(1)
    // The server's first poll only records the current state.
    await pause(1_500)
    await respond(1)
    expect((await lines?.read())?.value).toBe("event: counted\ndata: \n\n")
    const laterReads = Array.from({ length: 5 }, () => read())
    await pause(100)
    release.resolve()
    expect((await Promise.all(laterReads)).map(({ begun }) => begun)).toEqual([1, 1, 1, 1, 1])
    expect([(await early).begun, reads()]).toEqual([0, 2])
    left.abort()
  })

  test("a failed read fails only the requests that waited for it, not later ones", async () => {
    countingReads(async (readNumber) => {
      if (readNumber === 1) throw new Error("nobody there")
    })
    expect((await server.visitor().send("GET", path())).status).toBe(500)
    expect((await read()).begun).toBe(0)
  })

  test("does not poll for pages that closed while their chat was looked up", async () => {
    const lookup = Promise.withResolvers<void>()
    let [lookupsBegun, lookupsDone] = [0, 0]
    const slow = server.database.db.withPlugin({
      transformQuery: ({ node }) => {
        lookupsBegun++
        return node
      },
      transformResult: async ({ result }) => {
        await lookup.promise
        if (result.rows.some((row) => "revision" in row)) lookupsDone++
        return result
      },
    })
    const app = fastify()
    app.setErrorHandler(sendError)
    registerStatisticsEvents(app, { db: slow }, () => undefined)
    const address = await app.listen()
    const left = new AbortController()
    const open = () => fetch(`${address}${path()}/events`, { signal: left.signal })
    const gone = Promise.allSettled(Array.from({ length: maxLiveViewers.address }, open))
    const lines = () => new Promise<number>((done) => app.server.getConnections((_, count) => done(count)))
    await expect.poll(() => lookupsBegun).toBe(maxLiveViewers.address)
    left.abort()
    await gone
    await expect.poll(lines).toBe(0)
    lookup.resolve()
    await expect.poll(() => lookupsDone).toBe(maxLiveViewers.address)
    // No page is left to poll for.
    await pause(1_500)
    expect(lookupsBegun).toBe(maxLiveViewers.address)
    await app.close()
  })

  test("notifies an open page when answers are counted, counts are cleared or the chat is deleted", async () => {
    await respond(1)
    const left = new AbortController()
    const { body, headers } = await fetch(`${server.address}${path()}/events`, { signal: left.signal })
    expect(headers.get("content-type")).toBe("text/event-stream")
    const { headers: other } = await fetch(`${server.address}${path()}`)
    for (const name of [
      "content-security-policy",
      "x-content-type-options",
      "x-frame-options",
      "referrer-policy",
      "cross-origin-resource-policy",
    ])
      expect([name, headers.get(name)]).toEqual([name, other.get(name)])
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    const lines = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await lines?.read())?.value).toBe(": here\n\n")
    let firstEvent: string | undefined
    const listening = lines?.read().then(({ value }) => {
      firstEvent = value
    })
    // The server polls once a second, and the first poll only records the current state.
    await expect
      .poll(
        async () => {
          await respond(2)
          return firstEvent
        },
        { interval: 500 },
      )
      .toBe("event: counted\ndata: \n\n")
    await listening
    let laterEvents = ""
    const reading = (async () => {
      for (let next = await lines?.read(); next?.done === false; next = await lines?.read()) laterEvents += next.value
    })()
    // Answers given during the notification may cause another one.
    await pause(2_500)
    laterEvents = ""
    await server.database.db.deleteFrom("statistics").where("script_id", "=", script).execute()
    await expect.poll(() => laterEvents).toBe("event: counted\ndata: \n\n")
    // A poll without counts notices as well that the chat is gone.
    await pause(1_500)
    laterEvents = ""
    await server.database.db.updateTable("scripts").set({ status: 4 }).where("id", "=", script).execute()
    await expect.poll(() => laterEvents).toBe("event: counted\ndata: \n\n")
    left.abort()
    await reading.catch(() => undefined)
  })
})

test("one read answers all requests that arrive before it starts, and a second one those that arrive during it", async () => {
  const releases: Array<() => void> = []
  const readShared = createCoalescedRead<number>()
  const request = () =>
    readShared("the same days", async () => {
      const number = releases.length + 1
      await new Promise<void>((release) => releases.push(release))
      return number
    })
  const early = Array.from({ length: 100 }, request)
  await expect.poll(() => releases.length).toBe(1)
  const late = Array.from({ length: 100 }, request)
  releases[0]?.()
  await expect.poll(() => releases.length).toBe(2)
  releases[1]?.()
  expect(new Set(await Promise.all(early))).toEqual(new Set([1]))
  expect(new Set(await Promise.all(late))).toEqual(new Set([2]))
  expect(releases.length).toBe(2)
})

test("responds to few of the callers that share a read in one turn of the event loop", async () => {
  const readShared = createCoalescedRead<number>()
  const turns = startTurnCounter()
  onTestFinished(turns.stop)
  const callers = Array.from({ length: 100 }, () => readShared("the same days", async () => 1).then(turns.note))
  await Promise.all(callers)
  expect(Math.max(...turns.perTurn())).toBeLessThanOrEqual(8)
  expect(turns.perTurn().reduce((sum, count) => sum + count, 0)).toBe(100)
})

test("a server stops without waiting for open pages", async () => {
  const server = await startTestServer(await usualDatabase.settings())
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  const script = await createLiveScript(
    await server.signedIn("ada"),
    "acme",
    createInstructions({ type: "question", says: "Komt u?", question: yesNoQuestion }),
  )
  const { body } = await fetch(`${server.address}/stats/api/acme/${script}/events`)
  const start = performance.now()
  await server.stop()
  expect(performance.now() - start).toBeLessThan(8000)
  expect(await new Response(body).text()).toContain(": here")
})

test("runs no more reads at a time than permitted, in the order of their requests, and refuses those beyond the queue", async () => {
  const limit = createReadLimit({ running: 1, waiting: 2 })
  const log: Array<string> = []
  const first = Promise.withResolvers<void>()
  const read = (name: string, until: Promise<void> = Promise.resolve()) =>
    limit(async () => {
      log.push(name)
      await until
      if (name === "second") throw new Error("this one fails")
    })
  const all = Promise.allSettled([read("first", first.promise), read("second"), read("third"), read("fourth")])
  await setImmediate()
  expect(log).toEqual(["first"])
  first.resolve()
  const [, second, , fourth] = await all
  expect([log, second, fourth]).toMatchObject([
    ["first", "second", "third"],
    { reason: { message: "this one fails" } },
    { reason: { status: 503 } },
  ])
  await read("later")
  expect(log.at(-1)).toBe("later")
})
