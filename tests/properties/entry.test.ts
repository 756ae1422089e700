// What a form holds of a question beside the script, and what is said of it.
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Question } from "../../domain/questions/question.ts"
import { canWriteToScript, createPendingForm, formFindings, isStillCurrent } from "../../domain/questions/question-form.ts"

const bound = fc.constantFrom(null, 1, 3, 9)
const numeric = fc
  .record({ minimum: bound, maximum: bound, hasSlider: fc.boolean(), stepSize: fc.constantFrom(null, 1) })
  .map((options): Question => ({ uuid: "n", type: "numeric", options }))
const texts = fc.dictionary(fc.constantFrom("minimum", "maximum", "stepSize"), fc.constantFrom("x", "1,2,3"), { maxKeys: 2 })

test("[Q6] a form holds just what the script does not take, or cannot be read; it stands while the script's options are those beside it", () => {
  fc.assert(
    fc.property(numeric, numeric, texts, (question, inScript, typed) => {
      const entry = createPendingForm({ question, unparsed: typed }, inScript)
      const isSlid = question.type === "numeric" && question.options?.hasSlider === true
      const unread = Object.keys(typed).filter((option) => isSlid || option !== "stepSize")
      const isTaken = canWriteToScript(question) || JSON.stringify(question) === JSON.stringify(inScript)
      expect(entry === null).toBe(isTaken && unread.length === 0)
      if (entry === null) return
      expect(Object.keys(entry.unparsed)).toEqual(unread)
      expect(isStillCurrent(entry, canWriteToScript(question) ? question : inScript)).toBe(true)
      // Another question that came in its place is another matter, whatever options it has.
      expect(isStillCurrent(entry, { uuid: "n", type: "email", options: entry.scriptQuestion.options ?? {} })).toBe(false)
    }),
  )
})

test("what cannot be read has no value that anything could be wrong with; all else is told", () => {
  const question: Question = { uuid: "n", type: "numeric", options: { minimum: 9, maximum: 5, precision: 7 } }
  const told = (unread: Readonly<Record<string, string>>) => formFindings({ question, unparsed: unread }).map(({ pointer }) => pointer)
  expect(told({})).toEqual(["/options/maximum", "/options/precision"])
  expect(told({ maximum: "x" })).toEqual(["/options/precision"])
  expect(told({ maximum: "x", precision: "y" })).toEqual([])
})
