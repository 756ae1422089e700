// Requests with large bodies are handled on a thread: they get the responses that the main thread gives, and neither hold its event loop nor take
// its memory.
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createLargeRequestThread, maxWaitingSvgs } from "../../adapters/server/http/large-request-thread.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { maxOrdinaryBytes } from "../../domain/conversations/conversation-limits.ts"
import { largeBodies } from "../attack/large-bodies.ts"
import { longScriptInstruction } from "../bench/long-script.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { createLoopProbe } from "../fixtures/loop-probe.ts"
import { startMain } from "../fixtures/main-process.ts"
import { readPeakMegabytes, resetPeakMemory, waitUntilMemorySettles } from "../fixtures/peak-memory.ts"
import {
  databases,
  password,
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
  visitor,
} from "../fixtures/server.ts"

/** A field that makes a body large, and that every endpoint ignores. */
const padding = "x".repeat(maxOrdinaryBytes)

const addScript = async (who: Visitor): Promise<string> =>
  readStringField((await who.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  const at = new Date("2026-03-01T12:00:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => at })
    await server.addUser("ada", { [await server.addCommunity("acme")]: "ROLE_ADMIN" })
    ada = await server.signedIn("ada")
  })
  afterAll(() => server.stop())

  test("a large request gets the response of a small one", async () => {
    const path = `/api/acme/chat-scripts/${await addScript(ada)}`
    const script = {
      name: "Intake",
      public_name: "Intake",
      language: "nl",
      instructions: createInstructions({ type: "message", says: "Hi" }),
    }
    const save = { script, markedForDelete: [] }
    const requests: ReadonlyArray<readonly [path: string, body: object]> = [
      [path, save],
      [path, { ...save, revision: 1 }],
      [path, { ...save, script: { ...script, instructions: [{}] } }],
      [path, { ...save, script: { ...script, name: " " } }],
      [path, { ...save, script: { ...script, name: "\ud83d" } }],
      [path, { ...save, script: { ...script, name: "\0" } }],
      [`/api/acme/chat-scripts/${randomUUID()}`, save],
      [`/api/other/chat-scripts/${randomUUID()}`, save],
    ]
    const ask = async (path: string, body: object) => {
      const { status, headers, text } = await ada.send("PATCH", path, JSON.stringify(body), { origin: server.address })
      const { revision: _revision, ...rest } = JSON.parse(text)
      return [status, rest, ["content-type", "cache-control", "x-refused-by"].map((name) => headers.get(name))]
    }
    for (const [path, body] of requests) expect(await ask(path, { ...body, padding })).toEqual(await ask(path, body))
    expect((await ada.send("PATCH", path, `${padding}{`)).status).toBe(400)
    expect((await ada.send("PATCH", path, { ...save, padding }, { origin: "https://elsewhere.example" })).status).toBe(403)
    expect((await server.visitor().send("PATCH", path, { ...save, padding })).status).toBe(401)
  })

  test("a large request is handled at the server's time, and a repeated one gets the first response", async () => {
    const script = await addScript(ada)
    const people = Array.from({ length: 100 }, (_, i) => ({
      profile: { external_id: `person ${i}` },
      conversation: { metadata: { note: "x".repeat(700) } },
    }))
    const create = () => ada.send("POST", `/api/acme/chat-scripts/${script}/get-unique-links`, people, { "idempotency-key": "people" })
    const first = await create()
    expect([first.status, Object(first.json()).process?.length, first.text.slice(0, 300)]).toEqual([200, people.length, expect.anything()])
    expect((await create()).text).toBe(first.text)
    const rows = await server.database.db.selectFrom("conversations").select("made_at").where("script_id", "=", script).execute()
    expect(rows.length).toBe(people.length)
    for (const { made_at } of rows) expect(made_at).toEqual(at)
  })
})

describe.each(usualDatabases)("a server on $name", ({ settings }) => {
  test("returns 503 for a body that takes too long, and goes on", async () => {
    const server = await startTestServer({ ...(await settings()), largeRequestLimits: { heapMegabytes: 400, responseMs: 1 } })
    await server.addUser("ada", { [await server.addCommunity("acme")]: "ROLE_ADMIN" })
    const ada = await server.signedIn("ada")
    const path = `/api/acme/chat-scripts/${await addScript(ada)}`
    expect((await ada.send("PATCH", path, { name: "Renamed", padding })).status).toBe(503)
    expect((await ada.send("PATCH", path, { name: "Renamed" })).status).toBe(200)
    await server.stop()
  })
})

