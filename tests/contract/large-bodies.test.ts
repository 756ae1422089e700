// Large bodies: a user sends one at a time, and no sequence of them ends the server.
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { createLargeBodies } from "../../adapters/server/http/large-bodies.ts"
import { anonymousBodyLimits, largeBodyLimits, maxEventBytes, maxOrdinaryBytes } from "../../domain/conversations/conversation-limits.ts"
import { minUploadRate } from "../../domain/conversations/upload-limits.ts"
import { maxMarkup } from "../../domain/script/script-normalization.ts"
import { largeBodies } from "../attack/large-bodies.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { startMain } from "../fixtures/main-process.ts"
import { password, readStringField, startTestServer, type TestServer, usualDatabases, type Visitor, visitor } from "../fixtures/server.ts"

test("a sender that stalls loses its connection, and its turn passes to the next one", async () => {
  const app = fastify()
  const limits = { receivedBytes: 2 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 1, stallMs: 200 }
  // By this clock no sender is below the minimum rate.
  const largeBodies = createLargeBodies(limits, { uptime: () => 0 })
  app.post("/", { onRequest: (request, reply) => largeBodies.admit(request, reply, { user: "ada", isStreamed: false }) }, async () => "ok")
  const address = await app.listen({ host: "127.0.0.1", port: 0 })
  const { hostname, port } = new URL(address)
  const send = (end: string) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    const head = `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${maxOrdinaryBytes + 1}`
    socket.on("error", () => undefined).write(`${head}\r\n\r\n${"x".repeat(maxOrdinaryBytes)}${end}`)
    return text(socket)
  }
  const stalled = send("")
  const whole = send("x")
  expect(await stalled).toBe("")
  expect(await whole).toMatch(/^HTTP\/1\.1 200 /)
  await app.close()
})

test.each(["before it was admitted", "in turn with others"])("a user is forgotten when the last request ends %s", async (moment) => {
  const app = fastify()
  const largeBodies = createLargeBodies({ receivedBytes: 4 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 4, stallMs: 30_000 })
  const replies: Array<FastifyReply["raw"]> = []
  const outcomes: Array<string> = []
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    replies.push(reply.raw)
    if (moment === "before it was admitted") await once(request.raw.socket.destroy(), "close")
    await largeBodies.admitWork(request, reply, "ada").then(
      () => outcomes.push("admitted"),
      () => outcomes.push("ended"),
    )
  }
  app.post("/", { onRequest }, async () => new Promise(() => undefined))
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const count = 3
  for (let i = 0; i < count; i++)
    connect(Number(port), hostname)
      .on("error", () => undefined)
      .write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n")
  await expect.poll(() => replies.length).toBe(count)
  // In the same step of the event loop, so that the first one passes its slot to one that has ended before it can take it.
  if (moment === "in turn with others") for (const reply of replies) reply.emit("close")
  await expect.poll(() => outcomes.length).toBe(count)
  await expect.poll(() => largeBodies.countUsers()).toBe(0)
  for (const reply of replies) reply.socket?.destroy()
  await app.close()
})

