// Evaluates conditions (C4–C8, C13). Total: no condition and no environment makes it throw.

import { isIsoDate } from "../date/calendar-date.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { roundSum } from "../script/score-bounds.ts"
import type { Comparator, Comparison, Condition, Count, Literal, Operand, Reference, Sum } from "./condition.ts"
import { type ConditionValue, type Environment, isTruthy, toNumber } from "./condition-value.ts"

/**
 * [C4, C5, C7] Compares two values by their types. Any comparison with null is false; `compileCondition` handles a
 * literal `null`. Long texts of the environment are converted to lower case once.
 */
export const compareValues = (
  left: ConditionValue,
  comparator: Comparator,
  right: ConditionValue,
  environment: Environment | null = null,
): boolean => {
  if (left === null || right === null) return false
  switch (comparator) {
    case "==":
      return areValuesEqual(left, right)
    case "!=":
      return !areValuesEqual(left, right)
    case "contains":
      return containsValue(left, right, environment)
    case "!contains":
      return !containsValue(left, right, environment)
    default:
      return isOrdered(left, comparator, right)
  }
}

/**
 * [C4] Whether two values are equal: numbers and numeric strings by number, lists member by member, everything else
 * strictly.
 */
export const areValuesEqual = (left: ConditionValue, right: ConditionValue): boolean => {
  if (left === right) return true
  if (typeof left === "number") return typeof right === "string" && toNumber(right) === left
  if (typeof right === "number") return typeof left === "string" && toNumber(left) === right
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  return left.every((member, i) => areValuesEqual(member, right[i] ?? null))
}

/** [C7] A list contains a member; a text contains another text, case-insensitively. Nothing else contains anything. */
const containsValue = (left: ConditionValue, right: ConditionValue, environment: Environment | null): boolean => {
  if (Array.isArray(left)) return left.some((member) => areValuesEqual(member, right))
  if (typeof left !== "string" || (typeof right !== "string" && typeof right !== "number")) return false
  return toLowerCase(left, environment).includes(toLowerCase(String(right), environment))
}

/** Texts of fewer characters take no time to convert. */
const minStoredLength = 256

/** The long texts of an environment in lower case: a condition may search for thousands of texts in one long answer. */
const lowerCaseTexts = new WeakMap<Environment, Map<string, string>>()

const toLowerCase = (text: string, environment: Environment | null): string => {
  if (environment === null || text.length < minStoredLength) return text.toLowerCase()
  const texts = lowerCaseTexts.get(environment) ?? new Map<string, string>()
  lowerCaseTexts.set(environment, texts)
  const lower = texts.get(text) ?? text.toLowerCase()
  texts.set(text, lower)
  return lower
}

const isOrdered = (left: ConditionValue, comparator: "<" | "<=" | ">" | ">=", right: ConditionValue): boolean => {
  if (typeof left === "string" && typeof right === "string") {
    // ISO dates sort as text.
    return isIsoDate(left) && isIsoDate(right) && compareOrdered(left, comparator, right)
  }
  const [first, second] = [toNumber(left), toNumber(right)]
  return first !== null && second !== null && compareOrdered(first, comparator, second)
}

const compareOrdered = <T extends number | string>(left: T, comparator: "<" | "<=" | ">" | ">=", right: T): boolean => {
  switch (comparator) {
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

/**
 * Compiles a comparison with a literal, with a fast path for the common types; equivalent to
 * `compareValues(get(environment), comparator, literal)`.
 */
export const compileLiteralComparison = (
  get: GetValue,
  comparator: Comparator,
  literal: number | string | boolean | null,
): ConditionTest => {
  if (typeof literal === "number") return compileNumberComparison(get, comparator, literal)
  if (typeof literal === "string" && (comparator === "==" || comparator === "!=")) return compileTextComparison(get, comparator, literal)
  return (environment) => compareValues(get(environment), comparator, literal, environment)
}

/** One closure per comparator: calling another function to compare takes twice as long. */
const compileNumberComparison = (get: GetValue, comparator: Comparator, literal: number): ConditionTest => {
  switch (comparator) {
    case "==":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value === literal : compareValues(value, comparator, literal)
      }
    case "!=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value !== literal : compareValues(value, comparator, literal)
      }
    case "<":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value < literal : compareValues(value, comparator, literal)
      }
    case "<=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value <= literal : compareValues(value, comparator, literal)
      }
    case ">":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value > literal : compareValues(value, comparator, literal)
      }
    case ">=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value >= literal : compareValues(value, comparator, literal)
      }
    default:
      return (environment) => compareValues(get(environment), comparator, literal, environment)
  }
}

