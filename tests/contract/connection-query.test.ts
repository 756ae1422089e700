// The query of a connection's address, which may contain a key: sent to the service, and shown to nobody [O1].
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { encryptConnection } from "../../adapters/server/connections/connection-repository.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { startLoopbackServer } from "../fixtures/loopback-server.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

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
