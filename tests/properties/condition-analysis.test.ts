// Static analysis of conditions: never true, unknown or later names, and unreachable instructions [C10].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { conditionFindings } from "../../domain/check/condition-findings.ts"
import { type Condition, comparators, type Operand } from "../../domain/conditions/condition.ts"
import { analyzeConditions, findErrorRanges } from "../../domain/conditions/condition-analysis.ts"
import { printCondition } from "../../domain/conditions/condition-syntax.ts"
import type { AnswerFacets, Environment } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { getPossibleAnswers } from "../../domain/conditions/possible-answers.ts"
import { isSatisfiable, listAtomicParts } from "../../domain/conditions/satisfiability.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { buildNameIndex } from "../../domain/script/instruction-name.ts"
import {
  type Answerable,
  answerable,
  choiceQuestion,
  createChoices,
  instruction,
  multipleQuestion,
  questionInstruction,
} from "../arbitraries/answerable.ts"

const names = ["one", "two"] as const
const environmentOf = (answers: ReadonlyArray<AnswerFacets>): Environment => ({
  answers: new Map(names.map((name, i) => [name, answers[i] ?? { value: null, text: null, score: null, amount: null }])),
  metadata: new Map([["ref", "ja"]]),
  actions: new Map(),
  crm: new Map(),
})

const constant: fc.Arbitrary<Operand> = fc
  .constantFrom(0, 1, 2, 2.5, 3, 4, 9, 1e21, "ja", "Ja", "Soms", "3", "2024-02-29", "2024-03-01", "", true, false, null)
  .map((value) => ({ _tag: "Literal", value }))
const own = (name: string): fc.Arbitrary<Operand> => {
  const reference = fc.record({
    _tag: fc.constant("Answer"),
    name: fc.constant(name),
    facet: fc.constantFrom(null, null, null, ...(["value", "text", "score", "amount"] as const)),
  })
  return fc.oneof({ weight: 3, arbitrary: reference }, fc.record({ _tag: fc.constant("Count"), of: reference }))
}
const compareTo = (left: fc.Arbitrary<Operand>, right: fc.Arbitrary<Operand>): fc.Arbitrary<Condition> =>
  fc.record({ _tag: fc.constant("Compare"), left, by: fc.constantFrom(...comparators), right })
/** Comparisons, each about only one of the questions. */
const aboutOneQuestion = fc.oneof(
  ...names.flatMap((name) => [
    { weight: 4, arbitrary: compareTo(own(name), constant) },
    { weight: 1, arbitrary: compareTo(constant, own(name)) },
    {
      weight: 1,
      arbitrary: fc.constant<Condition>({ _tag: "Holds", operand: { _tag: "Answer", name, facet: null } }),
    },
  ]),
)
const across = compareTo(own("one"), own("two"))
const metadata = compareTo(fc.constant({ _tag: "Metadata", key: "ref" }), constant)

const conditionsOf = (atoms: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      atoms,
      fc.record({ _tag: fc.constant("Not"), term: tie("condition") }),
      fc.record({ _tag: fc.constantFrom("All", "Any"), terms: fc.tuple(tie("condition"), tie("condition")) }),
      fc.record({ _tag: fc.constant("All"), terms: fc.tuple(tie("condition"), tie("condition"), tie("condition")) }),
    ),
  })).condition

const scriptOf = (questions: ReadonlyArray<Answerable>, condition: Condition): ReadonlyArray<Instruction> => [
  ...questions.map(({ question }, i) => questionInstruction(i, names[i] ?? null, question)),
  instruction(questions.length, { type: "end", condition: printCondition(condition) }),
  instruction(questions.length + 1, {}),
]
const findingsOf = (instructions: ReadonlyArray<Instruction>) =>
  conditionFindings({ name: "", public_name: "", language: "nl", instructions }).map(
    ({ pointer, rule, message }) => `${pointer} ${rule}: ${message}`,
  )

