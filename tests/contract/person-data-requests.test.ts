// Finding, exporting and erasing a person's data, and anonymizing a chat, checked in the whole database (P1–P4).
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { type KyselyPlugin, sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createUniqueLinks } from "../../adapters/server/conversations/link-endpoints.ts"
import { createPersonZip } from "../../adapters/server/respondents/person-endpoints.ts"
import { erasePerson, findPerson } from "../../adapters/server/respondents/person-repository.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { openStorage } from "../../adapters/server/storage/storage.ts"
import type { Question } from "../../domain/questions/question.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import { findMarker } from "../fixtures/database-marker.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { readZip } from "../fixtures/read-zip.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"
import { waitForWaitingLocks } from "../fixtures/waiting-locks.ts"

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
  let server: TestServer
  let admin: Visitor
  let acme = ""
  let script = ""
  let clock = Date.parse("2026-03-01T12:34:56.789Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1", at: () => new Date(clock) })
    acme = await server.addCommunity("acme")
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const open: Question = { uuid: randomUUID(), type: "open", options: {} }
  const picture: Question = { uuid: randomUUID(), type: "file", options: { kind: "image" } }
  const instructions = createInstructions(
    { type: "question", label: "consent", says: "Do you agree to version one?", question: open },
    {
      type: "action",
      label: "send",
      action: { type: "send2api", params: { endpoint: "http://127.0.0.1:9/away", version: 1, questions: null } },
    },
    { type: "question", label: "photo", says: "A photo?", question: { ...picture, skipable: true } },
    { type: "question", label: "more", says: "More?", question: { ...open, uuid: randomUUID() } },
  )
  const [consent, , photo, more] = instructions.map(({ uuid }) => uuid)
  beforeEach(async () => {
    script = await createLiveScript(admin, "acme", instructions)
  })

  const people = (rest: string) => `/api/communities/${acme}/people/${rest}`
  const find = async (text: string) => Object((await admin.send("POST", people("find"), { text })).json()).items
  const sendChatRequest = (call: Parameters<typeof callChatApi>[1], body: unknown) => callChatApi(server.address, call, body)
  /** Creates a personal link and answers its first question; returns its access token and short code. */
  const startConversation = async (marker: string, profile: Readonly<Record<string, string>>) => {
    const links = await admin.send(
      "POST",
      `/api/acme/chat-scripts/${script}/get-unique-links?short`,
      [{ profile, conversation: { metadata: { note: `${marker} metadata` } } }],
      { "idempotency-key": randomUUID() },
    )
    const [{ conversation: pass, code }] = Object(links.json()).process
    expect((await sendChatRequest("answer", { pass, uuid: consent, given: `${marker} agrees`, after: 0 })).status).toBe(200)
    return { pass: String(pass), code: String(code) }
  }
  const sendPhoto = async (pass: string, name: string) => {
    const upload = await uploadAnswerFile(server.address, { pass, uuid: photo ?? "", content: smallestPng, name })
    return { status: upload.status, given: upload.status === 200 ? readStringField(upload.body, "name") : "" }
  }
  const findTraces = async (marker: string): Promise<ReadonlyArray<string>> => [
    ...(await findMarker(server.database.db, join(server.dataDir, "uploads"), marker)),
    ...(await findMarker(server.database.db, join(server.dataDir, "mail"), marker)),
  ]

  test("[P1] finds a person by uuid, external id, email, phone number, access token, short code or link, and by no part of one", async () => {
    const { pass, code } = await startConversation("found", { external_id: "Emp-17", email: "Ada@Example.org", phone: "+31 6 1" })
    const [{ uuid, member }] = await find("ada@example.org")
    expect(member).toMatchObject({ external_id: "Emp-17", email: "Ada@Example.org" })
    for (const text of [
      uuid,
      ` ${uuid.toUpperCase()} `,
      "emp-17",
      "ADA@example.ORG",
      "+31 6 1",
      pass,
      code,
      `https://x.example/acme/chat/${script}/${pass}`,
      `https://x.example/s/${code}?l=en`,
    ])
      expect(await find(text)).toMatchObject([
        { uuid, chats: [{ uuid: script, name: "Live", conversations: 1 }], conversations: 1, answered: 1, files: 0, deliveries: 1 },
      ])
    for (const text of ["", "ada", "example.org", "%", "emp", pass.slice(1), "01900000-0000-7000-8000-000000000000"])
      expect(await find(text)).toEqual([])
    const elsewhere = await server.addCommunity(`other-${randomUUID().slice(0, 8)}`)
    for (const text of [uuid, "emp-17", pass, code])
      expect((await admin.send("POST", `/api/communities/${elsewhere}/people/find`, { text })).json()).toEqual({ items: [] })
  })

  test("[P1] finds a person without a profile as one conversation, by its id or access token", async () => {
    const pass = createAccessToken()
    await sendChatRequest("open", { pass, anonymous: { community: "acme", script } })
    await sendChatRequest("answer", { pass, uuid: consent, given: "yes", after: 0 })
    const [{ uuid }] = await find(pass)
    expect(await find(uuid)).toMatchObject([{ uuid, member: null, conversations: 1, answered: 1 }])
  })

  test("[P3] exports all answers with the question texts that the person saw, and the files", async () => {
    const { pass } = await startConversation("handed", { email: "bea@example.org", first_name: "Bea" })
    const upload = await sendPhoto(pass, "holiday.png")
    expect(upload.status).toBe(200)
    expect((await sendChatRequest("answer", { pass, uuid: photo, given: [upload.given], after: 0 })).status).toBe(200)
    // The question changes afterwards; the export has the text that she saw.
    const path = `/api/acme/chat-scripts/${script}`
    await admin.send("POST", `${path}/state`, { state: 1 })
    const later = instructions.map((it, i) =>
      i === 0 ? { ...it, messages: it.messages.map((message) => ({ ...message, content: "<p>Version two?</p>" })) } : it,
    )
    const saved = { name: "Live", public_name: "Live chat", language: "nl", instructions: later }
    expect((await admin.send("PATCH", path, { script: saved, markedForDelete: [] })).status).toBe(200)
    const [{ uuid }] = await find("bea@example.org")
    const zip = await admin.raw(people(`${uuid}/package`))
    expect(zip.headers.get("content-type")).toContain("application/zip")
    const entries = await readZip(Buffer.from(await zip.arrayBuffer()))
    const [, file = ""] = Object.keys(entries)
    expect(file).toMatch(/^files\/[0-9a-f-]{36}\/[0-9a-f-]{36}_holiday\.png$/)
    expect(JSON.parse(entries["person.json"] ?? "")).toMatchObject({
      person: { email: "bea@example.org", firstname: "Bea" },
      conversations: [
        {
          chat: "Live",
          metadata: { note: "handed metadata" },
          answers: [
            { name: "consent", question: "Do you agree to version one?", answer: ["handed agrees"] },
            { name: "photo", question: "A photo?", answer: [file] },
          ],
          files: [file],
        },
      ],
      deliveries: [{ endpoint: "http://127.0.0.1:9/away", body: { conversation: { metadata: { note: "handed metadata" } } } }],
    })
  })

  test("[P3] exports the conversations of several chats in the order in which they began, indented", async () => {
    const scripts = [script, await createLiveScript(admin, "acme", instructions)]
    for (const [i, chat] of [0, 1, 1, 0].entries()) {
      clock += 1000
      script = scripts[chat] ?? ""
      await startConversation(`turn ${i}`, { external_id: "several" })
    }
    const [{ uuid }] = await find("several")
    const zip = await admin.raw(people(`${uuid}/package`))
    const { "person.json": json = "" } = await readZip(Buffer.from(await zip.arrayBuffer()))
    const exported = JSON.parse(json)
    expect(json).toBe(`${JSON.stringify(exported, null, 2)}\n`)
    const notes = [0, 1, 2, 3].map((i) => `turn ${i} metadata`)
    expect(Object(exported).conversations.map((it: unknown) => Object(it).metadata.note)).toEqual(notes)
    expect(
      Object(exported)
        .deliveries.map((it: unknown) => Object(it).body.conversation.metadata.note)
        .toSorted(),
    ).toEqual(notes)
  })

  test("[P3] reads a revision once for the export, however many conversations began with it", async () => {
    for (let i = 0; i < 3; i++) await startConversation("often", { external_id: "often" })
    const [{ uuid }] = await find("often")
    const person = await findPerson(server.database.db, acme, uuid)
    if (person === undefined) throw new Error("the person is unknown")
    const reads: Array<string> = []
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('"script_versions"')) reads.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const database = { ...server.database, db: server.database.db.withPlugin(recorder) }
    const storage = await openStorage(readSettings({ DATA_DIR: server.dataDir }))
    await (await createPersonZip({ database, storage, now: () => new Date(clock) }, person, null)).toArray()
    expect(reads).toEqual(["SelectQueryNode"])
  })

  test("[P4] erases hundreds of conversations at a time, because all others wait for the transaction", async () => {
    const recipient = { profile: { external_id: "hundreds" }, conversation: { metadata: {} } }
    const links = Array.from({ length: 600 }, () => recipient)
    expect((await admin.send("POST", `/api/acme/chat-scripts/${script}/get-unique-links`, links)).status).toBe(200)
    const [{ uuid }] = await find("hundreds")
    const { db } = server.database
    const person = await findPerson(db, acme, uuid)
    if (person === undefined) throw new Error("the person is unknown")
    let queries = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const erasure = db.withPlugin(counter).transaction()
    expect(await erasure.execute((trx) => erasePerson(trx, person, new Date(clock)))).toMatchObject({ conversations: 600 })
    expect(queries).toBeLessThan(60)
    expect(await find("hundreds")).toEqual([])
  })

  test("[P4] erases every trace of a person and nothing of others, and names nobody in the receipt and the audit log", async () => {
    const marker = `marker-${randomUUID()}`
    const { pass } = await startConversation(marker, { email: `${marker}@example.org`, external_id: `${marker} id`, last_name: marker })
    const other = await startConversation("somebody else", { email: "other@example.org" })
    const upload = await sendPhoto(pass, `${marker}.png`)
    await sendChatRequest("answer", { pass, uuid: photo, given: [upload.given], after: 0 })
    expect((await findTraces(marker)).length).toBeGreaterThanOrEqual(4)
    // Data derived from the answers: a file archive, and an attempted delivery.
    const { db } = server.database
    const archive = (body: object) => admin.send("POST", `/api/acme/chat-scripts/${script}/files`, body)
    await archive({})
    await expect.poll(async () => (await archive({ silent: true })).json()).toMatchObject({ result: true })
    const rowsOf = async (table: "archives" | "deliveries" | "answer_files") =>
      (await db.selectFrom(table).select("id").where("script_id", "=", script).execute()).map(({ id }) => id)
    const tried = () => db.selectFrom("delivery_attempts").select("delivery_id").where("script_id", "=", script).execute()
    await expect.poll(async () => (await tried()).length).toBe(2)
    const [{ uuid }] = await find(`${marker}@example.org`)
    const conversation = Object(
      await server.database.db.selectFrom("conversations").select("id").where("profile_id", "=", uuid).executeTakeFirstOrThrow(),
    ).id

    const ownDelivery = await db.selectFrom("deliveries").select("id").where("conversation_id", "=", conversation).executeTakeFirstOrThrow()
    const derivedIds = [...(await rowsOf("archives")), ...(await rowsOf("answer_files"))]
    const { deleteToken, ...counts } = Object((await admin.send("GET", people(`${uuid}/delete`))).json())
    expect(counts).toEqual({ conversations: 1, answered: 1, files: 1, deliveries: 1 })
    const receipt = await admin.send("POST", people(`${uuid}/delete`), { csrf: deleteToken })
    expect(receipt.json()).toMatchObject({ ...counts, erasedAt: new Date(clock).toISOString() })
    expect(receipt.text).not.toContain(marker)
    expect(receipt.text).not.toContain(uuid)
    await expect.poll(() => findTraces(marker)).toEqual([])
    for (const id of [uuid, conversation, ownDelivery.id, ...derivedIds]) await expect.poll(() => findTraces(id)).toEqual([])
    expect((await archive({ silent: true })).json()).toEqual({ result: "notFound" })
    // The stored responses of idempotent requests would name the people whom links were created for.
    expect(await db.selectFrom("idempotency").select("key").where("target", "=", script).execute()).toEqual([])
    expect([await find(`${marker}@example.org`), await find(pass)]).toEqual([[], []])
    expect((await sendChatRequest("open", { pass })).status).toBe(404)
    // The first response may have been lost.
    const repeated = await admin.send("POST", people(`${uuid}/delete`), { csrf: deleteToken })
    expect([repeated.status, repeated.json()]).toEqual([200, receipt.json()])
    expect((await admin.send("POST", people(`${uuid}/delete`), { csrf: "another token" })).status).toBe(404)

    const auditItems = Object((await admin.send("GET", `/api/communities/${acme}/audit?limit=5`)).json()).items
    const [line, ...further] = auditItems.filter((it: { readonly action: string }) => it.action === "people.erase")
    expect(further).toEqual([])
    expect(line.target).toBe(`receipt ${readStringField(receipt.json(), "receipt")}: 1 conversations, 1 files, 1 deliveries`)
    expect((await sendChatRequest("open", { pass: other.pass })).status).toBe(200)
    expect(await find("other@example.org")).toMatchObject([{ conversations: 1, answered: 1 }])
  })

  test("[P4] accepts an erasure token only for its person", async () => {
    await startConversation("one", { email: "one@example.org" })
    await startConversation("two", { email: "two@example.org" })
    const [[one], [two]] = [await find("one@example.org"), await find("two@example.org")]
    const csrf = readStringField((await admin.send("GET", people(`${one.uuid}/delete`))).json(), "deleteToken")
    expect((await admin.send("POST", people(`${two.uuid}/delete`), { csrf })).status).toBe(403)
    expect((await admin.send("POST", people(`${one.uuid}/delete`), { csrf })).status).toBe(200)
    expect(await find("two@example.org")).toHaveLength(1)
  })

  test("[P4] refuses to erase data that was added after the confirmation was shown", async () => {
    const id = { external_id: randomUUID() }
    await startConversation("confirmed", id)
    const [{ uuid }] = await find(id.external_id)
    const csrf = readStringField((await admin.send("GET", people(`${uuid}/delete`))).json(), "deleteToken")
    await startConversation("added later", id)
    const refused = await admin.send("POST", people(`${uuid}/delete`), { csrf })
    expect([refused.status, refused.json()]).toMatchObject([409, { current: { conversations: 2, answered: 2 }, changedBy: null }])
    expect(await find(id.external_id)).toMatchObject([{ conversations: 2 }])
  })

  test.runIf(name === "PostgreSQL")("[P4] refuses to erase a person who is given another link at that moment", async () => {
    const marker = `marker-${randomUUID()}`
    await startConversation("earlier", { email: `${marker}@example.org` })
    const [{ uuid }] = await find(`${marker}@example.org`)
    const csrf = readStringField((await admin.send("GET", people(`${uuid}/delete`))).json(), "deleteToken")
    const { database } = server
    let erasing: ReturnType<typeof admin.send> | undefined
    await database.transact(async (trx) => {
      const row = await trx.selectFrom("scripts").selectAll().where("id", "=", script).executeTakeFirstOrThrow()
      const person = { profile: { email: `${marker}@example.org` }, conversation: { metadata: { note: marker } } }
      await createUniqueLinks(trx, row, [person], { short: false, at: new Date(clock) })
      erasing = admin.send("POST", people(`${uuid}/delete`), { csrf })
      await waitForWaitingLocks(database.db)
    })
    const refused = await erasing
    expect([refused?.status, refused?.json()]).toMatchObject([409, { current: { conversations: 2 } }])
    expect(await find(`${marker}@example.org`)).toMatchObject([{ uuid, conversations: 2 }])
  })

  test("[P4] refuses to delete a profile that still has conversations", async () => {
    const id = { external_id: randomUUID() }
    await startConversation("kept", id)
    const [{ uuid }] = await find(id.external_id)
    const { db } = server.database
    await expect(db.deleteFrom("profiles").where("id", "=", uuid).execute()).rejects.toThrow("conversations_profile_fkey")
    expect(await find(id.external_id)).toMatchObject([{ uuid, conversations: 1 }])
  })

  describe("[P2] anonymizing a chat", () => {
    const path = (rest: string) => `/api/acme/chat-scripts/${script}/${rest}`
    const anonymize = async () => {
      const csrf = readStringField((await admin.send("GET", path("anonymise"))).json(), "clearToken")
      return admin.send("POST", path("anonymise"), { csrf })
    }
    const exportItems = async () => Object((await admin.send("GET", `/api/acme/${script}/export`)).json()).items

    test("clears the files of a few long conversations at a time", async ({ onTestFinished }) => {
      const megabyte = 1024 * 1024
      const [long, file] = [randomUUID(), photo ?? ""]
      const answers = { [long]: "x".repeat(0.4 * megabyte), [file]: ["a file"] }
      const at = new Date(clock)
      const left = Array.from({ length: 5 }, () => ({ script, community: acme, answers, startedAt: at }))
      const ids = await insertConversations(server.database, left)
      const files = ids.map((conversation_id) => ({ script_id: script, id: randomUUID(), community_id: acme, conversation_id }))
      const given = { instruction: file, name: "a.png", bytes: 1, made_at: at, kept_at: at, is_given: true }
      await server.database.db
        .insertInto("answer_files")
        .values(files.map((it) => ({ ...it, ...given })))
        .execute()
      expect((await admin.send("POST", path("state"), { state: 3 })).status).toBe(200)
      const parse = JSON.parse
      let [parsed, most] = [0, 0]
      const spy = vi.spyOn(JSON, "parse").mockImplementation((text, ...more) => {
        // Until the code that parses waits for something.
        if (parsed === 0)
          queueMicrotask(() => {
            parsed = 0
          })
        parsed += text.length
        most = Math.max(most, parsed)
        return parse(text, ...more)
      })
      onTestFinished(() => spy.mockRestore())
      expect((await anonymize()).status).toBe(200)
      spy.mockRestore()
      expect(most).toBeGreaterThan(0.4 * megabyte)
      expect(most).toBeLessThan(megabyte)
      const rows = await server.database.db.selectFrom("conversations").select("answers").where("script_id", "=", script).execute()
      expect(rows.map((row) => parse(row.answers)[file])).toEqual(ids.map(() => null))
    })

    test("removes people, exact times and links from a closed chat, and keeps its answers", async () => {
      const marker = `marker-${randomUUID()}`
      const { pass, code } = await startConversation(marker, { email: `${marker}@example.org` })
      const upload = await sendPhoto(pass, `${marker}.png`)
      await sendChatRequest("answer", { pass, uuid: photo, given: [upload.given], after: 0 })
      await sendChatRequest("answer", { pass, uuid: more, given: "It was fine.", after: 0 })
      clock += 3_600_000
      await startConversation("later", { email: "later@example.org" })
      const [{ uuid }] = await find(`${marker}@example.org`)
      await admin.send("POST", `/api/acme/chat-scripts/${script}/get-links?amount=3`, {})
      const before = await exportItems()
      expect((await admin.send("POST", path("state"), { state: 3 })).status).toBe(200)
      const { clearToken: _, ...counts } = Object((await admin.send("GET", path("anonymise"))).json())
      expect(counts).toEqual({ conversations: 2, links: 3, files: 1, deliveries: 2 })
      expect((await anonymize()).status).toBe(200)

      const after = await exportItems()
      expect(after).toHaveLength(before.length)
      const midnight = "2026-03-01T00:00:00.000Z"
      for (const it of after) expect(it).toMatchObject({ uuid: null, metadata: {}, startedAt: midnight, updatedAt: midnight })
      expect(
        after
          .flatMap((it: { readonly answers: object }) => Object.values(it.answers))
          .map(String)
          .toSorted(),
      ).toEqual([`${marker} agrees`, "It was fine.", "later agrees", "null"].toSorted())
      // The conversations have new random ids.
      for (const { cuuid } of after) {
        expect(cuuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(before.map((it: { readonly cuuid: string }) => it.cuuid)).not.toContain(cuuid)
      }
      const { db } = server.database
      const rows = await db.selectFrom("conversations").selectAll().where("script_id", "=", script).execute()
      expect(rows.map(({ profile_id, code_hash, state, metadata }) => [profile_id, code_hash, state, metadata])).toEqual(
        rows.map(() => [null, null, null, "{}"]),
      )
      for (const { made_at, started_at, updated_at, synced_at, finished_at } of rows)
        expect([made_at, started_at, updated_at, synced_at, finished_at ?? made_at].map((at) => at?.toISOString())).toEqual(
          Array.from({ length: 5 }, () => midnight),
        )
      for (const table of ["deliveries", "delivery_attempts", "answer_files", "jobs"] as const)
        expect(await db.selectFrom(table).select("id").where("script_id", "=", script).execute()).toEqual([])
      expect(await db.selectFrom("idempotency").select("key").where("target", "=", script).execute()).toEqual([])
      // Links lead nowhere; the profile is still there, without conversations.
      for (const oldKey of [pass, code]) expect(await find(oldKey)).toEqual([])
      expect(await find(uuid)).toMatchObject([{ uuid, chats: [], conversations: 0, files: 0, deliveries: 0 }])
      expect((await anonymize()).status).toBe(200)
    })

    test("removes file answers whatever text is beside them, and adds none for a file that was only uploaded", async () => {
      const { pass } = await startConversation("odd", { email: "odd@example.org" })
      const upload = await sendPhoto(pass, "odd.png")
      await sendChatRequest("answer", { pass, uuid: photo, given: [upload.given], after: 0 })
      expect((await sendChatRequest("answer", { pass, uuid: more, given: 'nul\u0000l and a "\\u0000"', after: 0 })).status).toBe(200)
      const other = await startConversation("sent only", { email: "sent@example.org" })
      expect((await sendPhoto(other.pass, "sent.png")).status).toBe(200)
      // As an earlier version of the product stored it.
      const { db } = server.database
      const before = await db
        .selectFrom("conversations")
        .select("answers")
        .where("answers", "like", "%null and a%")
        .executeTakeFirstOrThrow()
      const nul = { answers: before.answers.replace("null and a", "nul\\u0000l and a") }
      await db.updateTable("conversations").set(nul).where("answers", "=", before.answers).execute()
      // A conversation in which only a file was answered.
      const file = await startConversation("file only", { email: "file@example.org" })
      const { given } = await sendPhoto(file.pass, "only.png")
      await sendChatRequest("answer", { pass: file.pass, uuid: photo, given: [given], after: 0 })
      const only = { answers: JSON.stringify({ [photo ?? ""]: [given] }) }
      await db.updateTable("conversations").set(only).where("answers", "like", "%file only%").execute()
      expect((await admin.send("POST", path("state"), { state: 3 })).status).toBe(200)
      expect((await anonymize()).status).toBe(200)
      const left = db.selectFrom("conversations").select("answers").where("script_id", "=", script).where("is_answered", "=", false)
      expect(await left.execute()).toEqual([{ answers: JSON.stringify({ [photo ?? ""]: null }) }])
      const answers = (await exportItems()).map((it: { readonly answers: object }) => it.answers)
      expect(answers).toContainEqual({ [consent ?? ""]: "odd agrees", [photo ?? ""]: null, [more ?? ""]: 'nul\u0000l and a "\\u0000"' })
      expect(answers).toContainEqual({ [consent ?? ""]: "sent only agrees" })
    })

    test.runIf(name === "PostgreSQL")("waits for an answer that was sent before the chat was closed", async () => {
      const { pass } = await startConversation("in flight", { email: "flight@example.org" })
      const upload = await sendPhoto(pass, "flight.png")
      const { db } = server.database
      // With rows for its counts, the answer does not check that the script exists, which would lock it too.
      const counted = await startConversation("counted", { email: "counted@example.org" })
      const { given } = await sendPhoto(counted.pass, "counted.png")
      await sendChatRequest("answer", { pass: counted.pass, uuid: photo, given: [given], after: 0 })
      await sql`
        insert into statistics select script_id, instruction, key, day, shard.n, count, sum from statistics, generate_series(0, 7) as shard (n)
        where script_id = ${script} on conflict do nothing`.execute(db)
      let answering: ReturnType<typeof sendChatRequest> | undefined
      let anonymizing: ReturnType<typeof anonymize> | undefined
      await db.transaction().execute(async (trx) => {
        // The answer has locked its conversation when it waits here to be counted.
        await sql`lock table statistics in share row exclusive mode`.execute(trx)
        answering = sendChatRequest("answer", { pass, uuid: photo, given: [upload.given], after: 0 })
        await waitForWaitingLocks(db)
        expect((await admin.send("POST", path("state"), { state: 3 })).status).toBe(200)
        anonymizing = anonymize()
        await waitForWaitingLocks(db, 2)
      })
      expect([(await answering)?.status, (await anonymizing)?.status]).toEqual([200, 200])
      const answers = (await exportItems()).map((it: { readonly answers: object }) => it.answers)
      expect(answers).toContainEqual({ [consent ?? ""]: "in flight agrees", [photo ?? ""]: null })
    })

    test.runIf(name === "PostgreSQL")("refuses a conversation that is started while a closed chat is anonymized", async () => {
      const { db } = server.database
      const pass = createAccessToken()
      await sendChatRequest("open", { pass, anonymous: { community: "acme", script } })
      let answering: ReturnType<typeof sendChatRequest> | undefined
      await db.transaction().execute(async (trx) => {
        // As a request that closes the chat does.
        await trx.selectFrom("scripts").select("id").where("id", "=", script).forNoKeyUpdate().execute()
        answering = sendChatRequest("answer", { pass, uuid: consent, given: "late", after: 1 })
        await waitForWaitingLocks(db)
        await trx.updateTable("scripts").set({ status: 3 }).where("id", "=", script).execute()
      })
      expect((await answering)?.status).toBe(410)
      expect(await db.selectFrom("conversations").select("id").where("script_id", "=", script).execute()).toEqual([])
    })

    test("returns 422 for a chat that is not closed", async () => {
      await startConversation("open still", { email: "still@example.org" })
      expect((await anonymize()).status).toBe(422)
      expect(await find("still@example.org")).toMatchObject([{ conversations: 1, deliveries: 1 }])
    })
  })
})
