// Reads of thousands of conversations: they hold the event loop of a server no longer than other requests.
import { afterAll, beforeAll, expect, test } from "vitest"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createLoopProbe, type LoopProbe } from "../fixtures/loop-probe.ts"
import { type MainProcess, startMain } from "../fixtures/main-process.ts"
import { password, readStringField, type Visitor, visitor } from "../fixtures/server.ts"

/** The CPU time of the longest turn of the event loop, in units of the probe: as in large-requests.test.ts. */
const maxUnits = 150

const folder = preparedDataDir()
let probe: LoopProbe
let main: MainProcess
let admin: Visitor
let community = ""
let script = ""
beforeAll(async () => {
  probe = createLoopProbe()
  main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, ...probe.environment() })
  admin = visitor(main.address)
  await admin.signIn("admin", password)
  community = readStringField((await admin.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })).json(), "uuid")
  script = readStringField((await admin.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
})
afterAll(async () => {
  await main.end("SIGTERM")
  probe.remove()
  removeDataDir(folder)
})

const createLinks = async (externalId: (i: number) => string, metadata: (i: number) => Readonly<Record<string, string>>, count: number) => {
  const people = Array.from({ length: count }, (_, i) => ({
    profile: { external_id: externalId(i) },
    conversation: { metadata: metadata(i) },
  }))
  expect((await admin.send("POST", `/api/acme/chat-scripts/${script}/get-unique-links`, people)).status).toBe(200)
}

/** Reads a path; returns the longest turn meanwhile, in units. */
const measure = async (path: string): Promise<number> => {
  const start = new Date()
  const answer = await admin.raw(path)
  await answer.arrayBuffer()
  expect(answer.status).toBe(200)
  return probe.readLongestTurn(start) / probe.readUnit()
}

test("the keys of metadata that differ in every conversation do not hold the event loop", { tags: ["long"] }, async () => {
  const different = (i: number) => Object.fromEntries(Array.from({ length: 250 }, (_, k) => [`key ${i} ${k}`, "value"]))
  for (let round = 0; round < 2; round++)
    await createLinks(
      (i) => `${round} ${i}`,
      (i) => different(1000 * round + i),
      1000,
    )
  expect(await measure(`/api/acme/${script}/export/meta`)).toBeLessThan(maxUnits)
})

test("the package of a person with thousands of conversations does not hold the event loop", { tags: ["long"] }, async () => {
  await createLinks(
    () => "same",
    () => ({ note: "x".repeat(1400) }),
    5000,
  )
  const found = await admin.send("POST", `/api/communities/${community}/people/find`, { text: "same" })
  const person = readStringField(Object(found.json()).items[0], "uuid")
  expect(await measure(`/api/communities/${community}/people/${person}/package`)).toBeLessThan(maxUnits)
})
