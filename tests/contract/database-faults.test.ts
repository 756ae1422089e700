// Database faults: an engine that hangs, a server that is away for a while, several processes at the same time, lost prepared statements.
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { type CompiledQuery, sql } from "kysely"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { startEmbeddedDatabase } from "../../adapters/server/database/embedded/embedded-database.ts"
import { createPreparedStatements, markPrepared } from "../../adapters/server/database/prepared-statements.ts"
import { startServer } from "../../adapters/server/server.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { readMails } from "../fixtures/mails.ts"
import { startPostgres } from "../fixtures/postgres.ts"
import { postgresSecretKey } from "../fixtures/program.ts"
import { password, readStringField, startTestServer, visitor } from "../fixtures/server.ts"

/** Milliseconds without a response after which an engine is restarted: more than its start takes on a busy machine. */
const patienceMs = 8_000

test("restarts an embedded engine that does not respond without losing acknowledged data", async () => {
  const folder = preparedDataDir()
  const problems: Array<string> = []
  const engine = await startEmbeddedDatabase(folder, (problem) => problems.push(problem), patienceMs)
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

/** Blocks this process, as SIGSTOP or a sleeping laptop does, while all others go on. */
const blockProcess = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test("does not restart an embedded engine that responded while the process was blocked", { tags: ["long"] }, async () => {
  const folder = preparedDataDir()
  const problems: Array<string> = []
  const database = await openDatabase({ databaseUrl: null, dataDir: folder }, (problem) => problems.push(problem), { patience: patienceMs })
  await sql`create table kept (n int)`.execute(database.db)
  const insertion = sql`insert into kept values (1)`.execute(database.db)
  // The query has been sent.
  await new Promise((done) => setImmediate(() => setImmediate(done)))
  blockProcess(patienceMs + 2_500)
  await insertion
  expect((await sql`select n from kept`.execute(database.db)).rows).toEqual([{ n: 1 }])
  expect(problems).toEqual([])
  await database.close()
  removeDataDir(folder)
})

test("rolls back the transaction of a broken connection and gives the next one a clean session", async () => {
  const folder = preparedDataDir()
  const engine = await startEmbeddedDatabase(folder, () => undefined, 60_000)
  const pool = new pg.Pool({ max: 1, user: "postgres", database: "postgres", stream: engine.socket })
  await pool.query("create table kept (n int)")
  const brokenConnection = await pool.connect()
  await brokenConnection.query("begin")
  await brokenConnection.query("insert into kept values (1)")
  await brokenConnection.query("set statement_timeout = 1")
  brokenConnection.release(true)
  expect((await pool.query("select count(*)::int as n from kept")).rows).toEqual([{ n: 0 }])
  expect((await pool.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }])
  await pool.end()
  await engine.stop()
  removeDataDir(folder)
})

test("does not restart an idle embedded engine, also after a connection was broken", { tags: ["long"] }, async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = preparedDataDir()
  const problems: Array<string> = []
  const engine = await startEmbeddedDatabase(folder, (problem) => problems.push(problem), 1_500)
  const pool = new pg.Pool({ max: 1, user: "postgres", database: "postgres", stream: engine.socket })
  const brokenConnection = await pool.connect()
  await brokenConnection.query("select 1")
  const connectionEnded = once(brokenConnection, "end")
  brokenConnection.release(true)
  await connectionEnded
  vi.advanceTimersByTime(3_600_000)
  expect(problems).toEqual([])
  expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }])
  await pool.end()
  await engine.stop()
  vi.useRealTimers()
  removeDataDir(folder)
})

test("fails only the running query when the embedded engine is ended", { tags: ["long"] }, async () => {
  const folder = preparedDataDir()
  const database = await openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined, { patience: patienceMs })
  const endless = sql`select count(*) from generate_series(1, 100000000000)`.execute(database.db)
  await expect(endless).rejects.toThrow("Connection terminated")
  // On a busy machine the engine may take longer to start than a query waits for a connection.
  const readOne = async () => (await sql`select 1 as n`.execute(database.db).catch(() => null))?.rows
  await expect.poll(readOne).toEqual([{ n: 1 }])
  await database.close()
  removeDataDir(folder)
})

/** The two ways of running a prepared query. */
const runPreparedIn = {
  alone: ({ runPrepared }: Database, query: CompiledQuery) => runPrepared(query, query.parameters),
  "in a change": async ({ transact }: Database, query: CompiledQuery) =>
    (await transact((change) => change.executeQuery(markPrepared(query)))).rows,
} as const
type Way = keyof typeof runPreparedIn

const bySlug = 'select "slug" from "communities" where "slug" = $1'
const nameOf = (text: string): string => createPreparedStatements().of(text).name ?? ""

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

