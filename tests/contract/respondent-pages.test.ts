// The respondents' pages: their addresses and statuses, their content security policy, and that viewing them stores nothing.

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { metadataLimits } from "../../domain/chat/conversation-metadata.ts"
import { rateLimitPerMinute } from "../../domain/conversations/conversation-limits.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type TestServer, usualDatabase, type Visitor } from "../fixtures/server.ts"

let server: TestServer
let ada: Visitor
let script: ScriptId
beforeAll(async () => {
  await buildStaleTargets(["chat", "stats"])
  server = await startTestServer({
    ...(await usualDatabase.settings()),
    CHAT_URL: "https://chat.example/base",
    STATS_URL: "https://stats.example",
    PUBLIC_URL: "https://admin.example",
  })
  const acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_USER" })
  ada = await server.signedIn("ada")
  script = await createLiveScript(ada, "acme", createInstructions({ type: "message", says: "Dag" }))
})
afterAll(() => server.stop())

const get = (path: string) => server.visitor().send("GET", path, undefined, { accept: "text/html" })

test("serves the page for every kind of respondent link, with assets below the chat's base address", async () => {
  const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
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
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, source = ""]) => source)
    expect(assets.filter((source) => !/^\/base\/assets\/[\w.-]+$/.test(source))).toEqual([])
    expect(assets).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/base\/assets\/chat-[\w-]+\.js$/),
        expect.stringMatching(/^\/base\/assets\/chat-[\w-]+\.css$/),
      ]),
    )
    expect(page.headers.getSetCookie()).toEqual([])
  }
})

test("names chat and community in the head of a page, in the community's colors, and neither for a chat that is not open", async () => {
  const office = await server.addCommunity("office")
  await server.addUser("bea", { [office]: "ROLE_ADMIN" })
  const bea = await server.signedIn("bea")
  const chat = await createLiveScript(bea, "office", createInstructions({ type: "message", says: "Dag" }))
  const [link] = await createConversationsApi(bea.api()).makeLinks({ community: "office", uuid: chat, amount: 1, short: true })
  const web = [{ "header_background-color": "#102030ff" }]
  const stats = [{ "header_background-color": "#405060ff" }]
  expect((await bea.send("POST", `/api/communities/${office}/style`, { web, stats })).status).toBe(200)
  for (const path of [`/chat/office/chat/${chat}/anonymous`, `/chat/office/chat/${chat}/${link?.conversation}`, `/chat/s/${link?.code}`]) {
    const { text } = await get(`${path}?l=en`)
    expect(text).toContain("<title>Live chat</title>")
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<meta name="description" content="Answer the questions of Community office in a chat." />')
    expect(text).toContain('<meta property="og:title" content="Live chat" />')
    expect(text).toContain('<meta name="theme-color" content="#102030" />')
    expect(text).toMatch(/<link rel="icon" type="image\/svg\+xml"/)
  }
  const statistics = (await get(`/stats/office/${chat}`)).text
  expect(statistics).toContain("<title>Live chat · Live statistieken</title>")
  expect(statistics).toContain('<meta name="theme-color" content="#405060" />')
  await bea.send("POST", `/api/office/chat-scripts/${chat}/state`, { state: 1 })
  const paused = await get(`/chat/office/chat/${chat}/anonymous`)
  expect([paused.status, /Live chat|Community office/.test(paused.text)]).toEqual([423, false])
  for (const [page, title, description] of [
    [paused, "Chat", "Answer questions in a chat."],
    [await get("/stats/office/unknown"), "Live statistics", "The answers to a chat, updated live."],
  ] as const) {
    expect(page.text).toContain(`<title>${title}</title>`)
    expect(page.text).toContain(`<meta property="og:description" content="${description}" />`)
  }
})

test("[L5] accepts a short code in any case and an access token only exactly", async () => {
  const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
  const openStatus = async (pass = "") => (await callChatApi(server.address, "open", { pass })).status
  expect([await openStatus(link?.code ?? ""), await openStatus(link?.code?.toUpperCase())]).toEqual([200, 200])
  expect([await openStatus(link?.conversation), await openStatus(link?.conversation.toUpperCase())]).toEqual([200, 404])
})

test("starts and stores nothing when a personal link is only viewed, as mail scanners do", async () => {
  const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true })
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

test("[E7] serves the page for a link with the most metadata that is allowed and stores all of it", async () => {
  // As JSON, with quotes, a colon and a comma for each.
  const valueLength = metadataLimits.bytes / metadataLimits.parameters - metadataLimits.name - 6
  const parameters = Array.from({ length: metadataLimits.parameters }, (_, i) => [
    `${i}`.padEnd(metadataLimits.name, "n"),
    "x".repeat(valueLength),
  ])
  const metadata: Readonly<Record<string, string>> = Object.fromEntries(parameters)
  const page = await get(`/chat/acme/chat/${script}/anonymous?${new URLSearchParams(metadata)}`)
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  const pass = createAccessToken()
  expect((await callChatApi(server.address, "open", { pass, anonymous: { community: "acme", script }, metadata })).status).toBe(200)
  expect((await callChatApi(server.address, "watch", { pass, after: 1 })).status).toBe(200)
  const { items } = await createConversationsApi(ada.api()).exportPage({ community: "acme", uuid: script, limit: 100, after: null })
  expect(items.map((conversation) => conversation.metadata)).toContainEqual(metadata)
  const rows = await server.database.db.selectFrom("conversations").selectAll().where("script_id", "=", script).execute()
  const texts = rows.flatMap((row) => Object.values(row)).map(String)
  expect(texts.filter((text) => text.includes("xxx"))).toHaveLength(1)
})

