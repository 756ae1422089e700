import fc from "fast-check"
import { expect, test } from "vitest"
import {
  clampOutlineWidth,
  defaultOutlineWidthPx,
  getOutlineWidthRange,
  parseOutlineWidth,
  resizeOutlineByKey,
} from "../../ui/console/editor/outline-width.ts"

const room = fc.oneof(fc.integer({ min: 0, max: 4000 }), fc.constant(Number.POSITIVE_INFINITY))
const wished = fc.double({ min: -5000, max: 5000, noNaN: true })

test("whatever is wished, the width lies in its range, is the wish where that does, and leaves the instruction its part where it can", () => {
  fc.assert(
    fc.property(wished, room, (wish, wide) => {
      const { min, most } = getOutlineWidthRange(wide)
      const width = clampOutlineWidth(wish, wide)
      expect(width).toBeGreaterThanOrEqual(min)
      expect(width).toBeLessThanOrEqual(most)
      expect(clampOutlineWidth(width, wide)).toBe(width)
      if (Number.isInteger(wish) && wish >= min && wish <= most) expect(width).toBe(wish)
      expect(width <= defaultOutlineWidthPx || wide - width >= 400).toBe(true)
      expect(clampOutlineWidth(defaultOutlineWidthPx, wide)).toBe(defaultOutlineWidthPx)
    }),
  )
})

test("what was kept is read back; what is no width, or one that nobody could set, is not taken over", () => {
  fc.assert(
    fc.property(wished, (wish) => {
      expect(parseOutlineWidth(String(clampOutlineWidth(wish, 4000)))).toBe(clampOutlineWidth(wish, 4000))
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(clampOutlineWidth(parseOutlineWidth(text), 4000)).toBe(parseOutlineWidth(text))
    }),
  )
  for (const none of [null, "", " ", "wide", "NaN", "Infinity", "{}"]) expect(parseOutlineWidth(none)).toBe(defaultOutlineWidthPx)
  expect(parseOutlineWidth("99999")).toBe(getOutlineWidthRange(4000).most)
})

test("arrows make it wider and narrower by steps, the other way round where one reads from the right; Home and End go to the ends", () => {
  fc.assert(
    fc.property(wished, room, fc.boolean(), fc.boolean(), (wish, wide, isFar, isRightToLeft) => {
      const width = clampOutlineWidth(wish, wide)
      const { min, most } = getOutlineWidthRange(wide)
      const after = (key: string) => resizeOutlineByKey(width, wide, { key, isLargeStep: isFar, isRightToLeft })
      const by = isFar ? 64 : 16
      expect(after(isRightToLeft ? "ArrowLeft" : "ArrowRight")).toBe(Math.min(width + by, most))
      expect(after(isRightToLeft ? "ArrowRight" : "ArrowLeft")).toBe(Math.max(width - by, min))
      expect(after("Home")).toBe(min)
      expect(after("End")).toBe(most)
      for (const key of ["ArrowUp", "Enter", "a", "Tab"]) expect(after(key)).toBe(null)
    }),
  )
})
