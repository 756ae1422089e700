// Connections that end, send invalid HTTP or break off together are handled in several turns of the event loop, so that they do not hold it.
import { createServer, type IncomingMessage } from "node:http"
import { connect } from "node:net"
import { Duplex } from "node:stream"
import { text } from "node:stream/consumers"
import fastify from "fastify"
import { expect, onTestFinished, test } from "vitest"
import { createClientErrorHandler, maxClientErrorsPerTurn } from "../../adapters/server/http/error-responses.ts"
import { maxEndsPerTurn, parseInParts } from "../../adapters/server/http/incoming-parts.ts"
import { maxBrokenPerTurn, registerJsonBodyParser } from "../../adapters/server/http/json-body.ts"
import { createLargeBodies } from "../../adapters/server/http/large-bodies.ts"
import { maxOrdinaryBytes } from "../../domain/conversations/conversation-limits.ts"
import { startTurnCounter } from "../fixtures/turn-counter.ts"

const connections = 50

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

const startCounter = () => {
  const counter = startTurnCounter()
  onTestFinished(counter.stop)
  return counter
}

test("each turn handles a few of the connections that end together", async () => {
  const server = createServer()
  const counter = startCounter()
  server.removeAllListeners("connection")
  server.on("connection", (socket) => socket.on("end", counter.note))
  parseInParts(server)
  const sockets = Array.from({ length: connections }, () => new Duplex({ read: () => undefined }))
  for (const socket of sockets) server.emit("connection", socket)
  for (const socket of sockets) socket.push(null)
  await expect.poll(() => sum(counter.perTurn())).toBe(connections)
  expect(Math.max(...counter.perTurn())).toBe(maxEndsPerTurn)
})

test("each turn answers a few connections with invalid HTTP, and reads no more of any of them", async () => {
  const counter = startCounter()
  const server = createServer().on("clientError", createClientErrorHandler())
  const answers: Array<string> = []
  const sockets = Array.from(
    { length: connections },
    () =>
      new Duplex({
        read: () => undefined,
        write: (bytes, _encoding, done) => {
          counter.note()
          answers.push(String(bytes))
          done()
        },
      }),
  )
  for (const socket of sockets) server.emit("clientError", new Error("Parse Error"), socket.on("error", () => undefined).resume())
  expect(sockets.filter((socket) => !socket.isPaused())).toEqual([])
  await expect.poll(() => answers.length).toBe(connections)
  expect(answers.filter((answer) => !answer.startsWith("HTTP/1.1 400 "))).toEqual([])
  expect(Math.max(...counter.perTurn())).toBe(maxClientErrorsPerTurn)
  expect(sockets.filter(({ destroyed }) => !destroyed)).toEqual([])
})

test("each turn handles a few of the bodies that break off together", async () => {
  const counter = startCounter()
  const app = fastify()
  onTestFinished(() => app.close())
  registerJsonBodyParser(app)
  const begun: Array<IncomingMessage> = []
  app.addHook("preParsing", async ({ raw }) => void begun.push(raw))
  app.setErrorHandler((_error, _request, reply) => {
    counter.note()
    return reply.send()
  })
  app.post("/", async () => ({}))
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  for (let i = 0; i < connections; i++) {
    const socket = connect(Number(port), hostname).on("error", () => undefined)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"')
  }
  await expect.poll(() => begun.filter((raw) => raw.listenerCount("data") > 0).length).toBe(connections)
  for (const raw of begun) raw.destroy(new Error("lost"))
  await expect.poll(() => sum(counter.perTurn())).toBe(connections)
  expect(Math.max(...counter.perTurn())).toBe(maxBrokenPerTurn)
})

test("the sender of a large body that has gone before it is admitted holds no slot", async () => {
  const app = fastify()
  const largeBodies = createLargeBodies({ receivedBytes: 2 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 1, stallMs: 30_000 })
  const gone = Promise.withResolvers<void>()
  app.post(
    "/",
    {
      onRequest: async (request, reply) => {
        // Looking up a session takes as long as it takes the sender to go.
        if (request.headers["x-goes"] !== undefined)
          await new Promise<void>((closed) => {
            reply.raw.once("close", closed)
            request.raw.socket.destroy()
          })
        await largeBodies.admit(request, reply, { user: "ada", isStreamed: false }).finally(gone.resolve)
      },
    },
    async () => "ok",
  )
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const send = (...headers: ReadonlyArray<string>) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    const length = maxOrdinaryBytes + 1
    const head = ["POST / HTTP/1.1", "host: x", "connection: close", "content-type: text/plain", `content-length: ${length}`, ...headers]
    socket.on("error", () => undefined).write(`${head.join("\r\n")}\r\n\r\n${"x".repeat(length)}`)
    return text(socket).catch(() => "")
  }
  await Promise.all([send("x-goes: 1"), gone.promise])
  expect(await send()).toMatch(/^HTTP\/1\.1 200 /)
  await app.close()
})
