// Comparisons with what is no choice of a question, and what the kinds of questions can be answered with.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { comparators, type Facet, type Operand } from "../../domain/conditions/condition.ts"
import { findUnknownChoiceValue } from "../../domain/conditions/condition-analysis.ts"
import { compareValues } from "../../domain/conditions/evaluate.ts"
import { getPossibleAnswers, type PossibleAnswers } from "../../domain/conditions/possible-answers.ts"
import type { Question } from "../../domain/questions/question.ts"
import { asked, choiceQuestion, choicesOf, instruction, multipleQuestion } from "../arbitraries/answerable.ts"

const answerOf = (facet: Facet | null) => ({ _tag: "Answer", name: "q", facet }) as const
const written = (value: number | string | boolean | null): Operand => ({ _tag: "Literal", value })
const literal = fc.constantFrom(0, 1, 3, 6, 9, 2.5, "Ja", "ja ", "NEE", "3", "3.0", "zzz", "", true, false, null)
const facet = fc.constantFrom<Facet | null>(null, "value", "text", "score", "amount")

describe("a comparison with what is no choice", () => {
  test("[C10] is one for equality with a choice and for membership of several, where no choice has that value, or that text", () => {
    fc.assert(
      fc.property(
        fc.oneof(choiceQuestion, multipleQuestion),
        fc.constantFrom(...comparators),
        literal,
        facet,
        fc.boolean(),
        ({ question }, by, value, of, isTurned) => {
          const reference = answerOf(of)
          const sides = isTurned ? { left: written(value), right: reference } : { left: reference, right: written(value) }
          const wrong = findUnknownChoiceValue({ _tag: "Compare", by, ...sides }, () => getPossibleAnswers(asked(0, "q", question)))
          const several = question.type === "multiple"
          const isLooked = several ? /contains/.test(by) && !isTurned : by === "==" || by === "!="
          const choices = (question.choices ?? []).map((it) => ({ value: it.value, text: it.translation.content }))
          const isOne = choices.some((it) => compareValues(of === "text" ? it.text : it.value, "==", value))
          if (!isLooked || value === null || of === "score" || of === "amount" || isOne) expect(wrong).toBeNull()
          else {
            const meant = choices.find(({ text }) => typeof value === "string" && text.toLowerCase() === value.trim().toLowerCase())
            expect(wrong).toEqual({ reference, value, suggestion: of === "text" ? null : (meant ?? null) })
          }
        },
      ),
      { numRuns: 1500 },
    )
  })

  const choice: Question = { uuid: "q", type: "choice", choices: choicesOf(" Ja ", "Nee") }
  const told = (possible: PossibleAnswers, value: string | number, of: Facet | null = null) =>
    findUnknownChoiceValue({ _tag: "Compare", by: "==", left: answerOf(of), right: written(value) }, () => possible)

  test("[C10] what a choice's text is up to spaces and case is what was meant", () => {
    expect(told(getPossibleAnswers(asked(0, null, choice)), "JA ")?.suggestion).toEqual({ value: 1, text: " Ja " })
    expect(told(getPossibleAnswers(asked(0, null, choice)), "J")?.suggestion).toBeNull()
  })

  test("[C10] nothing is said of scales, of questions without choices, of texts that recall others, and of two answers", () => {
    expect(told(getPossibleAnswers(asked(0, null, { uuid: "q", type: "nps" })), 77)).toBeNull()
    expect(told(getPossibleAnswers(asked(0, null, { uuid: "q", type: "open" })), 77)).toBeNull()
    expect(told(getPossibleAnswers(asked(0, null, { ...choice, choices: [] })), 77)).toBeNull()
    for (const type of ["choice", "multiple"] as const) {
      const recalling = getPossibleAnswers(asked(0, null, { uuid: "q", type, choices: choicesOf("{{answers.a}}", "Nee") }))
      const by = type === "choice" ? "==" : "contains"
      const wrong = (of: Facet | null) =>
        findUnknownChoiceValue({ _tag: "Compare", by, left: answerOf(of), right: written("Ja") }, () => recalling)
      expect(wrong("text")).toBeNull()
      expect(wrong(null)).toMatchObject({ value: "Ja", suggestion: null })
    }
    const possible = () => getPossibleAnswers(asked(0, null, choice))
    expect(findUnknownChoiceValue({ _tag: "Compare", by: "==", left: answerOf(null), right: answerOf("text") }, possible)).toBeNull()
    expect(
      findUnknownChoiceValue({ _tag: "Compare", by: "==", left: { _tag: "Count", of: answerOf(null) }, right: written(77) }, possible),
    ).toBeNull()
    expect(findUnknownChoiceValue({ _tag: "Holds", operand: answerOf(null) }, possible)).toBeNull()
  })
})

