// Requests that are sent on one connection without waiting for the responses.
import { once } from "node:events"
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http"
import { type AddressInfo, connect, Socket } from "node:net"
import { expect, test } from "vitest"
import { parseInParts } from "../../adapters/server/http/incoming-parts.ts"
import { healthPath, maxStartsPerTurn, queuePipelinedRequests } from "../../adapters/server/http/pipelined-requests.ts"
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
  const closed: Array<string | undefined> = []
  const handled: Array<string | undefined> = []
  let rest = () => {}
  const server = createServer(({ url }, response) => {
    handled.push(url)
    response.once("close", () => closed.push(url))
    rest()
  })
  queuePipelinedRequests(server)
  const socket = await connectTo(server)
  const isClosed = new Promise((resolve) => socket.once("close", resolve))
  const requests = Array.from({ length: maxWaitingRequests + 2 }, (_, i) => `GET /${i} HTTP/1.1\r\nhost: x\r\n\r\n`)
  rest = () => socket.write(requests.slice(1).join(""))
  socket.write(requests[0] ?? "")
  await isClosed
  expect(handled).toEqual(["/0"])
  await expect.poll(() => closed).toEqual(["/0"])
  server.close()
})

test("that arrive after those that close the connection are not even parsed", async () => {
  const server = createServer({ requireHostHeader: false }, () => undefined)
  queuePipelinedRequests(server)
  parseInParts(server)
  let parsed = 0
  server.on("request", () => parsed++)
  const socket = await connectTo(server)
  const isClosed = new Promise((resolve) => socket.once("close", resolve))
  socket.write("GET / HTTP/1.1\r\n\r\n".repeat(3000))
  await isClosed
  expect(parsed).toBeGreaterThan(maxWaitingRequests)
  // Those of one part.
  expect(parsed).toBeLessThan(300)
  server.close()
})

test("a body that nobody reads yet arrives whole and in order when it is parsed in parts", async () => {
  const body = Array.from({ length: 100_000 }, (_, i) => `${i} `).join("")
  const readSlowly = async (request: IncomingMessage): Promise<string> => {
    let received = ""
    await new Promise((later) => setImmediate(later))
    for await (const bytes of request.setEncoding("utf8")) {
      received += bytes
      await new Promise((later) => setImmediate(later))
    }
    return received
  }
  const server = createServer((request, response) => {
    void readSlowly(request).then((received) => response.end(received === body ? "same" : "different"))
  })
  parseInParts(server)
  const socket = (await connectTo(server)).setEncoding("latin1")
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  )
  let responses = ""
  for await (const text of socket) responses += text
  expect(responses.match(/same|different/g)).toEqual(["same", "different"])
  server.close()
})

test("requests in one part wait while nobody reads the responses, and are all answered", async () => {
  const server = createServer(({ url }, response) => response.end(`${url} ${"x".repeat(100_000)}`))
  parseInParts(server)
  const socket = (await connectTo(server)).setEncoding("latin1").pause()
  const count = 400
  const head = (i: number) => `GET /${i} HTTP/1.1\r\nhost: x\r\nconnection: ${i + 1 < count ? "keep-alive" : "close"}\r\n\r\n`
  socket.write(Array.from({ length: count }, (_, i) => head(i)).join(""))
  let responses = ""
  for await (const text of socket) responses += text
  expect([...responses.matchAll(/^\/(\d+) /gm)].map(([, i]) => Number(i))).toEqual(Array.from({ length: count }, (_, i) => i))
  server.close()
})

test("what a connection sends after it has asked for a tunnel is not taken for requests of another connection", async () => {
  const requests: Array<string | undefined> = []
  const server = createServer(({ url }, response) => {
    requests.push(url)
    response.end()
  })
  parseInParts(server)
  const arrived = Promise.withResolvers<void>()
  // Node gives the parser of the first connection to the second one.
  server.on("connect", (_request, tunnel) => {
    tunnel.on("data", () => arrived.resolve())
    tunnel.write("HTTP/1.1 200 OK\r\n\r\n")
  })
  const first = await connectTo(server)
  first.write("CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n")
  await once(first, "data")
  const second = connect(first.remotePort ?? 0, "127.0.0.1")
  await once(server, "connection")
  first.write("GET /tunneled HTTP/1.1\r\nhost: x\r\n\r\n")
  await arrived.promise
  second.write("GET /requested HTTP/1.1\r\nhost: x\r\n\r\n")
  await once(second, "data")
  expect(requests).toEqual(["/requested"])
  for (const socket of [first, second]) socket.destroy()
  server.close()
})

test("a few requests of all connections start in one turn of the event loop, and a health check waits for none of the others", async () => {
  const handled: Array<string | undefined> = []
  const server = createServer(({ url }) => handled.push(url))
  queuePipelinedRequests(server)
  const urls = Array.from({ length: 2 * maxStartsPerTurn + 1 }, (_, i) => `/${i}`)
  for (const url of [...urls, healthPath]) {
    const request = Object.assign(new IncomingMessage(new Socket()), { url, method: "GET" })
    server.emit("request", request, new ServerResponse(request))
  }
  const countOfTurns: Array<number> = []
  while (handled.length <= urls.length) {
    await new Promise((later) => setImmediate(later))
    countOfTurns.push(handled.length)
  }
  expect(handled.indexOf(healthPath)).toBe(maxStartsPerTurn)
  expect(handled.filter((url) => url !== healthPath)).toEqual(urls)
  expect(countOfTurns).toEqual([maxStartsPerTurn + 1, 2 * maxStartsPerTurn + 1, 2 * maxStartsPerTurn + 2])
})

/** Starts a server and opens a connection to it. */
const connectTo = async (server: Server): Promise<Socket> => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo // it listens on a port
  return connect(port, "127.0.0.1").on("error", () => undefined)
}
