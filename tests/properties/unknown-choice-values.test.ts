// Comparisons with values that no choice has, and the possible answers of each question type.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { comparators, type Facet, type Operand } from "../../domain/conditions/condition.ts"
import { findUnknownChoiceValue } from "../../domain/conditions/condition-analysis.ts"
import { compareValues } from "../../domain/conditions/evaluate.ts"
import { getPossibleAnswers, type PossibleAnswers } from "../../domain/conditions/possible-answers.ts"
import type { Question } from "../../domain/questions/question.ts"
import { choiceQuestion, createChoices, instruction, multipleQuestion, questionInstruction } from "../arbitraries/answerable.ts"

const answerOf = (facet: Facet | null) => ({ _tag: "Answer", name: "q", facet }) as const
const literalOperand = (value: number | string | boolean | null): Operand => ({ _tag: "Literal", value })
const literal = fc.constantFrom(0, 1, 3, 6, 9, 2.5, "Ja", "ja ", "NEE", "3", "3.0", "zzz", "", true, false, null)
const facet = fc.constantFrom<Facet | null>(null, "value", "text", "score", "amount")

describe("a comparison with an unknown choice value", () => {
  test("[C10] is found for equality with a single choice and membership of a multiple choice, by value or by text", () => {
    fc.assert(
      fc.property(
        fc.oneof(choiceQuestion, multipleQuestion),
        fc.constantFrom(...comparators),
        literal,
        facet,
        fc.boolean(),
        ({ question }, by, value, of, isTurned) => {
          const reference = answerOf(of)
          const sides = isTurned ? { left: literalOperand(value), right: reference } : { left: reference, right: literalOperand(value) }
          const unknownValue = findUnknownChoiceValue({ _tag: "Compare", by, ...sides }, () =>
            getPossibleAnswers(questionInstruction(0, "q", question), []),
          )
          const several = question.type === "multiple"
          const isChecked = several ? /contains/.test(by) && !isTurned : by === "==" || by === "!="
          const choices = (question.choices ?? []).map((it) => ({ value: it.value, text: it.translation.content }))
          const isKnown = choices.some((it) => compareValues(of === "text" ? it.text : it.value, "==", value))
          if (!isChecked || value === null || (of !== null && of !== "value" && of !== "text") || isKnown) expect(unknownValue).toBeNull()
          else {
            const intended = choices.find(({ text }) => typeof value === "string" && text.toLowerCase() === value.trim().toLowerCase())
            expect(unknownValue).toEqual({ reference, value, suggestion: of === "text" ? null : (intended ?? null) })
          }
        },
      ),
      { numRuns: 1500 },
    )
  })

  const choice: Question = { uuid: "q", type: "choice", choices: createChoices(" Ja ", "Nee") }
  const findUnknown = (possible: PossibleAnswers, value: string | number, of: Facet | null = null) =>
    findUnknownChoiceValue({ _tag: "Compare", by: "==", left: answerOf(of), right: literalOperand(value) }, () => possible)

  test("[C10] suggests the choice whose text matches, ignoring spaces around it and case", () => {
    expect(findUnknown(getPossibleAnswers(questionInstruction(0, null, choice), []), "JA ")?.suggestion).toEqual({ value: 1, text: " Ja " })
    expect(findUnknown(getPossibleAnswers(questionInstruction(0, null, choice), []), "J")?.suggestion).toBeNull()
  })

  test("[C10] is not found for scales, questions without choices, texts with recalls, or two answers", () => {
    expect(findUnknown(getPossibleAnswers(questionInstruction(0, null, { uuid: "q", type: "nps" }), []), 77)).toBeNull()
    expect(findUnknown(getPossibleAnswers(questionInstruction(0, null, { uuid: "q", type: "open" }), []), 77)).toBeNull()
    expect(findUnknown(getPossibleAnswers(questionInstruction(0, null, { ...choice, choices: [] }), []), 77)).toBeNull()
    for (const type of ["choice", "multiple"] as const) {
      const recalling = getPossibleAnswers(
        questionInstruction(0, null, { uuid: "q", type, choices: createChoices("{{answers.a}}", "Nee") }),
        [],
      )
      const by = type === "choice" ? "==" : "contains"
      const unknownValue = (of: Facet | null) =>
        findUnknownChoiceValue({ _tag: "Compare", by, left: answerOf(of), right: literalOperand("Ja") }, () => recalling)
      expect(unknownValue("text")).toBeNull()
      expect(unknownValue(null)).toMatchObject({ value: "Ja", suggestion: null })
    }
    const possible = () => getPossibleAnswers(questionInstruction(0, null, choice), [])
    expect(findUnknownChoiceValue({ _tag: "Compare", by: "==", left: answerOf(null), right: answerOf("text") }, possible)).toBeNull()
    expect(
      findUnknownChoiceValue(
        { _tag: "Compare", by: "==", left: { _tag: "Count", of: answerOf(null) }, right: literalOperand(77) },
        possible,
      ),
    ).toBeNull()
    expect(findUnknownChoiceValue({ _tag: "Holds", operand: answerOf(null) }, possible)).toBeNull()
  })
})