test("a sender below the minimum rate loses its connection, and one above it does not", async () => {
  const length = 16 * maxOrdinaryBytes
  let now = 0
  let checkCount = 0
  const uptime = () => {
    checkCount++
    return now
  }
  const limits = { receivedBytes: 4 * length, atATime: 1, waitingPerUser: 1, stallMs: 300_000 }
  const largeBodies = createLargeBodies(limits, { uptime, checkIntervalMs: 5 })
  const admitted = new Map<string, FastifyRequest["raw"]["socket"]>()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = String(request.headers["x-user"])
    await largeBodies.admit(request, reply, { user, isStreamed: false })
    admitted.set(user, request.raw.socket)
  }
  const app = fastify()
  app.post("/", { onRequest, bodyLimit: length }, async () => "ok")
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const open = (user: string) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    const head = [
      "POST / HTTP/1.1",
      "host: x",
      `x-user: ${user}`,
      "connection: close",
      "content-type: text/plain",
      `content-length: ${length}`,
    ]
    socket.on("error", () => undefined).write(`${head.join("\r\n")}\r\n\r\n`)
    return { socket, response: text(socket) }
  }
  const [slow, steady, early] = [open("slow"), open("steady"), open("early")]
  await expect.poll(() => admitted.size).toBe(3)
  const enough = (minUploadRate.bytesPerSecond * minUploadRate.periodMs) / 1000
  const sendAll = async (user: string, { socket }: ReturnType<typeof open>, bytes: number) => {
    const before = admitted.get(user)?.bytesRead ?? 0
    socket.write("x".repeat(bytes))
    await expect.poll(() => admitted.get(user)?.bytesRead).toBeGreaterThanOrEqual(before + bytes)
  }
  await sendAll("slow", slow, enough / 2)
  await sendAll("steady", steady, enough + 1)
  await sendAll("early", early, 3 * enough)
  now += minUploadRate.periodMs
  expect(await slow.response).toBe("")
  // The others have been checked too: a new period begins, to which earlier bytes do not count.
  const checkedCount = checkCount
  await expect.poll(() => checkCount).toBeGreaterThan(checkedCount + 10)
  await sendAll("steady", steady, enough + 1)
  now += minUploadRate.periodMs
  expect(await early.response).toBe("")
  steady.socket.write("x".repeat(length - 2 * (enough + 1)))
  expect(await steady.response).toMatch(/^HTTP\/1\.1 200 /)
  await app.close()
})

test("a request that was admitted for its body does not wait again for its work", { tags: ["long"] }, async () => {
  const largeBodies = createLargeBodies({ receivedBytes: 2 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 1, stallMs: 300_000 })
  const app = fastify()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await largeBodies.admit(request, reply, { user: "ada", isStreamed: false })
    await largeBodies.admitWork(request, reply, "ada")
  }
  app.post("/", { onRequest }, async () => "ok")
  const response = await fetch(await app.listen({ host: "127.0.0.1", port: 0 }), { method: "POST", body: "x".repeat(maxOrdinaryBytes + 1) })
  expect([response.status, await response.text()]).toEqual([200, "ok"])
  await app.close()
})

test("a sender whose body is complete is no longer watched, however long the server works", { tags: ["long"] }, async () => {
  const [stallMs, checkIntervalMs] = [50, 5]
  let checkCount = 0
  const uptime = () => {
    checkCount++
    return 0
  }
  const limits = { receivedBytes: 2 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 1, stallMs }
  const largeBodies = createLargeBodies(limits, { uptime, checkIntervalMs })
  const app = fastify()
  const onRequest = (request: FastifyRequest, reply: FastifyReply) => largeBodies.admit(request, reply, { user: "ada", isStreamed: false })
  app.post("/", { onRequest }, async () => {
    const before = checkCount
    await setTimeout(4 * stallMs)
    return `${checkCount - before} checks`
  })
  const response = await fetch(await app.listen({ host: "127.0.0.1", port: 0 }), { method: "POST", body: "x".repeat(maxOrdinaryBytes + 1) })
  expect([response.status, await response.text()]).toEqual([200, "0 checks"])
  await app.close()
})

