// Malformed requests: error responses in the API's shape, never a 500, an HTML page or a stack trace.
import { once } from "node:events"
import { request as httpRequest, type IncomingMessage } from "node:http"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { maxQueryParameters } from "../../adapters/server/http/error-responses.ts"
import { maxLargeBytes, maxRequestBytes, maxRequestValues } from "../../domain/conversations/conversation-limits.ts"
import {
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
const bodies: Readonly<Record<string, string>> = {
  "cut off": '{"name": "x',
  "not JSON": "name=x",
  null: "null",
  "a list": "[]",
  "a text": '"x"',
  "a number": "1e999",
  "nested too deeply": `{"script": ${nested(10_000)}, "name": ${nested(10_000)}}`,
  "of wrong types":
    '{"name":{},"slug":[],"username":1,"password":null,"csrf":{},"state":"live","script":{"instructions":{}},"markedForDelete":"x","verificationCode":1}',
  "with U+0000": '{"name":"a\\u0000b","slug":"a\\u0000b","username":"a\\u0000b","password":"\\u0000","csrf":"\\u0000","state":0}',
  "with half a surrogate pair": '{"name":"\\ud800","slug":"\\ud800","username":"\\ud800","password":"\\ud800","csrf":"\\ud800"}',
  "with __proto__": '{"__proto__":{"name":"x"},"constructor":{"prototype":{}},"name":1}',
  "of long texts": JSON.stringify({ name: "x".repeat(60_000), slug: "x".repeat(100), username: "x", password: "x", csrf: "x" }),
}

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let admin: Visitor
  let id = ""
  beforeAll(async () => {
    server = await startTestServer(await settings())
    await server.addUser("ada", { [await server.addCommunity("acme")]: "ROLE_USER" })
    ada = await server.signedIn("ada")
    admin = await server.signedIn("admin")
    id = readStringField((await ada.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
  })
  afterAll(() => server.stop())

  const expectError = (answer: ReceivedResponse, ...statuses: ReadonlyArray<number>): void => {
    expect(statuses).toContain(answer.status)
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(readStringField(answer.json(), "message")).not.toBe("")
    expect(answer.text).not.toMatch(/<html|at .+\.ts|node_modules|select |insert /i)
  }

  const calls = (): ReadonlyArray<readonly [string, string]> => [
    ["POST", "/api/login"],
    ["POST", "/api/account/totp/verify"],
    ["PUT", "/api/communities"],
    ["PUT", "/api/acme/chat-scripts"],
    ["PATCH", `/api/acme/chat-scripts/${id}`],
    ["POST", `/api/acme/chat-scripts/${id}/state`],
    ["POST", `/api/acme/chat-scripts/${id}/delete`],
  ]

  test.each(Object.entries(bodies))("rejects a malformed request body and changes nothing: %s", async (_, body) => {
    for (const [method, path] of calls()) expectError(await admin.send(method, path, body), 400, 403, 422)
    expect((await ada.send("GET", `/api/acme/chat-scripts/${id}`)).json()).toMatchObject({ name: "Intake", revision: 1, status: 1 })
  })

  test("returns 400 for malformed JSON and 422 with the fields for a wrong shape", async () => {
    expectError(await ada.send("PUT", "/api/acme/chat-scripts", "{"), 400)
    const wrong = await ada.send("PUT", "/api/acme/chat-scripts", { name: 7 })
    expectError(wrong, 422)
    expect(wrong.json()).toMatchObject({ violations: [{ field: "name" }] })
    const script = { name: "x", public_name: "x", language: "xx", instructions: [{ uuid: 1 }] }
    const deep = await ada.send("PATCH", `/api/acme/chat-scripts/${id}`, { script, markedForDelete: [] })
    expect(deep.json()).toMatchObject({
      violations: expect.arrayContaining([
        expect.objectContaining({ field: "script/language" }),
        expect.objectContaining({ field: "script/instructions/0/uuid" }),
      ]),
    })
  })

  test("returns 400 for a body that is not UTF-8 and ignores a byte order mark", async () => {
    const put = (body: Buffer) =>
      fetch(`${server.address}/api/acme/chat-scripts`, {
        method: "PUT",
        headers: { "content-type": "application/json", cookie: `session=${ada.cookies.get("session")}` },
        body: new Uint8Array(body),
      })
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      const answer = await put(Buffer.concat([Buffer.from('{"name":"a'), Buffer.from(bytes), Buffer.from('"}')]))
      expect([answer.status, await answer.json()]).toEqual([400, { message: "The body is not UTF-8." }])
    }
    const marked = await put(Buffer.from('\ufeff{"name":"Marked"}'))
    expect([marked.status, await marked.json()]).toMatchObject([200, { name: "Marked" }])
  })

  test("returns 413 for a body above the size limit", async () => {
    expectError(await ada.send("PUT", "/api/acme/chat-scripts", { name: "x".repeat(70_000) }), 413)
    expectError(await ada.send("PATCH", `/api/acme/chat-scripts/${id}`, JSON.stringify({ script: "x".repeat(33 * 1024 * 1024) })), 413)
  })

  /** Sends the head of a save with a large body and nothing of the body, and returns the start of the response. */
  const sendHead = async (cookie: string, bytes: number): Promise<string> => {
    const { hostname, port, host } = new URL(server.address)
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    socket.write(
      `PATCH /api/acme/chat-scripts/${id} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) => socket.once("data", (text) => resolve(String(text))))
    socket.destroy()
    return answer
  }

  test("refuses a caller without rights before the body is read", async () => {
    const bystander = await server.addUser("bystander").then(() => server.signedIn("bystander"))
    const cookies = { "no session": "", "no right": `session=${bystander.cookies.get("session")}` }
    for (const [cookie, status] of [
      [cookies["no session"], 401],
      [cookies["no right"], 404],
    ] as const)
      expect(await sendHead(cookie, maxLargeBytes)).toContain(`HTTP/1.1 ${status} `)
  })

  test("refuses a body whose declared length is above the limit before it is read", async () => {
    expect(await sendHead(`session=${ada.cookies.get("session")}`, maxLargeBytes + 1)).toContain("HTTP/1.1 413 ")
  })

  test("returns 413 for a body of an undeclared length as soon as it is above the limit", async () => {
    const headers = { cookie: `session=${ada.cookies.get("session")}`, "content-type": "application/json" }
    const request = httpRequest(new URL("/api/acme/chat-scripts", server.address), { method: "PUT", headers })
    request.on("error", () => undefined) // the server may close the connection
    // The body does not end.
    request.write(`{"name":"${"x".repeat(maxRequestBytes)}`)
    const [response]: ReadonlyArray<IncomingMessage> = await once(request, "response")
    request.destroy()
    expect(response?.statusCode).toBe(413)
  })

  test("returns 400 for more values than an anonymous caller or a user may send", async () => {
    const list = (count: number) => `[${"0,".repeat(count - 1)}0]`
    const answer = await server.visitor().send("POST", "/reset-password", `{"email":${list(maxRequestValues.anonymous + 1)}}`)
    expectError(answer, 400)
    expect(answer.json()).toEqual({ message: `The body holds more than ${maxRequestValues.anonymous} values.` })
    const large = await ada.send("PATCH", `/api/acme/chat-scripts/${id}`, `{"script":${list(maxRequestValues.signedIn + 1)}}`)
    expect(large.json()).toEqual({ message: `The body holds more than ${maxRequestValues.signedIn} values.` })
    // Within the number of values, one escape does not make the server walk all of them.
    expectError(await ada.send("PATCH", `/api/acme/chat-scripts/${id}`, `{"script":[${list(140_000)},"\\ud83d\\ude00"]}`), 422)
  })

  test.each([
    ["a pair", "\\ud83d\\ude00", 200],
    ["the first half of a pair", "\\ud83d", 422],
    ["the second half of a pair", "\\ude00", 422],
    ["a pair in the wrong order", "\\ude00\\ud83d", 422],
    ["a first half before another escape", "\\ud83d\\n", 422],
    ["an escaped backslash before the letters of half a pair", "\\\\ud83d", 200],
  ])("accepts texts with whole characters only: %s", async (_, text, status) => {
    expect((await ada.send("PUT", "/api/acme/chat-scripts", `{"name":"Intake ${text}"}`)).status).toBe(status)
  })

  test("returns 415 for other content types", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])
      expectError(await ada.send("PUT", "/api/acme/chat-scripts", '{"name":"x"}', { "content-type": type }), 415)
  })

  test("returns 400 for a body that nests deeper than any of the API, before it is decoded", async () => {
    expectError(await ada.send("PUT", "/api/acme/chat-scripts", `{"name":${nested(200)}}`), 422)
    const tooDeep = await ada.send("PUT", "/api/acme/chat-scripts", `{"name":${nested(201)}}`)
    expect([tooDeep.status, tooDeep.json()]).toEqual([400, { message: "The body nests deeper than 201 levels." }])
  })

  test("returns 415 for compressed bodies", async () => {
    for (const encoding of ["gzip", "deflate", "br", "zstd", "x-unknown", "identity, gzip"])
      expectError(await admin.send("POST", "/api/login", "{}", { "content-encoding": encoding }), 415)
    const form = { "content-type": "multipart/form-data; boundary=x", "content-encoding": "gzip" }
    expectError(await admin.send("POST", "/chat/api/files", "--x--", form), 415)
    expectError(await admin.send("POST", "/api/login", "{}", { "content-encoding": "identity" }), 422)
  })

  test("returns 422 for malformed query parameters", async () => {
    for (const statuses of ["x", "{}", "[9]", '["live"]', "[1", "%5B%5B1%5D%5D"])
      expectError(await ada.send("GET", `/api/acme/chat-scripts?statuses=${statuses}`), 422)
    expectError(await ada.send("GET", "/api/acme/chat-scripts?statuses=[1]&statuses=[2]"), 422)
    expect((await ada.send("GET", "/api/acme/chat-scripts?statuses=[]")).text).toBe("{}")
  })

  test("returns 414 for more query parameters than an address can need", async () => {
    const pathWith = (count: number) => `/api/openapi.json?${Array.from({ length: count }, (_, i) => `${i.toString(36)}=`).join("&")}`
    expectError(await server.visitor().send("GET", pathWith(maxQueryParameters + 1)), 414)
    expect((await server.visitor().send("GET", pathWith(maxQueryParameters))).status).toBe(200)
  })

  test("reports the bounds of an out-of-range number once", async () => {
    const violationsOf = async (query: string) => Object((await ada.send("GET", `/api/communities?${query}`)).json()).violations
    const limit = { field: "limit", message: "a number from 1 to 500 is expected here" }
    for (const value of ["-1", "0", "501", "1e20", "-1.5", "x"]) expect(await violationsOf(`limit=${value}`)).toEqual([limit])
    expect(await violationsOf("limit=1.5")).toEqual([{ field: "limit", message: "a whole number is expected here" }])
    expect(await violationsOf("limit=0&offset=-1")).toEqual([
      limit,
      { field: "offset", message: "a number from 0 to 2147483647 is expected here" },
    ])
  })

  test("returns 404 for unknown paths and methods", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/acme/nothing/here",
      "/api//chat-scripts",
      `/api/acme/chat-scripts/${id}/nothing`,
    ])
      expectError(await ada.send("GET", path, undefined, { accept: "text/html" }), 404)
    expectError(await ada.send("DELETE", `/api/acme/chat-scripts/${id}`), 404)
    expectError(await ada.send("POST", "/nothing", {}), 404)
  })

  test("returns the same 404 for impossible slugs and script ids as for unknown ones", async () => {
    const unknown = (await admin.send("GET", "/api/never/chat-scripts")).text
    for (const name of ["%00", "a%00b", "Acme", "a%2Fb", "x".repeat(64), "x".repeat(400)])
      for (const answer of [
        await admin.send("GET", `/api/${name}/chat-scripts`),
        await admin.send("GET", `/api/acme/chat-scripts/${name}`),
        await ada.send("GET", `/api/${name}/chat-scripts`),
      ]) {
        expectError(answer, 404)
        expect(answer.text).toBe(unknown)
      }
  })

  test("returns 400 for paths with invalid percent-encoding", async () => {
    expectError(await ada.send("GET", "/%zz"), 400)
    expectError(await ada.send("GET", "/api/acme/chat-scripts/%ff"), 400)
  })

  test("treats malformed cookies as not signed in", async () => {
    for (const value of ["x", "%00", "é".repeat(50), "x".repeat(4000), '"', "a=b"]) {
      const person = server.visitor()
      person.cookies.set("session", encodeURIComponent(value))
      person.cookies.set("visitor", encodeURIComponent(value))
      expectError(await person.send("GET", "/api/communities"), 401)
      expect((await person.send("GET", "/login")).status).toBe(200)
    }
  })

  test.each([
    ["bytes that are no HTTP", 400, "\u0000\u0001 nonsense"],
    ["a request that names no host", 400, "GET /healthz HTTP/1.1"],
    ["one that names two", 400, "GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y"],
    ["one that wants to be led on", 404, "CONNECT elsewhere:443 HTTP/1.1\r\nhost: x"],
    ["one that expects what nobody knows", 417, "GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a miracle"],
  ])("answers an unusable HTTP request with a JSON error and closes the connection: %s", async (_, status, bytes) => {
    const { hostname, port } = new URL(server.address)
    const answer = await new Promise<string>((done, fail) => {
      let received = ""
      const socket = connect(Number(port), hostname, () => socket.write(`${bytes}\r\n\r\n`))
      socket.setEncoding("utf8").on("data", (text: string) => {
        received += text
      })
      socket.on("close", () => done(received)).on("error", fail)
    })
    const [head = "", body = ""] = answer.split("\r\n\r\n")
    expect(head.startsWith(`HTTP/1.1 ${status} `)).toBe(true)
    for (const line of ["x-content-type-options: nosniff", "cache-control: no-store", "content-type: application/json; charset=utf-8"])
      expect(head.toLowerCase().split("\r\n")).toContain(line)
    expect(readStringField(JSON.parse(body), "message")).not.toBe("")
  })
})
