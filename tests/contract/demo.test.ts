// The community of a first start: real scripts, in every status (contract "Settings", DEMO).
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { scriptsApi } from "../../adapters/api/scripts-api.ts"
import { hasErrors, scriptFindings } from "../../domain/check/script-rules.ts"
import type { ListedScript } from "../../domain/script/script.ts"
import { Status } from "../../domain/script/status.ts"
import { startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const folder = join(import.meta.dirname, "../../adapters/server/demo")
const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
const community = "demo"

let server: TestServer
let admin: Visitor
let list: ReadonlyArray<ListedScript>
beforeAll(async () => {
  server = await startTestServer({ DEMO: 1 })
  admin = await server.signedIn("admin")
  list = await scriptsApi(admin.api()).list({ community, statuses: Status.literals })
})
afterAll(() => server.stop())

test("every file is a script, and every status has one", () => {
  expect(list).toHaveLength(files.length)
  expect(files.length).toBeGreaterThanOrEqual(5)
  expect(new Set(list.map(({ status }) => status))).toEqual(new Set(Status.literals))
})

test("their dates fit their status", () => {
  for (const { status, liveDate, closedDate } of list) {
    expect(liveDate !== null).toBe(status !== "preparation")
    expect(closedDate !== null).toBe(status === "closed" || status === "deleted")
    if (liveDate !== null && closedDate !== null) expect(liveDate < closedDate).toBe(true)
  }
})

test("each reads as its file says, and could go live", async () => {
  const payloads = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).payload)
  for (const { uuid, name } of list) {
    const script = await scriptsApi(admin.api()).read({ community, uuid })
    const { instructions } = payloads.find((payload) => payload.name === name)
    expect(JSON.stringify(script.instructions)).toBe(JSON.stringify(instructions))
    expect(hasErrors(scriptFindings(script))).toBe(false)
  }
})
