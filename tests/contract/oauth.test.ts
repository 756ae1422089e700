// Connections with OAuth 2.0 against a server that keeps to its rules: authorised, renewed, refused (decisions A12, O11; RFC 6749, RFC 7636).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { accessLasts, client, type OAuthOwner, startOAuthOwner } from "../fixtures/oauth-owner.ts"
import { databases, field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

/** Where owners' servers read who a client is. */
const ways = ["header", "body"] as const

describe.each(databases.flatMap((it) => ways.map((reads) => ({ ...it, reads }))))(
  "on $name, of a server that reads the $reads",
  ({ settings, reads }) => {
    let server: TestServer
    let owner: OAuthOwner
    let bob: Visitor
    let clock = 0
    beforeAll(async () => {
      server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1", at: () => new Date(Date.now() + clock) })
      const acme = await server.addCommunity("acme")
      await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
      bob = await server.signedIn("bob")
      owner = await startOAuthOwner(`${server.address}/api/crm/connection/authorize/callback`, reads)
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
        clientId: client.id,
        clientSecret: secret,
        scope: "people",
        authEndpoint: `${owner.address}/auth`,
        tokenEndpoint: `${owner.address}/token`,
      },
    })
    const add = async (secret: string = client.secret) =>
      field((await bob.send("PUT", "/api/crm/acme/connection", payloadOf(secret))).json(), "id")
    /** Where the owner sends whoever sets up the connection back to. */
    const backFrom = async (id: string): Promise<URL> => {
      const { headers } = await bob.send("GET", `/api/crm/connection/authorize/${id}?returnUrl=%2Facme%2Foptions`)
      return owner.leads(headers.get("location") ?? "")
    }
    const come = async ({ pathname, search }: URL) => (await bob.send("GET", `${pathname}${search}`)).headers.get("location")
    const authorized = async (): Promise<string> => {
      const id = await add()
      expect(await come(await backFrom(id))).toBe("/acme/options?connection=authorized")
      return id
    }
    const listed = async (id: string): Promise<unknown> => {
      const rows = (await bob.send("GET", "/api/crm/acme/connections")).json()
      return Array.isArray(rows) ? rows.find((row) => field(row, "id") === id) : undefined
    }
    const tried = async (id: string) => (await bob.send("POST", `/api/crm/connection/${id}/test`)).json()

    test("is authorised with state and PKCE, and what its access opens answers", async () => {
      const id = await add()
      expect(await listed(id)).toMatchObject({ isAuthorized: false })
      const back = await backFrom(id)
      expect([...back.searchParams.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["code", "iss", "state"])
      expect(await come(back)).toBe("/acme/options?connection=authorized")
      expect(await listed(id)).toMatchObject({ isAuthorized: true })
      expect(await tried(id)).toMatchObject({ status: 200, answer: '{"people":1}' })
    })

    test("[O11] has its access renewed when it runs out, again and again, each refresh token once", async () => {
      const id = await authorized()
      for (let times = 0; times < 3; times++) {
        clock += accessLasts * 1000
        const before = owner.received.filter((path) => path === "/token").length
        expect(await tried(id)).toMatchObject({ status: 200 })
        expect(owner.received.filter((path) => path === "/token").length - before).toBe(1)
      }
    })

    test("the code of one authorisation is worth nothing with the state of another: the verifier is not its own", async () => {
      const id = await add()
      const [one, other] = [await backFrom(id), await backFrom(id)]
      other.searchParams.set("code", one.searchParams.get("code") ?? "")
      expect(await come(other)).toBe("/acme/options?connection=refused")
      expect(await listed(id)).toMatchObject({ isAuthorized: false })
    })

    test("a way back serves once, and with the state of another connection gives nothing", async () => {
      const id = await add()
      const back = await backFrom(id)
      const foreign = new URL(back)
      foreign.searchParams.set("state", (await backFrom(await add())).searchParams.get("state") ?? "")
      expect(await come(foreign)).toContain("connection=refused")
      expect(await listed(id)).toMatchObject({ isAuthorized: false })
      expect(await come(back)).toContain("connection=authorized")
      expect(await come(back)).toBe(null)
    })

    test("an owner who says no is told, and nothing is given", async () => {
      owner.says("no")
      const id = await add()
      expect(await come(await backFrom(id))).toBe("/acme/options?connection=refused")
      owner.says("yes")
      const reason = "access_denied: The owner says no."
      expect(await listed(id)).toMatchObject({ isAuthorized: false, refusal: { key: "unanswered.token.refused", values: { reason } } })
      expect(await tried(id)).toMatchObject({ problem: { key: "unanswered.connection.unauthorized", because: { values: { reason } } } })
      expect(await come(await backFrom(id))).toContain("connection=authorized")
      expect(await listed(id)).toMatchObject({ isAuthorized: true, refusal: null })
    })

    test("access that its owner took back is neither renewed nor kept, and can be given anew", async () => {
      const id = await authorized()
      owner.takeBack()
      expect(await listed(id)).toMatchObject({ isAuthorized: true })
      const { host } = new URL(owner.address)
      const told = { key: "unanswered.token.refused", values: { host, reason: expect.stringMatching(/^invalid_grant/) } }
      expect(await tried(id)).toMatchObject({ status: null, problem: { key: "unanswered.connection.not-renewed", because: told } })
      expect(await listed(id)).toMatchObject({ isAuthorized: false, refusal: told })
      expect(await tried(id)).toMatchObject({ status: null, problem: { key: "unanswered.connection.unauthorized", because: told } })
      expect(await come(await backFrom(id))).toBe("/acme/options?connection=authorized")
      expect(await tried(id)).toMatchObject({ status: 200 })
    })

    test("a secret that the owner's server does not know gives no access", async () => {
      const id = await add("not the secret")
      expect(await come(await backFrom(id))).toBe("/acme/options?connection=refused")
      const refused = await listed(id)
      expect(refused).toMatchObject({ refusal: { values: { reason: expect.stringMatching(/^invalid_client/) } } })
      expect(JSON.stringify(refused)).not.toMatch(/not the secret|panel-for-people/)
      const renamed = { ...payloadOf("not the secret"), name: "Renamed" }
      expect((await bob.send("POST", `/api/crm/connection/${id}`, renamed)).json()).toMatchObject({ name: "Renamed", refusal: null })
    })
  },
)
