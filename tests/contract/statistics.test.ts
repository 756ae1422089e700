// Live statistics on the real server: counted while answers arrive, by the day, and told to pages that are open (decisions G1–G5).
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import * as Schema from "effect/Schema"
import fastify from "fastify"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { conversationsApi } from "../../adapters/api/conversations-api.ts"
import { scriptsApi } from "../../adapters/api/scripts-api.ts"
import { sendError } from "../../adapters/server/http/error-responses.ts"
import { enqueueJob } from "../../adapters/server/jobs/job-queue.ts"
import { registerStatisticsEvents } from "../../adapters/server/statistics/statistics-endpoints.ts"
import { aggregatePastDays } from "../../adapters/server/statistics/statistics-repository.ts"
import { maxLiveViewers } from "../../domain/conversations/conversation-limits.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { instructionsOf, makeLive, yesOrNo } from "../fixtures/live-script.ts"
import { newPass, tell } from "../fixtures/respondent.ts"
import { databases, field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ name, settings }) => {
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
    instructions = instructionsOf(
      { type: "question", label: "komt", says: "Komt u?", question: yesOrNo },
      {
        type: "question",
        label: "cijfer",
        says: "Welk cijfer?",
        question: { uuid: randomUUID(), type: "nps", options: { minimum: 0, maximum: 10 } },
      },
      { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open", skipable: true } },
    )
    script = await makeLive(ada, "acme", instructions)
  })

  const send = (call: Parameters<typeof tell>[1], body: unknown) => tell(server.address, call, body)
  /** One respondent, who gives as many answers as there are. */
  const respond = async (...given: ReadonlyArray<unknown>): Promise<void> => {
    const pass = newPass()
    expect((await send("open", { pass, anonymous: { community: "acme", script } })).status).toBe(200)
    for (const [i, value] of given.entries())
      expect((await send("answer", { pass, uuid: instructions[i]?.uuid, given: value, after: 0 })).status).toBe(200)
  }
  const path = () => `/stats/api/acme/${script}`
  const read = async (query = "") =>
    Schema.decodeUnknownSync(LiveStatistics)((await server.visitor().send("GET", `${path()}${query}`)).json())
  const day = () => new Date(clock).toISOString().slice(0, 10)

  test("each answer counts once, when it is given; nobody who looks has to sign in", async () => {
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

  test("whose first answer begins a conversation of a personal link has begun one", async () => {
    const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false })
    const deed = { pass: link?.conversation, uuid: instructions[0]?.uuid, given: 1, after: 1 }
    expect((await send("answer", deed)).status).toBe(200)
    expect(await read()).toMatchObject({ begun: 1, finished: 0, charts: [{ answered: 1 }, { answered: 0 }, { answered: 0 }] })
  })

  test("a conversation counts into one row of each count, also where its first answer begins it: two changes are in each other's way once at most", async () => {
    const links = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 4, short: false })
    const its = server.database.db.selectFrom("statistics").where("script_id", "=", script)
    for (const { conversation: pass } of links) {
      await server.database.db.deleteFrom("statistics").where("script_id", "=", script).execute()
      for (const [i, given] of [1, 9].entries()) await send("answer", { pass, uuid: instructions[i]?.uuid, given, after: i })
      expect(await its.select("shard").distinct().execute()).toHaveLength(1)
    }
  })

  test("an answer that is sent again, or refused, counts no more than it should", async () => {
    const pass = newPass()
    await send("open", { pass, anonymous: { community: "acme", script } })
    const answer = (given: unknown) => send("answer", { pass, uuid: instructions[0]?.uuid, given, after: 0 })
    expect((await answer(9)).status).toBe(422)
    await Promise.all([answer(1), answer(1), answer(2)])
    expect(await read()).toMatchObject({ begun: 1, charts: [{ answered: 1 }, { answered: 0 }, { answered: 0 }] })
  })

  test("[G3] a score that is told counts once, when it is told", async () => {
    const scored = { ...yesOrNo, choices: (yesOrNo.choices ?? []).map((it, i) => ({ ...it, score: i === 0 ? 10 : 0 })) }
    instructions = instructionsOf(
      { type: "question", label: "komt", says: "Komt u?", question: scored },
      { type: "score", label: "uitslag", says: "Uw uitslag", action: { type: "score", params: { charttype: "average" } } },
      { type: "question", label: "waarom", says: "Waarom?", question: { uuid: randomUUID(), type: "open", skipable: true } },
    )
    script = await makeLive(ada, "acme", instructions)
    const pass = newPass()
    await send("open", { pass, anonymous: { community: "acme", script } })
    const answer = (at: number, given: unknown) => send("answer", { pass, uuid: instructions[at]?.uuid, given, after: 0 })
    await Promise.all([answer(0, 1), answer(0, 1)])
    await send("open", { pass, anonymous: { community: "acme", script } })
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

  test("[S11] a chat without a public title is called by its community, as it is where it is answered", async () => {
    await ada.send("PATCH", `/api/acme/chat-scripts/${script}`, { public_name: "" })
    const { title, community } = await read()
    expect([title, community.name.trim()]).toEqual([community.name, expect.stringMatching(/./)])
  })

  test.runIf(name === "PostgreSQL")("who waits for another's look at stale conversations holds none of the counts meanwhile", async () => {
    const trigger = { enabled: true, timeout: 60, config: { preset: null, custom: true, amount: 60, unit: "second" } }
    const params = { endpoint: "https://example.org/", version: 1 as const, questions: null, labels: { name: "x" }, trigger }
    const question = instructions.slice(0, 1)
    const stale = await makeLive(ada, "acme", [
      ...question,
      ...instructionsOf({ type: "action", action: { type: "send2api", params } }).map((it) => ({ ...it, order: 1 })),
    ])
    const { db } = server.database
    const due = new Date(Math.ceil((clock + 60_000) / 1000) * 1000)
    const held = Promise.withResolvers<void>()
    const other = db.transaction().execute(async (change) => {
      await enqueueJob(change, { kind: "stale", key: `at ${due.getTime() / 1000}`, payload: null, due })
      await held.promise
    })
    const opening = send("open", { pass: newPass(), anonymous: { community: "acme", script: stale } })
    const locks = async (which: ReturnType<typeof sql>) =>
      Number((await sql<{ n: string }>`select count(*) as n from pg_locks where ${which}`.execute(db)).rows[0]?.n)
    await expect.poll(() => locks(sql`not granted`)).toBe(1)
    expect(await locks(sql`relation = 'statistics'::regclass and mode = 'RowExclusiveLock'`)).toBe(0)
    held.resolve()
    await other
    expect((await opening).status).toBe(200)
  })

  test("of some days only what was given on them", async () => {
    const first = day()
    await respond(1)
    clock += 86_400_000
    await respond(2)
    expect((await read(`?until=${first}`)).charts[0]?.bars.map(({ count }) => count)).toEqual([1, 0])
    expect((await read(`?from=${day()}`)).charts[0]?.bars.map(({ count }) => count)).toEqual([0, 1])
    expect((await read(`?from=${first}&until=${day()}`)).charts[0]?.answered).toBe(2)
    expect((await server.visitor().send("GET", `${path()}?from=yesterday`)).status).toBe(422)
  })

  test("what a day that is over was counted in becomes one row of each count, and counts as much", async () => {
    const rows = async (day: string, least: number) => {
      const its = server.database.db.selectFrom("statistics").select("key").where("script_id", "=", script).where("day", "=", day)
      return (await its.where("shard", ">=", least).execute()).length
    }
    const first = day()
    // By chance they are all counted in one row once in very many runs.
    for (let i = 0; i < 12; i++) await respond(1 + (i % 2), i % 11)
    expect(await rows(first, 1)).toBeGreaterThan(0)
    const toldThen = await read()
    clock += 86_400_000
    for (let i = 0; i < 12; i++) await respond(1)
    const spread = await rows(day(), 1)
    expect(spread).toBeGreaterThan(0)
    const told = [await read(), toldThen]
    for (const time of ["once", "again"]) {
      await aggregatePastDays(server.database, new Date(clock))
      // Begun; that two questions were answered; each of two choices, and of eleven values.
      expect([time, await rows(first, 0), await rows(first, 1), await rows(day(), 1)]).toEqual([time, 1 + 2 + 2 + 11, 0, spread])
      expect(await Promise.all([read(), read(`?until=${first}`)])).toEqual(told)
    }
  })

  const counted = (day: string, shard: number, count: number) =>
    server.database.db
      .insertInto("statistics")
      .values({ script_id: script, instruction: "", key: "begun", day, shard, count, sum: 0 })
      .execute()

  test("a day is over an hour after its end: another process may count into it until then", async () => {
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
    "counts are not folded while they are cleared, and neither stands in the way of the other",
    async () => {
      const { db, transact } = server.database
      await aggregatePastDays(server.database, new Date(clock + 2 * 86_400_000))
      await counted(day(), 3, 5)
      const waiting = async () =>
        Number((await sql<{ n: string }>`select count(*) as n from pg_locks where not granted`.execute(db)).rows[0]?.n)
      let tries = 0
      const countingTries: typeof transact = (work) =>
        transact((change, end) => {
          tries++
          return work(change, end)
        })
      let folding: Promise<void> | undefined
      await db.transaction().execute(async (clearing) => {
        await clearing.selectFrom("scripts").select("id").where("id", "=", script).forUpdate().execute()
        folding = aggregatePastDays({ db, transact: countingTries }, new Date(clock + 2 * 86_400_000))
        await expect.poll(waiting).toBe(1)
        await clearing.deleteFrom("statistics").where("script_id", "=", script).execute()
      })
      await folding
      expect([tries, (await read()).begun]).toEqual([1, 0])
    },
  )

  test.runIf(name === "PostgreSQL")("counts that are folded keep nobody waiting who counts meanwhile", async () => {
    const { db } = server.database
    await counted(day(), 3, 5)
    clock += 2 * 86_400_000
    let folding: Promise<void> | undefined
    await db.transaction().execute(async (busy) => {
      await busy.selectFrom("statistics").select("key").where("script_id", "=", script).forUpdate().execute()
      folding = aggregatePastDays(server.database, new Date(clock))
      const waiting = async () =>
        Number((await sql<{ n: string }>`select count(*) as n from pg_locks where not granted`.execute(db)).rows[0]?.n)
      await expect.poll(waiting).toBe(1)
      await respond(1)
    })
    await folding
    expect((await read()).begun).toBe(6)
  })

  test("clearing begins them anew; clearing the data leaves them; a deleted chat has none", async () => {
    await respond(1)
    const at = (rest: string) => `/api/acme/chat-scripts/${script}/${rest}`
    const twoSteps = async (deed: string, token: string) => {
      const csrf = field((await ada.send("GET", at(deed))).json(), token)
      expect((await ada.send("POST", at(deed), { csrf })).status).toBe(200)
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

  test("[G5] of one in preparation nothing is told that no respondent met: neither title nor questions, before it was ever live and after", async () => {
    const { uuid: draft } = await scriptsApi(ada.api()).add({ community: "acme", name: "A draft" })
    await ada.send("PATCH", `/api/acme/chat-scripts/${draft}`, {
      script: { name: "A draft", public_name: "Secret", language: "nl", instructions },
      markedForDelete: [],
    })
    const told = await server.visitor().send("GET", `/stats/api/acme/${draft}`)
    expect([told.status, told.json()]).toMatchObject([200, { begun: 0, charts: [] }])
    expect(told.text).not.toContain("Secret")
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

  test("[G5] of one in preparation again they are told by the questions as they were live last, whatever of its conversations is there", async () => {
    const at = (rest: string) => `/api/acme/chat-scripts/${script}/${rest}`
    const clear = async (deed: string) => {
      const csrf = field((await ada.send("GET", at(deed))).json(), "clearToken")
      expect((await ada.send("POST", at(deed), { csrf })).status).toBe(200)
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
    // Closed and reopened for its author, it was not live meanwhile.
    await ada.send("POST", at("state"), { state: 3 })
    await ada.send("POST", at("state"), { state: 1 })
    expect(await read()).toEqual(before)
    await clear("clear-stats")
    expect(await read()).toMatchObject({ begun: 0, charts: [{ answered: 0 }, { answered: 0 }, { answered: 0 }] })
  })

  test("[G5] of one that is closed nothing is told that was written while it was in preparation, and of its wording what it says since", async () => {
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
    // Also where only its wording is mended then.
    await says("Nog een geheime vraag?", "Secret")
    expect(await read()).toMatchObject({ title: "Closed", charts: [{ title: "Kwam u?" }, {}, {}] })
    await state(2)
    expect(await read()).toMatchObject({ title: "Secret", charts: [{ title: "Nog een geheime vraag?" }, {}, {}] })
    const { uuid: draft } = await scriptsApi(ada.api()).add({ community: "acme", name: "Never live" })
    await ada.send("PATCH", `/api/acme/chat-scripts/${draft}`, {
      script: { name: "Never live", public_name: "Secret", language: "nl", instructions },
      markedForDelete: [],
    })
    await ada.send("POST", `/api/acme/chat-scripts/${draft}/state`, { state: 3 })
    const told = await server.visitor().send("GET", `/stats/api/acme/${draft}`)
    expect([told.status, told.text.includes("Secret"), told.json()]).toMatchObject([200, false, { begun: 0, charts: [] }])
  })

  test.each(["/stats/api/other/SCRIPT", "/stats/api/acme/not-a-uuid", "/stats/api/é'/SCRIPT", "/stats/api/acme/SCRIPT0"])(
    "%s is not there, nor are its events",
    async (odd) => {
      for (const rest of ["", "/events"]) {
        const { status, text } = await server.visitor().send("GET", `${odd.replace("SCRIPT", script)}${rest}`)
        expect([status, text]).toEqual([404, '{"message":"Not found."}'])
      }
    },
  )

  test("while the database is away that is said once, however many pages are open and however often it is looked for, and once that it is back", async () => {
    let isAway = false
    const fickle = server.database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isAway) throw new Error("nobody there")
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const said: Array<string> = []
    const app = fastify()
    registerStatisticsEvents(app, { db: fickle }, (it) => said.push(it))
    const address = await app.listen()
    const left = new AbortController()
    const open = () => fetch(`${address}${path()}/events`, { signal: left.signal })
    const pages = [await open(), await open()]
    isAway = true
    await expect.poll(() => said).toEqual(["live statistics: Error: nobody there"])
    await pause(3_000)
    isAway = false
    const both = ["live statistics: Error: nobody there", "live statistics: the database is back"]
    await expect.poll(() => said).toEqual(both)
    // Held until here: a line whose answer nobody holds any more is closed.
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    left.abort()
    await app.close()
    expect(said).toEqual(both)
  })

  test("of one address, whatever the last part of it, so many pages are told and no more; those of others are, and it is again when one leaves", async () => {
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
    // The others still count.
    expect((await listen("2001:db8::ffff")).status).toBe(429)
    for (const { leave } of lines) leave()
    app.server.closeAllConnections()
    await app.close()
  })

  /** The reads of all sums that the database is asked for from now on, as often as `after` each of them lets go on. */
  const countingReads = (after: (reads: number) => Promise<void> = async () => undefined) => {
    const executor = server.database.db.getExecutor()
    const ask = executor.executeQuery.bind(executor)
    let reads = 0
    const spy = vi.spyOn(executor, "executeQuery").mockImplementation(async (query, ...rest) => {
      const answer = await ask<never>(query, ...rest)
      if (/from "statistics".* group by/.test(query.sql)) await after(++reads)
      return answer
    })
    return { reads: () => reads, stop: () => spy.mockRestore() }
  }

  test("so many pages are told together and no more, another when one leaves, and hear that the line is there where nothing else is told", async () => {
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

  test("pages that ask for the same at a time share a read; those that ask for other days do not", async () => {
    await respond(1)
    const { reads, stop } = countingReads()
    const all = await Promise.all(Array.from({ length: 100 }, () => read()))
    expect(new Set(all.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(all[0]).toMatchObject({ begun: 1 })
    // The first, and all who came while it was read.
    expect(reads()).toBeLessThanOrEqual(3)
    const before = reads()
    const [old] = await Promise.all([read("?until=2020-01-01"), read(`?from=${day()}`), read(`?from=${day()}&until=${day()}`)])
    expect([old?.begun, reads() - before]).toEqual([0, 3])
    stop()
  })

  test("what a page was told of is in what it reads then, also while what was read before it is on its way to another", async () => {
    const held = Promise.withResolvers<void>()
    const { reads, stop } = countingReads((its) => (its === 1 ? held.promise : Promise.resolve()))
    const left = new AbortController()
    const { body } = await fetch(`${server.address}${path()}/events`, { signal: left.signal })
    const lines = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await lines?.read())?.value).toBe(": here\n\n")
    const early = read()
    await expect.poll(reads).toBe(1)
    // The server's first look only sees what there is.
    await pause(1_500)
    await respond(1)
    expect((await lines?.read())?.value).toBe("event: counted\ndata: \n\n")
    const told = Array.from({ length: 5 }, () => read())
    await pause(100)
    held.resolve()
    expect((await Promise.all(told)).map(({ begun }) => begun)).toEqual([1, 1, 1, 1, 1])
    expect([(await early).begun, reads()]).toEqual([0, 2])
    stop()
    left.abort()
  })

  test("a read that fails is the answer of those who waited for it, and of nobody after them", async () => {
    const { stop } = countingReads(async (its) => {
      if (its === 1) throw new Error("nobody there")
    })
    expect((await server.visitor().send("GET", path())).status).toBe(500)
    expect((await read()).begun).toBe(0)
    stop()
  })

  test("for pages that left while their chat was looked for nothing is looked at", async () => {
    const found = Promise.withResolvers<void>()
    let [sought, told] = [0, 0]
    const slow = server.database.db.withPlugin({
      transformQuery: ({ node }) => {
        sought++
        return node
      },
      transformResult: async ({ result }) => {
        await found.promise
        if (result.rows.some((row) => "revision" in row)) told++
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
    await expect.poll(() => sought).toBe(maxLiveViewers.address)
    left.abort()
    await gone
    await expect.poll(lines).toBe(0)
    found.resolve()
    await expect.poll(() => told).toBe(maxLiveViewers.address)
    // Nobody is there for whom it would be looked.
    await pause(1_500)
    expect(sought).toBe(maxLiveViewers.address)
    await app.close()
  })

  test("a page that is open is told within moments that something was counted, cleared, or the chat deleted, and once it is closed no more", async () => {
    await respond(1)
    const left = new AbortController()
    const { body, headers } = await fetch(`${server.address}${path()}/events`, { signal: left.signal })
    expect(headers.get("content-type")).toBe("text/event-stream")
    const lines = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await lines?.read())?.value).toBe(": here\n\n")
    let told: string | undefined
    const listening = lines?.read().then(({ value }) => {
      told = value
    })
    // The server looks once a second, and the first time only sees what there is.
    await expect
      .poll(
        async () => {
          await respond(2)
          return told
        },
        { interval: 500 },
      )
      .toBe("event: counted\ndata: \n\n")
    await listening
    let further = ""
    const reading = (async () => {
      for (let next = await lines?.read(); next?.done === false; next = await lines?.read()) further += next.value
    })()
    // What was given while it was told may be told of once more.
    await pause(2_500)
    further = ""
    await server.database.db.deleteFrom("statistics").where("script_id", "=", script).execute()
    await expect.poll(() => further).toBe("event: counted\ndata: \n\n")
    // With nothing counted, too: it looks, and finds that the chat is gone.
    await pause(1_500)
    further = ""
    await server.database.db.updateTable("scripts").set({ status: 4 }).where("id", "=", script).execute()
    await expect.poll(() => further).toBe("event: counted\ndata: \n\n")
    left.abort()
    await reading.catch(() => undefined)
  })
})

test("a server that stops does not wait for pages that are open", async () => {
  const server = await startTestServer()
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  const script = await makeLive(
    await server.signedIn("ada"),
    "acme",
    instructionsOf({ type: "question", says: "Komt u?", question: yesOrNo }),
  )
  const { body } = await fetch(`${server.address}/stats/api/acme/${script}/events`)
  const start = performance.now()
  await server.stop()
  expect(performance.now() - start).toBeLessThan(8000)
  expect(await new Response(body).text()).toContain(": here")
})
