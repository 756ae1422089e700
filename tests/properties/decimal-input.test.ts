// Numbers that authors type into fields of the editor.
import fc from "fast-check"
import { expect, test } from "vitest"
import { computeInstructionDelay, isValidDelay, maxDelaySeconds, parseDelay } from "../../domain/flow/reading-delay.ts"
import { parseDecimal } from "../../domain/text/text-input.ts"

const typedNumber = fc
  .record({ whole: fc.integer({ min: -999_999, max: 999_999 }), decimals: fc.nat(4), isComma: fc.boolean() })
  .map(({ whole, decimals, isComma }) => {
    const number = whole / 10 ** decimals
    const text = number.toFixed(decimals)
    return { number, text: isComma ? text.replace(".", ",") : text }
  })

test("a number is parsed with a point or comma and any spaces around it, and an empty text is null", () => {
  fc.assert(
    fc.property(typedNumber, ({ number, text }) => {
      expect(parseDecimal(` ${text} `)).toBe(number)
    }),
  )
  expect([parseDecimal(""), parseDecimal("  "), parseDecimal(".5"), parseDecimal("3.")]).toEqual([null, null, 0.5, 3])
})

test.each(["a", "1e3", "0x10", "1.2.3", "--1", "1 000", "Infinity", "NaN", "-", ".", "9".repeat(13)])("%s is not a number", (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})

test("[I15] a reading delay is a number from 0 to 3600 seconds, and not empty", () => {
  fc.assert(
    fc.property(typedNumber, ({ number, text }) => {
      const isInBounds = number >= 0 && number <= maxDelaySeconds
      expect(parseDelay(text)).toBe(isInBounds ? number : undefined)
      expect(isValidDelay(number)).toBe(isInBounds)
    }),
  )
  expect([parseDelay(""), parseDelay("soon")]).toEqual([undefined, undefined])
  expect(isValidDelay(computeInstructionDelay({ messages: [] }))).toBe(true)
})
