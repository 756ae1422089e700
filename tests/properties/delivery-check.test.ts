// What the check says of a delivery that is not set up whole, and which step of the wizard asks for it.
import fc from "fast-check"
import { expect, test } from "vitest"
import { actionFindings } from "../../domain/actions/action-check.ts"
import { deliveryWait, setTriggerAmount, setTriggerPreset, type Trigger } from "../../domain/actions/delivery-trigger.ts"
import { isStepValid, type SendToApiParams, type WizardStep, wizardSteps } from "../../domain/actions/delivery-validation.ts"
import { defaultPayloadStructure, printPayloadStructure } from "../../domain/actions/payload-structure.ts"

const whole: SendToApiParams = {
  endpoint: "https://a.example/hook",
  version: 2,
  questions: null,
  options: printPayloadStructure(defaultPayloadStructure),
  labels: { name: "intake" },
}
const said = (params: SendToApiParams) =>
  actionFindings({ type: "send2api", params }, "/a").map(({ rule, severity, pointer, message }) => [rule, severity, pointer, message])
const invalid = (params: SendToApiParams) => wizardSteps.filter((step) => !isStepValid(step, params))

test.each<[string, Partial<SendToApiParams>]>([
  ["all questions", { questions: null }],
  ["some questions", { questions: ["q"] }],
  ["no record keys", { labels: null }],
  ["no form named", { options: ["question.uuid", "answer.option.uuid"] }],
])("[A4] [A6] a delivery is whole with %s", (_, part) => {
  expect([said({ ...whole, ...part }), invalid({ ...whole, ...part })]).toEqual([[], []])
})

test("a delivery that names no questions at all delivers all of them", () => {
  const { questions: _, ...unnamed } = whole
  expect([said(unnamed), invalid(unnamed)]).toEqual([[], []])
})

test.each<[string, WizardStep, Partial<SendToApiParams>, string, string]>([
  ["no address", "endpoint", { endpoint: "" }, "endpoint", "the endpoint must be an http or https address"],
  ["no question chosen", "questions", { questions: [] }, "questions", "choose a question to send, or all of them"],
  [
    "nothing of the question",
    "structure",
    { options: ["answer.option.text"] },
    "options",
    "choose at least one field of the question: its uuid, number or label",
  ],
  [
    "nothing of the answer",
    "structure",
    { options: ["question.uuid"] },
    "options",
    "choose at least one field of the answer: its uuid, text or value",
  ],
  [
    "several fields where one answers",
    "structure",
    { options: ["question.uuid", "answer.option.text", "answer.option.uuid", "answer.format.key-value"] },
    "options",
    "the key-value format needs exactly one field of the answer",
  ],
  ["a key that is blank", "structure", { labels: { name: "x", " ": "y" } }, "labels", "a record key must not be empty"],
])("a delivery with %s: the step %s is not valid", (_, step, part, place, message) => {
  const params = { ...whole, ...part }
  expect(invalid(params)).toEqual([step])
  expect(said(params)).toEqual([[step === "endpoint" ? "endpoint-url" : "structure", "error", `/a/params/${place}`, message]])
})

test("[A5] of version 1 only the address is looked at, of version 2 the record keys too", () => {
  expect(said({ ...whole, version: 1, questions: [], options: [], labels: { "": "x" } })).toEqual([])
  expect(said({ ...whole, version: 2, labels: { name: "x", "": "y" } })).toEqual([
    ["structure", "error", "/a/params/labels", "a record key must not be empty"],
  ])
})

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)

test("[A14] what a connector sends where nothing is answered, or in its place, is an object of JSON or nothing", () => {
  const findings = (field: "defaults" | "overrides", value: unknown) =>
    actionFindings({ type: "send2con", params: { connector: "c", [field]: value } }, "/a").map(({ rule, severity, pointer }) => [
      rule,
      severity,
      pointer,
    ])
  fc.assert(
    fc.property(fc.constantFrom("defaults" as const, "overrides" as const), fc.jsonValue(), (field, value) => {
      const wrong = [["structure", "error", `/a/params/${field}`]]
      const sound = value === null || isObject(value)
      if (typeof value !== "string") expect(findings(field, value)).toEqual(sound ? [] : wrong)
      // As a text too, which is how it may be kept.
      expect(findings(field, JSON.stringify(value))).toEqual(isObject(value) ? [] : wrong)
    }),
  )
  for (const nothing of [undefined, null, "", " "]) expect(findings("defaults", nothing)).toEqual([])
  for (const none of ["{", "[1]", 5, [1], true]) expect(findings("overrides", none)).toHaveLength(1)
})

test("[A11] a text that is sent along to get something is JSON", () => {
  const findings = (sendPayload: unknown) =>
    actionFindings({ type: "getFromAPI", params: { endpoint: "https://a.example", sendPayload } }, "/a").map(
      ({ rule, severity, pointer }) => [rule, severity, pointer],
    )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      if (typeof value !== "string") expect(findings(value)).toEqual([])
      const text = JSON.stringify(value)
      expect(findings(text)).toEqual([])
      expect(findings(`${text}{`)).toEqual([["structure", "error", "/a/params/sendPayload"]])
    }),
  )
  for (const nothing of [undefined, null, "", " "]) expect(findings(nothing)).toEqual([])
})

test("[A7] [A10] a trigger that is on waits 1 at least, of a unit of time, or so many seconds", () => {
  const of = (config: NonNullable<Trigger["config"]> | null, enabled = true, timeout: number | null = null) =>
    said({ ...whole, trigger: { enabled, config, timeout } }).map(([rule, , pointer, message]) => [rule, pointer, message])
  expect(of({ amount: 0, unit: "fortnight" })).toEqual([
    ["structure", "/a/params/trigger/config/amount", "it waits 0, and must wait 1 at least"],
    ["structure", "/a/params/trigger/config/unit", "“fortnight” is no unit of time"],
  ])
  for (const config of [null, {}, { amount: null, unit: null }, { unit: "" }]) {
    expect(of(config)).toEqual([["structure", "/a/params/trigger/timeout", "it waits 0, and must wait 1 at least"]])
    expect(of(config, true, 60)).toEqual([])
  }
  expect(of({ amount: 1, unit: "day" })).toEqual([])
  expect(of({ amount: 52, unit: "week" }, true, 52 * 604_800)).toEqual([])
  expect(of({ amount: 0, unit: "x" }, false)).toEqual([])
  expect(of({ amount: 999_999, unit: "week" })).toEqual([
    ["structure", "/a/params/trigger/config/amount", "it waits 999999, and can wait 52 at most"],
  ])
  expect(of(null, true, 1e15)).toEqual([
    ["structure", "/a/params/trigger/timeout", "it waits 1000000000000000, and can wait 31449600 at most"],
  ])
})

test("[A7] a preset is told from an amount of one's own, and only a whole wait is shown", () => {
  expect(setTriggerPreset(null, "1-day").config).toEqual({ preset: "1-day", custom: false, amount: 1, unit: "day" })
  expect(setTriggerAmount(setTriggerPreset(null, "1-day"), 3, "week").config).toEqual({
    preset: null,
    custom: true,
    amount: 3,
    unit: "week",
  })
  for (const config of [null, {}, { amount: 2 }, { unit: "day" }, { amount: null, unit: "day" }, { amount: 2, unit: "toString" }])
    expect(deliveryWait({ enabled: true, config })).toBeUndefined()
})
