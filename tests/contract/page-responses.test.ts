// Pages and assets of the server, the headers they carry, and the health and OpenAPI endpoints.
import { once } from "node:events"
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { getSchemaPath, schemaKinds } from "../../domain/files/file-envelope.ts"
import { createJsonSchema } from "../../domain/files/json-schemas.ts"
import { type ReceivedResponse, startTestServer, type TestServer, usualDatabase } from "../fixtures/server.ts"

let server: TestServer
beforeAll(async () => {
  await buildStaleTargets(["console", "chat", "stats"])
  server = await startTestServer({ ...(await usualDatabase.settings()), CHAT_URL: "https://chat.example/base" })
})
afterAll(() => server.stop())

const html = { accept: "text/html,application/xhtml+xml" }
const get = (path: string, headers: Readonly<Record<string, string>> = html) => server.visitor().send("GET", path, undefined, headers)

const nonceOf = (policy: string | null): string => /'nonce-([^']+)'/.exec(policy ?? "")?.[1] ?? ""

test("serves a page with a strict Content-Security-Policy and a new nonce in every response", async () => {
  const [first, second] = [await get("/home"), await get("/home")]
  const policy = first.headers.get("content-security-policy")
  const nonce = nonceOf(policy)
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{28}$/)
  expect(nonceOf(second.headers.get("content-security-policy"))).not.toBe(nonce)
  expect(policy?.split("; ")).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src https://chat.example 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "worker-src 'self'",
  ])
  expect(first.text).toContain(`nonce="${nonce}"`)
  expect(first.text).not.toContain("CSP_NONCE")
  for (const [, attributes = ""] of first.text.matchAll(/<script([^>]*)>/g)) expect(attributes).toContain(`nonce="${nonce}"`)
  expect(first.text).not.toMatch(/<[a-z][^>]* style=|<[a-z][^>]* on[a-z]+=/i)
})

test("lets a worker script load its own parts and call the API, and nothing else", async () => {
  const [, script = ""] = /src="(\/assets\/[^"]+\.js)"/.exec((await get("/home")).text) ?? []
  expect((await get(script)).headers.get("content-security-policy")?.split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ])
})

test("forbids framing, content sniffing and storing of every response", async () => {
  for (const [path, headers] of [
    ["/home", html],
    ["/api/current/user", {}],
    ["/api/nothing", {}],
    ["/nothing/at/all/here", html],
  ] as const) {
    const answer = await get(path, headers)
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
    expect(answer.headers.get("x-frame-options")).toBe("DENY")
    expect(answer.headers.get("referrer-policy")).toBe("same-origin")
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(answer.headers.get("x-powered-by")).toBeNull()
    expect(answer.headers.get("strict-transport-security")).toBeNull()
  }
})

describe("GET /login", () => {
  test("returns a login token as JSON when only JSON is accepted", async () => {
    const answer = await get("/login", { accept: "application/json" })
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(answer.json()).toEqual({ loginToken: expect.stringMatching(/^\d+\.[\w-]{43}$/) })
  })
  test.each(["text/html", "*/*", "text/html,application/json;q=0.9"])("serves the page when %s is accepted", async (accept) => {
    const answer = await get("/login", { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
  })
})

test("serves the console page for every console route", async () => {
  const id = "01900000-0000-7000-8000-000000000000"
  for (const path of [
    "/",
    "/login",
    "/password-reset",
    "/change-password/some-token",
    "/logout",
    "/home",
    "/account",
    "/account/authentication",
    "/admin",
    "/admin/user-management",
    "/admin/community-management",
    "/admin/removal-management",
    "/chats/acme",
    `/chats/acme/${id}`,
    `/chats/acme/${id}/edit`,
    "/acme/stylesheet",
    "/acme/members",
    "/acme/options",
    "/acme/removal-chats",
  ]) {
    const answer = await get(path)
    expect({ path, status: answer.status, type: answer.headers.get("content-type") }).toEqual({
      path,
      status: 200,
      type: "text/html; charset=utf-8",
    })
  }
})

test("serves the page for trailing slashes, upper case and community slugs, and 404 for unknown console paths", async () => {
  for (const path of ["/account/", "/LOGIN", "/Chats/acme/", "/admin/user-management/?x=1", "/acme", "/acme/"])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 200 })
  for (const path of ["/not_a_slug", "/metrics/", "/users", "/chats", "/account/nothing"])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 })
})

