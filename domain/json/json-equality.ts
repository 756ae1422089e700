// Whether two JSON values say the same: the order of an object's keys says nothing, a missing key is not a null one.
import { isRecord } from "./json-parser.ts"

/**
 * Deep equality of JSON values, however deep they nest. Parts that are one object are not looked into, so versions that share structure
 * compare in no time.
 */
export const deepEqual = (one: unknown, other: unknown): boolean => {
  const todo: Array<unknown> = [one, other]
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
