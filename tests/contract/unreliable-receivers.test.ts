// Receivers that are down, slow, broken or hostile: each attempt is signed and logged with its reason, and the respondent's chat goes on.
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:https"
import * as Schema from "effect/Schema"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { listDeliveries } from "../../adapters/contract/delivery-contract.ts"
import { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { ConversationUpdate } from "../../domain/chat/respondent-view.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type TestServer, usualDatabase, type Visitor } from "../fixtures/server.ts"
import { untrustedCertificate } from "../fixtures/untrusted-certificate.ts"

const decodeDelivery = Schema.decodeUnknownSync(LoggedDelivery)
const decodeUpdate = Schema.decodeUnknownSync(ConversationUpdate)

let open: TestServer
let guarded: TestServer
let acme = ""
let outside: LoopbackServer

beforeAll(async () => {
  open = await startTestServer({ ...(await usualDatabase.settings()), SEND_TO_PRIVATE: "1" })
  guarded = await startTestServer(await usualDatabase.settings())
  for (const server of [open, guarded]) {
    acme = await server.addCommunity("acme")
    await server.addUser("boss", { [acme]: "ROLE_ADMIN" })
  }
})
afterAll(async () => {
  await open.stop()
  await guarded.stop()
})
beforeEach(async () => {
  outside = await startLoopbackServer()
  return () => outside.stop()
})

const deliveryInstructions = (endpoint: string): ReadonlyArray<Instruction> =>
  createInstructions(
    { type: "question", label: "who", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
    {
      type: "action",
      label: "out",
      action: { type: "send2api", params: { endpoint, version: 2, options: ["question.name.label", "answer.option.text"], labels: {} } },
    },
    { type: "message", says: "It goes on" },
  )

/** Tests a delivery and returns what was logged of it. */
const testDelivery = async (boss: Visitor, endpoint: string): Promise<LoggedDelivery> => {
  const instructions = deliveryInstructions(endpoint)
  const script = await createLiveScript(boss, "acme", instructions)
  const answer = await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, {
    instruction: instructions[1]?.uuid ?? "",
    endpoint,
    options: ["question.name.label", "answer.option.text"],
  })
  const tested = decodeDelivery(answer.json())
  const listed = await log(boss, script)
  expect(listed).toEqual([tested])
  return tested
}

const log = async (boss: Visitor, script: ScriptId): Promise<ReadonlyArray<LoggedDelivery>> =>
  Schema.decodeUnknownSync(listDeliveries.response)((await boss.send("GET", `/api/acme/chat-scripts/${script}/deliveries`)).json()).items

describe("a delivery attempt is logged with its outcome when", () => {
  test("the receiver is down", async () => {
    const stoppedReceiver = await startLoopbackServer()
    stoppedReceiver.stop()
    const { state, attempts } = await testDelivery(await open.signedIn("boss"), stoppedReceiver.address)
    expect([state, attempts]).toMatchObject([
      "failed",
      [{ status: null, problem: { key: "unanswered.refused", values: { host: new URL(stoppedReceiver.address).host } } }],
    ])
  })

  test("the receiver does not respond in time", { tags: ["long"] }, async () => {
    outside.answerWith(() => undefined)
    const { state, attempts } = await testDelivery(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject([
      "failed",
      [{ status: null, problem: { message: "No response within 10 seconds", key: "unanswered.time", values: { seconds: 10 } } }],
    ])
  })

  test("the receiver responds with an error and a text", async () => {
    outside.answerWith((_, response) => void response.writeHead(500).end("out of order\0"))
    const { state, attempts } = await testDelivery(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject(["failed", [{ status: 500, problem: null, answer: "out of order" }]])
  })

  test("the receiver redirects to a private address, which is not followed", async () => {
    const inside = await startLoopbackServer()
    outside.answerWith((_, response) => void response.writeHead(307, { location: inside.address }).end())
    const { state, attempts } = await testDelivery(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject(["failed", [{ status: 307 }]])
    expect(inside.received).toEqual([])
    inside.stop()
  })

  test("the receiver has a private address, by number or by name", async () => {
    const boss = await guarded.signedIn("boss")
    const { port } = new URL(outside.address)
    for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "0x7f.1"]) {
      const { state, attempts } = await testDelivery(boss, `http://${host}:${port}/`)
      expect([state, attempts]).toMatchObject(["failed", [{ status: null, problem: { key: "unanswered.private" } }]])
    }
    expect(outside.received).toEqual([])
  })

  test("the response has 50 MB, never ends or breaks off: its status counts, and its beginning is stored", { tags: ["long"] }, async () => {
    const boss = await open.signedIn("boss")
    for (const [status, state] of [
      [200, "delivered"],
      [500, "failed"],
    ] as const) {
      outside.answerWith((_, response) => {
        response.on("error", () => undefined)
        response.writeHead(status)
        const part = Buffer.alloc(1024 * 1024, "\u20ac")
        for (let n = 0; n < 50; n++) response.write(part)
        response.end()
      })
      expect(await testDelivery(boss, outside.address)).toMatchObject({
        state,
        attempts: [{ status, problem: null, answer: "\u20ac".repeat(2000) }],
      })
    }
    outside.answerWith((_, response) => void response.write("it is on"))
    expect(await testDelivery(boss, outside.address)).toMatchObject({
      state: "delivered",
      attempts: [{ status: 200, problem: null, answer: "it is on" }],
    })
    outside.answerWith((_, response) => void response.write("it is on", () => response.destroy()))
    expect(await testDelivery(boss, outside.address)).toMatchObject({ state: "delivered", attempts: [{ status: 200, answer: "it is on" }] })
  })

  test("the receiver's certificate is not trusted", async () => {
    const server = createServer(untrustedCertificate, (_, response) => void response.end())
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const at = server.address()
    const port = typeof at === "object" && at !== null ? at.port : 0
    const { state, attempts } = await testDelivery(await open.signedIn("boss"), `https://127.0.0.1:${port}/`)
    expect([state, attempts]).toMatchObject(["failed", [{ status: null, problem: { key: "unanswered.certificate" } }]])
    server.close()
  })

  test("the response is not JSON, and the delivery counts as delivered", async () => {
    outside.answerWith((_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("{not json"))
    const { state, attempts } = await testDelivery(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject(["delivered", [{ status: 200, answer: "{not json" }]])
  })
})

test("signs a test delivery as a Standard Webhook", async () => {
  const boss = await open.signedIn("boss")
  await testDelivery(boss, `${outside.address}/hook`)
  const communities = await open.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
  const secret = readStringField((await boss.send("GET", `/api/communities/${communities.id}/signing-secret`)).json(), "secret")
  const [request] = outside.received
  const headers = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(request?.headers[name])]),
  )
  expect(new Webhook(secret).verify(request?.body ?? "", headers)).toMatchObject({ version: 2 })
  expect(() => new Webhook(secret).verify(`${request?.body} `, headers)).toThrow("No matching signature found")
})

describe("a respondent's chat continues", () => {
  const send = (server: TestServer, call: Parameters<typeof callChatApi>[1], body: unknown) => callChatApi(server.address, call, body)

  /** Answers the only question and returns the texts after it once the chat has ended. */
  const playTexts = async (server: TestServer, script: ScriptId, question: string): Promise<ReadonlyArray<string>> => {
    const pass = createAccessToken()
    await send(server, "open", { pass, anonymous: { community: "acme", script }, metadata: {} })
    await send(server, "answer", { pass, uuid: question, given: "Ada", after: 1 })
    const watched = async () => decodeUpdate((await send(server, "watch", { pass, after: 1 })).json())
    await expect.poll(async () => (await watched()).waiting).toBe(null)
    return (await watched()).turns.flatMap(({ effects }) => effects).flatMap((effect) => (effect.type === "show" ? [effect.html] : []))
  }

  test("immediately when the receiver of a delivery is down, and the delivery is retried", async () => {
    const boss = await open.signedIn("boss")
    const stoppedReceiver = await startLoopbackServer()
    stoppedReceiver.stop()
    const instructions = deliveryInstructions(stoppedReceiver.address)
    const script = await createLiveScript(boss, "acme", instructions)
    expect(await playTexts(open, script, instructions[0]?.uuid ?? "")).toEqual(["<p>It goes on</p>"])
    await expect.poll(async () => (await log(boss, script))[0]?.attempts.length).toBe(1)
    expect(await log(boss, script)).toMatchObject([{ state: "due", attempts: [{ problem: { key: "unanswered.refused" } }] }])
  })

  const agentInstructions = (endpoint: string): ReadonlyArray<Instruction> =>
    createInstructions(
      { type: "question", label: "who", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
      { type: "action", label: "ai", action: { type: "askAI", params: { provider: "rest", endpoint, contextText: "{{answers.who}}" } } },
      { type: "message", says: "Heard: {{actions.ai|nothing}}" },
    )

  test("without an answer of an AI agent at a private address, and the reason is logged", async () => {
    const boss = await guarded.signedIn("boss")
    const instructions = agentInstructions(outside.address)
    const script = await createLiveScript(boss, "acme", instructions)
    expect(await playTexts(guarded, script, instructions[0]?.uuid ?? "")).toEqual(["<p>Heard: nothing</p>"])
    expect(await log(boss, script)).toMatchObject([
      { reason: "asked", state: "failed", attempts: [{ problem: { message: "127.0.0.1 is not on the public internet" } }] },
    ])
  })

  test("after an AI agent's response that is deeply nested or has very many fields", async () => {
    const boss = await open.signedIn("boss")
    const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n])))
    for (const [agentResponse, shownText] of [
      [`{"answer":"deep","deep":${deep}}`, "deep"],
      [deep, "nothing"],
      [wide, "true"],
    ] as const) {
      outside.answerWith((_, response) => void response.end(agentResponse))
      const instructions = agentInstructions(outside.address)
      const script = await createLiveScript(boss, "acme", instructions)
      expect(await playTexts(open, script, instructions[0]?.uuid ?? "")).toEqual([`<p>Heard: ${shownText}</p>`])
    }
    expect(outside.received).toHaveLength(3)
  })

  test("with the text of an AI agent's response that is not JSON", async () => {
    outside.answerWith((_, response) => void response.end("{just words"))
    const boss = await open.signedIn("boss")
    const instructions = agentInstructions(outside.address)
    const script = await createLiveScript(boss, "acme", instructions)
    expect(await playTexts(open, script, instructions[0]?.uuid ?? "")).toEqual(["<p>Heard: {just words</p>"])
  })
})
