// Limits of number questions with more decimals than their answers, and the initial slider position.
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import { getNumberLimits } from "../../domain/questions/answer-limits.ts"
import { getSliderMidpoint, getSliderRange, snapToSlider } from "../../domain/questions/number-question.ts"
import type { Question } from "../../domain/questions/question.ts"
import { questionFindings } from "../../domain/questions/question-check.ts"
import { countCodePoints } from "../../domain/text/text-input.ts"

const hundredths = fc.option(fc.integer({ min: 0, max: 2000 }).map((n) => n / 100))
const limited = fc.record({ minimum: hundredths, maximum: hundredths, precision: fc.constantFrom(0, 1, 2) })

test("[E1] every number question accepts its limits, or any number if no answer can lie within them", () => {
  fc.assert(
    fc.property(fc.constantFrom("numeric" as const, "currency" as const), limited, (type, options) => {
      const question: Question = { uuid: "q", type, options }
      const { least, most } = getNumberLimits(options)
      for (const answer of [least ?? most ?? 1, most ?? least ?? 1]) expect(parseAnswer(question, answer)).toMatchObject({ ok: true })
    }),
  )
  expect(getNumberLimits({ minimum: 0.2, maximum: 0.8, precision: 0 })).toEqual({ least: null, most: null, decimals: 0 })
  expect(getNumberLimits({ minimum: 0.07, maximum: 0.29, precision: 2 })).toEqual({ least: 0.07, most: 0.29, decimals: 2 })
  expect(getNumberLimits({ minimum: 0.5, maximum: 4.5, precision: 0 })).toEqual({ least: 1, most: 4, decimals: 0 })
})

test("[E1] a limit with more decimals than answers may have is found", () => {
  fc.assert(
    fc.property(fc.constantFrom("numeric" as const, "currency" as const), limited, (type, options) => {
      const { precision } = options
      const isFiner = (limit: number | null) => limit !== null && Number(limit.toFixed(precision)) !== limit
      const found = questionFindings({ uuid: "q", type, options }, "").filter(({ message }) => /at most \d+ decimals/.test(message))
      expect(found.map(({ pointer }) => pointer)).toEqual([
        ...(isFiner(options.minimum) ? ["/options/minimum"] : []),
        ...(isFiner(options.maximum) ? ["/options/maximum"] : []),
      ])
    }),
  )
})

test("[Q7] the initial slider position is a valid answer", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 50 }), fc.constantFrom(0, 1, 2), (steps, from, precision) => {
      const scale = 10 ** precision
      const step = 1 / scale
      const [minimum, maximum] = [from / scale, (from + steps) / scale]
      const options = { minimum, maximum, precision, stepSize: step, hasSlider: true }
      const middle = getSliderMidpoint(getSliderRange(options))
      expect(parseAnswer({ uuid: "q", type: "numeric", options }, middle)).toMatchObject({ ok: true, value: middle })
      expect(Math.abs(middle - (minimum + maximum) / 2)).toBeLessThanOrEqual(step)
    }),
  )
  expect(getSliderMidpoint({ least: 0, most: 0.6, decimals: 1, step: 0.1 })).toBe(0.3)
  // The step does not divide the range, so the last position is below the maximum.
  expect(snapToSlider({ least: 0, most: 10, decimals: 0, step: 4 }, 10)).toBe(8)
})

test("the length of a text is its number of code points", () => {
  const signs = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\ud83d", "\ude00") })
  fc.assert(
    fc.property(signs, (text) => {
      expect(countCodePoints(text)).toBe(Array.from(text).length)
    }),
  )
})