describe("conditions that can never be true", () => {
  const questionsWithAnswers = fc
    .tuple(answerable, answerable)
    .chain(([one, two]) => fc.record({ questions: fc.constant([one, two]), answers: fc.tuple(one.answer, two.answer) }))

  test("[C10] include no condition, and no part of one, that some answers make true", () => {
    fc.assert(
      fc.property(
        conditionsOf(fc.oneof({ weight: 5, arbitrary: aboutOneQuestion }, across, metadata)),
        questionsWithAnswers,
        (condition, { questions, answers }) => {
          const [, , end, after] = analyzeConditions(scriptOf(questions, condition))
          const environment = environmentOf(answers)
          const holds = evaluateCondition(condition, environment)
          const trueParts = listAtomicParts(condition).flatMap(({ of, mustHold: must }) =>
            evaluateCondition(of, environment) === must ? [printCondition(must ? of : { _tag: "Not", term: of })] : [],
          )
          expect(holds && end?.unreachable === "condition").toBe(false)
          expect(!holds && after?.unreachable !== null).toBe(false)
          expect((end?.issues ?? []).filter((issue) => issue._tag === "PartNeverTrue" && trueParts.includes(issue.part))).toEqual([])
        },
      ),
      { numRuns: 6000 },
    )
  })

  test("[C10] are, with choice questions only, exactly those that no answers make true", () => {
    const choosing = fc.oneof(choiceQuestion, multipleQuestion)
    fc.assert(
      fc.property(conditionsOf(aboutOneQuestion), choosing, choosing, (condition, one, two) => {
        fc.pre(!/score|amount|contains count/.test(printCondition(condition)))
        const isPossible = (one.answers ?? []).some((first) =>
          (two.answers ?? []).some((second) => evaluateCondition(condition, environmentOf([first, second]))),
        )
        const possible = new Map(
          [one, two].map(({ question }, i) => [names[i], getPossibleAnswers(questionInstruction(i, null, question), [])]),
        )
        const found = isSatisfiable(
          condition,
          (reference) => [...possible].find(([name]) => reference._tag === "Answer" && reference.name === name)?.[1] ?? { _tag: "Nothing" },
          { remaining: 1e9 },
        )
        expect(found).toBe(isPossible)
      }),
      { numRuns: 2000 },
    )
  })

  const yesNo = questionInstruction(0, "sure", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const several = questionInstruction(1, "likes", {
    uuid: "q",
    type: "multiple",
    choices: createChoices("Thee", "Koffie", "Melk"),
    options: { maximum: 2 },
  })
  const age = questionInstruction(2, "age", { uuid: "q", type: "numeric", options: { minimum: 18, maximum: 99, precision: 0 } })
  const day = questionInstruction(3, "day", { uuid: "q", type: "date", options: { minimum: "2024-01-01", maximum: "2024-12-31" } })
  const text = questionInstruction(4, "why", { uuid: "q", type: "open" })
  const born = questionInstruction(5, "born", { uuid: "q", type: "date" })
  const many = questionInstruction(6, "many", { uuid: "q", type: "multiple", choices: createChoices("a", "b", "c", "d", "e", "f") })
  const scored = createChoices("a", "b").map((it, i) => ({ ...it, score: 2 * i + 3, amount: i }))
  const points = questionInstruction(7, "points", { uuid: "q", type: "choice", choices: scored })
  const sum = questionInstruction(8, "sum", { uuid: "q", type: "multiple", choices: scored })
  const seven = questionInstruction(9, "seven", { uuid: "q", type: "multiple", choices: createChoices("a", "b", "c", "d", "e", "f", "g") })
  const call = instruction(10, { type: "action", label: "call", action: { type: "crmAuth", params: {} } })
  const echo = questionInstruction(11, "echo", { uuid: "q", type: "choice", choices: createChoices("{{answers.why}}", "Nee") })
  const echoes = questionInstruction(12, "echoes", { uuid: "q", type: "multiple", choices: createChoices("{{answers.why}}", "Nee") })
  const before = [yesNo, several, age, day, text, born, many, points, sum, seven, call, echo, echoes]
  const findingsFor = (condition: string) =>
    findingsOf([...before, instruction(before.length, { condition })]).filter((one) => !one.includes(" condition-always-true: "))

  test.each([
    "sure == 1 && sure == 2",
    "sure == 1 && !(sure < 3)",
    "likes contains 1 && count(likes) == 0",
    "count(likes) > 2 && true",
    "age > 20 && age < 21",
    "age >= 100 && sure",
    "day < '2024-01-01' && sure",
    "day > '2024-02-28' && day < '2024-03-01' && day != '2024-02-29'",
    "why == 'a' && why == 'b'",
    "why == null && why contains 'a'",
    "(sure == 1 || sure == 2) && sure == null",
    "metadata.ref == 'a' && metadata.ref != 'a'",
    "false",
    "why > 5 && why < 3",
    "answers.points.score == 4",
    "answers.points.amount > 1",
    "points == 1 && answers.points.score == 5",
    "answers.sure.score == 1",
    "count(seven) > 7",
    "seven contains 1 && count(seven) == 0",
    "actions.call.status > 5 && actions.call.status < 3",
    "crm.kind == 'a' && crm.kind == 'b'",
    "(sure == 1) == true && sure == 2",
    "(sure == 1) != true && sure == 1",
    "!(sure == 1 || sure == 2 || sure == null)",
    "!(why || !why)",
  ])("[C10] include %s", (condition) => {
    const found = findingsFor(condition)
    expect(found.filter((one) => one.startsWith("/instructions/13/condition condition-never-true: "))).toHaveLength(1)
    expect(found.filter((one) => one.includes("unreachable-instruction"))).toEqual([])
  })

  test.each([
    "sure == 1 && likes contains 2",
    "age > 20 && age < 22",
    "day > '2024-02-28' && day < '2024-03-01'",
    "why contains 'a' && why !contains 'b'",
    "why == 5 && why contains '0'",
    "sure != 1 && sure != 2 || why",
    "sure == likes",
    "count(crm.groups) > 1000 && crm.groups contains 'vip'",
    "metadata.age > 17 && metadata.age < 19",
    "metadata.age > 17.5 && metadata.age < 18",
    "why > 3 && why < 3.5",
    "born < '1931-02-03'",
    "many contains 1 && many contains 2 && many contains 3 && !(many contains 4 || many contains 5 || many contains 6) && count(many) > 1 && count(many) < 5",
    "'2024-02-29' !contains count(many)",
    "answers.points.score == 5 && answers.points.amount == 1",
    "answers.sum.score == 8 && answers.sum.amount == 1",
    "answers.sum.score == 3 && sum contains 1",
    "answers.sum.amount == 1 || answers.sum.amount == 7",
    "age contains 9 || why",
    "answers.age.text contains '9'",
    "answers.day.text contains '02-29'",
    "day contains '02-29' && day != '2024-02-28'",
    "seven contains 1 && seven contains 2 && seven contains 3 && seven contains 4 && seven contains 5 && seven contains 6 && seven contains 7",
    "'1234567' contains count(seven)",
    "metadata.ref contains 'a' && metadata.ref contains 'b'",
    "metadata.ref == 'abc' && metadata.ref contains 'b'",
    "crm.groups contains 'a' && count(crm.groups) == 1",
    "why == '3' && why == 3 && why != '3.0'",
    "why == 'abc' && why contains 'b' && why !contains 'd'",
    "why != 'a' && why != 'b' && why > 4",
    "actions.call.status >= 200 && actions.call.status < 300 && actions.call.body contains 'x'",
    "answers.echo.text == 'iets' && echo == 1",
    "answers.echoes.text contains 'iets'",
    "(sure == 1) == (likes contains 1)",
    "(sure == 1) != false && sure == 1",
    "sure == 1 && !(sure == 2 && why) && !(likes contains 1 || likes contains 2)",
  ])("[C10] do not include %s", (condition) => {
    expect(findingsFor(condition)).toEqual([])
  })

  test("[C10] include comparisons with a value that no choice has, and suggest the intended choice", () => {
    expect(findingsFor("sure == 3 || why")).toEqual(["/instructions/13/condition condition-never-true: 3 isn't a choice of “sure”"])
    expect(findingsFor("sure == 'ja' || why")).toEqual([
      `/instructions/13/condition condition-never-true: "ja" isn't a choice of “sure”; did you mean 1 (Ja)?`,
    ])
    expect(findingsFor("likes contains 7 || why")).toEqual(["/instructions/13/condition condition-never-true: 7 isn't a choice of “likes”"])
    expect(findingsFor("answers.sure.text == 'Ja' || answers.likes.text contains 'Melk'")).toEqual([])
    expect(findingsFor("age == 120 || why")).toEqual(["/instructions/13/condition condition-never-true: age == 120 can never be true"])
  })
})

describe("references in conditions", () => {
  const sure = questionInstruction(1, "Zeker", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })

  test("[C10] to an unknown name are reported with the nearest known name", () => {
    expect(findingsOf([instruction(0, {}), sure, instruction(2, { condition: "zekr == 1 && (zekr == 2 || Q1)" })])).toEqual([
      "/instructions/2/condition condition-unknown-reference: there is no instruction named “zekr”; did you mean “Zeker”?",
    ])
    expect(findingsOf([sure, instruction(1, { condition: "actions.iets_anders.status == 1" })])).toEqual([
      "/instructions/1/condition condition-unknown-reference: there is no instruction named “iets_anders”",
    ])
  })

  test("[C10] to a later instruction, or to the instruction itself, are reported", () => {
    expect(findingsOf([instruction(0, { condition: "zeker == 1" }), { ...sure, condition: "zeker || q1" }])).toEqual([
      "/instructions/0/condition condition-forward-reference: “zeker” comes later, so it has no answer yet",
      "/instructions/1/condition condition-forward-reference: “zeker” refers to this instruction itself, so it has no answer yet",
    ])
  })

  test("[C8] ignore case, and name an unnamed instruction by its number", () => {
    const unnamed = questionInstruction(0, " ", { uuid: "q", type: "open" })
    expect(findingsOf([unnamed, sure, instruction(2, { condition: "Q1 == 'x' && ZEKER == 1" })])).toEqual([])
  })

  test("[C2] are reported with line and column where they cannot be parsed", () => {
    expect(findingsOf([sure, instruction(1, { condition: "zeker = 1" }), instruction(2, { condition: "zeker ==" })])).toEqual([
      "/instructions/1/condition condition-syntax: 1:7: expected a comparison, &&, || or the end, found =",
      "/instructions/2/condition condition-syntax: 1:9: expected a name, a value or (, found the end",
    ])
  })
})