describe("possible answers of an instruction", () => {
  const possible = (question: Question) => getPossibleAnswers(questionInstruction(0, null, question), [])

  test("[C10] depend on its type", () => {
    expect(possible({ uuid: "q", type: "emoji" })).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible({ uuid: "q", type: "starRating" })).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible({ uuid: "q", type: "nps" })).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible({ uuid: "q", type: "choice" })).toEqual({ _tag: "OneOf", answers: [], isChoice: true, recalls: false })
    expect(possible({ uuid: "q", type: "email" })).toEqual({ _tag: "Text", accepted: { _tag: "Address" } })
    expect(possible({ uuid: "q", type: "open" })).toEqual({ _tag: "Text", accepted: { _tag: "Typed", fewest: 1, most: 1024 } })
    expect(possible({ uuid: "q", type: "file" })).toEqual({ _tag: "File", sample: "https://example.org/answer.png" })
    expect(possible({ uuid: "q", type: "currency", options: { minimum: 1 } })).toEqual({
      _tag: "Number",
      least: 1,
      most: null,
      decimals: 2,
    })
    expect(possible({ uuid: "q", type: "date" })).toEqual({ _tag: "Day", first: null, last: null })
    expect(getPossibleAnswers(instruction(0, { type: "action" }), [])).toEqual({ _tag: "Anything" })
    expect(getPossibleAnswers(instruction(0, { type: "score" }), [])).toMatchObject({ _tag: "Score", least: 0, most: 0, decimals: 0 })
    for (const type of ["message", "image", "video", "end", "question"] as const)
      expect(getPossibleAnswers(instruction(0, { type }), [])).toEqual({ _tag: "Nothing" })
  })

  test("[C10] may be a single exclusive choice, whatever the minimum", () => {
    const [one, two, three] = createChoices("a", "b", "geen")
    if (one === undefined || two === undefined || three === undefined) throw new Error("three choices")
    const options = { minimum: 2 }
    expect(possible({ uuid: "q", type: "multiple", choices: [one, two, three], options })).toMatchObject({ exclusive: [], fewest: 2 })
    const exclusive = { ...three, single: true }
    const withExclusive = [one, two, exclusive]
    expect(possible({ uuid: "q", type: "multiple", choices: withExclusive, options })).toMatchObject({ exclusive: [exclusive], fewest: 2 })
    expect(possible({ uuid: "q", type: "multiple", choices: withExclusive, options: { ...options, singles: false } })).toMatchObject({
      exclusive: [],
    })
  })

  test("[C10] contain a recall where the text of any choice does", () => {
    const possibleWith = (...texts: ReadonlyArray<string>) => possible({ uuid: "q", type: "choice", choices: createChoices(...texts) })
    expect(possibleWith("Ja", "{{answers.a}}")).toMatchObject({ recalls: true })
    expect(possibleWith("Ja", "Nee")).toMatchObject({ recalls: false })
  })

  test("[C10] have no scores or amounts where these are turned off", () => {
    const choices = createChoices("a", "b").map((it, i) => ({ ...it, score: i + 1, amount: i + 10 }))
    const possibleWith = (options: { readonly scores?: boolean; readonly amounts?: boolean }) =>
      possible({ uuid: "q", type: "choice", choices, options })
    expect(possibleWith({})).toMatchObject({
      answers: [
        { score: 1, amount: 10 },
        { score: 2, amount: 11 },
      ],
    })
    expect(possibleWith({ scores: false })).toMatchObject({
      answers: [
        { score: null, amount: 10 },
        { score: null, amount: 11 },
      ],
    })
    expect(possibleWith({ amounts: false })).toMatchObject({
      answers: [
        { score: 1, amount: null },
        { score: 2, amount: null },
      ],
    })
  })
})
