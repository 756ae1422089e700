// The order of values in a sorted table.
import fc from "fast-check"
import { expect, test } from "vitest"
import { interfaceLanguages } from "../../domain/catalog/catalog.ts"
import { createValueComparison } from "../../domain/text/collation.ts"

const language = fc.constantFrom(...interfaceLanguages)

test("texts are ordered as the language collates them: letters before their case and accents, and numbers by size", () => {
  for (const of of interfaceLanguages) {
    const sorted = ["Zoë", "Intake 10", "élan", "intake 9", "Elan", "pulse", "1,5", "10"].toSorted(createValueComparison(of))
    expect(sorted).toEqual(["1,5", "10", "Elan", "élan", "intake 9", "Intake 10", "pulse", "Zoë"])
  }
})

test("numbers are ordered by size, whatever their number of digits", () => {
  fc.assert(
    fc.property(language, fc.integer(), fc.integer(), (of, a, b) => {
      expect(Math.sign(createValueComparison(of)(a, b))).toBe(Math.sign(a - b))
    }),
  )
})

test("the order is total: reversing two values reverses the result", () => {
  const value = fc.oneof(fc.integer(), fc.string({ unit: "grapheme" }))
  fc.assert(
    fc.property(language, value, value, (of, a, b) => {
      const compare = createValueComparison(of)
      expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
    }),
  )
})
