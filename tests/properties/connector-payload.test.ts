// The payload of a connector: answers, defaults and overrides.
import fc from "fast-check"
import { expect, test } from "vitest"
import { buildConnectorPayload, getMapper } from "../../domain/actions/delivery-payload.ts"
import { en } from "../../domain/catalog/en.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { json } from "../arbitraries/scripts.ts"

const instructions = [
  questionInstruction(0, "comes", { uuid: "a", type: "choice", choices: createChoices("Yes", "No") }),
  questionInstruction(1, null, { uuid: "b", type: "multiple", choices: createChoices("x", "y", "z") }),
  questionInstruction(2, "why", { uuid: "c", type: "open", skipable: true }),
  instruction(3, { label: "bye" }),
]
const conversation = (answers: Conversation["answers"]): Conversation => ({
  cuuid: "one",
  uuid: "person",
  status: "pending",
  startedAt: null,
  updatedAt: null,
  syncedAt: null,
  finishedAt: null,
  metadata: { ref: "r" },
  answers,
  actions: {},
})
const payloadOf = (params: Parameters<typeof buildConnectorPayload>[0], answers: Conversation["answers"]) =>
  buildConnectorPayload(params, { instructions }, conversation(answers), getEmojiLabels(en))

test("[A14] a connector payload has the mapper, the ids and each answer by its question's name, without empty answers", () => {
  expect(payloadOf({}, { i0: 2, i1: [1, 3] })).toEqual({
    mapper: "default",
    conversation: "one",
    respondent: "person",
    metadata: { ref: "r" },
    record: { comes: 2, q2: [1, 3] },
  })
  expect(payloadOf({ mapper: " people " }, { i1: [], i2: "" })).toEqual(expect.objectContaining({ mapper: "people", record: {} }))
  expect(getMapper({ mapper: " " })).toBe("default")
})

test("[A14] defaults replace missing answers, and overrides replace given ones, as objects or as JSON text", () => {
  const defaults = { comes: 9, why: "-", source: "chat" }
  const overrides = { comes: "yes", team: 1 }
  const record = { comes: "yes", q2: [2], why: "-", source: "chat", team: 1 }
  expect(payloadOf({ defaults, overrides }, { i0: 2, i1: [2] })).toMatchObject({ record })
  expect(payloadOf({ defaults: JSON.stringify(defaults), overrides: JSON.stringify(overrides) }, { i0: 2, i1: [2] })).toMatchObject({
    record,
  })
  expect(payloadOf({ defaults }, { i0: 2, i2: "so" })).toMatchObject({ record: { comes: 2, why: "so", source: "chat" } })
})

test("[A14] any defaults and overrides give valid JSON, which is the same for the same conversation", () => {
  fc.assert(
    fc.property(json, json, json, (defaults, overrides, answer) => {
      const once = payloadOf({ defaults, overrides }, { i2: answer })
      expect(JSON.parse(JSON.stringify(once))).toMatchObject({ mapper: "default", conversation: "one" })
      expect(payloadOf({ defaults, overrides }, { i2: answer })).toEqual(once)
    }),
  )
})
