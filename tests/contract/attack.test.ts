// A short attack on the built server; `npm run attack` runs the whole one.
import { expect, test } from "vitest"
import { attack } from "../attack/attack.ts"
import { knownAttacks } from "../attack/known-attacks.ts"

test("survives known attacks and generated hostile requests without an error of its own", async () => {
  const attacks = Object.keys(knownAttacks).filter((name) => name !== "large bodies")
  const { problems, statuses, health } = await attack({ requests: 400, seed: 1, attacks })
  expect(problems).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(400)
  // The attack reaches past the first checks: some requests succeed, and some are refused for what they contain.
  for (const status of [200, 401, 404, 422]) expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0])
  expect(health.map(({ part }) => part)).toEqual([...attacks, "generated requests"])
})
