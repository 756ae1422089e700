// Judging conditions looks at a few answers in place of all: that these are answers, and that comparisons tell no others apart.
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
  getPossibleAnswers,
  maxDistinguishedChoices,
  representativeAnswers,
} from "../../domain/conditions/possible-answers.ts"
import { fromEpochDay, toEpochDay } from "../../domain/date/calendar-date.ts"
import { asked, choiceQuestion, multipleQuestion, npsQuestion } from "../arbitraries/answerable.ts"

const seen = (answer: AnswerFacets): Environment => ({
  answers: new Map([["q", answer]]),
  metadata: new Map(),
  actions: new Map(),
  crm: new Map(),
})
type Side = "left" | "right"
type Asked = { readonly by: Comparator; readonly of: "value" | "count"; readonly on: Side }
const compared = ({ by, of, on }: Asked, constant: Constant): Condition => {
  const answer = { _tag: "Answer", name: "q", facet: null } as const
  const own: Operand = of === "count" ? { _tag: "Count", of: answer } : answer
  const written: Operand = { _tag: "Literal", value: constant }
  return on === "left" ? { _tag: "Compare", left: own, by, right: written } : { _tag: "Compare", left: written, by, right: own }
}
const outcomes = (all: ReadonlyArray<Condition>, answer: AnswerFacets): string => {
  const environment = seen(answer)
  return all.map((it) => Number(evaluateCondition(it, environment))).join("")
}
const every = (
  constants: ReadonlyArray<Constant>,
  by: ReadonlyArray<Comparator>,
  of: ReadonlyArray<Asked["of"]>,
  on: ReadonlyArray<Side> = ["left", "right"],
): ReadonlyArray<Condition> =>
  constants.flatMap((constant) =>
    by.flatMap((one) => of.flatMap((what) => on.map((side) => compared({ by: one, of: what, on: side }, constant)))),
  )

const orders = ["==", "!=", "<", "<=", ">", ">="] as const
const containing = ["contains", "!contains"] as const
const few = (constant: fc.Arbitrary<Constant>) => fc.array(constant, { maxLength: 3 })

