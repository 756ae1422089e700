// The HTTP client for outbound requests: which addresses it refuses, what it sends, and when it gives up.
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import { createOutboundClient, isPublicAddress, OutboundError } from "../../adapters/server/outbound/outbound-client.ts"

const servers: Array<Server> = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})
/** Starts a server on the loopback interface and returns its URL. */
const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const at = server.address()
  if (typeof at !== "object" || at === null) throw new Error("the server has no port")
  return `http://127.0.0.1:${at.port}`
}
const lenientClient = createOutboundClient({ isPrivateAllowed: true, milliseconds: 500, bytes: 1000 })
const strictClient = createOutboundClient({ isPrivateAllowed: false, milliseconds: 2000 })
const readErrorKey = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof OutboundError ? (error.reason.key ?? "") : String(error)
}

describe("addresses", () => {
  test.each([
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "::7f00:1",
    "::a00:1",
    "4000::1",
    "fec0::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "not an address",
    "",
  ])("%s is not a public address", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(["1.1.1.1", "168.63.129.17", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])(
    "%s is a public address",
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test("no address of a private range is public", () => {
    const part = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(part, part, part, (a, b, c) => {
        for (const address of [
          `10.${a}.${b}.${c}`,
          `127.${a}.${b}.${c}`,
          `192.168.${b}.${c}`,
          `172.${16 + (a % 16)}.${b}.${c}`,
          `169.254.${b}.${c}`,
        ])
          expect([isPublicAddress(address), isPublicAddress(`::ffff:${address}`)]).toEqual([false, false])
      }),
    )
  })

  test("refuses a loopback address in every notation before sending anything", async () => {
    let requestCount = 0
    const port = new URL(await serve((_, response) => response.end(String(++requestCount)))).port
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0"])
      expect([host, await readErrorKey(strictClient({ method: "GET", url: `http://${host}:${port}/` }))]).toEqual([
        host,
        "unanswered.private",
      ])
    expect(requestCount).toBe(0)
  })

  test("refuses a name that resolves to a private address besides a public one", async () => {
    let requestCount = 0
    const port = new URL(await serve((_, response) => response.end(String(++requestCount)))).port
    for (const addresses of [
      ["127.0.0.1", "93.184.216.34"],
      ["93.184.216.34", "127.0.0.1"],
      ["2606:4700::1111", "::1"],
    ]) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      const call = createOutboundClient({ isPrivateAllowed: false, milliseconds: 2000, resolve })({
        method: "GET",
        url: `http://both.example:${port}/`,
      })
      expect([addresses, await readErrorKey(call)]).toEqual([addresses, "unanswered.private"])
    }
    expect(requestCount).toBe(0)
  })

  test("resolves a name once and connects to that address, so that DNS rebinding has no effect", async () => {
    const hosts: Array<unknown> = []
    const port = new URL(await serve((request, response) => response.end(hosts.push(request.headers.host) > 0 ? "here" : ""))).port
    let lookupCount = 0
    // A second lookup was not checked. It would lead to an address where nothing listens.
    const resolve = async () => [{ address: ++lookupCount === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]
    const call = createOutboundClient({ isPrivateAllowed: true, milliseconds: 2000, resolve })
    expect(await call({ method: "GET", url: `http://rebound.example:${port}/` })).toMatchObject({ status: 200, body: "here" })
    expect([lookupCount, hosts]).toEqual([1, [`rebound.example:${port}`]])
  })

  test("refuses a URL that is not HTTP, contains credentials or has an unknown host", async () => {
    for (const url of ["", "file:///etc/passwd", "ftp://example.org", "javascript:1", "http://", "http://user:secret@example.org"])
      expect([url, await readErrorKey(strictClient({ method: "GET", url }))]).toEqual([
        url,
        url.includes("secret") ? "unanswered.credentials" : "unanswered.address",
      ])
    expect(await readErrorKey(strictClient({ method: "GET", url: "http://no-such-host.invalid/" }))).toBe("unanswered.name")
  })
})

describe("requests", () => {
  test("sends method, path, headers and body, and returns the response whatever its status", async () => {
    const seen: Array<unknown> = []
    const url = await serve((request, response) => {
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        seen.push([request.method, request.url, request.headers["x-a"], Buffer.concat(parts).toString()])
        response.writeHead(418, { "x-b": "c" }).end("é")
      })
    })
    const answer = await lenientClient({ method: "POST", url: `${url}/path?q=1`, headers: { "x-a": "b" }, body: "ü" })
    expect(answer).toMatchObject({ status: 418, body: "é", headers: { "x-b": "c" } })
    expect(seen).toEqual([["POST", "/path?q=1", "b", "ü"]])
  })

  test("returns a redirect without following it", async () => {
    let requestCount = 0
    const target = await serve((_, response) => response.end(String(++requestCount)))
    const url = await serve((_, response) => response.writeHead(302, { location: target }).end())
    expect(await lenientClient({ method: "GET", url })).toMatchObject({ status: 302, headers: { location: target } })
    expect(requestCount).toBe(0)
  })

  test("gives up on a response that is missing, too slow, broken off or too large", async () => {
    const silent = await serve(() => undefined)
    const trickling = await serve((_, response) => {
      const timer = setInterval(() => response.write("x"), 50)
      response.on("close", () => clearInterval(timer))
    })
    const breaking = await serve((_, response) => {
      response.write("x")
      setTimeout(() => response.destroy(), 20)
    })
    const large = await serve((_, response) => response.end("x".repeat(1001)))
    const withinLimit = await serve((_, response) => response.end("x".repeat(1000)))
    const ask = (url: string) => readErrorKey(lenientClient({ method: "GET", url }))
    expect(await Promise.all([silent, trickling, breaking, large].map(ask))).toEqual([
      "unanswered.time",
      "unanswered.time",
      "unanswered.broke-off",
      "unanswered.size",
    ])
    expect((await lenientClient({ method: "GET", url: withinLimit })).body).toHaveLength(1000)
  })

  test("fails without waiting for a protocol switch and for invalid headers", async () => {
    const ask = (url: string, headers: Readonly<Record<string, string>> = {}) =>
      readErrorKey(lenientClient({ method: "GET", url, headers }))
    const url = await serve((_, response) => response.end())
    const switching = await serve((request) => void request.socket.write("HTTP/1.1 101 -\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"))
    expect(await ask(switching)).toBe("unanswered.protocol")
    for (const headers of [{ "no name": "a" }, { "x-a": "1\r\nx-b: 2" }, { "x-a": "\u20ac" }, { "": "a" }])
      expect(await ask(url, headers)).toBe("unanswered.header")
    // Node itself refuses these headers when it builds the request.
    for (const headers of [{ trailer: "x-a" }, { trailer: "x-a", expect: "100-continue" }])
      expect(await ask(url, headers)).toBe("unanswered.other")
  })

  test("reports a refused connection", async () => {
    const url = await serve((_, response) => response.end())
    servers.pop()?.close()
    expect(await readErrorKey(lenientClient({ method: "GET", url }))).toBe("unanswered.refused")
  })

  test("reports a server that does not speak TLS or HTTP", async () => {
    const url = await serve((_, response) => response.end())
    expect(await readErrorKey(lenientClient({ method: "GET", url: url.replace("http:", "https:") }))).toBe("unanswered.no-tls")
    const smtpServer = await serve((request) => void request.socket.end("220 mail.example ESMTP\r\n"))
    expect(await readErrorKey(lenientClient({ method: "GET", url: smtpServer }))).toBe("unanswered.no-http")
  })
})
