// One answer may reach thousands of scores: all of them are counted, in time in proportion to their number.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildCountQuery, countTurns } from "../../adapters/server/statistics/statistics-repository.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createScore } from "../../domain/script/score-bounds.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const choices = (yesNoQuestion.choices ?? []).map((choice, i) => ({ ...choice, score: i + 1 }))
const question = { ...yesNoQuestion, options: { scores: true }, choices }
const createScoredInstructions = (scoreCount: number): ReadonlyArray<Instruction> =>
  createInstructions(
    { type: "question", label: "komt", says: "Komt u?", question },
    ...Array.from({ length: scoreCount }, (_, i) => ({ type: "score" as const, label: `score_${i}` })),
  )

/** Counts how often its members are read one after the other. */
class CountedList extends Array<Instruction> {
  reads = 0
  override [Symbol.iterator](): ArrayIterator<Instruction> {
    this.reads++
    return super[Symbol.iterator]()
  }
  override find(): never {
    throw new Error("every search reads the list")
  }
}

test("the scores of one turn are counted without a search of the script for each", () => {
  const instructions = createScoredInstructions(50)
  const counted = CountedList.from(instructions) as CountedList
  const effects = instructions.slice(1).map(({ uuid }) => ({
    type: "score" as const,
    score: createScore(2, 1),
    uuid,
    name: "",
    html: "",
    delay: 0,
  }))
  const counts = countTurns(
    { instructions: counted },
    { turns: [{ answer: { uuid: instructions[0]?.uuid ?? "", value: 2 }, effects }], isBegun: false, isFinished: false },
  )
  expect(counts).toHaveLength(2 + 2 * 50)
  expect(counted.reads).toBeLessThanOrEqual(5)
})

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let bob: Visitor
  let acme = ""
  beforeAll(async () => {
    server = await startTestServer(await settings())
    acme = await server.addCommunity("acme")
    await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
    bob = await server.signedIn("bob")
  })
  afterAll(() => server.stop())

  test("an answer that reaches 10,000 scores is counted", async () => {
    const instructions = createScoredInstructions(1)
    const script = await createLiveScript(bob, "acme", instructions)
    const at = new Date("2026-03-01T12:00:00Z")
    const counts = Array.from({ length: 10_000 }, (_, i) => ({ instruction: `score ${i}`, key: "", count: 1, sum: 0.5 }))
    for (let time = 0; time < 2; time++)
      await server.database.transact((trx) =>
        Promise.resolve(buildCountQuery(trx, { script, conversation: crypto.randomUUID().replace(/^./, "0") }, counts, at)?.execute()),
      )
    const { db } = server.database
    const rows = await db.selectFrom("statistics").select(["day", "key", "count", "sum"]).where("script_id", "=", script).execute()
    expect(rows.reduce((all, { count, sum }) => ({ count: all.count + count, sum: all.sum + sum }), { count: 0, sum: 0 })).toEqual({
      count: 2 * 10_001,
      sum: 10_000,
    })
    expect(rows).toContainEqual({ day: "2026-03-01", key: "counted", count: expect.any(Number), sum: 0 })
  })
})
