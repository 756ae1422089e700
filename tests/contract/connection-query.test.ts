// The query of a connection's address, which may contain a key: sent to the service, and shown to nobody [O1].
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { decryptConnection, encryptConnection } from "../../adapters/server/connections/connection-repository.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { findMarker } from "../fixtures/database-marker.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { startLoopbackServer } from "../fixtures/loopback-server.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { databases, readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const mask = "••••••••"

const connectionFields = {
  platform: 4,
  name: "CRM",
  externalKey: "crm",
  apiMethod: "GET",
  apiPath: "/people",
  apiHost: "https://crm.example",
} as const

describe.each(usualDatabases)("on $name, the query of a connection", ({ settings }) => {
  let server: TestServer
  let bob: Visitor
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1" })
    const acme = await server.addCommunity("acme")
    await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    bob = await server.signedIn("bob")
  })
  afterAll(() => server.stop())

  const addConnection = async (payload: unknown) => (await bob.send("PUT", "/api/crm/acme/connection", payload)).json()
  const withQuery = (apiHost: string) => ({ ...connectionFields, apiHost, apiQuery: "key=query-secret&plain=1" })
  const remove = (id: string) => bob.send("DELETE", `/api/crm/connection/delete/${id}`)
  const listFor = async (visitor: Visitor) => (await visitor.send("GET", "/api/crm/acme/connections")).text

  test("is sent, and is masked for everybody in every response", async () => {
    const outside = await startLoopbackServer()
    outside.answerWith(({ path }, response) => void response.end(JSON.stringify({ path, query: new URL(path, "http://x").search })))
    const added = await bob.send("PUT", "/api/crm/acme/connection", withQuery(outside.address))
    const id = readStringField(added.json(), "id")
    const kept = await bob.send("POST", `/api/crm/connection/${id}`, { ...withQuery(outside.address), apiQuery: mask, name: "Kept" })
    for (const { json } of [added, kept]) expect(json()).toMatchObject({ data: { apiPath: "/people", apiQuery: mask } })
    const tested = await bob.send("POST", `/api/crm/connection/${id}/test`)
    expect(outside.received[0]?.path).toMatch(/^\/people\?key=query-secret&plain=1&externalKey=crm/)
    const shown = [added.text, kept.text, tested.text, await listFor(bob), await listFor(await server.signedIn("ada"))]
    for (const text of shown) expect(text).not.toContain("query-secret")
    outside.stop()
    await remove(id)
  })

  test("is separated from a path that is sent with it, and has to be typed again for another host", async () => {
    const added = await addConnection({ ...connectionFields, apiPath: "/people?key=query-secret" })
    const id = readStringField(added, "id")
    expect(added).toMatchObject({ data: { apiPath: "/people", apiQuery: mask } })
    const edit = async (more: object) => (await bob.send("POST", `/api/crm/connection/${id}`, { ...connectionFields, ...more })).json()
    expect(await edit({ apiPath: "/people?a=b", apiQuery: mask })).toMatchObject({
      violations: [{ field: "apiPath", message: "ERROR.FIELD_QUERY" }],
    })
    expect(await edit({ apiHost: "https://evil.example", apiQuery: mask })).toMatchObject({
      violations: [{ field: "apiQuery", message: "ERROR.FIELD_BLANK" }],
    })
    expect(await edit({ apiHost: "https://other.example?key=query-secret" })).toMatchObject({
      violations: [{ field: "apiHost", message: "ERROR.FIELD_QUERY" }],
    })
    await remove(id)
  })

  test("is separated from the path of a connection that was stored before it had its own field", async () => {
    const outside = await startLoopbackServer()
    outside.answerWith((_, response) => void response.end("{}"))
    const id = readStringField(await addConnection({ ...connectionFields, apiHost: outside.address }), "id")
    const stored = {
      ...connectionFields,
      platform: 4,
      apiMethod: "GET",
      apiHost: outside.address,
      apiPath: "/people?key=query-secret",
    } as const
    const sealed = encryptConnection(openServerSecret({ secretKey: server.secretKey, dataDir: server.dataDir }), id, stored)
    await server.database.db.updateTable("connections").set({ sealed }).where("id", "=", id).execute()
    const listed = await listFor(bob)
    expect(JSON.parse(listed)).toMatchObject([{ data: { apiPath: "/people", apiQuery: mask } }])
    expect(listed).not.toContain("query-secret")
    await bob.send("POST", `/api/crm/connection/${id}`, { ...connectionFields, apiHost: outside.address, apiQuery: mask })
    await bob.send("POST", `/api/crm/connection/${id}/test`)
    expect(outside.received[0]?.path).toMatch(/^\/people\?key=query-secret&externalKey=crm/)
    outside.stop()
    await remove(id)
  })
})

