// Deliveries to an API: payload structure, wizard, retries, record keys, triggers, payloads and the fake conversation.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { actionFindings } from "../../domain/actions/action-check.ts"
import { deliveryRetryDelaysMs } from "../../domain/actions/delivery.ts"
import {
  buildDeliveryPayload,
  hasSendableScores,
  listSendableQuestions,
  toggleSentQuestion,
} from "../../domain/actions/delivery-payload.ts"
import {
  getDeliveryWait,
  getTriggerPreset,
  getWaitSeconds,
  isTriggerAmount,
  secondsUntilStale,
  setTriggerAmount,
  setTriggerPreset,
  staleDeliveries,
  toSeconds,
  triggerPresets,
} from "../../domain/actions/delivery-trigger.ts"
import { canSave, getPayloadVersion, isStepReachable, isStepValid, wizardSteps } from "../../domain/actions/delivery-validation.ts"
import { createFakeConversation, parseConversationId } from "../../domain/actions/fake-conversation.ts"
import {
  answerOptions,
  chooseFormat,
  type PayloadStructure,
  parsePayloadStructure,
  printPayloadStructure,
  questionOptions,
  recordKeyProblem,
  removeRecordKey,
  setRecordKey,
  structureProblems,
  toggleAnswerOption,
  toggleQuestionOption,
} from "../../domain/actions/payload-structure.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { newAction, newQuestion } from "../../domain/editing/new-instruction.ts"
import { type Question, questionTypes } from "../../domain/questions/question.ts"
import { hasValidOptions } from "../../domain/questions/question-check.ts"
import { Action, type SendToApiParams } from "../../domain/script/action.ts"
import { answerable, createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { finishedConversation } from "../fixtures/finished-conversation.ts"

const faces = ["Very unsatisfied", "Unsatisfied", "Neutral", "Satisfied", "Very satisfied"] as const
const conversation = (answers: Readonly<Record<string, unknown>>): Conversation =>
  finishedConversation({ updatedAt: null, finishedAt: "2024-01-01T10:05:00Z", metadata: { source: "mail" }, answers })

const structure: fc.Arbitrary<PayloadStructure> = fc.record({
  question: fc.subarray([...questionOptions]),
  answer: fc.subarray([...answerOptions]),
  format: fc.constantFrom("list", "key-value"),
})
const params = (rest: Partial<SendToApiParams>): SendToApiParams => ({ endpoint: "https://a.example/hook", version: 2, ...rest })
const anyParams: fc.Arbitrary<SendToApiParams> = fc.record({
  endpoint: fc.constantFrom("", "a.example", "https://a.example"),
  version: fc.constantFrom(1, 2, null),
  questions: fc.constantFrom(null, [], ["q"]),
  options: structure.map(printPayloadStructure),
  labels: fc.constantFrom(null, {}, { name: "x" }, { "": "x" }),
})

describe("the structure of a delivery", () => {
  type Edit = (structure: PayloadStructure) => PayloadStructure
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.constantFrom(...questionOptions).map(
      (option): Edit =>
        (structure) =>
          toggleQuestionOption(structure, option),
    ),
    fc.constantFrom(...answerOptions).map(
      (option): Edit =>
        (structure) =>
          toggleAnswerOption(structure, option),
    ),
    fc.constantFrom("list" as const, "key-value" as const).map(
      (format): Edit =>
        (structure) =>
          chooseFormat(structure, format),
    ),
  )

  test("[A4] is printed and parsed without loss, whatever is selected", () => {
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        const edited = edits.reduce<PayloadStructure>((now, edit) => edit(now), { question: [], answer: [], format: "list" })
        expect(parsePayloadStructure(printPayloadStructure(edited))).toEqual(edited)
        expect(structureProblems(edited)).not.toContain("several-answer-options")
      }),
    )
  })

  test("ignores unknown options, and is a list without any", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (noise) => {
        expect(parsePayloadStructure(noise)).toEqual({ question: [], answer: [], format: "list" })
      }),
    )
    expect(parsePayloadStructure(null)).toEqual({ question: [], answer: [], format: "list" })
  })

  test("toggles options on and off; in the key-value format the answer options exclude each other", () => {
    fc.assert(
      fc.property(structure, fc.constantFrom(...questionOptions), fc.constantFrom(...answerOptions), (structure, question, answer) => {
        expect(toggleQuestionOption(structure, question).question.includes(question)).toBe(!structure.question.includes(question))
        expect(toggleQuestionOption(toggleQuestionOption(structure, question), question)).toEqual(structure)
        expect(toggleAnswerOption(chooseFormat(structure, "key-value"), answer).answer).toEqual([answer])
        const list = chooseFormat(structure, "list")
        const others = (options: ReadonlyArray<string>) => options.filter((other) => other !== answer && other !== question)
        expect(others(toggleAnswerOption(list, answer).answer)).toEqual(others(list.answer))
        expect(others(toggleQuestionOption(list, question).question)).toEqual(others(list.question))
        expect(toggleAnswerOption(list, answer).answer.includes(answer)).toBe(!list.answer.includes(answer))
        expect(toggleAnswerOption(toggleAnswerOption(chooseFormat(structure, "list"), answer), answer).answer).toEqual(structure.answer)
      }),
    )
  })

  test("needs at least one question option and one answer option, and exactly one answer option for key-value", () => {
    fc.assert(
      fc.property(structure, (structure) => {
        const isValid =
          structure.question.length > 0 && (structure.format === "list" ? structure.answer.length > 0 : structure.answer.length === 1)
        expect(structureProblems(structure).length === 0).toBe(isValid)
        expect(isStepValid("structure", params({ options: printPayloadStructure(structure) }))).toBe(isValid)
      }),
    )
  })
})

