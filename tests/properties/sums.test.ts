// Sums in conditions and recalls: reading, writing, evaluating, checking and building them.
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { Facet } from "../../domain/conditions/condition.ts"
import { parseCondition, printCondition, printOperand, printReference } from "../../domain/conditions/condition-syntax.ts"
import { completeCondition, completeRecall } from "../../domain/editing/completion.ts"
import {
  conditionToRows,
  createSum,
  listComparators,
  listRowSubjects,
  listSummands,
  rowsToCondition,
} from "../../domain/editing/condition-builder.ts"
import { renameInCondition, renameInText } from "../../domain/recall/reference-renaming.ts"
import { findUsages } from "../../domain/recall/usages.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const levels = createChoices("Never", "Sometimes", "Often").map((choice, score) => ({ ...choice, score }))
const item = (order: number): Instruction =>
  questionInstruction(order, `item_${order}`, { uuid: `q${order}`, type: "choice", choices: levels, skipable: true })
const age = questionInstruction(2, "age", {
  uuid: "q2",
  type: "numeric",
  options: { minimum: 0, maximum: 10, precision: 0 },
  skipable: true,
})
const score = (order: number, label: string): Instruction =>
  instruction(order, { type: "score", label, action: { type: "score", params: { display: "nothing" } } })
const say = (order: number, content: string, condition: string | null = null): Instruction =>
  instruction(order, { messages: [{ uuid: `m${order}`, locale: "en", content }], condition })
/** Two questions with scores from 0 to 2, a number from 0 to 10, and two scores from 0 to 4. */
const questions = [item(0), item(1), age, score(3, "phq"), score(4, "gad")]

const play = (last: Instruction, ...answers: ReadonlyArray<unknown>): string | undefined => {
  const chat = compileScript({ language: "en", instructions: [...questions, last] })
  let result = beginConversation(chat, { seed: "s" })
  for (const given of answers) result = handleEvent(chat, result.state, { type: "answer", uuid: result.state.waiting?.uuid ?? "", given })
  return result.effects.flatMap((effect) => (effect.type === "show" ? [effect.html] : [])).at(-1)
}
const print = (text: string): string => {
  const parsed = parseCondition(text)
  return parsed._tag === "Parsed" ? printCondition(parsed.condition) : parsed.message
}

