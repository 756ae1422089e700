// What a condition can ask about at a place, and which comparisons say something of it (decisions C9).
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
} from "../../domain/conditions/condition-builder.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"

const answer = (name: string, facet: Extract<Reference, { readonly _tag: "Answer" }>["facet"] = null) =>
  ({ _tag: "Answer", name, facet }) as const
const colours: Question = { uuid: "k", type: "multiple", choices: choicesOf("Rood", "Blauw") }
const sure: Question = { uuid: "s", type: "choice", choices: choicesOf("Ja", "Nee").map((it) => ({ ...it, value: it.value + 4 })) }
const kind = (type: "nps" | "starRating" | "emoji" | "date" | "open" | "email" | "file" | "numeric" | "currency"): Question => ({
  uuid: type,
  type,
})

const script: ReadonlyArray<Instruction> = [
  asked(0, "sure", sure),
  instruction(1, { type: "action", label: "call", condition: "metadata.ref == 'a' && crm.kind == 'b'" }),
  asked(2, "colours", colours),
  instruction(3, { label: "hello", messages: [{ uuid: "m", locale: "nl", content: "{{metadata.city}} {{metadata.ref}}" }] }),
  asked(4, "Sure", kind("open")),
  instruction(5, { type: "question", label: "unasked" }),
  asked(6, "later", kind("nps")),
]
const keys: ReadonlyArray<RowSubject> = [
  { _tag: "Metadata", key: "ref" },
  { _tag: "Metadata", key: "city" },
  { _tag: "Crm", key: "groups" },
  { _tag: "Crm", key: "kind" },
]

describe("what a condition can ask about", () => {
  test("[C9] the questions and actions before it that their names stand for, the nearest first, then what is known from elsewhere", () => {
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

  test("[C9] scores and amounts where the choices carry any that count", () => {
    const of = (
      type: "choice" | "multiple",
      extra: { readonly score?: number; readonly amount?: number },
      options: { readonly scores?: boolean; readonly amounts?: boolean } = {},
    ): ReadonlyArray<RowSubject> =>
      listRowSubjects([asked(0, "a", { uuid: "q", type, options, choices: choicesOf("x").map((it) => ({ ...it, ...extra })) })], 1)
    expect(of("choice", { score: 3 })).toContainEqual(answer("a", "score"))
    expect(of("choice", { score: 3 })).not.toContainEqual(answer("a", "amount"))
    expect(of("multiple", { amount: 3 })).toContainEqual(answer("a", "amount"))
    expect(of("multiple", { amount: 3 })).not.toContainEqual(answer("a", "score"))
    expect(of("choice", { score: 3 }, { scores: false })).not.toContainEqual(answer("a", "score"))
    expect(of("choice", { amount: 3 }, { amounts: false })).not.toContainEqual(answer("a", "amount"))
    expect(listRowSubjects([asked(0, "a", { uuid: "o", type: "open" })], 1)).toEqual([answer("a"), { _tag: "Crm", key: "groups" }])
  })

  test("[C9] a subject is the answer of a question itself or what is counted of it", () => {
    expect(findSubjectQuestion(answer("SURE"), script)).toBe(sure)
    expect(findSubjectQuestion(answer("sure", "value"), script)).toBe(sure)
    expect(findSubjectQuestion(answer("sure", "score"), script)).toBeNull()
    expect(findSubjectQuestion(answer("sure", "text"), script)).toBeNull()
    expect(findSubjectQuestion({ _tag: "Count", of: answer("colours") }, script)).toBeNull()
    expect(findSubjectQuestion(answer("nobody"), script)).toBeNull()
    expect(findSubjectQuestion(answer("hello"), script)).toBeNull()
  })

  test("[C9] the values that an answer can have, where they can be listed", () => {
    expect(listAnswerValues(sure)).toEqual([
      { value: 5, text: "Ja" },
      { value: 6, text: "Nee" },
    ])
    expect(listAnswerValues(colours)).toEqual([
      { value: 1, text: "Rood" },
      { value: 2, text: "Blauw" },
    ])
    expect(listAnswerValues({ uuid: "q", type: "choice" })).toEqual([])
    expect(listAnswerValues(kind("starRating"))?.[0]).toEqual({ value: 1, text: "" })
    expect(listAnswerValues(kind("emoji"))).toHaveLength(5)
    expect(listAnswerValues(kind("nps"))).toHaveLength(10)
    for (const one of [null, kind("open"), kind("numeric"), kind("date")]) expect(listAnswerValues(one)).toBeNull()
  })

  test("[C9] the comparisons that say something of it, the likeliest first", () => {
    const equal = ["==", "!="]
    const sizes = [...equal, "<", "<=", ">", ">="]
    const having = ["contains", "!contains"]
    const all = [...equal, ...having, "<", "<=", ">", ">="]
    expect(listComparators(answer("a"), sure)).toEqual(equal)
    expect(listComparators(answer("a"), colours)).toEqual(having)
    for (const type of ["numeric", "currency", "nps", "starRating", "emoji", "date"] as const)
      expect(listComparators(answer("a"), kind(type))).toEqual(sizes)
    for (const type of ["open", "email", "file"] as const) expect(listComparators(answer("a"), kind(type))).toEqual(all)
    expect(listComparators(answer("a", "score"), null)).toEqual(sizes)
    expect(listComparators(answer("a", "amount"), null)).toEqual(sizes)
    expect(listComparators({ _tag: "Count", of: answer("a") }, null)).toEqual(sizes)
    expect(listComparators({ _tag: "Crm", key: "groups" }, null)).toEqual([...having, ...equal])
    expect(listComparators({ _tag: "Metadata", key: "ref" }, null)).toEqual(all)
  })

  test("[C9] a new row compares with the first value there is, or asks whether there is any answer", () => {
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
  ])("[C4] %j typed as a value is %j", (text, value) => {
    expect(parseLiteral(text)).toEqual({ _tag: "Literal", value })
  })
})