test("answers an undecodable path with a 404 page for browsers and a 400 JSON error for other clients", async () => {
  const page = await get("/chats/%E0%A4%A")
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
  const json = await get("/chats/%E0%A4%A", { accept: "application/json" })
  expect([json.status, json.json()]).toEqual([400, { message: "The request is malformed." }])
  const unknownPath = await get("/api/nothing", { accept: "application/json" })
  const headerNames = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "cache-control"]
  const headerValues = (answer: ReceivedResponse, but: ReadonlyArray<string> = []) =>
    headerNames.filter((name) => !but.includes(name)).map((name) => answer.headers.get(name))
  expect(headerValues(json)).toEqual(headerValues(unknownPath))
  expect(headerValues(page, ["content-security-policy"])).toEqual(headerValues(unknownPath, ["content-security-policy"]))
  expect(json.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/)
})

test("serves the 404 page of the chat or the statistics under their paths, since the console's asks to sign in", async () => {
  const assetsOf = async (path: string) => {
    const page = await get(path)
    expect([path, page.status, page.headers.get("content-type"), page.headers.get("cache-control")]).toEqual([
      path,
      404,
      "text/html; charset=utf-8",
      "no-store",
    ])
    expect(page.headers.get("content-security-policy")).toContain(`'nonce-${/nonce="([^"]+)"/.exec(page.text)?.[1]}'`)
    expect(page.headers.get("x-frame-options")).toBe("DENY")
    return /<script[^>]* src="([^"]*\/)[\w.-]+"/.exec(page.text)?.[1]
  }
  const [console, chat, stats] = [await assetsOf("/chats/%E0%A4%A"), await assetsOf("/chat/nothing"), await assetsOf("/stats/nothing")]
  expect([console, chat, stats]).toEqual(["/assets/", "/base/assets/", "/stats/assets/"])
  for (const path of ["/chat/%E0%A4%A", "/chat/s/%E0%A4%A", "/chat/%E0%A4%A?l=nl", "/chat/assets/nothing"])
    expect([path, await assetsOf(path)]).toEqual([path, chat])
  for (const path of ["/stats/%E0%A4%A", "/stats/acme/%E0%A4%A", "/stats/assets/nothing"])
    expect([path, await assetsOf(path)]).toEqual([path, stats])
  for (const path of ["/chatty/%E0%A4%A", "/statistics/%E0%A4%A"]) expect([path, await assetsOf(path)]).toEqual([path, console])
  const json = await get("/chat/%E0%A4%A", { accept: "application/json" })
  expect([json.status, json.json()]).toEqual([400, { message: "The request is malformed." }])
})

test("answers an unknown path with a 404 page for browsers and a JSON error for other clients", async () => {
  const page = await get("/nothing/at/all/here")
  expect(page.status).toBe(404)
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
  const json = await get("/nothing/at/all/here", { accept: "*/*" })
  expect(json.status).toBe(404)
  expect(json.text).toBe('{"message":"Not found."}')
})

test("redirects /.well-known/change-password to the account screen", async () => {
  const answer = await get("/.well-known/change-password")
  expect(answer.status).toBe(302)
  expect(answer.headers.get("location")).toBe("/account/authentication")
})

/** The header Content-Length, which fetch hides of compressed responses. */
const readDeclaredLength = async (path: string, encoding: string): Promise<string | undefined> => {
  const sent = request(server.address + path, { headers: { "accept-encoding": encoding } })
  sent.end()
  const [response] = await once(sent, "response")
  response.resume()
  return response.headers["content-length"]
}