test("a body of an undeclared length counts as a large one", async () => {
  const app = fastify()
  const largeBodies = createLargeBodies({ receivedBytes: 4 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 1, stallMs: 300_000 })
  let admitted = 0
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await largeBodies.admit(request, reply, { user: "ada", isStreamed: false })
    admitted++
  }
  app.post("/", { onRequest, bodyLimit: 2 * maxOrdinaryBytes }, async () => "ok")
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const send = (lengthHeader: string, body: string) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    const head = `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\n${lengthHeader}`
    socket.on("error", () => undefined).write(`${head}\r\n\r\n${body}`)
    return socket
  }
  const endless = send("transfer-encoding: chunked", "")
  await expect.poll(() => admitted).toBe(1)
  const others = [1, 2].map(() => text(send(`content-length: ${maxOrdinaryBytes + 1}`, "x".repeat(maxOrdinaryBytes + 1))))
  // One of them waits for the first one, and the other one may not wait too.
  expect(await Promise.race(others)).toMatch(/^HTTP\/1\.1 429 /)
  endless.destroy()
  expect((await Promise.all(others)).map((response) => response.slice(9, 12)).toSorted()).toEqual(["200", "429"])
  await app.close()
})

test("a sender that disconnects while it waits gives up its place at once, and is not watched", async () => {
  let watchedCount = 0
  const uptime = () => {
    watchedCount++
    return 0
  }
  const limits = { receivedBytes: 2 * maxOrdinaryBytes, atATime: 1, waitingPerUser: 1, stallMs: 300_000 }
  // The time is read when a watch begins and at each check, and no check comes during this test.
  const largeBodies = createLargeBodies(limits, { uptime, checkIntervalMs: 1_000_000 })
  const seen: Array<FastifyRequest["raw"]> = []
  const ended: Array<string> = []
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    seen.push(request.raw)
    await largeBodies.admit(request, reply, { user: "ada", isStreamed: false }).finally(() => ended.push(request.id))
  }
  const app = fastify()
  app.post("/", { onRequest, bodyLimit: 2 * maxOrdinaryBytes }, async () => "ok")
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const open = () => {
    const socket = connect(Number(port), hostname)
    const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${maxOrdinaryBytes + 1}`
    socket.on("error", () => undefined).write(`${head}\r\n\r\n`)
    return socket
  }
  const first = open()
  await expect.poll(() => ended.length).toBe(1)
  const second = open()
  await expect.poll(() => seen.length).toBe(2)
  second.destroy()
  await expect.poll(() => ended.length).toBe(2)
  first.destroy()
  await expect.poll(() => seen[0]?.destroyed).toBe(true)
  expect(watchedCount).toBe(1)
  await app.close()
})

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let bob: Visitor
  let path = ""
  const sockets: Array<Socket> = []
  let clockReads = 0
  const large = JSON.stringify({ script: "x".repeat(maxOrdinaryBytes) })
  beforeAll(async () => {
    const uptime = () => {
      clockReads++
      return performance.now()
    }
    server = await startTestServer({ ...(await settings()), uptime })
    const community = await server.addCommunity("acme")
    for (const name of ["ada", "bob"]) await server.addUser(name, { [community]: "ROLE_USER" })
    ada = await server.signedIn("ada")
    bob = await server.signedIn("bob")
    path = `/api/acme/chat-scripts/${readStringField((await ada.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")}`
  })
  // Starts the thread, so that no test waits for that while it holds a connection open.
  beforeAll(() => ada.send("PATCH", path, large))
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  })

  /** Sends the head of a request with a large body, and waits until the server has admitted it, of which it takes the time. */
  const begin = async (who: Visitor): Promise<{ readonly socket: Socket; readonly status: Promise<string> }> => {
    const { hostname, port, host } = new URL(server.address)
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    sockets.push(socket)
    socket.on("error", () => undefined) // the server may close the connection
    // Read as it arrives: a connection that the server closes loses what was not read.
    const status = new Promise<string>((resolve) => socket.once("data", (text) => resolve(String(text).slice(9, 12))))
    const cookie = `session=${who.cookies.get("session")}`
    const head = [
      `PATCH ${path} HTTP/1.1`,
      `host: ${host}`,
      `cookie: ${cookie}`,
      "content-type: application/json",
      `content-length: ${large.length}`,
    ]
    const readsBefore = clockReads
    socket.write(`${head.join("\r\n")}\r\n\r\n`)
    await expect.poll(() => clockReads).toBeGreaterThan(readsBefore)
    return { socket, status }
  }

  test("a second one of a user waits until the first has been answered, and those of others do not", async () => {
    const { socket: first, status } = await begin(ada)
    const answered: Array<string> = []
    const second = ada.send("PATCH", path, large).then(({ status }) => answered.push(`second ${status}`))
    expect((await bob.send("PATCH", path, large)).status).toBe(422)
    expect((await ada.send("PATCH", path, { name: "Small" })).status).toBe(200)
    expect(answered).toEqual([])
    first.write(large)
    await status.then((code) => answered.push(`first ${code}`))
    await second
    // The answers come on two connections, whose order this process cannot tell.
    expect(answered.toSorted()).toEqual(["first 422", "second 422"])
  })

  test("a request that works on a large script waits for a large body of the same user", async () => {
    const instructions = createInstructions({ type: "message", says: "x".repeat(maxOrdinaryBytes) })
    const script = { name: "Long", public_name: "Long", language: "nl", instructions }
    expect((await ada.send("PATCH", path, { script, markedForDelete: [] })).status).toBe(200)
    const { socket: first, status } = await begin(ada)
    const answered: Array<string> = []
    const copied = ada.send("POST", `${path}/copy`).then(({ status }) => answered.push(`copy ${status}`))
    const renamed = ada.send("PATCH", path, { name: "Small" }).then(({ status }) => answered.push(`rename ${status}`))
    expect((await bob.send("POST", `${path}/copy`)).status).toBe(200)
    expect((await ada.send("GET", path)).status).toBe(200)
    expect(answered).toEqual([])
    first.write(large)
    expect(await status).toBe("422")
    await Promise.all([copied, renamed])
    expect(answered.toSorted()).toEqual(["copy 200", "rename 200"])
    expect((await ada.send("PATCH", path, { script: { ...script, instructions: [] }, markedForDelete: [] })).status).toBe(200)
  })

  test("a connection that ends gives the turn to the next one", async () => {
    const { socket: first } = await begin(ada)
    const second = ada.send("PATCH", path, large)
    await bob.send("GET", path)
    first.destroy()
    expect((await second).status).toBe(422)
  })

  test("returns 429 when too many of a user's are waiting", async () => {
    const first = await begin(ada)
    const others = await Promise.all(Array.from({ length: largeBodyLimits.waitingPerUser + 4 }, () => begin(ada)))
    expect(await Promise.race(others.map(({ status }) => status))).toBe("429")
    for (const { socket } of [first, ...others]) socket.destroy()
    // The server learns later than this process that the connections have ended.
    await expect.poll(async () => (await ada.send("PATCH", path, large)).status).toBe(422)
  })

  test("returns 413 for more markup than the server sanitizes", async () => {
    const save = (...contents: ReadonlyArray<string>) => {
      const instructions = createInstructions(...contents.map((says) => ({ type: "message" as const, says })))
      return ada.send("PATCH", path, {
        script: { name: "Markup", public_name: "Markup", language: "nl", instructions },
        markedForDelete: [],
      })
    }
    const most = "&".repeat(maxMarkup.message - 2)
    expect((await save(most)).status).toBe(200)
    expect((await save(`${most}<`)).status).toBe(413)
    for (const mark of [">", "\u00a0", "{{a}}"]) {
      expect((await save(mark.repeat(maxMarkup.message - 2))).status).toBe(200)
      expect((await save(mark.repeat(maxMarkup.message + 1))).status).toBe(413)
    }
    expect((await save(...Array.from({ length: maxMarkup.script / maxMarkup.message }, () => most))).status).toBe(200)
    expect((await save(...Array.from({ length: maxMarkup.script / maxMarkup.message + 1 }, () => most))).status).toBe(413)
  })
})

