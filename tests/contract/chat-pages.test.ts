// The respondents' page as the server gives it: where it stands, what it may do, what its addresses lead to, what the log keeps of them.

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { conversationsApi } from "../../adapters/api/conversations-api.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { metadataLimits } from "../../domain/chat/conversation-metadata.ts"
import { rateLimitPerMinute } from "../../domain/conversations/conversation-limits.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { newPass, tell } from "../fixtures/respondent.ts"
import { field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

let server: TestServer
let ada: Visitor
let script: ScriptId
beforeAll(async () => {
  await buildStaleTargets(["chat", "stats"])
  server = await startTestServer({
    CHAT_URL: "https://chat.example/base",
    STATS_URL: "https://stats.example",
    PUBLIC_URL: "https://admin.example",
  })
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  ada = await server.signedIn("ada")
  script = await makeLive(ada, "acme", instructionsOf({ type: "message", says: "Dag" }))
}, 180_000)
afterAll(() => server.stop())

const get = (path: string) => server.visitor().send("GET", path, undefined, { accept: "text/html" })

test("every link of a respondent leads to the page, whose parts come from the chat's own base", async () => {
  const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  for (const path of [
    `/chat/acme/chat/${script}/anonymous`,
    `/chat/acme/chat/${script}/anonymous/`,
    `/chat/acme/chat/${script}/${link?.conversation}?l=en`,
    `/chat/acme/chat/${script}/${link?.conversation}/?l=en`,
    `/chat/s/${link?.code}`,
    `/chat/s/${link?.code}/`,
    `/chat/s/${link?.code?.toUpperCase()}`,
    "/chat/acme/preview",
    "/chat/acme/preview/",
  ]) {
    const page = await get(path)
    expect([page.status, page.headers.get("content-type"), page.headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-store",
    ])
    expect(page.text).not.toMatch(/CHAT_BASE|STATS_BASE|CONSOLE_ORIGIN|CSP_NONCE/)
    expect(page.text).toContain('name="stats-base" content="https://stats.example"')
    expect(page.text).toContain('name="console-origin" content="https://admin.example"')
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, source = ""]) => source)
    expect(parts.filter((source) => !/^\/base\/assets\/[\w.-]+$/.test(source))).toEqual([])
    expect(parts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/base\/assets\/chat-[\w-]+\.js$/),
        expect.stringMatching(/^\/base\/assets\/chat-[\w-]+\.css$/),
      ]),
    )
    expect(page.headers.getSetCookie()).toEqual([])
  }
})

test("[L5] a code opens its conversation however it was typed, a token only as it was made", async () => {
  const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  const opening = async (pass = "") => (await tell(server.address, "open", { pass })).status
  expect([await opening(link?.code ?? ""), await opening(link?.code?.toUpperCase())]).toEqual([200, 200])
  expect([await opening(link?.conversation), await opening(link?.conversation.toUpperCase())]).toEqual([200, 404])
})

test("looking at a personal link, as mail scanners do, begins nothing and leaves no trace", async () => {
  const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  const { db } = server.database
  const traces = async () => ({
    conversations: await db.selectFrom("conversations").selectAll().where("script_id", "=", script).orderBy("id").execute(),
    counts: await db.selectFrom("statistics").selectAll().execute(),
    deliveries: await db.selectFrom("deliveries").selectAll().execute(),
    jobs: await db.selectFrom("jobs").selectAll().where("script_id", "is not", null).execute(),
  })
  const before = await traces()
  for (const path of [`/chat/acme/chat/${script}/${link?.conversation}`, `/chat/s/${link?.code}`, `/chat/acme/chat/${script}/anonymous`])
    for (const method of ["GET", "HEAD", "GET"])
      expect((await server.visitor().send(method, path, undefined, { accept: "text/html", "user-agent": "a scanner" })).status).toBe(200)
  expect(await traces()).toEqual(before)
})

