// Connections, data points, options, styles, side menus and payload previews on the real server.
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { text } from "node:stream/consumers"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { insertMarkedRow } from "../fixtures/database-marker.ts"
import { startLoopbackServer } from "../fixtures/loopback-server.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const mask = "••••••••"

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
  let server: TestServer
  let bob: Visitor
  let acme = ""
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SEND_TO_PRIVATE: "1" })
    acme = await server.addCommunity("acme")
    await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    bob = await server.signedIn("bob")
  })
  afterAll(() => server.stop())

  const connectionFields = {
    platform: 4,
    name: "CRM",
    externalKey: "crm",
    apiMethod: "GET",
    apiPath: "/people",
    apiHost: "https://crm.example",
  }
  const fieldsWithSecrets = { ...connectionFields, authType: 3, fields: { token: "very secret" }, headers: { "X-Key": "also secret" } }
  const addConnection = async (payload: unknown) => (await bob.send("PUT", "/api/crm/acme/connection", payload)).json()
  const readConnectionRow = async (id: string) =>
    server.database.db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow()

  test("lists connections in pages", async () => {
    const ids: Array<string> = []
    for (const name of ["One", "Two", "Three"]) ids.push(readStringField(await addConnection({ ...connectionFields, name }), "id"))
    const page = async (query: string) => (await bob.send("GET", `/api/crm/acme/connections?${query}`)).json()
    const whole = await page("")
    expect(whole).toMatchObject(ids.map((id) => ({ id })))
    expect(await Promise.all([page("limit=2"), page("limit=1&offset=2"), page("offset=1")])).toEqual(
      [
        [0, 2],
        [2, 3],
        [1, 3],
      ].map(([from, to]) => Object(whole).slice(from, to)),
    )
    expect((await bob.send("GET", "/api/crm/acme/connections?limit=x")).status).toBe(422)
    for (const id of ids) await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
  })

  test("adds, lists, edits and deletes a connection without its secrets in a response or row", async () => {
    const added = await bob.send("PUT", "/api/crm/acme/connection", fieldsWithSecrets)
    const id = readStringField(added.json(), "id")
    expect(added.json()).toMatchObject({
      name: "CRM",
      platform: 4,
      data: { externalKey: "crm", fields: { token: mask } },
      isAuthorized: true,
    })
    const listed = await bob.send("GET", "/api/crm/acme/connections")
    expect(listed.json()).toEqual([added.json()])
    const edited = await bob.send("POST", `/api/crm/connection/${id}`, {
      ...fieldsWithSecrets,
      name: "Renamed",
      fields: { token: mask },
      headers: { "X-Key": mask },
    })
    expect(edited.json()).toMatchObject({ id, name: "Renamed", data: { fields: { token: mask }, headers: { "X-Key": mask } } })
    const elsewhere = { ...fieldsWithSecrets, apiHost: "https://evil.example", fields: { token: mask }, headers: { "X-Key": mask } }
    expect((await bob.send("POST", `/api/crm/connection/${id}`, elsewhere)).json()).toMatchObject({
      violations: [
        { field: "fields.token", message: "ERROR.FIELD_BLANK" },
        { field: "headers", message: "ERROR.FIELD_HEADERS" },
      ],
    })
    for (const { text: answer } of [added, listed, edited]) expect(answer).not.toContain('secret"')
    const row = await readConnectionRow(id)
    expect(JSON.stringify(row)).not.toContain("secret")
    const removeNamed = (name: string) => bob.send("DELETE", `/api/crm/connection/delete/${id}`, { name })
    const refused = await removeNamed("CRM")
    expect([refused.status, refused.json()]).toEqual([
      409,
      expect.objectContaining({ current: { name: "Renamed" }, changedBy: "bob", isRecent: true }),
    ])
    expect((await removeNamed("Renamed")).status).toBe(200)
    expect((await bob.send("GET", "/api/crm/acme/connections")).json()).toEqual([])
    expect((await bob.send("DELETE", `/api/crm/connection/delete/${id}`)).status).toBe(404)
    const rows = await server.database.db
      .selectFrom("audit")
      .select(["action", "target"])
      .where("target", "=", `connection ${id}`)
      .execute()
    expect(rows.map(({ action }) => action).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      "connection.add",
      "connection.delete",
      "connection.edit",
    ])
  })

  test("keeps tokens that are renewed while their connection is edited", async () => {
    // The embedded database runs one transaction at a time.
    if (name === "embedded") return
    const id = readStringField(await addConnection(fieldsWithSecrets), "id")
    const { db } = server.database
    const { edited } = await db.transaction().execute(async (change) => {
      await change.updateTable("connections").set({ tokens: "renewed" }).where("id", "=", id).execute()
      const edited = bob.send("POST", `/api/crm/connection/${id}`, { ...fieldsWithSecrets, name: "Renamed" })
      await expect.poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length).toBeGreaterThan(0)
      return { edited }
    })
    expect((await edited).status).toBe(200)
    expect((await readConnectionRow(id)).tokens).toBe("renewed")
    await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
  })

  test("[O9] tests a connection with a fictitious person, returns any outcome and adds an audit event", async () => {
    const outside = await startLoopbackServer()
    const id = readStringField(await addConnection({ ...fieldsWithSecrets, apiHost: outside.address }), "id")
    outside.answerWith((_, response) => void response.end('{"people":0}'))
    const tested = await bob.send("POST", `/api/crm/connection/${id}/test`)
    expect(tested.json()).toMatchObject({ status: 200, problem: null, answer: '{"people":0}' })
    expect(outside.received).toMatchObject([{ method: "GET", headers: { authorization: "Bearer very secret", "x-key": "also secret" } }])
    expect(outside.received[0]?.path).toMatch(/^\/people\?externalKey=crm&conversation=0/)
    // Some servers repeat the request headers.
    outside.answerWith(({ headers }, response) => void response.end(JSON.stringify({ ...headers, seen: `at ${String(headers["x-key"])}` })))
    const { answer } = Object((await bob.send("POST", `/api/crm/connection/${id}/test`)).json())
    expect(JSON.parse(answer)).toMatchObject({
      authorization: "••••••••",
      "x-key": "••••••••",
      seen: "at ••••••••",
      accept: "application/json",
    })
    outside.stop()
    expect((await bob.send("POST", `/api/crm/connection/${id}/test`)).json()).toMatchObject({
      status: null,
      problem: { key: "unanswered.refused", values: { host: expect.stringContaining("127.0.0.1:") } },
      answer: null,
    })
    const nowhere = readStringField(await addConnection({ platform: 1, name: "Nowhere", externalKey: "k" }), "id")
    expect((await bob.send("POST", `/api/crm/connection/${nowhere}/test`)).json()).toMatchObject({
      status: null,
      problem: { key: "unanswered.connection.no-address" },
    })
    await server.addUser("member", { [acme]: "ROLE_USER" })
    expect((await (await server.signedIn("member")).send("POST", `/api/crm/connection/${id}/test`)).status).toBe(403)
    await server.addUser("stranger")
    expect((await (await server.signedIn("stranger")).send("POST", `/api/crm/connection/${id}/test`)).status).toBe(404)
    const events = await server.database.db.selectFrom("audit").select("target").where("action", "=", "connection.test").execute()
    expect(events.map(({ target }) => target)).toEqual([id, id, id, nowhere].map((connection) => `connection ${connection}`))
    for (const connection of [id, nowhere]) await bob.send("DELETE", `/api/crm/connection/delete/${connection}`)
  })

  test("rejects an incomplete connection with an error for each field and stores nothing", async () => {
    const answer = await bob.send("PUT", "/api/crm/acme/connection", { platform: 2, name: " ", externalKey: "k", sheetCredentials: "{" })
    expect(answer.status).toBe(422)
    expect(Object(answer.json()).violations).toEqual([
      { field: "name", message: "ERROR.FIELD_BLANK" },
      { field: "spreadsheetId", message: "ERROR.FIELD_BLANK" },
      { field: "sheetName", message: "ERROR.FIELD_BLANK" },
      { field: "sheetRange", message: "ERROR.FIELD_BLANK" },
      { field: "sheetCredentials", message: "ERROR.FIELD_JSON" },
    ])
    for (const payload of [{}, [], { platform: 9, name: "a", externalKey: "k" }, { platform: 1, name: 1, externalKey: "k" }])
      expect((await bob.send("PUT", "/api/crm/acme/connection", payload)).status).toBe(422)
    expect((await bob.send("GET", "/api/crm/acme/connections")).json()).toEqual([])
  })

  describe("an OAuth connection", () => {
    let tokenServer: Server
    let base = ""
    const tokenRequests: Array<URLSearchParams> = []
    const authorizationHeaders: Array<string | undefined> = []
    let beforeResponse: () => Promise<unknown> = async () => undefined
    let answer: { status: number; body: string } = { status: 200, body: "" }
    beforeAll(async () => {
      tokenServer = createServer((request, response) => {
        void text(request).then(async (body) => {
          await beforeResponse()
          tokenRequests.push(new URLSearchParams(body))
          authorizationHeaders.push(request.headers.authorization)
          response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body)
        })
      })
      tokenServer.listen(0, "127.0.0.1")
      await once(tokenServer, "listening")
      const at = tokenServer.address()
      base = typeof at === "object" && at !== null ? `http://127.0.0.1:${at.port}` : ""
    })
    afterAll(() => void tokenServer.close())

    const oauth = () => ({
      ...connectionFields,
      authType: 5,
      fields: {
        clientId: "client",
        clientSecret: "client secret",
        scope: "read",
        authEndpoint: `${base}/authorize?a=b`,
        tokenEndpoint: `${base}/token`,
      },
    })
    const startAuthorization = async (id: string, returnUrl = "/acme/options") => {
      const { status, headers } = await bob.send("GET", `/api/crm/connection/authorize/${id}?returnUrl=${encodeURIComponent(returnUrl)}`)
      expect(status).toBe(302)
      return new URL(headers.get("location") ?? "")
    }
    const sendCallback = (state: string, more = "&code=the-code") =>
      bob.send("GET", `/api/crm/connection/authorize/callback?state=${encodeURIComponent(state)}${more}`)

    test("is authorized with PKCE once its owner gives access", async () => {
      const id = readStringField(await addConnection(oauth()), "id")
      expect((await bob.send("GET", "/api/crm/acme/connections")).json()).toMatchObject([{ id, isAuthorized: false }])
      const url = await startAuthorization(id)
      expect(url.origin + url.pathname).toBe(`${base}/authorize`)
      const query = Object.fromEntries(url.searchParams)
      expect(query).toMatchObject({ a: "b", response_type: "code", client_id: "client", scope: "read", code_challenge_method: "S256" })
      expect(query["redirect_uri"]).toMatch(/\/api\/crm\/connection\/authorize\/callback$/)
      answer = { status: 200, body: JSON.stringify({ access_token: "the access", refresh_token: "the refresh", expires_in: 3600 }) }
      const back = await sendCallback(query["state"] ?? "")
      expect([back.status, back.headers.get("location")]).toEqual([302, "/acme/options?connection=authorized"])
      const form = tokenRequests.at(-1)
      expect(Object.fromEntries(form ?? [])).toMatchObject({
        grant_type: "authorization_code",
        code: "the-code",
        redirect_uri: query["redirect_uri"],
      })
      expect([form?.has("client_id"), form?.has("client_secret")]).toEqual([false, false])
      expect(authorizationHeaders.at(-1)).toBe(`Basic ${Buffer.from("client:client+secret").toString("base64")}`)
      expect(
        createHash("sha256")
          .update(form?.get("code_verifier") ?? "")
          .digest("base64url"),
      ).toBe(query["code_challenge"])
      expect((await bob.send("GET", "/api/crm/acme/connections")).json()).toMatchObject([{ id, isAuthorized: true }])
      expect(JSON.stringify(await readConnectionRow(id))).not.toMatch(/the access|the refresh|client secret/)
      // The callback works once.
      expect((await sendCallback(query["state"] ?? "")).status).toBe(403)
      // Access is only valid for the endpoints it was given for.
      const moved = { ...oauth(), fields: { ...oauth().fields, tokenEndpoint: `${base}/other` } }
      expect((await bob.send("POST", `/api/crm/connection/${id}`, moved)).json()).toMatchObject({ isAuthorized: false })
      await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
    })

    test("redirects a browser without a session to the sign-in page and an invalid or repeated callback to the console", async () => {
      const id = readStringField(await addConnection(oauth()), "id")
      const url = await startAuthorization(id)
      const html = { accept: "text/html,application/xhtml+xml" }
      const path = `/api/crm/connection/authorize/callback?state=${url.searchParams.get("state")}&code=the-code`
      const signedOut = server.visitor()
      expect((await signedOut.send("GET", path)).status).toBe(401)
      for (const way of [path, `/api/crm/connection/authorize/${id}?returnUrl=%2Facme%2Foptions`]) {
        const { status, headers } = await signedOut.send("GET", way, undefined, html)
        expect([status, headers.get("location")]).toEqual([302, `/login?next=${encodeURIComponent(way)}`])
      }
      answer = { status: 200, body: JSON.stringify({ access_token: "the access" }) }
      const locations = []
      for (let tries = 0; tries < 2; tries++) locations.push((await bob.send("GET", path, undefined, html)).headers.get("location"))
      expect(locations).toEqual(["/acme/options?connection=authorized", "/acme/options?connection=refused"])
      for (const query of ["?state=x", "", "?code=x", `?state=${Buffer.from("{}").toString("base64url")}`]) {
        const nonsense = await bob.send("GET", `/api/crm/connection/authorize/callback${query}`, undefined, html)
        expect([nonsense.status, nonsense.headers.get("location")]).toEqual([302, "/home?connection=refused"])
      }
      await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
    })

    test("is not authorized by a user who lost the administrator role; the audit log names who authorized it", async () => {
      const id = readStringField(await addConnection(oauth()), "id")
      answer = { status: 200, body: JSON.stringify({ access_token: "the access" }) }
      const [refused, accepted] = [await startAuthorization(id), await startAuthorization(id)]
      const { db } = server.database
      const setRole = (role: string) => db.updateTable("memberships").set({ role }).where("community_id", "=", acme).execute()
      await setRole("ROLE_USER")
      expect((await sendCallback(refused.searchParams.get("state") ?? "")).status).toBe(404)
      expect((await readConnectionRow(id)).tokens).toBe(null)
      await setRole("ROLE_ADMIN")
      expect((await sendCallback(accepted.searchParams.get("state") ?? "")).headers.get("location")).toContain("connection=authorized")
      const [line] = await db.selectFrom("audit").select(["actor", "action", "target"]).orderBy("id", "desc").limit(1).execute()
      expect(line).toEqual({ actor: "bob", action: "connection.authorize", target: `connection ${id}` })
      await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
    })

    test("[O11] sends the client's credentials in the body when the token server rejects them in the header", async () => {
      const id = readStringField(await addConnection(oauth()), "id")
      for (const unknown of [
        { status: 401, body: '{"error":"invalid_client"}' },
        { status: 401, body: "<html>" },
        { status: 400, body: '{"error":"invalid_client"}' },
        { status: 400, body: '{"error":"invalid_request"}' },
      ]) {
        const url = await startAuthorization(id)
        const before = tokenRequests.length
        answer = unknown
        beforeResponse = async () => {
          if (tokenRequests.length > before) answer = { status: 200, body: JSON.stringify({ access_token: "the access" }) }
        }
        const back = await sendCallback(url.searchParams.get("state") ?? "")
        beforeResponse = async () => undefined
        expect(back.headers.get("location")).toBe("/acme/options?connection=authorized")
        expect(tokenRequests.slice(before).map((form) => form.get("client_secret"))).toEqual([null, "client secret"])
        expect(authorizationHeaders.slice(before).map((header) => header?.slice(0, 6))).toEqual(["Basic ", undefined])
      }
      const refused = await startAuthorization(id)
      const before = tokenRequests.length
      answer = { status: 400, body: '{"error":"invalid_grant"}' }
      await sendCallback(refused.searchParams.get("state") ?? "")
      expect(tokenRequests.length - before).toBe(1)
      await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
    })

    test("[O5] stays unauthorized when its endpoints are edited while the token server responds", async () => {
      const id = readStringField(await addConnection(oauth()), "id")
      const url = await startAuthorization(id)
      const elsewhere = { ...oauth(), fields: { ...oauth().fields, tokenEndpoint: `${base}/elsewhere` } }
      beforeResponse = () => bob.send("POST", `/api/crm/connection/${id}`, elsewhere)
      answer = { status: 200, body: JSON.stringify({ access_token: "the access" }) }
      const back = await sendCallback(url.searchParams.get("state") ?? "")
      beforeResponse = async () => undefined
      expect([back.status, back.headers.get("location")]).toEqual([302, "/acme/options?connection=refused"])
      expect((await readConnectionRow(id)).tokens).toBe(null)
      await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
    })

    test("stays unauthorized when its owner refuses or sends an unusable response, and never redirects to another site", async () => {
      const id = readStringField(await addConnection(oauth()), "id")
      for (const [tokenResponse, more] of [
        [{ status: 200, body: "{}" }, "&error=access_denied"],
        [{ status: 400, body: '{"error":"invalid_grant"}' }, "&code=x"],
        [{ status: 200, body: "<html>" }, "&code=x"],
        [{ status: 302, body: "" }, "&code=x"],
      ] as const) {
        answer = tokenResponse
        const url = await startAuthorization(id, "https://evil.example/phish")
        const back = await sendCallback(url.searchParams.get("state") ?? "", more)
        expect([back.status, back.headers.get("location")]).toEqual([302, "/home?connection=refused"])
      }
      const { origin } = new URL((await startAuthorization(id)).searchParams.get("redirect_uri") ?? "")
      const own = new URL(origin).host
      const nested = await startAuthorization(id, `${origin}//${own}//${own}//evil.example/phish`)
      const ended = await sendCallback(nested.searchParams.get("state") ?? "", "&error=access_denied")
      expect(ended.headers.get("location")).toMatch(/^\/[^/\\]/)
      expect((await readConnectionRow(id)).tokens).toBe(null)
      for (const state of [
        "",
        "x",
        Buffer.from("{}").toString("base64url"),
        Buffer.from(JSON.stringify({ id, token: "x", returnTo: "/" })).toString("base64url"),
      ])
        expect((await sendCallback(state)).status).toBe(403)
      await bob.send("DELETE", `/api/crm/connection/delete/${id}`)
    })
  })

  test("saves data points of the community's own connections and copies them with the script", async () => {
    const connection = readStringField(await addConnection(connectionFields), "id")
    const script = readStringField((await bob.send("PUT", "/api/acme/chat-scripts", { name: "Points" })).json(), "uuid")
    expect((await bob.send("GET", `/api/datapoint/${script}/show`)).json()).toEqual({ fields: [] })
    const row = { selectedConnection: connection, valueSource: "email", dataSelector: "$.name" }
    const saved = await bob.send("POST", `/api/datapoint/${script}/save`, [row])
    expect([saved.status, saved.json()]).toEqual([200, "ok"])
    expect((await bob.send("GET", `/api/datapoint/${script}/show`)).json()).toEqual({ fields: [row] })
    const foreign = { ...row, selectedConnection: "01900000-0000-7000-8000-000000000000" }
    expect((await bob.send("POST", `/api/datapoint/${script}/save`, [foreign])).json()).toMatchObject({
      violations: [{ field: "0.selectedConnection", message: "ERROR.DATA_POINTS" }],
    })
    expect((await bob.send("GET", `/api/datapoint/${script}/show`)).json()).toEqual({ fields: [row] })
    // The conditions and texts of a copy use the same names.
    const copy = readStringField((await bob.send("POST", `/api/acme/chat-scripts/${script}/copy`, {})).json(), "uuid")
    expect((await bob.send("GET", `/api/datapoint/${copy}/show`)).json()).toEqual({ fields: [row] })
    await bob.send("POST", `/api/datapoint/${copy}/save`, [])
    expect((await bob.send("GET", `/api/datapoint/${script}/show`)).json()).toEqual({ fields: [row] })
    await bob.send("DELETE", `/api/crm/connection/delete/${connection}`)
  })

  test("encrypts checkout credentials, returns them masked and keeps them when the mask is sent back", async () => {
    const path = `/api/communities/${acme}/options/checkout`
    const credentials = (n: string) => ({ username: `user ${n}`, password: `pass ${n}`, clientId: `id ${n}`, clientSecret: `top ${n}` })
    const maskedCredentials = (n: string) => ({ username: `user ${n}`, password: mask, clientId: mask, clientSecret: mask })
    const emptyCredentials = { username: "", password: "", clientId: "", clientSecret: "" }
    expect((await bob.send("GET", path)).json()).toEqual({ test: emptyCredentials, prod: emptyCredentials })
    expect((await bob.send("POST", path, { test: credentials("t"), prod: credentials("p") })).json()).toEqual({
      test: maskedCredentials("t"),
      prod: maskedCredentials("p"),
    })
    expect(
      (await bob.send("POST", path, { test: { ...maskedCredentials("t"), username: "other" }, prod: maskedCredentials("p") })).status,
    ).toBe(200)
    expect((await bob.send("GET", path)).json()).toEqual({
      test: { ...maskedCredentials("t"), username: "other" },
      prod: maskedCredentials("p"),
    })
    const { sealed } = await server.database.db.selectFrom("options").select("sealed").executeTakeFirstOrThrow()
    expect(sealed).not.toMatch(/pass|top|user/)
    expect((await bob.send("GET", `/api/communities/${acme}/options/other`)).status).toBe(404)
    await bob.send("GET", "/api/crm/acme/connections")
    expect((await bob.send("GET", `/api/communities/${acme}/audit?limit=2`)).json()).toMatchObject({
      items: [
        { actor: "bob", action: "connections.read", target: "community acme" },
        { actor: "bob", action: "community.options.read", target: "option checkout" },
      ],
    })
    expect((await bob.send("POST", path, { test: credentials("t") })).status).toBe(422)
  })

  test("returns a saved style without empty values to members and rejects an invalid one as a whole", async () => {
    const ada = await server.signedIn("ada")
    expect((await ada.send("GET", "/acme/style")).json()).toEqual({ web: [], stats: [] })
    const style = {
      web: [{ chat_color: "#112233ff" }, { "body_font-size": "" }, { future_key: "x" }],
      stats: [{ body_color: "#445566ff" }],
    }
    const saved = { web: [{ chat_color: "#112233ff" }, { future_key: "x" }], stats: [{ body_color: "#445566ff" }] }
    expect((await bob.send("POST", `/api/communities/${acme}/style`, style)).json()).toEqual(saved)
    expect((await ada.send("GET", "/acme/style")).json()).toEqual(saved)
    const wrong = await bob.send("POST", `/api/communities/${acme}/style`, {
      web: [{ chat_color: "red; } body { display: none" }],
      stats: [],
    })
    expect([wrong.status, Object(wrong.json()).violations]).toEqual([422, [{ field: "/web/0/chat_color", message: expect.any(String) }]])
    expect((await ada.send("GET", "/acme/style")).json()).toEqual(saved)
    const doubled = { web: [{ body_color: "#000000ff" }], stats: [{ body_color: "#111111ff" }, { body_color: "#222222ff" }] }
    expect((await bob.send("POST", `/api/communities/${acme}/style`, doubled)).json()).toEqual({
      ...doubled,
      stats: [{ body_color: "#222222ff" }],
    })
    expect((await ada.send("GET", "/nobody/style")).status).toBe(404)
  })

  test("returns the side menu to members and rejects more than four links", async () => {
    const ada = await server.signedIn("ada")
    const path = `/api/communities/${acme}/sidemenu`
    expect((await ada.send("GET", "/acme/sidemenu")).json()).toEqual({ links: [] })
    const link = { content: "Home", url: "https://example.org" }
    expect((await bob.send("PATCH", path, { links: [{ content: "Home", url: "example.org" }] })).json()).toEqual({ links: [link] })
    expect((await ada.send("GET", "/acme/sidemenu")).json()).toEqual({ links: [link] })
    expect((await bob.send("PATCH", path, { links: Array(5).fill(link) })).json()).toMatchObject({
      violations: [{ field: "links", message: "ERROR.LINKS_TOO_MANY" }],
    })
  })

  test("previews the payload of a fake or of a given conversation", async () => {
    const script = readStringField((await bob.send("PUT", "/api/acme/chat-scripts", { name: "Deliver" })).json(), "uuid")
    const question = { uuid: "q", type: "open", choices: [], options: {} }
    const instruction = { uuid: "i", order: 0, type: "question", label: "name", typing_delay: 0, messages: [], question, action: null }
    const whole = { name: "Deliver", public_name: "Deliver", language: "en", instructions: [instruction] }
    expect((await bob.send("PATCH", `/api/acme/chat-scripts/${script}`, { script: whole, markedForDelete: [] })).status).toBe(200)
    const { db } = server.database
    const cuuid = "01900000-0000-7000-8000-00000000000a"
    await insertMarkedRow(
      db,
      "conversations",
      {
        id: cuuid,
        script_id: script,
        community_id: acme,
        revision: "2",
        status: "finished",
        answers: '{"i":"Ada"}',
        metadata: "{}",
        actions: "{}",
        scores: "{}",
      },
      "x",
    )
    const path = `/api/acme/chat-scripts/${script}/preview/payload`
    const options = ["question.name.label", "answer.option.value", "answer.format.key-value"]
    const named = (await bob.send("POST", path, { options, conversationId: cuuid })).json()
    expect(named).toMatchObject({ version: 2, conversation: { uuid: cuuid, status: "finished" }, answers: { name: "Ada" } })
    for (const payload of [{ options }, { options, conversationId: "not a uuid" }, { options, fake: true, conversationId: cuuid }]) {
      const faked = Object((await bob.send("POST", path, payload)).json())
      expect(faked.conversation.uuid).not.toBe(cuuid)
      expect(typeof faked.answers.name).toBe("string")
    }
    expect((await bob.send("POST", path, { version: 1, conversationId: cuuid })).json()).toMatchObject({
      version: 1,
      answers: { name: "Ada" },
    })
    expect((await bob.send("POST", path, { conversationId: "01900000-0000-7000-8000-0000000000ff" })).status).toBe(404)
  })
})
