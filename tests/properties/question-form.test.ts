// The pending form of a question: input that the script does not take yet, and its findings [Q6].
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Question } from "../../domain/questions/question.ts"
import { createPendingForm, formFindings, hasValidOptions, isStillCurrent } from "../../domain/questions/question-check.ts"

const bound = fc.constantFrom(null, 1, 3, 9)
const numeric = fc
  .record({ minimum: bound, maximum: bound, hasSlider: fc.boolean(), stepSize: fc.constantFrom(null, 1) })
  .map((options): Question => ({ uuid: "n", type: "numeric", options }))
const texts = fc.dictionary(fc.constantFrom("minimum", "maximum", "stepSize"), fc.constantFrom("x", "1,2,3"), { maxKeys: 2 })

test("[Q6] a pending form contains exactly the input that the script does not take, and is current while the script's options stay the same", () => {
  fc.assert(
    fc.property(numeric, numeric, texts, (question, inScript, typed) => {
      const form = createPendingForm({ question, unparsed: typed }, inScript)
      const isSlid = question.type === "numeric" && question.options?.hasSlider === true
      const unread = Object.keys(typed).filter((option) => isSlid || option !== "stepSize")
      const isTaken = hasValidOptions(question) || JSON.stringify(question) === JSON.stringify(inScript)
      expect(form === null).toBe(isTaken && unread.length === 0)
      if (form === null) return
      expect(Object.keys(form.unparsed)).toEqual(unread)
      expect(isStillCurrent(form, hasValidOptions(question) ? question : inScript)).toBe(true)
      // Another question in its place makes the form obsolete, whatever its options.
      expect(isStillCurrent(form, { uuid: "n", type: "email", options: form.scriptQuestion.options ?? {} })).toBe(false)
    }),
  )
})

test("findings of a form leave out values that cannot be parsed", () => {
  const question: Question = { uuid: "n", type: "numeric", options: { minimum: 9, maximum: 5, precision: 7 } }
  const pointersOf = (unread: Readonly<Record<string, string>>) =>
    formFindings({ question, unparsed: unread }).map(({ pointer }) => pointer)
  expect(pointersOf({})).toEqual(["/options/maximum", "/options/precision"])
  expect(pointersOf({ maximum: "x" })).toEqual(["/options/precision"])
  expect(pointersOf({ maximum: "x", precision: "y" })).toEqual([])
})
