// Parsing and printing conditions, token by token, and the possible answers of instructions.
import { describe, expect, test } from "vitest"
import { isChatEnd } from "../../domain/conditions/condition-analysis.ts"
import { parseCondition, printCondition, printQualifiedReference } from "../../domain/conditions/condition-syntax.ts"
import { getPossibleAnswers } from "../../domain/conditions/possible-answers.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const read = (text: string): string => {
  const parsed = parseCondition(text)
  return parsed._tag === "Parsed" ? printCondition(parsed.condition) : `${parsed.line}:${parsed.column} ${parsed.reason} ${parsed.found}`
}

describe("[C1] a condition", () => {
  test.each([
    ["q1 == 1E5", "q1 == 100000"],
    ["q1 == 1e+5", "q1 == 100000"],
    ["q1 == 1e-2", "q1 == 0.01"],
    ["q1 == 1.50", "q1 == 1.5"],
    ["q1 == 01", "q1 == 1"],
    ["q1 == -0", "q1 == 0"],
    ["q1 == -1.5", "q1 == -1.5"],
    ["\tq1\u000b==\f1\r\n", "q1 == 1"],
    ["\u00a0q1\u2003==\ufeff1", "q1 == 1"],
    ["q1==1", "q1 == 1"],
    ["naïve == é", "naïve == é"],
    ["a\u0301 == 1", "a\u0301 == 1"],
    ["q1 == '\\u00e9\\n\\'\\\"\\\\\\/\\b\\f\\r\\t'", 'q1 == "é\\n\'\\"\\\\/\\b\\f\\r\\t"'],
    ["q1 == '\\ud83d\\ude00'", 'q1 == "😀"'],
    ["q1 !contains 'a'", 'q1 !contains "a"'],
    ["!!q1", "!!q1"],
    ["!(q1)", "!q1"],
    ["!(q1 == 1)", "!(q1 == 1)"],
    ["!(q1 && q2)", "!(q1 && q2)"],
    ["((q1 || q2)) && (q3)", "(q1 || q2) && q3"],
    ["(q1 && q2) || q3", "q1 && q2 || q3"],
    ["q1 && (q2 && q3)", "q1 && (q2 && q3)"],
    ["(q1 == 1) == true", "(q1 == 1) == true"],
    ["count(answers.q1) > 1", "count(q1) > 1"],
    ["answers.true || answers.q1.value", "answers.true || answers.q1.value"],
    ["answers['a b']", 'answers["a b"]'],
    ["actions['x y']['k k'] == actions.a.b", 'actions["x y"]["k k"] == actions.a.b'],
    ["actions.a || metadata['a-b'] || crm.groups", 'actions.a || metadata["a-b"] || crm.groups'],
  ])("%j is printed as %j, which parses to the same condition", (text, written) => {
    expect(read(text)).toBe(written)
    expect(read(written)).toBe(written)
  })

  test.each([
    ["q1 == 1.", "1:8 after-comparison ."],
    ["q1 == 1.5.2", "1:10 after-comparison ."],
    ["q1 == 1e", "1:7 operand 1e"],
    ["q1 == 1e+", "1:7 operand 1e"],
    ["q1 == 1x_2", "1:7 operand 1x_2"],
    ["q1 == 1é", "1:7 operand 1é"],
    ["q1 == -", "1:7 operand -"],
    ["q1 == --1", "1:7 operand -"],
    ["q1 == 😀", "1:7 operand 😀"],
    ["q1 == \u20ac", "1:7 operand \u20ac"],
    ["q1 \u000e", "1:4 after-operand \u000e"],
    ["q1 \u0008", "1:4 after-operand \u0008"],
    ["q1 == '\\u00g9'", "1:8 escape \\u"],
    ["q1 == '\\u12'", "1:8 escape \\u"],
    ["q1 == '\\u12345x", "1:7 quote '\\u12345x"],
    ["q1 == '\\x'", "1:8 escape \\x"],
    ["q1 == '\\", "1:8 quote \\"],
    ["q1 = 1", "1:4 after-operand ="],
    ["q1 & q2", "1:4 after-operand &"],
    ["q1 | q2", "1:4 after-operand |"],
    ["q1 !containsx", "1:4 after-operand !"],
    ["contains", "1:1 condition contains"],
    ["q1 == 1\n  q2", "2:3 after-comparison q2"],
    ["", "1:1 condition "],
  ])("%j is refused: %s", (text, error) => {
    expect(read(text)).toBe(error)
  })

  test("[C11] has its root in a recall, also where the condition leaves it out", () => {
    const qualify = (text: string) => {
      const parsed = parseCondition(text)
      if (parsed._tag !== "Parsed" || parsed.condition._tag !== "Holds" || !("_tag" in parsed.condition.operand)) throw new Error(text)
      const { operand } = parsed.condition
      return operand._tag === "Literal" || operand._tag === "Count" ? "" : printQualifiedReference(operand)
    }
    expect(["q1", "answers['a b']", "answers.q1.text", "metadata.a", "actions.a", "actions.a.b", "crm.a"].map(qualify)).toEqual([
      "answers.q1",
      'answers["a b"]',
      "answers.q1.text",
      "metadata.a",
      "actions.a",
      "actions.a.b",
      "crm.a",
    ])
  })
})

