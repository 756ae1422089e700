// The delivery wizard: the order of its steps, saving and closing, test deliveries and the payload preview.

import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import type { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { setTriggerAmount, setTriggerEnabled, setTriggerPreset } from "../../domain/actions/delivery-trigger.ts"
import { canSave, getPayloadVersion, isStepReachable, isStepValid, wizardSteps } from "../../domain/actions/delivery-validation.ts"
import { emptyPendingKey, pendingKeyProblem } from "../../domain/actions/payload-structure.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import type { SendToApiParams } from "../../domain/script/action.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { deliveryWizardMachine, visiblePayload, type WizardInput } from "../../machines/editor/delivery-wizard-machine.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { unreachable } from "./console-fixtures.ts"
import { sequentialUuids } from "./editor-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const question = "22222222-2222-4222-8222-222222222222"
const instructions = createInstructions({ type: "question", label: "who", says: "Who?", question: { uuid: question, type: "open" } })
const fresh: SendToApiParams = {
  endpoint: "",
  version: 2,
  questions: null,
  options: ["question.name.label", "answer.option.text"],
  labels: {},
}
const fixed: SendToApiParams = { endpoint: "https://a.example/" }
const tested: LoggedDelivery = {
  id: "d",
  instruction: "i",
  conversation: null,
  reason: "test",
  endpoint: "https://a.example",
  body: "{}",
  state: "delivered",
  madeAt: "2026-01-01T00:00:00Z",
  endedAt: "2026-01-01T00:00:01Z",
  attempts: [],
}
const had = "33333333-3333-4333-8333-333333333333"
const payload = { version: 2, answers: { who: "Ada" } }
const input = (keep: (params: SendToApiParams) => void = () => undefined): WizardInput => ({
  community: "demo",
  uuid: ScriptId.make("chat"),
  instruction: "i",
  keep,
  newUuid: sequentialUuids(),
  now: () => "2026-01-02T00:00:00Z",
})

const all = machineEdges(deliveryWizardMachine, {
  input: { ...input(), newUuid: () => "id" },
  events: [
    { type: "wizard.open", params: fresh, instructions, locked: false },
    { type: "wizard.open", params: fixed, instructions, locked: false },
    { type: "wizard.open", params: { ...fresh, endpoint: "https://a.example" }, instructions, locked: true },
    { type: "params.update", change: { endpoint: "https://a.example" } },
    { type: "params.update", change: { questions: [] } },
    { type: "record-key.update", change: { key: " source " } },
    { type: "record-key.update", change: { value: "web" } },
    { type: "record-key.add" },
    { type: "params.update", change: { options: ["answer.format.key-value"] } },
    ...wizardSteps.map((step) => ({ type: "step.go" as const, step })),
    { type: "step.next" },
    { type: "step.back" },
    { type: "delivery.test" },
    doneEvent("test", tested),
    errorEvent("test", unreachable),
    { type: "wizard.save" },
    { type: "wizard.close" },
    { type: "close.confirm" },
    { type: "close.cancel" },
  ],
})
const open = all.filter(({ state }) => state.matches("open"))

describe("the steps", () => {
  test("can be opened only when all steps before them are valid", () => {
    const moved = open.filter(({ state, next }) => next.matches("open") && next.context.step !== state.context.step)
    expect(moved.length).toBeGreaterThan(0)
    for (const { state, event, next } of moved) {
      expect(isStepReachable(next.context.step, state.context.params)).toBe(true)
      expect(getPayloadVersion(state.context.params) === 2 || event.type === "step.go").toBe(true)
    }
    for (const { state, event, next } of open)
      if (event.type === "step.go")
        expect(next.context.step === event.step).toBe(
          isStepReachable(event.step, state.context.params) || state.context.step === event.step,
        )
  })

  test("allow saving only at the last one with all of them valid, and neither saving nor editing a locked delivery", () => {
    for (const { state, event, next } of open) {
      const { params, typed, step, locked } = state.context
      const isHalf = pendingKeyProblem(params.labels ?? {}, typed) !== null
      if (event.type === "wizard.save") expect(next.matches("closed")).toBe(!locked && canSave(step, params) && !isHalf)
      if (locked && next.matches("open")) expect([next.context.params, next.context.typed]).toEqual([params, typed])
    }
    const saved = open.filter(({ event, next }) => event.type === "wizard.save" && next.matches("closed"))
    expect(new Set(saved.map(({ state }) => getPayloadVersion(state.context.params)))).toEqual(new Set([1, 2]))
  })

  test("ask for confirmation before closing with changes, and close without asking if nothing changed", () => {
    const closing = open.filter(({ event }) => event.type === "wizard.close")
    for (const { state, next } of closing) {
      if (state.hasTag("confirming-close")) continue
      const isSame = deepEqual(state.context.params, state.context.before) && deepEqual(state.context.typed, emptyPendingKey)
      expect([next.matches("closed"), next.hasTag("confirming-close")]).toEqual([isSame, !isSame])
    }
    const answers = open.filter(({ state, event }) => state.hasTag("confirming-close") && event.type.startsWith("close."))
    expect(new Set(answers.map(({ event }) => event.type))).toEqual(new Set(["close.confirm", "close.cancel"]))
    for (const { event, next } of answers) expect(next.matches("closed")).toBe(event.type === "close.confirm")
  })
})

test("a delivery can be tested if its endpoint is valid, and the result or failure is shown", () => {
  for (const { state, event, next } of open) {
    if (event.type === "delivery.test" && !state.hasTag("testing"))
      expect(next.hasTag("testing")).toBe(isStepValid("endpoint", state.context.params))
    if (event.type === "xstate.done.actor.test" && state.hasTag("testing"))
      expect([next.context.tested, next.context.testFailure]).toEqual([tested, null])
    if (event.type === "xstate.error.actor.test" && state.hasTag("testing"))
      expect([next.context.tested, next.context.testFailure]).toEqual([null, unreachable])
  }
})

describe("[A7] a waiting time that is not valid", () => {
  const trigger = setTriggerAmount(null, 3, "week")
  const opened = (version: 1 | 2) => {
    const kept: Array<SendToApiParams> = []
    const actor = createActor(deliveryWizardMachine, { input: input((params) => kept.push(params)) }).start()
    const params = { ...fresh, version, endpoint: "https://a.example", trigger }
    actor.send({ type: "wizard.open", params, instructions, locked: false })
    const type = (text: string) => actor.send({ type: "trigger-amount.type", text })
    const context = () => actor.getSnapshot().context
    const can = () => [
      actor.getSnapshot().can({ type: "step.next" }),
      actor.getSnapshot().can({ type: "step.go", step: "questions" }),
      actor.getSnapshot().can({ type: "step.go", step: "endpoint" }),
    ]
    return { actor, kept, type, context, can }
  }

  test.each(["", "0", "-1", "1.5", "x", "53"])("keeps the other steps closed until it is valid: %j", (text) => {
    const { type, context, can } = opened(2)
    expect(can()).toEqual([true, true, true])
    type(text)
    expect([context().invalidAmount, context().params.trigger, can()]).toEqual([text, trigger, [false, false, true]])
    type("4")
    expect([context().invalidAmount, context().params.trigger?.config?.amount, can()]).toEqual([null, 4, [true, true, true]])
  })

  test("is not saved, and closing asks about it", () => {
    const { actor, kept, type } = opened(1)
    type("0")
    actor.send({ type: "wizard.save" })
    actor.send({ type: "wizard.close" })
    expect([kept, actor.getSnapshot().hasTag("confirming-close")]).toEqual([[], true])
    actor.send({ type: "close.cancel" })
    type("5")
    actor.send({ type: "wizard.save" })
    expect(kept.map((params) => params.trigger?.config?.amount)).toEqual([5])
  })

  test("counts once another unit makes it valid, and is dropped with its field", () => {
    const { actor, type, context } = opened(2)
    type("60")
    expect(context().invalidAmount).toBe("60")
    actor.send({ type: "params.update", change: { trigger: setTriggerAmount(trigger, 3, "day") } })
    expect([context().invalidAmount, context().params.trigger?.config]).toMatchObject([null, { amount: 60, unit: "day" }])
    for (const next of [setTriggerEnabled(trigger, false), setTriggerPreset(trigger, "1-day")]) {
      type("x")
      expect(context().invalidAmount).toBe("x")
      actor.send({ type: "params.update", change: { trigger: next } })
      expect([context().invalidAmount, context().params.trigger]).toEqual([null, next])
      actor.send({ type: "params.update", change: { trigger } })
    }
  })
})

test("a saved delivery is handed over once, with its current settings", () => {
  const kept: Array<SendToApiParams> = []
  const actor = createActor(deliveryWizardMachine, { input: input((params) => kept.push(params)) }).start()
  actor.send({ type: "wizard.open", params: fresh, instructions, locked: false })
  actor.send({ type: "wizard.save" })
  actor.send({ type: "params.update", change: { endpoint: "https://b.example/" } })
  actor.send({ type: "step.next" })
  actor.send({ type: "step.next" })
  expect(kept).toEqual([])
  actor.send({ type: "wizard.save" })
  actor.send({ type: "wizard.save" })
  expect(kept).toEqual([{ ...fresh, endpoint: "https://b.example/" }])
})

test("a record key that was typed but not added is part of the preview and the save, and an incomplete one blocks saving", () => {
  const kept: Array<SendToApiParams> = []
  const actor = createActor(deliveryWizardMachine, { input: input((params) => kept.push(params)) }).start()
  actor.send({ type: "wizard.open", params: { ...fresh, endpoint: "https://b.example/", labels: { a: "1" } }, instructions, locked: false })
  actor.send({ type: "step.go", step: "structure" })
  actor.send({ type: "record-key.update", change: { value: "web" } })
  expect(actor.getSnapshot().can({ type: "wizard.save" })).toBe(false)
  actor.send({ type: "record-key.update", change: { key: "a" } })
  expect([actor.getSnapshot().can({ type: "wizard.save" }), actor.getSnapshot().can({ type: "record-key.add" })]).toEqual([false, false])
  actor.send({ type: "record-key.update", change: { key: " source " } })
  const labels = { a: "1", source: "web" }
  expect(visiblePayload(actor.getSnapshot().context)).toMatchObject({ record: labels })
  actor.send({ type: "wizard.save" })
  expect(kept).toEqual([{ ...fresh, endpoint: "https://b.example/", labels }])
  actor.send({ type: "wizard.open", params: fresh, instructions, locked: false })
  expect(actor.getSnapshot().context.typed).toEqual(emptyPendingKey)
  actor.send({ type: "record-key.update", change: { key: "b", value: "2" } })
  actor.send({ type: "record-key.add" })
  expect(actor.getSnapshot().context).toMatchObject({ params: { labels: { b: "2" } }, typed: emptyPendingKey })
})

describe("the preview", () => {
  const opened = () => {
    const clock = new SimulatedClock()
    const asked: Array<{ readonly conversation: string; readonly params: SendToApiParams }> = []
    const answers: Array<() => Promise<typeof payload>> = []
    const actor = createActor(
      deliveryWizardMachine.provide({
        actors: {
          preview: fromPromise(async ({ input: it }) => {
            asked.push({ conversation: it.conversation, params: it.params })
            return (answers.shift() ?? (async () => payload))()
          }),
        },
      }),
      { input: input(), clock },
    ).start()
    actor.send({ type: "wizard.open", params: fresh, instructions, locked: false })
    const shown = () => visiblePayload(actor.getSnapshot().context)
    return { actor, clock, asked, answers, shown, settled: () => waitFor(actor, (state) => !state.hasTag("previewing")) }
  }

  test("shows a generated conversation with the current questions, without a request", () => {
    const { actor, shown, asked } = opened()
    expect(shown()).toMatchObject({
      conversation: { uuid: "new 1", respondent: "new 2", startedAt: "2026-01-02T00:00:00Z" },
      answers: [{ question: { name: { label: "who" } } }],
    })
    actor.send({ type: "params.update", change: { options: ["question.uuid", "answer.option.text", "answer.format.key-value"] } })
    expect(shown()).toMatchObject({ answers: { [question]: "An answer in the respondent's own words." } })
    for (const text of ["no uuid", "", `${had}x`]) actor.send({ type: "preview-conversation.update", text })
    expect(shown()).toMatchObject({ conversation: { uuid: "new 1" } })
    expect(asked).toEqual([])
  })

  test("shows the conversation with the typed UUID, requested when typing pauses and again when the settings change", async () => {
    const { actor, clock, asked, shown, settled } = opened()
    actor.send({ type: "preview-conversation.update", text: had })
    expect([shown(), asked.length]).toEqual([null, 0])
    clock.increment(399)
    actor.send({ type: "preview-conversation.update", text: ` ${had}` })
    clock.increment(399)
    expect(asked).toEqual([])
    clock.increment(1)
    await settled()
    expect([shown(), asked]).toEqual([payload, [{ conversation: ` ${had}`, params: fresh }]])
    actor.send({ type: "params.update", change: { version: 1 } })
    clock.increment(400)
    await settled()
    expect(asked.map(({ params }) => params.version)).toEqual([2, 1])
    actor.send({ type: "record-key.update", change: { key: "source", value: "web" } })
    clock.increment(400)
    await settled()
    expect(asked.map(({ params }) => params.labels)).toEqual([{}, {}, { source: "web" }])
  })

  test("shows why it could not be loaded, and can be retried", async () => {
    const { actor, clock, answers, shown, settled } = opened()
    answers.push(async () => Promise.reject(unreachable))
    actor.send({ type: "preview-conversation.update", text: had })
    clock.increment(400)
    await settled()
    expect([shown(), actor.getSnapshot().context.previewFailure]).toEqual([null, unreachable])
    actor.send({ type: "preview.retry" })
    await settled()
    expect([shown(), actor.getSnapshot().context.previewFailure]).toEqual([payload, null])
  })
})