/** Sends bodies to a server with a heap of 512 MB, from several users at the same time, and expects it to answer and to go on. */
const expectServerToSurvive = async (bodies: ReadonlyArray<readonly [name: string, build: () => string]>) => {
  const folder = preparedDataDir()
  const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, NODE_OPTIONS: "--max-old-space-size=512" })
  const admin = visitor(main.address)
  await admin.signIn("admin", password)
  await admin.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
  const people = await Promise.all(
    ["ada", "bob", "cleo"].map(async (username) => {
      const added = await admin.send("PUT", "/api/users", { username, email: `${username}@example.org`, password })
      await admin.send("PATCH", `/api/users/${readStringField(added.json(), "uuid")}`, { roles: ["ROLE_ADMIN"] })
      const person = visitor(main.address)
      await person.signIn(username, password)
      const script = await person.send("PUT", "/api/acme/chat-scripts", { name: `Script of ${username}` })
      return { person, path: `/api/acme/chat-scripts/${readStringField(script.json(), "uuid")}` }
    }),
  )
  for (const [name, build] of bodies) {
    const body = build()
    const statuses = await Promise.all(
      people.flatMap(({ person, path }) => [1, 2].map(async () => (await person.send("PATCH", path, body)).status)),
    )
    expect([name, statuses.filter((status) => status >= 500)]).toEqual([name, []])
    expect((await admin.send("GET", "/healthz")).status).toBe(200)
  }
  const { code, complaints } = await main.end("SIGTERM")
  expect([code, complaints]).toEqual([0, ""])
  removeDataDir(folder)
}

