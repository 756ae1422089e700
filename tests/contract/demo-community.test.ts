// The demo community that DEMO=1 creates on the first start.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { blocksGoingLive } from "../../domain/check/blocking-rules.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { ListedScript } from "../../domain/script/script.ts"
import { Status } from "../../domain/script/status.ts"
import { startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const folder = join(import.meta.dirname, "../../adapters/server/demo")
const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
const community = "demo"

let server: TestServer
let admin: Visitor
let scripts: ReadonlyArray<ListedScript>
beforeAll(async () => {
  server = await startTestServer({ DEMO: 1 })
  admin = await server.signedIn("admin")
  scripts = await createScriptsApi(admin.api()).list({ community, statuses: Status.literals })
})
afterAll(() => server.stop())

test("has a script for every file and at least one in every status", () => {
  expect(scripts).toHaveLength(files.length)
  expect(files.length).toBeGreaterThanOrEqual(5)
  expect(new Set(scripts.map(({ status }) => status))).toEqual(new Set(Status.literals))
})

test("gives each script the dates that match its status", () => {
  for (const { status, liveDate, closedDate } of scripts) {
    expect(liveDate !== null).toBe(status !== "preparation")
    expect(closedDate !== null).toBe(status === "closed" || status === "deleted")
    if (liveDate !== null && closedDate !== null) expect(liveDate < closedDate).toBe(true)
  }
})

test("has each script as in its file and without errors", async () => {
  const payloads = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).payload)
  for (const { uuid, name } of scripts) {
    const script = await createScriptsApi(admin.api()).read({ community, uuid })
    const { instructions } = payloads.find((payload) => payload.name === name)
    expect(JSON.stringify(script.instructions)).toBe(JSON.stringify(instructions))
    expect(scriptFindings(script).some(blocksGoingLive)).toBe(false)
  }
})
