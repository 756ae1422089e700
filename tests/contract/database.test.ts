// The database under faults: an engine that hangs, a server that is gone for a while, several processes at once (reliability.md).
import pg from "pg"
import { afterAll, describe, expect, test } from "vitest"
import { startEmbedded } from "../../adapters/server/database/embedded.ts"
import { startServer } from "../../adapters/server/server.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { startPostgres } from "../fixtures/postgres.ts"
import { newDataDir, removeDataDir } from "../fixtures/program.ts"
import { field, password, startTestServer, visitor } from "../fixtures/server.ts"

test("an embedded engine that does not answer is ended and started anew, and has what it acknowledged", async () => {
  const folder = newDataDir()
  const problems: Array<string> = []
  const engine = await startEmbedded(folder, (problem) => problems.push(problem), 1_500)
  const pool = new pg.Pool({ max: 1, user: "postgres", database: "postgres", stream: engine.socket })
  pool.on("error", () => undefined) // an idle connection may be the one that breaks
  await pool.query("create table kept (n int)")
  await pool.query("insert into kept values (1)")
  await expect(pool.query("select count(*) from generate_series(1, 100000000000)")).rejects.toThrow("Connection terminated")
  expect(problems).toEqual(["the embedded database does not answer; starting it again"])
  expect((await pool.query("select n from kept")).rows).toEqual([{ n: 1 }])
  await pool.end()
  await engine.stop()
  removeDataDir(folder)
})

test("a connection that ends within a change leaves nothing of it, and the next one has a clean session", async () => {
  const folder = newDataDir()
  const engine = await startEmbedded(folder, () => undefined)
  const pool = new pg.Pool({ max: 1, user: "postgres", database: "postgres", stream: engine.socket })
  await pool.query("create table kept (n int)")
  const cut = await pool.connect()
  await cut.query("begin")
  await cut.query("insert into kept values (1)")
  await cut.query("set statement_timeout = 1")
  cut.release(true)
  expect((await pool.query("select count(*)::int as n from kept")).rows).toEqual([{ n: 0 }])
  expect((await pool.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }])
  await pool.end()
  await engine.stop()
  removeDataDir(folder)
})

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

describe.runIf(postgres)("on a PostgreSQL server", () => {
  if (postgres === null) return
  const secret = { SECRET_KEY: "a secret of the tests' own" }

  test("while it is gone calls answer 503 with Retry-After, and afterwards all is well again, sessions included", async () => {
    const server = await startTestServer({ DATABASE_URL: await postgres.newDatabase(), ...secret })
    const admin = await server.signedIn("admin")
    const bring = await postgres.lose()
    for (const path of ["/api/communities", "/readyz", "/api/current/user"]) {
      const answer = await admin.send("GET", path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get("retry-after")).toBe("5")
      expect(field(answer.json(), "message")).toBe("The database cannot be reached; try again in a moment.")
    }
    expect((await admin.send("GET", "/healthz")).status).toBe(200)
    await bring()
    expect((await admin.send("GET", "/readyz")).status).toBe(200)
    expect((await admin.send("GET", "/api/communities")).status).toBe(200)
    await server.stop()
  })

  test("processes that start at once on an empty database make it once, with one administrator", async () => {
    const url = await postgres.newDatabase()
    const folder = newDataDir()
    const env = { DATABASE_URL: url, ...secret, DATA_DIR: folder, PORT: "0", DEMO: "1", LOG_LEVEL: "fatal", ADMIN_PASSWORD: password }
    const running = await Promise.all(Array.from({ length: 4 }, () => startServer(readSettings(env))))
    expect(running.filter(({ made }) => made !== null)).toHaveLength(1)
    const first = visitor(running[0]?.address ?? "")
    await first.signIn("admin", password)
    // They share sessions, login tokens and limits.
    for (const { address } of running) {
      const same = visitor(address)
      for (const [name, value] of first.cookies) same.cookies.set(name, value)
      expect((await same.send("GET", "/api/communities")).json()).toMatchObject({ items: [{ slug: "demo" }] })
    }
    for (const { close } of running) await close()
    removeDataDir(folder)
  })
})
