// Edit distance and the suggestion of the nearest name.
import fc from "fast-check"
import { expect, test } from "vitest"
import { editDistance, nearestName } from "../../domain/text/name-search.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 })

/** Edit distance by its definition, without the table that makes it fast. */
const referenceDistance = (left: string, right: string): number => {
  if (left === "" || right === "") return left.length + right.length
  const [a, b] = [left.slice(0, -1), right.slice(0, -1)]
  const swapped = left.length > 1 && right.length > 1 && left.at(-1) === right.at(-2) && left.at(-2) === right.at(-1)
  return Math.min(
    referenceDistance(a, right) + 1,
    referenceDistance(left, b) + 1,
    referenceDistance(a, b) + (left.at(-1) === right.at(-1) ? 0 : 1),
    swapped ? referenceDistance(left.slice(0, -2), right.slice(0, -2)) + 1 : 99,
  )
}

test("the edit distance equals the reference implementation up to the given limit", () => {
  fc.assert(
    fc.property(word, word, fc.nat(8), (left, right, max) => {
      const distance = referenceDistance(left, right)
      const found = editDistance(left, right, max)
      expect(found > max ? "more" : found).toBe(distance > max ? "more" : distance)
    }),
  )
})

test("suggests nothing for text longer than 64 characters", () => {
  const name = "n".repeat(64)
  expect(nearestName(`${name.slice(0, 63)}m`, [name])).toBe(name)
  expect(nearestName(`${name}m`, [name])).toBeNull()
})

test("suggests the first of the nearest names, if it is near enough", () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 8 }), (typed, names) => {
      const max = Math.max(1, Math.floor(typed.length / 3))
      const distances = names.map((name) => referenceDistance(typed, name))
      const min = Math.min(...distances)
      expect(nearestName(typed, names)).toBe(min <= max ? names[distances.indexOf(min)] : null)
    }),
  )
})

test("ignores case, and suggests nothing that is too far away", () => {
  expect(nearestName("LEEFTIJD", ["naam", "leeftijd"])).toBe("leeftijd")
  expect(nearestName("leefitjd", ["naam", "leeftijd"])).toBe("leeftijd")
  expect(nearestName("q1", ["welcome", "age"])).toBe(null)
  expect(nearestName("x".repeat(100_000), ["x".repeat(100_000)])).toBe(null)
})
