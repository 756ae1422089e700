// The one client for calls outside: where it goes, where it never goes, and how long it waits.
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import { createOutboundClient, isPublicAddress, OutboundError } from "../../adapters/server/outbound/outbound-client.ts"

const servers: Array<Server> = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})
/** A server on the loopback, and where it is. */
const serving = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const at = server.address()
  if (typeof at !== "object" || at === null) throw new Error("the server has no port")
  return `http://127.0.0.1:${at.port}`
}
const open = createOutboundClient({ isPrivateAllowed: true, milliseconds: 500, bytes: 1000 })
const closed = createOutboundClient({ isPrivateAllowed: false, milliseconds: 2000 })
const kindOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (it: unknown) => it,
  )
  return error instanceof OutboundError ? (error.reason.key ?? "") : String(error)
}

describe("where it never goes", () => {
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
  ])("%s is not on the public Internet", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(["1.1.1.1", "168.63.129.17", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])("%s is", (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test("nothing in the private ranges is public, whatever its last parts", () => {
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

  test("an address of the loopback is refused before anything is sent, in every way of writing it", async () => {
    let asked = 0
    const port = new URL(await serving((_, response) => response.end(String(++asked)))).port
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0"])
      expect([host, await kindOf(closed({ method: "GET", url: `http://${host}:${port}/` }))]).toEqual([host, "unanswered.private"])
    expect(asked).toBe(0)
  })

  test("a name that stands for a private address besides a public one is not called", async () => {
    let asked = 0
    const port = new URL(await serving((_, response) => response.end(String(++asked)))).port
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
      expect([addresses, await kindOf(call)]).toEqual([addresses, "unanswered.private"])
    }
    expect(asked).toBe(0)
  })

  test("a name is looked up once, and called where it stood then: what it stands for a moment later is nobody's business", async () => {
    const hosts: Array<unknown> = []
    const port = new URL(await serving((request, response) => response.end(hosts.push(request.headers.host) > 0 ? "here" : ""))).port
    let asked = 0
    // Of the second answer nobody knows whether it is private: whoever asks again would be led there, and finds nobody.
    const resolve = async () => [{ address: ++asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]
    const call = createOutboundClient({ isPrivateAllowed: true, milliseconds: 2000, resolve })
    expect(await call({ method: "GET", url: `http://rebound.example:${port}/` })).toMatchObject({ status: 200, body: "here" })
    expect([asked, hosts]).toEqual([1, [`rebound.example:${port}`]])
  })

  test("what is no address of the web, carries a password or has no name is refused", async () => {
    for (const url of ["", "file:///etc/passwd", "ftp://example.org", "javascript:1", "http://", "http://user:secret@example.org"])
      expect([url, await kindOf(closed({ method: "GET", url }))]).toEqual([
        url,
        url.includes("secret") ? "unanswered.credentials" : "unanswered.address",
      ])
    expect(await kindOf(closed({ method: "GET", url: "http://no-such-host.invalid/" }))).toBe("unanswered.name")
  })
})

describe("what it does", () => {
  test("asks as it is told, and gives the answer whatever its status", async () => {
    const seen: Array<unknown> = []
    const url = await serving((request, response) => {
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        seen.push([request.method, request.url, request.headers["x-a"], Buffer.concat(parts).toString()])
        response.writeHead(418, { "x-b": "c" }).end("é")
      })
    })
    const answer = await open({ method: "POST", url: `${url}/path?q=1`, headers: { "x-a": "b" }, body: "ü" })
    expect(answer).toMatchObject({ status: 418, body: "é", headers: { "x-b": "c" } })
    expect(seen).toEqual([["POST", "/path?q=1", "b", "ü"]])
  })

  test("follows no redirect: who answers with one has answered", async () => {
    let asked = 0
    const target = await serving((_, response) => response.end(String(++asked)))
    const url = await serving((_, response) => response.writeHead(302, { location: target }).end())
    expect(await open({ method: "GET", url })).toMatchObject({ status: 302, headers: { location: target } })
    expect(asked).toBe(0)
  })

  test("gives up on an answer that does not come, that trickles, that breaks off, or that is too large", async () => {
    const silent = await serving(() => undefined)
    const trickling = await serving((_, response) => {
      const timer = setInterval(() => response.write("x"), 50)
      response.on("close", () => clearInterval(timer))
    })
    const breaking = await serving((_, response) => {
      response.write("x")
      setTimeout(() => response.destroy(), 20)
    })
    const large = await serving((_, response) => response.end("x".repeat(1001)))
    const just = await serving((_, response) => response.end("x".repeat(1000)))
    const ask = (url: string) => kindOf(open({ method: "GET", url }))
    expect(await Promise.all([silent, trickling, breaking, large].map(ask))).toEqual([
      "unanswered.time",
      "unanswered.time",
      "unanswered.broke-off",
      "unanswered.size",
    ])
    expect((await open({ method: "GET", url: just })).body).toHaveLength(1000)
  })

  test("what can make no answer of its own is told, and never waited for without end", async () => {
    const ask = (url: string, headers: Readonly<Record<string, string>> = {}) => kindOf(open({ method: "GET", url, headers }))
    const url = await serving((_, response) => response.end())
    const switching = await serving((request) => void request.socket.write("HTTP/1.1 101 -\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"))
    expect(await ask(switching)).toBe("unanswered.protocol")
    for (const headers of [{ "no name": "a" }, { "x-a": "1\r\nx-b: 2" }, { "x-a": "\u20ac" }, { "": "a" }])
      expect(await ask(url, headers)).toBe("unanswered.header")
    // What Node itself refuses once all of it stands together.
    for (const headers of [{ trailer: "x-a" }, { trailer: "x-a", expect: "100-continue" }])
      expect(await ask(url, headers)).toBe("unanswered.other")
  })

  test("a server that is not there is told", async () => {
    const url = await serving((_, response) => response.end())
    servers.pop()?.close()
    expect(await kindOf(open({ method: "GET", url }))).toBe("unanswered.refused")
  })

  test("one that speaks no https, or nothing of the web, is told as that", async () => {
    const url = await serving((_, response) => response.end())
    expect(await kindOf(open({ method: "GET", url: url.replace("http:", "https:") }))).toBe("unanswered.no-tls")
    const babbling = await serving((request) => void request.socket.end("220 mail.example ESMTP\r\n"))
    expect(await kindOf(open({ method: "GET", url: babbling }))).toBe("unanswered.no-http")
  })
})
