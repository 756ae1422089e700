// Unfinished answers, restored from what the device stored [E9].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import {
  restoreChoice,
  restoreChoices,
  restoreDate,
  restoreScaleValue,
  restoreSliderValue,
  restoreText,
} from "../../domain/questions/answer-draft.ts"
import { getChoiceLimits, listExclusiveChoices } from "../../domain/questions/answer-limits.ts"
import { getSliderMidpoint, getSliderRange } from "../../domain/questions/number-question.ts"
import type { Question } from "../../domain/questions/question.ts"
import { anyQuestion, validAnswer } from "../arbitraries/chats.ts"

/** What a question's control contains after a reload; null where there is no unfinished answer. */
const restoreDraft = (question: Question, draft: unknown): unknown => {
  switch (question.type) {
    case "choice":
      return restoreChoice(question, draft)
    case "multiple":
      return restoreChoices(question, draft)
    case "date":
      return restoreDate(draft)
    case "starRating":
    case "emoji":
    case "nps":
      return restoreScaleValue(question, draft)
    default:
      return restoreText(draft)
  }
}
const anything = fc.oneof(fc.anything(), fc.jsonValue(), fc.array(fc.oneof(fc.integer({ min: -1, max: 6 }), fc.jsonValue())), fc.integer())

describe("[E9] a restored unfinished answer", () => {
  test("equals the stored one", () => {
    fc.assert(
      fc.property(anyQuestion, fc.nat(30), (question, pick) => {
        const read = parseAnswer(question, validAnswer(question, pick))
        fc.pre(read.ok && read.value !== null && question.type !== "file" && question.type !== "numeric" && question.type !== "currency")
        const stored: unknown = JSON.parse(JSON.stringify(read.ok ? read.value : null))
        expect(restoreDraft(question, stored)).toEqual(stored)
      }),
    )
    expect(restoreDraft({ uuid: "q", type: "numeric" }, "1 00")).toBe("1 00")
    expect(restoreDraft({ uuid: "q", type: "open" }, " half a ")).toBe(" half a ")
  })

  test("contains only values that the control could have produced, whatever the device stored", () => {
    fc.assert(
      fc.property(anyQuestion, anything, (question, draft) => {
        const value = restoreDraft(question, draft)
        expect(restoreDraft(question, value)).toEqual(value)
        if (question.type === "multiple") {
          const picked = restoreChoices(question, draft)
          const known = (question.choices ?? []).map((choice) => choice.value)
          expect(picked.filter((it) => !known.includes(it))).toEqual([])
          expect(new Set(picked).size).toBe(picked.length)
          expect(picked.length).toBeLessThanOrEqual(Math.max(getChoiceLimits(question).most, 1))
          expect(picked.length > 1 && listExclusiveChoices(question).some((it) => picked.includes(it.value))).toBe(false)
        }
      }),
    )
  })

  test("[Q11] is a step of the slider, with or without limits, and null where nothing was set", () => {
    const sliderLimits = fc.record({
      least: fc.option(fc.integer({ min: -150, max: 150 }), { nil: null }),
      steps: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
      step: fc.constantFrom(1, 5, 0.5, null),
    })
    fc.assert(
      fc.property(sliderLimits, anything, fc.double(), ({ least: minimum, steps, step: stepSize }, draft, number) => {
        const maximum = steps === null ? null : (minimum ?? 0) + steps * (stepSize ?? 1)
        const options = { minimum, maximum, stepSize, hasSlider: true, precision: 1 }
        const question = { uuid: "q", type: "numeric", options } as const
        for (const it of [draft, number, getSliderMidpoint(getSliderRange(options))]) {
          const value = restoreSliderValue(question, it)
          const isSet = typeof it === "number" && Number.isFinite(it)
          if (isSet) expect(parseAnswer(question, value)).toEqual({ ok: true, value })
          else expect(value).toBeNull()
          expect(restoreSliderValue(question, value)).toBe(value)
        }
      }),
    )
    const withoutLimits = { uuid: "q", type: "numeric", options: { hasSlider: true } } as const
    expect([-1, 55.4, 101].map((it) => restoreSliderValue(withoutLimits, it))).toEqual([0, 55, 100])
    const withMinimum = { uuid: "q", type: "numeric", options: { hasSlider: true, minimum: 200 } } as const
    expect([-1, 1000].map((it) => restoreSliderValue(withMinimum, it))).toEqual([200, 300])
  })
})