describe("the wizard", () => {
  test("opens a step once the earlier ones are valid, and saves at the last one if all are", () => {
    fc.assert(
      fc.property(anyParams, (params) => {
        const valid = wizardSteps.map((step) => isStepValid(step, params))
        expect(wizardSteps.map((step) => isStepReachable(step, params))).toEqual([true, valid[0], valid[0] && valid[1]])
        const isComplete = valid.every(Boolean)
        expect(wizardSteps.map((step) => canSave(step, params))).toEqual(
          getPayloadVersion(params) === 1 ? [valid[0], valid[0], valid[0]] : [false, false, isComplete],
        )
      }),
    )
  })

  test("agrees with the check: there are findings exactly if params cannot save", () => {
    fc.assert(
      fc.property(anyParams, (params) => {
        const findings = actionFindings({ type: "send2api", params: params }, "/action")
        expect(findings.length === 0).toBe(canSave("structure", params))
        expect(findings.every(({ rule }) => rule === "endpoint-url" || rule === "structure")).toBe(true)
      }),
    )
  })

  test("starts with version 2 and only the endpoint missing; a delivery without a version is version 1", () => {
    const action = newAction("send2api")
    expect(actionFindings(action, "").map(({ pointer }) => pointer)).toEqual(["/params/endpoint"])
    expect(action.type === "send2api" && getPayloadVersion(action.params)).toBe(2)
    expect(getPayloadVersion({})).toBe(1)
  })
})

test("a delivery is retried with growing delays for 24 to 26 hours", () => {
  expect([...deliveryRetryDelaysMs].sort((a, b) => a - b)).toEqual([...deliveryRetryDelaysMs])
  expect(new Set(deliveryRetryDelaysMs).size).toBe(deliveryRetryDelaysMs.length)
  const hours = deliveryRetryDelaysMs.reduce((sum, delay) => sum + delay, 0) / 3_600_000
  expect(hours).toBeGreaterThan(24)
  expect(hours).toBeLessThan(26)
})

describe("record keys", () => {
  const labels = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 5 })

  test("[A6] a record key is unique and not blank", () => {
    fc.assert(
      fc.property(labels, fc.oneof(fc.string(), fc.constantFrom("__proto__", "  ", " a ")), fc.string(), (before, key, value) => {
        const after = setRecordKey(before, key, value)
        if (key.trim() === "") {
          expect(recordKeyProblem(before, key)).toBe("blank")
          expect(after).toBe(before)
        } else {
          expect(recordKeyProblem(before, key)).toBe(Object.hasOwn(before, key.trim()) ? "taken" : null)
          expect(Object.getOwnPropertyDescriptor(after, key.trim())?.value).toBe(value)
          expect(recordKeyProblem(after, key)).toBe("taken")
          expect(Object.keys(removeRecordKey(after, key.trim()))).toEqual(Object.keys(before).filter((name) => name !== key.trim()))
        }
      }),
    )
  })
})

