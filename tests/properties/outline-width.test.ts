import fc from "fast-check"
import { expect, test } from "vitest"
import { fittedWidth, readWidth, usualWidth, widthAfterKey, widthRange } from "../../ui/console/editor/outline-width.ts"

const room = fc.oneof(fc.integer({ min: 0, max: 4000 }), fc.constant(Number.POSITIVE_INFINITY))
const wished = fc.double({ min: -5000, max: 5000, noNaN: true })

test("whatever is wished, the width lies in its range, is the wish where that does, and leaves the instruction its part where it can", () => {
  fc.assert(
    fc.property(wished, room, (wish, wide) => {
      const { least, most } = widthRange(wide)
      const width = fittedWidth(wish, wide)
      expect(width).toBeGreaterThanOrEqual(least)
      expect(width).toBeLessThanOrEqual(most)
      expect(fittedWidth(width, wide)).toBe(width)
      if (Number.isInteger(wish) && wish >= least && wish <= most) expect(width).toBe(wish)
      expect(width <= usualWidth || wide - width >= 400).toBe(true)
      expect(fittedWidth(usualWidth, wide)).toBe(usualWidth)
    }),
  )
})

test("what was kept is read back; what is no width, or one that nobody could set, is not taken over", () => {
  fc.assert(
    fc.property(wished, (wish) => {
      expect(readWidth(String(fittedWidth(wish, 4000)))).toBe(fittedWidth(wish, 4000))
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(fittedWidth(readWidth(text), 4000)).toBe(readWidth(text))
    }),
  )
  for (const none of [null, "", " ", "wide", "NaN", "Infinity", "{}"]) expect(readWidth(none)).toBe(usualWidth)
  expect(readWidth("99999")).toBe(widthRange(4000).most)
})

test("arrows make it wider and narrower by steps, the other way round where one reads from the right; Home and End go to the ends", () => {
  fc.assert(
    fc.property(wished, room, fc.boolean(), fc.boolean(), (wish, wide, isFar, isRightToLeft) => {
      const width = fittedWidth(wish, wide)
      const { least, most } = widthRange(wide)
      const after = (key: string) => widthAfterKey(width, wide, { key, isFar, isRightToLeft })
      const by = isFar ? 64 : 16
      expect(after(isRightToLeft ? "ArrowLeft" : "ArrowRight")).toBe(Math.min(width + by, most))
      expect(after(isRightToLeft ? "ArrowRight" : "ArrowLeft")).toBe(Math.max(width - by, least))
      expect(after("Home")).toBe(least)
      expect(after("End")).toBe(most)
      for (const key of ["ArrowUp", "Enter", "a", "Tab"]) expect(after(key)).toBe(null)
    }),
  )
})
