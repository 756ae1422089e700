// Extras of choices: scores, amounts, exclusive and fixed choices.
import { describe, expect, test } from "vitest"
import { getAnswerFacets } from "../../domain/chat/answer-facets.ts"
import { newQuestion } from "../../domain/editing/new-instruction.ts"
import { isScored, listOfferedExtras, usesExtra } from "../../domain/questions/choice-question.ts"
import { pasteChoiceLines } from "../../domain/questions/choices.ts"

let n = 0
const making = { newUuid: () => `u${++n}`, locale: "en" as const }
const createQuestion = (type: "choice" | "multiple") => {
  const question = newQuestion(type, making)
  if (question.type !== "choice" && question.type !== "multiple") throw new Error("a question of choices")
  return { ...question, choices: pasteChoiceLines([], "", "Red\nBlue", making).choices }
}

describe("extras of a choice question", () => {
  test("are used if they are turned on, otherwise if one of its choices has them", () => {
    const question = createQuestion("choice")
    expect(usesExtra(question, "scores")).toBe(false)
    const scored = { ...question, choices: question.choices.map((it, i) => (i === 0 ? { ...it, score: 0 } : it)) }
    expect(usesExtra(scored, "scores")).toBe(true)
    expect(usesExtra({ ...scored, options: { scores: false } }, "scores")).toBe(false)
    expect(usesExtra({ ...question, options: { amounts: true } }, "amounts")).toBe(true)
  })

  test("[E4] are used exactly where an answer has a score or an amount", () => {
    const question = createQuestion("choice")
    const scored = { ...question, choices: question.choices.map((it) => ({ ...it, score: 5, amount: 7 })) }
    for (const options of [{ scores: false, amounts: false }, {}, { scores: true, amounts: true }]) {
      const configured = { ...scored, options }
      const { score, amount } = getAnswerFacets(configured, 1, "en")
      expect(score !== null).toBe(usesExtra(configured, "scores"))
      expect(amount !== null).toBe(usesExtra(configured, "amounts"))
    }
  })

  test("make a question scored if scores are used, and never without choices", () => {
    const question = createQuestion("multiple")
    expect(isScored({ question: { ...question, options: { scores: true } } })).toBe(true)
    expect(isScored({ question: { ...question, options: { scores: false } } })).toBe(false)
    expect(isScored({ question: newQuestion("numeric", making) })).toBe(false)
    expect(isScored({ question: null })).toBe(false)
  })

  test("are offered where they have an effect", () => {
    expect(listOfferedExtras(createQuestion("choice"))).toEqual(["scores", "amounts"])
    expect(listOfferedExtras(createQuestion("multiple"))).toEqual(["singles", "scores", "amounts"])
    expect(listOfferedExtras({ ...createQuestion("choice"), options: { randomize: true } })).toEqual(["fixated", "scores", "amounts"])
  })
})
