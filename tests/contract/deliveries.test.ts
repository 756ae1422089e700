// Outgoing calls to a server on the loopback: deliveries with signatures, retries and their log, and steps that respondents wait for (A10–A14).
import { randomUUID, randomUUIDv7 } from "node:crypto"
import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { sql } from "kysely"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createDeliveriesApi } from "../../adapters/api/deliveries-api.ts"
import { listDeliveries } from "../../adapters/contract/delivery-contract.ts"
import { cleanUpDeliveries } from "../../adapters/server/deliveries/delivery-log.ts"
import { releaseAllJobs } from "../../adapters/server/jobs/job-queue.ts"
import { deliveryRetentionMs, deliveryRetryDelaysMs, type LoggedDelivery } from "../../domain/actions/delivery.ts"
import { ConversationUpdate } from "../../domain/chat/respondent-view.ts"
import { decodeOutboundFailure } from "../../domain/connections/outbound-failure.ts"
import { maxDeliveryPageBytes } from "../../domain/conversations/conversation-limits.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Action } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const decodeUpdate = Schema.decodeUnknownSync(ConversationUpdate)

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let server: TestServer
  let boss: Visitor
  let acme = ""
  let outside: LoopbackServer
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock), SEND_TO_PRIVATE: "1" })
    acme = await server.addCommunity("acme")
    await server.addUser("boss", { [acme]: "ROLE_ADMIN" })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    clock += 61_000
    boss = await server.signedIn("boss")
    outside = await startLoopbackServer()
    return () => outside.stop()
  })

  const send = (call: Parameters<typeof callChatApi>[1], body: unknown) => callChatApi(server.address, call, body)
  const begin = async (script: ScriptId, metadata: Record<string, string> = {}): Promise<string> => {
    const pass = createAccessToken()
    const opened = await send("open", { pass, anonymous: { community: "acme", script }, metadata })
    expect(opened.status).toBe(200)
    expect((await send("watch", { pass, after: 1 })).status).toBe(200)
    return pass
  }
  const log = async (script: ScriptId): Promise<ReadonlyArray<LoggedDelivery>> =>
    Schema.decodeUnknownSync(listDeliveries.response)((await boss.send("GET", `/api/acme/chat-scripts/${script}/deliveries`)).json()).items
  const waitForLog = async (script: ScriptId, done: (items: ReadonlyArray<LoggedDelivery>) => boolean) =>
    expect.poll(async () => done(await log(script))).toBe(true)

  const deliveryInstructions = (more: object = {}): ReadonlyArray<Instruction> =>
    createInstructions(
      { type: "question", label: "komt", says: "Komt u?", question: yesNoQuestion },
      {
        type: "action",
        label: "send",
        action: {
          type: "send2api",
          params: {
            endpoint: `${outside.address}/hook`,
            version: 2,
            questions: null,
            options: ["question.name.label", "answer.option.value", "answer.format.key-value"],
            labels: { name: "intake" },
            ...more,
          },
        },
      },
      { type: "question", label: "nog", says: "Nog iets?", question: { uuid: randomUUID(), type: "open", skipable: true } },
    )
  const uuidOf = (instructions: ReadonlyArray<Instruction>, place: number) => instructions[place]?.uuid ?? ""

  describe("a delivery", () => {
    test("[E7] has the metadata of its conversation when the first answer of a personal link triggers it", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      const [link] = await createConversationsApi(boss.api()).makeUniqueLinks({
        community: "acme",
        uuid: script,
        people: [{ profile: {}, conversation: { metadata: { ref: "list", vip: "" } } }],
        short: false,
      })
      const address = { ref: "mine", vip: "1", source: "mail" }
      const firstAnswer = { pass: link?.conversation, uuid: uuidOf(instructions, 0), given: 2, after: 1, metadata: address }
      expect((await send("answer", firstAnswer)).status).toBe(200)
      await waitForLog(script, ([only]) => only?.state === "delivered")
      expect(JSON.parse(outside.received[0]?.body ?? "{}").conversation.metadata).toEqual({ ref: "list", source: "mail" })
    })

    test("before the first question has no answers, although it is sent with the first answer of a personal link", async () => {
      const [question, send2api] = deliveryInstructions()
      const instructions = [send2api, question].filter((it) => it !== undefined).map((it, order) => ({ ...it, order }))
      const script = await createLiveScript(boss, "acme", instructions)
      const [link] = await createConversationsApi(boss.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false })
      expect((await send("answer", { pass: link?.conversation, uuid: uuidOf(instructions, 1), given: 2, after: 1 })).status).toBe(200)
      await waitForLog(script, ([only]) => only?.state === "delivered")
      expect(outside.received.map(({ body }) => JSON.parse(body))).toMatchObject([
        { conversation: { status: "pending" }, answers: { komt: null } },
      ])
    })

    test("is sent once when its instruction is reached, signed as a Standard Webhook, with the answers so far", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      const pass = await begin(script, { ref: "a" })
      expect(outside.received).toEqual([])
      const firstAnswer = { pass, uuid: uuidOf(instructions, 0), given: 2, after: 1 }
      await Promise.all([send("answer", firstAnswer), send("answer", firstAnswer)])
      await waitForLog(script, ([only]) => only?.state === "delivered")
      expect(outside.received).toHaveLength(1)
      const [request] = outside.received
      if (request === undefined) throw new Error("nothing was received")
      expect(request).toMatchObject({ method: "POST", path: "/hook", headers: { "content-type": "application/json" } })
      expect(JSON.parse(request.body)).toMatchObject({
        version: 2,
        record: { name: "intake" },
        conversation: { status: "pending", metadata: { ref: "a" } },
        answers: { komt: 2, nog: null },
      })
      const secret = readStringField((await boss.send("GET", `/api/communities/${acme}/signing-secret`)).json(), "secret")
      // The reference library uses the system clock.
      const headers = Object.fromEntries(
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(request.headers[name])]),
      )
      const check = new Webhook(secret)
      const realNow = Date.now
      Date.now = () => clock
      try {
        expect(check.verify(request.body, headers)).toMatchObject({ version: 2 })
        expect(() => check.verify(`${request.body} `, headers)).toThrow("No matching signature found")
      } finally {
        Date.now = realNow
      }
      expect(await log(script)).toMatchObject([
        { id: headers["webhook-id"], reason: "reached", endpoint: `${outside.address}/hook`, attempts: [{ status: 200, problem: null }] },
      ])
    })

    test("is retried after growing delays, with the same id and body, until it is accepted", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      outside.answerWith((_, response) => void response.writeHead(outside.received.length < 3 ? 503 : 202).end("not <now>"))
      const pass = await begin(script)
      await send("answer", { pass, uuid: uuidOf(instructions, 0), given: 1, after: 1 })
      for (const tries of [1, 2, 3]) {
        await waitForLog(script, ([only]) => only?.attempts.length === tries)
        if (tries < 3) expect((await log(script))[0]).toMatchObject({ state: "due" })
        clock += deliveryRetryDelaysMs[tries - 1] ?? 0
        boss = await server.signedIn("boss")
      }
      expect((await log(script))[0]).toMatchObject({
        state: "delivered",
        attempts: [{ status: 503, answer: "not <now>" }, { status: 503 }, { status: 202 }],
      })
      expect(new Set(outside.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
      expect(new Set(outside.received.map(({ body }) => body)).size).toBe(1)
      expect(new Set(outside.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3)
    })

    test("fails after a day of retries and can be redelivered by hand with the same id", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      outside.answerWith((_, response) => void response.destroy())
      const pass = await begin(script)
      await send("answer", { pass, uuid: uuidOf(instructions, 0), given: 1, after: 1 })
      for (const [i, pause] of [...deliveryRetryDelaysMs, 0].entries()) {
        await waitForLog(script, ([only]) => only?.attempts.length === i + 1)
        clock += pause
        boss = await server.signedIn("boss")
      }
      const [failed] = await log(script)
      expect(failed).toMatchObject({ state: "failed" })
      expect(failed?.attempts[0]).toMatchObject({ status: null, problem: { message: expect.stringMatching(/./) } })
      outside.answerWith((_, response) => void response.end())
      const again = await boss.send("POST", `/api/acme/chat-scripts/${script}/deliveries/${failed?.id}/redeliver`, {})
      expect([again.status, again.json()]).toMatchObject([200, { state: "due" }])
      await waitForLog(script, ([only]) => only?.state === "delivered")
      expect(new Set(outside.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    })

    test("adds an audit event when the log is read or a conversation is previewed", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      await begin(script)
      const { id } = await server.database.db
        .selectFrom("conversations")
        .select("id")
        .where("script_id", "=", script)
        .executeTakeFirstOrThrow()
      await log(script)
      const shown = await boss.send("POST", `/api/acme/chat-scripts/${script}/preview/payload`, { conversationId: id })
      expect(shown.status).toBe(200)
      const auditLog = (await boss.send("GET", `/api/communities/${acme}/audit`)).text
      for (const action of ["deliveries.read", "conversations.preview"]) expect(auditLog).toContain(action)
      expect(auditLog).toContain(script)
    })

    test("is not retried after a 410", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      outside.answerWith((_, response) => void response.writeHead(410).end())
      const pass = await begin(script)
      await send("answer", { pass, uuid: uuidOf(instructions, 0), given: 1, after: 1 })
      await waitForLog(script, ([only]) => only?.state === "failed")
    })

    test("can be tested from the wizard, which returns and logs any outcome", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      outside.answerWith((_, response) => void response.writeHead(500).end("broken"))
      const tested = await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, {
        instruction: uuidOf(instructions, 1),
        endpoint: `${outside.address}/try?key=a-secret`,
        options: ["question.uuid", "answer.option.text"],
      })
      expect(tested.json()).toMatchObject({
        reason: "test",
        state: "failed",
        conversation: null,
        attempts: [{ status: 500, answer: "broken" }],
      })
      expect(JSON.parse(outside.received[0]?.body ?? "")).toMatchObject({ conversation: { status: "finished" } })
      expect(await log(script)).toHaveLength(1)
      const auditLog = (await boss.send("GET", `/api/communities/${acme}/audit`)).text
      expect(auditLog).toContain(`script ${script}: ${new URL(outside.address).host}`)
      expect(auditLog).not.toContain("a-secret")
      const invalid = await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, { instruction: "x", endpoint: "ftp://x" })
      expect(invalid.status).toBe(422)
    })

    test("is listed in pages, newest first, with hasMore on all but the last one", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      for (const name of ["a", "b", "c"])
        await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, {
          instruction: uuidOf(instructions, 1),
          endpoint: `${outside.address}/${name}`,
          options: ["question.uuid", "answer.option.text"],
        })
      const pages = createDeliveriesApi(boss.api())
      const page = async (before: string | null) => {
        const { items, hasMore } = await pages.list({ community: "acme", uuid: script, before, limit: 2 })
        return { last: items.at(-1)?.id ?? null, names: items.map(({ endpoint }) => new URL(endpoint).pathname), hasMore }
      }
      const first = await page(null)
      expect(first).toMatchObject({ names: ["/c", "/b"], hasMore: true })
      expect(await page(first.last)).toMatchObject({ names: ["/a"], hasMore: false })
    })

    test("is listed in pages of a maximum size, however many deliveries are asked for", async () => {
      const script = await createLiveScript(boss, "acme", deliveryInstructions())
      const { community_id } = await server.database.db
        .selectFrom("scripts")
        .select("community_id")
        .where("id", "=", script)
        .executeTakeFirstOrThrow()
      const body = JSON.stringify("x".repeat(0.4 * maxDeliveryPageBytes))
      const rows = Array.from({ length: 5 }, () => ({
        script_id: script,
        id: randomUUIDv7(),
        community_id,
        conversation_id: null,
        instruction: "send",
        reason: "test" as const,
        endpoint: "https://receiver.example/",
        body,
        state: "delivered" as const,
        made_at: new Date(clock),
      }))
      await server.database.db.insertInto("deliveries").values(rows).execute()
      const pages = createDeliveriesApi(boss.api())
      const sizes: Array<number> = []
      const ids: Array<string> = []
      for (let hasMore = true; hasMore; ) {
        const page = await pages.list({ community: "acme", uuid: script, before: ids.at(-1) ?? null, limit: 500 })
        sizes.push(page.items.length)
        ids.push(...page.items.map(({ id }) => id))
        hasMore = page.hasMore
      }
      expect([sizes, ids]).toEqual([
        [2, 2, 1],
        rows
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      ])
    })

    test("is deleted with the data of its chat", async () => {
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      outside.answerWith((_, response) => void response.writeHead(503).end())
      const pass = await begin(script)
      await send("answer", { pass, uuid: uuidOf(instructions, 0), given: 1, after: 1 })
      await waitForLog(script, ([only]) => only?.attempts.length === 1)
      const path = `/api/acme/chat-scripts/${script}/clear-data`
      const csrf = readStringField((await boss.send("GET", path)).json(), "clearToken")
      expect((await boss.send("POST", path, { csrf })).status).toBe(200)
      expect(await log(script)).toEqual([])
      expect(await server.database.db.selectFrom("delivery_attempts").selectAll().where("script_id", "=", script).execute()).toEqual([])
    })
  })

  test("[A10] delivers a stale conversation once after its timeout, and again when it goes stale after another answer", async () => {
    const trigger = { enabled: true, timeout: 3600, config: { preset: "1-hour", custom: false, amount: 1, unit: "hour" } }
    const instructions = deliveryInstructions({ trigger })
    const script = await createLiveScript(boss, "acme", instructions)
    const pass = await begin(script)
    const stale = async () => (await log(script)).filter(({ reason }) => reason === "stale").length
    clock += 3_500_000
    boss = await server.signedIn("boss")
    await begin(script)
    expect(await stale()).toBe(0)
    clock += 200_000
    boss = await server.signedIn("boss")
    await expect.poll(stale).toBe(1)
    await expect.poll(() => outside.received.length).toBe(1)
    expect(JSON.parse(outside.received[0]?.body ?? "")).toMatchObject({ answers: { komt: null, nog: null } })
    // The second conversation goes stale as well; the first is not delivered again.
    clock += 3_600_000
    boss = await server.signedIn("boss")
    await expect.poll(stale).toBe(2)
    await send("answer", { pass, uuid: uuidOf(instructions, 0), given: 1, after: 1 })
    clock += 3_700_000
    boss = await server.signedIn("boss")
    await expect.poll(stale).toBe(3)
    await send("answer", { pass, uuid: uuidOf(instructions, 2), given: "nee", after: 2 })
    const { stale_at } = await server.database.db
      .selectFrom("conversations")
      .select("stale_at")
      .where("script_id", "=", script)
      .where("status", "=", "finished")
      .executeTakeFirstOrThrow()
    expect(stale_at).toBeNull()
  })

  /** Begins a conversation with a delivery for each timeout. Returns a function that lists the paths of stale deliveries, newest first. */
  const beginWithTimeouts = async (amounts: ReadonlyArray<number>, unit: "second" | "hour") => {
    const deliveries = amounts.flatMap((amount) => {
      const trigger = {
        enabled: true,
        timeout: amount * (unit === "hour" ? 3600 : 1),
        config: { preset: null, custom: true, amount, unit },
      }
      const [, action] = deliveryInstructions({ trigger, endpoint: `${outside.address}/${amount}` })
      return action === undefined ? [] : [action]
    })
    const [question, , last] = deliveryInstructions()
    const all = [question, ...deliveries, last].filter((instruction) => instruction !== undefined)
    const script = await createLiveScript(
      boss,
      "acme",
      all.map((instruction, order) => ({ ...instruction, order, label: `i${order}` })),
    )
    await begin(script)
    return async () => (await log(script)).filter(({ reason }) => reason === "stale").map(({ endpoint }) => new URL(endpoint).pathname)
  }

  test("[A10] makes a delivery with a timeout of seconds on time, not at the check of each minute", async () => {
    // Just after the check at the beginning of a minute.
    clock = Math.ceil(clock / 60_000) * 60_000 + 1000
    boss = await server.signedIn("boss")
    const stale = await beginWithTimeouts([3, 6], "second")
    clock += 4000
    await expect.poll(stale).toEqual(["/3"])
    clock += 3000
    await expect.poll(stale).toEqual(["/6", "/3"])
  })

  test("[A10] makes two deliveries with different timeouts once each, at their own time", async () => {
    const stale = await beginWithTimeouts([1, 2], "hour")
    clock += 3_700_000
    boss = await server.signedIn("boss")
    await expect.poll(stale).toEqual(["/1"])
    clock += 3_600_000
    boss = await server.signedIn("boss")
    await expect.poll(stale).toEqual(["/2", "/1"])
  })

  test("[A10] skips a stale conversation that cannot be read and delivers the others", async () => {
    const trigger = { enabled: true, timeout: 3600, config: { preset: "1-hour", custom: false, amount: 1, unit: "hour" } }
    const script = await createLiveScript(boss, "acme", deliveryInstructions({ trigger }))
    await begin(script)
    clock += 1_000
    await begin(script)
    const rows = () =>
      server.database.db.selectFrom("conversations").select(["id", "stale_at"]).where("script_id", "=", script).orderBy("made_at").execute()
    const [broken, good] = await rows()
    // As a damaged disk would leave it.
    await server.database.db
      .updateTable("conversations")
      .set({ state: "{" })
      .where("id", "=", broken?.id ?? "")
      .execute()
    clock += 3_700_000
    boss = await server.signedIn("boss")
    const stale = async () => (await log(script)).filter(({ reason }) => reason === "stale").map(({ conversation }) => conversation)
    await expect.poll(stale).toEqual([good?.id])
    expect((await rows()).map(({ stale_at }) => stale_at)).toEqual([null, null])
  })

  test("[A10] gives up a stale conversation an hour after its revision could not be read, and reports a problem until then", async () => {
    const trigger = { enabled: true, timeout: 3600, config: { preset: "1-hour", custom: false, amount: 1, unit: "hour" } }
    const script = await createLiveScript(boss, "acme", deliveryInstructions({ trigger }))
    await begin(script)
    const { db } = server.database
    // As if the revision were lost; one that was read before would still be cached.
    await sql`update conversations set revision = revision + 100 where script_id = ${script}`.execute(db)
    const staleAt = async () =>
      (await db.selectFrom("conversations").select("stale_at").where("script_id", "=", script).executeTakeFirstOrThrow()).stale_at
    const failedChecks = async () =>
      (await db.selectFrom("jobs").select("id").where("kind", "=", "stale").where("problem", "is not", null).execute()).length
    clock += 3_700_000
    boss = await server.signedIn("boss")
    await expect.poll(failedChecks).toBeGreaterThan(0)
    expect(await staleAt()).not.toBeNull()
    clock += 3_600_000
    boss = await server.signedIn("boss")
    await expect.poll(staleAt).toBeNull()
    expect(await log(script)).toEqual([])
  })

  test("[A10] delivers a stale conversation at the next check after a temporary failure", async () => {
    const trigger = { enabled: true, timeout: 3600, config: { preset: "1-hour", custom: false, amount: 1, unit: "hour" } }
    const script = await createLiveScript(boss, "acme", deliveryInstructions({ trigger }))
    await begin(script)
    const { db } = server.database
    // As with a full disk or a broken connection.
    await sql`alter table deliveries add constraint fails_for_a_while check (reason <> 'stale') not valid`.execute(db)
    try {
      clock += 3_700_000
      boss = await server.signedIn("boss")
      const failed = () => db.selectFrom("jobs").select("id").where("problem", "like", "%fails_for_a_while%").execute()
      await expect.poll(async () => (await failed()).length).toBeGreaterThan(0)
    } finally {
      await sql`alter table deliveries drop constraint fails_for_a_while`.execute(db)
    }
    clock += 61_000
    boss = await server.signedIn("boss")
    await expect.poll(async () => (await log(script)).map(({ reason }) => reason)).toEqual(["stale"])
  })

  test("stores no attempt at a delivery that is erased meanwhile", async () => {
    const instructions = deliveryInstructions()
    const script = await createLiveScript(boss, "acme", instructions)
    const erase = () => server.database.db.deleteFrom("deliveries").where("script_id", "=", script).execute()
    outside.answerWith((_, response) => void erase().then(() => response.end("an answer about somebody")))
    const trial = { instruction: uuidOf(instructions, 1), endpoint: outside.address, options: ["question.uuid", "answer.option.text"] }
    expect((await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, trial)).status).toBe(404)
    expect(await server.database.db.selectFrom("delivery_attempts").select("id").where("script_id", "=", script).execute()).toEqual([])
  })

  describe("a step that a respondent waits for", () => {
    /** The action between a question and a message with its outcome. */
    const instructionsAround = (action: Action): ReadonlyArray<Instruction> =>
      createInstructions(
        { type: "question", label: "naam", says: "Hoe heet u?", question: { uuid: randomUUID(), type: "open" } },
        { type: "action", label: "stap", says: "Even kijken", action },
        { type: "message", says: "Uit: {{actions.stap|niets}}, {{crm.stad|nergens}}" },
        { type: "question", says: "Klaar?", question: yesNoQuestion },
      )
    const playOutcome = async (instructions: ReadonlyArray<Instruction>): Promise<string> => {
      const script = await createLiveScript(boss, "acme", instructions)
      const pass = await begin(script)
      const response = await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })
      expect(response.json()).toMatchObject({ waiting: { for: "action", uuid: uuidOf(instructions, 1) } })
      expect(response.text).not.toContain(outside.address)
      const watch = async () => decodeUpdate((await send("watch", { pass, after: 2 })).json())
      await expect.poll(async () => (await watch()).total).toBe(3)
      const [firstEffect] = (await watch()).turns[0]?.effects ?? []
      return firstEffect?.type === "show" ? firstEffect.html : JSON.stringify(firstEffect)
    }

    test("[A11] gets a value from an API with GET, or with POST if it has a payload", async () => {
      outside.answerWith((_, response) => void response.end(JSON.stringify({ value: 7, other: "x" })))
      expect(await playOutcome(instructionsAround({ type: "getFromAPI", params: { endpoint: `${outside.address}/get` } }))).toBe(
        "<p>Uit: 7, nergens</p>",
      )
      expect(outside.received).toMatchObject([{ method: "GET", path: "/get", body: "" }])
      const sendPayload = { vraag: 1, wie: "{{answers.naam}}" }
      await playOutcome(instructionsAround({ type: "getFromAPI", params: { endpoint: `${outside.address}/post`, sendPayload } }))
      expect(outside.received.at(-1)).toMatchObject({ method: "POST", body: JSON.stringify({ vraag: 1, wie: "Ada" }) })
    })

    test("runs immediately instead of waiting for the job runner's check each second", async () => {
      const instructions = instructionsAround({ type: "getFromAPI", params: { endpoint: outside.address } })
      const script = await createLiveScript(boss, "acme", instructions)
      const passes = await Promise.all(Array.from({ length: 12 }, () => begin(script)))
      let waited = 0
      for (const [i, pass] of passes.entries()) {
        // Until the lane of the last step has looked for another one.
        await pause(150)
        const before = performance.now()
        await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })
        await expect.poll(() => outside.received.length, { interval: 10 }).toBe(i + 1)
        waited += performance.now() - before
      }
      // With the check each second they would be a second apart: 12 s at best, whatever the machine.
      expect(waited).toBeLessThan(8_000)
    })

    test("[A11] asks an AI agent with answers in the prompt and shows its response as text, never as markup", async () => {
      outside.answerWith((_, response) => void response.end(JSON.stringify({ text: "Dag <b>Ada</b>" })))
      const params = { provider: "rest", endpoint: `${outside.address}/ai`, purpose: "greet", contextText: "Groet {{answers.naam}}" }
      expect(await playOutcome(instructionsAround({ type: "askAI", params }))).toBe("<p>Uit: Dag &lt;b&gt;Ada&lt;/b&gt;, nergens</p>")
      expect(JSON.parse(outside.received[0]?.body ?? "")).toEqual({ purpose: "greet", prompt: "Groet Ada" })
    })

    test.each([
      ["answers with an error", (response: ServerResponse) => response.writeHead(500).end("{}")],
      ["breaks off", (response: ServerResponse) => response.destroy()],
      ["says too much", (response: ServerResponse) => response.end("x".repeat(3_000_000))],
    ])("[A11] continues without an outcome and logs the attempt when the other side %s", async (_, react) => {
      outside.answerWith((_request, response) => void react(response))
      const instructions = instructionsAround({ type: "getFromAPI", params: { endpoint: outside.address } })
      expect(await playOutcome(instructions)).toBe("<p>Uit: niets, nergens</p>")
      const rows = await server.database.db
        .selectFrom("deliveries")
        .selectAll()
        .where("instruction", "=", uuidOf(instructions, 1))
        .execute()
      expect(rows).toMatchObject([{ reason: "asked", state: "failed" }])
      // The respondent has gone on, so that a redelivery would have no effect.
      const [only] = rows
      const again = await boss.send("POST", `/api/acme/chat-scripts/${only?.script_id}/deliveries/${only?.id}/redeliver`, {})
      expect([again.status, again.json()]).toMatchObject([422, { violations: [{ field: "delivery" }] }])
    })

    test("continues without an outcome after three unexpected errors", async ({ onTestFinished }) => {
      const { db } = server.database
      const instructions = instructionsAround({ type: "getFromAPI", params: { endpoint: outside.address } })
      const script = await createLiveScript(boss, "acme", instructions)
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'nobody foresaw this'; end $$`.execute(
        db,
      )
      await sql`create trigger refuse before insert on deliveries for each row execute function refuse()`.execute(db)
      onTestFinished(async () => {
        await sql`drop trigger refuse on deliveries`.execute(db)
        await sql`drop function refuse`.execute(db)
      })
      const pass = await begin(script)
      expect((await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })).status).toBe(200)
      const job = () => db.selectFrom("jobs").select(["attempt", "problem"]).where("kind", "=", "act").where("script_id", "=", script)
      const watch = async () => decodeUpdate((await send("watch", { pass, after: 2 })).json())
      for (const attempt of [1, 2, 3]) {
        await expect
          .poll(() => job().where("leased_until", "is", null).executeTakeFirst())
          .toMatchObject({
            attempt,
            problem: expect.stringContaining("nobody foresaw this"),
          })
        expect((await watch()).waiting).toMatchObject({ for: "action" })
        clock += 15_000
      }
      await expect.poll(async () => (await watch()).total).toBe(3)
      expect((await watch()).turns[0]?.effects[0]).toMatchObject({ type: "show", html: "<p>Uit: niets, nergens</p>" })
      expect(outside.received).toEqual([])
    })

    const addConnection = async (more: object) => {
      const created = await boss.send("PUT", "/api/crm/acme/connection", {
        platform: 4,
        name: "CRM",
        externalKey: "key",
        apiMethod: "POST",
        apiHost: outside.address,
        apiPath: "/people",
        ...more,
      })
      return readStringField(created.json(), "id")
    }

    test.each([
      ["an Api Key", 1, { key: "x-own-key", token: "t" }, { "x-own-key": "t" }],
      ["Basic Auth", 2, { username: "é", password: "p" }, { authorization: `Basic ${Buffer.from("é:p").toString("base64")}` }],
      ["a Bearer Token", 3, { token: "t" }, { authorization: "Bearer t" }],
    ])("[A12] calls a CRM with %s and makes its response available from then on", async (_, authType, fields, headers) => {
      outside.answerWith((_request, response) => void response.end(JSON.stringify({ stad: "Delft" })))
      const connection = await addConnection({ authType, fields })
      expect(await playOutcome(instructionsAround({ type: "crmAuth", params: { connection } }))).toBe(
        "<p>Uit: Ja, Delft</p>".replace("Ja", "true"),
      )
      expect(outside.received[0]).toMatchObject({ method: "POST", path: "/people", headers })
      expect(JSON.parse(outside.received[0]?.body ?? "")).toMatchObject({ externalKey: "key", metadata: {} })
      const storedRows = JSON.stringify(await server.database.db.selectFrom("deliveries").selectAll().execute())
      for (const secret of Object.values(headers)) expect(storedRows).not.toContain(secret.length > 1 ? secret : `"${secret}"`)
    })

    test("[A11] [A12] repeats a POST after a crash with the same idempotency key", async () => {
      const ids = async (action: Action): Promise<ReadonlyArray<unknown>> => {
        const { received, answerWith } = outside
        const before = received.length
        const broken: Array<ServerResponse> = []
        answerWith((_, response) => {
          if (received.length > before + 1) return void response.end("7")
          // As after a crash of its process: the job is free again.
          broken.push(response)
          void releaseAllJobs(server.database.db)
        })
        expect(await playOutcome(instructionsAround(action))).toContain("Uit: 7")
        for (const response of broken) response.destroy()
        return received.slice(before).map(({ headers }) => headers["idempotency-key"])
      }
      const endpoint = `${outside.address}/once`
      const keys: Array<unknown> = []
      for (const action of [
        { type: "getFromAPI", params: { endpoint, sendPayload: { a: 1 } } },
        { type: "askAI", params: { provider: "rest", endpoint, contextText: "?" } },
        { type: "crmApi", params: { connection: await addConnection({}) } },
      ] as const) {
        const [first, second] = await ids(action)
        expect([typeof first, second]).toEqual(["string", first])
        keys.push(first)
      }
      expect(new Set(keys).size).toBe(keys.length)
      // Repeating a GET changes nothing, so that it needs no key.
      expect(await ids({ type: "getFromAPI", params: { endpoint } })).toEqual([undefined, undefined])
    })

    /** The reasons for a step's failed calls, as the log shows them. */
    const problemsOf = async (instructions: ReadonlyArray<Instruction>): Promise<ReadonlyArray<string | undefined>> =>
      server.database.db
        .selectFrom("delivery_attempts")
        .innerJoin("deliveries", "deliveries.id", "delivery_attempts.delivery_id")
        .select("problem")
        .where("deliveries.instruction", "=", uuidOf(instructions, 1))
        .execute()
        .then((rows) => rows.map(({ problem }) => decodeOutboundFailure(problem ?? "").key))

    test("logs the reason when nothing can be called", async () => {
      const sheet = {
        platform: 2,
        apiMethod: null,
        apiHost: null,
        spreadsheetId: "i",
        sheetName: "s",
        sheetRange: "A1",
        sheetCredentials: "{}",
      }
      for (const [action, problem] of [
        [{ type: "crmApi", params: { connection: randomUUID() } }, "unanswered.connection.gone"],
        [{ type: "crmAuth", params: { connection: await addConnection({ ...sheet, apiPath: null }) } }, "unanswered.connection.no-address"],
        [{ type: "askAI", params: { provider: "account" } }, "unanswered.no-endpoint"],
      ] as const) {
        const instructions = instructionsAround(action)
        expect(await playOutcome(instructions)).toBe("<p>Uit: niets, nergens</p>")
        expect(await problemsOf(instructions)).toEqual([problem])
      }
    })

    test("[A13] sends a CRM how the respondent is identified; [O8] makes the data points of its response available", async () => {
      outside.answerWith((_request, response) => void response.end(JSON.stringify({ person: { homes: [{ town: "Delft" }] }, stad: "?" })))
      const connection = await addConnection({ authType: 3, fields: { token: "t" } })
      const params = {
        connection,
        crmAuthType: "authenticated",
        selector: "name",
        valueSelector: "{{answers.naam}}",
        emailSubject: "Dag {{answers.naam}}",
      } as const
      const instructions = instructionsAround({ type: "crmAuth", params })
      const script = await createLiveScript(boss, "acme", instructions)
      const points = [{ selectedConnection: connection, valueSource: "stad", dataSelector: "$.person.homes[0].town" }]
      expect((await boss.send("POST", `/api/datapoint/${script}/save`, points)).json()).toBe("ok")
      const pass = await begin(script)
      await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })
      const watched = async () => decodeUpdate((await send("watch", { pass, after: 2 })).json())
      await expect.poll(async () => (await watched()).total).toBe(3)
      expect((await watched()).turns[0]?.effects[0]).toMatchObject({ html: "<p>Uit: true, Delft</p>" })
      expect(JSON.parse(outside.received[0]?.body ?? "")).toMatchObject({
        externalKey: "key",
        authType: "authenticated",
        selector: "name",
        value: "Ada",
        email: { subject: "Dag Ada" },
      })
    })

    describe("[A14] a connector", () => {
      const beginWithConnector = async (connector: string) => {
        const instructions = instructionsAround({
          type: "send2con",
          params: { connector, defaults: { naam: "?", source: "chat" }, overrides: { team: 1 } },
        })
        const script = await createLiveScript(boss, "acme", instructions)
        const pass = await begin(script, { ref: "r" })
        const answered = await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })
        // The conversation does not wait for it.
        expect(decodeUpdate(answered.json())).toMatchObject({ waiting: { for: "answer", uuid: uuidOf(instructions, 3) } })
        return script
      }

      test("receives the answers with the credentials of its connection, and again with the same id until it accepts them", async () => {
        outside.answerWith((_, response) => void response.writeHead(outside.received.length < 2 ? 503 : 200).end())
        const connection = await addConnection({ apiMethod: "GET", authType: 3, fields: { token: "a-secret-token" } })
        const script = await beginWithConnector(connection)
        await waitForLog(script, ([only]) => only?.attempts.length === 1)
        clock += deliveryRetryDelaysMs[0] ?? 0
        boss = await server.signedIn("boss")
        await waitForLog(script, ([only]) => only?.state === "delivered")
        const [delivery] = await log(script)
        expect(delivery).toMatchObject({
          reason: "reached",
          endpoint: `${outside.address}/people`,
          attempts: [{ status: 503 }, { status: 200 }],
        })
        expect(outside.received).toHaveLength(2)
        for (const { method, path, headers, body } of outside.received) {
          expect({ method, path }).toEqual({ method: "POST", path: "/people" })
          expect(headers).toMatchObject({ authorization: "Bearer a-secret-token", "idempotency-key": delivery?.id })
          expect(JSON.parse(body)).toEqual({
            mapper: "default",
            conversation: delivery?.conversation,
            respondent: null,
            metadata: { ref: "r" },
            record: { naam: "Ada", source: "chat", team: 1 },
          })
        }
        expect(JSON.stringify(await log(script))).not.toContain("a-secret-token")
      })

      test("[O1] shows the origin and path of its connection's address in the log, not the query", async () => {
        outside.answerWith((_, response) => void response.end())
        const script = await beginWithConnector(await addConnection({ apiQuery: "key=query-secret" }))
        await waitForLog(script, ([only]) => only?.state === "delivered")
        expect(outside.received.map(({ path }) => path)).toEqual(["/people?key=query-secret"])
        const logged = await log(script)
        expect(logged).toMatchObject([{ endpoint: `${outside.address}/people` }])
        expect(JSON.stringify(logged)).not.toContain("query-secret")
      })

      test("fails with the reason when its connection was deleted", async () => {
        const connection = await addConnection({})
        const removed = await boss.send("DELETE", `/api/crm/connection/delete/${connection}`)
        expect(removed.status).toBeLessThan(300)
        const script = await beginWithConnector(connection)
        await waitForLog(script, ([only]) => only?.state === "failed")
        expect(await log(script)).toMatchObject([{ attempts: [{ status: null, problem: { key: "unanswered.connection.gone" } }] }])
      })
    })

    test("[A12] sends the column in a GET request when the connection uses GET; [O1] logs it without its query", async () => {
      outside.answerWith((_request, response) => void response.end("42"))
      const connection = await addConnection({ apiMethod: "GET", authType: 3, fields: { token: "t" }, apiQuery: "key=query-secret" })
      const instructions = instructionsAround({ type: "crmApi", params: { connection: { id: connection }, column: "age" } })
      expect(await playOutcome(instructions)).toContain("Uit: 42")
      const logged = await server.database.db
        .selectFrom("deliveries")
        .select("endpoint")
        .where("instruction", "=", uuidOf(instructions, 1))
        .execute()
      expect(logged).toEqual([{ endpoint: `${outside.address}/people` }])
      const url = new URL(outside.received[0]?.path ?? "", outside.address)
      const sent = ["column", "externalKey", "key"].map((name) => url.searchParams.get(name))
      expect([url.pathname, ...sent]).toEqual(["/people", "age", "key", "query-secret"])
      // There is no respondent behind an anonymous link.
      expect(url.searchParams.has("respondent")).toBe(false)
    })

    test("runs while receivers of deliveries do not respond", async () => {
      outside.answerWith((request, response) => {
        if (request.path !== "/hook") response.end("7")
      })
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      for (let i = 0; i < 7; i++) await send("answer", { pass: await begin(script), uuid: uuidOf(instructions, 0), given: 1, after: 1 })
      await expect.poll(() => outside.received.length).toBeGreaterThan(1)
      expect(await playOutcome(instructionsAround({ type: "getFromAPI", params: { endpoint: `${outside.address}/get` } }))).toContain(
        "Uit: 7",
      )
    })

    test("[O5] calls only the host of the connection, whatever its path contains", async () => {
      const elsewhere = await startLoopbackServer()
      const { host } = new URL(elsewhere.address)
      for (const apiPath of [`${elsewhere.address}/x`, `\\\\${host}/x`]) {
        const connection = await addConnection({ apiPath, authType: 3, fields: { token: "t" } })
        await playOutcome(instructionsAround({ type: "crmAuth", params: { connection } }))
      }
      elsewhere.stop()
      expect(elsewhere.received).toEqual([])
      expect(outside.received.map(({ path }) => path)).toEqual([`/${elsewhere.address}/x`, `///${host}/x`])
    })

    describe("with OAuth", () => {
      /** Adds a connection with access; each refresh token of its token server works once. */
      const addAuthorizedConnection = async (
        respond: (response: ServerResponse) => void,
        beforeRenewal: () => Promise<unknown> = async () => undefined,
      ) => {
        let tokenCount = 0
        const forms: Array<Record<string, string>> = []
        outside.answerWith((request, response) => {
          if (request.path !== "/token") {
            if (request.headers.authorization === `Bearer a${tokenCount}`) return respond(response)
            return void response.writeHead(401).end()
          }
          const form = Object.fromEntries(new URLSearchParams(request.body))
          forms.push(form)
          if (form["grant_type"] === "refresh_token" && form["refresh_token"] !== `r${tokenCount}`)
            return void response.writeHead(400).end("{}")
          const number = ++tokenCount
          const tokens = { access_token: `a${number}`, refresh_token: `r${number}`, expires_in: number === 1 ? 60 : 1e300 }
          void (number === 1 ? Promise.resolve() : beforeRenewal()).then(() => response.end(JSON.stringify(tokens)))
        })
        const connection = await addConnection({
          authType: 5,
          fields: {
            clientId: "c",
            clientSecret: "s",
            authEndpoint: `${outside.address}/authorize`,
            tokenEndpoint: `${outside.address}/token`,
          },
        })
        const path = "/api/crm/connection/authorize"
        const url = new URL((await boss.send("GET", `${path}/${connection}`)).headers.get("location") ?? "")
        await boss.send("GET", `${path}/callback?code=x&state=${encodeURIComponent(url.searchParams.get("state") ?? "")}`)
        return { connection, forms }
      }

      test("[A12] renews expired access once for three calls at the same time", async () => {
        const { connection, forms } = await addAuthorizedConnection((response) => void response.end('{"stad":"Delft"}'))
        const instructions = instructionsAround({ type: "crmAuth", params: { connection } })
        expect(await playOutcome(instructions)).toContain("Delft")
        expect(forms).toMatchObject([{ grant_type: "authorization_code" }])
        clock += 61_000
        boss = await server.signedIn("boss")
        expect(await Promise.all([playOutcome(instructions), playOutcome(instructions), playOutcome(instructions)])).toEqual(
          Array.from({ length: 3 }, () => "<p>Uit: true, Delft</p>"),
        )
        expect(forms.slice(1)).toMatchObject([{ grant_type: "refresh_token", refresh_token: "r1" }])
      })

      test("[A12] logs the reason and sends no request when access cannot be renewed or was never granted", async () => {
        const { connection } = await addAuthorizedConnection((response) => void response.end("{}"))
        clock += 61_000
        boss = await server.signedIn("boss")
        outside.answerWith((_request, response) => void response.writeHead(400).end("{}"))
        const instructions = instructionsAround({ type: "crmAuth", params: { connection } })
        expect(await playOutcome(instructions)).toBe("<p>Uit: niets, nergens</p>")
        const oauthFields = {
          clientId: "c",
          clientSecret: "s",
          authEndpoint: `${outside.address}/a`,
          tokenEndpoint: `${outside.address}/token`,
        }
        const others = instructionsAround({
          type: "crmApi",
          params: { connection: await addConnection({ authType: 5, fields: oauthFields }) },
        })
        expect(await playOutcome(others)).toContain("niets")
        expect(outside.received.map(({ path }) => path)).not.toContain("/people")
        expect(await problemsOf(instructions)).toEqual(["unanswered.connection.not-renewed"])
        expect(await problemsOf(others)).toEqual(["unanswered.connection.unauthorized"])
      })

      test("plays and logs a whole chat with a delivery, a CRM whose access has expired, and an AI agent", async () => {
        const { connection, forms } = await addAuthorizedConnection((response) => void response.end('{"stad":"Delft"}'))
        const receiver = await startLoopbackServer()
        receiver.answerWith((request, response) => void response.end(request.path === "/ai" ? '{"text":"Mooi daar"}' : ""))
        const instructions = createInstructions(
          { type: "question", label: "naam", says: "Hoe heet u?", question: { uuid: randomUUID(), type: "open" } },
          {
            type: "action",
            label: "uit",
            action: {
              type: "send2api",
              params: {
                endpoint: `${receiver.address}/hook`,
                version: 2,
                questions: null,
                options: ["question.name.label", "answer.option.text", "answer.format.key-value"],
                labels: {},
              },
            },
          },
          { type: "action", label: "wie", action: { type: "crmAuth", params: { connection } } },
          {
            type: "action",
            label: "ai",
            action: {
              type: "askAI",
              params: { provider: "rest", endpoint: `${receiver.address}/ai`, contextText: "{{answers.naam}} in {{crm.stad}}" },
            },
          },
          { type: "message", says: "{{actions.ai}}, {{answers.naam}}", condition: "crm.stad == 'Delft'" },
          { type: "end", action: { type: "end", params: { endAction: "close", message: "" } } },
        )
        clock += 61_000
        boss = await server.signedIn("boss")
        const script = await createLiveScript(boss, "acme", instructions)
        const pass = await begin(script)
        await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })
        const watched = async () => decodeUpdate((await send("watch", { pass, after: 1 })).json())
        await expect.poll(async () => (await watched()).waiting).toBe(null)
        const effects = (await watched()).turns.flatMap((turn) => turn.effects)
        expect(effects).toContainEqual(expect.objectContaining({ type: "show", html: "<p>Mooi daar, Ada</p>" }))
        expect(effects.at(-1)?.type).toBe("end")
        expect(forms.map((form) => form["grant_type"])).toEqual(["authorization_code", "refresh_token"])
        await waitForLog(script, (items) => items.every(({ state }) => state === "delivered"))
        receiver.stop()
        const bodies = Object.fromEntries(receiver.received.map(({ path, body }) => [path, JSON.parse(body)]))
        expect(bodies["/hook"]).toMatchObject({ version: 2, answers: { naam: "Ada" } })
        expect(bodies["/ai"]).toEqual({ purpose: "", prompt: "Ada in Delft" })
        const logged = await log(script)
        expect(logged.map(({ reason, state, attempts }) => [reason, state, attempts.length])).toEqual(
          expect.arrayContaining([
            ["reached", "delivered", 1],
            ["asked", "delivered", 1],
            ["asked", "delivered", 1],
          ]),
        )
        expect(logged).toHaveLength(3)
      })

      test("[A12] continues without an outcome when the access token is not a valid header value", async () => {
        outside.answerWith((_request, response) => void response.end('{"access_token":"a\\nb"}'))
        const fields = { clientId: "c", clientSecret: "s", authEndpoint: `${outside.address}/a`, tokenEndpoint: `${outside.address}/token` }
        const connection = await addConnection({ authType: 5, fields })
        const path = "/api/crm/connection/authorize"
        const url = new URL((await boss.send("GET", `${path}/${connection}`)).headers.get("location") ?? "")
        await boss.send("GET", `${path}/callback?code=x&state=${encodeURIComponent(url.searchParams.get("state") ?? "")}`)
        const instructions = instructionsAround({ type: "crmAuth", params: { connection } })
        expect(await playOutcome(instructions)).toContain("niets")
        expect(await problemsOf(instructions)).toEqual(["unanswered.header"])
        expect(outside.received.map((request) => request.path)).toEqual(["/token"])
      })

      test("sends and logs nothing when the conversation is erased while access is renewed", async () => {
        let erasedScript = ""
        const { connection } = await addAuthorizedConnection(
          (response) => void response.end("{}"),
          () => server.database.db.deleteFrom("conversations").where("script_id", "=", erasedScript).execute(),
        )
        clock += 61_000
        boss = await server.signedIn("boss")
        const instructions = instructionsAround({ type: "crmAuth", params: { connection } })
        const script = await createLiveScript(boss, "acme", instructions)
        erasedScript = script
        const pass = await begin(script)
        await send("answer", { pass, uuid: uuidOf(instructions, 0), given: "Ada", after: 1 })
        const jobs = () => server.database.db.selectFrom("jobs").select("done_at").where("script_id", "=", script).execute()
        await expect.poll(async () => (await jobs()).every(({ done_at }) => done_at !== null)).toBe(true)
        expect(outside.received.map(({ path }) => path)).toEqual(["/token", "/token"])
        expect(await log(script)).toEqual([])
      })
    })

    test("[A11] marks a call as failed an hour after its process crashed", async () => {
      const instructions = instructionsAround({ type: "getFromAPI", params: { endpoint: outside.address } })
      const script = await createLiveScript(boss, "acme", instructions)
      const id = randomUUID()
      const createdAt = new Date(clock)
      const interrupted = {
        script_id: script,
        id,
        community_id: acme,
        conversation_id: randomUUID(),
        instruction: "x",
        endpoint: "x",
        body: "",
      }
      await server.database.db
        .insertInto("deliveries")
        .values({ ...interrupted, reason: "asked", state: "due", made_at: createdAt })
        .execute()
      await cleanUpDeliveries(server.database.db, new Date(clock + 60_000))
      expect(await log(script)).toMatchObject([{ id, state: "due" }])
      await cleanUpDeliveries(server.database.db, new Date(clock + 3_700_000))
      expect(await log(script)).toMatchObject([
        { id, state: "failed", attempts: [{ status: null, problem: { key: "unanswered.stopped" }, answer: null }] },
      ])
    })

    test("marks a delivery as failed an hour after its job failed, but not one that is still to be retried", async () => {
      const { db } = server.database
      outside.answerWith((_, response) => void response.writeHead(503).end())
      const instructions = deliveryInstructions()
      const script = await createLiveScript(boss, "acme", instructions)
      for (const tries of [1, 2]) {
        await send("answer", { pass: await begin(script), uuid: uuidOf(instructions, 0), given: 1, after: 1 })
        await waitForLog(script, (items) => items.length === tries && items.every(({ attempts }) => attempts.length === 1))
      }
      const [pending, broken] = await log(script)
      // As when the database was away at its last attempt.
      await db
        .updateTable("jobs")
        .set({ failed_at: new Date(clock) })
        .where("key", "=", `deliver:${broken?.id} first`)
        .execute()
      const states = async () => new Map((await log(script)).map(({ id, state }) => [id, state]))
      await cleanUpDeliveries(db, new Date(clock + 60_000))
      expect([...(await states()).values()]).toEqual(["due", "due"])
      await cleanUpDeliveries(db, new Date(clock + 3_700_000))
      expect(await states()).toEqual(
        new Map([
          [pending?.id, "due"],
          [broken?.id, "failed"],
        ]),
      )
      const ended = (await log(script)).find(({ id }) => id === broken?.id)
      expect(ended?.attempts).toMatchObject([{ status: 503 }, { status: null, problem: { key: "unanswered.stopped" } }])
    })

    test("deletes a delivery with its attempts after the retention period", async () => {
      const { db } = server.database
      const script = await createLiveScript(boss, "acme", instructionsAround({ type: "getFromAPI", params: { endpoint: outside.address } }))
      const [id, at] = [randomUUID(), new Date(clock)]
      const delivery = {
        script_id: script,
        id,
        community_id: acme,
        conversation_id: randomUUID(),
        instruction: "x",
        endpoint: "x",
        body: "{}",
      }
      await db
        .insertInto("deliveries")
        .values({ ...delivery, reason: "reached", state: "delivered", made_at: at, ended_at: at })
        .execute()
      const attempt = {
        script_id: script,
        id: randomUUID(),
        delivery_id: id,
        at,
        milliseconds: 1,
        status: 200,
        problem: null,
        response: "ok",
      }
      await db.insertInto("delivery_attempts").values(attempt).execute()
      const countRows = async () =>
        Promise.all(
          (["deliveries", "delivery_attempts"] as const).map(
            async (table) => (await db.selectFrom(table).select("id").where("script_id", "=", script).execute()).length,
          ),
        )
      await cleanUpDeliveries(db, new Date(clock + deliveryRetentionMs))
      expect(await countRows()).toEqual([1, 1])
      await cleanUpDeliveries(db, new Date(clock + deliveryRetentionMs + 1))
      expect(await countRows()).toEqual([0, 0])
    })

    test("does not call a connection of another community", async () => {
      const otherCommunity = await server.addCommunity(`other-${clock}`)
      await server.addUser(`eve-${clock}`, { [otherCommunity]: "ROLE_ADMIN" })
      const eve = await server.signedIn(`eve-${clock}`)
      const created = await eve.send("PUT", `/api/crm/other-${clock}/connection`, {
        platform: 4,
        name: "CRM",
        externalKey: "key",
        apiMethod: "GET",
        apiHost: outside.address,
        apiPath: "/people",
        authType: 3,
        fields: { token: "t" },
      })
      expect(
        await playOutcome(instructionsAround({ type: "crmApi", params: { connection: readStringField(created.json(), "id") } })),
      ).toContain("niets")
      expect(outside.received).toEqual([])
    })

    test("states the amount of a payment and continues, since there is no payment provider", async () => {
      const amounts: Question = {
        ...yesNoQuestion,
        options: { amounts: true },
        choices: (yesNoQuestion.choices ?? []).map((choice) => ({ ...choice, amount: 5 })),
      }
      const instructions = createInstructions(
        { type: "question", label: "wat", says: "Wat?", question: amounts },
        { type: "action", label: "betaal", says: "Betalen", action: { type: "payment", params: { environment: "staging", amount: "" } } },
        { type: "message", says: "Uit: {{actions.betaal|niets}}" },
      ).map((instruction, _i, list) =>
        instruction.action?.type === "payment"
          ? { ...instruction, action: { ...instruction.action, params: { ...instruction.action.params, amount: list[0]?.uuid ?? "" } } }
          : instruction,
      )
      const script = await createLiveScript(boss, "acme", instructions)
      const pass = await begin(script)
      const asked = await send("answer", { pass, uuid: uuidOf(instructions, 0), given: 1, after: 1 })
      expect(asked.json()).toMatchObject({
        turns: [{ effects: [{ type: "act", due: { amount: 5, currency: "EUR" } }] }],
      })
      await expect.poll(async () => decodeUpdate((await send("watch", { pass, after: 2 })).json()).waiting).toBeNull()
    })
  })

  test("replaces the signing secret, stores it encrypted and adds audit events for reading and replacing it", async () => {
    const path = `/api/communities/${acme}/signing-secret`
    const before = readStringField((await boss.send("GET", path)).json(), "secret")
    expect(before).toMatch(/^whsec_[\w+/]{43}=$/)
    const after = readStringField((await boss.send("POST", path, {})).json(), "secret")
    expect(after).not.toBe(before)
    expect(readStringField((await boss.send("GET", path)).json(), "secret")).toBe(after)
    const storedOptions = JSON.stringify(await server.database.db.selectFrom("options").selectAll().execute())
    expect(storedOptions).not.toContain(after)
    const auditLog = (await boss.send("GET", `/api/communities/${acme}/audit`)).text
    expect(auditLog).toContain("community.signing-secret.read")
    expect(auditLog).toContain("community.signing-secret.renew")
  })
})