describe("the trigger of a delivery", () => {
  test("has the presets of the specification, in seconds", () => {
    const seconds = Object.values(triggerPresets).map(({ amount, unit }) => toSeconds(amount, unit))
    expect(seconds).toEqual([3600, 14_400, 86_400, 604_800, 1_209_600])
    expect(setTriggerPreset(null, "4-hours")).toEqual({
      enabled: true,
      timeout: 14_400,
      config: { preset: "4-hours", custom: false, amount: 4, unit: "hour" },
    })
  })

  test("[A7] has an amount within its limits and a unit, and keeps its other fields", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.double()),
        fc.constantFrom("second", "minute", "hour", "day", "week"),
        fc.boolean(),
        (amount, unit, enabled) => {
          const trigger = setTriggerAmount({ enabled, name: "stale", "newer field": 1 }, amount, unit)
          const wait = trigger.config?.amount ?? 0
          expect(isTriggerAmount(wait, unit)).toBe(true)
          if (isTriggerAmount(amount, unit)) expect(wait).toBe(amount)
          expect(trigger).toMatchObject({ enabled, name: "stale", "newer field": 1, timeout: wait * toSeconds(1, unit) })
          expect(getDeliveryWait(trigger)).toEqual(enabled ? { amount: wait, unit } : undefined)
        },
      ),
    )
    expect([isTriggerAmount(52, "week"), isTriggerAmount(53, "week"), isTriggerAmount(0, "week"), isTriggerAmount(1.5, "week")]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(setTriggerAmount(null, 2.7, "hour")).toMatchObject({ timeout: 7200, config: { amount: 2 } })
    expect(getDeliveryWait(null)).toBeUndefined()
    expect(getDeliveryWait({ enabled: true, config: { amount: 1, unit: "fortnight" } })).toBeUndefined()
  })

  test("[A7] waits until a valid date whatever a file contains, and shows the time that it waits", () => {
    const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })
    const trigger = fc.record({
      enabled: fc.constant(true),
      timeout: maybe(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
      config: maybe(
        fc.record({
          preset: maybe(fc.constantFrom("1-hour", "4-hours", "never")),
          custom: maybe(fc.boolean()),
          amount: maybe(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
          unit: maybe(fc.constantFrom("second", "hour", "week", "fortnight")),
        }),
      ),
    })
    fc.assert(
      fc.property(trigger, (given) => {
        const seconds = getWaitSeconds(given)
        const shown = getDeliveryWait(given)
        if (seconds === null) {
          expect(shown).toBeUndefined()
          return
        }
        expect(Number.isNaN(new Date(Date.UTC(2026, 0) + seconds * 1000).getTime())).toBe(false)
        expect(Math.abs(toSeconds(shown?.amount ?? 0, shown?.unit ?? "week") - seconds)).toBeLessThanOrEqual(1)
        const preset = getTriggerPreset(given)
        if (preset !== "custom") expect(toSeconds(triggerPresets[preset].amount, triggerPresets[preset].unit)).toBe(seconds)
      }),
    )
    expect(getDeliveryWait({ enabled: true, timeout: 172_800 })).toEqual({ amount: 2, unit: "day" })
    expect(getDeliveryWait({ enabled: true, timeout: 90, config: { amount: 4, unit: "hour" } })).toEqual({ amount: 90, unit: "second" })
  })

  test("[A10] waits its seconds, else its amount and unit; without both there is a finding", () => {
    const config = { amount: 4, unit: "hour" }
    expect(getWaitSeconds({ enabled: true, timeout: 90, config })).toBe(90)
    expect(getWaitSeconds({ enabled: true, config })).toBe(14_400)
    expect(getWaitSeconds({ enabled: true, timeout: 0, config })).toBe(14_400)
    const rules = (trigger: NonNullable<Parameters<typeof getWaitSeconds>[0]>) =>
      actionFindings({ type: "send2api", params: { endpoint: "https://a.example", trigger } }, "").map(({ pointer }) => pointer)
    for (const incomplete of [{}, { timeout: -10 }, { config: { amount: 4 } }]) {
      expect(getWaitSeconds({ enabled: true, ...incomplete })).toBeNull()
      expect(rules({ enabled: true, ...incomplete })).toEqual(["/params/trigger/timeout"])
      expect(rules({ enabled: false, ...incomplete })).toEqual([])
    }
    expect(rules({ enabled: true, config })).toEqual([])
    expect(getWaitSeconds(null)).toBeNull()
  })

  test("[A10] waits its own time if enabled; deliveries are listed by time, shortest first", () => {
    const trigger = fc.record({ enabled: fc.boolean(), timeout: fc.option(fc.integer({ min: -5, max: 40 })) })
    fc.assert(
      fc.property(fc.array(fc.option(trigger), { maxLength: 8 }), (triggers) => {
        const instructions = triggers.map((trigger, order) =>
          instruction(order, { type: "action", action: { type: "send2api", params: { endpoint: "https://a.example", trigger: trigger } } }),
        )
        const waits = triggers.flatMap((trigger, order) =>
          trigger?.enabled === true && trigger.timeout !== null && trigger.timeout > 0 ? [[trigger.timeout, order] as const] : [],
        )
        const found = staleDeliveries({ instructions: [instruction(9, {}), ...instructions] })
        expect(found.map(({ seconds, instruction: uuid }) => [seconds, uuid])).toEqual(
          waits.toSorted(([a, first], [b, second]) => a - b || first - second).map(([seconds, order]) => [seconds, `i${order}`]),
        )
        expect(secondsUntilStale({ instructions })).toBe(waits.length === 0 ? null : Math.min(...waits.map(([seconds]) => seconds)))
      }),
    )
  })

  test("has findings for an amount below 1 and an unknown unit, only while enabled", () => {
    const rules = (enabled: boolean) =>
      actionFindings(
        { type: "send2api", params: { endpoint: "https://a.example", trigger: { enabled, config: { amount: 0, unit: "x" } } } },
        "",
      ).map(({ pointer }) => pointer)
    expect(rules(true)).toEqual(["/params/trigger/config/amount", "/params/trigger/config/unit"])
    expect(rules(false)).toEqual([])
  })
})

