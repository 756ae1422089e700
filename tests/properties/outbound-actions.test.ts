// Outbound steps: their settings, prompts and recalls, connection calls, responses, and JSON fields.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { findJsonObjectError, jsonFieldText, parseJsonObject, printJsonObject } from "../../domain/actions/action-fields.ts"
import { parseOutcome } from "../../domain/actions/action-outcome.ts"
import { crmAuthFields, crmAuthTypes, getConnectionId } from "../../domain/actions/crm-action.ts"
import { sentQuestionIds, toggleSentQuestion } from "../../domain/actions/delivery-payload.ts"
import {
  getDeliveryWait,
  getTriggerPreset,
  setTriggerAmount,
  setTriggerEnabled,
  setTriggerPreset,
  triggerPresetNames,
  triggerPresets,
} from "../../domain/actions/delivery-trigger.ts"
import { canSave, getAdjacentStep, toDynamicDelivery, wizardSteps } from "../../domain/actions/delivery-validation.ts"
import { createFakeConversation } from "../../domain/actions/fake-conversation.ts"
import { addIdempotencyKey, buildCallFields, buildConnectionCall, buildEndpointRequest } from "../../domain/actions/outbound-request.ts"
import { toConditionValue } from "../../domain/conditions/condition-value.ts"
import { extractDataPoints, getValueAtPath, listDataKeys } from "../../domain/connections/data-point.ts"
import { aiPresets, buildPresetPrompt } from "../../domain/editing/ai-prompts.ts"
import { completeCondition, completeRecall, completeRecallInJson } from "../../domain/editing/completion.ts"
import { listRowSubjects } from "../../domain/editing/condition-builder.ts"
import { splitRecalls } from "../../domain/recall/recall.ts"
import { setOrder } from "../../domain/script/instruction.ts"
import { tokenizeJson } from "../../ui/console/editor/outbound/json-highlighting.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { json } from "../arbitraries/scripts.ts"

const messagesWith = (content: string) => [{ uuid: `m ${content}`, locale: "nl", content }]
const script = setOrder([
  {
    ...questionInstruction(0, "comes", { uuid: "q1", type: "choice", choices: createChoices("Yes", "No") }),
    messages: messagesWith("<p>Will you come?</p>"),
  },
  { ...questionInstruction(1, null, { uuid: "q2", type: "open" }), messages: messagesWith("Why, {{answers.comes}}?") },
  instruction(2, { type: "action", label: "lookup", action: { type: "getFromAPI", params: {} } }),
  instruction(3, { type: "action", label: "ai", action: { type: "askAI", params: {} } }),
  questionInstruction(4, "later", { uuid: "q5", type: "open" }),
])

describe("the questions that are sent", () => {
  test("are all or the selected ones, in script order; a deleted question is dropped at the next change", () => {
    expect(sentQuestionIds({ instructions: script }, null)).toEqual(["q1", "q2", "q5"])
    expect(toggleSentQuestion({ instructions: script }, ["gone", "q5"], "q1")).toEqual(["q1", "q5"])
    expect(toggleSentQuestion({ instructions: script }, null, "q2")).toEqual(["q1", "q5"])
  })

  test("are the same after toggling a question twice", () => {
    fc.assert(
      fc.property(fc.subarray(["q1", "q2", "q5"]), fc.constantFrom("q1", "q2", "q5"), (chosen, uuid) => {
        const once = toggleSentQuestion({ instructions: script }, chosen, uuid)
        expect(once.includes(uuid)).toBe(!chosen.includes(uuid))
        expect(toggleSentQuestion({ instructions: script }, once, uuid)).toEqual(chosen)
      }),
    )
  })
})

describe("the trigger", () => {
  test("[A7] waits the default time or its previous time when turned on, and keeps its time when turned off", () => {
    expect(getDeliveryWait(setTriggerEnabled(null, true))).toEqual({ amount: 4, unit: "hour" })
    const three = setTriggerAmount(null, 3, "day")
    expect(setTriggerEnabled(setTriggerEnabled(three, false), true)).toEqual(three)
    expect(getDeliveryWait(setTriggerEnabled(three, false))).toBeUndefined()
    expect(setTriggerEnabled({ name: "left" }, true)).toMatchObject({ name: "left", enabled: true, timeout: 14_400 })
  })

  test("is shown as the preset with its waiting time, else as custom", () => {
    for (const preset of triggerPresetNames) expect(getTriggerPreset(setTriggerPreset(null, preset))).toBe(preset)
    expect(Object.keys(triggerPresets)).toEqual([...triggerPresetNames])
    for (const trigger of [null, {}, setTriggerAmount(setTriggerPreset(null, "1-day"), 1, "day"), { config: { preset: "never" } }])
      expect(getTriggerPreset(trigger)).toBe("custom")
  })
})