describe("error ranges in a condition", () => {
  const sure = questionInstruction(0, "zeker", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const errorTexts = (condition: string) =>
    findErrorRanges(condition, 1, () => buildNameIndex([sure, instruction(1, { condition })])).map(({ from, to }) =>
      condition.slice(from, to),
    )

  test("[C10] cover the wrong name, or the unexpected token", () => {
    expect(errorTexts("zeker == 1 && answers.zekr.text == 'Ja' || q2")).toEqual(["answers.zekr.text", "q2"])
    expect(errorTexts("zeker = 1")).toEqual(["="])
    expect(errorTexts("zeker == 1")).toEqual([])
  })

  test("[C10] exist exactly where the check reports a name or a syntax error", () => {
    const parts = fc.constantFrom("zeker", "zekr", "q2", "==", "&&", "(", ")", "1", "'Ja'", "answers.zekr", "metadata.x", "count(zeker)")
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 7 }), (words) => {
        const condition = words.join(" ")
        const script = [sure, instruction(1, { condition })]
        const found = conditionFindings({ name: "n", public_name: "", language: "nl", instructions: script }).some(({ rule }) =>
          ["condition-syntax", "condition-unknown-reference", "condition-forward-reference"].includes(rule),
        )
        expect(findErrorRanges(condition, 1, () => buildNameIndex(script)).length > 0).toBe(found)
      }),
      { numRuns: 1000 },
    )
  })
})

