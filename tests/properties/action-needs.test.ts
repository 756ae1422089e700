// Findings about what actions need before a script can go live [A8].
import { describe, expect, test } from "vitest"
import { actionFindings, listAmountQuestionsBefore, questionReferenceFindings } from "../../domain/actions/action-check.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { newInstruction } from "../../domain/editing/new-instruction.ts"
import { type QuestionType, questionTypes } from "../../domain/questions/question.ts"
import type { Action } from "../../domain/script/action.ts"
import { findAmountSource } from "../../domain/script/action-waiting.ts"
import type { Instruction } from "../../domain/script/instruction.ts"

let uuidCount = 0
const newUuid = () => `u${uuidCount++}`
const questionInstruction = (type: QuestionType): Instruction => newInstruction(type, { newUuid, locale: "nl" })
const actionInstruction = (action: Action): Instruction => ({
  uuid: newUuid(),
  order: 0,
  type: "action",
  typing_delay: 0,
  messages: [],
  action,
})
/** Pointers and rules of the errors about the last instruction, relative to it. */
const errorsOf = (...instructions: ReadonlyArray<Instruction>): ReadonlyArray<string> =>
  scriptFindings({ name: "a", public_name: "a", language: "nl", instructions: instructions.map((it, order) => ({ ...it, order })) })
    .filter(({ severity, pointer }) => severity === "error" && pointer.startsWith(`/instructions/${instructions.length - 1}/`))
    .map(({ pointer, rule }) => `${pointer.split("/").slice(3).join("/")} ${rule}`)

