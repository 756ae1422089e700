// Subjects that a condition can refer to at a position, and the comparators that suit them [C9].
import { describe, expect, test } from "vitest"
import type { Reference } from "../../domain/conditions/condition.ts"
import {
  createConditionRow,
  findSubjectQuestion,
  listAnswerValues,
  listComparators,
  listKnownKeys,
  listNamedBefore,
  listReferencedKeys,
  listRowSubjects,
  parseLiteral,
  type RowSubject,
} from "../../domain/editing/condition-builder.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const answer = (name: string, facet: Extract<Reference, { readonly _tag: "Answer" }>["facet"] = null) =>
  ({ _tag: "Answer", name, facet }) as const
const colors: Question = { uuid: "k", type: "multiple", choices: createChoices("Rood", "Blauw") }
const sure: Question = { uuid: "s", type: "choice", choices: createChoices("Ja", "Nee").map((it) => ({ ...it, value: it.value + 4 })) }
const kind = (type: "nps" | "starRating" | "emoji" | "date" | "open" | "email" | "file" | "numeric" | "currency"): Question => ({
  uuid: type,
  type,
})

const script: ReadonlyArray<Instruction> = [
  questionInstruction(0, "sure", sure),
  instruction(1, { type: "action", label: "call", condition: "metadata.ref == 'a' && crm.kind == 'b'" }),
  questionInstruction(2, "colours", colors),
  instruction(3, { label: "hello", messages: [{ uuid: "m", locale: "nl", content: "{{metadata.city}} {{metadata.ref}}" }] }),
  questionInstruction(4, "Sure", kind("open")),
  instruction(5, { type: "question", label: "unasked" }),
  questionInstruction(6, "later", kind("nps")),
]
const keys: ReadonlyArray<RowSubject> = [
  { _tag: "Metadata", key: "ref" },
  { _tag: "Metadata", key: "city" },
  { _tag: "Crm", key: "groups" },
  { _tag: "Crm", key: "kind" },
]

