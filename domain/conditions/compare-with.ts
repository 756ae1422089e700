// Comparisons with a written value, as functions: the commonest ones skip the questions that only other types ask.
import { compare } from "./compare.ts"
import type { Comparator } from "./condition.ts"
import type { Environment, Value } from "./value.ts"

type Get = (environment: Environment) => Value
type Test = (environment: Environment) => boolean

/** Says the same as `compare(get(environment), by, written)`. */
export const compareWith = (get: Get, by: Comparator, written: number | string | boolean | null): Test => {
  if (typeof written === "number") return withNumber(get, by, written)
  if (typeof written === "string" && (by === "==" || by === "!=")) return withText(get, by, written)
  return (environment) => compare(get(environment), by, written)
}

/** One function each, because a function that calls another to compare takes twice as long. */
const withNumber = (get: Get, by: Comparator, written: number): Test => {
  switch (by) {
    case "==":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value === written : compare(value, by, written)
      }
    case "!=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value !== written : compare(value, by, written)
      }
    case "<":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value < written : compare(value, by, written)
      }
    case "<=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value <= written : compare(value, by, written)
      }
    case ">":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value > written : compare(value, by, written)
      }
    case ">=":
      return (environment) => {
        const value = get(environment)
        return typeof value === "number" ? value >= written : compare(value, by, written)
      }
    default:
      return (environment) => compare(get(environment), by, written)
  }
}

const withText = (get: Get, by: "==" | "!=", written: string): Test => {
  const isWanted = by === "=="
  return (environment) => {
    const value = get(environment)
    return typeof value === "string" ? (value === written) === isWanted : compare(value, by, written)
  }
}
