// The width of the editor's outline: range, persistence and keyboard.
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  clampOutlineWidth,
  defaultOutlineWidthPx,
  getOutlineWidthRange,
  parseOutlineWidth,
  resizeOutlineByKey,
} from "../../ui/console/editor/outline-width.ts"

const availableWidth = fc.oneof(fc.integer({ min: 0, max: 4000 }), fc.constant(Number.POSITIVE_INFINITY))
const requestedWidth = fc.double({ min: -5000, max: 5000, noNaN: true })

test("the width is the requested one within its range, and leaves room for the instruction where possible", () => {
  fc.assert(
    fc.property(requestedWidth, availableWidth, (requested, available) => {
      const { min, most } = getOutlineWidthRange(available)
      const width = clampOutlineWidth(requested, available)
      expect(width).toBeGreaterThanOrEqual(min)
      expect(width).toBeLessThanOrEqual(most)
      expect(clampOutlineWidth(width, available)).toBe(width)
      if (Number.isInteger(requested) && requested >= min && requested <= most) expect(width).toBe(requested)
      expect(width <= defaultOutlineWidthPx || available - width >= 400).toBe(true)
      expect(clampOutlineWidth(defaultOutlineWidthPx, available)).toBe(defaultOutlineWidthPx)
    }),
  )
})

test("a stored width is read back; invalid or out-of-range values are not used", () => {
  fc.assert(
    fc.property(requestedWidth, (requested) => {
      expect(parseOutlineWidth(String(clampOutlineWidth(requested, 4000)))).toBe(clampOutlineWidth(requested, 4000))
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(clampOutlineWidth(parseOutlineWidth(text), 4000)).toBe(parseOutlineWidth(text))
    }),
  )
  for (const text of [null, "", " ", "wide", "NaN", "Infinity", "{}"]) expect(parseOutlineWidth(text)).toBe(defaultOutlineWidthPx)
  expect(parseOutlineWidth("99999")).toBe(getOutlineWidthRange(4000).most)
})

test("arrow keys resize in steps, mirrored for right-to-left languages; Home and End go to the limits", () => {
  fc.assert(
    fc.property(requestedWidth, availableWidth, fc.boolean(), fc.boolean(), (requested, available, isFar, isRightToLeft) => {
      const width = clampOutlineWidth(requested, available)
      const { min, most } = getOutlineWidthRange(available)
      const widthAfter = (key: string) => resizeOutlineByKey(width, available, { key, isLargeStep: isFar, isRightToLeft })
      const step = isFar ? 64 : 16
      expect(widthAfter(isRightToLeft ? "ArrowLeft" : "ArrowRight")).toBe(Math.min(width + step, most))
      expect(widthAfter(isRightToLeft ? "ArrowRight" : "ArrowLeft")).toBe(Math.max(width - step, min))
      expect(widthAfter("Home")).toBe(min)
      expect(widthAfter("End")).toBe(most)
      for (const key of ["ArrowUp", "Enter", "a", "Tab"]) expect(widthAfter(key)).toBe(null)
    }),
  )
})