describe("payloads", () => {
  const script = fc.array(answerable, { maxLength: 4 }).chain((all) =>
    fc.tuple(...all.map(({ answer }) => answer)).map((answers) => ({
      instructions: [
        instruction(0, { uuid: "hello" }),
        ...all.map(({ question }, i) => questionInstruction(i + 1, i % 2 === 0 ? null : `name${i}`, { ...question, uuid: `q${i}` })),
      ],
      answers: Object.fromEntries(answers.map(({ value }, i) => [`i${i + 1}`, value])),
    })),
  )

  test("are JSON, carry the record keys, and are equal for equal conversations", () => {
    fc.assert(
      fc.property(script, anyParams, ({ instructions, answers }, params) => {
        const payload = buildDeliveryPayload(params, { instructions }, conversation(answers), faces)
        expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
        expect(buildDeliveryPayload(params, { instructions }, conversation({ ...answers }), faces)).toEqual(payload)
        expect(payload["record"]).toEqual(params.labels ?? {})
        expect(payload["version"]).toBe(getPayloadVersion(params))
      }),
    )
  })

  test("[A4] list the selected questions in script order, with the selected fields only", () => {
    fc.assert(
      fc.property(
        script,
        structure,
        fc.option(fc.subarray(["q0", "q1", "q2", "q3"])),
        ({ instructions, answers }, structure, questions) => {
          const options = printPayloadStructure({ ...structure, format: "list" })
          const payload = buildDeliveryPayload(params({ options, questions }), { instructions }, conversation(answers), faces)
          const expected = instructions.flatMap(({ question }) =>
            question && (questions?.includes(question.uuid) ?? true) ? [question] : [],
          )
          const entries = payload["answers"]
          if (!Array.isArray(entries)) throw new Error("a list was chosen")
          expect(entries.length).toBe(expected.length)
          for (const [i, entry] of entries.entries()) {
            const { uuid, name } = entry.question
            expect(uuid).toBe(structure.question.includes("question.uuid") ? expected[i]?.uuid : undefined)
            expect(typeof name?.number).toBe(structure.question.includes("question.name.number") ? "string" : "undefined")
            expect(typeof name?.label).toBe(structure.question.includes("question.name.label") ? "string" : "undefined")
            const fields = structure.answer.map((option) => option.replace("answer.option.", ""))
            for (const part of entry.answer) expect(Object.keys(part)).toEqual(fields)
          }
        },
      ),
    )
  })

  const choice: Question = { uuid: "q1", type: "choice", choices: createChoices("Ja", "Nee") }
  const multiple: Question = { uuid: "q2", type: "multiple", choices: createChoices("Rood", "Groen", "Blauw") }
  const open: Question = { uuid: "q3", type: "open" }
  const instructions = [
    questionInstruction(0, "again", choice),
    questionInstruction(1, "colours", multiple),
    questionInstruction(2, null, open),
    questionInstruction(3, "mood", { uuid: "q4", type: "emoji" }),
  ]
  const answered = conversation({ i0: 2, i1: [1, 3], i2: "Prima", i3: 5 })
  const answersOf = (params: SendToApiParams) => buildDeliveryPayload(params, { instructions }, answered, faces)["answers"]

  test("[A5] map each name to its value in version 1", () => {
    expect(answersOf({ endpoint: "https://a.example" })).toEqual({ again: 2, colours: [1, 3], q3: "Prima", mood: 5 })
  })

  test("[A4] are a list in version 2", () => {
    const options = [
      "question.uuid",
      "question.name.number",
      "question.name.label",
      "answer.option.uuid",
      "answer.option.text",
      "answer.option.value",
    ]
    expect(answersOf(params({ options, questions: ["q2", "q1"] }))).toEqual([
      { question: { uuid: "q1", name: { number: "Q1", label: "again" } }, answer: [{ uuid: "c1", text: "Nee", value: 2 }] },
      {
        question: { uuid: "q2", name: { number: "Q2", label: "colours" } },
        answer: [
          { uuid: "c0", text: "Rood", value: 1 },
          { uuid: "c2", text: "Blauw", value: 3 },
        ],
      },
    ])
  })

  test("[A4] are keyed by label, else by number, else by uuid in the key-value format of version 2", () => {
    const keyed = (...options: ReadonlyArray<string>) =>
      answersOf(params({ options: [...options, "answer.option.text", "answer.format.key-value"] }))
    expect(keyed("question.uuid", "question.name.label")).toEqual({
      again: "Nee",
      colours: ["Rood", "Blauw"],
      q3: "Prima",
      mood: "Very satisfied",
    })
    expect(Object.keys(keyed("question.uuid", "question.name.number") ?? {})).toEqual(["Q1", "Q2", "Q3", "Q4"])
    expect(Object.keys(keyed("question.uuid") ?? {})).toEqual(["q1", "q2", "q3", "q4"])
  })

  test("[A5] describe the conversation: ids, status, times and metadata", () => {
    const described = { ...conversation({}), updatedAt: "2024-01-01T10:03:00Z", syncedAt: "2024-01-01T10:09:00Z" }
    for (const version of [1, 2] as const)
      expect(buildDeliveryPayload({ version }, { instructions }, described, faces)["conversation"]).toEqual({
        uuid: "c",
        respondent: "r",
        status: "finished",
        startedAt: "2024-01-01T10:00:00Z",
        updatedAt: "2024-01-01T10:03:00Z",
        finishedAt: "2024-01-01T10:05:00Z",
        metadata: { source: "mail" },
      })
  })

  test("have null or an empty list for missing answers", () => {
    const unanswered = buildDeliveryPayload({}, { instructions }, conversation({ i2: "", i1: [] }), faces)
    expect(unanswered["answers"]).toEqual({ again: null, colours: [], q3: null, mood: null })
  })
})