test("SVGs are refused while too many tasks wait for the thread, and the others get their turn", { tags: ["long"] }, async () => {
  const server = await startTestServer()
  const thread = createLargeRequestThread({
    settings: readSettings({ PORT: "0", DATA_DIR: server.dataDir }),
    database: server.database,
    publicUrl: () => server.address,
    wakeJobs: () => undefined,
    now: () => new Date(),
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"></svg>`
  // The first one is on the thread, and does not wait.
  const admitted = Array.from({ length: maxWaitingSvgs + 1 }, () => thread.sanitizeSvg(Buffer.from(svg)))
  await expect(thread.sanitizeSvg(Buffer.from(svg))).rejects.toMatchObject({ status: 503 })
  expect((await Promise.all(admitted)).map((content) => content?.includes("<svg"))).toEqual(admitted.map(() => true))
  expect(await thread.sanitizeSvg(Buffer.from("no SVG"))).toBeNull()
  await thread.close()
  await server.stop()
})

/**
 * The CPU time of the longest turn of the event loop, in units of the probe. Opening a chat with a message of 8 MB takes 43 to 63 units, and up to
 * 105 beside a load of 8, where other processes evict the caches.
 */
const maxUnits = 150
/** The memory that one request may take, in megabytes; the most that was measured is 170. */
const maxGrowth = 200

const longScript = () =>
  JSON.stringify({
    script: {
      name: "Long",
      public_name: "Long",
      language: "nl",
      instructions: Array.from({ length: 10_000 }, (_, i) => longScriptInstruction(i)),
    },
    markedForDelete: [],
  })

/** A request by an administrator; `path` is that of a script, and the last script that is saved is the largest. */
type Step = (admin: Visitor, path: string) => Promise<ReceivedResponse>

const save =
  (build: () => string): Step =>
  (admin, path) =>
    admin.send("PATCH", path, build())

const uploadLargeSvg: Step = async (admin) => {
  const [{ uuid }] = Object((await admin.send("GET", "/api/communities")).json()).items
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${"<g/>".repeat(150_000)}</svg>`
  const part = `--x\r\ncontent-disposition: form-data; name="message/image"; filename="a.svg"\r\ncontent-type: image/svg+xml\r\n\r\n${svg}\r\n--x--\r\n`
  return admin.send("POST", `/api/communities/${uuid}/uploads`, part, { "content-type": "multipart/form-data; boundary=x" })
}

const openChat: Step = (admin, path) =>
  admin.send("POST", "/chat/api/open", { pass: "p".repeat(32), anonymous: { community: "acme", script: path.split("/").at(-1) } })

/** The steps to a chat with a message of 8 MB; each is one request, whose growth is measured apart from that of the others. */
const listLongMessageSteps = (): ReadonlyArray<readonly [name: string, step: Step]> => {
  let path = ""
  return [
    [
      "adding a chat for a message of 8 MB",
      async (admin) => {
        path = `/api/acme/chat-scripts/${await addScript(admin)}`
        return admin.send("GET", path)
      },
    ],
    ["saving the message", (admin) => save(largeBodies["a text of one wide character"])(admin, path)],
    ["making its chat live", (admin) => admin.send("POST", `${path}/state`, { state: 2 })],
    [
      "opening its chat",
      async (admin) => {
        const opened = await openChat(admin, path)
        expect(opened.text.length).toBeGreaterThan(8_000_000)
        return opened
      },
    ],
  ]
}

/** A step that a server refuses is handled quickly for the wrong reason. */
const mustSucceed =
  (step: Step): Step =>
  async (admin, path) => {
    const response = await step(admin, path)
    expect(response.status).toBeLessThan(300)
    return response
  }

const expectLittleOfMainThread = async (steps: ReadonlyArray<readonly [name: string, step: Step]>) => {
  const folder = preparedDataDir()
  const probe = createLoopProbe()
  const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, ...probe.environment("--max-old-space-size=512") })
  const admin = visitor(main.address)
  await admin.signIn("admin", password)
  await admin.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
  const path = `/api/acme/chat-scripts/${await addScript(admin)}`
  // Starts the thread.
  await admin.send("PATCH", path, { script: {}, markedForDelete: [], padding })
  await waitUntilMemorySettles(main.pid)
  for (const [name, step] of steps) {
    const start = new Date()
    resetPeakMemory(main.pid)
    const before = readPeakMegabytes(main.pid) ?? 0
    const { status } = await step(admin, path)
    const growth = (readPeakMegabytes(main.pid) ?? 0) - before
    const units = probe.readLongestTurn(start) / probe.readUnit()
    const excess = [
      ...(status < 500 ? [] : [`${name}: status ${status}`]),
      ...(units < maxUnits ? [] : [`${name}: the longest turn of the event loop took ${Math.round(units)} units`]),
      ...(growth < maxGrowth ? [] : [`${name}: the memory grew by ${Math.round(growth)} MB`]),
    ]
    expect(excess).toEqual([])
  }
  const { code, complaints } = await main.end("SIGTERM")
  expect([code, complaints]).toEqual([0, ""])
  probe.remove()
  removeDataDir(folder)
}

test("a typical hostile body and a script of 10,000 instructions hold the event loop and the memory of a server little", async () => {
  await expectLittleOfMainThread([
    ["instructions of a wrong shape", save(largeBodies["instructions of a wrong shape"])],
    ["a script of 10,000 instructions", mustSucceed(save(longScript))],
    ["making it live", mustSucceed((admin, path) => admin.send("POST", `${path}/state`, { state: 2 }))],
    ["opening its chat", mustSucceed(openChat)],
  ])
})

test("the largest scripts hold the event loop and the memory of a server little", { tags: ["long"] }, async () => {
  const steps: ReadonlyArray<readonly [name: string, step: Step]> = [
    ["a script of 10,000 instructions", save(longScript)],
    ["reading it", (admin, path) => admin.send("GET", path)],
    ["reading a revision", (admin, path) => admin.send("GET", `${path}/versions/2`)],
    ["an SVG of 150,000 elements", uploadLargeSvg],
    ["renaming it", (admin, path) => admin.send("PATCH", path, { name: "Renamed" })],
    // The revision before the renaming: the script of 10,000 instructions.
    ["restoring a revision", (admin, path) => admin.send("POST", `${path}/versions/2/restore`)],
    ["copying it", (admin, path) => admin.send("POST", `${path}/copy`)],
    ["making it live", (admin, path) => admin.send("POST", `${path}/state`, { state: 2 })],
    ["opening its chat", openChat],
    ...listLongMessageSteps(),
  ]
  await expectLittleOfMainThread(steps.map(([name, step]) => [name, mustSucceed(step)]))
})

test("no hostile body holds the event loop and the memory of a server", { tags: ["long"] }, async () => {
  await expectLittleOfMainThread(Object.entries(largeBodies).map(([name, build]) => [name, save(build)]))
})
