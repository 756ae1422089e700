// The server as a whole program on a PostgreSQL server, against a bare HTTP handler that runs the same query on the same database; and
// an export of many conversations, its pages against each other and its rows against COPY.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"
import { startPostgres } from "../fixtures/postgres.ts"
import { admin, newDataDir, removeDataDir, startProgram } from "../fixtures/program.ts"
import { visitor } from "../fixtures/server.ts"
import { type Figure, median, percentile } from "./figure.ts"
import { long } from "./long-script.ts"

const rounds = 7
const requests = 300
const lanes = 4
const saves = 200
const conversations = 100_000
const answers = 20
const pageSize = 1250
/** Squeezing bodies is no part of the comparison: the bare handler does not. */
const plain = { "accept-encoding": "identity" } as const

/** What no handler of these calls can do without: the same query over the same driver, its rows as JSON. */
const bare = `
import { createServer } from "node:http"
import pg from ${JSON.stringify(import.meta.resolve("pg"))}
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const queries = {
  "/list": ["select * from scripts where community_id = $1 order by updated_at desc, id", (rows) => Object.fromEntries(rows.map((row) => [row.id, row]))],
  "/read": ["select s.*, v.authored from scripts s join script_versions v on v.script_id = s.id and v.revision = s.revision where s.id = $1", ([row]) => ({ ...row, ...JSON.parse(row.authored) })],
}
createServer(async (request, response) => {
  const [path, id] = request.url.split("?")
  const [text, shape] = queries[path]
  const { rows } = await pool.query(text, [id])
  response.setHeader("content-type", "application/json").end(JSON.stringify(shape(rows)))
}).listen(0, "127.0.0.1", function () { console.log(this.address().port) })
`

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error("the benchmark needs a PostgreSQL server")
  const dataDir = newDataDir()
  const folder = mkdtempSync(join(tmpdir(), "bench-server-"))
  const url = await postgres.newDatabase()
  const program = await startProgram({ dataDir, DATABASE_URL: url, SECRET_KEY: "a key of the benchmark's own", DEMO: "0" })
  const db = new pg.Client(url)
  await db.connect()
  let floor: ChildProcess | null = null
  try {
    const boss = visitor(program.address)
    await boss.signIn(admin.username, admin.password)
    const { community, script } = await filled(boss, db)
    const person = await memberOf(boss, program.address, community)
    writeFileSync(join(folder, "bare.mjs"), bare)
    floor = spawn(process.execPath, [join(folder, "bare.mjs"), url], { stdio: ["ignore", "pipe", "inherit"] })
    const [port] = await once(createInterface({ input: floor.stdout ?? process.stdin }), "line")
    const other = `http://127.0.0.1:${port}`
    const ask = (path: string) => async () => {
      const { status, text } = await person.send("GET", path, undefined, plain)
      if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`)
    }
    const askBare = (path: string) => async () => {
      await (await fetch(other + path)).text()
    }
    return [
      await compared("chat list of 50 scripts, per request", 1.25, ask("/api/bench/chat-scripts"), askBare(`/list?${community}`)),
      await compared("script of 200 instructions, per request", 1.67, ask(`/api/bench/chat-scripts/${script}`), askBare(`/read?${script}`)),
      await saved(person, db, script),
      ...(await exported(person, db, script, `${program.pid}`)),
    ]
  } finally {
    floor?.kill()
    await db.end()
    await program.stop()
    await postgres.stop()
    removeDataDir(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Person = ReturnType<typeof visitor>

/** Someone of the staff: what most calls come from. */
const memberOf = async (boss: Person, address: string, community: string): Promise<Person> => {
  const { password } = admin
  const user = Object((await boss.send("PUT", "/api/users", { username: "staff", email: "staff@example.org", password })).json())
  await boss.send("POST", `/api/communities/${community}/add/user/${user.uuid}`, { role: "ROLE_USER" })
  const person = visitor(address)
  const { status } = await person.signIn("staff", password)
  if (status !== 200) throw new Error(`the member cannot sign in: ${status}`)
  return person
}

/** A community of 50 scripts, one of which has 200 instructions and very many conversations. */
const filled = async (person: Person, db: pg.Client): Promise<{ readonly community: string; readonly script: string }> => {
  const made = Object((await person.send("PUT", "/api/communities", { name: "Bench", slug: "bench" })).json())
  const { rows } = await db.query<{ id: string }>("select id from communities where slug = 'bench'")
  const community = rows[0]?.id ?? String(made.uuid)
  let script = ""
  for (let i = 0; i < 50; i++)
    script = String(Object((await person.send("PUT", "/api/bench/chat-scripts", { name: `Chat ${i}` })).json()).uuid)
  const instructions = Array.from({ length: 200 }, (_, i) => long(i))
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
  await db.query("analyze")
  return { community, script }
}

/** Milliseconds a request takes, several at a time, the two in turns. */
const compared = async (name: string, target: number, ours: () => Promise<void>, other: () => Promise<void>): Promise<Figure> => {
  const [own, theirs]: readonly [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [await timed(ours), await timed(other)]
    if (round === 0) continue // the first warms both
    own.push(a)
    theirs.push(b)
  }
  return { name, unit: "ms", ours: median(own), floor: median(theirs), target }
}

const timed = async (ask: () => Promise<void>): Promise<number> => {
  let left = requests
  const lane = async () => {
    while (left-- > 0) await ask()
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  return (performance.now() - start) / requests
}

/** Saves of the long script, one after the other, against one insert each of the same bytes that is on the disk when it is answered. */
const saved = async (person: Person, db: pg.Client, script: string): Promise<Figure> => {
  const path = `/api/bench/chat-scripts/${script}`
  const { name, public_name, language, instructions } = Object((await person.send("GET", path)).json())
  const body = { script: { name, public_name, language, instructions }, markedForDelete: [] }
  const text = JSON.stringify(body.script)
  await db.query("create table floor (id serial primary key, authored text not null)")
  const [own, theirs]: readonly [Array<number>, Array<number>] = [[], []]
  for (let i = -10; i < saves; i++) {
    const [a, b] = [
      await lasting(async () => {
        const { status } = await person.send("PATCH", path, body, plain)
        if (status !== 200) throw new Error(`a save: ${status}`)
      }),
      await lasting(() => db.query("insert into floor (authored) values ($1)", [text])),
    ]
    if (i < 0) continue // the first warm both
    own.push(a)
    theirs.push(b)
  }
  console.log(`save: median ${median(own).toFixed(1)} ms against ${median(theirs).toFixed(1)} ms`)
  return { name: "save of 200 instructions, p95", unit: "ms", ours: percentile(own, 0.95), floor: percentile(theirs, 0.95), target: 3 }
}

const lasting = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The whole export page by page, its last pages against its first; and all of it against COPY of the same rows. */
const exported = async (person: Person, db: pg.Client, script: string, pid: string): Promise<ReadonlyArray<Figure>> => {
  const pages: Array<number> = []
  let [after, rows, peak]: [string | null, number, number] = [null, 0, 0]
  do {
    const begun = performance.now()
    const answer = await person.send(
      "GET",
      `/api/bench/${script}/export?limit=${pageSize}${after === null ? "" : `&after=${after}`}`,
      undefined,
      plain,
    )
    pages.push(performance.now() - begun)
    const page = Object(answer.json())
    rows += page.items.length
    after = page.after
    peak = Math.max(peak, memoryOf(pid))
  } while (after !== null)
  const whole = pages.reduce((sum, it) => sum + it, 0)
  if (rows !== conversations) throw new Error(`the export has ${rows} rows of ${conversations}`)
  const columns = "id, profile_id, status, revision, started_at, updated_at, synced_at, finished_at, metadata, answers, actions"
  const ordered = `select ${columns} from conversations where script_id = '${script}' order by started_at, id`
  const query = await lasting(() => db.query(ordered))
  // As CSV, written by the database itself to nowhere: nothing can be faster.
  const copy = await lasting(() => db.query(`copy (${ordered}) to '/dev/null' (format csv)`))
  console.log(`export: ${Math.round((rows / whole) * 1000)} rows/s, ${pages.length} pages, server at most ${Math.round(peak / 1024)} MB`)
  return [
    {
      name: "export, its last pages against its first",
      unit: "ms",
      ours: median(pages.slice(-10)),
      floor: median(pages.slice(0, 10)),
      target: 1.5,
    },
    { name: `export of ${conversations} rows, against COPY`, unit: "ms", ours: whole, floor: copy, target: 2.5 },
    { name: "the same, against reading them in one query", unit: "ms", ours: whole, floor: query, target: 2.5 },
  ]
}

/** kB that a process has in memory, where the system tells. */
const memoryOf = (pid: string): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)
  } catch {
    return 0
  }
}
