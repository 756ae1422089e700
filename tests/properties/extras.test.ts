import { describe, expect, test } from "vitest"
import { answerFacets } from "../../domain/chat/answer-facets.ts"
import { isScored, listOfferedExtras, usesExtra } from "../../domain/questions/choice-question.ts"
import { addChoiceLines } from "../../domain/questions/choices.ts"
import { newQuestion } from "../../domain/questions/new-question.ts"

let n = 0
const making = { fresh: () => `u${++n}`, locale: "en" as const }
const asked = (type: "choice" | "multiple") => {
  const question = newQuestion(type, making)
  if (question.type !== "choice" && question.type !== "multiple") throw new Error("a question of choices")
  return { ...question, choices: addChoiceLines([], "Red\nBlue", making).choices }
}

describe("what a question uses of its choices", () => {
  test("is what it was switched to, else what one of its choices has", () => {
    const question = asked("choice")
    expect(usesExtra(question, "scores")).toBe(false)
    const scored = { ...question, choices: question.choices.map((it, i) => (i === 0 ? { ...it, score: 0 } : it)) }
    expect(usesExtra(scored, "scores")).toBe(true)
    expect(usesExtra({ ...scored, options: { scores: false } }, "scores")).toBe(false)
    expect(usesExtra({ ...question, options: { amounts: true } }, "amounts")).toBe(true)
  })

  test("[E4] agrees with what an answer counts for", () => {
    const question = asked("choice")
    const scored = { ...question, choices: question.choices.map((it) => ({ ...it, score: 5, amount: 7 })) }
    for (const options of [{ scores: false, amounts: false }, {}, { scores: true, amounts: true }]) {
      const told = { ...scored, options }
      const { score, amount } = answerFacets(told, 1, "en")
      expect(score !== null).toBe(usesExtra(told, "scores"))
      expect(amount !== null).toBe(usesExtra(told, "amounts"))
    }
  })

  test("counts in a score where scores are used, and in nothing that has no choices", () => {
    const question = asked("multiple")
    expect(isScored({ question: { ...question, options: { scores: true } } })).toBe(true)
    expect(isScored({ question: { ...question, options: { scores: false } } })).toBe(false)
    expect(isScored({ question: newQuestion("numeric", making) })).toBe(false)
    expect(isScored({ question: null })).toBe(false)
  })

  test("is offered where it can mean something", () => {
    expect(listOfferedExtras(asked("choice"))).toEqual(["scores", "amounts"])
    expect(listOfferedExtras(asked("multiple"))).toEqual(["singles", "scores", "amounts"])
    expect(listOfferedExtras({ ...asked("choice"), options: { randomize: true } })).toEqual(["fixated", "scores", "amounts"])
  })
})