describe("an invalid or expired link", () => {
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
  ])("returns the page with 404 for an unknown chat, token or code: %s", async (path) => {
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
  ])("returns 404 with the respondents' page for an incomplete link: %s, page of the %s", async (path, page) => {
    const { status, text } = await get(path)
    expect([status, new RegExp(`/assets/${page}-[\\w-]+\\.js`).test(text)]).toEqual([404, true])
  })

  test("returns 404 as JSON when the request does not accept HTML", async () => {
    for (const path of ["/chat", "/chat/acme", "/chat/api/unknown", "/stats/acme"]) {
      const { status, json } = await server.visitor().send("GET", path, undefined, { accept: "application/json" })
      expect([status, json()]).toEqual([404, { message: "Not found." }])
    }
  })

  test("serves the statistics page also with a trailing slash", async () => {
    expect([
      await statusOf(`/stats/acme/${script}`),
      await statusOf(`/stats/acme/${script}/`),
      await statusOf("/stats/acme/preview/"),
    ]).toEqual([200, 200, 200])
  })

  test("returns 410 while the chat is closed and 404 once it is deleted; the statistics stay until then", async () => {
    const chat = await createLiveScript(
      ada,
      "acme",
      createInstructions({ type: "question", says: "Dag", question: { uuid: unknown, type: "open" } }),
    )
    const [link] = await createConversationsApi(ada.api()).makeLinks({ community: "acme", uuid: chat, amount: 1, short: true })
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
    await ada.send("POST", path, { csrf: readStringField((await ada.send("GET", path)).json(), "deleteToken") })
    expect(await statuses()).toEqual([404, 404, 404, 404])
  })

  test("returns 429 after too many unknown short codes", async () => {
    // Earlier tests have counted some already, and a new minute may begin in between, and its count with it.
    const statuses: Array<number> = []
    for (let i = 0; statuses.at(-1) !== 429 && i <= 2 * rateLimitPerMinute.guess + 1; i++)
      statuses.push(await statusOf(`/chat/s/${String(i).padStart(10, "x")}`))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})

test("lets browsers cache the page's assets indefinitely, since their names contain hashes", async () => {
  const { text } = await get("/chat/acme/preview")
  const assetPath = /\/assets\/chat-[\w-]+\.js/.exec(text)?.[0] ?? ""
  const asset = await get(`/chat${assetPath}`)
  expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"])
})

describe("the content security policy", () => {
  test("allows only scripts with the nonce, allows images from the web and forbids framing a chat", async () => {
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

  test.each(["chat", "stats"])("allows only the console to frame a preview of the %s", async (base) => {
    const page = await get(`/${base}/acme/preview`)
    expect(page.text).toContain('name="console-origin" content="https://admin.example"')
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self' https://admin.example")
    // Only previews show fonts that are not saved yet.
    expect(page.headers.get("content-security-policy")).toContain("font-src 'self' data:")
    expect(page.headers.get("x-frame-options")).toBe(null)
  })
})

test("uses the server's own address as the console's origin when only CHAT_URL is set", async () => {
  const otherServer = await startTestServer({ ...(await usualDatabase.settings()), CHAT_URL: "https://chat.example" })
  const { origin } = new URL(otherServer.address)
  const chat = await otherServer.visitor().send("GET", "/chat/acme/preview")
  expect(chat.headers.get("content-security-policy")).toContain(`frame-ancestors 'self' ${origin}`)
  expect(chat.text).toContain(`name="console-origin" content="${origin}"`)
  const stats = await otherServer.visitor().send("GET", "/stats/acme/preview")
  expect(stats.headers.get("content-security-policy")?.split("; ")).toContain("frame-ancestors 'self'")
  expect(stats.text).toContain('name="console-origin" content=""')
  await otherServer.stop()
})

test("serves the page for any unknown short link", async () => {
  for (const code of ["abcdefghij", "%00", "a%20b", "%F0%9F%98%80"]) {
    const page = await get(`/chat/s/${code}`)
    // Other tests may have used up the limit for guesses.
    expect([404, 429]).toContain(page.status)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
  }
})

test("redirects a saved slug, in any case, to the chat's anonymous link with its query parameters", async () => {
  const saved = await ada.send("POST", `/api/chat-scripts/${script}/save-slug`, { slug: "Spring-Survey" })
  expect([saved.status, saved.json()]).toEqual([200, { status: "ok", message: "" }])
  const redirect = await get("/chat/s/spring-survey?source=mail")
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, `/base/acme/chat/${script}/anonymous?source=mail`])
  const redirectWithoutQuery = await get("/chat/s/Spring-Survey")
  expect(redirectWithoutQuery.headers.get("location")).toBe(`/base/acme/chat/${script}/anonymous`)
})
