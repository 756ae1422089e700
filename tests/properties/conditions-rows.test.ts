import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Condition, comparators } from "../../domain/conditions/condition.ts"
import { type ConditionRow, type ConditionRowGroup, conditionToRows, rowsToCondition } from "../../domain/conditions/condition-builder.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import type { Environment } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { condition, environment, literal, reference } from "../arbitraries/conditions.ts"

const subject = fc.oneof(reference, fc.record({ _tag: fc.constant("Count"), of: reference }))
const row: fc.Arbitrary<ConditionRow> = fc.oneof(
  fc.record({ _tag: fc.constant("Compared"), left: subject, by: fc.constantFrom(...comparators), right: fc.oneof(subject, literal) }),
  fc.record({ _tag: fc.constantFrom("Answered", "Unanswered"), of: subject }),
)
const rowsOf = (minLength: number): fc.Arbitrary<ConditionRowGroup> =>
  fc.letrec<{ rows: ConditionRowGroup; member: ConditionRow | ConditionRowGroup }>((tie) => ({
    rows: fc.record({
      _tag: fc.constant("Rows"),
      match: fc.constantFrom("all", "any"),
      rows: fc.array(tie("member"), { minLength, maxLength: 4 }),
    }),
    member: fc.oneof({ maxDepth: 3 }, row, tie("rows")),
  })).rows
const rows = rowsOf(0)
const wholeRows = rowsOf(2)

const holds = (member: ConditionRow | ConditionRowGroup, world: Environment): boolean => {
  if (member._tag !== "Rows") {
    const alone = rowsToCondition({ _tag: "Rows", match: "any", rows: [member] })
    return alone !== null && evaluateCondition(alone, world)
  }
  const told = member.rows.filter((one) => one._tag !== "Rows" || says(one)).map((one) => holds(one, world))
  return member.match === "all" ? !told.includes(false) : told.includes(true)
}
/** Whether there is a row in it at all. */
const says = ({ rows }: ConditionRowGroup): boolean => rows.some((member) => member._tag !== "Rows" || says(member))

const read = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") throw parsed
  return parsed.condition
}

describe("rows of a condition", () => {
  test("[C9] a condition that rows can express comes back from them as it was", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        const built = conditionToRows(tree)
        fc.pre(built !== null)
        expect(rowsToCondition(built)).toEqual(tree)
      }),
      { numRuns: 1000 },
    )
  })

  test("[C9] rows whose groups have two members or more come back from their condition as they were", () => {
    fc.assert(
      fc.property(wholeRows, (built) => {
        const tree = rowsToCondition(built)
        expect(tree !== null && conditionToRows(tree)).toEqual(built)
      }),
      { numRuns: 1000 },
    )
  })

  test("[C9] rows say nothing just when there is no row in them, and what they say, rows can say", () => {
    fc.assert(
      fc.property(rows, (built) => {
        const tree = rowsToCondition(built)
        expect(tree !== null).toBe(says(built))
        expect(tree === null || conditionToRows(tree) !== null).toBe(true)
      }),
    )
  })

  test("[C9] the condition of rows holds just when all, or any, of them do", () => {
    fc.assert(
      fc.property(rows, environment, (built, world) => {
        const tree = rowsToCondition(built)
        fc.pre(tree !== null)
        expect(evaluateCondition(tree, world)).toBe(holds(built, world))
      }),
      { numRuns: 1000 },
    )
  })

  test("[C9] only what no row can say is left to the text", () => {
    for (const text of ["q1 == 2 && (q2 contains 'a' || !q3)", "q1", "count(q1) >= 2", "metadata.ref != null", "answers.q1.score > q2"])
      expect(conditionToRows(read(text))).not.toBe(null)
    for (const text of ["!(q1 == 2)", "2 == q1", "(q1 && q2) == true", "true", "q1 && !(q2 || q3)"])
      expect(conditionToRows(read(text))).toBe(null)
  })
})