describe("what an instruction can be answered with", () => {
  const possible = (question: Question) => getPossibleAnswers(asked(0, null, question))

  test("[C10] by its kind", () => {
    expect(possible({ uuid: "q", type: "emoji" })).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible({ uuid: "q", type: "starRating" })).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible({ uuid: "q", type: "nps" })).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible({ uuid: "q", type: "choice" })).toEqual({ _tag: "OneOf", answers: [], isChoice: true, recalls: false })
    expect(possible({ uuid: "q", type: "email" })).toEqual({ _tag: "Text" })
    expect(possible({ uuid: "q", type: "open" })).toEqual({ _tag: "Text" })
    expect(possible({ uuid: "q", type: "file" })).toEqual({ _tag: "Anything" })
    expect(possible({ uuid: "q", type: "currency", options: { minimum: 1 } })).toEqual({
      _tag: "Number",
      least: 1,
      most: null,
      decimals: 2,
    })
    expect(possible({ uuid: "q", type: "date" })).toEqual({ _tag: "Day", first: null, last: null })
    expect(getPossibleAnswers(instruction(0, { type: "action" }))).toEqual({ _tag: "Anything" })
    expect(getPossibleAnswers(instruction(0, { type: "score" }))).toEqual({ _tag: "Anything" })
    for (const type of ["message", "image", "video", "end", "question"] as const)
      expect(getPossibleAnswers(instruction(0, { type }))).toEqual({ _tag: "Nothing" })
  })

  test("[C10] a choice that excludes the others is enough by itself, whatever the fewest", () => {
    const [one, two, three] = choicesOf("a", "b", "geen")
    if (one === undefined || two === undefined || three === undefined) throw new Error("three choices")
    const options = { minimum: 2 }
    expect(possible({ uuid: "q", type: "multiple", choices: [one, two, three], options })).toMatchObject({ fewest: 2, most: 3 })
    const alone = [one, two, { ...three, single: true }]
    expect(possible({ uuid: "q", type: "multiple", choices: alone, options })).toMatchObject({ fewest: 1, most: 3 })
    expect(possible({ uuid: "q", type: "multiple", choices: alone, options: { ...options, singles: false } })).toMatchObject({ fewest: 2 })
  })

  test("[C10] texts recall others where any of them does", () => {
    const of = (...texts: ReadonlyArray<string>) => possible({ uuid: "q", type: "choice", choices: choicesOf(...texts) })
    expect(of("Ja", "{{answers.a}}")).toMatchObject({ recalls: true })
    expect(of("Ja", "Nee")).toMatchObject({ recalls: false })
  })

  test("[C10] scores and amounts that are turned off count for nothing", () => {
    const choices = choicesOf("a", "b").map((it, i) => ({ ...it, score: i + 1, amount: i + 10 }))
    const of = (options: { readonly scores?: boolean; readonly amounts?: boolean }) =>
      possible({ uuid: "q", type: "choice", choices, options })
    expect(of({})).toMatchObject({
      answers: [
        { score: 1, amount: 10 },
        { score: 2, amount: 11 },
      ],
    })
    expect(of({ scores: false })).toMatchObject({
      answers: [
        { score: null, amount: 10 },
        { score: null, amount: 11 },
      ],
    })
    expect(of({ amounts: false })).toMatchObject({
      answers: [
        { score: 1, amount: null },
        { score: 2, amount: null },
      ],
    })
  })
})
