import fc from "fast-check"
import { expect, test } from "vitest"
import { computeRowOffsets, computeSpacerHeights, findVisibleRows } from "../../ui/kit/row-offsets.ts"

const heights = fc.array(fc.double({ min: 0.5, max: 300, noNaN: true }), { maxLength: 60 })
const edge = fc.double({ min: -500, max: 9000, noNaN: true })

test("rows stand one below the other, and those between two edges are those that reach in there", () => {
  fc.assert(
    fc.property(heights, edge, edge, (list, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const tops = computeRowOffsets(list)
      expect(tops[0]).toBe(0)
      for (const [place, height] of list.entries()) expect(tops[place + 1]).toBe((tops[place] ?? 0) + height)
      const reaching = [...list.keys()].filter((place) => (tops[place + 1] ?? 0) > from && (tops[place] ?? 0) < to)
      expect(findVisibleRows(tops, from, to)).toEqual(reaching)
    }),
  )
})

test("with the gaps before, between and behind them, any of the rows stand where they stood among all", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ height: fc.nat(300), isDrawn: fc.boolean() }), { maxLength: 60 }), (rows) => {
      const tops = computeRowOffsets(rows.map(({ height }) => height))
      const drawn = [...rows.keys()].filter((place) => rows[place]?.isDrawn)
      const gaps = computeSpacerHeights(tops, drawn)
      expect(gaps.length).toBe(drawn.length + 1)
      let at = 0
      for (const [n, place] of drawn.entries()) {
        at += gaps[n] ?? 0
        expect(at).toBe(tops[place])
        at += rows[place]?.height ?? 0
      }
      expect(at + (gaps.at(-1) ?? 0)).toBe(tops.at(-1))
    }),
  )
})
