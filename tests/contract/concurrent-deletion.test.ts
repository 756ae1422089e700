// Calls about something that is deleted at the same time: they succeed or return 404, and never fail with a server error.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { databases, type ReceivedResponse, readStringField, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  beforeAll(async () => {
    server = await startTestServer(await settings())
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const fetchDeleteToken = async (path: string) => readStringField((await admin.send("GET", `${path}/delete`)).json(), "deleteToken")
  const expectOkOrNotFound = (answers: ReadonlyArray<ReceivedResponse>): void => {
    for (const { status, text } of answers) {
      expect([200, 404]).toContain(status)
      if (status === 404) expect(JSON.parse(text)).toEqual({ message: "Not found." })
    }
  }

  test("deletes a community while things are added to it, or refuses if a chat came first; each addition succeeds or returns 404", async () => {
    for (let round = 0; round < 3; round++) {
      const slug = `going-${round}`
      const id = await server.addCommunity(slug)
      const csrf = await fetchDeleteToken(`/api/communities/${id}`)
      const connection = { platform: 5, name: "c", externalKey: "k", apiHost: "https://example.org", apiMethod: "GET", authType: 3 }
      const [deletion, ...others] = await Promise.all([
        admin.send("POST", `/api/communities/${id}/delete`, { csrf }),
        ...Array.from({ length: 4 }, (_, i) => admin.send("PUT", `/api/${slug}/chat-scripts`, { name: `Late ${i}` })),
        admin.send("POST", `/api/communities/${id}/style`, { web: [], stats: [] }),
        admin.send("PATCH", `/api/communities/${id}/sidemenu`, { links: [] }),
        admin.send("PUT", `/api/crm/${slug}/connection`, { ...connection, apiPath: "/", fields: { token: "x" }, headers: {} }),
        admin.send("GET", `/api/communities/${id}/signing-secret`),
        admin.send("POST", `/api/communities/${id}/people/find`, { text: "x" }),
      ])
      if (deletion?.status === 409) {
        const csrfNow = await fetchDeleteToken(`/api/communities/${id}`)
        expect((await admin.send("POST", `/api/communities/${id}/delete`, { csrf: csrfNow })).status).toBe(200)
      } else expect(deletion?.status).toBe(200)
      expectOkOrNotFound(others)
      expect((await admin.send("GET", `/api/communities/${id}`)).status).toBe(404)
    }
  })

  test("deletes a user while memberships are added for them, or refuses if one came first; each addition succeeds or returns 404", async () => {
    const community = await server.addCommunity("joined")
    for (let round = 0; round < 5; round++) {
      const user = await server.addUser(`leaving-${round}`)
      const csrf = await fetchDeleteToken(`/api/users/${user}`)
      const [deletion, ...others] = await Promise.all([
        admin.send("POST", `/api/users/${user}/delete`, { csrf }),
        ...Array.from({ length: 5 }, () => admin.send("POST", `/api/communities/${community}/add/user/${user}`, {})),
      ])
      if (deletion?.status === 409) {
        const csrfNow = await fetchDeleteToken(`/api/users/${user}`)
        expect((await admin.send("POST", `/api/users/${user}/delete`, { csrf: csrfNow })).status).toBe(200)
      } else expect(deletion?.status).toBe(200)
      expectOkOrNotFound(others)
      expect((await admin.send("GET", `/api/users/${user}`)).status).toBe(404)
    }
  })
})