describe("of respondents", () => {
  let server: TestServer
  const sockets: Array<Socket> = []
  beforeAll(async () => {
    server = await startTestServer({ PROXIES: "1" })
  })
  afterAll(() => server.stop())
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  const large = JSON.stringify({ pass: "x".repeat(maxEventBytes - 20) })
  const answer = (from: string, body: string) => server.visitor().send("POST", "/chat/api/answer", body, { "x-forwarded-for": from })
  /** Sends the head of an answer, and nothing of its body. */
  const begin = async (from: string): Promise<Socket> => {
    const { hostname, port } = new URL(server.address)
    const socket = connect(Number(port), hostname).setEncoding("utf8")
    sockets.push(socket.on("error", () => undefined))
    const head = `POST /chat/api/answer HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json`
    await new Promise((done) => socket.write(`${head}\r\ncontent-length: ${large.length}\r\n\r\n`, done))
    return socket
  }

  test("are few at a time for each network, and small ones and those of others do not wait", async () => {
    const stalled = await Promise.all(Array.from({ length: anonymousBodyLimits.atATime }, (_, i) => begin(`2001:db8::${i + 1}`)))
    await answer("2001:db8::1", "{}")
    const another = answer("2001:db8::ff", large)
    expect([(await answer("2001:db8:0:1::1", large)).status, (await answer("2001:db8::ff", "{}")).status]).toEqual([422, 422])
    expect(await Promise.race([another, setTimeout(0, "it waits")])).toBe("it waits")
    stalled[0]?.destroy()
    expect((await another).status).toBe(422)
  })

  test("have so many bytes at a time in all", async () => {
    const count = Math.floor(anonymousBodyLimits.receivedBytes / large.length)
    const stalled = await Promise.all(Array.from({ length: count }, (_, i) => begin(`192.0.2.${i + 1}`)))
    /** Sends large ones until one waits, because the stalled ones may not have been admitted yet. */
    const sendUntilOneWaits = async (): Promise<{ readonly another: ReturnType<typeof answer> }> => {
      const another = answer("198.51.100.1", large)
      return (await Promise.race([another, setTimeout(500)])) === undefined ? { another } : sendUntilOneWaits()
    }
    const { another } = await sendUntilOneWaits()
    stalled[0]?.destroy()
    expect((await another).status).toBe(422)
  })
})

test("no request with a large body ends a server with a heap of 512 MB", { tags: ["long"] }, async () => {
  await expectServerToSurvive(Object.entries(largeBodies))
})