describe("subjects of a condition", () => {
  test("[C9] are earlier questions and actions by name, the nearest first, then keys of metadata and CRM data", () => {
    expect(listNamedBefore(script, 6).map(({ label }) => label)).toEqual(["unasked", "colours", "call", "sure"])
    expect(listNamedBefore(script, 0)).toEqual([])
    expect(listNamedBefore(script, -1)).toEqual([])
    expect(listRowSubjects(script, 4)).toEqual([
      answer("colours"),
      { _tag: "Count", of: answer("colours") },
      { _tag: "Action", name: "call", key: null },
      answer("sure"),
      ...keys,
    ])
    expect(listRowSubjects(script, 6)).toEqual(listRowSubjects(script, 4))
    expect(listReferencedKeys(script)).toEqual({ metadata: ["ref", "city"], crm: ["kind"] })
    expect(listKnownKeys(script, ["kind", "age"])).toEqual({ metadata: ["ref", "city"], crm: ["groups", "kind", "age"] })
  })

  test("[C9] include scores and amounts where choices have them and they are turned on", () => {
    const subjectsWith = (
      type: "choice" | "multiple",
      extra: { readonly score?: number; readonly amount?: number },
      options: { readonly scores?: boolean; readonly amounts?: boolean } = {},
    ): ReadonlyArray<RowSubject> =>
      listRowSubjects(
        [questionInstruction(0, "a", { uuid: "q", type, options, choices: createChoices("x").map((it) => ({ ...it, ...extra })) })],
        1,
      )
    expect(subjectsWith("choice", { score: 3 })).toContainEqual(answer("a", "score"))
    expect(subjectsWith("choice", { score: 3 })).not.toContainEqual(answer("a", "amount"))
    expect(subjectsWith("multiple", { amount: 3 })).toContainEqual(answer("a", "amount"))
    expect(subjectsWith("multiple", { amount: 3 })).not.toContainEqual(answer("a", "score"))
    expect(subjectsWith("choice", { score: 3 }, { scores: false })).not.toContainEqual(answer("a", "score"))
    expect(subjectsWith("choice", { amount: 3 }, { amounts: false })).not.toContainEqual(answer("a", "amount"))
    expect(listRowSubjects([questionInstruction(0, "a", { uuid: "o", type: "open" })], 1)).toEqual([
      answer("a"),
      { _tag: "Crm", key: "groups" },
    ])
  })

  test("[C9] have a question only where they are its plain answer", () => {
    expect(findSubjectQuestion(answer("SURE"), script)).toBe(sure)
    expect(findSubjectQuestion(answer("sure", "value"), script)).toBe(sure)
    expect(findSubjectQuestion(answer("sure", "score"), script)).toBeNull()
    expect(findSubjectQuestion(answer("sure", "text"), script)).toBeNull()
    expect(findSubjectQuestion({ _tag: "Count", of: answer("colours") }, script)).toBeNull()
    expect(findSubjectQuestion(answer("nobody"), script)).toBeNull()
    expect(findSubjectQuestion(answer("hello"), script)).toBeNull()
  })

  test("[C9] have their possible values listed where these are few", () => {
    expect(listAnswerValues(sure)).toEqual([
      { value: 5, text: "Ja" },
      { value: 6, text: "Nee" },
    ])
    expect(listAnswerValues(colors)).toEqual([
      { value: 1, text: "Rood" },
      { value: 2, text: "Blauw" },
    ])
    expect(listAnswerValues({ uuid: "q", type: "choice" })).toEqual([])
    expect(listAnswerValues(kind("starRating"))?.[0]).toEqual({ value: 1, text: "" })
    expect(listAnswerValues(kind("emoji"))).toHaveLength(5)
    expect(listAnswerValues(kind("nps"))).toHaveLength(10)
    for (const one of [null, kind("open"), kind("numeric"), kind("date")]) expect(listAnswerValues(one)).toBeNull()
  })

  test("[C9] have the comparators that suit them, the likeliest first", () => {
    const equal = ["==", "!="]
    const sizes = [...equal, "<", "<=", ">", ">="]
    const having = ["contains", "!contains"]
    const all = [...equal, ...having, "<", "<=", ">", ">="]
    expect(listComparators(answer("a"), sure)).toEqual(equal)
    expect(listComparators(answer("a"), colors)).toEqual(having)
    for (const type of ["numeric", "currency", "nps", "starRating", "emoji", "date"] as const)
      expect(listComparators(answer("a"), kind(type))).toEqual(sizes)
    for (const type of ["open", "email", "file"] as const) expect(listComparators(answer("a"), kind(type))).toEqual(all)
    expect(listComparators(answer("a", "score"), null)).toEqual(sizes)
    expect(listComparators(answer("a", "amount"), null)).toEqual(sizes)
    expect(listComparators({ _tag: "Count", of: answer("a") }, null)).toEqual(sizes)
    expect(listComparators({ _tag: "Crm", key: "groups" }, null)).toEqual([...having, ...equal])
    expect(listComparators({ _tag: "Metadata", key: "ref" }, null)).toEqual(all)
  })

  test("[C9] start a new row with their first value, or ask whether they are answered", () => {
    expect(createConditionRow(answer("sure"), script)).toEqual({
      _tag: "Compared",
      left: answer("sure"),
      by: "==",
      right: { _tag: "Literal", value: 5 },
    })
    expect(createConditionRow(answer("colours"), script)).toMatchObject({ by: "contains", right: { value: 1 } })
    const call: RowSubject = { _tag: "Action", name: "call", key: null }
    expect(createConditionRow(call, script)).toEqual({ _tag: "Answered", of: call })
    const text: RowSubject = answer("sure", "text")
    expect(createConditionRow(text, script)).toEqual({ _tag: "Answered", of: text })
  })

  test.each<readonly [string, number | string]>([
    ["12", 12],
    [" 12 ", 12],
    ["-0.123456", -0.123456],
    ["0.1234567", "0.1234567"],
    ["1234567890123456", "1234567890123456"],
    ["x12", "x12"],
    ["12x", "12x"],
    [" a ", " a "],
    ["", ""],
  ])("[C4] the typed value %j is read as %j", (text, value) => {
    expect(parseLiteral(text)).toEqual({ _tag: "Literal", value })
  })
})