describe("the answers that stand for all", () => {
  const constant = fc.constantFrom<Constant>(0, 1, 2, 3, 2.5, 6, -1, "Ja", "Soms", "3", "ja", true, null)

  test("[C10] of one choice and of a scale they are all that there are", () => {
    fc.assert(
      fc.property(fc.oneof(choiceQuestion, npsQuestion), few(constant), ({ question, answers }, constants) => {
        expect([...representativeAnswers(getPossibleAnswers(asked(0, null, question)), constants)]).toEqual(answers?.slice(1))
      }),
    )
  })

  test("[C10] of several choices each can be chosen, and each that can be chosen is told from none of them", () => {
    fc.assert(
      fc.property(multipleQuestion, few(constant), ({ question, answers }, constants) => {
        const possible = getPossibleAnswers(asked(0, null, question))
        const tried = [...representativeAnswers(possible, constants)]
        const sets = (answers ?? []).slice(1).map(({ value }) => new Set([value].flat()))
        for (const { value } of tried) expect(sets).toContainEqual(new Set([value].flat()))
        const conditions = [...every(constants, containing, ["value"], ["left"]), ...every(constants, orders, ["count"])]
        const told = new Set(tried.map((answer) => outcomes(conditions, answer)))
        for (const answer of (answers ?? []).slice(1)) expect(told).toContain(outcomes(conditions, answer))
      }),
    )
  })

  test("[C10] choices are told apart by their value, written as number or text, and by their text", () => {
    const choice = (value: number, content: string) => ({ uuid: content, value, order: 0, translation: { locale: "nl", content } })
    const all = [choice(1, "Ja"), choice(2, "Nee"), choice(3, "2.0")]
    const apart = (...constants: ReadonlyArray<Constant>) => findDistinguishedChoices(all, constants).map(({ value }) => value)
    expect(apart()).toEqual([])
    expect(apart(null, true, "ja")).toEqual([])
    expect(apart(1)).toEqual([1])
    expect(apart("1")).toEqual([1])
    expect(apart("Nee")).toEqual([2])
    expect(apart("2.0")).toEqual([2, 3])
    const many = Array.from({ length: maxDistinguishedChoices + 2 }, (_, i) => choice(i, `k${i}`))
    const possible = { _tag: "Several", choices: many, fewest: 0, most: many.length, recalls: false } as const
    for (const { value } of representativeAnswers(
      possible,
      many.map((one) => one.value),
    ))
      expect(new Set([value].flat()).size).toBe([value].flat().length)
  })

  test("[C10] of numbers each is one that can be given, and together they have every outcome that one of them has", () => {
    const number = fc.constantFrom<Constant>(0, 1, 2, 2.5, 3.25, 4, -3, 7, "2", "2.5", "x", true, null)
    const limit = fc.option(fc.integer({ min: -3, max: 5 }))
    fc.assert(
      fc.property(limit, limit, fc.constantFrom(0, 0, 1, 2), few(number), (one, other, decimals, constants) => {
        const [least, most] = one !== null && other !== null && one > other ? [other, one] : [one, other]
        const scale = 10 ** decimals
        const tried = [...representativeAnswers({ _tag: "Number", least, most, decimals }, constants)]
        for (const { value, amount } of tried) {
          const given = typeof value === "number" ? value : Number.NaN
          expect(Math.abs(given * scale - Math.round(given * scale))).toBeLessThan(1e-9)
          expect(given).toBeGreaterThanOrEqual(least ?? Number.NEGATIVE_INFINITY)
          expect(given).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY)
          expect(amount).toBe(value)
        }
        const conditions = every(constants, orders, ["value"], ["left"])
        const told = new Set(tried.map((answer) => outcomes(conditions, answer)))
        const [from, to] = [least ?? -9, most ?? 9]
        const steps = Array.from({ length: (to - from) * scale + 1 }, (_, i) => from + i / scale)
        const untold = steps.filter((value) => !told.has(outcomes(conditions, numericAnswer(value, String(value)))))
        expect(untold).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test("[C10] of days each can be picked, and together they have every outcome that one of them has", () => {
    const leap = toEpochDay("2024-02-29") ?? 0
    const near = fc.integer({ min: leap - 4, max: leap + 4 })
    const day = fc.oneof(near.map(fromEpochDay), fc.constantFrom<Constant>("2023-02-29", "x", 3, null))
    fc.assert(
      fc.property(fc.option(near), fc.option(near), few(day), (one, other, constants) => {
        const [first, last] = one !== null && other !== null && one > other ? [other, one] : [one, other]
        const limits = { first: first === null ? null : fromEpochDay(first), last: last === null ? null : fromEpochDay(last) }
        const tried = [...representativeAnswers({ _tag: "Day", ...limits }, constants)]
        for (const { value } of tried) {
          const picked = toEpochDay(typeof value === "string" ? value : "")
          expect(picked).not.toBeNull()
          expect(picked ?? 0).toBeGreaterThanOrEqual(first ?? Number.NEGATIVE_INFINITY)
          expect(picked ?? 0).toBeLessThanOrEqual(last ?? Number.POSITIVE_INFINITY)
        }
        const conditions = every(constants, orders, ["value"])
        const told = new Set(tried.map((answer) => outcomes(conditions, answer)))
        for (let at = first ?? leap - 9; at <= (last ?? leap + 9); at++)
          expect(told).toContain(outcomes(conditions, plainAnswer(fromEpochDay(at))))
      }),
    )
  })

  const sayable = fc.constantFrom<Constant>("a", "ab", "", "3", "3.0", "2024-02-29", 3, 2.5, -1, 1e21, null)
  const said = fc.oneof(
    fc.constantFrom("a", "abc", "3", "3.00", "4", "-2", "2.75", "2024-02-28", "2024-03-01", "x", "1e30", "2.9"),
    fc.string({ minLength: 1, maxLength: 3 }),
    fc.integer({ min: -9, max: 9 }).map(String),
  )

  test("[C10] of texts none is empty, and whatever comes of one comparison comes of one of them", () => {
    fc.assert(
      fc.property(few(sayable), said, (constants, text) => {
        const tried = [...representativeAnswers({ _tag: "Text" }, constants)]
        for (const { value } of tried) expect(value).not.toBe("")
        for (const condition of every(constants, comparators, ["value"])) {
          const told = new Set(tried.map((answer) => outcomes([condition], answer)))
          expect(told).toContain(outcomes([condition], plainAnswer(text)))
        }
      }),
      { numRuns: 400 },
    )
  })

  test("[C10] of what may be anything too: texts, numbers, yes and no, and lists of them", () => {
    const anything: fc.Arbitrary<ConditionValue> = fc.oneof(
      said,
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom(2.5, 2.75, true, false),
      fc.array(fc.constantFrom("a", "abc", "3", "q"), { minLength: 1, maxLength: 3 }),
    )
    fc.assert(
      fc.property(few(fc.oneof(sayable, fc.constantFrom<Constant>(true, false))), anything, (constants, value) => {
        const tried = [...representativeAnswers({ _tag: "Anything" }, constants)]
        for (const condition of every(constants, comparators, ["value"])) {
          const told = new Set(tried.map((answer) => outcomes([condition], answer)))
          expect(told).toContain(outcomes([condition], { value, text: value, score: value, amount: value }))
        }
      }),
      { numRuns: 400 },
    )
  })
})
