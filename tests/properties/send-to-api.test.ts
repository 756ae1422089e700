import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Action, newAction } from "../../domain/actions/action.ts"
import { actionFindings } from "../../domain/actions/action-check.ts"
import { buildDeliveryPayload } from "../../domain/actions/delivery-payload.ts"
import {
  deliveryWait,
  isTriggerAmount,
  presetOf,
  secondsOf,
  secondsUntilStale,
  setTriggerAmount,
  setTriggerPreset,
  staleDeliveries,
  triggerPresets,
  waitSeconds,
} from "../../domain/actions/delivery-trigger.ts"
import {
  canSave,
  isStepReachable,
  isStepValid,
  type SendToApiParams,
  versionOf,
  wizardSteps,
} from "../../domain/actions/delivery-validation.ts"
import { fakeConversation, parseConversationId } from "../../domain/actions/fake-conversation.ts"
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
import { deliveryRetryDelaysMs } from "../../domain/actions/retry-delays.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { newQuestion } from "../../domain/questions/new-question.ts"
import { type Question, questionTypes } from "../../domain/questions/question.ts"
import { hasValidOptions } from "../../domain/questions/question-check.ts"
import { answerable, asked, choicesOf, instruction } from "../arbitraries/answerable.ts"

const faces = ["Very unsatisfied", "Unsatisfied", "Neutral", "Satisfied", "Very satisfied"] as const
const conversation = (answers: Readonly<Record<string, unknown>>): Conversation => ({
  cuuid: "c",
  uuid: "r",
  status: "finished",
  startedAt: "2024-01-01T10:00:00Z",
  updatedAt: null,
  syncedAt: null,
  finishedAt: "2024-01-01T10:05:00Z",
  metadata: { source: "mail" },
  answers,
  actions: {},
})

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
  type Edit = (it: PayloadStructure) => PayloadStructure
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.constantFrom(...questionOptions).map(
      (option): Edit =>
        (it) =>
          toggleQuestionOption(it, option),
    ),
    fc.constantFrom(...answerOptions).map(
      (option): Edit =>
        (it) =>
          toggleAnswerOption(it, option),
    ),
    fc.constantFrom("list" as const, "key-value" as const).map(
      (format): Edit =>
        (it) =>
          chooseFormat(it, format),
    ),
  )

  test("[A4] it is written and read without loss, whatever was chosen", () => {
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        const made = edits.reduce<PayloadStructure>((now, it) => it(now), { question: [], answer: [], format: "list" })
        expect(parsePayloadStructure(printPayloadStructure(made))).toEqual(made)
        expect(structureProblems(made)).not.toContain("several-answer-options")
      }),
    )
  })

  test("options that are not known say nothing; without any the form is a list", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (noise) => {
        expect(parsePayloadStructure(noise)).toEqual({ question: [], answer: [], format: "list" })
      }),
    )
    expect(parsePayloadStructure(null)).toEqual({ question: [], answer: [], format: "list" })
  })

  test("an option chosen twice is not chosen; in the key-value form the options of the answer exclude each other", () => {
    fc.assert(
      fc.property(structure, fc.constantFrom(...questionOptions), fc.constantFrom(...answerOptions), (it, question, answer) => {
        expect(toggleQuestionOption(it, question).question.includes(question)).toBe(!it.question.includes(question))
        expect(toggleQuestionOption(toggleQuestionOption(it, question), question)).toEqual(it)
        expect(toggleAnswerOption(chooseFormat(it, "key-value"), answer).answer).toEqual([answer])
        const list = chooseFormat(it, "list")
        const others = (options: ReadonlyArray<string>) => options.filter((other) => other !== answer && other !== question)
        expect(others(toggleAnswerOption(list, answer).answer)).toEqual(others(list.answer))
        expect(others(toggleQuestionOption(list, question).question)).toEqual(others(list.question))
        expect(toggleAnswerOption(list, answer).answer.includes(answer)).toBe(!list.answer.includes(answer))
        expect(toggleAnswerOption(toggleAnswerOption(chooseFormat(it, "list"), answer), answer).answer).toEqual(it.answer)
      }),
    )
  })

  test("at least one of the question, at least one of the answer, in the key-value form exactly one", () => {
    fc.assert(
      fc.property(structure, (it) => {
        const isRight = it.question.length > 0 && (it.format === "list" ? it.answer.length > 0 : it.answer.length === 1)
        expect(structureProblems(it).length === 0).toBe(isRight)
        expect(isStepValid("structure", params({ options: printPayloadStructure(it) }))).toBe(isRight)
      }),
    )
  })
})