test("the wizard offers adjacent steps that are available, and a static delivery becomes a dynamic one that can be saved", () => {
  const params = { endpoint: "https://a.example", version: 2 as const, questions: [], options: [] }
  expect(wizardSteps.map((step) => getAdjacentStep(step, 1, params))).toEqual(["questions", null, null])
  expect(wizardSteps.map((step) => getAdjacentStep(step, -1, params))).toEqual([null, "endpoint", "questions"])
  const dynamic = toDynamicDelivery({ endpoint: "https://a.example" })
  expect(canSave("structure", dynamic)).toBe(true)
  expect(toDynamicDelivery({ ...params, options: ["question.uuid"] }).options).toEqual(["question.uuid"])
})

describe("prompts", () => {
  test("a preset states its task and recalls earlier answers; presets for text recall only text answers, if there are any", () => {
    expect(buildPresetPrompt("summarize", "Summarize.", script, 3)).toBe(
      "Summarize.\nWill you come? {{answers.comes}}\nWhy, …? {{answers.q2}}",
    )
    expect(buildPresetPrompt("sentiment", "Feel.", script, 3)).toBe("Feel.\nWhy, …? {{answers.q2}}")
    expect(buildPresetPrompt("sentiment", "Feel.", script, 1)).toBe("Feel.\nWill you come? {{answers.comes}}")
    expect(buildPresetPrompt("classify", "Say.", script, 0)).toBe("Say.")
    for (const preset of aiPresets)
      for (const piece of splitRecalls(buildPresetPrompt(preset, "Do.", script, 3), "plain")) expect(piece._tag).not.toBe("Broken")
  })

  test("typing two braces offers earlier answers and actions, metadata and CRM keys, but nothing from later steps", () => {
    const offered = (text: string, caret = text.length) =>
      completeRecall(text, caret, { instructions: script, place: 3, crmKeys: ["city"] })
    expect(offered("Hi {{").options.map(({ text }) => text)).toEqual([
      "{{answers.q2}}",
      "{{answers.comes}}",
      "{{actions.lookup}}",
      "{{crm.groups}}",
      "{{crm.city}}",
    ])
    expect(offered("Hi {{crm.c")).toMatchObject({ from: 3, to: 10, options: [{ text: "{{crm.city}}" }] })
    expect(offered("{{co}} and", 4)).toMatchObject({
      from: 0,
      to: 6,
      options: [{ text: "{{answers.comes}}", about: "Will you come?" }, { text: "{{answers.q2}}" }],
    })
    const named = [
      {
        ...questionInstruction(0, "name", { uuid: "q", type: "open" }),
        messages: [{ uuid: "m", locale: "en", content: "And {{crm.name}}?" }],
      },
    ]
    expect(completeRecall("{{na", 4, { instructions: named, place: 1, crmKeys: [] }).options[0]).toMatchObject({ about: "And [name]?" })
    for (const text of ["", "Hi {", "Hi {{a}} there", "{{a|b", "{{a\nb"]) expect(offered(text).options).toEqual([])
  })

  test("a recall that is inserted into JSON is escaped", () => {
    const context = { instructions: [instruction(0, { condition: 'metadata["a b"] == 1' })], place: 1, crmKeys: [] }
    const text = '{"a":"{{"}'
    const { from, to, options } = completeRecallInJson(text, text.indexOf("{{") + 2, context)
    const [option] = options
    expect(JSON.parse(text.slice(0, from) + option?.text + text.slice(to))).toEqual({ a: '{{metadata["a b"]}}' })
  })

  test("every offered completion is a valid recall", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 6 }), (before, after) => {
        const text = `${before}{{`
        const context = { instructions: script, place: 3, crmKeys: ["a b", "<b>&"] }
        for (const option of completeRecall(text + after, text.length, { ...context, markup: "rich" }).options)
          expect(splitRecalls(option.text, "rich")).toMatchObject([{ _tag: "Recall", source: option.text }])
        const { from, to, options } = completeRecall(text + after, text.length, context)
        for (const option of options) {
          const completed = (text + after).slice(0, from) + option.text + (text + after).slice(to)
          expect(completed.slice(from, from + option.text.length)).toBe(option.text)
          expect(splitRecalls(option.text, "plain")).toMatchObject([{ _tag: "Recall" }])
        }
      }),
    )
  })
})

