// Findings as sentences tell them.
import fc from "fast-check"
import { expect, test } from "vitest"
import { formatFindingLocation } from "../../domain/check/finding.ts"

test("the place of a finding is told whole where a sentence can take it, else by its beginning", () => {
  expect(formatFindingLocation({ pointer: "" })).toBe("/")
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 60 }), (steps) => {
      const pointer = steps.map((step) => `/${step}`).join("")
      const told = formatFindingLocation({ pointer })
      expect(Array.from(told).length).toBeLessThanOrEqual(121)
      if (Array.from(pointer).length <= 120) expect(told).toBe(pointer)
      else expect([told.endsWith("…"), pointer.startsWith(told.slice(0, -1))]).toEqual([true, true])
    }),
  )
})