describe("the wizard", () => {
  test("a step is reached when all before it are valid, and it is saved at the last with all valid", () => {
    fc.assert(
      fc.property(anyParams, (it) => {
        const valid = wizardSteps.map((step) => isStepValid(step, it))
        expect(wizardSteps.map((step) => isStepReachable(step, it))).toEqual([true, valid[0], valid[0] && valid[1]])
        const isWhole = valid.every(Boolean)
        expect(wizardSteps.map((step) => canSave(step, it))).toEqual(
          versionOf(it) === 1 ? [valid[0], valid[0], valid[0]] : [false, false, isWhole],
        )
      }),
    )
  })

  test("the check finds exactly what keeps the wizard from saving", () => {
    fc.assert(
      fc.property(anyParams, (it) => {
        const findings = actionFindings({ type: "send2api", params: it }, "/action")
        expect(findings.length === 0).toBe(canSave("structure", it))
        expect(findings.every(({ rule }) => rule === "endpoint-url" || rule === "structure")).toBe(true)
      }),
    )
  })

  test("a new delivery lacks its endpoint only, and is of version 2; without a version it is read as 1", () => {
    const made = newAction("send2api")
    expect(actionFindings(made, "").map(({ pointer }) => pointer)).toEqual(["/params/endpoint"])
    expect(made.type === "send2api" && versionOf(made.params)).toBe(2)
    expect(versionOf({})).toBe(1)
  })
})

test("a delivery is tried again after growing pauses, for a little more than a day", () => {
  expect([...deliveryRetryDelaysMs].sort((one, other) => one - other)).toEqual([...deliveryRetryDelaysMs])
  expect(new Set(deliveryRetryDelaysMs).size).toBe(deliveryRetryDelaysMs.length)
  const hours = deliveryRetryDelaysMs.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(24)
  expect(hours).toBeLessThan(26)
})

describe("record keys", () => {
  const labels = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 5 })

  test("[A6] a key is added once, and never empty", () => {
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
          expect(Object.keys(removeRecordKey(after, key.trim()))).toEqual(Object.keys(before).filter((it) => it !== key.trim()))
        }
      }),
    )
  })
})

