// What a connector is told of a conversation: defaults, answers, overrides.
import fc from "fast-check"
import { expect, test } from "vitest"
import { connectorPayload, mapperOf } from "../../domain/actions/delivery-payload.ts"
import { en } from "../../domain/catalog/en.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"
import { json } from "../arbitraries/scripts.ts"

const instructions = [
  asked(0, "comes", { uuid: "a", type: "choice", choices: choicesOf("Yes", "No") }),
  asked(1, null, { uuid: "b", type: "multiple", choices: choicesOf("x", "y", "z") }),
  asked(2, "why", { uuid: "c", type: "open", skipable: true }),
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
const told = (params: Parameters<typeof connectorPayload>[0], answers: Conversation["answers"]) =>
  connectorPayload(params, { instructions }, conversation(answers), getEmojiLabels(en))

test("[A14] says the mapper and whose answers these are, each answer under its question's name, and nothing of what is not answered", () => {
  expect(told({}, { i0: 2, i1: [1, 3] })).toEqual({
    mapper: "default",
    conversation: "one",
    respondent: "person",
    metadata: { ref: "r" },
    record: { comes: 2, q2: [1, 3] },
  })
  expect(told({ mapper: " people " }, { i1: [], i2: "" })).toEqual(expect.objectContaining({ mapper: "people", record: {} }))
  expect(mapperOf({ mapper: " " })).toBe("default")
})

test("[A14] defaults stand in for what is not answered, overrides take the place of what is, as objects and as their texts", () => {
  const defaults = { comes: 9, why: "-", source: "chat" }
  const overrides = { comes: "yes", team: 1 }
  const record = { comes: "yes", q2: [2], why: "-", source: "chat", team: 1 }
  expect(told({ defaults, overrides }, { i0: 2, i1: [2] })).toMatchObject({ record })
  expect(told({ defaults: JSON.stringify(defaults), overrides: JSON.stringify(overrides) }, { i0: 2, i1: [2] })).toMatchObject({ record })
  expect(told({ defaults }, { i0: 2, i2: "so" })).toMatchObject({ record: { comes: 2, why: "so", source: "chat" } })
})

test("[A14] of any defaults and overrides it makes JSON, the same for the same conversation", () => {
  fc.assert(
    fc.property(json, json, json, (defaults, overrides, answer) => {
      const once = told({ defaults, overrides }, { i2: answer })
      expect(JSON.parse(JSON.stringify(once))).toMatchObject({ mapper: "default", conversation: "one" })
      expect(told({ defaults, overrides }, { i2: answer })).toEqual(once)
    }),
  )
})
