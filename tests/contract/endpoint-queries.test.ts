// The query of an address in a script, which may hold a key: sent to the service, and stored, shown and logged nowhere else [O1].
import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"
import { readZip } from "../fixtures/read-zip.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const key = "endpoint-secret/1"
const query = `key=${encodeURIComponent(key)}&format=json`

describe.each(usualDatabases)("on $name, the query of an endpoint", ({ settings }) => {
  let server: TestServer
  let boss: Visitor
  let acme = ""
  let outside: LoopbackServer
  let script: ScriptId
  const pass = createAccessToken()
  const shownToRespondents: Array<string> = []
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1" })
    acme = await server.addCommunity("acme")
    await server.addUser("boss", { [acme]: "ROLE_ADMIN" })
    boss = await server.signedIn("boss")
    outside = await startLoopbackServer()
    // A service that repeats what it got, except where the response becomes an outcome of the chat.
    outside.answerWith(({ path }, response) => {
      response.statusCode = /^\/(?:refused|get)/.test(path) ? 410 : 200
      response.end(JSON.stringify(path.startsWith("/ai") ? { answer: "yes" } : { unknown: path, decoded: decodeURIComponent(path) }))
    })
    const endpoint = (path: string) => `${outside.address}/${path}?${query}`
    const instructions = createInstructions(
      { type: "question", label: "komt", says: "Komt u?", question: { ...yesNoQuestion, uuid: randomUUID() } },
      { type: "action", label: "get", action: { type: "getFromAPI", params: { endpoint: endpoint("get"), sendPayload: {} } } },
      { type: "action", label: "ask", action: { type: "askAI", params: { provider: "rest", endpoint: endpoint("ai"), contextText: "?" } } },
      {
        type: "action",
        label: "out",
        action: { type: "send2api", params: { endpoint: endpoint("hook"), version: 1, questions: null, labels: { name: "x" } } },
      },
      {
        type: "action",
        label: "no",
        action: { type: "send2api", params: { endpoint: endpoint("refused"), version: 1, questions: null, labels: { name: "y" } } },
      },
      { type: "message", says: "Dank u" },
    )
    script = await createLiveScript(boss, "acme", instructions)
    const open = await callChatApi(server.address, "open", { pass, anonymous: { community: "acme", script } })
    const answer = await callChatApi(server.address, "answer", { pass, uuid: instructions[0]?.uuid, given: 1, after: 1 })
    shownToRespondents.push(open.text, answer.text)
    const watch = async () => {
      const { text } = await callChatApi(server.address, "watch", { pass, after: 0 })
      shownToRespondents.push(text)
      return text
    }
    const isOver = async () => (await watch()).includes("Dank u")
    const isDelivered = async () => !(await boss.send("GET", `/api/acme/chat-scripts/${script}/deliveries`)).text.includes('"due"')
    await vi.waitUntil(isOver, { timeout: 120_000 })
    await vi.waitUntil(isDelivered, { timeout: 120_000 })
  })
  afterAll(async () => {
    outside.stop()
    await server.stop()
  })

  test("is sent with each call", () => {
    expect(outside.received.map(({ path }) => path).toSorted()).toEqual(
      ["/ai", "/get", "/hook", "/refused"].map((path) => `${path}?${query}`),
    )
  })

  test("is not in the log of deliveries, nor in what services responded", async () => {
    const tested = await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, {
      instruction: randomUUID(),
      endpoint: `${outside.address}/test?${query}`,
    })
    const { items } = Object((await boss.send("GET", `/api/acme/chat-scripts/${script}/deliveries`)).json())
    const addresses = items.map(({ endpoint }: { readonly endpoint: string }) => endpoint)
    expect(addresses.toSorted()).toEqual(["/ai", "/get", "/hook", "/refused", "/test"].map((path) => `${outside.address}${path}`))
    for (const text of [tested.text, JSON.stringify(items)]) {
      expect(text).toContain("••••••••")
      expect(text).not.toMatch(/endpoint-secret/)
    }
  })

  test("is stored only in the script and in deliveries that can be sent again", async () => {
    const { db } = server.database
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db)
    const holding: Array<string> = []
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(name)} t`.execute(db)
      if (rows.some(({ text }) => text.includes("endpoint-secret"))) holding.push(name)
    }
    expect(holding.toSorted()).toEqual(["deliveries", "script_versions"])
    const asked = await db.selectFrom("deliveries").select("endpoint").where("reason", "=", "asked").execute()
    expect(asked.map(({ endpoint }) => endpoint).toSorted()).toEqual([`${outside.address}/ai`, `${outside.address}/get`])
  })

  test("is not in what respondents receive, nor in the export of their data", async () => {
    for (const text of shownToRespondents) expect(text).not.toContain("endpoint-secret")
    const people = (rest: string) => `/api/communities/${acme}/people/${rest}`
    const [{ uuid }] = Object((await boss.send("POST", people("find"), { text: pass })).json()).items
    const exported = await boss.raw(people(`${uuid}/package`))
    expect(exported.status).toBe(200)
    const { "person.json": person = "" } = await readZip(Buffer.from(await exported.arrayBuffer()))
    expect(person).toContain(`${outside.address}/hook`)
    expect(person).not.toContain("endpoint-secret")
  })

  test("is not sent to an address with a username or password", async () => {
    const calls = outside.received.length
    const response = await boss.send("POST", `/api/acme/chat-scripts/${script}/test-delivery`, {
      instruction: randomUUID(),
      endpoint: outside.address.replace("//", "//user:pass@"),
    })
    expect([response.status, outside.received.length]).toEqual([422, calls])
  })
})
