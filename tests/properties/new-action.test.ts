import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { Action, type ActionType, newAction } from "../../domain/actions/action.ts"
import { actionFindings } from "../../domain/actions/action-check.ts"

/** What is chosen for an author beforehand; whatever else a new action has is blank. */
const chosen = {
  end: { endType: "finished", endAction: "close" },
  send2api: { version: 2, options: ["question.name.label", "answer.option.text", "answer.option.value", "answer.format.list"] },
  crmAuth: { crmAuthType: "anonymous" },
  crmApi: {},
  send2con: { mapper: "default" },
  getFromAPI: {},
  askAI: {},
  score: { charttype: "average" },
  payment: { environment: "staging" },
} as const satisfies Record<ActionType, object>
const types = Object.keys(chosen) as ReadonlyArray<ActionType>
const isBlank = (value: unknown) =>
  value === "" || value === null || value === false || (typeof value === "object" && Object.keys(value).length === 0)

test.each(types)("a new %s has the shape of its type, what its author would choose first, and blanks for the rest", (type) => {
  const made = newAction(type)
  expect(Schema.decodeUnknownSync(Action)(structuredClone(made))).toEqual(made)
  expect(made).toMatchObject({ type, params: chosen[type] })
  const rest = Object.entries(made.params).filter(([name]) => !Object.hasOwn(chosen[type], name))
  expect(rest.filter(([, value]) => !isBlank(value))).toEqual([])
})

test("[A8] a new action lacks nothing but what only its author can choose: an address, a connection, a provider", () => {
  expect(types.flatMap((type) => actionFindings(newAction(type), type).map(({ pointer }) => pointer))).toEqual([
    "send2api/params/endpoint",
    "crmAuth/params/connection",
    "crmApi/params/connection",
    "send2con/params/connector",
    "getFromAPI/params/endpoint",
    "askAI/params/provider",
  ])
})

test("the texts that an action asks for are there to be filled in", () => {
  const texts = (type: ActionType) => Object.entries(newAction(type).params).flatMap(([name, value]) => (value === "" ? [name] : []))
  expect(texts("end")).toEqual(["message", "url"])
  expect(texts("send2api")).toEqual(["endpoint"])
  expect(texts("crmAuth")).toEqual(["placeholder"])
  expect(texts("crmApi")).toEqual(["placeholder", "column"])
  expect(texts("getFromAPI")).toEqual(["endpoint"])
  expect(texts("askAI")).toEqual(["endpoint", "purpose", "contextText"])
  expect(newAction("payment").params).toMatchObject({ amount: null, autoRedirect: false })
})
