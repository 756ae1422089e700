// Comparisons with a written value, as functions: the commonest ones skip the questions that only other types ask.
import { compare } from "./compare.ts"
import type { Comparator } from "./condition.ts"
import type { Environment, Value } from "./value.ts"

type Get = (environment: Environment) => Value
type Test = (environment: Environment) => boolean

/** Says the same as `compare(get(environment), by, written)`. */
export const compareWith = (get: Get, by: Comparator, written: number | string | boolean | null): Test => {
  if (typeof written === "number") return withNumber(get, by, written)
  if (typeof written === "string") return withText(get, by, written)
  return (environment) => compare(get(environment), by, written)
}

const withNumber = (get: Get, by: Comparator, written: number): Test => {
  const slowly = (value: Value) => compare(value, by, written)
  const quickly = numberTests[by]
  if (quickly === null) return (environment) => slowly(get(environment))
  const test = quickly(written)
  return (environment) => {
    const value = get(environment)
    return typeof value === "number" ? test(value) : slowly(value)
  }
}

const numberTests: Readonly<Record<Comparator, ((written: number) => (value: number) => boolean) | null>> = {
  "==": (written) => (value) => value === written,
  "!=": (written) => (value) => value !== written,
  "<": (written) => (value) => value < written,
  "<=": (written) => (value) => value <= written,
  ">": (written) => (value) => value > written,
  ">=": (written) => (value) => value >= written,
  contains: null,
  "!contains": null,
}

const withText = (get: Get, by: Comparator, written: string): Test => {
  const slowly = (value: Value) => compare(value, by, written)
  if (by !== "==" && by !== "!=") return (environment) => slowly(get(environment))
  const isWanted = by === "=="
  return (environment) => {
    const value = get(environment)
    return typeof value === "string" ? (value === written) === isWanted : slowly(value)
  }
}
