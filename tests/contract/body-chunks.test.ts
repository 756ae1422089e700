// Bodies that arrive in many chunks: each chunk takes memory of its own until the body has been read.
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { maxTinyChunks, minChunkBytes } from "../../adapters/server/http/body-chunks.ts"
import { startTestServer, type TestServer, usualDatabases } from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(await settings())
  })
  afterAll(() => server.stop())

  const writeChunks = (size: number, count: number): string => `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`.repeat(count)
  /** Opens a connection on which a request with a body of white space is sent; resolves with all responses when the server has closed it. */
  const send = (line: string, body: string, ...headers: ReadonlyArray<string>): Promise<string> => {
    const { hostname, port } = new URL(server.address)
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    const head = [`${line} HTTP/1.1`, "host: x", "content-type: application/json", "transfer-encoding: chunked", ...headers, "", body]
    socket.on("error", () => undefined).write(head.join("\r\n"))
    return text(socket).catch(() => "")
  }

  test.each(["POST /reset-password", "POST /chat/api/open", "POST /chat/api/files", "PATCH /api/acme/chat-scripts/x", "GET /login"])(
    "ends a connection on which %s has tiny ones, before its body ends",
    async (line) => {
      expect(await send(line, writeChunks(1, maxTinyChunks + 2))).not.toMatch(/^HTTP\/1\.1 5/)
    },
  )

  test("explains the refusal if no response has been sent yet", async () => {
    expect(await send("POST /reset-password", writeChunks(1, maxTinyChunks + 2))).toMatch(/^HTTP\/1\.1 400 /)
  })

  test("accepts a few tiny ones, and many larger ones", async () => {
    const sendWhole = (chunks: string) => send("POST /reset-password", `${chunks}0\r\n\r\n`, "connection: close")
    const [tiny, larger] = [writeChunks(1, maxTinyChunks - 1), writeChunks(2 * minChunkBytes, maxTinyChunks)]
    // The body does not request a password reset.
    for (const chunks of [tiny, larger, `${tiny}${larger}`]) expect(await sendWhole(chunks)).toMatch(/^HTTP\/1\.1 422 /)
  })
})
