import fc from "fast-check"
import { expect, test } from "vitest"
import { placesBetween, topsOf } from "../../domain/stacked.ts"

const heights = fc.array(fc.double({ min: 0.5, max: 300, noNaN: true }), { maxLength: 60 })
const edge = fc.double({ min: -500, max: 9000, noNaN: true })

test("rows stand one below the other, and those between two edges are those that reach in there", () => {
  fc.assert(
    fc.property(heights, edge, edge, (list, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const tops = topsOf(list)
      expect(tops[0]).toBe(0)
      for (const [place, height] of list.entries()) expect(tops[place + 1]).toBe((tops[place] ?? 0) + height)
      const reaching = [...list.keys()].filter((place) => (tops[place + 1] ?? 0) > from && (tops[place] ?? 0) < to)
      expect(placesBetween(tops, from, to)).toEqual(reaching)
    }),
  )
})
