// Representative texts and numbers: a respondent can give each of them, and conditions distinguish no others.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { plainAnswer } from "../../domain/conditions/condition-value.ts"
import { compileCondition } from "../../domain/conditions/evaluate.ts"
import { compileJointConditions } from "../../domain/conditions/three-valued-evaluation.ts"
import type { Question } from "../../domain/questions/question.ts"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"

const read = (text: string) => {
  const parsed = parseCondition(text)
  if (parsed._tag !== "Parsed") throw new Error(text)
  return parsed.condition
}

/** Compiles conditions on a question `q`, with the outcomes of each class of its answers. */
const compile = (question: Question, conditions: ReadonlyArray<string>) => {
  const parsed = conditions.map(read)
  const { variables, judged } = compileJointConditions(
    [questionInstruction(0, "q", question), ...conditions.map((_, i) => instruction(i + 1, {}))],
    [null, ...parsed],
  )
  const [variable] = variables
  const classes = variable?.answerClasses.map(({ of }) => of) ?? []
  return {
    given: classes.flatMap((answerClass) => variable?.givenAnswers[answerClass] ?? []),
    outcomes: classes.map((answerClass) => judged.slice(1).map((it) => it?.holds(() => answerClass) ?? null)),
    evaluate: (text: string) => {
      const environment = { answers: new Map([["q", plainAnswer(text)]]), metadata: new Map(), actions: new Map(), crm: new Map() }
      return parsed.map((condition) => compileCondition(condition)(environment))
    },
  }
}

const constants = ["'a'", "'ab'", "'AB'", "'3'", "'3.0'", "3", "2.5", "'e'", "'2024-02-29'", "true", "null", "'  '", "'xyz'"]
const atom = fc
  .tuple(fc.constantFrom("==", "!=", "<", ">=", "contains", "!contains"), fc.constantFrom(...constants), fc.boolean())
  .map(([comparator, constant, isTurned]) => (isTurned ? `${constant} ${comparator} q` : `q ${comparator} ${constant}`))
const limits = fc.constantFrom({}, { minimum: 3, maximum: 60 }, { minimum: 1, maximum: 3 }, { minimum: 5, maximum: 8 })
const text = fc.oneof(
  fc.constantFrom("a", "xab", "AB", "3", "3.0", "03", "3.00", "003", "9e9", "2.5", "2024-02-29", "2024-03-01", "aab", "00003", "xyza3"),
  fc.string({ minLength: 1, maxLength: 9 }),
  fc.array(fc.constantFrom("a", "b", "3", ".", "e", "x", "y", " "), { minLength: 1, maxLength: 8 }).map((it) => it.join("")),
)

describe("the representative texts of an open question", () => {
  test("[C10] are answers that it accepts as they are, and have the outcomes of all others, or leave them open", () => {
    fc.assert(
      fc.property(
        fc.array(atom, { minLength: 1, maxLength: 4 }),
        limits,
        fc.array(text, { maxLength: 20 }),
        (conditions, options, texts) => {
          const question: Question = { uuid: "q", type: "open", options }
          const { given, outcomes, evaluate } = compile(question, conditions)
          for (const { value } of given) expect(parseAnswer(question, value)).toEqual({ ok: true, value })
          for (const typed of texts) {
            const parsed = parseAnswer(question, typed)
            if (!parsed.ok || parsed.value !== typed || outcomes.length === 0) continue
            const actual = evaluate(typed)
            const isListed = outcomes.some((listed) => listed.every((it, i) => it === null || it === actual[i]))
            expect([typed, actual, isListed]).toEqual([typed, actual, true])
          }
        },
      ),
      { numRuns: 600 },
    )
  })
})

test("[C10] an email question accepts the representative addresses as they are", () => {
  const question: Question = { uuid: "q", type: "email" }
  const { given } = compile(question, ["q == 'a@b.nl'", "q == 'a..b@c.nl'", "q == 'respondent@example.org'", "q == 3"])
  expect(given.length).toBe(3)
  for (const { value } of given) expect(parseAnswer(question, value)).toEqual({ ok: true, value })
})

describe("an answer that a question refuses", () => {
  const ruleOf = (question: Question, condition: string) =>
    scriptFindings({
      name: "n",
      public_name: "n",
      language: "nl",
      instructions: [questionInstruction(0, "q", question), instruction(1, { condition })],
    }).some(({ rule, pointer }) => rule === "condition-never-true" && pointer === "/instructions/1/condition")
  const open = { uuid: "q", type: "open", options: { minimum: 3, maximum: 5 } } as const
  const slider = { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10, precision: 0, hasSlider: true, stepSize: 5 } } as const
  const halves = { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 9, precision: 0, hasSlider: true, stepSize: 1.5 } } as const

  test.each<readonly [string, Question, string, boolean]>([
    ["too long", open, "q == 'abcdef'", true],
    ["too short", open, "q == 'ab'", true],
    ["long enough", open, "q == 'abcde'", false],
    ["short, but a large number", open, "q > 1000000", false],
    ["too long to contain", open, "q contains 'abcdef'", true],
    ["no address", { uuid: "q", type: "email" }, "q == 'foo'", true],
    ["an address", { uuid: "q", type: "email" }, "q == 'a@b.nl'", false],
    ["an address that cannot be told", { uuid: "q", type: "email" }, "q == 'a..b@c.nl'", false],
    ["part of an address", { uuid: "q", type: "email" }, "q contains 'example'", false],
    ["between two steps", slider, "q == 3", true],
    ["between two steps, in order", slider, "q > 5 && q < 10", true],
    ["a step", slider, "q == 5", false],
    ["a step that is not whole", halves, "q == 1.5", true],
    ["a whole multiple of such a step", halves, "q == 6", false],
    ["a file", { uuid: "q", type: "file" }, "q == null && q != null", true],
    ["a file of any name", { uuid: "q", type: "file" }, "q == 'a.png'", false],
  ])("[C10] makes a condition on it never true: %s", (_, question, condition, isNever) => {
    expect(ruleOf(question, condition)).toBe(isNever)
  })

  test.each([
    ["metadata.vip == true", true],
    ["metadata.vip == 'true'", false],
    ["metadata.vip", false],
    ["metadata.l == 'nl'", false],
    ["metadata.age >= 18", false],
  ])("[E7] metadata are texts: %s", (condition, isNever) => {
    expect(ruleOf({ uuid: "q", type: "open" }, condition)).toBe(isNever)
  })
})