test("[O8] keys of external data are completed in conditions and offered as subjects of condition rows", () => {
  expect(completeCondition("crm.c", 5, script, 3, ["city"]).options.map(({ text }) => text)).toEqual(["city"])
  expect(completeCondition("ci", 2, script, 3, ["city"]).options.map(({ text }) => text)).toEqual(["crm.city"])
  expect(listRowSubjects(script, 3, ["city"])).toContainEqual({ _tag: "Crm", key: "city" })
})

describe("connections of steps", () => {
  test("are identified by an id, a numeric id, or an object with an id", () => {
    expect([getConnectionId(" c "), getConnectionId({ id: "c", name: "People" }), getConnectionId({ id: 3 })]).toEqual(["c", "c", "3"])
    for (const value of [null, undefined, " ", {}, [], { id: null }]) expect(getConnectionId(value)).toBe("")
  })

  test("[A13] receive exactly the parameters of the authentication type", () => {
    const params = {
      selector: " number ",
      valueSelector: "{{answers.number}}",
      placeholder: "code",
      emailSender: "a@example.org",
      emailSubject: "Your code",
      emailBody: "",
      crmAuthenticatedType: " code by mail ",
      validation: { pattern: "[0-9]{6}" },
    }
    const fieldsOf = (crmAuthType: (typeof crmAuthTypes)[number]) =>
      buildCallFields({ type: "crmAuth", params: { ...params, crmAuthType } })
    expect(fieldsOf("authenticated")).toEqual({
      parameters: { authType: "authenticated", authenticatedType: "code by mail", selector: "number", value: "{{answers.number}}" },
      payload: {
        placeholder: "code",
        validation: { pattern: "[0-9]{6}" },
        email: { sender: "a@example.org", subject: "Your code" },
      },
    })
    expect(fieldsOf("preauthenticated")).toEqual({
      parameters: { authType: "preauthenticated", selector: "number", value: "{{answers.number}}" },
      payload: {},
    })
    expect(fieldsOf("anonymous")).toEqual({ parameters: { authType: "anonymous" }, payload: {} })
    expect(buildCallFields({ type: "crmAuth", params: {} })).toEqual({ parameters: { authType: "anonymous" }, payload: {} })
    expect(buildCallFields({ type: "crmApi", params: { column: "city" } })).toEqual({ parameters: { column: "city" }, payload: {} })
    expect(Object.keys(crmAuthFields)).toEqual([...crmAuthTypes])
  })

  test("[A15] receive the placeholder and the validation, and no empty values", () => {
    const fieldsOf = (params: Extract<Parameters<typeof buildCallFields>[0], { readonly type: "crmApi" }>["params"]) =>
      buildCallFields({ type: "crmApi", params })
    expect(fieldsOf({ column: "city", placeholder: " Your city ", validation: "not empty" })).toEqual({
      parameters: { column: "city" },
      payload: { placeholder: "Your city", validation: "not empty" },
    })
    for (const validation of [null, undefined, "", "  ", {}, []])
      expect(fieldsOf({ placeholder: "", validation })).toEqual({ parameters: {}, payload: {} })
    for (const validation of [false, 0, [1], { a: null }]) expect(fieldsOf({ validation }).payload).toEqual({ validation })
  })
})

test("[A12] a connection call has the key, the conversation and the respondent, and in a POST also the metadata and answers", () => {
  const conversation = createFakeConversation(
    { instructions: script },
    { cuuid: "the conversation", respondent: "the person", now: "2026-01-01T00:00:00.000Z" },
  )
  const fields = { parameters: { column: "city" }, payload: { email: { subject: "Hello" } } }
  expect(buildConnectionCall({ platform: 4, name: "n", externalKey: "key" }, fields, conversation)).toEqual({
    parameters: { externalKey: "key", column: "city", conversation: "the conversation", respondent: "the person" },
    payload: { email: { subject: "Hello" }, metadata: conversation.metadata, answers: conversation.answers },
  })
})

