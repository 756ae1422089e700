// Fields by keys from outside: every object also inherits `constructor`, `toString` and the like.

/** Returns the object's own value under a key; undefined for a missing or inherited one. */
export const getOwnField = <Value>(fields: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined
