// Limits of answers [E1]: those that no answer could keep are ignored, so that every question can be answered.
import fc from "fast-check"
import { expect, test } from "vitest"
import { getChoiceLimits, getDateLimits, getNumberLimits, listExclusiveChoices } from "../../domain/questions/answer-limits.ts"
import { createChoices } from "../arbitraries/answerable.ts"

const bound = fc.option(fc.integer({ min: -4, max: 9 }))
const day = fc.constantFrom(null, "", "2024-01-31", "2024-02-29", "2023-12-31", "2024-02-30", "31-01-2024")

test("[E1] limits of a number are ignored if they cross", () => {
  fc.assert(
    fc.property(bound, bound, (minimum, maximum) => {
      const isCrossed = minimum !== null && maximum !== null && minimum > maximum
      expect(getNumberLimits({ minimum, maximum })).toEqual({
        least: isCrossed ? null : minimum,
        most: isCrossed ? null : maximum,
        decimals: 2,
      })
    }),
  )
  expect([getNumberLimits({ minimum: 3, maximum: 3 }), getNumberLimits({})]).toEqual([
    { least: 3, most: 3, decimals: 2 },
    { least: null, most: null, decimals: 2 },
  ])
  expect([0, 1, 2, 3, -1, 0.5, null].map((precision) => getNumberLimits({ precision, minimum: 2, maximum: 1 }).decimals)).toEqual([
    0, 1, 2, 2, 2, 2, 2,
  ])
})

test("[E1] limits of a date are ignored if they are not dates, or cross", () => {
  const read = (it: string | null) => (it !== null && ["2024-01-31", "2024-02-29", "2023-12-31"].includes(it) ? it : null)
  fc.assert(
    fc.property(day, day, (minimum, maximum) => {
      const [first, last] = [read(minimum), read(maximum)]
      const isCrossed = first !== null && last !== null && first > last
      expect(getDateLimits({ minimum, maximum })).toEqual(isCrossed ? { first: null, last: null } : { first, last })
    }),
  )
  expect(getDateLimits({})).toEqual({ first: null, last: null })
})

test("[E1] limits of a multiple choice stay between one and all choices, and are just that if they cross", () => {
  fc.assert(
    fc.property(fc.nat(5), bound, bound, (count, minimum, maximum) => {
      const choices = createChoices(...Array.from({ length: count }, (_, i) => `c${i}`))
      const { fewest, most } = getChoiceLimits({ uuid: "q", type: "multiple", choices, options: { minimum, maximum } })
      const clamped = { fewest: Math.max(1, minimum ?? 1), most: Math.min(count, maximum ?? count) }
      expect({ fewest, most }).toEqual(clamped.fewest <= clamped.most ? clamped : { fewest: 1, most: count })
    }),
  )
  expect(getChoiceLimits({ uuid: "q", type: "multiple" })).toEqual({ fewest: 1, most: 0 })
})

test("[E1] choices are exclusive if they are marked as such, unless the question turns that off", () => {
  const [one, two] = createChoices("een", "geen van deze")
  if (one === undefined || two === undefined) throw new Error("two choices")
  const question = { uuid: "q", type: "multiple" as const, choices: [one, { ...two, single: true }] }
  expect([listExclusiveChoices(question), listExclusiveChoices({ ...question, options: { singles: true } })]).toEqual([
    [question.choices[1]],
    [question.choices[1]],
  ])
  expect([
    listExclusiveChoices({ ...question, options: { singles: false } }),
    listExclusiveChoices({ uuid: "q", type: "multiple" }),
  ]).toEqual([[], []])
})
