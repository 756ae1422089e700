// kill -9 and SIGSTOP while people save and respondents answer: nothing that was acknowledged is lost, and the database starts.
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { openDatabase } from "../../adapters/server/database/database.ts"
import { OpenedConversation } from "../../domain/chat/respondent-view.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Action } from "../../domain/script/action.ts"
import { LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { startLoopbackServer } from "../fixtures/loopback-server.ts"
import { readMails } from "../fixtures/mails.ts"
import { startMain } from "../fixtures/main-process.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { createScriptSaver, readStoredVersions } from "../fixtures/script-saver.ts"
import { password, visitor } from "../fixtures/server.ts"
import { runLanesUntilEnd } from "../fixtures/work-until-shutdown.ts"

const lanes = 4

/** A few kills in `npm test`, more in the long run. */
const runs = [
  { kills: 1, tags: [] },
  { kills: 12, tags: ["long"] },
]

for (const { kills, tags } of runs)
  test(`lists each save acknowledged before one of ${kills} kills exactly once among the versions`, { tags }, async () => {
    const folder = preparedDataDir()
    const env = { DATA_DIR: folder, ADMIN_PASSWORD: password }
    const saver = createScriptSaver()
    for (let round = 0; round < kills; round++) {
      const main = await startMain(env)
      const person = await saver.at(main.address)
      const work = async (acknowledge: () => void) => {
        await saver.save(person)
        acknowledge()
      }
      await runLanesUntilEnd({ lanes, goal: 3 + ((round * 7) % 23), work, end: () => main.end("SIGKILL") })
    }

    const last = await startMain(env)
    const newest = await saver.newest(await saver.at(last.address))
    expect((await last.end("SIGTERM")).code).toBe(0)

    const versions = await readStoredVersions(folder)
    removeDataDir(folder)
    expect([...versions.keys()]).toEqual(Array.from({ length: newest }, (_, i) => i + 1))
    expect(saver.acknowledged.size).toBeGreaterThanOrEqual(kills * 3)
    for (const [revision, name] of saver.acknowledged) expect([revision, versions.get(revision)]).toEqual([revision, name])
    // Any further versions were being saved at a kill.
    expect(versions.size - 1 - saver.acknowledged.size).toBeLessThanOrEqual(kills * lanes)
  })

for (const { kills, tags } of runs)
  test(`stores each answer acknowledged before one of ${kills} kills once and sends its delivery with one id`, {
    tags,
  }, async () => {
    const folder = preparedDataDir()
    const outside = await startLoopbackServer()
    const env = { DATA_DIR: folder, ADMIN_PASSWORD: password, SEND_TO_PRIVATE: "1" }
    const question: Question = { uuid: randomUUID(), type: "numeric", options: { minimum: 0, maximum: 1_000_000 } }
    const deliver: Action = { type: "send2api", params: { endpoint: outside.address, version: 1, questions: null } }
    const instructions = createInstructions(
      ...[1, 2, 3].flatMap((n) => [
        { type: "question" as const, label: `n${n}`, says: "Hoeveel?", question: { ...question, uuid: randomUUID() } },
        { type: "action" as const, label: `send${n}`, action: deliver },
      ]),
    )
    /** Acknowledged answers of each respondent, by token. */
    const acknowledgedNumbers = new Map<string, Array<number>>()
    const questions = instructions.filter(({ type }) => type === "question").map(({ uuid }) => uuid)
    let script = ""
    let count = 0
    const open = (main: { readonly address: string }, pass: string) =>
      callChatApi(main.address, "open", { pass, anonymous: { community: "acme", script } })
    for (let round = 0; round < kills; round++) {
      const main = await startMain(env)
      if (round === 0) {
        const person = visitor(main.address)
        await person.signIn("admin", password)
        await person.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
        script = await createLiveScript(person, "acme", instructions)
      }
      const work = async (acknowledge: () => void) => {
        const pass = createAccessToken()
        expect((await open(main, pass)).status).toBe(200)
        for (const uuid of questions) {
          const number = ++count
          expect((await callChatApi(main.address, "answer", { pass, uuid, given: number, after: 0 })).status).toBe(200)
          acknowledgedNumbers.set(pass, [...(acknowledgedNumbers.get(pass) ?? []), number])
          acknowledge()
        }
      }
      await runLanesUntilEnd({ lanes, goal: 5 + ((round * 7) % 23), work, end: () => main.end("SIGKILL") })
    }

    const last = await startMain(env)
    for (const [pass, numbers] of acknowledgedNumbers) {
      const { turns } = Schema.decodeUnknownSync(OpenedConversation)((await open(last, pass)).json())
      const storedAnswers = turns.flatMap(({ answer }) => (answer === null ? [] : [answer.value]))
      expect(storedAnswers.slice(0, numbers.length)).toEqual(numbers)
      // An answer that was being saved at the kill may be stored as well.
      expect(storedAnswers.length).toBeLessThanOrEqual(numbers.length + 1)
    }
    const numbers = [...acknowledgedNumbers.values()].flat()
    const idsOf = () => {
      const ids = new Map<number, Set<unknown>>()
      for (const { headers, body } of outside.received) {
        const { answers } = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ answers: Numbers })))(body)
        const newest = Math.max(...Object.values(answers).map((answer) => answer ?? 0))
        ids.set(newest, (ids.get(newest) ?? new Set()).add(headers["webhook-id"]))
      }
      return ids
    }
    await expect.poll(() => numbers.filter((number) => !idsOf().has(number))).toEqual([])
    for (const ids of idsOf().values()) expect(ids.size).toBe(1)
    await last.end("SIGTERM")
    outside.stop()
    removeDataDir(folder)
    expect(numbers.length).toBeGreaterThanOrEqual(kills * 5)
  })

