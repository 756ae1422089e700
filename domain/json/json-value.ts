// JSON values: fields by keys from outside, pointers, and equality.

// Every object also inherits `constructor`, `toString` and the like.
/** Returns the object's own value under a key; undefined for a missing or inherited one. */
export const getOwnField = <Value>(fields: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined

/** Returns whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the JSON pointer (RFC 6901) of a path. */
export const toJsonPointer = (...path: ReadonlyArray<PropertyKey>): string =>
  path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** Returns the value as JSON; undefined if JSON cannot represent it (a cycle, a BigInt). */
export const tryStringify = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Returns whether two JSON values of any depth are equal: the order of keys does not matter, and a missing key differs from null. Shared objects are not entered, so versions that share structure compare fast. */
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
