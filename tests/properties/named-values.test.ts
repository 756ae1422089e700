// Values that can be referred to at a point in a conversation.
import { expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { listNamedValues } from "../../domain/chat/evaluation-environment.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

test("lists the named values: answers in script order, then action outcomes, metadata and CRM data, without unanswered questions", () => {
  const chat = compileScript({
    language: "nl",
    instructions: [
      questionInstruction(0, "Zeker", { uuid: "q0", type: "choice", choices: createChoices("Ja", "Nee") }),
      instruction(1, { label: "haal", type: "action", action: { type: "crmApi", params: {} } }),
      questionInstruction(2, "later", { uuid: "q2", type: "open" }),
    ],
  })
  const { state } = beginConversation(chat, { seed: "een", metadata: { ref: "a" } })
  expect(listNamedValues(chat, state)).toEqual([{ reference: "metadata.ref", value: "a", text: "a" }])
  const answered = handleEvent(chat, state, { type: "answer", uuid: "i0", given: 2 }).state
  expect(listNamedValues(chat, answered)).toEqual([
    { reference: "Zeker", value: 2, text: "Nee" },
    { reference: "metadata.ref", value: "a", text: "a" },
  ])
  const done = { ...answered, actions: { i1: { "": "goed", naam: "An" } }, crm: { city: "Gent" } }
  expect(listNamedValues(chat, done).map(({ reference, text }) => [reference, text])).toEqual([
    ["Zeker", "Nee"],
    ["actions.haal", "goed"],
    ["actions.haal.naam", "An"],
    ["metadata.ref", "a"],
    ["crm.city", "Gent"],
  ])
})