test("stores and counts each answer of 100 respondents exactly once despite two kills and restarts", {
  tags: ["long"],
}, async () => {
  const respondents = 100
  const folder = preparedDataDir()
  const env = { DATA_DIR: folder, ADMIN_PASSWORD: password }
  const bounded: Question = { uuid: randomUUID(), type: "numeric", options: { minimum: 0, maximum: 1_000_000 } }
  const instructions = createInstructions(
    ...[1, 2, 3].map((n) => ({
      type: "question" as const,
      label: `n${n}`,
      says: "Hoeveel?",
      question: { ...bounded, uuid: randomUUID() },
    })),
  )
  const questions = instructions.map(({ uuid }) => uuid)
  const killsAfter = [respondents / 2, respondents * 2]
  let main = await startMain(env)
  const person = visitor(main.address)
  await person.signIn("admin", password)
  await person.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
  const script = await createLiveScript(person, "acme", instructions)

  /** The server that is running, or the next one, once it has started. */
  let serving = Promise.resolve(main)
  let acceptedCount = 0
  let isOver = false
  const killed = (async () => {
    for (const goal of killsAfter) {
      await expect.poll(() => acceptedCount, { interval: 5 }).toBeGreaterThanOrEqual(goal)
      const next = Promise.withResolvers<typeof main>()
      serving = next.promise
      await main.end("SIGKILL")
      main = await startMain(env)
      next.resolve(main)
    }
  })()
  /** Repeats a request until the server accepts it, as respondents' pages do. */
  const untilTaken = async (path: string, body: object) => {
    while (!isOver) {
      const { address } = await serving
      const answer = await visitor(address)
        .send("POST", path, body)
        .catch(() => null)
      // The connection broke or the server is not ready: a page tries again after a pause.
      if (answer === null || answer.status === 503) {
        await pause(200)
        continue
      }
      expect(answer.status).toBe(200)
      return answer.json()
    }
    throw new Error("no server accepted the request")
  }
  const expected = new Map<string, ReadonlyArray<number>>()
  const responding = Array.from({ length: respondents }, async (_, i) => {
    const pass = createAccessToken()
    const numbers = questions.map((_uuid, n) => i * 10 + n)
    expected.set(pass, numbers)
    const anonymous = { community: "acme", script }
    await untilTaken("/chat/api/open", { pass, anonymous })
    for (const [n, uuid] of questions.entries()) {
      await untilTaken("/chat/api/answer", { pass, anonymous, uuid, given: numbers[n], after: n + 1 })
      acceptedCount++
    }
  })
  try {
    await Promise.all([killed, ...responding])
  } finally {
    isOver = true
  }
  expect(acceptedCount).toBe(respondents * questions.length)

  const last = visitor(main.address)
  for (const [pass, numbers] of expected) {
    const again = await last.send("POST", "/chat/api/open", { pass, anonymous: { community: "acme", script } })
    const { turns, waiting } = Schema.decodeUnknownSync(OpenedConversation)(again.json())
    expect(turns.flatMap(({ answer }) => (answer === null ? [] : [answer.value]))).toEqual(numbers)
    expect(waiting).toBe(null)
  }
  const statistics = Schema.decodeUnknownSync(LiveStatistics)((await last.send("GET", `/stats/api/acme/${script}`)).json())
  const means = questions.map((_uuid, n) => (respondents - 1) * 5 + n)
  expect([statistics.begun, statistics.finished]).toEqual([respondents, respondents])
  expect(statistics.charts.map(({ answered, average }) => [answered, average])).toEqual(means.map((mean) => [respondents, mean]))
  expect((await main.end("SIGTERM")).code).toBe(0)

  const database = await openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined)
  const rows = await database.db.selectFrom("conversations").select(["status", "answers"]).where("script_id", "=", script).execute()
  await database.close()
  removeDataDir(folder)
  const storedAnswers = rows.map(({ answers }) => questions.map((uuid) => Object(JSON.parse(answers))[uuid]).join())
  expect(storedAnswers.sort()).toEqual([...expected.values()].map((numbers) => numbers.join()).sort())
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["finished"]))
})

test("answers pending requests and keeps sessions and jobs after being stopped for 20 seconds (SIGSTOP)", {
  tags: ["long"],
}, async () => {
  const folder = preparedDataDir()
  const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password })
  const saver = createScriptSaver()
  const person = await saver.at(main.address)
  const save = async () => (await saver.send(person)).answer
  expect((await save()).status).toBe(200)
  const underWay = [save(), save(), save()]
  process.kill(main.pid, "SIGSTOP")
  const whileStopped = [save(), person.send("POST", "/reset-password", { email: "admin@example.org" })]
  // Real time has to pass for timers, leases and connections.
  await pause(20_000)
  process.kill(main.pid, "SIGCONT")
  expect((await Promise.all([...underWay, ...whileStopped])).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await save()).status).toBe(200)
  expect(await saver.newest(person)).toBe(1 + saver.sent())
  await expect.poll(async () => (await readMails(folder)).length).toBe(1)
  const { code, complaints } = await main.end("SIGTERM")
  expect([code, complaints]).toEqual([0, ""])
  removeDataDir(folder)
})

const Numbers = Schema.Record(Schema.String, Schema.NullOr(Schema.Finite))
