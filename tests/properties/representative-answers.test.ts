// Representative answers for analyzing conditions: each is possible, and comparisons distinguish no others.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Constant } from "../../domain/conditions/atomic-condition.ts"
import { type Comparator, type Condition, comparators, type Operand } from "../../domain/conditions/condition.ts"
import {
  type AnswerFacets,
  type ConditionValue,
  type Environment,
  numericAnswer,
  plainAnswer,
} from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import {
  findDistinguishedChoices,
  generateRepresentativeAnswers,
  getPossibleAnswers,
  maxDistinguishedChoices,
} from "../../domain/conditions/possible-answers.ts"
import { fromEpochDay, toEpochDay } from "../../domain/date/calendar-date.ts"
import { choiceQuestion, multipleQuestion, npsQuestion, questionInstruction } from "../arbitraries/answerable.ts"

const environmentOf = (answer: AnswerFacets): Environment => ({
  answers: new Map([["q", answer]]),
  metadata: new Map(),
  actions: new Map(),
  crm: new Map(),
})
type Side = "left" | "right"
type ComparisonShape = { readonly by: Comparator; readonly of: "value" | "count"; readonly on: Side }
const buildComparison = ({ by, of, on }: ComparisonShape, constant: Constant): Condition => {
  const answer = { _tag: "Answer", name: "q", facet: null } as const
  const own: Operand = of === "count" ? { _tag: "Count", of: answer } : answer
  const literal: Operand = { _tag: "Literal", value: constant }
  return on === "left" ? { _tag: "Compare", left: own, by, right: literal } : { _tag: "Compare", left: literal, by, right: own }
}
const outcomes = (all: ReadonlyArray<Condition>, answer: AnswerFacets): string => {
  const environment = environmentOf(answer)
  return all.map((it) => Number(evaluateCondition(it, environment))).join("")
}
const allComparisons = (
  constants: ReadonlyArray<Constant>,
  by: ReadonlyArray<Comparator>,
  of: ReadonlyArray<ComparisonShape["of"]>,
  on: ReadonlyArray<Side> = ["left", "right"],
): ReadonlyArray<Condition> =>
  constants.flatMap((constant) =>
    by.flatMap((comparator) => of.flatMap((kind) => on.map((side) => buildComparison({ by: comparator, of: kind, on: side }, constant)))),
  )

const orders = ["==", "!=", "<", "<=", ">", ">="] as const
const containing = ["contains", "!contains"] as const
const someConstants = (constant: fc.Arbitrary<Constant>) => fc.array(constant, { maxLength: 3 })

