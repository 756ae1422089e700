// Forms of many small parts: the parser creates streams for each part, before the sender is known.
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { maxSmallParts, minPartBytes } from "../../adapters/server/http/form-parts.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createLoopProbe } from "../fixtures/loop-probe.ts"
import { startMain } from "../fixtures/main-process.ts"
import { startTestServer, type TestServer, usualDatabases } from "../fixtures/server.ts"

/** Sends a form to the upload of respondents; resolves with all responses when the server has closed the connection. */
const sendForm = (address: string, form: string, wait = false): Promise<string> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding("utf8")
  const head = [
    "POST /chat/api/files HTTP/1.1",
    "host: x",
    "connection: close",
    "content-type: multipart/form-data; boundary=b",
    `content-length: ${form.length + (wait ? 1 : 0)}`,
    "",
    form,
  ]
  socket.on("error", () => undefined).write(head.join("\r\n"))
  return text(socket).catch(() => "")
}

/** A part without headers. */
const writePart = (length: number): string => `\r\n--b${"x".repeat(length - 5)}`

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(await settings())
  })
  afterAll(() => server.stop())

  test("ends a connection on which a form has many of them, before it ends", async () => {
    expect(await sendForm(server.address, writePart(5).repeat(maxSmallParts + 10), true)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test("reads a form of a few small parts, and of many larger ones", async () => {
    const [few, larger] = [writePart(5).repeat(maxSmallParts), writePart(minPartBytes + 10).repeat(1000)]
    for (const parts of [few, larger, `${few}${larger}`])
      expect(await sendForm(server.address, `${parts}\r\n--b--\r\n`)).toContain("The body is not a file.")
  })
})

test("a form of many small parts does not hold the event loop of a server", { tags: ["long"] }, async () => {
  const folder = preparedDataDir()
  const probe = createLoopProbe()
  const main = await startMain({ DATA_DIR: folder, ...probe.environment() })
  const form = writePart(5).repeat(100_000)
  await sendForm(main.address, form)
  const start = new Date()
  for (let i = 0; i < 3; i++) await sendForm(main.address, form)
  // A tenth of what the parser would take.
  expect(probe.readLongestTurn(start) / probe.readUnit()).toBeLessThan(40)
  await main.end("SIGTERM")
  probe.remove()
  removeDataDir(folder)
})
