// Evaluation of conditions, compared with a naive reference implementation.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Comparator, type Condition, comparators, type Operand, type Reference } from "../../domain/conditions/condition.ts"
import { analyzeConditions } from "../../domain/conditions/condition-analysis.ts"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { type AnswerFacets, type ConditionValue, type Environment, toConditionValue } from "../../domain/conditions/condition-value.ts"
import { compileCondition, evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { fromEpochDay, isIsoDate, toEpochDay } from "../../domain/date/calendar-date.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { condition, environment, value } from "../arbitraries/conditions.ts"

// The reference implementation, as slow as can be: no closures, no shortcuts, and names compared at each lookup.
const naive = (tree: Condition, world: Environment): boolean => {
  switch (tree._tag) {
    case "All":
      return tree.terms.filter((term) => !naive(term, world)).length === 0
    case "Any":
      return tree.terms.filter((term) => naive(term, world)).length > 0
    case "Not":
      return !naive(tree.term, world)
    case "Holds": {
      const operandValue = evaluateOperand(tree.operand, world)
      const isEmpty =
        operandValue === null || operandValue === false || JSON.stringify(operandValue) === '""' || JSON.stringify(operandValue) === "[]"
      return tree.operand._tag === "Count" || tree.operand._tag === "Literal" ? !isEmpty && operandValue !== 0 : !isEmpty
    }
    case "Compare": {
      const [left, right] = [evaluateOperand(tree.left, world), evaluateOperand(tree.right, world)]
      const writesNull = [tree.left, tree.right].some((side) => side._tag === "Literal" && side.value === null)
      if (writesNull && tree.by === "==") return left === null && right === null
      if (writesNull && tree.by === "!=") return left !== null || right !== null
      return left !== null && right !== null && compareNaively(left, tree.by, right)
    }
  }
}

const evaluateOperand = (operand: Operand, world: Environment): ConditionValue => {
  switch (operand._tag) {
    case "Literal":
      return operand.value
    case "Truth":
      return naive(operand.of, world)
    case "Count": {
      const counted = resolve(operand.of, world)
      if (Array.isArray(counted)) return counted.length
      return counted === null || counted === "" || counted === false ? 0 : 1
    }
    case "Sum": {
      const numbers = operand.terms.map((term) => numeric(resolve(term, world))).filter((number) => number !== null)
      const total = numbers.reduce((sum, number) => sum + number, 0)
      return numbers.length === 0 || !Number.isFinite(total) ? null : Number(total.toPrecision(15))
    }
    default:
      return resolve(operand, world)
  }
}

const resolve = (reference: Reference, { answers, metadata, actions, crm }: Environment): ConditionValue => {
  const isNamed = (name: string) => (entry: readonly [string, unknown]) => entry[0] === name.normalize().toLowerCase()
  switch (reference._tag) {
    case "Answer": {
      const answer = [...answers].find(isNamed(reference.name))?.[1]
      return answer === undefined ? null : (answer[reference.facet ?? "value"] ?? null)
    }
    case "Metadata":
      return [...metadata].find(([key]) => key === reference.key)?.[1] ?? null
    case "Action":
      return [...([...actions].find(isNamed(reference.name))?.[1] ?? [])].find(([key]) => key === (reference.key ?? ""))?.[1] ?? null
    case "Crm":
      return [...crm].find(([key]) => key === reference.key)?.[1] ?? null
  }
}

const isEqual = (left: ConditionValue, right: ConditionValue): boolean => {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((member, i) => isEqual(member, right[i] ?? null))
  if (Array.isArray(left) || Array.isArray(right)) return false
  if (typeof left === typeof right) return left === right
  const [a, b] = [numeric(left), numeric(right)]
  return a !== null && a === b
}
const numeric = (one: ConditionValue): number | null => {
  if (typeof one === "number") return one
  if (typeof one !== "string" || !/^-?\d/.test(one) || !/\d$/.test(one) || !/^[-+.\deE]+$/.test(one)) return null
  return /^-?0[xob]/i.test(one) || !Number.isFinite(Number(one)) ? null : Number(one)
}
const date = (one: ConditionValue): number => {
  if (typeof one !== "string" || !/^\d{4}-\d\d-\d\d$/.test(one)) return Number.NaN
  const day = new Date(`${one}T00:00:00Z`)
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(one) ? day.valueOf() : Number.NaN
}
const compareNaively = (left: ConditionValue, by: Comparator, right: ConditionValue): boolean => {
  switch (by) {
    case "==":
      return isEqual(left, right)
    case "!=":
      return !isEqual(left, right)
    case "!contains":
      return !compareNaively(left, "contains", right)
    case "contains":
      if (Array.isArray(left)) return left.filter((member) => isEqual(member, right)).length > 0
      if (typeof left !== "string" || Array.isArray(right) || typeof right === "boolean") return false
      return left.toLowerCase().split(String(right).toLowerCase()).length > 1 || right === ""
    default: {
      const both = typeof left === "string" && typeof right === "string"
      const a = both ? date(left) : (numeric(left) ?? Number.NaN)
      const b = both ? date(right) : (numeric(right) ?? Number.NaN)
      return by === "<" ? a < b : by === "<=" ? a <= b : by === ">" ? a > b : a >= b
    }
  }
}

const evaluate = (text: string, world: Partial<Environment> = {}): boolean => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") throw parsed
  return evaluateCondition(parsed.condition, { answers: new Map(), metadata: new Map(), actions: new Map(), crm: new Map(), ...world })
}
const answer = (given: ConditionValue): AnswerFacets => ({ value: given, text: given, score: null, amount: null })
const answers = (given: Readonly<Record<string, ConditionValue>>) => ({
  answers: new Map(Object.entries(given).map(([name, of]) => [name, answer(of)])),
})