describe("[C10] possible answers", () => {
  const of = (question: Question) => getPossibleAnswers(questionInstruction(0, null, question), [])

  test("of a question follow from its type and limits", () => {
    const choices = createChoices("Ja", "Nee", "Soms")
    expect(of({ uuid: "q", type: "choice", choices })).toMatchObject({
      _tag: "OneOf",
      answers: [{ value: 1, text: "Ja" }, { value: 2, text: "Nee" }, { value: 3 }],
      isChoice: true,
      recalls: false,
    })
    expect(of({ uuid: "q", type: "choice" })).toEqual({ _tag: "OneOf", answers: [], isChoice: true, recalls: false })
    expect(of({ uuid: "q", type: "multiple", choices, options: { minimum: 2 } })).toEqual({
      _tag: "Several",
      choices,
      exclusive: [],
      fewest: 2,
      most: 3,
      recalls: false,
    })
    const withExclusive = choices.map((it) => ({ ...it, single: it.value === 3 }))
    expect(of({ uuid: "q", type: "multiple", choices: withExclusive, options: { minimum: 2 } })).toMatchObject({
      exclusive: [withExclusive[2]],
      fewest: 2,
    })
    expect(of({ uuid: "q", type: "multiple" })).toMatchObject({ _tag: "Several", choices: [] })
    for (const type of ["numeric", "currency"] as const) {
      expect(of({ uuid: "q", type, options: { minimum: 1, precision: 0 } })).toMatchObject({
        _tag: "Number",
        least: 1,
        most: null,
        decimals: 0,
      })
      expect(of({ uuid: "q", type })).toMatchObject({ _tag: "Number", least: null, most: null, decimals: 2 })
    }
    expect(of({ uuid: "q", type: "date", options: { minimum: "2026-01-01" } })).toEqual({ _tag: "Day", first: "2026-01-01", last: null })
    expect(of({ uuid: "q", type: "date" })).toEqual({ _tag: "Day", first: null, last: null })
    expect([of({ uuid: "q", type: "open" }), of({ uuid: "q", type: "email" }), of({ uuid: "q", type: "file" })]).toEqual([
      { _tag: "Text", accepted: { _tag: "Typed", fewest: 1, most: 1024 } },
      { _tag: "Text", accepted: { _tag: "Address" } },
      { _tag: "File", sample: "https://example.org/answer.png" },
    ])
  })

  test.each(["nps", "starRating", "emoji"] as const)("of a scale (%s) are its steps, with their number as text", (type) => {
    const possible = of({ uuid: "q", type })
    expect(possible).toMatchObject({ _tag: "OneOf", isChoice: false, recalls: false })
    expect(possible._tag === "OneOf" && possible.answers.map(({ value, text }) => [value, text])).toEqual(
      Array.from({ length: type === "nps" ? 10 : 5 }, (_, i) => [i + 1, `${i + 1}`]),
    )
  })

  test("of choices are unknown where the text of any of them contains a recall", () => {
    for (const type of ["choice", "multiple"] as const)
      expect(of({ uuid: "q", type, choices: createChoices("Ja", "{{answers.a}}") })).toMatchObject({ recalls: true })
  })

  test("are none for an instruction that asks nothing, anything for an action, and a sum for a score", () => {
    const kindOf = (parts: Partial<Instruction>) => getPossibleAnswers(instruction(0, parts), [])._tag
    expect([kindOf({ type: "question" }), kindOf({ type: "message" }), kindOf({ type: "end" }), kindOf({ type: "empty" })]).toEqual(
      Array.from({ length: 4 }, () => "Nothing"),
    )
    expect([kindOf({ type: "action" }), kindOf({ type: "score" })]).toEqual(["Anything", "Score"])
  })
})

test("a chat ends with an end instruction, or with an action instruction whose action is an end", () => {
  const end = { type: "end", params: {} } as const
  const ends = (parts: Partial<Instruction>) => isChatEnd(instruction(0, parts))
  expect([ends({ type: "end" }), ends({ type: "end", action: end }), ends({ type: "action", action: end })]).toEqual([true, true, true])
  expect([
    ends({ type: "action" }),
    ends({ type: "action", action: { type: "score", params: {} } }),
    ends({ type: "message", action: end }),
  ]).toEqual([false, false, false])
})