const compileTextComparison = (get: GetValue, comparator: "==" | "!=", literal: string): ConditionTest => {
  const expected = comparator === "=="
  return (environment) => {
    const value = get(environment)
    return typeof value === "string" ? (value === literal) === expected : compareValues(value, comparator, literal)
  }
}

/** A compiled condition. */
export type ConditionTest = (environment: Environment) => boolean

/** Evaluates a condition. To evaluate one condition repeatedly, compile it once. */
export const evaluateCondition = (condition: Condition, environment: Environment): boolean => compileCondition(condition)(environment)

/** Compiles a condition to a function, which normalizes names and selects comparators only once. */
export const compileCondition = (condition: Condition): ConditionTest => {
  switch (condition._tag) {
    case "All":
      return combineTests(condition.terms.map(compileCondition), conjunction)
    case "Any":
      return combineTests(condition.terms.map(compileCondition), disjunction)
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

type GetValue = (environment: Environment) => ConditionValue

/** Compiles an operand to a function that returns its value; null if it is missing. */
export const compileOperand = (operand: Operand): GetValue => {
  switch (operand._tag) {
    case "Literal": {
      const { value } = operand
      return () => value
    }
    case "Count": {
      const get = compileReference(operand.of)
      return (environment) => countMembers(get(environment))
    }
    case "Sum": {
      const getTerms = operand.terms.map(compileReference)
      return (environment) => addNumbers(getTerms.map((get) => get(environment)))
    }
    case "Truth":
      return compileCondition(operand.of)
    default:
      return compileReference(operand)
  }
}

const compileReference = (reference: Reference): GetValue => {
  switch (reference._tag) {
    case "Answer": {
      const name = toNameKey(reference.name)
      const facet = reference.facet ?? "value"
      if (facet === "value") return ({ answers }) => answers.get(name)?.value ?? null
      return ({ answers }) => answers.get(name)?.[facet] ?? null
    }
    case "Metadata": {
      const { key } = reference
      return ({ metadata }) => metadata.get(key) ?? null
    }
    case "Action": {
      const name = toNameKey(reference.name)
      const key = reference.key ?? ""
      return ({ actions }) => actions.get(name)?.get(key) ?? null
    }
    case "Crm": {
      const { key } = reference
      return ({ crm }) => crm.get(key) ?? null
    }
  }
}

/** Combines the tests into a balanced binary tree: faster than a loop over a list, with logarithmic depth. */
const combineTests = (
  tests: ReadonlyArray<ConditionTest>,
  join: (first: ConditionTest, second: ConditionTest) => ConditionTest,
): ConditionTest => {
  const [only] = tests
  if (only !== undefined && tests.length === 1) return only
  const middle = Math.ceil(tests.length / 2)
  return join(combineTests(tests.slice(0, middle), join), combineTests(tests.slice(middle), join))
}

const conjunction =
  (first: ConditionTest, second: ConditionTest): ConditionTest =>
  (environment) =>
    first(environment) && second(environment)
const disjunction =
  (first: ConditionTest, second: ConditionTest): ConditionTest =>
  (environment) =>
    first(environment) || second(environment)

const isNull = (operand: Operand): boolean => operand._tag === "Literal" && operand.value === null

const compileComparison = ({ left, by, right }: Comparison): ConditionTest => {
  if ((by === "==" || by === "!=") && (isNull(left) || isNull(right))) {
    const getLeft = compileOperand(isNull(left) ? right : left)
    return by === "==" ? (environment) => getLeft(environment) === null : (environment) => getLeft(environment) !== null
  }
  const getLeft = compileOperand(left)
  if (right._tag === "Literal") return compileLiteralComparison(getLeft, by, right.value)
  const getRight = compileOperand(right)
  return (environment) => compareValues(getLeft(environment), by, getRight(environment), environment)
}

/**
 * [C6, C13] A reference is true if it is answered, a count if it is more than zero, a literal unless it is null, false,
 * 0 or empty.
 */
const compileTruthTest = (operand: Reference | Count | Sum | Literal): ConditionTest => {
  const get = compileOperand(operand)
  if (operand._tag !== "Count" && operand._tag !== "Literal") return (environment) => isTruthy(get(environment))
  return (environment) => {
    const value = get(environment)
    return value !== 0 && isTruthy(value)
  }
}

/** [C17] Adds up the numbers; what is missing or not a number counts for nothing, and without any number there is no sum. */
const addNumbers = (values: ReadonlyArray<ConditionValue>): number | null => {
  const numbers = values.flatMap((value) => toNumber(value) ?? [])
  const sum = numbers.reduce((total, number) => total + number, 0)
  return numbers.length === 0 || !Number.isFinite(sum) ? null : roundSum(sum)
}

const countMembers = (value: ConditionValue): number => {
  if (Array.isArray(value)) return value.length
  return isTruthy(value) ? 1 : 0
}
