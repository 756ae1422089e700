// Conversion between conditions and builder rows [C9].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Condition, comparators } from "../../domain/conditions/condition.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import type { Environment } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { type ConditionRow, type ConditionRowGroup, conditionToRows, rowsToCondition } from "../../domain/editing/condition-builder.ts"
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

const evaluateMember = (member: ConditionRow | ConditionRowGroup, world: Environment): boolean => {
  if (member._tag !== "Rows") {
    const alone = rowsToCondition({ _tag: "Rows", match: "any", rows: [member] })
    return alone !== null && evaluateCondition(alone, world)
  }
  const outcomes = member.rows.filter((one) => one._tag !== "Rows" || hasRow(one)).map((one) => evaluateMember(one, world))
  return member.match === "all" ? !outcomes.includes(false) : outcomes.includes(true)
}
/** Whether the group contains a row at any depth. */
const hasRow = ({ rows }: ConditionRowGroup): boolean => rows.some((member) => member._tag !== "Rows" || hasRow(member))

const read = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") throw parsed
  return parsed.condition
}

describe("rows of a condition", () => {
  test("[C9] convert back to the condition that they were parsed from", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        const built = conditionToRows(tree)
        fc.pre(built !== null)
        expect(rowsToCondition(built)).toEqual(tree)
      }),
      { numRuns: 1000 },
    )
  })

  test("[C9] are restored from their condition where each group has at least two members", () => {
    fc.assert(
      fc.property(wholeRows, (built) => {
        const tree = rowsToCondition(built)
        expect(tree !== null && conditionToRows(tree)).toEqual(built)
      }),
      { numRuns: 1000 },
    )
  })

  test("[C9] have no condition only where there is no row, and their condition converts to rows", () => {
    fc.assert(
      fc.property(rows, (built) => {
        const tree = rowsToCondition(built)
        expect(tree !== null).toBe(hasRow(built))
        expect(tree === null || conditionToRows(tree) !== null).toBe(true)
      }),
    )
  })

  test("[C9] have a condition that holds when all, or any, of them hold", () => {
    fc.assert(
      fc.property(rows, environment, (built, world) => {
        const tree = rowsToCondition(built)
        fc.pre(tree !== null)
        expect(evaluateCondition(tree, world)).toBe(evaluateMember(built, world))
      }),
      { numRuns: 1000 },
    )
  })

  test("[C9] express every condition that does not need the text editor", () => {
    for (const text of ["q1 == 2 && (q2 contains 'a' || !q3)", "q1", "count(q1) >= 2", "metadata.ref != null", "answers.q1.score > q2"])
      expect(conditionToRows(read(text))).not.toBe(null)
    for (const text of ["!(q1 == 2)", "2 == q1", "(q1 && q2) == true", "true", "q1 && !(q2 || q3)"])
      expect(conditionToRows(read(text))).toBe(null)
  })
})
