// What the analysis of paths does when a limit is reached: it claims nothing, and says what it leaves open [C10].
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { playExample } from "../../domain/check/path-examples.ts"
import { findPathFindings } from "../../domain/check/path-findings.ts"
import { classifyAnswers } from "../../domain/conditions/answer-classes.ts"
import { createAtom } from "../../domain/conditions/atomic-condition.ts"
import { analyzeConditions } from "../../domain/conditions/condition-analysis.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { getPossibleAnswers } from "../../domain/conditions/possible-answers.ts"
import { findSmallestConflict } from "../../domain/flow/excluding-conditions.ts"
import { listNeededPicks } from "../../domain/flow/needed-answers.ts"
import { followPaths, listPicks } from "../../domain/flow/path-following.ts"
import { followQuery } from "../../domain/flow/path-queries.ts"
import { analyzeReachability } from "../../domain/flow/reachability.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const choice = (order: number, label: string, condition: string | null = null): Instruction =>
  questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") }, condition)
const end = (order: number, condition: string | null = null): Instruction =>
  instruction(order, { type: "end", label: "einde", condition, action: { type: "end", params: {} } })
const plenty = () => ({ remaining: 1_000_000 })

test("a smallest conflict is not named if the search for it was cut short", () => {
  const analysis = analyzeReachability([choice(0, "a"), choice(1, "b", "a == 1"), instruction(2, { condition: "a == 2 && b == 1" })])
  const goal = { places: [2], goal: "shown" } as const
  expect(findSmallestConflict(analysis, goal, plenty())).toEqual([1, 2])
  expect(findSmallestConflict(analysis, goal, { remaining: 0 })).toBeNull()
})

test("all answers of a path count as needed if it is too long to leave some out", () => {
  const analysis = analyzeReachability([choice(0, "a"), choice(1, "b"), end(2, "a == 1"), end(3, "a == 2 && b == 1"), instruction(4, {})])
  const followed = followQuery(analysis, { shown: [4] }, plenty())
  if (followed === null || followed.reach._tag !== "Shown") throw new Error("it is shown")
  const { selection, goal, reach } = followed
  const picks = listPicks(reach)
  expect(listNeededPicks(picks, selection, goal, { remaining: 0 })).toEqual(picks)
  expect(picks.map(({ place, answerClass }) => [place, answerClass])).toHaveLength(2)
  expect(listNeededPicks(picks.slice(0, 1), selection, goal, plenty())).toHaveLength(1)
})

test("a reason that was not found for lack of a budget is not made up", () => {
  const analysis = analyzeReachability([choice(0, "a"), end(1, "a == 1"), end(2, "a == 2"), instruction(3, {})])
  expect(findSmallestConflict(analysis, { places: [2], goal: "continuing" }, plenty())).toEqual([1, 2])
  expect(findSmallestConflict(analysis, { places: [2], goal: "continuing" }, { remaining: -1 })).toBeNull()
})

describe("paths", () => {
  const script = [choice(0, "a"), instruction(1, { condition: "a != null" }), instruction(2, { condition: "a == 1 && a != null" })]
  const { groups, variables } = analyzeReachability(script)
  const [group = []] = groups

  test("are undecided, and no part is always true, once the budget is spent", () => {
    const [, shown, partly] = followPaths(group, variables, plenty())
    expect([shown?.isAlwaysTrue, shown?.isOpen, partly?.alwaysTrueParts.length]).toEqual([true, false, 1])
    const spent = followPaths(group, variables, { remaining: 0 })
    expect(
      spent.slice(1).map(({ isAlwaysTrue, isOpen, alwaysTrueParts, shown: { _tag } }) => [isAlwaysTrue, isOpen, alwaysTrueParts, _tag]),
    ).toEqual([
      [false, true, [], "Unknown"],
      [false, true, [], "Unknown"],
    ])
  })

  test("that lead to the same answers count as certain if one of them is", () => {
    const script = [choice(0, "a"), end(1, "a == 1 && metadata.team contains '3' && metadata.team > 2"), instruction(2, {})]
    expect(analyzeReachability(script).steps.map(({ reach }) => reach._tag)).toEqual(["Shown", "Unknown", "Shown"])
  })

  const number = questionInstruction(1, "n", { uuid: "n", type: "numeric", options: { minimum: 0, maximum: 9, precision: 0 } })

  test.each([1, 2])("that lead to the same answers count as certain if that of choice %i is not, but the other one is", (value) => {
    // Digits of numbers are not compared.
    const script = [choice(0, "a"), number, end(2, `a == ${value} && n contains 3`), instruction(3, {})]
    expect(analyzeReachability(script).steps.map(({ reach }) => reach._tag)).toEqual(["Shown", "Shown", "Unknown", "Shown"])
  })

  test("of instructions that depend on nothing go on only after the last end of others", () => {
    const script = [choice(0, "a"), number, end(2, "a == 1"), end(3, "a != null && n contains 3"), instruction(4, {})]
    expect(analyzeReachability(script).steps.map(({ reach }) => reach._tag)).toEqual(["Shown", "Shown", "Shown", "Unknown", "Unknown"])
  })
})