describe("the fake conversation", () => {
  const ids = {
    cuuid: "00000000-0000-4000-8000-000000000001",
    respondent: "00000000-0000-4000-8000-000000000002",
    now: "2024-05-01T12:00:00Z",
  }
  const fresh = (type: Question["type"]) => newQuestion(type, { newUuid: () => "u", locale: "en" })
  const question = fc.oneof(
    fc.constantFrom(...questionTypes).map(fresh),
    answerable.map((sample) => sample.question),
    fc
      .tuple(fc.array(fc.boolean(), { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 4 }))
      .map(
        ([alone, minimum]): Question => ({
          uuid: "q",
          type: "multiple",
          choices: createChoices(...alone.map(String)).map((choice, i) => ({ ...choice, single: alone[i] ?? false })),
          options: { minimum },
        }),
      )
      .filter((question) => question.choices?.some(({ single }) => single) === true),
    fc
      .record({ minimum: fc.nat(60), size: fc.nat(60) })
      .map(({ minimum, size }): Question => ({ uuid: "q", type: "open", options: { minimum, maximum: minimum + size } })),
  )

  test("answers every question with a valid answer", () => {
    fc.assert(
      fc.property(fc.array(question.filter(hasValidOptions)), (questions) => {
        const instructions = questions.map((question, i) => questionInstruction(i, null, question))
        const { answers, status } = createFakeConversation({ instructions }, ids)
        expect(status).toBe("finished")
        for (const [i, question] of questions.entries())
          expect([question, parseAnswer(question, answers[`i${i}`])]).toEqual([question, { ok: true, value: answers[`i${i}`] }])
      }),
    )
  })

  test("does not combine an exclusive choice with others", () => {
    const choices = createChoices("Niets", "Rood", "Groen").map((choice, i) => ({ ...choice, single: i === 0 }))
    const fakeAnswer = (question: Question) =>
      createFakeConversation({ instructions: [questionInstruction(0, null, question)] }, ids).answers["i0"]
    expect(fakeAnswer({ uuid: "q", type: "multiple", choices, options: { minimum: 2, maximum: 3 } })).toEqual([2, 3])
    expect(fakeAnswer({ uuid: "q", type: "multiple", choices: choices.slice(0, 2), options: { minimum: 2 } })).toEqual([1])
  })

  test("is replaced by a real one only if the typed id is a UUID", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(parseConversationId(` ${id.toUpperCase()} `)).toBe(id)
      }),
    )
    for (const id of ["", "x", "00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-0000000000001", "{…}"])
      expect(parseConversationId(id)).toBeUndefined()
  })
})

