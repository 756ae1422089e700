// The live statistics of a chat with a million conversations against those of one with a thousand, both over a year and with 20 questions.
// The counts are inserted into the database as respondents would have left them.
import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import type { ScriptId } from "../../domain/script/script.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { startPostgres } from "../fixtures/postgres.ts"
import { admin, startProgram } from "../fixtures/program.ts"
import { visitor } from "../fixtures/server.ts"
import { type Figure, median } from "./figure.ts"

const [many, few] = [1_000_000, 1_000]
const questions = 20
const rounds = 60
const days = 365

export const bench = async (): Promise<ReadonlyArray<Figure>> => {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error("the benchmark needs a PostgreSQL server")
  const dataDir = emptyDataDir()
  const url = await postgres.newDatabase()
  const db = new pg.Client(url)
  await db.connect()
  const agent = new Agent({ keepAlive: true })
  const program = await startProgram({ dataDir, DATABASE_URL: url, SECRET_KEY: "a key of the benchmark's own", DEMO: "0" })
  try {
    const boss = visitor(program.address)
    await boss.signIn(admin.username, admin.password)
    await boss.send("PUT", "/api/communities", { name: "Bench", slug: "bench" })
    const answered = async (by: number): Promise<ScriptId> => {
      const asked = Array.from({ length: questions }, (_, i) => ({ says: `Vraag ${i}`, question: yesNoQuestion }))
      const instructions = createInstructions(...asked.map((its) => ({ type: "question" as const, ...its })))
      const script = await createLiveScript(boss, "bench", instructions)
      await respond(
        db,
        script,
        instructions.map(({ uuid }) => uuid),
        by,
      )
      return script
    }
    const scripts = { many: await answered(many), few: await answered(few) }
    await folded(db)
    await db.query("vacuum analyze")
    const { address } = program
    const page = (script: ScriptId) => taken(agent, `${address}/stats/api/bench/${script}`)
    const [ours, floor]: readonly [Array<number>, Array<number>] = [[], []]
    for (let round = -10; round < rounds; round++) {
      const [one, other] = [await page(scripts.many), await page(scripts.few)]
      if (round < 0) continue // warm-up of both
      ours.push(one)
      floor.push(other)
    }
    const name = "live statistics of 1,000,000 conversations against those of 1,000"
    return [{ name, unit: "ms", ours: median(ours), floor: median(floor), target: 1.2 }]
  } finally {
    agent.destroy()
    await db.end()
    await program.stop()
    await postgres.stop()
    removeDataDir(dataDir)
  }
}

/** Adds respondents spread evenly over the past year, each counted in one of eight shards. */
const respond = async (db: pg.Client, script: ScriptId, instructions: ReadonlyArray<string>, by: number): Promise<void> => {
  await db.query(
    `insert into conversations (script_id, id, community_id, revision, status, token_hash, metadata, answers, actions, is_answered, made_at, started_at, finished_at)
     select id, gen_random_uuid(), community_id, 2, 'finished', 'hash ' || id || n, '{}', '{}', '{}', true, now(), now() - (n % $3) * interval '1 day', now()
     from generate_series(1, $2::int) n, scripts where id = $1::uuid`,
    [script, by, days],
  )
  const keys = [
    ["", "begun"],
    ["", "finished"],
    ["", "counted"],
    ...instructions.flatMap((uuid) => ["", "1", "2"].map((key) => [uuid, key])),
  ]
  await db.query(
    `insert into statistics (script_id, instruction, key, day, shard, count, sum)
     select $1::uuid, its.instruction, its.key, to_char(now() - (day + 2) * interval '1 day', 'YYYY-MM-DD'), shard, count, 0
     from (select n % $3 as day, (n / $3) % 8 as shard, count(*) as count from generate_series(1, $2::int) n group by 1, 2) counted,
       unnest($4::text[], $5::text[]) as its (instruction, key)`,
    [script, by, days, keys.map(([instruction]) => instruction), keys.map(([, key]) => key)],
  )
}

/** Makes the server run its hourly cleanup now, and waits until it has aggregated past days. */
const folded = async (db: pg.Client): Promise<void> => {
  await db.query("insert into jobs (id, kind, payload, due_at, attempt) values (gen_random_uuid(), 'sweep', 'null', now(), 0)")
  for (;;) {
    const { rows } = await db.query("select 1 from statistics where shard > 0 limit 1")
    if (rows.length === 0) return
    await pause(200)
  }
}

/** Milliseconds until the whole response has arrived. */
const taken = (agent: Agent, url: string): Promise<number> =>
  new Promise((done, fail) => {
    const begun = performance.now()
    const asked = request(url, { agent, headers: { accept: "application/json" } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${url}: ${response.statusCode}`))
      response
        .on("error", fail)
        .resume()
        .on("end", () => done(performance.now() - begun))
    })
    asked.on("error", fail).end()
  })