describe("[O8] external data", () => {
  const row = (valueSource: string, dataSelector: string, selectedConnection = "c") => ({ selectedConnection, valueSource, dataSelector })
  const answer = { person: { name: "Ada", homes: [{ city: "Ghent" }] }, since: 0, $: 1 }

  test("is selected from the connection's response by field names and indexes; missing values are null", () => {
    const rows = [
      row("name", "person.name"),
      row("city", "$.person.homes[0].city"),
      row("since", "since"),
      row("x", "person.name.first"),
      row("other", "person", "d"),
    ]
    expect(extractDataPoints(rows, "c", answer)).toEqual({ name: "Ada", city: "Ghent", since: 0, x: null })
    expect(listDataKeys([row(" a ", "x"), row("a", "y"), row("", "z"), row("b", "z")])).toEqual(["a", "b"])
    expect(getValueAtPath(answer, "$")).toEqual(answer)
    expect(extractDataPoints([row("all", "person"), row("said", "long")], "c", { ...answer, long: "x".repeat(10_001) })).toEqual({
      all: null,
      said: "x".repeat(10_000),
    })
  })

  test("never throws for any response and selector, and reads own properties only", () => {
    fc.assert(fc.property(fc.jsonValue(), fc.string(), (value, path) => void getValueAtPath(value, path)))
    for (const path of ["constructor", "__proto__", "toString", "length"]) expect(getValueAtPath({}, path)).toBe(null)
  })
})

describe("JSON", () => {
  test("is split into tokens by kind, which together are the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom('"', "\\", ":", "1", "-", "t", "true", " ", "\n") })),
        (text) => {
          expect(
            tokenizeJson(text)
              .map(({ text: source }) => source)
              .join(""),
          ).toBe(text)
        },
      ),
    )
    expect(tokenizeJson('{"a\\"": ["b", -1.5e3, true]}').filter(({ kind }) => kind !== "between")).toEqual([
      { kind: "key", text: '"a\\""' },
      { kind: "text", text: '"b"' },
      { kind: "number", text: "-1.5e3" },
      { kind: "word", text: "true" },
    ])
  })

  test("is read as the object that was printed; an empty text is an empty object; other values are rejected", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== "__proto__"),
          fc.jsonValue(),
        ),
        (value) => {
          expect(parseJsonObject(printJsonObject(value))).toEqual(JSON.parse(JSON.stringify(value)))
        },
      ),
    )
    expect([parseJsonObject(" "), printJsonObject(null), printJsonObject({}), printJsonObject("{ a")]).toEqual([{}, "", "", "{ a"])
    for (const text of ["1", "[]", "null", '"a"', "{a}"]) expect(parseJsonObject(text)).toBeUndefined()
  })

  test("has an error at the character that is not JSON, or in the whole text of another value", () => {
    const marked = (text: string) => {
      const range = findJsonObjectError(text)
      return range === null ? null : text.slice(range.from, range.to)
    }
    expect(['{"a": 1,, "b": 2}', '{"a" 1}', "{a}", '{"a": 1} x', '{"a": '].map(marked)).toEqual([",", "1", "a", "x", ""])
    expect(["1", "[1]", "null", ' "a" '].map(marked)).toEqual(["1", "[1]", "null", ' "a" '])
    expect(["", " ", "{}", '{"a": 1}'].map(marked)).toEqual([null, null, null, null])
  })

  test("keeps the typed text while it has the value or is incomplete, and is replaced when the value changes elsewhere", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
        const [value, next] = [a, b].map((object) => JSON.parse(JSON.stringify(object)))
        const typed = ` ${JSON.stringify(value)}\n`
        expect(jsonFieldText(typed, value)).toBe(typed)
        expect(jsonFieldText(`${typed}{`, next)).toBe(`${typed}{`)
        expect(parseJsonObject(jsonFieldText(typed, next))).toEqual(next)
      }),
    )
    expect([jsonFieldText("", null), jsonFieldText("", {}), jsonFieldText(" {}", ""), jsonFieldText("{}", '{"a":1}')]).toEqual([
      "",
      "",
      " {}",
      '{"a":1}',
    ])
  })

  test("[A11] is sent with POST, and an empty payload makes the request a GET", () => {
    const methodOf = (sendPayload: unknown) => buildEndpointRequest({ endpoint: "https://a.example", sendPayload })?.method
    expect([{}, null, undefined, "", " ", { a: 1 }, "{}", [1]].map(methodOf)).toEqual([
      "GET",
      "GET",
      "GET",
      "GET",
      "GET",
      "POST",
      "POST",
      "POST",
    ])
  })
})

