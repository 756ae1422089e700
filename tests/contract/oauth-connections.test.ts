// OAuth 2.0 connections against a certified authorization server: authorization, renewal and refusal (A12, O11; RFC 6749, RFC 7636).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { accessLifetimeSeconds, type OAuthServer, oauthClient, startOAuthServer } from "../fixtures/oauth-server.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

/** Where the owner's server reads the client's credentials. */
const credentialPlaces = ["header", "body"] as const

describe.each(usualDatabases.flatMap((it) => credentialPlaces.map((reads) => ({ ...it, reads }))))(
  "on $name, with an owner's server that reads client credentials from the $reads",
  ({ settings, reads }) => {
    let server: TestServer
    let owner: OAuthServer
    let bob: Visitor
    let clock = 0
    beforeAll(async () => {
      server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1", at: () => new Date(Date.now() + clock) })
      const acme = await server.addCommunity("acme")
      await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
      bob = await server.signedIn("bob")
      owner = await startOAuthServer(`${server.address}/api/crm/connection/authorize/callback`, reads)
    })
    afterAll(async () => {
      owner.stop()
      await server.stop()
    })

    const payloadOf = (secret: string) => ({
      platform: 4,
      name: "People",
      externalKey: "people",
      apiHost: owner.address,
      apiMethod: "GET",
      apiPath: "/people",
      authType: 5,
      fields: {
        clientId: oauthClient.id,
        clientSecret: secret,
        scope: "people",
        authEndpoint: `${owner.address}/auth`,
        tokenEndpoint: `${owner.address}/token`,
      },
    })
    const add = async (secret: string = oauthClient.secret) =>
      readStringField((await bob.send("PUT", "/api/crm/acme/connection", payloadOf(secret))).json(), "id")
    /** Starts an authorization and returns the callback URL to which the owner's server redirects. */
    const authorizeAtOwner = async (id: string): Promise<URL> => {
      const { headers } = await bob.send("GET", `/api/crm/connection/authorize/${id}?returnUrl=%2Facme%2Foptions`)
      return owner.leads(headers.get("location") ?? "")
    }
    const followCallback = async ({ pathname, search }: URL) => (await bob.send("GET", `${pathname}${search}`)).headers.get("location")
    const authorized = async (): Promise<string> => {
      const id = await add()
      expect(await followCallback(await authorizeAtOwner(id))).toBe("/acme/options?connection=authorized")
      return id
    }
    const readConnection = async (id: string): Promise<unknown> => {
      const rows = (await bob.send("GET", "/api/crm/acme/connections")).json()
      return Array.isArray(rows) ? rows.find((row) => readStringField(row, "id") === id) : undefined
    }
    const testConnection = async (id: string) => (await bob.send("POST", `/api/crm/connection/${id}/test`)).json()

    test("authorizes a connection with state and PKCE, and calls the API with its access token", async () => {
      const id = await add()
      expect(await readConnection(id)).toMatchObject({ isAuthorized: false })
      const callback = await authorizeAtOwner(id)
      expect([...callback.searchParams.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["code", "iss", "state"])
      expect(await followCallback(callback)).toBe("/acme/options?connection=authorized")
      expect(await readConnection(id)).toMatchObject({ isAuthorized: true })
      expect(await testConnection(id)).toMatchObject({ status: 200, answer: '{"people":1}' })
    })

    test("[O11] renews access each time it expires, using each refresh token once", async () => {
      const id = await authorized()
      for (let times = 0; times < 3; times++) {
        clock += accessLifetimeSeconds * 1000
        const before = owner.received.filter((path) => path === "/token").length
        expect(await testConnection(id)).toMatchObject({ status: 200 })
        expect(owner.received.filter((path) => path === "/token").length - before).toBe(1)
      }
    })

    test("rejects the code of one authorization with the state of another, because the PKCE verifier differs", async () => {
      const id = await add()
      const [first, second] = [await authorizeAtOwner(id), await authorizeAtOwner(id)]
      second.searchParams.set("code", first.searchParams.get("code") ?? "")
      expect(await followCallback(second)).toBe("/acme/options?connection=refused")
      expect(await readConnection(id)).toMatchObject({ isAuthorized: false })
    })

    test("accepts a callback once, and rejects it with the state of another connection", async () => {
      const id = await add()
      const callback = await authorizeAtOwner(id)
      const foreign = new URL(callback)
      foreign.searchParams.set("state", (await authorizeAtOwner(await add())).searchParams.get("state") ?? "")
      expect(await followCallback(foreign)).toContain("connection=refused")
      expect(await readConnection(id)).toMatchObject({ isAuthorized: false })
      expect(await followCallback(callback)).toContain("connection=authorized")
      expect(await followCallback(callback)).toBe(null)
    })

    test("shows the owner's refusal on the connection until access is granted", async () => {
      owner.says("no")
      const id = await add()
      expect(await followCallback(await authorizeAtOwner(id))).toBe("/acme/options?connection=refused")
      owner.says("yes")
      const reason = "access_denied: The owner says no."
      expect(await readConnection(id)).toMatchObject({
        isAuthorized: false,
        refusal: { key: "unanswered.token.refused", values: { reason } },
      })
      expect(await testConnection(id)).toMatchObject({
        problem: { key: "unanswered.connection.unauthorized", because: { values: { reason } } },
      })
      expect(await followCallback(await authorizeAtOwner(id))).toContain("connection=authorized")
      expect(await readConnection(id)).toMatchObject({ isAuthorized: true, refusal: null })
    })

    test("deletes access that the owner revoked, and can be authorized again", async () => {
      const id = await authorized()
      owner.takeBack()
      expect(await readConnection(id)).toMatchObject({ isAuthorized: true })
      const { host } = new URL(owner.address)
      const revoked = { key: "unanswered.token.refused", values: { host, reason: expect.stringMatching(/^invalid_grant/) } }
      expect(await testConnection(id)).toMatchObject({
        status: null,
        problem: { key: "unanswered.connection.not-renewed", because: revoked },
      })
      expect(await readConnection(id)).toMatchObject({ isAuthorized: false, refusal: revoked })
      expect(await testConnection(id)).toMatchObject({
        status: null,
        problem: { key: "unanswered.connection.unauthorized", because: revoked },
      })
      expect(await followCallback(await authorizeAtOwner(id))).toBe("/acme/options?connection=authorized")
      expect(await testConnection(id)).toMatchObject({ status: 200 })
    })

    test("shows a wrong client secret as a refusal without revealing it, until the connection is edited", async () => {
      const id = await add("not the secret")
      expect(await followCallback(await authorizeAtOwner(id))).toBe("/acme/options?connection=refused")
      const refused = await readConnection(id)
      expect(refused).toMatchObject({ refusal: { values: { reason: expect.stringMatching(/^invalid_client/) } } })
      expect(JSON.stringify(refused)).not.toMatch(/not the secret|panel-for-people/)
      const renamed = { ...payloadOf("not the secret"), name: "Renamed" }
      expect((await bob.send("POST", `/api/crm/connection/${id}`, renamed)).json()).toMatchObject({ name: "Renamed", refusal: null })
    })
  },
)
