// Findings about deliveries that are not set up completely, and the wizard step that each belongs to.

import fc from "fast-check"
import { expect, test } from "vitest"
import { actionFindings, deliveryCountFindings } from "../../domain/actions/action-check.ts"
import { getDeliveryWait, setTriggerAmount, setTriggerPreset, type Trigger } from "../../domain/actions/delivery-trigger.ts"
import { isStepValid, type WizardStep, wizardSteps } from "../../domain/actions/delivery-validation.ts"
import { defaultPayloadStructure, printPayloadStructure } from "../../domain/actions/payload-structure.ts"
import type { SendToApiParams } from "../../domain/script/action.ts"
import { instruction } from "../arbitraries/answerable.ts"

const completeParams: SendToApiParams = {
  endpoint: "https://a.example/hook",
  version: 2,
  questions: null,
  options: printPayloadStructure(defaultPayloadStructure),
  labels: { name: "intake" },
}
const findingsOf = (params: SendToApiParams) =>
  actionFindings({ type: "send2api", params }, "/a").map(({ rule, severity, pointer, message }) => [rule, severity, pointer, message])
const invalidSteps = (params: SendToApiParams) => wizardSteps.filter((step) => !isStepValid(step, params))

test.each<[string, Partial<SendToApiParams>]>([
  ["all questions", { questions: null }],
  ["some questions", { questions: ["q"] }],
  ["no record keys", { labels: null }],
  ["no form named", { options: ["question.uuid", "answer.option.uuid"] }],
])("[A4] [A6] a delivery is complete with %s", (_, part) => {
  expect([findingsOf({ ...completeParams, ...part }), invalidSteps({ ...completeParams, ...part })]).toEqual([[], []])
})

test("a delivery without a list of questions delivers all of them", () => {
  const { questions: _, ...unnamed } = completeParams
  expect([findingsOf(unnamed), invalidSteps(unnamed)]).toEqual([[], []])
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
])("a delivery with %s makes the step %s invalid", (_, step, part, place, message) => {
  const params = { ...completeParams, ...part }
  expect(invalidSteps(params)).toEqual([step])
  expect(findingsOf(params)).toEqual([[step === "endpoint" ? "endpoint-url" : "structure", "error", `/a/params/${place}`, message]])
})

test("[A5] only the address of version 1 is checked, and the record keys of version 2 too", () => {
  expect(findingsOf({ ...completeParams, version: 1, questions: [], options: [], labels: { "": "x" } })).toEqual([])
  expect(findingsOf({ ...completeParams, version: 2, labels: { name: "x", "": "y" } })).toEqual([
    ["structure", "error", "/a/params/labels", "a record key must not be empty"],
  ])
})

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)

test("[A14] the defaults and overrides of a connector must be a JSON object, or empty", () => {
  const findings = (field: "defaults" | "overrides", value: unknown) =>
    actionFindings({ type: "send2con", params: { connector: "c", [field]: value } }, "/a").map(({ rule, severity, pointer }) => [
      rule,
      severity,
      pointer,
    ])
  fc.assert(
    fc.property(fc.constantFrom("defaults" as const, "overrides" as const), fc.jsonValue(), (field, value) => {
      const wrong = [["structure", "error", `/a/params/${field}`]]
      const isValid = value === null || isObject(value)
      if (typeof value !== "string") expect(findings(field, value)).toEqual(isValid ? [] : wrong)
      // Also as JSON text, in which form it may be stored.
      expect(findings(field, JSON.stringify(value))).toEqual(isObject(value) ? [] : wrong)
    }),
  )
  for (const nothing of [undefined, null, "", " "]) expect(findings("defaults", nothing)).toEqual([])
  for (const none of ["{", "[1]", 5, [1], true]) expect(findings("overrides", none)).toHaveLength(1)
})

test("[A11] the payload of a request for data must be JSON", () => {
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

test("[A7] [A10] a trigger that is on must wait at least 1 of a known unit, or as many seconds, and at most 52 weeks", () => {
  const of = (config: NonNullable<Trigger["config"]> | null, enabled = true, timeout: number | null = null) =>
    findingsOf({ ...completeParams, trigger: { enabled, config, timeout } }).map(([rule, , pointer, message]) => [rule, pointer, message])
  expect(of({ amount: 0, unit: "fortnight" })).toEqual([
    ["structure", "/a/params/trigger/config/amount", "it waits 0, and must wait at least 1"],
    ["structure", "/a/params/trigger/config/unit", "“fortnight” isn't a unit of time"],
  ])
  for (const config of [null, {}, { amount: null, unit: null }, { unit: "" }]) {
    expect(of(config)).toEqual([["structure", "/a/params/trigger/timeout", "it waits 0, and must wait at least 1"]])
    expect(of(config, true, 60)).toEqual([])
  }
  expect(of({ amount: 1, unit: "day" })).toEqual([])
  expect(of({ amount: 52, unit: "week" }, true, 52 * 604_800)).toEqual([])
  expect(of({ amount: 0, unit: "x" }, false)).toEqual([])
  expect(of({ amount: 999_999, unit: "week" })).toEqual([
    ["structure", "/a/params/trigger/config/amount", "it waits 999999, and can wait at most 52"],
  ])
  expect(of(null, true, 1e15)).toEqual([
    ["structure", "/a/params/trigger/timeout", "it waits 1000000000000000, and can wait at most 31449600"],
  ])
})

test("[A7] a preset and a custom amount replace each other, and an incomplete wait is undefined", () => {
  expect(setTriggerPreset(null, "1-day").config).toEqual({ preset: "1-day", custom: false, amount: 1, unit: "day" })
  expect(setTriggerAmount(setTriggerPreset(null, "1-day"), 3, "week").config).toEqual({
    preset: null,
    custom: true,
    amount: 3,
    unit: "week",
  })
  for (const config of [null, {}, { amount: 2 }, { unit: "day" }, { amount: null, unit: "day" }, { amount: 2, unit: "toString" }])
    expect(getDeliveryWait({ enabled: true, config })).toBeUndefined()
})

test("[A17] a script with more than 100 instructions that send answers cannot go live", () => {
  const findingsWith = (count: number) => {
    const actions = Array.from({ length: count }, (_, order) =>
      instruction(order, {
        type: "action",
        action: order % 2 === 0 ? { type: "send2api", params: completeParams } : { type: "send2con", params: {} },
      }),
    )
    const findings = deliveryCountFindings({ name: "a", public_name: "a", language: "en", instructions: [instruction(0, {}), ...actions] })
    return findings.map(({ rule, severity, pointer }) => [rule, severity, pointer])
  }
  expect(findingsWith(100)).toEqual([])
  expect(findingsWith(103)).toEqual([["structure", "error", "/instructions/101/action"]])
})
