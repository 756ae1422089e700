// Receivers that are down, slow, broken, hostile or not to be trusted: each attempt is logged with its reason, signed so that the reference
// library takes it, and a respondent's chat goes on (decisions "Send to API", "Outbound calls").
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
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { type Loopback, startLoopback } from "../fixtures/loopback.ts"
import { nobodysCertificate } from "../fixtures/nobodys-certificate.ts"
import { newPass, tell } from "../fixtures/respondent.ts"
import { field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const deliveryIn = Schema.decodeUnknownSync(LoggedDelivery)
const progressIn = Schema.decodeUnknownSync(ConversationUpdate)

let open: TestServer
let guarded: TestServer
let acme = ""
let outside: Loopback

beforeAll(async () => {
  open = await startTestServer({ SEND_TO_PRIVATE: "1" })
  guarded = await startTestServer()
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
  outside = await startLoopback()
  return () => outside.stop()
})

const delivering = (endpoint: string): ReadonlyArray<Instruction> =>
  instructionsOf(
    { type: "question", label: "who", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
    {
      type: "action",
      label: "out",
      action: { type: "send2api", params: { endpoint, version: 2, options: ["question.name.label", "answer.option.text"], labels: {} } },
    },
    { type: "message", says: "It goes on" },
  )

/** Tries a delivery, and gives what was logged of it. */
const tried = async (boss: Visitor, endpoint: string): Promise<LoggedDelivery> => {
  const instructions = delivering(endpoint)
  const script = await makeLive(boss, "acme", instructions)
  const answer = await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, {
    instruction: instructions[1]?.uuid ?? "",
    endpoint,
    options: ["question.name.label", "answer.option.text"],
  })
  const told = deliveryIn(answer.json())
  const listed = await log(boss, script)
  expect(listed).toEqual([told])
  return told
}

const log = async (boss: Visitor, script: ScriptId): Promise<ReadonlyArray<LoggedDelivery>> =>
  Schema.decodeUnknownSync(listDeliveries.answer)((await boss.send("GET", `/api/acme/chat-scripts/${script}/deliveries`)).json()).items

describe("an attempt at a delivery is logged with why it came to nothing", () => {
  test("the receiver is down", async () => {
    const gone = await startLoopback()
    gone.stop()
    const { state, attempts } = await tried(await open.signedIn("boss"), gone.address)
    expect([state, attempts]).toMatchObject([
      "failed",
      [{ status: null, problem: { key: "unanswered.refused", values: { host: new URL(gone.address).host } } }],
    ])
  })

  test("it does not answer in time", async () => {
    outside.answerWith(() => undefined)
    const { state, attempts } = await tried(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject([
      "failed",
      [{ status: null, problem: { message: "No answer within 10 seconds", key: "unanswered.time", values: { seconds: 10 } } }],
    ])
  })

  test("it answers with an error, in words of its own", async () => {
    outside.answerWith((_, response) => void response.writeHead(500).end("out of order\0"))
    const { state, attempts } = await tried(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject(["failed", [{ status: 500, problem: null, answer: "out of order" }]])
  })

  test("it leads to a private address: nobody goes there", async () => {
    const inside = await startLoopback()
    outside.answerWith((_, response) => void response.writeHead(307, { location: inside.address }).end())
    const { state, attempts } = await tried(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject(["failed", [{ status: 307 }]])
    expect(inside.received).toEqual([])
    inside.stop()
  })

  test("it is a private address, by number or by name", async () => {
    const boss = await guarded.signedIn("boss")
    const { port } = new URL(outside.address)
    for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "0x7f.1"]) {
      const { state, attempts } = await tried(boss, `http://${host}:${port}/`)
      expect([state, attempts]).toMatchObject(["failed", [{ status: null, problem: { key: "unanswered.private" } }]])
    }
    expect(outside.received).toEqual([])
  })

  test("it says 50 MB, or never ends: its status counts, and no more is read than is kept", async () => {
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
      expect(await tried(boss, outside.address)).toMatchObject({
        state,
        attempts: [{ status, problem: null, answer: "\u20ac".repeat(2000) }],
      })
    }
    outside.answerWith((_, response) => void response.write("it is on"))
    expect(await tried(boss, outside.address)).toMatchObject({
      state: "delivered",
      attempts: [{ status: 200, problem: null, answer: "it is on" }],
    })
    outside.answerWith((_, response) => void response.write("it is on", () => response.destroy()))
    expect(await tried(boss, outside.address)).toMatchObject({ state: "delivered", attempts: [{ status: 200, answer: "it is on" }] })
  })

  test("nobody vouches for its certificate", async () => {
    const server = createServer(nobodysCertificate, (_, response) => void response.end())
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const at = server.address()
    const port = typeof at === "object" && at !== null ? at.port : 0
    const { state, attempts } = await tried(await open.signedIn("boss"), `https://127.0.0.1:${port}/`)
    expect([state, attempts]).toMatchObject(["failed", [{ status: null, problem: { key: "unanswered.certificate" } }]])
    server.close()
  })

  test("it answers with what is no JSON: it took the delivery all the same", async () => {
    outside.answerWith((_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("{not json"))
    const { state, attempts } = await tried(await open.signedIn("boss"), outside.address)
    expect([state, attempts]).toMatchObject(["delivered", [{ status: 200, answer: "{not json" }]])
  })
})

test("a delivery on trial is signed as Standard Webhooks has it", async () => {
  const boss = await open.signedIn("boss")
  await tried(boss, `${outside.address}/hook`)
  const communities = await open.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
  const secret = field((await boss.send("GET", `/api/communities/${communities.id}/signing-secret`)).json(), "secret")
  const [request] = outside.received
  const headers = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(request?.headers[name])]),
  )
  expect(new Webhook(secret).verify(request?.body ?? "", headers)).toMatchObject({ version: 2 })
  expect(() => new Webhook(secret).verify(`${request?.body} `, headers)).toThrow("No matching signature found")
})

