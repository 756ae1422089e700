import { describe, expect, test } from "vitest"
import type { Action } from "../../domain/actions/action.ts"
import { actionFindings, amountQuestionsBefore, amountSource, questionReferenceFindings } from "../../domain/actions/action-check.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { type QuestionType, questionTypes } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { newInstruction } from "../../domain/script/new-instruction.ts"

let made = 0
const fresh = () => `u${made++}`
const asking = (type: QuestionType): Instruction => newInstruction(type, { fresh, locale: "nl" })
const doing = (action: Action): Instruction => ({ uuid: fresh(), order: 0, type: "action", typing_delay: 0, messages: [], action })
/** Pointers of the errors about the last of the instructions, within it. */
const told = (...instructions: ReadonlyArray<Instruction>): ReadonlyArray<string> =>
  scriptFindings({ name: "a", public_name: "a", language: "nl", instructions: instructions.map((it, order) => ({ ...it, order })) })
    .filter(({ severity, pointer }) => severity === "error" && pointer.startsWith(`/instructions/${instructions.length - 1}/`))
    .map(({ pointer, rule }) => `${pointer.split("/").slice(3).join("/")} ${rule}`)

describe("[A8] what an action needs", () => {
  const payment = (amount: string | null) => doing({ type: "payment", params: { environment: "staging", amount } })

  test.each(questionTypes)("a payment takes its amount from a question of the right type, and %s is one or not", (type) => {
    const from = asking(type)
    const isOne = type === "choice" || type === "numeric" || type === "currency"
    const expected = isOne ? [] : ["action/params/amount structure"]
    expect(told(from, payment(from.uuid))).toEqual(expected)
    expect(told(from, payment(from.question?.uuid ?? ""))).toEqual(expected)
  })

  test("a payment takes its amount from what is asked before it: later it is not answered yet", () => {
    const [from, other] = [asking("currency"), asking("open")]
    const pays = (amount: string) => [payment(amount), { ...from, label: "sum" }, other].map((it, order) => ({ ...it, order }))
    for (const amount of [from.uuid, from.question?.uuid ?? ""]) {
      const instructions = pays(amount)
      expect(
        questionReferenceFindings({ name: "", public_name: "", language: "nl", instructions }).map(({ pointer, message }) => [
          pointer,
          message,
        ]),
      ).toEqual([["/instructions/0/action/params/amount", "the amount comes from “sum”, which is asked only after the payment"]])
      expect(amountQuestionsBefore(instructions, 0)).toEqual([])
      expect(amountQuestionsBefore(instructions, 3)).toEqual([instructions[1]])
      expect(amountSource(instructions, amount)).toBe(instructions[1])
    }
    expect([amountSource(pays("x"), "gone"), amountSource(pays("x"), null)]).toEqual([undefined, undefined])
  })

  test("a payment without an amount, or of something that is no question of the script, is told", () => {
    const message = newInstruction("message", { fresh, locale: "nl" })
    for (const amount of [null, "", "  ", "gone", message.uuid])
      expect(told(message, payment(amount))).toEqual(["action/params/amount structure"])
  })

  test("a payment without an amount is told from one that takes it from nothing that asks", () => {
    const said = (amount: string | null) =>
      questionReferenceFindings({ name: "", public_name: "", language: "nl", instructions: [payment(amount)] }).map(
        ({ message }) => message,
      )
    const missing = ["the question that supplies the amount has not been chosen"]
    expect([said(null), said(" ")]).toEqual([missing, missing])
    expect(said("gone")).toEqual(["the amount comes from no choice, numeric or currency question of this script"])
  })

  test("nothing is said of a script whose payments and deliveries have what they take", () => {
    const from = asking("numeric")
    const delivery = doing({ type: "send2api", params: { version: 2, questions: [from.uuid] } })
    const instructions = [from, payment(from.uuid), delivery, asking("open")]
    expect(questionReferenceFindings({ name: "", public_name: "", language: "nl", instructions })).toEqual([])
  })

  test("a dynamic delivery names questions that are there; a static one names none", () => {
    const from = asking("open")
    const delivery = (version: 1 | 2, questions: ReadonlyArray<string> | null) =>
      doing({
        type: "send2api",
        params: { endpoint: "https://example.org", version, questions, options: ["question.uuid", "answer.option.text"] },
      })
    expect(told(from, delivery(2, [from.uuid, from.question?.uuid ?? ""]))).toEqual([])
    expect(told(from, delivery(2, null))).toEqual([])
    expect(told(from, delivery(2, [from.uuid, "gone", "gone too"]))).toEqual([
      "action/params/questions/1 structure",
      "action/params/questions/2 structure",
    ])
    expect(told(from, delivery(1, ["gone"]))).toEqual([])
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
    ["an agent at an address", { type: "askAI", params: { provider: "rest", endpoint: "https://example.org" } }, null],
  ])("%s", (_, action, problem) => {
    expect(told(doing(action))).toEqual(problem === null ? [] : [`action/params/${problem}`])
    expect(actionFindings(action, "/a").map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(
      problem === null ? [] : [`/a/params/${problem}`],
    )
  })

  test("an address that is called has 1024 characters at most", () => {
    const at = (length: number) => doing({ type: "getFromAPI", params: { endpoint: `https://example.org/${"a".repeat(length - 20)}` } })
    expect(told(at(1024))).toEqual([])
    expect(told(at(1025))).toEqual(["action/params/endpoint endpoint-url"])
  })
})
