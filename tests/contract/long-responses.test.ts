// Long responses that their readers do not read: each takes memory until it has been sent.
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import fastify from "fastify"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createLongResponses } from "../../adapters/server/http/long-responses.ts"
import { sendText } from "../../adapters/server/http/long-text.ts"
import { longResponseLimits } from "../../domain/conversations/conversation-limits.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { createAccessToken } from "../fixtures/respondent.ts"
import { startTestServer } from "../fixtures/server.ts"

/** More characters than the buffers of a connection hold. */
const length = 16 * 1024 * 1024
const text = "x".repeat(length)
/** Has room for two responses of a network, and for three in all. */
const limits = { minLength: 10, unread: 3 * length, unreadPerNetwork: 2 * length, stallMs: 60_000 }

let app = fastify()
let address = ""
let sockets: ReadonlyArray<Socket> = []
/** Called when a late response begins to wait for the end of its connection, and after it has been admitted. */
let lateRequests: Array<() => void> = []
const start = async (stallMs = limits.stallMs): Promise<void> => {
  app = fastify()
  const longResponses = createLongResponses({ ...limits, stallMs })
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send(""))
  app.get<{ Params: { network: string } }>("/:network", (request, reply) => {
    longResponses.admit(reply, request.params.network, length)
    return sendText(reply, text)
  })
  app.get<{ Params: { network: string } }>("/short/:network", (request, reply) => {
    longResponses.admit(reply, request.params.network, limits.minLength - 1)
    return sendText(reply, "short")
  })
  app.get<{ Params: { network: string } }>("/longest/:network", (request, reply) => {
    longResponses.admit(reply, request.params.network, limits.unread + 1)
    return sendText(reply, "longest")
  })
  app.get<{ Params: { network: string } }>("/late/:network", async (request, reply) => {
    const closed = once(request.raw.socket, "close")
    lateRequests.shift()?.()
    await closed
    longResponses.admit(reply, request.params.network, limits.unread)
    lateRequests.shift()?.()
    return sendText(reply, "late")
  })
  address = await app.listen({ host: "127.0.0.1", port: 0 })
}
beforeEach(() => start())
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await app.close()
})

/** Requests a response and reads no more than the first part of it. */
const requestUnread = async (network: string): Promise<Socket> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  sockets = [...sockets, socket]
  socket.write(`GET /${network} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(socket, "data")
  return socket.pause()
}
const readStatus = async (path: string): Promise<number> => {
  const response = await fetch(`${address}/${path}`)
  await response.text()
  return response.status
}

test("a network may leave a few unread, and gets a 503 for more, but short ones", async () => {
  await requestUnread("a")
  await requestUnread("a")
  expect([await readStatus("a"), await readStatus("short/a"), await readStatus("b")]).toEqual([503, 200, 200])
})

test("all networks share what may be unread", async () => {
  await requestUnread("a")
  await requestUnread("a")
  await requestUnread("b")
  expect([await readStatus("c"), await readStatus("short/c")]).toEqual([503, 200])
})

test("a closed connection no longer counts", async () => {
  const [first] = [await requestUnread("a"), await requestUnread("a")]
  first.destroy()
  await expect.poll(() => readStatus("a")).toBe(200)
})

test("the connection of a reader that stalls is closed", async () => {
  await app.close()
  await start(50)
  const [first, second] = [await requestUnread("a"), await requestUnread("a")]
  await expect.poll(() => readStatus("a")).toBe(200)
  for (const socket of [first, second]) await once(socket.resume(), "close")
})

test("one response may be longer than all limits, if nothing else is unread", async () => {
  expect([await readStatus("longest/a"), await readStatus("longest/a")]).toEqual([200, 200])
  await requestUnread("a")
  expect([await readStatus("longest/a"), await readStatus("longest/b")]).toEqual([503, 503])
})

test("a response whose connection has been closed before does not count", async () => {
  const [waits, isAdmitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  lateRequests = [waits.resolve, isAdmitted.resolve]
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write("GET /late/a HTTP/1.1\r\nhost: x\r\n\r\n")
  await waits.promise
  socket.destroy()
  await isAdmitted.promise
  expect([await readStatus("a"), await readStatus("b")]).toEqual([200, 200])
})

test("the server counts the chats that respondents open, by their network", { tags: ["long"] }, async ({ onTestFinished }) => {
  const server = await startTestServer({ PROXIES: "1" })
  onTestFinished(() => server.stop())
  await server.addUser("ada", { [await server.addCommunity("acme")]: "ROLE_USER" })
  // Seven are more than a network may leave unread, and each is more than the buffers of a connection hold: a character has three bytes.
  const says = "€".repeat(longResponseLimits.unreadPerNetwork * 0.15)
  const script = await createLiveScript(await server.signedIn("ada"), "acme", createInstructions({ type: "message", says }))
  const call = () => JSON.stringify({ pass: createAccessToken(), anonymous: { community: "acme", script } })
  const { hostname, port } = new URL(server.address)
  const from = "192.0.2.1"
  const openUnread = async (): Promise<void> => {
    const socket = connect(Number(port), hostname)
    sockets = [...sockets, socket]
    const body = call()
    const head = ["POST /chat/api/open HTTP/1.1", "host: x", `x-forwarded-for: ${from}`, "content-type: application/json"]
    socket.write([...head, `content-length: ${body.length}`, "", body].join("\r\n"))
    await once(socket, "data")
    socket.pause()
  }
  for (let i = 0; i < 6; i++) await openUnread()
  const open = async (address: string) =>
    (await server.visitor().send("POST", "/chat/api/open", call(), { "x-forwarded-for": address })).status
  expect([await open(from), await open("192.0.2.2")]).toEqual([503, 200])
})
