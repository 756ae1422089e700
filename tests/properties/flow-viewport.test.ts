// The viewport of the flow diagram.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { centerOn, flowSpacing, resizeViewport } from "../../ui/console/editor/flow/flow-layout.ts"

const node = fc.record({ x: fc.nat(5000), y: fc.nat(50_000), width: fc.nat(300), height: fc.nat(100) })
const pane = fc.record({ width: fc.integer({ min: 200, max: 2000 }), height: fc.integer({ min: 200, max: 2000 }) })
const zoom = fc.constantFrom(0.5, 0.75, 1, 1.5)

describe("the viewport of the flow diagram", () => {
  test("centers a node, or moves it up where there would be space above the first node", () => {
    fc.assert(
      fc.property(node, pane, zoom, (at, size, factor) => {
        const view = centerOn(at, size, factor)
        expect(view.x + (at.x + at.width / 2) * view.zoom).toBeCloseTo(size.width / 2)
        const middle = view.y + (at.y + at.height / 2) * view.zoom
        expect(view.y).toBeLessThanOrEqual(flowSpacing.node)
        if (view.y < flowSpacing.node) expect(middle).toBeCloseTo(size.height / 2)
        else expect(middle).toBeLessThanOrEqual(size.height / 2 + 0.001)
      }),
    )
  })

  test("keeps the node centered when the width of the pane changes", () => {
    fc.assert(
      fc.property(node, pane, fc.integer({ min: 200, max: 2000 }), zoom, (at, size, width, factor) => {
        const [before, after] = [centerOn(at, size, factor), centerOn(at, { ...size, width }, factor)]
        const view = resizeViewport(before, width - size.width)
        expect(view.x).toBeCloseTo(after.x)
        expect([view.y, view.zoom]).toEqual([after.y, after.zoom])
      }),
    )
  })
})
