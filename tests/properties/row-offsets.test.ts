// Row offsets of virtual lists: visible rows and spacers.
import fc from "fast-check"
import { expect, test } from "vitest"
import { computeRowOffsets, computeSpacerHeights, findVisibleRows } from "../../ui/kit/row-offsets.ts"

const heights = fc.array(fc.double({ min: 0.5, max: 300, noNaN: true }), { maxLength: 60 })
const edge = fc.double({ min: -500, max: 9000, noNaN: true })

test("rows are stacked, and the visible rows are those that overlap the viewport", () => {
  fc.assert(
    fc.property(heights, edge, edge, (list, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const tops = computeRowOffsets(list)
      expect(tops[0]).toBe(0)
      for (const [place, height] of list.entries()) expect(tops[place + 1]).toBe((tops[place] ?? 0) + height)
      const overlapping = [...list.keys()].filter((place) => (tops[place + 1] ?? 0) > from && (tops[place] ?? 0) < to)
      expect(findVisibleRows(tops, from, to)).toEqual(overlapping)
    }),
  )
})

test("spacers keep the rendered rows at their offsets", () => {
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