test("[F3] a delivery keeps unknown fields when decoded and encoded", () => {
  const stored = {
    type: "send2api",
    params: { endpoint: "", version: 2, "newer field": { deep: [1] }, trigger: { enabled: true, other: 1 } },
  }
  expect(Schema.encodeSync(Action)(Schema.decodeUnknownSync(Action)(stored))).toEqual(stored)
})

describe("[C15] scores in a delivery", () => {
  const scored = createChoices("Nee", "Ja").map((choice, score) => ({ ...choice, score }))
  const instructions = [
    questionInstruction(0, "pain", { uuid: "q0", type: "choice", choices: scored }),
    instruction(1, { type: "score", label: "total", action: { type: "score", params: {} } }),
  ]
  const answersOf = (parts: Partial<SendToApiParams>, scores?: Conversation["scores"]) =>
    buildDeliveryPayload(params(parts), { instructions }, { ...conversation({ i0: 2 }), ...(scores && { scores }) }, faces)["answers"]
  const keyed = printPayloadStructure({ question: ["question.name.label"], answer: ["answer.option.value"], format: "key-value" })
  const listed = printPayloadStructure({
    question: ["question.uuid"],
    answer: ["answer.option.value", "answer.option.text"],
    format: "list",
  })
  const reached = { i1: { total: 1.5, average: 1.5 } }

  test("are sent only if they are named, and as null before they are reached", () => {
    expect(answersOf({ options: keyed, questions: null }, reached)).toEqual({ pain: 2 })
    expect(answersOf({ options: keyed, questions: ["q0"] }, reached)).toEqual({ pain: 2 })
    expect(answersOf({ options: keyed, questions: ["q0", "i1"] }, reached)).toEqual({ pain: 2, total: 1.5 })
    expect(answersOf({ options: keyed, questions: ["i1"] })).toEqual({ total: null })
  })

  test("are the total as a number and as a text", () => {
    expect(answersOf({ options: listed, questions: ["i1"] }, reached)).toEqual([
      { question: { uuid: "i1" }, answer: [{ text: "1.5", value: 1.5 }] },
    ])
    expect(answersOf({ options: listed, questions: ["i1"] })).toEqual([{ question: { uuid: "i1" }, answer: [] }])
  })

  test("can be chosen and removed again, in script order", () => {
    const script = { instructions }
    expect(listSendableQuestions(script).map(({ id }) => id)).toEqual(["q0", "i1"])
    expect(toggleSentQuestion(script, ["i1"], "q0")).toEqual(["q0", "i1"])
    expect(toggleSentQuestion(script, null, "i1")).toEqual(["q0", "i1"])
    expect(toggleSentQuestion(script, ["q0", "i1"], "i1")).toEqual(["q0"])
    expect([hasSendableScores(script), hasSendableScores({ instructions: instructions.slice(0, 1) })]).toEqual([true, false])
  })
})