test("[A11] a POST gets an idempotency key and is otherwise unchanged; a GET gets none", () => {
  const text = fc.string()
  const call = fc.record({ url: text, headers: fc.dictionary(text, text), body: text })
  fc.assert(
    fc.property(call, text, (request, id) => {
      const post = { method: "POST", ...request } as const
      expect(addIdempotencyKey(post, id)).toEqual({ ...post, headers: { ...request.headers, "idempotency-key": id } })
      const get = { method: "GET", url: request.url, headers: request.headers } as const
      expect(addIdempotencyKey(get, id)).toEqual(get)
    }),
  )
})

describe("[A11] the outcome of a step", () => {
  const longest = 10_000
  const cut = (value: string) => value.slice(0, longest)
  const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)

  test("is the whole response if that is not an object, and null where conditions cannot compare it", () => {
    fc.assert(
      fc.property(
        json.filter((value) => !isRecord(value)),
        (answer) => {
          expect(parseOutcome(JSON.stringify(answer))).toEqual({ outcome: toConditionValue(answer), results: {} })
        },
      ),
    )
    expect(parseOutcome('["a",2]')).toEqual({ outcome: ["a", 2], results: {} })
    expect(parseOutcome('["a",{"answer":"b"}]')).toEqual({ outcome: null, results: {} })
    expect(parseOutcome("[]")).toEqual({ outcome: [], results: {} })
    expect(parseOutcome("null")).toEqual({ outcome: null, results: {} })
  })

  test("is the first known field with a text or number, else true; all fields of the object are results", () => {
    const outcomeKeys = ["answer", "text", "output", "result", "value"]
    const response = fc.dictionary(fc.constantFrom(...outcomeKeys, "other"), fc.oneof(json, fc.string(), fc.integer()))
    fc.assert(
      fc.property(response, (answer) => {
        const first = outcomeKeys.map((key) => answer[key]).find((value) => typeof value === "string" || typeof value === "number")
        expect(parseOutcome(JSON.stringify(answer))).toEqual({
          outcome: first ?? true,
          results: Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, toConditionValue(value)])),
        })
      }),
    )
    expect(parseOutcome('{"text":"b","answer":"a","n":[1]}')).toEqual({ outcome: "a", results: { text: "b", answer: "a", n: [1] } })
    expect(parseOutcome('{"value":0}')).toEqual({ outcome: 0, results: { value: 0 } })
    expect(parseOutcome('{"answer":true,"n":1}')).toEqual({ outcome: true, results: { answer: true, n: 1 } })
    expect(parseOutcome("{}")).toEqual({ outcome: true, results: {} })
  })

  test("is the text of a response that is not JSON; long texts are truncated", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseOutcome(`- ${text}`)).toEqual({ outcome: `- ${text}`, results: {} })
      }),
    )
    expect(parseOutcome("")).toEqual({ outcome: "", results: {} })
    const long = "x".repeat(longest + 1)
    for (const answer of [long, JSON.stringify(long)]) expect(parseOutcome(answer)).toEqual({ outcome: cut(long), results: {} })
    expect(parseOutcome(JSON.stringify({ answer: long }))).toEqual({ outcome: cut(long), results: { answer: cut(long) } })
    expect(parseOutcome(JSON.stringify([long]))).toEqual({ outcome: [cut(long)], results: {} })
  })

  test("is limited to the first 1000 fields or items, and drops deeply nested values", () => {
    const many = Array.from({ length: 3000 }, (_, n) => n)
    expect(parseOutcome(JSON.stringify(many)).outcome).toEqual(many.slice(0, 1000))
    const wide = parseOutcome(JSON.stringify({ ...Object.fromEntries(many.map((n) => [`k${n}`, n])), answer: "last" }))
    expect([Object.keys(wide.results).length, wide.results["k999"], wide.outcome]).toEqual([1000, 999, "last"])
    const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`
    for (const answer of [deep, `{"deep":${deep}}`]) expect(JSON.stringify(parseOutcome(answer)).length).toBeLessThan(50)
  })
})