test("serves assets as they were compressed when they were built, immutable, and returns 404 for a missing one", async () => {
  const { text } = await get("/home")
  const [, asset = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? []
  const answer = await get(asset, { "accept-encoding": "br, gzip" })
  expect(answer.status).toBe(200)
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/javascript/)
  const original = await get(asset, { "accept-encoding": "identity" })
  expect(original.headers.get("content-encoding")).toBe(null)
  for (const encoding of ["br", "gzip"]) {
    const compressed = await get(asset, { "accept-encoding": encoding })
    expect(compressed.headers.get("content-encoding")).toBe(encoding)
    expect(compressed.headers.get("vary")).toMatch(/accept-encoding/i)
    // A worker gets its policy from its script's response.
    expect(compressed.headers.get("content-security-policy")).toBe(original.headers.get("content-security-policy"))
    expect(compressed.text).toBe(original.text)
    // The length of what is compressed for each request is not known before.
    expect(await readDeclaredLength(asset, encoding)).toMatch(/^\d+$/)
    expect(await readDeclaredLength("/api/openapi.json", encoding)).toBe(undefined)
  }
  expect((await get(`${asset}x`)).status).toBe(404)
  expect((await get("/assets/")).status).toBe(404)
  expect((await get("/assets/..%2f..%2fpackage.json")).status).toBeGreaterThanOrEqual(400)
})

test("serves the JSON Schemas that exported files name", async () => {
  for (const kind of schemaKinds) {
    const response = await get(getSchemaPath(kind), {})
    expect(response.headers.get("content-type")).toBe("application/schema+json; charset=utf-8")
    expect(response.json()).toEqual(createJsonSchema(kind))
  }
})

test("serves health, readiness and the OpenAPI document", async () => {
  expect((await get("/healthz")).json()).toEqual({ status: "ok" })
  expect((await get("/readyz")).json()).toEqual({ status: "ok" })
  const document = (await get("/api/openapi.json", {})).json()
  expect(document).toMatchObject({
    openapi: "3.1.0",
    paths: {
      "/login": { get: {} },
      "/api/communities": { get: {}, put: {} },
      "/api/{community}/chat-scripts/{id}": { get: {}, patch: { requestBody: {} } },
      // One path for two endpoints: a page of the list, and a CSV file of all.
      "/api/communities/{id}/members": {
        get: {
          parameters: expect.arrayContaining(
            ["id", "limit", "offset", "search", "format"].map((name) => expect.objectContaining({ name })),
          ),
          responses: { 200: { content: { "application/json": {}, "text/csv": {} } } },
        },
      },
      // Query parameters of a request with a body.
      "/api/{community}/chat-scripts/{id}/get-links": {
        post: {
          parameters: [
            { name: "community", in: "path" },
            { name: "id", in: "path" },
            { name: "amount", in: "query", required: true },
            { name: "short", in: "query", required: false },
            { name: "Idempotency-Key", in: "header" },
          ],
        },
      },
    },
  })
  expect(JSON.stringify(document)).not.toContain("#/$defs/")
  // Requests that create something accept an idempotency key.
  const operations: ReadonlyArray<
    [string, Readonly<Record<string, { readonly operationId: string; readonly parameters: ReadonlyArray<{ readonly name: string }> }>>]
  > = Object.entries(Object(document).paths)
  const ids = operations.flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain("getApiCommunityChatScriptsId")
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
  const keyed = operations.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters }]) =>
      parameters.some(({ name }) => name === "Idempotency-Key") ? [`${method} ${path}`] : [],
    ),
  )
  expect(keyed.toSorted()).toEqual([
    "post /api/communities/{id}/uploads",
    "post /api/{community}/chat-scripts/{id}/copy",
    "post /api/{community}/chat-scripts/{id}/get-links",
    "post /api/{community}/chat-scripts/{id}/get-unique-links",
    "post /api/{community}/chat-scripts/{id}/state",
    "post /api/{community}/chat-scripts/{id}/versions/{revision}/restore",
    "put /api/communities",
    "put /api/crm/{community}/connection",
    "put /api/users",
    "put /api/{community}/chat-scripts",
  ])
})
