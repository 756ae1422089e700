// Slow, broken and half-closed connections: they delay no other client.
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createFastifyApp } from "../../adapters/server/http/fastify-app.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { maxFileBytes, transferTimeoutMs } from "../../domain/conversations/conversation-limits.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import { databases, readStringField, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

test("waits for a respondent's largest file over a slow mobile connection as long as the page does", async () => {
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
  let ada: Visitor
  let script = ""
  const sockets: Array<Socket> = []
  beforeAll(async () => {
    server = await startTestServer(await settings())
    const community = await server.addCommunity("acme")
    admin = await server.signedIn("admin")
    await server.addUser("ada", { [community]: "ROLE_ADMIN" })
    ada = await server.signedIn("ada")
    script = readStringField((await admin.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
    const answers = { q1: "long ".repeat(2_000) }
    await insertConversations(
      server.database,
      Array.from({ length: 1_000 }, () => ({ script, community, answers, startedAt: new Date() })),
    )
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  })

  /** Opens a connection to the server and sends `text` on it. */
  const openConnection = async (text: string): Promise<Socket> => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    sockets.push(socket)
    socket.on("error", () => undefined) // either end cuts the connection
    await once(socket, "connect")
    await new Promise((done) => socket.write(text, done))
    return socket
  }
  const requestHead = (method: string, path: string, ...more: ReadonlyArray<string>) => requestHeadOf(admin, method, path, ...more)
  const requestHeadOf = (who: Visitor, method: string, path: string, ...more: ReadonlyArray<string>) => {
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    return [`${method} ${path} HTTP/1.1`, "host: x", `cookie: ${cookie}`, ...more, "", ""].join("\r\n")
  }
  const path = () => `/api/acme/chat-scripts/${script}`
  const json = "content-type: application/json"
  const readName = async () => readStringField((await admin.send("GET", path())).json(), "name")
  const expectServed = async () => {
    expect((await admin.send("GET", path())).status).toBe(200)
    expect((await admin.send("PATCH", path(), { name: "Served" })).status).toBe(200)
  }

  test("serves others while hundreds of clients send their requests byte by byte", async () => {
    const request = requestHead("PATCH", path(), json, "content-length: 20")
    const slow = await Promise.all(Array.from({ length: 300 }, (_, i) => openConnection(request.slice(0, 20 + i))))
    const halfBodies = await Promise.all(Array.from({ length: 50 }, () => openConnection(`${request}{"name":`)))
    await expectServed()
    for (const socket of [...slow, ...halfBodies]) socket.write("x")
    await expectServed()
  })

  test("serves others while clients do not read their exports", async () => {
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => openConnection(requestHeadOf(ada, "GET", `/api/acme/${script}/export?limit=1000`))),
    )
    for (const socket of readers) socket.pause()
    await expectServed()
    // All at once: each export waits for earlier ones of the same user, in the order of arrival.
    const readFirstChunk = async (socket: Socket) => {
      const firstChunk = once(socket, "data")
      socket.resume()
      const [bytes] = await firstChunk
      socket.destroy()
      expect(String(bytes)).toContain("HTTP/1.1 200 ")
    }
    await Promise.all(readers.map(readFirstChunk))
  })

  test("ignores a request whose connection breaks within it", async () => {
    await admin.send("PATCH", path(), { name: "Before" })
    const cut = await openConnection(requestHead("PATCH", path(), json, "content-length: 40") + '{"name":"Cut')
    cut.resetAndDestroy()
    await expectServed()
    await admin.send("PATCH", path(), { name: "Before" })
    expect(await readName()).toBe("Before")
  })

  test("creates a script once when the connection breaks before the response and the request is repeated with its key", async () => {
    const body = JSON.stringify({ name: "Once" })
    const keyed = { "idempotency-key": "cut-before-its-answer" }
    const cut = await openConnection(
      requestHead("PUT", "/api/acme/chat-scripts", json, "idempotency-key: cut-before-its-answer", `content-length: ${body.length}`) + body,
    )
    cut.resetAndDestroy()
    const again = await admin.send("PUT", "/api/acme/chat-scripts", { name: "Once" }, keyed)
    expect(again.status).toBe(200)
    const scripts = Object.values(Object((await admin.send("GET", "/api/acme/chat-scripts?statuses=[1]")).json()))
    expect(scripts.filter((it) => readStringField(it, "name") === "Once")).toHaveLength(1)
  })

  test("ends a connection whose client has sent its request and closed its side", async () => {
    const connection = await openConnection(requestHead("GET", "/healthz"))
    connection.end()
    connection.resume()
    await once(connection, "end")
    await expectServed()
  })
})
