// The totals of the live statistics are read from counters, and stay what a recount of all answers gives (G1, G5, P4).
import { randomUUID } from "node:crypto"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { aggregatePastDays, readTotalCount } from "../../adapters/server/statistics/statistics-repository.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const instructions = createInstructions(
  { type: "question", label: "komt", says: "Komt u?", question: yesNoQuestion },
  {
    type: "question",
    label: "cijfer",
    says: "Cijfer?",
    question: { uuid: randomUUID(), type: "nps", options: { minimum: 0, maximum: 10 } },
  },
)

/** What has been answered since the statistics were last cleared: the answers to each question, in any order. */
type Given = { readonly begun: number; readonly choices: ReadonlyArray<number>; readonly scores: ReadonlyArray<number> }
const nothing: Given = { begun: 0, choices: [], scores: [] }

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant("start" as const), choice: fc.constantFrom(1, 2) }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant("start of a person" as const), choice: fc.constantFrom(1, 2) }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant("answer" as const), score: fc.integer({ min: 0, max: 10 }) }) },
    { weight: 2, arbitrary: fc.constant({ type: "repeated answer" as const }) },
    { weight: 3, arbitrary: fc.constant({ type: "erasure" as const }) },
    { weight: 1, arbitrary: fc.constant({ type: "clearing of data" as const }) },
    { weight: 1, arbitrary: fc.constant({ type: "clearing of statistics" as const }) },
    { weight: 2, arbitrary: fc.constant({ type: "end of a day" as const }) },
  ),
  { minLength: 10, maxLength: 20 },
)

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let server: TestServer
  let bob: Visitor
  let acme = ""
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    acme = await server.addCommunity("acme")
    await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
    bob = await server.signedIn("bob")
  })
  afterAll(() => server.stop())

  const answer = async (pass: string, place: number, given: number) => {
    const { status } = await callChatApi(server.address, "answer", { pass, uuid: instructions[place]?.uuid, given, after: 0 })
    expect(status).toBe(200)
  }
  const startAnonymously = async (script: ScriptId): Promise<string> => {
    const pass = createAccessToken()
    expect((await callChatApi(server.address, "open", { pass, anonymous: { community: "acme", script } })).status).toBe(200)
    return pass
  }
  const makeLink = async (script: ScriptId, person: string): Promise<string> => {
    const people = [{ profile: { external_id: person }, conversation: { metadata: {} } }]
    const path = `/api/acme/chat-scripts/${script}/get-unique-links?short`
    const [{ conversation }] = Object((await bob.send("POST", path, people, { "idempotency-key": randomUUID() })).json()).process
    return conversation
  }
  const confirm = async (path: string, token: string, post = path) => {
    const csrf = readStringField((await bob.send("GET", path)).json(), token)
    expect((await bob.send("POST", post, { csrf })).status).toBe(200)
  }
  const erase = async (person: string) => {
    const people = `/api/communities/${acme}/people`
    const [{ uuid }] = Object((await bob.send("POST", `${people}/find`, { text: person })).json()).items
    await confirm(`${people}/${uuid}/delete`, "deleteToken")
  }
  const endDay = async () => {
    clock += 86_400_000
    await aggregatePastDays(server.database, new Date(clock))
    bob = await server.signedIn("bob")
  }
  const readShown = async (script: ScriptId) => {
    const { begun, finished, charts } = Schema.decodeUnknownSync(LiveStatistics)(
      (await server.visitor().send("GET", `/stats/api/acme/${script}`)).json(),
    )
    const bars = (place: number) => (charts[place]?.bars ?? []).map(({ count }) => count)
    return { begun, finished, answered: charts.map(({ answered }) => answered), choices: bars(0), scores: bars(1) }
  }
  const recount = ({ begun, choices, scores }: Given) => {
    const count = (values: ReadonlyArray<number>, value: number) => values.filter((it) => it === value).length
    return {
      begun,
      finished: scores.length,
      answered: [choices.length, scores.length],
      choices: [1, 2].map((choice) => count(choices, choice)),
      scores: Array.from({ length: 11 }, (_, score) => count(scores, score)),
    }
  }

  test("totals equal a recount after any starts, answers, erasures, clearing and ends of days", { tags: ["long"] }, async () => {
    await checkTotals(20)
  })
  test("totals equal a recount after a few starts, answers, erasures, clearing and ends of days", () => checkTotals(3))

  const checkTotals = (numRuns: number) =>
    fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const script = await createLiveScript(bob, "acme", instructions)
        let given = nothing
        /** Conversations with one answer; `person` is null for an anonymous one. */
        let open: ReadonlyArray<{ readonly pass: string; readonly person: string | null; readonly choice: number }> = []
        for (const step of taken) {
          const [first] = open
          switch (step.type) {
            case "start":
            case "start of a person": {
              const person = step.type === "start" ? null : `person ${randomUUID()}`
              const pass = person === null ? await startAnonymously(script) : await makeLink(script, person)
              await answer(pass, 0, step.choice)
              open = [...open, { pass, person, choice: step.choice }]
              given = { ...given, begun: given.begun + 1, choices: [...given.choices, step.choice] }
              break
            }
            case "answer":
              if (first === undefined) break
              await answer(first.pass, 1, step.score)
              open = open.slice(1)
              given = { ...given, scores: [...given.scores, step.score] }
              break
            case "repeated answer":
              if (first !== undefined) await answer(first.pass, 0, first.choice)
              break
            case "erasure": {
              const found = open.find(({ person }) => person !== null)
              if (found === undefined || found.person === null) break
              await erase(found.person)
              open = open.filter((it) => it !== found)
              break
            }
            case "clearing of data":
              await confirm(`/api/acme/chat-scripts/${script}/clear-data`, "clearToken")
              open = []
              break
            case "clearing of statistics":
              await confirm(`/api/acme/chat-scripts/${script}/clear-stats`, "clearToken")
              given = nothing
              break
            default:
              await endDay()
          }
          expect([step.type, await readShown(script)]).toEqual([step.type, recount(given)])
          // Each answer is one change; a conversation starts with the change of its first answer.
          const changes = given.choices.length + given.scores.length
          expect([step.type, await readTotalCount(server.database.db, script)]).toEqual([step.type, changes])
        }
      }),
      { numRuns },
    )

  test("the total is read from counter rows alone, of which a past day has one", async () => {
    const script = await createLiveScript(bob, "acme", instructions)
    for (const choice of [1, 2, 1]) {
      for (let i = 0; i < 4; i++) {
        const pass = await startAnonymously(script)
        await answer(pass, 0, choice)
        await answer(pass, 1, 9)
      }
      await endDay()
    }
    const { db } = server.database
    const rows = db.selectFrom("statistics").where("script_id", "=", script)
    const counters = await rows.select(["day", "count"]).where("key", "=", "counted").orderBy("day").execute()
    expect(counters.map(({ count }) => count)).toEqual([8, 8, 8])
    expect(await readTotalCount(db, script)).toBe(24)
    await db.deleteFrom("statistics").where("script_id", "=", script).where("key", "!=", "counted").execute()
    expect(await readTotalCount(db, script)).toBe(24)
  })
})
