// Condition trees, and environments to evaluate them in. Names come from a small pool, so that they collide.
import fc from "fast-check"
import {
  type Comparison,
  type Condition,
  type Count,
  comparators,
  facets,
  type Literal,
  type Operand,
  type Reference,
  type Sum,
  type TruthTest,
} from "../../domain/conditions/condition.ts"
import type { AnswerFacets, ConditionValue, Environment } from "../../domain/conditions/condition-value.ts"
import { toNameKey } from "../../domain/script/instruction-name.ts"

export const plainNames = ["q1", "q2", "Leeftijd", "naïef", "count", "_"] as const
const awkwardNames = ["a name", "true", "contains", "answers", "1st", 'say "hi"', "line\nbreak", "\ud800", "", "a.b", "Q1"] as const
export const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...plainNames) },
  fc.constantFrom(...awkwardNames),
  fc.string({ maxLength: 5 }),
)

export const reference: fc.Arbitrary<Reference> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Answer"), name, facet: fc.option(fc.constantFrom(...facets)) }) },
  fc.record({ _tag: fc.constant("Metadata"), key: name }),
  fc.record({ _tag: fc.constant("Action"), name, key: fc.option(name) }),
  fc.record({ _tag: fc.constant("Crm"), key: fc.constantFrom("groups", "name", "e mail") }),
)

const number = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.double({ noNaN: true, noDefaultInfinity: true })).map((n) => (n === 0 ? 0 : n))
const text = fc.oneof(
  fc.constantFrom("1", "2", "10", "1.0", "-3", "ja", "Ja, graag", "2024-02-29", "2024-03-01", "2023-02-29", ""),
  fc.string({ unit: "binary", maxLength: 6 }),
)
const scalar = fc.oneof(number, text, fc.boolean(), fc.constant(null))

export const literal: fc.Arbitrary<Literal> = fc.record({ _tag: fc.constant("Literal"), value: scalar })
const count: fc.Arbitrary<Count> = fc.record({ _tag: fc.constant("Count"), of: reference })
const sum: fc.Arbitrary<Sum> = fc.record({
  _tag: fc.constant("Sum"),
  terms: fc.tuple(reference, fc.array(reference, { maxLength: 2 })).map(([first, more]) => [first, ...more] as const),
})
const bare = fc.oneof({ weight: 3, arbitrary: reference }, count, sum, { weight: 2, arbitrary: literal })

const { condition: anyCondition } = fc.letrec<{
  condition: Condition
  group: Condition
  not: Condition
  comparison: Comparison
  holds: TruthTest
  operand: Operand
}>((tie) => ({
  condition: fc.oneof({ maxDepth: 5, depthIdentifier: "condition" }, tie("holds"), tie("comparison"), tie("not"), tie("group")),
  group: fc.record({
    _tag: fc.constantFrom("All", "Any"),
    terms: fc
      .tuple(tie("condition"), tie("condition"), fc.array(tie("condition"), { maxLength: 2 }))
      .map(([first, second, more]) => [first, second, ...more] as const),
  }),
  not: fc.record({ _tag: fc.constant("Not"), term: tie("condition") }),
  comparison: fc.record({
    _tag: fc.constant("Compare"),
    left: tie("operand"),
    by: fc.constantFrom(...comparators),
    right: tie("operand"),
  }),
  holds: fc.record({ _tag: fc.constant("Holds"), operand: bare }),
  operand: fc.oneof(
    { maxDepth: 5, depthIdentifier: "condition" },
    bare,
    fc.record({ _tag: fc.constant("Truth"), of: fc.oneof(tie("comparison"), tie("not"), tie("group")) }) as fc.Arbitrary<Operand>,
  ),
}))

/** Every tree that a text can express. */
export const condition: fc.Arbitrary<Condition> = anyCondition

export const value: fc.Arbitrary<ConditionValue> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom("1", "ja", "vip")), { maxLength: 4 }),
)
const answered: fc.Arbitrary<AnswerFacets> = fc.record({ value, text: value, score: value, amount: value })

/** Answers and actions are keyed by their normalized names, as in the engine. */
const normalizedName = name.map(toNameKey)
const mapOf = <T>(key: fc.Arbitrary<string>, of: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(key, of), { maxLength: 6 }).map((entries) => new Map(entries))
export const environment: fc.Arbitrary<Environment> = fc.record({
  answers: mapOf(normalizedName, answered),
  metadata: mapOf(name, value),
  actions: mapOf(normalizedName, mapOf(name, value)),
  crm: mapOf(fc.constantFrom("groups", "name"), value),
})
