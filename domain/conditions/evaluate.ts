// Whether a condition holds (decisions "Conditions"). Total: no condition and no environment makes it throw.

import { isIsoDate } from "../date/calendar-date.ts"
import { nameKey } from "../script/instruction-name.ts"
import type { Comparator, Comparison, Condition, Count, Literal, Operand, Reference } from "./condition.ts"
import { type ConditionValue, type Environment, isTruthy, toNumber } from "./condition-value.ts"

// How two values compare (decisions "Conditions"): by type, never by chance, and a comparison with nothing is false.

/** Whether `left` stands to `right` as `by` says. `== null` and `!= null` as written in a condition are not asked here. */
export const compareValues = (left: ConditionValue, by: Comparator, right: ConditionValue): boolean => {
  if (left === null || right === null) return false
  switch (by) {
    case "==":
      return areValuesEqual(left, right)
    case "!=":
      return !areValuesEqual(left, right)
    case "contains":
      return contains(left, right)
    case "!contains":
      return !contains(left, right)
    default:
      return isOrdered(left, by, right)
  }
}

/** Equal: two numbers, a number and a string that is wholly that number, or else the very same; lists member by member. */
export const areValuesEqual = (left: ConditionValue, right: ConditionValue): boolean => {
  if (left === right) return true
  if (typeof left === "number") return typeof right === "string" && toNumber(right) === left
  if (typeof right === "number") return typeof left === "string" && toNumber(left) === right
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  return left.every((member, i) => areValuesEqual(member, right[i] ?? null))
}

/** A list has the member; a text has the other within it, whatever the case. Nothing else contains anything. */
const contains = (left: ConditionValue, right: ConditionValue): boolean => {
  if (Array.isArray(left)) return left.some((member) => areValuesEqual(member, right))
  if (typeof left !== "string" || (typeof right !== "string" && typeof right !== "number")) return false
  return left.toLowerCase().includes(String(right).toLowerCase())
}

const isOrdered = (left: ConditionValue, by: "<" | "<=" | ">" | ">=", right: ConditionValue): boolean => {
  if (typeof left === "string" && typeof right === "string") {
    // Dates in this form stand in the order of their letters.
    return isIsoDate(left) && isIsoDate(right) && ordered(left, by, right)
  }
  const [first, second] = [toNumber(left), toNumber(right)]
  return first !== null && second !== null && ordered(first, by, second)
}

const ordered = <T extends number | string>(left: T, by: "<" | "<=" | ">" | ">=", right: T): boolean => {
  switch (by) {
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
  }
}

// Comparisons with a written value, as functions: the commonest ones skip the questions that only other types ask.

/** Says the same as `compare(get(environment), by, written)`. */
export const compileLiteralComparison = (get: Get, by: Comparator, written: number | string | boolean | null): ConditionTest => {
  if (typeof written === "number") return withNumber(get, by, written)
  if (typeof written === "string" && (by === "==" || by === "!=")) return withText(get, by, written)
  return (environment) => compareValues(get(environment), by, written)
}

/** One function each, because a function that calls another to compare takes twice as long. */
const withNumber = (get: Get, by: Comparator, written: number): ConditionTest => {
  switch (by) {
    case "==":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value === written : compareValues(value, by, written)
      }
    case "!=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value !== written : compareValues(value, by, written)
      }
    case "<":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value < written : compareValues(value, by, written)
      }
    case "<=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value <= written : compareValues(value, by, written)
      }
    case ">":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value > written : compareValues(value, by, written)
      }
    case ">=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value >= written : compareValues(value, by, written)
      }
    default:
      return (environment) => compareValues(get(environment), by, written)
  }
}

const withText = (get: Get, by: "==" | "!=", written: string): ConditionTest => {
  const isWanted = by === "=="
  return (environment) => {
    const value = get(environment)
    return typeof value === "string" ? (value === written) === isWanted : compareValues(value, by, written)
  }
}

export type ConditionTest = (environment: Environment) => boolean