describe("[A8] requirements of actions", () => {
  const payment = (amount: string | null) => actionInstruction({ type: "payment", params: { environment: "staging", amount } })

  test.each(questionTypes)("a payment takes its amount from a choice, numeric or currency question: %s", (type) => {
    const from = questionInstruction(type)
    const isAllowed = type === "choice" || type === "numeric" || type === "currency"
    const expected = isAllowed ? [] : ["action/params/amount structure"]
    expect(errorsOf(from, payment(from.uuid))).toEqual(expected)
    expect(errorsOf(from, payment(from.question?.uuid ?? ""))).toEqual(expected)
  })

  test("a payment takes its amount only from a question that is asked before it", () => {
    const [from, other] = [questionInstruction("currency"), questionInstruction("open")]
    const pays = (amount: string) => [payment(amount), { ...from, label: "sum" }, other].map((it, order) => ({ ...it, order }))
    for (const amount of [from.uuid, from.question?.uuid ?? ""]) {
      const instructions = pays(amount)
      expect(
        questionReferenceFindings({ name: "", public_name: "", language: "nl", instructions }).map(({ pointer, message }) => [
          pointer,
          message,
        ]),
      ).toEqual([["/instructions/0/action/params/amount", "the amount comes from “sum”, which is asked only after the payment"]])
      expect(listAmountQuestionsBefore(instructions, 0)).toEqual([])
      expect(listAmountQuestionsBefore(instructions, 3)).toEqual([instructions[1]])
      expect(findAmountSource(instructions, amount)).toBe(instructions[1])
    }
    expect([findAmountSource(pays("x"), "gone"), findAmountSource(pays("x"), null)]).toEqual([undefined, undefined])
  })

  test("reports a payment without an amount, or with an amount from anything but a question of the script", () => {
    const message = newInstruction("message", { newUuid, locale: "nl" })
    for (const amount of [null, "", "  ", "gone", message.uuid])
      expect(errorsOf(message, payment(amount))).toEqual(["action/params/amount structure"])
  })

  test("distinguishes a payment without an amount from one whose amount question does not exist", () => {
    const messagesFor = (amount: string | null) =>
      questionReferenceFindings({ name: "", public_name: "", language: "nl", instructions: [payment(amount)] }).map(
        ({ message }) => message,
      )
    const missing = ["choose the question that supplies the amount"]
    expect([messagesFor(null), messagesFor(" ")]).toEqual([missing, missing])
    expect(messagesFor("gone")).toEqual(["the amount must come from a choice, numeric or currency question of this script"])
  })

  test("reports nothing for a script whose payments and deliveries refer to suitable questions", () => {
    const from = questionInstruction("numeric")
    const score = newInstruction("score", { newUuid, locale: "nl" })
    const delivery = actionInstruction({ type: "send2api", params: { version: 2, questions: [from.uuid, score.uuid] } })
    const instructions = [from, payment(from.uuid), score, delivery, questionInstruction("open")]
    expect(questionReferenceFindings({ name: "", public_name: "", language: "nl", instructions })).toEqual([])
  })

  test("reports unknown questions of a dynamic delivery, and ignores those of a static one", () => {
    const from = questionInstruction("open")
    const delivery = (version: 1 | 2, questions: ReadonlyArray<string> | null) =>
      actionInstruction({
        type: "send2api",
        params: { endpoint: "https://example.org", version, questions, options: ["question.uuid", "answer.option.text"] },
      })
    expect(errorsOf(from, delivery(2, [from.uuid, from.question?.uuid ?? ""]))).toEqual([])
    expect(errorsOf(from, delivery(2, null))).toEqual([])
    expect(errorsOf(from, delivery(2, [from.uuid, "gone", "gone too"]))).toEqual([
      "action/params/questions/1 structure",
      "action/params/questions/2 structure",
    ])
    expect(errorsOf(from, delivery(1, ["gone"]))).toEqual([])
  })

  test.each<[string, Action, string | null]>([
    ["a CRM sign-in without a connection", { type: "crmAuth", params: { connection: null } }, "connection structure"],
    ["a CRM sign-in", { type: "crmAuth", params: { connection: 7 } }, null],
    ["a CRM call without a connection", { type: "crmApi", params: { connection: "" } }, "connection structure"],
    ["a CRM call of a connection without a name", { type: "crmApi", params: { connection: "  " } }, "connection structure"],
    ["a CRM call of an object that names none", { type: "crmApi", params: { connection: { name: "c" } } }, "connection structure"],
    ["a connector that is an empty list", { type: "send2con", params: { connector: [] } }, "connector structure"],
    ["a CRM call", { type: "crmApi", params: { connection: { id: "c" } } }, null],
    ["a connector that is not chosen", { type: "send2con", params: {} }, "connector structure"],
    ["a connector", { type: "send2con", params: { connector: "c" } }, null],
    ["an agent of nobody", { type: "askAI", params: { provider: " " } }, "provider structure"],
    ["an agent of the account's, which needs no endpoint", { type: "askAI", params: { provider: "account", endpoint: "" } }, null],
    ["an agent of the second provider without an endpoint", { type: "askAI", params: { provider: "second" } }, "endpoint endpoint-url"],
    [
      "an agent at an address that is none",
      { type: "askAI", params: { provider: "rest", endpoint: "ftp://a.b" } },
      "endpoint endpoint-url",
    ],
    [
      "an agent at an address with a password",
      { type: "askAI", params: { provider: "rest", endpoint: "https://key:pass@example.org" } },
      "endpoint endpoint-url",
    ],
    ["an agent at an address", { type: "askAI", params: { provider: "rest", endpoint: "https://example.org" } }, null],
  ])("%s", (_, action, problem) => {
    expect(errorsOf(actionInstruction(action))).toEqual(problem === null ? [] : [`action/params/${problem}`])
    expect(actionFindings(action, "/a").map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(
      problem === null ? [] : [`/a/params/${problem}`],
    )
  })

  test("limits a called address to 1024 characters", () => {
    const at = (length: number) =>
      actionInstruction({ type: "getFromAPI", params: { endpoint: `https://example.org/${"a".repeat(length - 20)}` } })
    expect(errorsOf(at(1024))).toEqual([])
    expect(errorsOf(at(1025))).toEqual(["action/params/endpoint endpoint-url"])
  })
})