describe("unreachable instructions", () => {
  const end = (order: number, condition: string | null = null) => instruction(order, { type: "end", label: `einde_${order}`, condition })
  const yesNo = questionInstruction(0, "sure", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })

  test("[C10] are all that come after an end without a condition, or with one that always holds", () => {
    const after = "unreachable-instruction: this is never reached, because the chat always ends at “einde_1”"
    for (const condition of [null, "", "true", "sure == null || sure != 7 || true"])
      expect(
        findingsOf([yesNo, end(1, condition), instruction(2, {}), end(3), instruction(4, {})]).filter((one) => one.includes("unreachable")),
      ).toEqual([`/instructions/2 ${after}`, `/instructions/3 ${after}`, `/instructions/4 ${after}`])
    const action = instruction(1, { type: "action", label: "einde_1", action: { type: "end", params: {} } })
    expect(findingsOf([yesNo, action, instruction(2, {})])).toEqual([`/instructions/2 ${after}`])
  })

  test("[C10] do not come after an end that may be passed", () => {
    expect(findingsOf([yesNo, end(1, "sure == 1"), instruction(2, {})])).toEqual([])
    expect(findingsOf([yesNo, end(1, "sure =="), instruction(2, {})])).toHaveLength(1)
  })

  test("[C10] include those that need an answer to a question that is never shown", () => {
    const hidden = questionInstruction(1, "hidden", { uuid: "q", type: "open" }, "sure == 1 && sure == 2")
    expect(findingsOf([yesNo, hidden, instruction(2, { condition: "hidden" })]).filter((one) => one.startsWith("/instructions/2"))).toEqual(
      ["/instructions/2/condition condition-never-true: this condition can never be true"],
    )
  })
})
