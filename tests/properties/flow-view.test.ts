// How a pane looks at the graph of a script.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { centerOn, flowSpacing, resizeViewport } from "../../ui/console/editor/flow/flow-layout.ts"

const place = fc.record({ x: fc.nat(5000), y: fc.nat(50_000), width: fc.nat(300), height: fc.nat(100) })
const pane = fc.record({ width: fc.integer({ min: 200, max: 2000 }), height: fc.integer({ min: 200, max: 2000 }) })
const zoom = fc.constantFrom(0.5, 0.75, 1, 1.5)

describe("a pane that looks at a place of the graph", () => {
  test("has it in its middle, higher only where there would be nothing above the first", () => {
    fc.assert(
      fc.property(place, pane, zoom, (at, size, factor) => {
        const view = centerOn(at, size, factor)
        expect(view.x + (at.x + at.width / 2) * view.zoom).toBeCloseTo(size.width / 2)
        const middle = view.y + (at.y + at.height / 2) * view.zoom
        expect(view.y).toBeLessThanOrEqual(flowSpacing.node)
        if (view.y < flowSpacing.node) expect(middle).toBeCloseTo(size.height / 2)
        else expect(middle).toBeLessThanOrEqual(size.height / 2 + 0.001)
      }),
    )
  })

  test("keeps it there when it is another width", () => {
    fc.assert(
      fc.property(place, pane, fc.integer({ min: 200, max: 2000 }), zoom, (at, size, width, factor) => {
        const [before, after] = [centerOn(at, size, factor), centerOn(at, { ...size, width }, factor)]
        const view = resizeViewport(before, width - size.width)
        expect(view.x).toBeCloseTo(after.x)
        expect([view.y, view.zoom]).toEqual([after.y, after.zoom])
      }),
    )
  })
})
