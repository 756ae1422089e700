// Long reads of signed-in users: each response is in memory until its reader has received it.
import { connect, type Socket } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { endpoints } from "../../adapters/server/endpoints.ts"
import { longReadLimits } from "../../domain/conversations/conversation-limits.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { startMain } from "../fixtures/main-process.ts"
import { readPeakMegabytes, resetPeakMemory } from "../fixtures/peak-memory.ts"
import { password, readStringField, startTestServer, type Visitor, visitor } from "../fixtures/server.ts"

let sockets: ReadonlyArray<Socket> = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

/** Sends a request and reads no more than the first part of its response; returns whether that has arrived, with a status of 200. */
const requestUnread = (address: string, who: Visitor, path: string) => {
  const { hostname, port } = new URL(address)
  let isBegun = false
  const socket = connect(Number(port), hostname)
  sockets = [...sockets, socket]
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
  socket
    .on("error", () => undefined)
    .once("data", (bytes: Buffer) => {
      isBegun = bytes.toString("latin1").startsWith("HTTP/1.1 200 ")
      socket.pause()
    })
  return { socket, isBegun: () => isBegun }
}

/** Adds a script of more characters than the buffers of a connection hold; returns its path. */
const addLongScript = async (who: Visitor, length: number): Promise<string> => {
  const path = `/api/acme/chat-scripts/${readStringField((await who.send("PUT", "/api/acme/chat-scripts", { name: "Long" })).json(), "uuid")}`
  const instructions = createInstructions({ type: "message", says: "x".repeat(length) })
  const script = { name: "Long", public_name: "Long", language: "nl", instructions }
  expect((await who.send("PATCH", path, { script, markedForDelete: [] })).status).toBe(200)
  return path
}

test("a user makes a few long reads at a time, and others are not delayed", async ({ onTestFinished }) => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const community = await server.addCommunity("acme")
  const [ada, bob] = await Promise.all(
    ["ada", "bob"].map(async (name) => {
      await server.addUser(name, { [community]: "ROLE_ADMIN" })
      return server.signedIn(name)
    }),
  )
  if (ada === undefined || bob === undefined) throw new Error("a user is missing")
  const path = await addLongScript(ada, 7_500_000)
  const reads = Array.from({ length: longReadLimits.atATime + 2 }, () => requestUnread(server.address, ada, path))
  const countBegun = () => reads.filter(({ isBegun }) => isBegun()).length
  await expect.poll(countBegun).toBe(longReadLimits.atATime)
  // A long read of another user takes as long as those that wait would.
  expect((await bob.send("GET", path)).status).toBe(200)
  expect(countBegun()).toBe(longReadLimits.atATime)
  expect((await ada.send("GET", "/api/current/user")).status).toBe(200)
  reads.find(({ isBegun }) => isBegun())?.socket.destroy()
  await expect.poll(countBegun).toBe(longReadLimits.atATime + 1)
})

test("the endpoints that read much of what is stored have the limit", () => {
  const limited = endpoints.filter(({ isLongRead }) => isLongRead === true).map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(limited.toSorted()).toEqual([
    "get /api/communities/{id}/members",
    "get /api/communities/{id}/people/{person}/package",
    "get /api/{community}/chat-scripts",
    "get /api/{community}/chat-scripts/{id}",
    "get /api/{community}/chat-scripts/{id}/deliveries",
    "get /api/{community}/chat-scripts/{id}/versions",
    "get /api/{community}/chat-scripts/{id}/versions/{revision}",
    "get /api/{community}/{id}/export",
    "get /api/{community}/{id}/export/meta",
    "get /api/{community}/{id}/export/revisions",
    "post /api/{community}/chat-scripts/{id}/preview/payload",
    "post /api/{community}/chat-scripts/{id}/test-delivery",
  ])
})

describe("a server with a small heap", { tags: ["long"] }, () => {
  test.each(["", "/versions/2"])("takes little memory for hundreds of unread scripts (%s), and cuts off their readers", async (part) => {
    const folder = preparedDataDir()
    const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, NODE_OPTIONS: "--max-old-space-size=512" })
    const admin = visitor(main.address)
    await admin.signIn("admin", password)
    await admin.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
    const path = await addLongScript(admin, 7_500_000)
    resetPeakMemory(main.pid)
    const before = readPeakMegabytes(main.pid) ?? 0
    const reads = Array.from({ length: 200 }, () => requestUnread(main.address, admin, path + part))
    // Those that wait get their response once the first readers have been cut off.
    await expect.poll(() => reads.filter(({ isBegun }) => isBegun()).length).toBeGreaterThan(longReadLimits.atATime)
    expect((readPeakMegabytes(main.pid) ?? 0) - before).toBeLessThan(200)
    for (const { socket } of reads) socket.destroy()
    expect((await admin.send("GET", path)).status).toBe(200)
    const { code, complaints } = await main.end("SIGTERM")
    expect([code, complaints]).toEqual([0, ""])
    removeDataDir(folder)
  })
})