test("[E7] a link that says as much as is kept of one leads to the page, and is kept whole", async () => {
  const letters = Array.from({ length: metadataLimits.parameters }, (_, i) => [`${i}`.padEnd(metadataLimits.name, "n"), "x".repeat(1000)])
  const metadata: Readonly<Record<string, string>> = Object.fromEntries(letters)
  const page = await get(`/chat/acme/chat/${script}/anonymous?${new URLSearchParams(metadata)}`)
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  const pass = newPass()
  expect((await tell(server.address, "open", { pass, anonymous: { community: "acme", script }, metadata })).status).toBe(200)
  const { items } = await conversationsApi(ada.api()).exportPage({ community: "acme", uuid: script, limit: 100, after: null })
  expect(items.map((it) => it.metadata)).toContainEqual(metadata)
})

describe("a link that leads nowhere, or no longer, is answered with the page that says so, and with the status of that", () => {
  const unknown = "00000000-0000-4000-8000-000000000000"
  const statusOf = async (path: string, method = "GET") => {
    const { status, headers } = await server.visitor().send(method, path, undefined, { accept: "text/html" })
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8")
    return status
  }

  test.each([
    `/chat/acme/chat/${unknown}/anonymous`,
    "/chat/acme/chat/no-script/anonymous",
    `/chat/other/chat/${unknown}/anonymous`,
    `/chat/acme/chat/${unknown}/some-token-that-is-nobodys`,
    "/chat/s/Ab12345678",
    `/stats/acme/${unknown}`,
    "/stats/acme/no-script",
  ])("%s: there is none", async (path) => {
    expect([await statusOf(path), await statusOf(path, "HEAD")]).toEqual([404, 404])
  })

  test.each([
    ["/chat", "chat"],
    ["/chat/", "chat"],
    ["/chat/acme", "chat"],
    ["/chat/acme/chat/", "chat"],
    [`/chat/acme/chat/${unknown}`, "chat"],
    [`/chat/acme/chat/${unknown}/`, "chat"],
    [`/chat/acme/chat/${unknown}/anonymous/more`, "chat"],
    ["/chat/s/", "chat"],
    ["/stats", "stats"],
    ["/stats/", "stats"],
    ["/stats/acme", "stats"],
    ["/stats/acme/", "stats"],
    [`/stats/acme/${unknown}/more`, "stats"],
  ])("%s: what is left of a link is the respondents' own page, of the %s", async (path, page) => {
    const { status, text } = await get(path)
    expect([status, new RegExp(`/assets/${page}-[\\w-]+\\.js`).test(text)]).toEqual([404, true])
  })

  test("who asks for no page is told in JSON", async () => {
    for (const path of ["/chat", "/chat/acme", "/chat/api/unknown", "/stats/acme"]) {
      const { status, json } = await server.visitor().send("GET", path, undefined, { accept: "application/json" })
      expect([status, json()]).toEqual([404, { message: "Not found." }])
    }
  })

  test("statistics are at their address with a slash behind it, too", async () => {
    expect([
      await statusOf(`/stats/acme/${script}`),
      await statusOf(`/stats/acme/${script}/`),
      await statusOf("/stats/acme/preview/"),
    ]).toEqual([200, 200, 200])
  })

  test("closed, deleted, and live again; the statistics are there until it is deleted", async () => {
    const chat = await makeLive(ada, "acme", instructionsOf({ type: "question", says: "Dag", question: { uuid: unknown, type: "open" } }))
    const [link] = await conversationsApi(ada.api()).makeLinks({ community: "acme", uuid: chat, amount: 1, short: true })
    const statuses = () =>
      Promise.all(
        [
          `/chat/acme/chat/${chat}/anonymous`,
          `/chat/acme/chat/${chat}/${link?.conversation}`,
          `/chat/s/${link?.code}`,
          `/stats/acme/${chat}`,
        ].map((path) => statusOf(path)),
      )
    const setState = (state: number) => ada.send("POST", `/api/acme/chat-scripts/${chat}/state`, { state })
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await setState(3)
    expect(await statuses()).toEqual([410, 410, 410, 200])
    await setState(2)
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const path = `/api/acme/chat-scripts/${chat}/delete`
    await ada.send("POST", path, { csrf: field((await ada.send("GET", path)).json(), "deleteToken") })
    expect(await statuses()).toEqual([404, 404, 404, 404])
  })

  test("who tries one short code after another is held up", async () => {
    const tries = Array.from({ length: rateLimitPerMinute.guess + 2 }, (_, i) => `/chat/s/${String(i).padStart(10, "x")}`)
    const seen = new Set<number>()
    for (const path of tries) seen.add(await statusOf(path))
    expect(seen).toEqual(new Set([404, 429]))
  })
})

