// Equality of JSON values: the order of keys does not matter, and a missing key differs from null.
import { isRecord } from "../schema/json-parser.ts"

/** Returns whether two JSON values of any depth are equal. Shared objects are not entered, so versions that share structure compare fast. */
export const deepEqual = (a: unknown, b: unknown): boolean => {
  const todo: Array<unknown> = [a, b]
  while (todo.length > 0) {
    const [right, left] = [todo.pop(), todo.pop()]
    if (Object.is(left, right)) continue
    if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length) return false
      for (let i = 0; i < left.length; i++) todo.push(left[i], right[i])
      continue
    }
    if (!isRecord(left) || !isRecord(right)) return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      todo.push(left[key], right[key])
    }
  }
  return true
}