describe("evaluating a condition", () => {
  test("[C4] agrees with the reference implementation", () => {
    fc.assert(
      fc.property(condition, environment, (tree, world) => {
        expect(evaluateCondition(tree, world)).toBe(naive(tree, world))
      }),
      { numRuns: 5000 },
    )
  })

  test("[C4] [C5] agrees with the reference implementation for any two values, however they are written", () => {
    const values: ReadonlyArray<ConditionValue> = [
      null,
      true,
      false,
      0,
      1,
      2,
      -1,
      1.5,
      10,
      "",
      "0",
      "1",
      "1.5",
      "01",
      "1e1",
      "a",
      "A",
      "ab",
      "bA",
      "2026-03-01",
      "2026-03-02",
      "2026-02-30",
      [],
      [1],
      ["1"],
      [1, 2],
      [2, 1],
      ["a"],
      ["a", "b"],
    ]
    const reference = (name: string): Reference => ({ _tag: "Answer", name, facet: null })
    const literalsOf = (one: ConditionValue): ReadonlyArray<Operand> =>
      typeof one === "object" && one !== null ? [] : [{ _tag: "Literal", value: one }]
    const wrong: Array<unknown> = []
    for (const left of values)
      for (const right of values) {
        const world = { metadata: new Map(), actions: new Map(), crm: new Map(), ...answers({ l: left, r: right }) }
        for (const by of comparators)
          for (const leftOperand of [reference("l"), ...literalsOf(left)])
            for (const rightOperand of [reference("r"), ...literalsOf(right)]) {
              const tree = { _tag: "Compare", left: leftOperand, by, right: rightOperand } as const
              if (evaluateCondition(tree, world) !== naive(tree, world)) wrong.push([tree, left, right])
            }
      }
    expect(wrong).toEqual([])
  })

  test("[C4] leaves no state in a compiled condition", () => {
    fc.assert(
      fc.property(condition, environment, environment, (tree, first, second) => {
        const compiled = compileCondition(tree)
        compiled(first)
        expect(compiled(second)).toBe(compileCondition(tree)(second))
      }),
    )
  })

  test("[C4] finds a number equal only to a string that is wholly that number", () => {
    for (const text of ["10", "10.0", "1e1"]) expect(evaluate("q1 == 10", answers({ q1: text }))).toBe(true)
    for (const text of ["10 ", "", "0x0a", "10,0", "ten", "+10"]) expect(evaluate("q1 == 10", answers({ q1: text }))).toBe(false)
    expect(evaluate("q1 < 9", answers({ q1: "10" }))).toBe(false)
    expect(evaluate("q1 == '10.0'", answers({ q1: "10" }))).toBe(false)
  })

  test("[C4] orders two strings only when both are valid dates", () => {
    expect(evaluate("q1 < '2024-03-01'", answers({ q1: "2024-02-29" }))).toBe(true)
    expect(evaluate("q1 < '2023-03-01'", answers({ q1: "2023-02-29" }))).toBe(false)
    expect(evaluate("q1 < '9'", answers({ q1: "10" }))).toBe(false)
    expect(evaluate("q1 <= 'b'", answers({ q1: "a" }))).toBe(false)
  })

  test("[C4] works for the widest and deepest conditions that can be parsed, as do printing and checking", () => {
    const widest = [
      Array.from({ length: 16_000 }, () => "a").join("||"),
      Array.from({ length: 13_000 }, () => "a").join(" && "),
      Array.from({ length: 6_000 }, (_, i) => `(a||b${i % 9})`).join("&&"),
      Array.from({ length: 5_000 }, () => "(a==b||1)").join("&&"),
      `${"!(a&&".repeat(500)}b${")".repeat(500)}`,
      `${"(a||".repeat(500)}b${")".repeat(500)}`,
    ]
    const known = answers({ a: 1, b: null })
    expect(widest.map((text) => evaluate(text, known))).toEqual([true, true, true, true, expect.any(Boolean), true])
    for (const text of widest) {
      const parsed = parseCondition(text)
      if (parsed._tag === "ConditionSyntaxError") throw parsed
      expect(parseCondition(printCondition(parsed.condition))._tag === "Parsed" || printCondition(parsed.condition).length > 65_536).toBe(
        true,
      )
      const instructions = [instruction(0, { label: "a" }), instruction(1, { label: "b" }), instruction(2, { condition: text })]
      expect(analyzeConditions(instructions.map((one, i) => (i < 2 ? { ...one, type: "action" } : one)))).toHaveLength(3)
    }
  })

  test("[C5] finds a comparison with a missing value false, except == null and != null", () => {
    for (const by of ["==", "!=", "<", "<=", ">", ">=", "contains", "!contains"])
      for (const [left, right] of [
        ["q1", "2"],
        ["2", "q1"],
        ["q1", "q2"],
      ])
        expect(evaluate(`${left} ${by} ${right}`)).toBe(false)
    expect(evaluate("q1 == null")).toBe(true)
    expect(evaluate("null != q1")).toBe(false)
    expect(evaluate("q1 == null", answers({ q1: "" }))).toBe(false)
  })

  test("[C6] finds a reference alone true when it is answered, also with 0, but not with null, false, an empty text or list", () => {
    for (const given of [0, "0", "nee", true, [1]]) expect(evaluate("q1", answers({ q1: given }))).toBe(true)
    for (const given of [null, "", [], false]) expect(evaluate("q1", answers({ q1: given }))).toBe(false)
    expect(evaluate("count(q1)", answers({ q1: [] }))).toBe(false)
    expect(evaluate("count(q1) == 2", answers({ q1: [1, 3] }))).toBe(true)
    expect(evaluate("count(q1) == 0")).toBe(true)
  })

  test("[C7] takes contains as membership of a list, or as part of a text, ignoring case", () => {
    expect(evaluate("q1 contains 3", answers({ q1: [1, 3] }))).toBe(true)
    expect(evaluate("q1 contains '3'", answers({ q1: [1, 3] }))).toBe(true)
    expect(evaluate("q1 contains 2", answers({ q1: [1, 3] }))).toBe(false)
    expect(evaluate("q1 contains 'NEE'", answers({ q1: "Liever neen" }))).toBe(true)
    expect(evaluate("q1 contains 1", answers({ q1: 10 }))).toBe(false)
    expect(evaluate("crm.groups contains 'vip'", { crm: new Map([["groups", ["vips"]]]) })).toBe(false)
  })

  test("[C8] ignores the case of names, but not of metadata keys", () => {
    expect(evaluate("LEEFTIJD > 17", answers({ leeftijd: 18 }))).toBe(true)
    expect(evaluate("metadata.Ref == 1", { metadata: new Map([["ref", 1]]) })).toBe(false)
    expect(evaluate("actions.Betaal.status == 'paid'", { actions: new Map([["betaal", new Map([["status", "paid"]])]]) })).toBe(true)
    expect(evaluate("metadata.__proto__ || answers.constructor || crm.toString")).toBe(false)
  })
})

describe("condition values", () => {
  test("[C4] are converted from any JSON, and stay the same if they are values already", () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(toConditionValue(given)).toEqual(given)
      }),
    )
    expect([{}, [[]], [null], undefined, Number.NaN].map(toConditionValue)).toEqual([null, null, null, null, null])
  })

  test("[C4] convert dates to day numbers and back without loss", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }), (day) => {
        const text = day.toISOString().slice(0, 10)
        expect(toEpochDay(text)).toBe(Math.floor(day.valueOf() / 86_400_000))
        expect(fromEpochDay(toEpochDay(text) ?? Number.NaN)).toBe(text)
      }),
    )
  })

  test("[C4] are dates only where the calendar has that day", () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(99), fc.nat(99), (year, month, day) => {
        const text = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-")
        expect(isIsoDate(text)).toBe(!Number.isNaN(date(text)))
      }),
    )
  })
})