describe("a respondent's chat goes on", () => {
  const send = (server: TestServer, call: Parameters<typeof tell>[1], body: unknown) => tell(server.address, call, body)

  /** Answers the only question, and gives the texts that follow it once the chat has ended. */
  const played = async (server: TestServer, script: ScriptId, question: string): Promise<ReadonlyArray<string>> => {
    const pass = newPass()
    await send(server, "open", { pass, anonymous: { community: "acme", script }, metadata: {} })
    await send(server, "answer", { pass, uuid: question, given: "Ada", after: 1 })
    const watched = async () => progressIn((await send(server, "watch", { pass, after: 1 })).json())
    await expect.poll(async () => (await watched()).waiting).toBe(null)
    return (await watched()).turns.flatMap(({ effects }) => effects).flatMap((it) => (it.type === "show" ? [it.html] : []))
  }

  test("at once past a delivery whose receiver is gone, which is tried again", async () => {
    const boss = await open.signedIn("boss")
    const gone = await startLoopback()
    gone.stop()
    const instructions = delivering(gone.address)
    const script = await makeLive(boss, "acme", instructions)
    expect(await played(open, script, instructions[0]?.uuid ?? "")).toEqual(["<p>It goes on</p>"])
    await expect.poll(async () => (await log(boss, script))[0]?.attempts.length).toBe(1)
    expect(await log(boss, script)).toMatchObject([{ state: "due", attempts: [{ problem: { key: "unanswered.refused" } }] }])
  })

  const asking = (endpoint: string): ReadonlyArray<Instruction> =>
    instructionsOf(
      { type: "question", label: "who", says: "Who?", question: { uuid: randomUUID(), type: "open" } },
      { type: "action", label: "ai", action: { type: "askAI", params: { provider: "rest", endpoint, contextText: "{{answers.who}}" } } },
      { type: "message", says: "Heard: {{actions.ai|nothing}}" },
    )

  test("past an agent that is where nobody may be called, with the reason in the log", async () => {
    const boss = await guarded.signedIn("boss")
    const instructions = asking(outside.address)
    const script = await makeLive(boss, "acme", instructions)
    expect(await played(guarded, script, instructions[0]?.uuid ?? "")).toEqual(["<p>Heard: nothing</p>"])
    expect(await log(boss, script)).toMatchObject([
      { reason: "asked", state: "failed", attempts: [{ problem: { message: "127.0.0.1 is not on the public Internet" } }] },
    ])
  })

  test("past an agent whose answer nests without end, or has more fields than anybody could name", async () => {
    const boss = await open.signedIn("boss")
    const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n])))
    for (const [said, heard] of [
      [`{"answer":"deep","deep":${deep}}`, "deep"],
      [deep, "nothing"],
      [wide, "true"],
    ] as const) {
      outside.answerWith((_, response) => void response.end(said))
      const instructions = asking(outside.address)
      const script = await makeLive(boss, "acme", instructions)
      expect(await played(open, script, instructions[0]?.uuid ?? "")).toEqual([`<p>Heard: ${heard}</p>`])
    }
    expect(outside.received).toHaveLength(3)
  })

  test("with what an agent says where that is no JSON", async () => {
    outside.answerWith((_, response) => void response.end("{just words"))
    const boss = await open.signedIn("boss")
    const instructions = asking(outside.address)
    const script = await makeLive(boss, "acme", instructions)
    expect(await played(open, script, instructions[0]?.uuid ?? "")).toEqual(["<p>Heard: {just words</p>"])
  })
})
