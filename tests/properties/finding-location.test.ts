// The location of a finding, as it is shown in a sentence.
import fc from "fast-check"
import { expect, test } from "vitest"
import { formatFindingLocation } from "../../domain/findings/finding.ts"

test("the location of a finding is shown whole if it is short enough, otherwise its beginning", () => {
  expect(formatFindingLocation({ pointer: "" })).toBe("/")
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 60 }), (steps) => {
      const pointer = steps.map((step) => `/${step}`).join("")
      const location = formatFindingLocation({ pointer })
      expect(Array.from(location).length).toBeLessThanOrEqual(121)
      if (Array.from(pointer).length <= 120) expect(location).toBe(pointer)
      else expect([location.endsWith("…"), pointer.startsWith(location.slice(0, -1))]).toEqual([true, true])
    }),
  )
})
