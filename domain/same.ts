// Whether two JSON values say the same: the order of an object's keys says nothing, a missing key is not a null one.

/** Deep equality of JSON values. Parts that are one object are not looked into, so versions that share structure compare in no time. */
export const same = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item: unknown, place) => same(item, other[place]))
  if (!isObject(one) || !isObject(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