/** The text, and its encodings that anyone can decode. Base64 has three, because a text can begin at any of three bytes; a few characters at the ends depend on what is beside it. */
const listEncodings = (text: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(text)
  const base64 = ["", ".", ".."].map((before) =>
    Buffer.concat([Buffer.from(before), bytes])
      .toString("base64")
      .replace(/=+$/, "")
      .slice(4, -2),
  )
  return [text, encodeURIComponent(text), decodeURIComponent(text), bytes.toString("hex"), ...base64]
}

describe.each(databases)("on $name, the stored query of a connection", ({ settings }) => {
  test("is nowhere in the database except encrypted, while a delivery uses it", async () => {
    const server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1" })
    onTestFinished(() => server.stop())
    const outside = await startLoopbackServer()
    onTestFinished(outside.stop)
    const acme = await server.addCommunity("acme")
    await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    const [bob, ada] = await Promise.all([server.signedIn("bob"), server.signedIn("ada")])
    const secret = `query%2Fsecret-${randomUUID()}`
    const fields = { ...connectionFields, apiHost: outside.address, apiPath: `/people?key=${secret}&plain=1` }
    const connector = readStringField((await bob.send("PUT", "/api/crm/acme/connection", fields)).json(), "id")
    const instructions = createInstructions(
      { type: "question", label: "komt", says: "Komt u?", question: yesNoQuestion },
      { type: "action", label: "send", action: { type: "send2con", params: { connector } } },
    )
    const script = await createLiveScript(bob, "acme", instructions)
    const pass = createAccessToken()
    await callChatApi(server.address, "open", { pass, anonymous: { community: "acme", script } })
    const answered = await callChatApi(server.address, "answer", { pass, uuid: instructions[0]?.uuid, given: 1, after: 0 })
    expect(answered.status).toBe(200)
    const readLog = async (visitor: Visitor) => (await visitor.send("GET", `/api/acme/chat-scripts/${script}/deliveries`)).text
    await expect.poll(async () => JSON.parse(await readLog(bob)).items[0]?.state).toBe("delivered")

    expect(outside.received.map(({ path }) => path)).toEqual([`/people?key=${secret}&plain=1`])
    const endpoint = `${outside.address}/people`
    const shown: Array<string> = []
    for (const visitor of [bob, ada]) {
      const listed = await visitor.send("GET", "/api/crm/acme/connections")
      expect(listed.json()).toMatchObject([{ data: { apiHost: outside.address, apiPath: "/people", apiQuery: mask } }])
      const log = await readLog(visitor)
      expect(JSON.parse(log)).toMatchObject({ items: [{ endpoint }] })
      shown.push(listed.text, log)
    }
    const row = await server.database.db.selectFrom("connections").selectAll().where("id", "=", connector).executeTakeFirstOrThrow()
    const serverSecret = openServerSecret({ secretKey: server.secretKey, dataDir: server.dataDir })
    expect(decryptConnection(serverSecret, row)).toMatchObject({ apiPath: "/people", apiQuery: `key=${secret}&plain=1` })
    for (const encoding of listEncodings(secret)) {
      expect([encoding, shown.filter((text) => text.includes(encoding))]).toEqual([encoding, []])
      expect([encoding, await findMarker(server.database.db, server.dataDir, encoding)]).toEqual([encoding, []])
    }
    // What is not secret is found, so that the search above finds what is stored.
    expect(await findMarker(server.database.db, server.dataDir, endpoint)).toContain("deliveries")
  })
})