describe("when it is delivered", () => {
  test("the presets of the specification, in seconds", () => {
    const seconds = Object.values(triggerPresets).map(({ amount, unit }) => secondsOf(amount, unit))
    expect(seconds).toEqual([3600, 14_400, 86_400, 604_800, 1_209_600])
    expect(setTriggerPreset(null, "4-hours")).toEqual({
      enabled: true,
      timeout: 14_400,
      config: { preset: "4-hours", custom: false, amount: 4, unit: "hour" },
    })
  })

  test("[A7] an amount of a unit, 1 at least; what else the trigger holds stays", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.double()),
        fc.constantFrom("second", "minute", "hour", "day", "week"),
        fc.boolean(),
        (amount, unit, enabled) => {
          const made = setTriggerAmount({ enabled, name: "stale", "newer field": 1 }, amount, unit)
          const wait = made.config?.amount ?? 0
          expect(isTriggerAmount(wait, unit)).toBe(true)
          if (isTriggerAmount(amount, unit)) expect(wait).toBe(amount)
          expect(made).toMatchObject({ enabled, name: "stale", "newer field": 1, timeout: wait * secondsOf(1, unit) })
          expect(deliveryWait(made)).toEqual(enabled ? { amount: wait, unit } : undefined)
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
    expect(deliveryWait(null)).toBeUndefined()
    expect(deliveryWait({ enabled: true, config: { amount: 1, unit: "fortnight" } })).toBeUndefined()
  })

  test("[A7] whatever a file says, a trigger waits so long that there is a date then, and what is shown is what it waits", () => {
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
      fc.property(trigger, (made) => {
        const seconds = waitSeconds(made)
        const shown = deliveryWait(made)
        if (seconds === null) {
          expect(shown).toBeUndefined()
          return
        }
        expect(Number.isNaN(new Date(Date.UTC(2026, 0) + seconds * 1000).getTime())).toBe(false)
        expect(Math.abs(secondsOf(shown?.amount ?? 0, shown?.unit ?? "week") - seconds)).toBeLessThanOrEqual(1)
        const preset = presetOf(made)
        if (preset !== "custom") expect(secondsOf(triggerPresets[preset].amount, triggerPresets[preset].unit)).toBe(seconds)
      }),
    )
    expect(deliveryWait({ enabled: true, timeout: 172_800 })).toEqual({ amount: 2, unit: "day" })
    expect(deliveryWait({ enabled: true, timeout: 90, config: { amount: 4, unit: "hour" } })).toEqual({ amount: 90, unit: "second" })
  })

  test("[A10] a trigger waits the seconds that it says, else what its amount and unit come to; one that says neither is found", () => {
    const config = { amount: 4, unit: "hour" }
    expect(waitSeconds({ enabled: true, timeout: 90, config })).toBe(90)
    expect(waitSeconds({ enabled: true, config })).toBe(14_400)
    expect(waitSeconds({ enabled: true, timeout: 0, config })).toBe(14_400)
    const rules = (trigger: NonNullable<Parameters<typeof waitSeconds>[0]>) =>
      actionFindings({ type: "send2api", params: { endpoint: "https://a.example", trigger } }, "").map(({ pointer }) => pointer)
    for (const nothing of [{}, { timeout: -10 }, { config: { amount: 4 } }]) {
      expect(waitSeconds({ enabled: true, ...nothing })).toBeNull()
      expect(rules({ enabled: true, ...nothing })).toEqual(["/params/trigger/timeout"])
      expect(rules({ enabled: false, ...nothing })).toEqual([])
    }
    expect(rules({ enabled: true, config })).toEqual([])
    expect(waitSeconds(null)).toBeNull()
  })

  test("[A10] of the triggers that are on, each waits its own time, the most impatient first", () => {
    const trigger = fc.record({ enabled: fc.boolean(), timeout: fc.option(fc.integer({ min: -5, max: 40 })) })
    fc.assert(
      fc.property(fc.array(fc.option(trigger), { maxLength: 8 }), (triggers) => {
        const instructions = triggers.map((it, order) =>
          instruction(order, { type: "action", action: { type: "send2api", params: { endpoint: "https://a.example", trigger: it } } }),
        )
        const waits = triggers.flatMap((it, order) =>
          it?.enabled === true && it.timeout !== null && it.timeout > 0 ? [[it.timeout, order] as const] : [],
        )
        const found = staleDeliveries({ instructions: [instruction(9, {}), ...instructions] })
        expect(found.map(({ seconds, instruction: uuid }) => [seconds, uuid])).toEqual(
          waits
            .toSorted(([one, first], [other, second]) => one - other || first - second)
            .map(([seconds, order]) => [seconds, `i${order}`]),
        )
        expect(secondsUntilStale({ instructions })).toBe(waits.length === 0 ? null : Math.min(...waits.map(([seconds]) => seconds)))
      }),
    )
  })

  test("the check refuses an amount below 1 and a unit that is none, once the trigger is on", () => {
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
        ...all.map(({ question }, i) => asked(i + 1, i % 2 === 0 ? null : `name${i}`, { ...question, uuid: `q${i}` })),
      ],
      answers: Object.fromEntries(answers.map(({ value }, i) => [`i${i + 1}`, value])),
    })),
  )

  test("are JSON, carry the record keys, and say the same for the same conversation", () => {
    fc.assert(
      fc.property(script, anyParams, ({ instructions, answers }, it) => {
        const payload = buildDeliveryPayload(it, { instructions }, conversation(answers), faces)
        expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
        expect(buildDeliveryPayload(it, { instructions }, conversation({ ...answers }), faces)).toEqual(payload)
        expect(payload["record"]).toEqual(it.labels ?? {})
        expect(payload["version"]).toBe(versionOf(it))
      }),
    )
  })

  test("[A4] a list has an entry for each question that was chosen, in the script's order, with the chosen fields only", () => {
    fc.assert(
      fc.property(script, structure, fc.option(fc.subarray(["q0", "q1", "q2", "q3"])), ({ instructions, answers }, chosen, questions) => {
        const options = printPayloadStructure({ ...chosen, format: "list" })
        const payload = buildDeliveryPayload(params({ options, questions }), { instructions }, conversation(answers), faces)
        const wanted = instructions.flatMap(({ question }) => (question && (questions?.includes(question.uuid) ?? true) ? [question] : []))
        const entries = payload["answers"]
        if (!Array.isArray(entries)) throw new Error("a list was chosen")
        expect(entries.length).toBe(wanted.length)
        for (const [i, entry] of entries.entries()) {
          const { uuid, name } = entry.question
          expect(uuid).toBe(chosen.question.includes("question.uuid") ? wanted[i]?.uuid : undefined)
          expect(typeof name?.number).toBe(chosen.question.includes("question.name.number") ? "string" : "undefined")
          expect(typeof name?.label).toBe(chosen.question.includes("question.name.label") ? "string" : "undefined")
          const fields = chosen.answer.map((option) => option.replace("answer.option.", ""))
          for (const part of entry.answer) expect(Object.keys(part)).toEqual(fields)
        }
      }),
    )
  })

  const choice: Question = { uuid: "q1", type: "choice", choices: choicesOf("Ja", "Nee") }
  const multiple: Question = { uuid: "q2", type: "multiple", choices: choicesOf("Rood", "Groen", "Blauw") }
  const open: Question = { uuid: "q3", type: "open" }
  const instructions = [
    asked(0, "again", choice),
    asked(1, "colours", multiple),
    asked(2, null, open),
    asked(3, "mood", { uuid: "q4", type: "emoji" }),
  ]
  const answered = conversation({ i0: 2, i1: [1, 3], i2: "Prima", i3: 5 })
  const answersOf = (it: SendToApiParams) => buildDeliveryPayload(it, { instructions }, answered, faces)["answers"]

  test("[A5] version 1: each name and its value", () => {
    expect(answersOf({ endpoint: "https://a.example" })).toEqual({ again: 2, colours: [1, 3], q3: "Prima", mood: 5 })
  })

  test("[A4] version 2, as a list", () => {
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

  test("[A4] version 2, as key-value: by label, else by number, else by uuid", () => {
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

  test("[A5] of the conversation it says whose it is, how it stands, when it was, and what is known of the respondent", () => {
    const told = { ...conversation({}), updatedAt: "2024-01-01T10:03:00Z", syncedAt: "2024-01-01T10:09:00Z" }
    for (const version of [1, 2] as const)
      expect(buildDeliveryPayload({ version }, { instructions }, told, faces)["conversation"]).toEqual({
        uuid: "c",
        respondent: "r",
        status: "finished",
        startedAt: "2024-01-01T10:00:00Z",
        updatedAt: "2024-01-01T10:03:00Z",
        finishedAt: "2024-01-01T10:05:00Z",
        metadata: { source: "mail" },
      })
  })

  test("what was not answered is null, or an empty list", () => {
    const nobody = buildDeliveryPayload({}, { instructions }, conversation({ i2: "", i1: [] }), faces)
    expect(nobody["answers"]).toEqual({ again: null, colours: [], q3: null, mood: null })
  })
})

describe("the fake conversation", () => {
  const ids = {
    cuuid: "00000000-0000-4000-8000-000000000001",
    respondent: "00000000-0000-4000-8000-000000000002",
    now: "2024-05-01T12:00:00Z",
  }
  const fresh = (type: Question["type"]) => newQuestion(type, { fresh: () => "u", locale: "en" })
  const question = fc.oneof(
    fc.constantFrom(...questionTypes).map(fresh),
    answerable.map((it) => it.question),
    fc
      .tuple(fc.array(fc.boolean(), { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 4 }))
      .map(
        ([alone, minimum]): Question => ({
          uuid: "q",
          type: "multiple",
          choices: choicesOf(...alone.map(String)).map((it, i) => ({ ...it, single: alone[i] ?? false })),
          options: { minimum },
        }),
      )
      .filter((it) => it.choices?.some(({ single }) => single) === true),
    fc
      .record({ minimum: fc.nat(60), size: fc.nat(60) })
      .map(({ minimum, size }): Question => ({ uuid: "q", type: "open", options: { minimum, maximum: minimum + size } })),
  )

  test("answers every question with what a respondent could answer", () => {
    fc.assert(
      fc.property(fc.array(question.filter(hasValidOptions)), (questions) => {
        const instructions = questions.map((it, i) => asked(i, null, it))
        const { answers, status } = fakeConversation({ instructions }, ids)
        expect(status).toBe("finished")
        for (const [i, it] of questions.entries())
          expect([it, parseAnswer(it, answers[`i${i}`])]).toEqual([it, { ok: true, value: answers[`i${i}`] }])
      }),
    )
  })

  test("a choice that excludes all others is not combined", () => {
    const choices = choicesOf("Niets", "Rood", "Groen").map((it, i) => ({ ...it, single: i === 0 }))
    const fake = (it: Question) => fakeConversation({ instructions: [asked(0, null, it)] }, ids).answers["i0"]
    expect(fake({ uuid: "q", type: "multiple", choices, options: { minimum: 2, maximum: 3 } })).toEqual([2, 3])
    expect(fake({ uuid: "q", type: "multiple", choices: choices.slice(0, 2), options: { minimum: 2 } })).toEqual([1])
  })

  test("an id that is a UUID is looked up, anything else ignored", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(parseConversationId(` ${id.toUpperCase()} `)).toBe(id)
      }),
    )
    for (const id of ["", "x", "00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-0000000000001", "{…}"])
      expect(parseConversationId(id)).toBeUndefined()
  })
})

test("[F3] a delivery keeps the fields that are not known, through the Schema", () => {
  const stored = {
    type: "send2api",
    params: { endpoint: "", version: 2, "newer field": { deep: [1] }, trigger: { enabled: true, other: 1 } },
  }
  expect(Schema.encodeSync(Action)(Schema.decodeUnknownSync(Action)(stored))).toEqual(stored)
})