describe("representative answers", () => {
  const constant = fc.constantFrom<Constant>(0, 1, 2, 3, 2.5, 6, -1, "Ja", "Soms", "3", "ja", true, null)

  test("[C10] of a single choice or a scale are all possible answers", () => {
    fc.assert(
      fc.property(fc.oneof(choiceQuestion, npsQuestion), someConstants(constant), ({ question, answers }, constants) => {
        expect([...generateRepresentativeAnswers(getPossibleAnswers(questionInstruction(0, null, question), []), constants)]).toEqual(
          answers?.slice(1),
        )
      }),
    )
  })

  test("[C10] of a multiple choice are possible, and have all outcomes that possible answers have", () => {
    fc.assert(
      fc.property(multipleQuestion, someConstants(constant), ({ question, answers }, constants) => {
        const possible = getPossibleAnswers(questionInstruction(0, null, question), [])
        const representatives = [...generateRepresentativeAnswers(possible, constants)]
        const sets = (answers ?? []).slice(1).map(({ value }) => new Set([value].flat()))
        for (const { value } of representatives) expect(sets).toContainEqual(new Set([value].flat()))
        const conditions = [...allComparisons(constants, containing, ["value"], ["left"]), ...allComparisons(constants, orders, ["count"])]
        const outcomesFound = new Set(representatives.map((answer) => outcomes(conditions, answer)))
        for (const answer of (answers ?? []).slice(1)) expect(outcomesFound).toContain(outcomes(conditions, answer))
      }),
    )
  })

  test("[C10] distinguish choices by their value, written as a number or text, and by their text", () => {
    const choice = (value: number, content: string) => ({ uuid: content, value, order: 0, translation: { locale: "nl", content } })
    const all = [choice(1, "Ja"), choice(2, "Nee"), choice(3, "2.0")]
    const distinguished = (...constants: ReadonlyArray<Constant>) => findDistinguishedChoices(all, constants).map(({ value }) => value)
    expect(distinguished()).toEqual([])
    expect(distinguished(null, true, "ja")).toEqual([])
    expect(distinguished(1)).toEqual([1])
    expect(distinguished("1")).toEqual([1])
    expect(distinguished("Nee")).toEqual([2])
    expect(distinguished("2.0")).toEqual([2, 3])
    const many = Array.from({ length: maxDistinguishedChoices + 2 }, (_, i) => choice(i, `k${i}`))
    const possible = { _tag: "Several", choices: many, exclusive: [], fewest: 0, most: many.length, recalls: false } as const
    for (const { value } of generateRepresentativeAnswers(
      possible,
      many.map((one) => one.value),
    ))
      expect(new Set([value].flat()).size).toBe([value].flat().length)
  })

  test("[C10] of numbers are possible, and have all outcomes that possible numbers have", () => {
    const number = fc.constantFrom<Constant>(0, 1, 2, 2.5, 3.25, 4, -3, 7, "2", "2.5", "x", true, null)
    const limit = fc.option(fc.integer({ min: -3, max: 5 }))
    fc.assert(
      fc.property(limit, limit, fc.constantFrom(0, 0, 1, 2), someConstants(number), (a, b, decimals, constants) => {
        const [least, most] = a !== null && b !== null && a > b ? [b, a] : [a, b]
        const scale = 10 ** decimals
        const representatives = [...generateRepresentativeAnswers({ _tag: "Number", least, most, decimals }, constants)]
        for (const { value, amount } of representatives) {
          const numeric = typeof value === "number" ? value : Number.NaN
          expect(Math.abs(numeric * scale - Math.round(numeric * scale))).toBeLessThan(1e-9)
          expect(numeric).toBeGreaterThanOrEqual(least ?? Number.NEGATIVE_INFINITY)
          expect(numeric).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY)
          expect(amount).toBe(value)
        }
        const conditions = allComparisons(constants, orders, ["value"], ["left"])
        const outcomesFound = new Set(representatives.map((answer) => outcomes(conditions, answer)))
        const [from, to] = [least ?? -9, most ?? 9]
        const steps = Array.from({ length: (to - from) * scale + 1 }, (_, i) => from + i / scale)
        const missing = steps.filter((value) => !outcomesFound.has(outcomes(conditions, numericAnswer(value, String(value)))))
        expect(missing).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test("[C10] of dates are possible, and have all outcomes that possible dates have", () => {
    const leap = toEpochDay("2024-02-29") ?? 0
    const near = fc.integer({ min: leap - 4, max: leap + 4 })
    const day = fc.oneof(near.map(fromEpochDay), fc.constantFrom<Constant>("2023-02-29", "x", 3, null))
    fc.assert(
      fc.property(fc.option(near), fc.option(near), someConstants(day), (a, b, constants) => {
        const [first, last] = a !== null && b !== null && a > b ? [b, a] : [a, b]
        const limits = { first: first === null ? null : fromEpochDay(first), last: last === null ? null : fromEpochDay(last) }
        const representatives = [...generateRepresentativeAnswers({ _tag: "Day", ...limits }, constants)]
        for (const { value } of representatives) {
          const picked = toEpochDay(typeof value === "string" ? value : "")
          expect(picked).not.toBeNull()
          expect(picked ?? 0).toBeGreaterThanOrEqual(first ?? Number.NEGATIVE_INFINITY)
          expect(picked ?? 0).toBeLessThanOrEqual(last ?? Number.POSITIVE_INFINITY)
        }
        const conditions = allComparisons(constants, orders, ["value"])
        const outcomesFound = new Set(representatives.map((answer) => outcomes(conditions, answer)))
        for (let at = first ?? leap - 9; at <= (last ?? leap + 9); at++)
          expect(outcomesFound).toContain(outcomes(conditions, plainAnswer(fromEpochDay(at))))
      }),
    )
  })

  const anyText = { _tag: "Text", accepted: { _tag: "Typed", fewest: 1, most: 1024 } } as const
  const textConstant = fc.constantFrom<Constant>("a", "ab", "", "3", "3.0", "2024-02-29", 3, 2.5, -1, 1e21, null)
  const answeredText = fc.oneof(
    fc.constantFrom("a", "abc", "3", "3.00", "4", "-2", "2.75", "2024-02-28", "2024-03-01", "x", "1e30", "2.9"),
    fc.string({ minLength: 1, maxLength: 3 }),
    fc.integer({ min: -9, max: 9 }).map(String),
  )

  test("[C10] of texts are never empty, and have all outcomes of a single comparison", () => {
    fc.assert(
      fc.property(someConstants(textConstant), answeredText, (constants, text) => {
        const representatives = [...generateRepresentativeAnswers(anyText, constants)]
        for (const { value } of representatives) expect(value).not.toBe("")
        for (const condition of allComparisons(constants, comparators, ["value"])) {
          const outcomesFound = new Set(representatives.map((answer) => outcomes([condition], answer)))
          expect(outcomesFound).toContain(outcomes([condition], plainAnswer(text)))
        }
      }),
      { numRuns: 400 },
    )
  })

  test("[C10] of unconstrained values have all outcomes of a single comparison", () => {
    const anything: fc.Arbitrary<ConditionValue> = fc.oneof(
      answeredText,
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom(2.5, 2.75, true, false),
      fc.array(fc.constantFrom("a", "abc", "3", "q"), { minLength: 1, maxLength: 3 }),
    )
    fc.assert(
      fc.property(someConstants(fc.oneof(textConstant, fc.constantFrom<Constant>(true, false))), anything, (constants, value) => {
        const representatives = [...generateRepresentativeAnswers({ _tag: "Anything" }, constants)]
        for (const condition of allComparisons(constants, comparators, ["value"])) {
          const outcomesFound = new Set(representatives.map((answer) => outcomes([condition], answer)))
          expect(outcomesFound).toContain(outcomes([condition], { value, text: value, score: value, amount: value }))
        }
      }),
      { numRuns: 400 },
    )
  })
})
