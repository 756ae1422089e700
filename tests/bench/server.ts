// The server program on a PostgreSQL server, against a bare HTTP handler that runs the same query on the same database; and an export of
// many conversations, its last pages against its first and its rows against COPY.
import { deepStrictEqual } from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startPostgres } from "../fixtures/postgres.ts"
import { admin, startProgram } from "../fixtures/program.ts"
import { visitor } from "../fixtures/server.ts"
import { type Figure, median, percentile } from "./figure.ts"
import { longScriptInstruction } from "./long-script.ts"
import { databaseMeter, type Meter, meterOf } from "./processor.ts"

const rounds = 20
const requests = 100
const lanes = 4
const saves = 200
const exports = 3
const conversations = Number(process.env["BENCH_ROWS"] ?? 100_000)
const answers = 20
const pageSize = 1250
/** How much the server may grow, however long the export is: 200 MB, in kB. */
const mostGrown = 200 * 1024

/**
 * The minimum for any handler of these calls: the same query over the same driver, its rows as the same JSON, without authentication.
 */
const bare = `
import { createServer } from "node:http"
import pg from ${JSON.stringify(import.meta.resolve("pg"))}
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const listed = (row) => ({ uuid: row.id, name: row.name, public_name: row.public_name, language: row.language, status: row.status, revision: row.revision,
  isDeletionApproved: row.is_deletion_approved, removalProcedure: row.removal_procedure, liveDate: row.live_date, closedDate: row.closed_date,
  deletedWarningDate: row.deleted_warning_date, deletedDate: row.deleted_date, removalWarningDate: row.removal_warning_date,
  updatedAt: row.updated_at, queue_config: { transport: row.transport } })
const queries = {
  "/list": ["select * from scripts where community_id = $1 order by updated_at desc, id", (rows) => Object.fromEntries(rows.map((row) => [row.id, listed(row)]))],
  "/read": ["select s.*, v.authored from scripts s join script_versions v on v.script_id = s.id and v.revision = s.revision where s.id = $1", ([row]) => ({ ...JSON.parse(row.authored), ...listed(row) })],
}
createServer(async (request, response) => {
  const [path, id] = request.url.split("?")
  const [text, shape] = queries[path]
  const { rows } = await pool.query(text, [id])
  response.setHeader("content-type", "application/json").end(JSON.stringify(shape(rows)))
}).listen(0, "127.0.0.1", function () {
  this.keepAliveTimeout = 0 // its next turn may come late
  console.log(this.address().port)
})
`

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error("the benchmark needs a PostgreSQL server")
  const dataDir = emptyDataDir()
  const folder = mkdtempSync(join(tmpdir(), "bench-server-"))
  const url = await postgres.newDatabase()
  const program = await startProgram({ dataDir, DATABASE_URL: url, SECRET_KEY: "a key of the benchmark's own", DEMO: "0" })
  const db = new pg.Client(url)
  await db.connect()
  const agent = new Agent({ keepAlive: true })
  let floor: ChildProcess | null = null
  try {
    const boss = visitor(program.address)
    await boss.signIn(admin.username, admin.password)
    const { community, script } = await filled(boss, db)
    const asking = caller(agent, await memberOf(boss, program.address, community))
    writeFileSync(join(folder, "bare.mjs"), bare)
    floor = spawn(process.execPath, [join(folder, "bare.mjs"), url], { stdio: ["ignore", "pipe", "inherit"] })
    const [port] = await once(createInterface({ input: floor.stdout ?? process.stdin }), "line")
    const { rows } = await db.query<{ pid: number }>("select pg_backend_pid() as pid")
    const database = databaseMeter(rows[0]?.pid ?? 0)
    const meters = { ours: both(meterOf(program.pid), database), floor: both(meterOf(floor.pid ?? 0), database), database }
    const against = async (name: string, target: number, path: string, other: string) => {
      const [ours, theirs] = [`${program.address}${path}`, `http://127.0.0.1:${port}${other}`] as const
      deepStrictEqual(JSON.parse(String(await asking("GET", ours))), JSON.parse(String(await asking("GET", theirs))))
      return compared(name, target, meters, { ours: () => asking("GET", ours), floor: () => asking("GET", theirs) })
    }
    const scripts = "/api/bench/chat-scripts"
    return [
      ...(await against("chat list of 50 scripts, per request", 1.25, scripts, `/list?${community}`)),
      ...(await against("script of 200 instructions, per request", 1.67, `${scripts}/${script}`, `/read?${script}`)),
      ...(await saved(asking, `${program.address}${scripts}/${script}`, db, meters)),
      ...(await exported(asking, `${program.address}/api/bench/${script}/export`, { db, script, pid: program.pid, meters })),
    ]
  } finally {
    agent.destroy()
    floor?.kill()
    await db.end()
    await program.stop()
    await postgres.stop()
    removeDataDir(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Person = ReturnType<typeof visitor>

/** CPU time of the program and of the bare handler, each including the database, and of the database alone. */
type Meters = { readonly ours: Meter | null; readonly floor: Meter | null; readonly database: Meter | null }

const both = (one: Meter | null, other: Meter | null): Meter | null => (one === null || other === null ? null : () => one() + other())

/** A staff user of the community, as most requests come from these. */
const memberOf = async (boss: Person, address: string, community: string): Promise<Person> => {
  const { password } = admin
  const user = Object((await boss.send("PUT", "/api/users", { username: "staff", email: "staff@example.org", password })).json())
  await boss.send("POST", `/api/communities/${community}/add/user/${user.uuid}`, { role: "ROLE_USER" })
  const person = visitor(address)
  const { status } = await person.signIn("staff", password)
  if (status !== 200) throw new Error(`the member cannot sign in: ${status}`)
  return person
}

type Ask = (method: "GET" | "PATCH", url: string, body?: Buffer) => Promise<Buffer>

/**
 * Sends requests as this user to either server with Node's own client, as the load shares the machine with the servers. Compression is off,
 * as the bare handler has none.
 */
const caller = (agent: Agent, { cookies }: Person): Ask => {
  const headers = {
    accept: "application/json",
    "accept-encoding": "identity",
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  }
  return (method, url, body) =>
    new Promise((done, fail) => {
      const more = body === undefined ? {} : { "content-type": "application/json", "content-length": body.length }
      const asked = request(url, { agent, method, headers: { ...headers, ...more } }, (response) => {
        const parts: Array<Buffer> = []
        response.on("data", (part: Buffer) => parts.push(part)).on("error", fail)
        response.on("end", () => {
          const all = Buffer.concat(parts)
          if (response.statusCode === 200) done(all)
          else fail(new Error(`${method} ${url}: ${response.statusCode} ${String(all).slice(0, 200)}`))
        })
      })
      asked.on("error", fail).end(body)
    })
}

/** A community with 50 scripts, one of which has 200 instructions and very many conversations. */
const filled = async (person: Person, db: pg.Client): Promise<{ readonly community: string; readonly script: string }> => {
  const made = Object((await person.send("PUT", "/api/communities", { name: "Bench", slug: "bench" })).json())
  const { rows } = await db.query<{ id: string }>("select id from communities where slug = 'bench'")
  const community = rows[0]?.id ?? String(made.uuid)
  let script = ""
  for (let i = 0; i < 50; i++)
    script = String(Object((await person.send("PUT", "/api/bench/chat-scripts", { name: `Chat ${i}` })).json()).uuid)
  const instructions = Array.from({ length: 200 }, (_, i) => longScriptInstruction(i))
  const saved = await person.send("PATCH", `/api/bench/chat-scripts/${script}`, {
    script: { name: "Long", public_name: "Long", language: "nl", instructions },
    markedForDelete: [],
  })
  if (saved.status !== 200) throw new Error(`the long script is not saved: ${saved.text.slice(0, 300)}`)
  const given = instructions.filter(({ type }) => type === "question").slice(0, answers)
  const text = JSON.stringify(Object.fromEntries(given.map(({ uuid }, i) => [uuid, i % 2 === 0 ? 1 : "an answer of some words"])))
  await db.query(
    `insert into conversations (script_id, id, community_id, revision, status, token_hash, metadata, answers, actions, is_answered, made_at, started_at, finished_at)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 2, 'finished', 'hash ' || n, '{"source":"mail"}', $3, '{}', true,
       now(), date_trunc('second', now()) - n * interval '1 second', now() from generate_series(1, $4::int) n`,
    [script, community, text, conversations],
  )
  // PostgreSQL would do this by itself within the hour, possibly during a measurement.
  await db.query("vacuum analyze")
  return { community, script }
}

/** Wall clock and CPU milliseconds; the latter is NaN where the system does not report it. */
type Taken = { readonly wall: number; readonly processor: number }

const taking = async (work: () => Promise<unknown>, meter: Meter | null): Promise<Taken> => {
  const before = meter?.() ?? Number.NaN
  const begun = performance.now()
  await work()
  const wall = performance.now() - begun
  return { wall, processor: (meter?.() ?? Number.NaN) - before }
}

type Sides<It> = { readonly ours: It; readonly floor: It }

/** A wall clock figure and a CPU figure; the latter uses means, since its ticks are too coarse for one request. */
const figures = (
  name: string,
  target: number,
  { ours, floor }: Sides<ReadonlyArray<Taken>>,
  { part, called }: { readonly part: number; readonly called: string } = { part: 0.5, called: "" },
): ReadonlyArray<Figure> => {
  const walls = (all: ReadonlyArray<Taken>) =>
    percentile(
      Array.from(all, ({ wall }) => wall),
      part,
    )
  const processors = (all: ReadonlyArray<Taken>) => all.reduce((sum, { processor }) => sum + processor, 0) / all.length
  const told = { name: `${name}, processor`, unit: "ms", ours: processors(ours), floor: processors(floor), target } as const
  return [
    { name: `${name}${called}`, unit: "ms", ours: walls(ours), floor: walls(floor), target },
    ...(Number.isNaN(told.ours + told.floor) ? [] : [told]),
  ]
}

/** The time per request of many concurrent requests, alternating between the two, so that other load on the machine affects both. */
const compared = async (
  name: string,
  target: number,
  meters: Meters,
  { ours, floor }: Sides<() => Promise<unknown>>,
): Promise<ReadonlyArray<Figure>> => {
  const [own, theirs]: readonly [Array<Taken>, Array<Taken>] = [[], []]
  for (let round = -3; round < rounds; round++) {
    const [a, b] = [await perRequest(ours, meters.ours), await perRequest(floor, meters.floor)]
    if (round < 0) continue // warm-up of both
    own.push(a)
    theirs.push(b)
  }
  return figures(name, target, { ours: own, floor: theirs })
}

const perRequest = async (ask: () => Promise<unknown>, meter: Meter | null): Promise<Taken> => {
  let left = requests
  const lane = async () => {
    while (left-- > 0) await ask()
  }
  const { wall, processor } = await taking(() => Promise.all(Array.from({ length: lanes }, lane)), meter)
  return { wall: wall / requests, processor: processor / requests }
}

/** Consecutive saves of the long script, each against one insert of the same bytes that is on disk when it returns. */
const saved = async (asking: Ask, url: string, db: pg.Client, meters: Meters): Promise<ReadonlyArray<Figure>> => {
  const { name, public_name, language, instructions } = JSON.parse(String(await asking("GET", url)))
  const script = { name, public_name, language, instructions }
  const body = Buffer.from(JSON.stringify({ script, markedForDelete: [] }))
  const text = JSON.stringify(script)
  await db.query("create table floor (id serial primary key, authored text not null)")
  const [own, theirs]: readonly [Array<Taken>, Array<Taken>] = [[], []]
  for (let i = -10; i < saves; i++) {
    const [a, b] = [
      await taking(() => asking("PATCH", url, body), meters.ours),
      await taking(() => db.query("insert into floor (authored) values ($1)", [text]), meters.database),
    ]
    if (i < 0) continue // warm-up of both
    own.push(a)
    theirs.push(b)
  }
  const [ours, floor] = [own, theirs].map((all) => median(all.map(({ wall }) => wall)))
  console.log(`save: median ${ours?.toFixed(1)} ms against ${floor?.toFixed(1)} ms`)
  return figures("save of 200 instructions", 3, { ours: own, floor: theirs }, { part: 0.95, called: ", p95" })
}

type Source = { readonly db: pg.Client; readonly script: string; readonly pid: number; readonly meters: Meters }

/** The whole export page by page: its last pages against its first, and all of it against COPY of the same rows. */
const exported = async (asking: Ask, url: string, { db, script, pid, meters }: Source): Promise<ReadonlyArray<Figure>> => {
  const columns = "id, profile_id, status, revision, started_at, updated_at, synced_at, finished_at, metadata, answers, actions"
  const ordered = `select ${columns} from conversations where script_id = '${script}' order by started_at, id`
  const [firsts, lasts]: readonly [Array<number>, Array<number>] = [[], []]
  const [pages, copies, queries]: readonly [Array<Taken>, Array<Taken>, Array<Taken>] = [[], [], []]
  const before = memoryOf(pid)
  let peak = 0
  for (let round = 0; round < exports; round++) {
    const { walls, most, ...all } = await wholeExport(asking, url, pid, meters.ours)
    firsts.push(...walls.slice(0, 10))
    lasts.push(...walls.slice(-10))
    peak = Math.max(peak, most)
    pages.push(all)
    // CSV that the database itself writes to nowhere: nothing can be faster.
    copies.push(await taking(() => db.query(`copy (${ordered}) to '/dev/null' (format csv)`), meters.database))
    queries.push(await taking(() => db.query(ordered), null))
  }
  const middle = median(pages.map(({ wall }) => wall))
  console.log(
    `export: ${Math.round((conversations / middle) * 1000)} rows/s, server ${Math.round(before / 1024)} MB, at most ${Math.round(peak / 1024)} MB`,
  )
  return [
    { name: "export, its last pages against its first", unit: "ms", ours: median(lasts), floor: median(firsts), target: 1.5 },
    ...figures(`export of ${conversations} rows, against COPY`, 2.5, { ours: pages, floor: copies }),
    {
      name: "the same, against reading them in one query",
      unit: "ms",
      ours: middle,
      floor: median(queries.map(({ wall }) => wall)),
      target: 2.5,
    },
    ...(peak === 0
      ? []
      : [{ name: "the same, what the server grows by", unit: "kB", ours: peak - before, floor: mostGrown, target: 1 } as const]),
  ]
}

type Exported = Taken & {
  /** Milliseconds per page. */
  readonly walls: ReadonlyArray<number>
  /** The server's peak memory, in kB. */
  readonly most: number
}

/** Measures the requests only, not what is done with the responses here. */
const wholeExport = async (asking: Ask, url: string, pid: number, meter: Meter | null): Promise<Exported> => {
  const pages: Array<Taken> = []
  let [after, rows, most]: [string | null, number, number] = [null, 0, 0]
  do {
    let answer: Buffer = Buffer.alloc(0)
    const place: string = after === null ? "" : `&after=${after}`
    pages.push(
      await taking(async () => {
        answer = await asking("GET", `${url}?limit=${pageSize}${place}`)
      }, meter),
    )
    const page = JSON.parse(String(answer))
    rows += page.items.length
    after = page.after
    most = Math.max(most, memoryOf(pid))
  } while (after !== null)
  if (rows !== conversations) throw new Error(`the export has ${rows} rows of ${conversations}`)
  const sum = (part: keyof Taken) => pages.reduce((all, it) => all + it[part], 0)
  return { wall: sum("wall"), processor: sum("processor"), walls: pages.map(({ wall }) => wall), most }
}

/** The resident memory of a process in kB; 0 where the system does not report it. */
const memoryOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)
  } catch {
    return 0
  }
}
