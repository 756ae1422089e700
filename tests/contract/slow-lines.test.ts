// Lines that are cut, slow or half-closed: whoever is on one waits, and nobody else does (reliability.md "Faults that must be survived").
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createFastifyApp } from "../../adapters/server/http/fastify-app.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { maxFileBytes, transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { leaveConversations } from "../fixtures/conversations.ts"
import { databases, field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

test("a respondent's largest file arrives over a phone's slow line: the server waits for it as long as the page does", async () => {
  const { app } = await createFastifyApp(readSettings({ LOG_LEVEL: "fatal" }))
  expect(app.server.requestTimeout).toBe(transferTimeoutMs)
  expect(app.server.headersTimeout).toBe(60_000)
  await app.close()
  const halfAMegabit = 500_000 / 8
  expect((maxFileBytes.perFile / halfAMegabit) * 1000).toBeLessThan(transferTimeoutMs)
})

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  let script = ""
  const sockets: Array<Socket> = []
  beforeAll(async () => {
    server = await startTestServer(await settings())
    const community = await server.addCommunity("acme")
    admin = await server.signedIn("admin")
    script = field((await admin.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
    const answers = { q1: "long ".repeat(2_000) }
    await leaveConversations(
      server.database,
      Array.from({ length: 1_000 }, () => ({ script, community, answers, startedAt: new Date() })),
    )
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  })

  /** A line to the server, after `text` was sent on it. */
  const line = async (text: string): Promise<Socket> => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    sockets.push(socket)
    socket.on("error", () => undefined) // it is cut, by one end or the other
    await once(socket, "connect")
    await new Promise((done) => socket.write(text, done))
    return socket
  }
  const head = (method: string, path: string, ...more: ReadonlyArray<string>) => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    return [`${method} ${path} HTTP/1.1`, "host: x", `cookie: ${cookie}`, ...more, "", ""].join("\r\n")
  }
  const path = () => `/api/acme/chat-scripts/${script}`
  const json = "content-type: application/json"
  const nameNow = async () => field((await admin.send("GET", path())).json(), "name")
  const isServed = async () => {
    expect((await admin.send("GET", path())).status).toBe(200)
    expect((await admin.send("PATCH", path(), { name: "Served" })).status).toBe(200)
  }

  test("hundreds who send their request a byte at a time keep nobody waiting", async () => {
    const request = head("PATCH", path(), json, "content-length: 20")
    const slow = await Promise.all(Array.from({ length: 300 }, (_, i) => line(request.slice(0, 20 + i))))
    const halfBodies = await Promise.all(Array.from({ length: 50 }, () => line(`${request}{"name":`)))
    await isServed()
    for (const socket of [...slow, ...halfBodies]) socket.write("x")
    await isServed()
  })

  test("who reads an export slowly, or not at all, keeps nobody waiting", async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => line(head("GET", `/api/acme/${script}/export?limit=1000`))))
    for (const socket of readers) socket.pause()
    await isServed()
    for (const socket of readers) {
      const heard = once(socket, "data")
      socket.resume()
      const [bytes] = await heard
      expect(String(bytes)).toContain("HTTP/1.1 200 ")
    }
  })

  test("a line that is cut within a request leaves nothing of it", async () => {
    await admin.send("PATCH", path(), { name: "Before" })
    const cut = await line(head("PATCH", path(), json, "content-length: 40") + '{"name":"Cut')
    cut.resetAndDestroy()
    await isServed()
    await admin.send("PATCH", path(), { name: "Before" })
    expect(await nameNow()).toBe("Before")
  })

  test("a line that is cut before its answer: asked again under its key, it was done once", async () => {
    const body = JSON.stringify({ name: "Once" })
    const keyed = { "idempotency-key": "cut-before-its-answer" }
    const cut = await line(
      head("PUT", "/api/acme/chat-scripts", json, "idempotency-key: cut-before-its-answer", `content-length: ${body.length}`) + body,
    )
    cut.resetAndDestroy()
    const again = await admin.send("PUT", "/api/acme/chat-scripts", { name: "Once" }, keyed)
    expect(again.status).toBe(200)
    const scripts = Object.values(Object((await admin.send("GET", "/api/acme/chat-scripts?statuses=[1]")).json()))
    expect(scripts.filter((it) => field(it, "name") === "Once")).toHaveLength(1)
  })

  test("who has said all there is to say and closed that end is answered or hung up on, and is not waited for", async () => {
    const half = await line(head("GET", "/healthz"))
    half.end()
    half.resume()
    await once(half, "end")
    await isServed()
  })
})