/** Whether the condition holds. To ask one condition of many environments, compile it once. */
export const evaluateCondition = (condition: Condition, environment: Environment): boolean => compileCondition(condition)(environment)

/** The condition as a function: names are folded and signs told apart once, not at each asking. */
export const compileCondition = (condition: Condition): ConditionTest => {
  switch (condition._tag) {
    case "All":
      return balance(condition.terms.map(compileCondition), both)
    case "Any":
      return balance(condition.terms.map(compileCondition), either)
    case "Not": {
      const term = compileCondition(condition.term)
      return (environment) => !term(environment)
    }
    case "Compare":
      return compileComparison(condition)
    case "Holds":
      return compileTruthTest(condition.operand)
  }
}

type Get = (environment: Environment) => ConditionValue

/** Reads an operand's value; what was not answered, not given or not done is null. */
export const compileOperand = (operand: Operand): Get => {
  switch (operand._tag) {
    case "Literal": {
      const { value } = operand
      return () => value
    }
    case "Count": {
      const get = compileReference(operand.of)
      return (environment) => count(get(environment))
    }
    case "Truth":
      return compileCondition(operand.of)
    default:
      return compileReference(operand)
  }
}

const compileReference = (reference: Reference): Get => {
  switch (reference._tag) {
    case "Answer": {
      const name = nameKey(reference.name)
      const facet = reference.facet ?? "value"
      if (facet === "value") return ({ answers }) => answers.get(name)?.value ?? null
      return ({ answers }) => answers.get(name)?.[facet] ?? null
    }
    case "Metadata": {
      const { key } = reference
      return ({ metadata }) => metadata.get(key) ?? null
    }
    case "Action": {
      const name = nameKey(reference.name)
      const key = reference.key ?? ""
      return ({ actions }) => actions.get(name)?.get(key) ?? null
    }
    case "Crm": {
      const { key } = reference
      return ({ crm }) => crm.get(key) ?? null
    }
  }
}

/** Tests of two, of two again: quicker than a list, and no deeper than its length has digits in binary. */
const balance = (
  tests: ReadonlyArray<ConditionTest>,
  join: (first: ConditionTest, second: ConditionTest) => ConditionTest,
): ConditionTest => {
  const [only] = tests
  if (only !== undefined && tests.length === 1) return only
  const middle = Math.ceil(tests.length / 2)
  return join(balance(tests.slice(0, middle), join), balance(tests.slice(middle), join))
}

const both =
  (first: ConditionTest, second: ConditionTest): ConditionTest =>
  (environment) =>
    first(environment) && second(environment)
const either =
  (first: ConditionTest, second: ConditionTest): ConditionTest =>
  (environment) =>
    first(environment) || second(environment)

const isNull = (operand: Operand): boolean => operand._tag === "Literal" && operand.value === null

const compileComparison = ({ left, by, right }: Comparison): ConditionTest => {
  if ((by === "==" || by === "!=") && (isNull(left) || isNull(right))) {
    const get = compileOperand(isNull(left) ? right : left)
    return by === "==" ? (environment) => get(environment) === null : (environment) => get(environment) !== null
  }
  const get = compileOperand(left)
  if (right._tag === "Literal") return compileLiteralComparison(get, by, right.value)
  const other = compileOperand(right)
  return (environment) => compareValues(get(environment), by, other(environment))
}

/** A reference holds when it is answered, a count when it is more than none, a literal unless it is null, false, 0 or empty. */
const compileTruthTest = (operand: Reference | Count | Literal): ConditionTest => {
  const get = compileOperand(operand)
  if (operand._tag !== "Count" && operand._tag !== "Literal") return (environment) => isTruthy(get(environment))
  return (environment) => {
    const value = get(environment)
    return value !== 0 && isTruthy(value)
  }
}

const count = (value: ConditionValue): number => {
  if (Array.isArray(value)) return value.length
  return isTruthy(value) ? 1 : 0
}