describe("[C17] a sum", () => {
  test.each([
    ["sum( phq,answers.gad.total , age )>=3", "sum(phq, gad.total, age) >= 3"],
    ["sum(answers.item_0.score) == sum(age)", "sum(answers.item_0.score) == sum(age)"],
    ["sum == 1 && sum.total > 2", "sum == 1 && sum.total > 2"],
    ["sum()", "1:5 expected name, found )"],
    ["sum(phq gad)", "1:9 expected , or ), found gad"],
    ["sum(phq,", "1:9 expected name, found the end"],
    ["sum(phq", "1:8 expected , or ), found the end"],
    ["phq, gad", "1:4 expected == or != or < or <= or > or >= or contains or !contains or && or || or end, found ,"],
  ])("%s is read as %s", (text, printed) => {
    expect(print(text)).toBe(printed)
  })

  test.each([
    ["sum(phq, gad) == 6", [2, 3, 5], true],
    ["sum(answers.item_0.score, answers.item_1.score, age) == 8", [2, 3, 5], true],
    ["sum(answers.item_0.score, age) == 5", [null, 3, 5], true],
    ["sum(answers.item_0.score, age) == null", [null, 3, null], true],
    ["sum(age, metadata.none)", [null, 3, 0], true],
    ["sum(phq, gad) > 6", [2, 3, 5], false],
  ])("in %s is compared with the answers %j: %s", (condition, answers, isShown) => {
    expect(play(say(5, "Seen", condition), ...answers) === "Seen").toBe(isShown)
  })

  test("is recalled, follows new names, and counts as a usage", () => {
    expect(play(say(5, "<p>{{sum(phq, answers.item_1.score)}} {{sum(metadata.none)|none}}</p>"), 2, 3, 5)).toBe("<p>5 none</p>")
    const names = new Map([["phq", "phq_9"]])
    expect(renameInCondition("sum(phq, phq.count) > 1", names)).toBe("sum(phq_9, phq_9.count) > 1")
    expect(renameInText("<p>{{sum(phq, gad)|-}} {{sum(gad)}}</p>", "rich", names)).toBe("<p>{{sum(phq_9, gad)|-}} {{sum(gad)}}</p>")
    expect(findUsages([...questions, say(5, "{{sum(gad, phq)}}")], "i3")).toMatchObject([{ as: "recall" }])
  })

  test("is built from rows, and offered where there are several scores, amounts or numbers", () => {
    const parsed = parseCondition("sum(phq, gad) >= 3 && !sum(age)")
    const rows = parsed._tag === "Parsed" ? conditionToRows(parsed.condition) : null
    const built = rows === null ? null : rowsToCondition(rows)
    expect(built && printCondition(built)).toBe("sum(phq, gad) >= 3 && !sum(age)")
    const script = [...questions, say(5, "")]
    expect(listSummands(script, 5).map(printReference)).toEqual([
      "gad.total",
      "phq.total",
      "age",
      "answers.item_1.score",
      "answers.item_0.score",
    ])
    const sums = listRowSubjects(script, 5).filter((subject) => subject._tag === "Sum")
    expect(sums.map(printOperand)).toEqual(["sum(phq.total, gad.total)", "sum(answers.item_0.score, answers.item_1.score)"])
    expect(sums.map((sum) => listComparators(sum, null).includes("contains"))).toEqual([false, false])
    expect(createSum([])).toBeNull()
    // A term that is chosen again in another form takes the place of the first one.
    const refer = (name: string, facet: Facet | null) => ({ _tag: "Answer", name, facet }) as const
    const twice = createSum([refer("phq", null), refer("age", null), refer("PHQ", "total"), refer("phq", "average"), refer("age", "value")])
    expect(twice && printOperand(twice)).toBe("sum(PHQ.total, answers.age.value, phq.average)")
    expect(completeCondition("sum", 3, script, 5).options.map(({ text }) => text)).toEqual(sums.map(printOperand))
    expect(completeCondition("sum(ag", 6, script, 5).options[0]?.text).toBe("age")
    expect(completeCondition("sum(phq, ag", 11, script, 5).options[0]?.text).toBe("age")
    expect(completeRecall("{{sum", 5, { instructions: script, place: 5, crmKeys: [] }).options.map(({ text }) => text)).toEqual(
      sums.map((sum) => `{{${printOperand(sum)}}}`),
    )
  })

  const keysOf = (last: Instruction) =>
    scriptFindings({ name: "n", public_name: "n", language: "en", instructions: [...questions, last] }).flatMap(({ key = "" }) =>
      /^(condition|recall)/.test(key) ? [key] : [],
    )

  test.each([
    ["sum(phq, gad) > 8", ["condition.never-true"]],
    ["sum(phq, gad) >= 8", []],
    ["sum(phq, age) == 15", ["condition.never-true"]],
    ["sum(answers.item_0.score, answers.item_1.score) < 0", ["condition.never-true"]],
    ["!(sum(phq, gad) > 8)", ["condition.always-true"]],
    ["sum(phq, metadata.a) > 100", []],
    ["sum(phq.average, age) > 100", ["condition.never-true"]],
    ["sum(phq.average, age) >= 12", []],
    ["sum(phq.count, age) > 12", ["condition.never-true"]],
    ["sum(answers.phq.text, age) > 100", []],
    ["sum(phq, nothing) > 1", ["condition.unknown"]],
    ["sum(item_0, phq) > 1", ["condition.sum-of-values"]],
    ["sum(phq, PHQ.total) > 1", ["condition.sum-repeated"]],
    ["sum(age, gad, answers.age.value) > 1 || sum(age, age) > 2", ["condition.sum-repeated"]],
    ["sum(metadata.a, metadata.a) > 1", ["condition.sum-repeated"]],
    ["sum(phq, phq.average, phq.count, age, metadata.a, metadata.A) > 1", []],
    ["sum(phq, gad) > 1 && sum(phq, age) > 1", []],
    ["phq == 4 && sum(phq, age) < 4", ["condition.never-true"]],
    ["phq == 4 && sum(phq, age) == 4", []],
    ["phq > 2 && sum(answers.item_0.score, answers.item_1.score) < 2", ["condition.never-true"]],
    ["phq > 2 && gad < 2", ["condition.never-true"]],
    ["phq > gad", ["condition.never-true"]],
    ["phq.average > phq.total", ["condition.never-true"]],
    ["sum(phq, gad) > 5 && sum(gad, phq) < 3", ["condition.never-true"]],
  ])("is checked in %s: %j", (condition, keys) => {
    expect(keysOf(say(5, "Seen", condition))).toEqual(keys)
  })

  test.each([
    ["sum(a, b) < 6", []],
    ["sum(a, b) == 7", []],
    ["sum(a, b) == 20", []],
    ["sum(a, b) == 20.01", ["condition.never-true"]],
    ["sum(a, b) > 20", ["condition.never-true"]],
    ["20 < sum(a, b)", ["condition.never-true"]],
    ["sum(a, b) < 0", ["condition.never-true"]],
    ["sum(a, b) == -1", ["condition.never-true"]],
  ])("of numbers from 5 to 10 that can be skipped is checked in %s: %j", (condition, keys) => {
    const amount = (order: number, label: string) =>
      questionInstruction(order, label, {
        uuid: `n${order}`,
        type: "numeric",
        options: { minimum: 5, maximum: 10, precision: 2 },
        skipable: true,
      })
    const instructions = [amount(0, "a"), amount(1, "b"), say(2, "Seen", condition)]
    const findings = scriptFindings({ name: "n", public_name: "n", language: "en", instructions })
    expect(findings.flatMap(({ key = "" }) => (key.startsWith("condition") ? [key] : []))).toEqual(keys)
  })

  test("is checked in a recall", () => {
    expect(keysOf(say(5, "{{sum(phq, nothing)}} {{sum(item_0)}}"))).toEqual(["condition.unknown", "condition.sum-of-values"])
    expect(keysOf(say(5, "{{sum(phq, phq.total)}}"))).toEqual(["condition.sum-repeated"])
    expect(keysOf(say(5, "{{sum(age.total)}}"))).toEqual(["recall.no-score"])
  })

  test.each([
    "{{sum(item_0.score, age)}}",
    "{{sum(item_0.score,item_1.score)|no}}",
    "{{ sum( answers.phq.total , 5 ) }}",
    "{{sum(phq,)}}",
    "{{Sum(phq,age)}}",
    "{{sum(phq; age)}}",
    "{{sum(phq, gad}}",
    "{{SUM&#40;phq}}",
    "{{sum(phq) + 1}}",
    "{{count(item_0)}}",
  ])("that cannot be read in a recall is an error: %s", (recall) => {
    const findings = scriptFindings({ name: "n", public_name: "n", language: "en", instructions: [...questions, say(5, recall)] })
    expect(findings.flatMap(({ key, severity, rule }) => (key?.startsWith("recall") ? [[key, severity, rule]] : []))).toEqual([
      ["recall.syntax", "error", "condition-syntax"],
    ])
  })

  test("is not seen in other words in braces", () => {
    expect(keysOf(say(5, "{{summary (of all)}} {{the sum(total)}} {{sum}}"))).toEqual([])
  })
})
