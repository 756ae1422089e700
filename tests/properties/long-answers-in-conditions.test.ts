// Conditions that compare one long answer with thousands of values read it a few times only.
import { afterEach, expect, test, vi } from "vitest"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { type Environment, maxNumberLength, plainAnswer, toNumber } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { maxAnswerLength } from "../../domain/questions/answer-limits.ts"

afterEach(() => vi.restoreAllMocks())

const evaluate = (text: string, answer: string): boolean => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") throw parsed
  const environment: Environment = {
    answers: new Map([["q", plainAnswer(answer)]]),
    metadata: new Map(),
    actions: new Map(),
    crm: new Map(),
  }
  return evaluateCondition(parsed.condition, environment)
}

test("a long answer is converted to lower case once, however many texts are searched for in it", () => {
  const convert = vi.spyOn(String.prototype, "toLowerCase")
  const searches = Array.from({ length: 50 }, (_, i) => `q contains "Text ${i}"`).join(" || ")
  const answer = "Ж".repeat(maxAnswerLength - 7)
  expect(evaluate(searches, `${answer}no text`)).toBe(false)
  expect(evaluate(searches, `${answer}TEXT 49`)).toBe(true)
  expect(evaluate(searches.replaceAll("contains", "!contains").replaceAll("||", "&&"), `${answer}no text`)).toBe(true)
  expect(convert.mock.contexts.filter((text) => String(text).length >= maxAnswerLength).length).toBe(3)
})

test("a text that is longer than any number stands for none", () => {
  expect(toNumber("0".repeat(maxNumberLength - 1).concat("7"))).toBe(7)
  expect(toNumber("0".repeat(maxNumberLength).concat("7"))).toBeNull()
  expect(evaluate("q == 7 || q > 6 || sum(q, q) == 14", `${"0".repeat(maxAnswerLength - 1)}7`)).toBe(false)
})
