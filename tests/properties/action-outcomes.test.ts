// Conditions on the outcome of an action: only actions that a conversation waits for have one [C10, E4].
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { proveShown } from "../../domain/check/proofs.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import type { Action } from "../../domain/script/action.ts"
import { canHaveOutcome } from "../../domain/script/action-waiting.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const scriptOf = (instructions: ReadonlyArray<Instruction>) => ({ name: "n", public_name: "n", language: "nl" as const, instructions })
const amountOf = (minimum: number, maximum: number) =>
  questionInstruction(0, "amount", { uuid: "q", type: "numeric", options: { minimum, maximum, precision: 0 } })
const actionOf = (action: Action) => instruction(1, { type: "action", label: "act", action })
const neverTrueOf = (...instructions: ReadonlyArray<Instruction>) =>
  inspectScript(scriptOf(instructions))
    .findings.filter(({ rule }) => rule === "condition-never-true")
    .map(({ pointer, key }) => `${pointer} ${key}`)
const payment = (amount: string): Action => ({ type: "payment", params: { amount } })
const free = questionInstruction(0, "amount", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })

describe("a condition on an outcome", () => {
  const waiting: ReadonlyArray<Action> = [
    { type: "crmAuth", params: {} },
    { type: "crmApi", params: {} },
    { type: "getFromAPI", params: {} },
    { type: "askAI", params: {} },
    payment("i0"),
    payment("q"),
  ]
  const passing: ReadonlyArray<Action> = [
    { type: "send2api", params: {} },
    { type: "send2con", params: {} },
    { type: "score", params: {} },
    payment(""),
    payment("missing"),
    payment("i2"),
  ]

  test.each(passing)("[C10] that the conversation does not wait for is never true, whole or in part: $type $params.amount", (action) => {
    const source = amountOf(1, 5)
    expect(neverTrueOf(source, actionOf(action), instruction(2, { condition: "actions.act == 'ok'" }))).toEqual([
      "/instructions/2/condition condition.never-true",
    ])
    expect(neverTrueOf(source, actionOf(action), instruction(2, { condition: "actions.act.level > 3 || amount == 2" }))).toEqual([
      "/instructions/2/condition condition.part-never-true",
    ])
  })

  test.each(waiting)("[C10] that the conversation waits for can be true: $type $params.amount", (action) => {
    const instructions = [amountOf(1, 5), actionOf(action), instruction(2, { condition: "actions.act == 'ok'" })]
    expect(neverTrueOf(...instructions)).toEqual([])
    expect(proveShown(scriptOf(instructions), [2])._tag).toBe("Possible")
  })

  test.each([
    ["a choice", "choice", 2],
    ["a multiple choice", "multiple", [2]],
  ] as const)("[C10] of a payment can be true if %s has an amount above zero, unless amounts are switched off", (_, type, given) => {
    const choices = createChoices("Free", "Paid").map((it, i) => ({ ...it, amount: i * 5 }))
    const source = (amounts: boolean) => questionInstruction(0, "amount", { uuid: "q", type, choices, options: { amounts } })
    const listInstructions = (amounts: boolean) => [
      source(amounts),
      actionOf(payment("i0")),
      instruction(2, { condition: "actions.act == 'ok'" }),
    ]
    expect(neverTrueOf(...listInstructions(true))).toEqual([])
    expect(proveShown(scriptOf(listInstructions(true)), [2])).toMatchObject({ _tag: "Possible", example: { answers: { amount: given } } })
    expect(neverTrueOf(...listInstructions(false))).toEqual(["/instructions/2/condition condition.never-true"])
  })

  test.each([
    ["no answer is above zero", amountOf(-5, 0)],
    ["no choice has an amount", free],
    ["its source is another kind of question", questionInstruction(0, "amount", { uuid: "q", type: "open" })],
  ])("[C10] of a payment is never true if %s", (_, source) => {
    expect(neverTrueOf(source, actionOf(payment("i0")), instruction(2, { condition: "actions.act != null" }))).toEqual([
      "/instructions/2/condition condition.never-true",
    ])
  })

  test("[E4] is possible exactly for the actions that the engine waits for", () => {
    for (const action of [...waiting, ...passing]) {
      const instructions = [amountOf(1, 5), actionOf(action)]
      const chat = compileScript(scriptOf(instructions))
      const { state } = beginConversation(chat, { seed: "" })
      const { waiting: last } = handleEvent(chat, state, { type: "answer", uuid: "i0", given: 5 }).state
      expect([action, canHaveOutcome(actionOf(action), instructions.slice(0, 1))]).toEqual([action, last?.for === "action"])
    }
  })
})

describe("what depends on the outcome of a payment", () => {
  const scriptWith = (condition: string) => scriptOf([amountOf(0, 2), actionOf(payment("i0")), instruction(2, { condition })])

  test("[C10] is played with an amount that is due", () => {
    expect(proveShown(scriptWith("actions.act == 'ok'"), [2])).toEqual({
      _tag: "Possible",
      example: { answers: { amount: 2, act: "ok" }, metadata: {}, needed: ["amount", "act"] },
    })
    expect(inspectScript(scriptWith("actions.act == 'ok'")).unproven).toEqual([])
  })

  test.each([
    ["actions.act == 'ok' && amount == 0", "/instructions/2/condition"],
    ["actions.act.outcome == 1 && actions.act == 2", "/instructions/2/condition"],
  ])("[C10] counts as unproven where no example can be played: %s", (condition, pointer) => {
    expect(proveShown(scriptWith(condition), [2])._tag).toBe("Unknown")
    expect(inspectScript(scriptWith(condition)).unproven).toEqual([pointer])
  })

  test("[C10] counts as unproven too behind a question that depends on it", () => {
    const asked = questionInstruction(2, "next", { uuid: "r", type: "choice", choices: createChoices("Ja") }, "actions.act == 'ok'")
    const script = scriptOf([amountOf(0, 2), actionOf(payment("i0")), asked, instruction(3, { condition: "next == 1 && amount == 0" })])
    expect(proveShown(script, [3])._tag).toBe("Unknown")
    expect(inspectScript(script).unproven).toEqual(["/instructions/3/condition"])
  })
})
