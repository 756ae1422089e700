// Long responses that their readers do not read: each takes memory until it has been sent.
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import fastify from "fastify"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createLongResponses } from "../../adapters/server/http/long-responses.ts"
import { sendText } from "../../adapters/server/http/long-text.ts"

/** More characters than the buffers of a connection hold. */
const length = 16 * 1024 * 1024
const text = "x".repeat(length)
/** Has room for two responses of a network, and for three in all. */
const limits = { minLength: 10, unread: 3 * length, unreadPerNetwork: 2 * length, stallMs: 60_000 }

let app = fastify()
let address = ""
let sockets: ReadonlyArray<Socket> = []
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