describe.each([
  { name: "embedded", url: async () => null },
  ...(postgres === null ? [] : [{ name: "PostgreSQL", url: postgres.newDatabase }]),
])("a prepared query on $name", ({ url }) => {
  const databaseSettings: { databaseUrl: string | null; readonly dataDir: string } = { databaseUrl: null, dataDir: preparedDataDir() }
  beforeAll(async () => {
    databaseSettings.databaseUrl = await url()
  })
  afterAll(() => removeDataDir(databaseSettings.dataDir))

  /** Runs the query after each of these statements on one connection; returns all rows and the number of plans in the end. */
  const runBetween = async (way: Way, ...statements: ReadonlyArray<string>) => {
    const database = await openDatabase(databaseSettings, () => undefined)
    const query = database.db.selectFrom("communities").select("slug").where("slug", "=", "?").compile()
    const rows: Array<unknown> = []
    for (const statement of statements) {
      await sql.raw(statement).execute(database.db)
      rows.push(...(await runPreparedIn[way](database, { ...query, parameters: ["acme"] })))
    }
    const planned = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements where name like 'often-%'`.execute(
      database.db,
    )
    await expect(database.runPrepared({ ...query, sql: "select slug from nothing_like_it" }, [])).rejects.toThrow("nothing_like_it")
    await database.close()
    return { rows, planned: planned.rows[0]?.n }
  }
  const acme = { slug: "acme" }

  beforeAll(async () => {
    const database = await openDatabase(databaseSettings, () => undefined)
    await sql`insert into communities values ('01900000-0000-7000-8000-000000000000', 'Acme', 'acme', now())`.execute(database.db)
    await database.close()
  })

  test.each(["alone", "in a change"] as const)("is planned once, %s", async (way) => {
    expect(await runBetween(way, "select 1", "select 1")).toEqual({ rows: [acme, acme], planned: 1 })
  })

  // A query outside a transaction is retried on a new connection.
  describe.each([
    { way: "alone", longest: 100, left: 0 },
    { way: "in a change", longest: 200, left: 1 },
  ] as const)("$way", ({ way, longest, left }) => {
    test.each([
      ["has lost its plan", ["select 1", "deallocate all"], 0],
      ["has another's plan under that name", [`prepare "${nameOf(bySlug)}" as select 1`], left],
      ["has a plan of other columns", ["select 1", `alter table communities alter column slug type varchar(${longest})`], left + 1],
    ])("still returns its rows when the connection, as one of a pooler, %s", async (_, statements, planned) => {
      expect(await runBetween(way, ...statements)).toEqual({ rows: statements.map(() => acme), planned })
    })
  })
})

test("prepares no more than 200 different queries", () => {
  const { of } = createPreparedStatements()
  const names = Array.from({ length: 300 }, (_, i) => of(`select ${i}`).name)
  expect([new Set(names.slice(0, 200)).size, ...new Set(names.slice(200))]).toEqual([200, undefined])
  expect(of("select 7")).toEqual({ name: names[7] })
})

test("gives a query the same unique name in every process, since a connection pooler shares prepared statements", () => {
  const [first, second] = [createPreparedStatements(), createPreparedStatements()]
  const texts = ["select 1", "select 2", "select 3"]
  const names = texts.map((text) => first.of(text).name)
  expect(texts.toReversed().map((text) => second.of(text).name)).toEqual(names.toReversed())
  expect(new Set(names).size).toBe(3)
})

test("reports an unsupported query without preparing all queries again", async () => {
  const plans = createPreparedStatements()
  const names = new Set<string | undefined>()
  const failUnsupported = async () => {
    names.add(plans.of("select 1").name)
    const error = new pg.DatabaseError("not supported", 0, "error")
    error.code = "0A000"
    throw error
  }
  await expect(plans.runOrReprepare(failUnsupported)).rejects.toThrow("not supported")
  expect([names.size, names.has(undefined)]).toEqual([12, true])
})

describe.runIf(postgres)("on a PostgreSQL server", () => {
  if (postgres === null) return
  const secretSettings = { SECRET_KEY: postgresSecretKey }

  test("returns 503 with Retry-After while the database is away and recovers afterwards, with all sessions", async () => {
    const server = await startTestServer({ DATABASE_URL: await postgres.newDatabase(), ...secretSettings })
    const admin = await server.signedIn("admin")
    const restorePostgres = await postgres.lose()
    for (const path of ["/api/communities", "/readyz", "/api/current/user"]) {
      const answer = await admin.send("GET", path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get("retry-after")).toBe("5")
      expect(readStringField(answer.json(), "message")).toBe("The database cannot be reached; try again in a moment.")
    }
    expect((await admin.send("GET", "/healthz")).status).toBe(200)
    // Respondents' links, also short ones, return the page, which shows the problem.
    for (const path of ["s/abcdefghij", "acme/chat/01900000-0000-7000-8000-000000000000/anonymous"]) {
      const page = await admin.send("GET", `/chat/${path}`)
      const headers = ["content-type", "retry-after"].map((name) => page.headers.get(name))
      expect([page.status, ...headers]).toEqual([503, "text/html; charset=utf-8", "5"])
    }
    // Metrics stay available except for jobs, which only the database knows.
    const metrics = await admin.send("GET", "/metrics")
    expect([metrics.status, /^http_requests_total\{/m.test(metrics.text), /^jobs\{/m.test(metrics.text)]).toEqual([200, true, false])
    await restorePostgres()
    expect((await admin.send("GET", "/readyz")).status).toBe(200)
    expect((await admin.send("GET", "/api/communities")).status).toBe(200)
    // Jobs resume without a restart.
    expect((await admin.send("POST", "/reset-password", { email: "admin@example.org" })).status).toBe(200)
    await expect.poll(async () => (await readMails(server.dataDir)).length).toBe(1)
    await server.stop()
  })

  test("returns the result of a query that was answered while the process was blocked", { tags: ["long"] }, async () => {
    const database = await openDatabase({ databaseUrl: await postgres.newDatabase(), dataDir: "" }, () => undefined, { patience: 1_500 })
    const answered = sql`select pg_sleep(0.3), 1 as n`.execute(database.db)
    await new Promise((done) => setImmediate(() => setImmediate(done)))
    blockProcess(4_000)
    expect((await answered).rows).toMatchObject([{ n: 1 }])
    await database.close()
  })

  test("returns 503 for a save during which the database is lost, stores nothing and goes on", async () => {
    const url = await postgres.newDatabase()
    const server = await startTestServer({ DATABASE_URL: url, ...secretSettings })
    const admin = await server.signedIn("admin")
    await server.addCommunity("acme")
    const path = `/api/acme/chat-scripts/${readStringField((await admin.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")}`
    const holder = new pg.Client(url)
    holder.on("error", () => undefined) // its connection is lost, too
    await holder.connect()
    await holder.query("begin")
    await holder.query("select id from scripts for update")
    const save = admin.send("PATCH", path, { name: "Held" })
    await vi.waitFor(
      async () => expect((await holder.query("select 1 from pg_locks where not granted")).rowCount).toBeGreaterThan(0),
      10_000,
    )
    const restorePostgres = await postgres.lose()
    expect((await save).status).toBe(503)
    await restorePostgres()
    expect(readStringField((await admin.send("GET", path)).json(), "name")).toBe("Intake")
    await server.stop()
  })

  test("fails a query after the patience when the database does not respond, as on a cut line", { tags: ["long"] }, async () => {
    const direct = new URL(await postgres.newDatabase())
    let isCut = false
    const line = createServer((near) => {
      const far = connect(Number(direct.port), direct.hostname)
      near.on("data", (bytes) => isCut || far.write(bytes)).on("error", () => undefined)
      far.on("data", (bytes) => isCut || near.write(bytes)).on("error", () => undefined)
      near.on("close", () => far.destroy())
    }).listen(0, "127.0.0.1")
    await once(line, "listening")
    const at = line.address()
    if (typeof at !== "object" || at === null) throw new Error("the line has no port")
    const through = new URL(direct)
    through.port = String(at.port)
    const database = await openDatabase({ databaseUrl: through.href, dataDir: "" }, () => undefined, { patience: 2_000 })
    const users = () => database.db.selectFrom("users").select("id").execute()
    expect(await users()).toEqual([])
    isCut = true
    await expect(users()).rejects.toThrow("Connection terminated")
    isCut = false
    expect(await users()).toEqual([])
    await database.close()
    line.close()
  })

  test("sets up an empty database once, with one administrator, when four processes start at the same time", {
    tags: ["long"],
  }, async () => {
    const url = await postgres.newDatabase()
    const folder = preparedDataDir()
    const env = {
      DATABASE_URL: url,
      ...secretSettings,
      DATA_DIR: folder,
      PORT: "0",
      DEMO: "1",
      LOG_LEVEL: "fatal",
      ADMIN_PASSWORD: password,
    }
    const running = await Promise.all(Array.from({ length: 4 }, () => startServer(readSettings(env))))
    expect(running.filter(({ firstAdministrator }) => firstAdministrator !== null)).toHaveLength(1)
    const first = visitor(running[0]?.address ?? "")
    await first.signIn("admin", password)
    // The processes share sessions.
    for (const { address } of running) {
      const same = visitor(address)
      for (const [name, value] of first.cookies) same.cookies.set(name, value)
      expect((await same.send("GET", "/api/communities")).json()).toMatchObject({ items: [{ slug: "demo" }] })
    }
    for (const { close } of running) await close()
    removeDataDir(folder)
  })
})
