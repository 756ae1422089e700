// Many respondents at once: how long an answer takes to be accepted, against a single respondent in the same run. Every answer is looked up
// in the export afterwards: a lost or duplicate answer fails the run.
import { randomBytes, randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import type { Question } from "../../domain/questions/question.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { startPostgres } from "../fixtures/postgres.ts"
import { admin, startProgram } from "../fixtures/program.ts"
import { type Visitor, visitor } from "../fixtures/server.ts"
import { type Figure, median, percentile } from "./figure.ts"

const questions = 20
/** Milliseconds that a respondent reads and thinks before an answer, on average; uniform from zero to twice as many. */
const thinking = 4000
/** Conversations of the single respondent. */
const alone = 5

const uuid = () => randomUUID()
const kinds: ReadonlyArray<() => Question> = [
  () => ({
    uuid: uuid(),
    type: "choice",
    choices: ["Ja", "Nee", "Misschien"].map((content, order) => ({
      uuid: uuid(),
      value: order + 1,
      order,
      translation: { locale: "nl", content },
    })),
  }),
  () => ({ uuid: uuid(), type: "numeric", options: { minimum: 0, maximum: 100 } }),
  () => ({ uuid: uuid(), type: "open" }),
  () => ({ uuid: uuid(), type: "nps" }),
]
/** A respondent's answer to a question. No two respondents give the same set of answers. */
const givenBy = (respondent: number, question: number): unknown => {
  const number = respondent * 7 + question
  return [(number % 3) + 1, number % 101, `an answer of some words, ${number}`, (number % 10) + 1][question % kinds.length]
}

export const onEmbedded = (): Promise<ReadonlyArray<Figure>> => measureConcurrentRespondents("500 at once, embedded database", 500, {})

export const onPostgres = async (): Promise<ReadonlyArray<Figure>> => {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error("the benchmark needs a PostgreSQL server")
  try {
    const settings = { DATABASE_URL: await postgres.newDatabase(), SECRET_KEY: "a key of the benchmark's own" }
    return await measureConcurrentRespondents("2,000 at once, PostgreSQL", 2000, settings)
  } finally {
    await postgres.stop()
  }
}

const measureConcurrentRespondents = async (
  name: string,
  size: number,
  settings: Readonly<Record<string, string>>,
): Promise<ReadonlyArray<Figure>> => {
  const dataDir = emptyDataDir()
  // Behind a proxy, so that each respondent has an address of their own.
  const program = await startProgram({ dataDir, DEMO: "0", PROXIES: "1", ...settings })
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  try {
    const boss = visitor(program.address)
    await boss.signIn(admin.username, admin.password)
    await boss.send("PUT", "/api/communities", { name: "Bench", slug: "bench" })
    const asked = Array.from({ length: questions }, (_, i) => kinds[i % kinds.length]?.() ?? null)
    const instructions = createInstructions(
      ...asked.map((question, i) => ({ type: "question" as const, label: `q_${i}`, says: `Vraag ${i}`, question })),
    )
    const script = await createLiveScript(boss, "bench", instructions)
    const ids = instructions.map((it) => it.uuid)
    const one = async (respondent: number, think: () => Promise<unknown>): Promise<ReadonlyArray<number>> => {
      const pass = randomBytes(24).toString("base64url")
      const ask = (path: string, body: object) => accepted({ agent, address: program.address, respondent, path, body: { pass, ...body } })
      await think()
      const anonymous = { community: "bench", script }
      await ask("open", { anonymous })
      const times: Array<number> = []
      for (const [i, id] of ids.entries()) {
        await think()
        times.push(await ask("answer", { anonymous, uuid: id, given: givenBy(respondent, i), after: i + 1 }))
      }
      return times
    }
    const quiet: Array<number> = []
    for (let i = 0; i < alone; i++) quiet.push(...(await one(i, async () => undefined)))
    const begun = performance.now()
    const times = (
      await Promise.all(Array.from({ length: size }, (_, i) => one(alone + i, () => pause(Math.random() * 2 * thinking))))
    ).flat()
    const seconds = (performance.now() - begun) / 1000
    await lookForAll(boss, script, ids, alone + size)
    const p95 = percentile(times, 0.95)
    const rate = Math.round(times.length / seconds)
    console.log(`${name}: ${times.length} answers in ${Math.round(seconds)} s (${rate}/s), p50 ${median(times).toFixed(0)} ms, none lost`)
    return [
      { name: `${name}: an answer, p95 against one alone`, unit: "ms", ours: p95, floor: median(quiet), target: 15 },
      { name: `${name}: an answer, p95 against a second`, unit: "ms", ours: p95, floor: 1000, target: 1 },
    ]
  } finally {
    agent.destroy()
    await program.stop()
    removeDataDir(dataDir)
  }
}

type Asked = {
  readonly agent: Agent
  readonly address: string
  readonly respondent: number
  readonly path: string
  readonly body: object
}

/** Milliseconds until the answer was accepted. Like a page, it retries after a pause when the server is overloaded; that time counts. */
const accepted = async (asked: Asked): Promise<number> => {
  const begun = performance.now()
  for (;;) {
    const status = await sent(asked)
    if (status === 200) return performance.now() - begun
    if (status !== 503 && status !== 0) throw new Error(`${asked.path} was answered with ${status}`)
    await pause(1000)
  }
}

/** The status of the response, or 0 if there was none. Uses Node's own client, as the load shares the machine with the server. */
const sent = ({ agent, address, respondent, path, body }: Asked): Promise<number> =>
  new Promise((done) => {
    const text = JSON.stringify(body)
    const asking = request(`${address}/chat/api/${path}`, {
      agent,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        "x-forwarded-for": `10.${respondent >> 16}.${(respondent >> 8) & 255}.${respondent & 255}`,
      },
    })
    asking.on("response", (response) => response.resume().on("end", () => done(response.statusCode ?? 0)))
    asking.on("error", () => done(0))
    asking.end(text)
  })

/** Throws unless the export has each respondent exactly once, with every answer. */
const lookForAll = async (boss: Visitor, script: ScriptId, ids: ReadonlyArray<string>, size: number): Promise<void> => {
  const wanted = new Set(Array.from({ length: size }, (_, respondent) => JSON.stringify(ids.map((_id, i) => givenBy(respondent, i)))))
  let [rows, after]: [number, string | null] = [0, null]
  do {
    const query: string = after === null ? "" : `&after=${after}`
    const page = Object((await boss.send("GET", `/api/bench/${script}/export?limit=1250${query}`)).json())
    for (const { status, answers } of page.items) {
      rows++
      if (status !== "finished" || !wanted.delete(JSON.stringify(ids.map((id) => answers[id]))))
        throw new Error("an answer is there twice, or not as given")
    }
    after = page.after
  } while (after !== null)
  if (rows !== size || wanted.size > 0) throw new Error(`${wanted.size} of ${size} respondents lost answers; the export has ${rows}`)
}