describe("the bound of a question about paths", () => {
  const size = 50
  const long = Array.from({ length: size }, () => "a == 1").join(" && ")
  const { steps, variables, instructions } = analyzeReachability([choice(0, "a"), instruction(1, { condition: long })])
  const script = { steps, variables, instructions }

  test("includes preparing its conditions, once more than following one path", () => {
    const [start, budget] = [plenty(), plenty()]
    expect(followQuery(script, { shown: [1] }, budget)?.reach._tag).toBe("Shown")
    expect(start.remaining - budget.remaining).toBeGreaterThanOrEqual(3 * size)
  })

  test("leaves everything open, and prepares nothing, once it is spent", () => {
    const followed = followQuery(script, { shown: [1] }, { remaining: -1 })
    expect([followed?.reach, followed?.selection.steps]).toEqual([{ _tag: "Unknown", trails: [] }, []])
  })
})

describe("an example", () => {
  const claim = { until: 1, isShownBy: () => true }
  const openQuestion = (minimum: number) => questionInstruction(0, "a", { uuid: "q", type: "open", options: { minimum, maximum: 99 } })
  const chatOf = (minimum: number) => compileScript({ language: "nl", instructions: [openQuestion(minimum), instruction(1, {})] })
  const answers = { needed: [{ place: 0, reference: { _tag: "Answer", name: "a", facet: null }, value: "ja" }], isOpen: false } as const

  test("is not played without a budget, and takes from it for each answer", () => {
    const budget = plenty()
    expect(playExample(chatOf(0), answers, claim, budget)?.example.answers).toEqual({ a: "ja" })
    expect(budget.remaining).toBe(1_000_000 - 1)
    expect(playExample(chatOf(0), answers, claim, { remaining: 0 })).toBeNull()
  })

  test("takes from the budget for the values that conditions compare", () => {
    const condition = Array.from({ length: 20 }, () => "a == 'ja'").join(" && ")
    const chat = compileScript({ language: "nl", instructions: [openQuestion(0), instruction(1, { condition })] })
    const budget = plenty()
    expect(playExample(chat, answers, claim, budget)?.example.answers).toEqual({ a: "ja" })
    expect(budget.remaining).toBeLessThanOrEqual(1_000_000 - 21)
  })
})

test("recalls are examined up to a limit, and the others count as unproven", () => {
  const recalls = Array.from({ length: 205 }, (_, i) =>
    instruction(i + 2, { messages: [{ uuid: `m${i}`, locale: "nl", content: "<p>{{answers.b}}</p>" }] }),
  )
  const instructions = [choice(0, "a"), choice(1, "b", "a == 1"), ...recalls, end(207)]
  const { findings, unproven } = findPathFindings({ name: "n", public_name: "n", language: "nl", instructions })
  expect(findings.map(({ rule }) => rule)).toEqual(Array.from({ length: 200 }, () => "recall-may-be-empty"))
  expect(unproven).toEqual(Array.from({ length: 5 }, (_, i) => `/instructions/${202 + i}/messages/0/content`))
})

describe("the classes of answers", () => {
  const possible = getPossibleAnswers(choice(0, "a"), [])
  const atomOf = (text: string) => {
    const parsed = parseCondition(text)
    if (parsed._tag !== "Parsed" || parsed.condition._tag !== "Compare") throw new Error(text)
    return { atom: createAtom(parsed.condition), key: text }
  }
  const classify = (text: string, isCompared = false) =>
    classifyAnswers({
      reference: { _tag: "Answer", name: "a", facet: null },
      possible,
      canBeUnanswered: false,
      isStable: true,
      isCompared,
      ownAtoms: [atomOf(text)],
    })

  test("are kept for the same comparisons, apart from those that are also compared with other variables", () => {
    expect(classify("a == 1")).toBe(classify("a == 1"))
    expect(classify("a != null").answerClasses).toHaveLength(1)
    expect(classify("a != null", true).answerClasses).toHaveLength(2)
    expect(classify("a != null").answerClasses).toHaveLength(1)
  })

  test("are forgotten when an author has tried many comparisons", () => {
    const first = classify("a == 1")
    for (let value = 100; value < 160; value++) classify(`a == ${value}`)
    expect(classify("a == 1")).not.toBe(first)
    expect(classify("a == 1").givenAnswers).toEqual(first.givenAnswers)
  })
})

test("a condition that was not studied to the end is studied again when the script leaves room for it", () => {
  const choices = createChoices(...Array.from({ length: 60 }, (_, i) => `keuze ${i}`))
  const any = (n: number) => `(${Array.from({ length: 50 }, (_, i) => `many contains ${((n + i) % 60) + 1}`).join(" || ")})`
  const condition = `${Array.from({ length: 60 }, (_, n) => any(n)).join(" && ")} && count(many) < 1`
  const many = questionInstruction(0, "many", { uuid: "q", type: "multiple", choices })
  const contradiction = instruction(41, { condition: "many contains 1 && !(many contains 1)" })
  const costly = Array.from({ length: 40 }, (_, i) => instruction(i + 1, { condition }))
  expect(analyzeConditions([many, ...costly, contradiction])[41]?.unreachable).toBeNull()
  expect(analyzeConditions([many, contradiction])[1]?.unreachable).toBe("condition")
})
