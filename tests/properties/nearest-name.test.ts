import fc from "fast-check"
import { expect, test } from "vitest"
import { editDistance, nearestName } from "../../domain/text/name-search.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 })

/** The definition, without the table that makes it quick. */
const slow = (one: string, other: string): number => {
  if (one === "" || other === "") return one.length + other.length
  const [a, b] = [one.slice(0, -1), other.slice(0, -1)]
  const swapped = one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1)
  return Math.min(
    slow(a, other) + 1,
    slow(one, b) + 1,
    slow(a, b) + (one.at(-1) === other.at(-1) ? 0 : 1),
    swapped ? slow(one.slice(0, -2), other.slice(0, -2)) + 1 : 99,
  )
}

test("the distance is that of the definition, as far as it is asked for", () => {
  fc.assert(
    fc.property(word, word, fc.nat(8), (one, other, most) => {
      const distance = slow(one, other)
      const found = editDistance(one, other, most)
      expect(found > most ? "more" : found).toBe(distance > most ? "more" : distance)
    }),
  )
})

test("names up to 64 long are looked for", () => {
  const name = "n".repeat(64)
  expect(nearestName(`${name.slice(0, 63)}m`, [name])).toBe(name)
  expect(nearestName(`${name}m`, [name])).toBeNull()
})

test("the nearest name is nearer than or as near as every other, and near at all", () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 8 }), (typed, names) => {
      const most = Math.max(1, Math.floor(typed.length / 3))
      const distances = names.map((name) => slow(typed, name))
      const least = Math.min(...distances)
      expect(nearestName(typed, names)).toBe(least <= most ? names[distances.indexOf(least)] : null)
    }),
  )
})

test("case does not count, and what is far is not suggested", () => {
  expect(nearestName("LEEFTIJD", ["naam", "leeftijd"])).toBe("leeftijd")
  expect(nearestName("leefitjd", ["naam", "leeftijd"])).toBe("leeftijd")
  expect(nearestName("q1", ["welcome", "age"])).toBe(null)
  expect(nearestName("x".repeat(100_000), ["x".repeat(100_000)])).toBe(null)
})
