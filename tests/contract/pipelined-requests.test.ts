// Requests that are sent on one connection without waiting for the responses.
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, test } from "vitest"
import { queuePipelinedRequests } from "../../adapters/server/http/pipelined-requests.ts"
import { maxWaitingRequests } from "../../domain/conversations/conversation-limits.ts"

test("are handled one after the other, those of other connections meanwhile", async () => {
  const open = new Map<string, number>()
  const most = new Map<string, number>()
  const server = createServer((request, response) => {
    const connection = String(request.headers["x-connection"])
    open.set(connection, (open.get(connection) ?? 0) + 1)
    most.set(connection, Math.max(most.get(connection) ?? 0, open.get(connection) ?? 0))
    setImmediate(() => {
      open.set(connection, (open.get(connection) ?? 0) - 1)
      response.end(request.url)
    })
  })
  queuePipelinedRequests(server)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo // it listens on a port
  const send = async (connection: string, count: number): Promise<ReadonlyArray<string>> => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1")
    const head = (i: number) =>
      `GET /${i} HTTP/1.1\r\nhost: x\r\nx-connection: ${connection}\r\nconnection: ${i + 1 < count ? "keep-alive" : "close"}`
    socket.write(Array.from({ length: count }, (_, i) => `${head(i)}\r\n\r\n`).join(""))
    let received = ""
    for await (const text of socket) received += text
    return [...received.matchAll(/^\/(\d+)/gm)].map(([, i = ""]) => i)
  }
  const count = maxWaitingRequests + 1
  const inOrder = Array.from({ length: count }, (_, i) => String(i))
  expect(await Promise.all([send("a", count), send("b", count)])).toEqual([inOrder, inOrder])
  expect([...most]).toEqual([
    ["a", 1],
    ["b", 1],
  ])
  server.close()
})

test("close the connection if more of them wait than are accepted", async () => {
  const handled: Array<string | undefined> = []
  const closed: Array<string | undefined> = []
  const server = createServer(({ url }, response) => {
    handled.push(url)
    response.once("close", () => closed.push(url))
  })
  queuePipelinedRequests(server)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo // it listens on a port
  const socket = connect(port, "127.0.0.1").on("error", () => undefined)
  const isClosed = new Promise((resolve) => socket.once("close", resolve))
  socket.write(Array.from({ length: maxWaitingRequests + 2 }, (_, i) => `GET /${i} HTTP/1.1\r\nhost: x\r\n\r\n`).join(""))
  await isClosed
  expect(handled).toEqual(["/0"])
  await expect.poll(() => closed).toEqual(["/0"])
  server.close()
})
