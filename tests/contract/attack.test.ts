// Short attacks on the built server; `npm run attack` runs the whole one.
import { expect, test } from "vitest"
import { attack } from "../attack/attack.ts"
import { knownAttacks } from "../attack/known-attacks.ts"

const expectServerToSurvive = async (attacks: ReadonlyArray<string>, requests: number) => {
  const { problems, statuses, health } = await attack({ requests, seed: 1, attacks })
  expect(problems).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(requests)
  // The attack reaches past the first checks: some requests succeed, and some are refused for what they contain.
  for (const status of [200, 401, 404, 422]) expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0])
  expect(health.map(({ part }) => part)).toEqual([...attacks, "generated requests"])
}

test("survives held connections, tiny chunks and generated hostile requests without an error of its own", async () => {
  await expectServerToSurvive(["held connections", "tiny chunks"], 150)
})

test("survives known attacks and generated hostile requests without an error of its own", { tags: ["long"] }, async () => {
  const attacks = Object.keys(knownAttacks).filter((name) => name !== "large bodies")
  await expectServerToSurvive(attacks, 400)
})