test("its parts are kept for good, for their names say what is in them", async () => {
  const { text } = await get("/chat/acme/preview")
  const part = /\/assets\/chat-[\w-]+\.js/.exec(text)?.[0] ?? ""
  const answer = await get(`/chat${part}`)
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"])
})

describe("its policy", () => {
  test("lets run what carries the nonce alone, and pictures come from the web; nobody frames a chat", async () => {
    const page = await get(`/chat/acme/chat/${script}/anonymous`)
    const policy = page.headers.get("content-security-policy") ?? ""
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ""
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        `script-src 'nonce-${nonce}' 'strict-dynamic'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'none'",
        "img-src 'self' data: blob: https:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' https:",
        "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
        "frame-ancestors 'none'",
      ]),
    )
    for (const [, attributes = ""] of page.text.matchAll(/<(?:script|link)([^>]*(?:src|stylesheet)[^>]*)>/g))
      expect(attributes).toContain(`nonce="${nonce}"`)
    expect(page.headers.get("x-frame-options")).toBe("DENY")
  })

  test.each(["chat", "stats"])("a preview of the %s may be framed by the console, and by nobody else", async (base) => {
    const page = await get(`/${base}/acme/preview`)
    expect(page.text).toContain('name="console-origin" content="https://admin.example"')
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self' https://admin.example")
    // Fonts that are not saved yet are shown there, and nowhere else.
    expect(page.headers.get("content-security-policy")).toContain("font-src 'self' data:")
    expect(page.headers.get("x-frame-options")).toBe(null)
  })
})

test("where only the pages' base is set, the console that frames them is the address that the server listens on", async () => {
  const other = await startTestServer({ CHAT_URL: "https://chat.example" })
  const { origin } = new URL(other.address)
  const chat = await other.visitor().send("GET", "/chat/acme/preview")
  expect(chat.headers.get("content-security-policy")).toContain(`frame-ancestors 'self' ${origin}`)
  expect(chat.text).toContain(`name="console-origin" content="${origin}"`)
  const stats = await other.visitor().send("GET", "/stats/acme/preview")
  expect(stats.headers.get("content-security-policy")?.split("; ")).toContain("frame-ancestors 'self'")
  expect(stats.text).toContain('name="console-origin" content=""')
  await other.stop()
})

test("a short link that is nobody's is the page, whatever stands in it", async () => {
  for (const code of ["abcdefghij", "%00", "a%20b", "%F0%9F%98%80"]) {
    const page = await get(`/chat/s/${code}`)
    // Who asked for very many is held up.
    expect([404, 429]).toContain(page.status)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
  }
})

test("a slug that was saved leads to its chat's anonymous link, whatever its case, with the parameters it came with", async () => {
  const saved = await ada.send("POST", `/api/chat-scripts/${script}/save-slug`, { slug: "Spring-Survey" })
  expect([saved.status, saved.json()]).toEqual([200, { status: "ok", message: "" }])
  const there = await get("/chat/s/spring-survey?source=mail")
  expect([there.status, there.headers.get("location")]).toEqual([302, `/base/acme/chat/${script}/anonymous?source=mail`])
  const bare = await get("/chat/s/Spring-Survey")
  expect(bare.headers.get("location")).toBe(`/base/acme/chat/${script}/anonymous`)
})
