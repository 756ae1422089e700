// Fields by keys that come from outside: every object also answers to `constructor`, `toString` and the like, which are none of its fields.

/** The value that an object itself has under a key; undefined for what it only inherits. */
export const getOwnField = <Value>(fields: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined
