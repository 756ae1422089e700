// The respondents' chat on the real server: opened, answered, watched; what never counts twice, and what it never tells.
import { randomBytes, randomUUID } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { sql } from "kysely"
import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { conversationsApi } from "../../adapters/api/conversations-api.ts"
import { createChatClient } from "../../adapters/public-pages/chat-client.ts"
import { fetchStatistics } from "../../adapters/public-pages/statistics-client.ts"
import { expireConversations } from "../../adapters/server/conversations/conversation-repository.ts"
import { toChatFailure } from "../../domain/chat/chat-failure.ts"
import { conversationTimeoutMs, rateLimitPerMinute, unansweredFileLifetimeMs } from "../../domain/conversations/conversation-limits.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { unlimitedPeriod } from "../../domain/statistics/statistics-scope.ts"
import { instructionsOf, makeLive, yesOrNo } from "../fixtures/live-script.ts"
import { newPass, png, sendFile, tell } from "../fixtures/respondent.ts"
import { databases, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const hour = 3_600_000

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
    ada = await server.signedIn("ada")
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    // Another minute: what was counted counts no more.
    clock += 61_000
    instructions = instructionsOf(
      { type: "message", says: "Dag {{metadata.naam|u}}" },
      { type: "question", label: "komt", says: "Komt u?", question: yesOrNo },
      {
        type: "question",
        label: "waarom",
        says: "Waarom niet?",
        condition: "komt == 2",
        question: { uuid: randomUUID(), type: "open", skipable: true },
      },
      { type: "question", label: "foto", says: "Een foto?", question: { uuid: randomUUID(), type: "file", skipable: true } },
    )
    script = await makeLive(ada, "acme", instructions)
  })
  const uuidOf = (place: number): string => instructions[place]?.uuid ?? ""
  const send = (call: Parameters<typeof tell>[1], body: unknown) => tell(server.address, call, body)
  const open = (pass: string, more: object = {}) => send("open", { pass, anonymous: { community: "acme", script }, ...more })
  const answer = (pass: string, place: number, given: unknown, after = 1) => send("answer", { pass, uuid: uuidOf(place), given, after })
  const exported = () => conversationsApi(ada.api()).exportPage({ community: "acme", uuid: script, limit: 100, after: null })
  const setState = async (state: number) => ada.send("POST", `/api/acme/chat-scripts/${script}/state`, { state })

  test("somebody opens it, answers to its end, and is in the export; the page is told no more than it shows", async () => {
    const pass = newPass()
    const first = await open(pass, { metadata: { naam: "Ada", l: "nl" } })
    expect(first.status).toBe(200)
    expect(first.json()).toMatchObject({
      community: { slug: "acme" },
      script: { uuid: script, title: "Live chat" },
      language: "nl",
      isBegun: true,
      total: 1,
      waiting: { for: "answer", uuid: uuidOf(1) },
      turns: [
        {
          answer: null,
          effects: [
            { type: "show", html: "<p>Dag Ada</p>" },
            { type: "ask", name: "komt" },
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
      turns: [{ effects: [{ type: "end", ending: { endType: "finished" } }] }],
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

  test("opened again it is the same conversation, whole; an answer that is sent again counts once", async () => {
    const pass = newPass()
    const before = await open(pass)
    expect((await open(pass)).json()).toEqual(before.json())
    const [one, two] = await Promise.all([answer(pass, 1, 1), answer(pass, 1, 1)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.json()).toEqual(two.json())
    expect(two.json()).toMatchObject({ isOvertaken: false })
    // A late copy of the answer, in other words, is the same one.
    expect((await answer(pass, 1, "Ja", 0)).json()).toMatchObject({ total: 2, isOvertaken: false })
    // Another value changes nothing, is told so, and what the page has missed.
    expect((await answer(pass, 1, 2, 0)).json()).toMatchObject({
      total: 2,
      isOvertaken: true,
      turns: [{ answer: null }, { answer: { value: 1 } }],
    })
    // What was not asked yet, and what is no question at all, was not answered otherwise.
    expect((await answer(pass, 2, "x", 2)).json()).toMatchObject({ total: 2, isOvertaken: false })
    expect((await answer(pass, 0, "x", 2)).json()).toMatchObject({ total: 2, isOvertaken: false })
    expect((await open(pass)).json()).toMatchObject({ total: 2, waiting: { uuid: uuidOf(3) } })
    // A page that missed some is told all of them, with what its own answer led to.
    expect((await answer(pass, 3, null, 1)).json()).toMatchObject({ turns: [{ answer: { value: 1 } }, { answer: { value: null } }] })
    expect((await exported()).items).toHaveLength(1)
  })

  test("one in which everything was skipped has no answers, where they are counted as where they are exported", async () => {
    script = await makeLive(
      ada,
      "acme",
      instructions.filter(({ label }) => label === "foto").map((it) => ({ ...it, order: 0 })),
    )
    const pass = newPass()
    await open(pass)
    expect((await answer(pass, 3, null)).json()).toMatchObject({ waiting: null })
    const counted = async (filledonly: boolean) =>
      (await ada.send("GET", `/api/acme/${script}/export/count?filledonly=${filledonly}`)).json()
    expect([await counted(false), await counted(true)]).toEqual([{ count: 1 }, { count: 0 }])
  })

  test("it was begun when it was begun, however long its respondent goes on; each answer says when it came", async () => {
    const at = () => new Date(clock).toISOString()
    const [pass, begun] = [newPass(), at()]
    await open(pass)
    const told = async () =>
      (await exported()).items.map(({ startedAt, updatedAt, syncedAt, finishedAt }) => [startedAt, updatedAt, syncedAt, finishedAt])
    expect(await told()).toEqual([[begun, begun, begun, null]])
    clock += hour
    await answer(pass, 1, 1)
    expect(await told()).toEqual([[begun, at(), at(), null]])
    clock += hour
    await answer(pass, 3, null)
    expect(await told()).toEqual([[begun, at(), at(), at()]])
  })

  test("what is asked of the database for each answer is planned once, and names its columns: another version may add some", async ({
    onTestFinished,
  }) => {
    const pass = newPass()
    await open(pass)
    const asked = vi.spyOn(pg.Client.prototype, "query")
    onTestFinished(() => asked.mockRestore())
    await answer(pass, 1, 1)
    const queries = asked.mock.calls.flatMap(([it]: ReadonlyArray<unknown>) =>
      isRecord(it) && typeof it["text"] === "string" ? [{ text: it["text"], name: String(it["name"]) }] : [],
    )
    const planned = queries.filter(({ name }) => name.startsWith("often-")).map(({ text }) => text)
    expect(planned).toEqual([
      expect.stringMatching(/^select .* for update of "conversations"$/),
      expect.stringMatching(/update "conversations" set/),
    ])
    expect(planned.join(" ")).not.toContain("*")
  })

  test("many who open one pass at once begin one conversation", async () => {
    const pass = newPass()
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(pass)))
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await exported()).items).toHaveLength(1)
  })

  test("an answer that breaks a rule is refused with what is wrong, and the question stands", async () => {
    const pass = newPass()
    await open(pass)
    const refused = await answer(pass, 1, 7)
    expect([refused.status, refused.json()]).toMatchObject([422, { message: "answer.unknown-choice", values: { value: "7" } }])
    expect((await send("watch", { pass, after: 1 })).json()).toMatchObject({ total: 1, waiting: { uuid: uuidOf(1) } })
  })

  test("opening a personal link begins nothing: the first deed does; a short code leads to the same conversation", async () => {
    const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
    const [token, code] = [link?.conversation ?? "", link?.code ?? ""]
    for (const pass of [token, code, token]) {
      const opened = await send("open", { pass, language: "en", metadata: { ref: "x" } })
      expect(opened.json()).toMatchObject({ isBegun: false, language: "en", total: 1, waiting: { uuid: uuidOf(1) } })
    }
    expect(await conversationsApi(ada.api()).count({ community: "acme", uuid: script })).toBe(0)
    const deed = { pass: code, uuid: uuidOf(1), given: 1, after: 1, language: "en", metadata: { ref: "y" } }
    expect((await send("answer", deed)).json()).toMatchObject({ total: 2 })
    expect((await send("open", { pass: token, metadata: { ref: "late" } })).json()).toMatchObject({
      isBegun: true,
      language: "en",
      total: 2,
    })
    expect((await exported()).items).toMatchObject([{ metadata: { ref: "y" }, answers: { [uuidOf(1)]: 1 } }])
  })

  test("[E7] what the address of a personal link says comes beside what its list says, and never in its place", async () => {
    const metadata = { naam: "Ann", vip: "", ref: "list" }
    const [link] = await conversationsApi(ada.api()).makeUniqueLinks({
      community: "acme",
      uuid: script,
      people: [{ profile: { email: "ann@example.org" }, conversation: { metadata } }],
      short: false,
    })
    const said = { pass: link?.conversation, metadata: { naam: "Bob", vip: "1", l: "en", bron: "mail" } }
    expect((await send("open", said)).text).toContain("Dag Ann")
    await send("watch", { ...said, after: 0 })
    const [{ metadata: kept } = {}] = (await exported()).items
    expect(kept).toEqual({ naam: "Ann", ref: "list", bron: "mail" })
  })

  test("goes on with the revision that it began with", async () => {
    const pass = newPass()
    await open(pass)
    await setState(1)
    const path = `/api/acme/chat-scripts/${script}`
    const [, ...rest] = instructions
    const shorter = {
      name: "Live",
      public_name: "Live chat",
      language: "nl",
      instructions: rest.slice(-1).map((it) => ({ ...it, order: 0 })),
    }
    expect((await ada.send("PATCH", path, { script: shorter, markedForDelete: [] })).status).toBe(200)
    expect((await setState(2)).status).toBe(200)
    expect((await answer(pass, 1, 1)).json()).toMatchObject({ waiting: { uuid: uuidOf(3) } })
    clock += 1000
    expect((await open(newPass())).json()).toMatchObject({ waiting: { uuid: uuidOf(3) }, total: 1 })
    expect((await exported()).items.map(({ revision }) => revision)).toEqual([2, 3])
  })

  describe("who is not let in", () => {
    test.each([
      ["closed", 3, 410, 410],
      ["in preparation, of which only who has a conversation hears", 1, 423, 404],
    ])("a chat that is %s", async (_, state, status, toOthers) => {
      const pass = newPass()
      await open(pass)
      await setState(state)
      expect((await open(pass)).status).toBe(status)
      expect((await open(newPass())).status).toBe(toOthers)
      expect((await answer(pass, 1, 1)).status).toBe(status)
      expect((await send("watch", { pass, after: 0 })).status).toBe(status)
    })

    test.each([
      ["another community", { community: "other", script: "" }],
      ["no community", { community: "é'", script: "" }],
      ["no script", { community: "acme", script: "00000000-0000-4000-8000-000000000000" }],
      ["no uuid", { community: "acme", script: "x" }],
    ])("%s", async (_, { community, script: which }) => {
      const answered = await send("open", { pass: newPass(), anonymous: { community, script: which || script } })
      expect([answered.status, answered.text]).toEqual([404, '{"message":"Not found."}'])
    })

    test("is told so as the server tells it, and not as what stands before it might", async () => {
      const stays = new AbortController().signal
      const trouble = (uuid: string) =>
        createChatClient(`${server.address}/chat`, newPass(), {})
          .open({ anonymous: { community: "acme", script: uuid } }, stays)
          .catch(toChatFailure)
      const statistics = (uuid: string) =>
        fetchStatistics({ base: `${server.address}/stats`, community: "acme", script: uuid }, unlimitedPeriod, stays)
      expect(await trouble(randomUUID())).toEqual({ type: "missing" })
      expect(await statistics(randomUUID())).toBe("missing")
      await setState(3)
      expect(await trouble(script)).toEqual({ type: "closed" })
    })

    test("a pass that was made up, and one of another chat", async () => {
      expect((await send("open", { pass: newPass() })).status).toBe(404)
      expect((await send("answer", { pass: newPass(), uuid: uuidOf(1), given: 1, after: 0 })).status).toBe(404)
      const pass = newPass()
      await open(pass)
      const other = await makeLive(ada, "acme", instructionsOf({ type: "question", says: "Ja?", question: yesOrNo }))
      expect((await send("open", { pass, anonymous: { community: "acme", script: other } })).status).toBe(404)
    })

    test("a pass of one's own that is easy to guess, or none at all", async () => {
      expect((await open("short-pass")).status).toBe(422)
      for (const pass of ["", "x", "a".repeat(65), "with space in it", 7]) expect((await open(String(pass))).status).toBe(422)
      expect((await exported()).items).toEqual([])
    })

    test("whoever guesses passes, after some", async () => {
      const statuses: Array<number> = []
      for (let i = 0; i <= rateLimitPerMinute.guess; i++) statuses.push((await send("open", { pass: newPass() })).status)
      expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true)
      expect(statuses.at(-1)).toBe(429)
      expect((await open(newPass())).status).toBe(200)
      clock += 61_000
      expect((await send("open", { pass: newPass() })).status).toBe(404)
    })
  })

  test("who guesses codes is not told of one that is right, by any call; who has a token goes on", async () => {
    const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
    const [token, code] = [link?.conversation ?? "", link?.code ?? ""]
    const ways = [
      (pass: string) => send("open", { pass }),
      (pass: string) => send("watch", { pass, after: 0 }),
      (pass: string) => answer(pass, 1, 1),
    ]
    for (let i = 0; i < rateLimitPerMinute.guess; i++)
      expect((await ways[i % 3]?.(`${randomBytes(4).toString("hex")}zz`))?.status).toBe(404)
    for (const way of ways) expect((await way(code)).status).toBe(429)
    expect((await send("open", { pass: token })).json()).toMatchObject({ isBegun: false })
    clock += 61_000
    expect((await send("watch", { pass: code, after: 0 })).status).toBe(200)
  })

  test("whoever answers faster than anybody can is held up for the minute, and nobody else is", async () => {
    const [pass, other] = [newPass(), newPass()]
    for (const it of [pass, other]) await open(it)
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.answer; i++) statuses.push((await send("watch", { pass, after: 1 })).status)
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.answer }, () => 200), 429])
    expect([(await answer(pass, 1, 1)).status, (await answer(other, 1, 1)).status]).toEqual([429, 200])
    clock += 60_000
    expect((await answer(pass, 1, 1)).status).toBe(200)
  })

  test("whoever opens one conversation again and again is held up for the minute, and nobody else is", async () => {
    const [pass, other] = [newPass(), newPass()]
    await open(other)
    await open(pass)
    let last = 200
    for (let i = 0; i < rateLimitPerMinute.answer; i++) last = (await open(pass)).status
    expect(last).toBe(200)
    const refused = await open(pass)
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)])
    expect((await open(other)).status).toBe(200)
    clock += 61_000
    expect((await open(pass)).status).toBe(200)
  })

  describe("files", () => {
    const upload = async (pass: string, place: number, content: Buffer, name = "Mijn foto.PNG") => {
      const { status, body } = await sendFile(server.address, { pass, uuid: uuidOf(place), content, name })
      return { status, body: Object(body) }
    }

    test("one is kept by what it is, answered with by its name, and comes with the archive", async () => {
      const pass = newPass()
      await open(pass)
      await answer(pass, 1, 1)
      const kept = await upload(pass, 3, png)
      expect(kept).toMatchObject({ status: 200, body: { name: expect.stringMatching(/^[0-9a-f-]{36}\/Mijn_foto\.png$/) } })
      const { name } = kept.body
      const made = `${randomUUID()}/made-up.png`
      for (const other of [made, "foto.png", [name, made]])
        expect((await answer(pass, 3, other, 2)).json()).toMatchObject({ message: "answer.file" })
      expect((await answer(pass, 3, [name], 2)).json()).toMatchObject({ waiting: null })
      const rows = await server.database.db.selectFrom("answer_files").selectAll().where("script_id", "=", script).execute()
      expect(rows).toMatchObject([{ name: "Mijn_foto.png", instruction: uuidOf(3), bytes: png.length }])
    })

    test("of several that were sent only those are kept that were answered with", async () => {
      const pass = newPass()
      await open(pass)
      await answer(pass, 1, 1)
      const [one, two] = [await upload(pass, 3, png, "one.png"), await upload(pass, 3, png, "two.png")]
      expect((await answer(pass, 3, two.body.name, 2)).status).toBe(200)
      // A late copy with another file, as from another window, changes nothing any more, and is told so.
      expect((await answer(pass, 3, one.body.name, 2)).json()).toMatchObject({ total: 3, waiting: null, isOvertaken: true })
      expect((await answer(pass, 3, two.body.name, 2)).json()).toMatchObject({ isOvertaken: false })
      // So is another window that sends a file for it now.
      const { status, body } = await sendFile(server.address, { pass, uuid: uuidOf(3), content: png, name: "three.png" })
      expect([status, body]).toEqual([409, { message: "This question was answered already." }])
      const rows = await server.database.db.selectFrom("answer_files").select("name").where("script_id", "=", script).execute()
      expect(rows).toEqual([{ name: "two.png" }])
    })

    test("[E12] one that no question was answered with is erased after a week, and no other", async () => {
      const [answered, forgotten] = [newPass(), newPass()]
      const names: Array<string> = []
      for (const pass of [answered, forgotten]) {
        await open(pass)
        await answer(pass, 1, 1)
        names.push((await upload(pass, 3, png)).body.name)
      }
      expect((await answer(answered, 3, names[0], 2)).status).toBe(200)
      const kept = async () => {
        const rows = await server.database.db.selectFrom("answer_files").select("id").where("script_id", "=", script).execute()
        const stored = readdirSync(join(server.dataDir, "uploads"), { recursive: true }).map(String)
        return names.map((name) => [rows, stored].map((all) => JSON.stringify(all).includes(name.split("/")[0] ?? "")))
      }
      clock += unansweredFileLifetimeMs - hour
      // A look at what is due an hour earlier has come and gone once the later one has done its work.
      const due = clock
      expect(await kept()).toEqual([
        [true, true],
        [true, true],
      ])
      clock = due + 2 * hour
      await expect.poll(kept, { timeout: 20_000 }).toEqual([
        [true, true],
        [false, false],
      ])
      ada = await server.signedIn("ada")
      // Whoever comes back after all sends another.
      expect((await answer(forgotten, 3, names[1], 2)).json()).toMatchObject({ message: "answer.file" })
      expect((await answer(forgotten, 3, (await upload(forgotten, 3, png)).body.name, 2)).status).toBe(200)
    })

    test("what is no picture, is sent where none is asked for, by nobody, or is no file at all is refused", async () => {
      const pass = newPass()
      await open(pass)
      expect(await upload(pass, 1, png)).toMatchObject({ status: 422, body: { message: "answer.shape" } })
      // Of files, but not yet.
      expect(await upload(pass, 3, png)).toMatchObject({ status: 422, body: { message: "answer.shape" } })
      await answer(pass, 1, 1)
      expect(await upload(pass, 3, Buffer.alloc(0))).toMatchObject({ status: 422, body: { message: "answer.file-empty" } })
      expect(await upload(pass, 3, Buffer.from("%PDF-1.7"))).toMatchObject({ status: 422, body: { message: "answer.file-kind" } })
      expect((await upload(newPass(), 3, png)).status).toBe(404)
      // It is not even read.
      expect((await upload(newPass(), 3, Buffer.alloc(16 * 1024 * 1024, png))).status).toBe(404)
      expect((await upload(pass, 3, Buffer.alloc(16 * 1024 * 1024, png))).status).toBe(413)
      expect((await send("files", {})).status).toBe(415)
      expect(await server.database.db.selectFrom("answer_files").selectAll().where("script_id", "=", script).execute()).toEqual([])
    })

    test("those of one conversation have so much room together, and no more", async () => {
      const [pass, other] = [newPass(), newPass()]
      for (const it of [pass, other]) {
        await open(it)
        await answer(it, 1, 1)
      }
      expect((await upload(pass, 3, png)).status).toBe(200)
      // As if it took nearly all of it.
      const nearly = { bytes: 100 * 1024 * 1024 - png.length }
      await server.database.db.updateTable("answer_files").set(nearly).where("script_id", "=", script).execute()
      expect((await upload(pass, 3, png)).status).toBe(200)
      const late = await upload(pass, 3, png)
      expect([late.status, late.body.message]).toEqual([413, "This file is larger than the server takes."])
      expect((await upload(other, 3, png)).status).toBe(200)
    })

    test("one without a name is one still", async () => {
      const pass = newPass()
      await open(pass)
      await answer(pass, 1, 1)
      const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const head = `${field("pass", pass)}${field("uuid", uuidOf(3))}--b\r\ncontent-disposition: form-data; name="file"\r\n`
      const body = Buffer.concat([Buffer.from(`${head}content-type: application/octet-stream\r\n\r\n`), png, Buffer.from("\r\n--b--\r\n")])
      const headers = { "content-type": "multipart/form-data; boundary=b" }
      const response = await fetch(`${server.address}/chat/api/files`, { method: "POST", body, headers })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(".png")])
    })

    test("one that comes after the data was cleared is not kept (I6)", async () => {
      const pass = newPass()
      await open(pass)
      await answer(pass, 1, 1)
      const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
      const headers = { "content-type": "multipart/form-data; boundary=b" }
      const request = httpRequest(`${server.address}/chat/api/files`, { method: "POST", headers })
      request.write(`${field("pass", pass)}${field("uuid", uuidOf(3))}${file}`)
      request.write(png.subarray(0, 20))
      // Admitted by now, or not: it is not kept.
      await ada.send("GET", "/api/current/user")
      await server.database.db.deleteFrom("conversations").where("script_id", "=", script).execute()
      request.end(Buffer.concat([png.subarray(20), Buffer.from("\r\n--b--\r\n")]))
      const [response] = await once(request, "response")
      expect(response.statusCode).toBe(404)
      response.resume()
      expect(await server.database.db.selectFrom("answer_files").selectAll().where("script_id", "=", script).execute()).toEqual([])
    })

    test("a drawing is kept without what could run; that of one question answers no other", async () => {
      const asking = (label: string) =>
        ({ type: "question", label, says: "Een tekening?", question: { uuid: randomUUID(), type: "file", skipable: true } }) as const
      instructions = instructionsOf(asking("een"), asking("twee"))
      script = await makeLive(ada, "acme", instructions)
      const pass = newPass()
      await open(pass)
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><rect width="1"/></svg>`
      const { status, body } = await upload(pass, 0, Buffer.from(drawing), "teken.svg")
      expect([status, body.name]).toEqual([200, expect.stringMatching(/\/teken\.svg$/)])
      const uploads = join(server.dataDir, "uploads")
      const [id = "none"] = body.name.split("/")
      const kept = readdirSync(uploads, { recursive: true })
        .map(String)
        .filter((path) => path.includes(id))
      expect(kept.map((path) => readFileSync(join(uploads, path), "utf8"))).toEqual([
        '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>',
      ])
      expect((await answer(pass, 0, body.name, 1)).status).toBe(200)
      expect((await answer(pass, 1, body.name, 2)).json()).toMatchObject({ message: "answer.file" })
    })

    test("a file of somebody else's is nobody's answer", async () => {
      const [mine, theirs] = [newPass(), newPass()]
      for (const pass of [mine, theirs]) {
        await open(pass)
        await answer(pass, 1, 1)
      }
      const { body } = await upload(theirs, 3, png)
      expect((await answer(mine, 3, body.name, 2)).json()).toMatchObject({ message: "answer.file" })
    })
  })

  test("[E13] who says nothing for 30 days has an expired conversation, which goes on all the same", async () => {
    const [left, busy, done] = [newPass(), newPass(), newPass()]
    for (const pass of [left, busy, done]) await open(pass)
    for (const [place, given] of [
      [1, 1],
      [3, null],
    ] as const)
      await answer(done, place, given)
    // A link that nobody opened is no conversation yet.
    await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false })
    clock += conversationTimeoutMs - 5 * hour
    await answer(busy, 1, 1)
    clock += 6 * hour
    const statuses = async () =>
      (await server.database.db.selectFrom("conversations").select("status").where("script_id", "=", script).execute())
        .map(({ status }) => status)
        .toSorted()
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(["expired", "finished", "pending", "pending"])
    ada = await server.signedIn("ada")
    const found = async () => (await exported()).items.map(({ status }) => status).toSorted()
    expect(await found()).toEqual(["expired", "finished", "pending"])
    expect((await answer(left, 1, 1)).json()).toMatchObject({ total: 2 })
    expect(await found()).toEqual(["finished", "pending", "pending"])
  })

  test.runIf(name === "PostgreSQL")("[E13] who goes on while it is looked for what has expired has not", async () => {
    const { db } = server.database
    await open(newPass())
    const later = clock + conversationTimeoutMs + hour
    const its = db.selectFrom("conversations").select("status").where("script_id", "=", script)
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
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
    })
    await expiring
    expect(await its.execute()).toEqual([{ status: "pending" }])
    ada = await server.signedIn("ada")
  })

  test("[E14] a conversation's id says neither when it was begun nor which came before", async () => {
    for (let i = 0; i < 12; i++) {
      await open(newPass())
      clock += 1000
    }
    const ids = (await exported()).items.map(({ cuuid }) => cuuid)
    expect(ids).toHaveLength(12)
    // Of version 4: all of it is chance.
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids).not.toEqual(ids.toSorted())
  })

  test("nothing of an address or a browser is kept", async () => {
    const pass = newPass()
    await server
      .visitor()
      .send("POST", "/chat/api/open", { pass, anonymous: { community: "acme", script } }, { "user-agent": "marked-browser" })
    const { db } = server.database
    const rows = await db.selectFrom("conversations").selectAll().where("script_id", "=", script).execute()
    const counted = await db.selectFrom("crowd").selectAll().execute()
    expect([rows.length, counted.length > 0]).toEqual([1, true])
    const text = JSON.stringify([rows, counted])
    for (const trace of ["marked-browser", "127.0.0.1", pass]) expect(text).not.toContain(trace)
  })
})
