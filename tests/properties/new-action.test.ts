// New actions: their defaults, and what their author still has to enter.
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { actionFindings } from "../../domain/actions/action-check.ts"
import { newAction } from "../../domain/editing/new-instruction.ts"
import { Action, type ActionType } from "../../domain/script/action.ts"

/** Defaults that are chosen for the author; every other parameter of a new action is blank. */
const defaults = {
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
const types = Object.keys(defaults) as ReadonlyArray<ActionType>
const isBlank = (value: unknown) =>
  value === "" || value === null || value === false || (typeof value === "object" && Object.keys(value).length === 0)

test.each(types)("a new %s action is valid, has the default choices of its type, and is otherwise blank", (type) => {
  const action = newAction(type)
  expect(Schema.decodeUnknownSync(Action)(structuredClone(action))).toEqual(action)
  expect(action).toMatchObject({ type, params: defaults[type] })
  const rest = Object.entries(action.params).filter(([name]) => !Object.hasOwn(defaults[type], name))
  expect(rest.filter(([, value]) => !isBlank(value))).toEqual([])
})

test("[A8] a new action lacks only what its author must choose: an address, a connection or a provider", () => {
  expect(types.flatMap((type) => actionFindings(newAction(type), type).map(({ pointer }) => pointer))).toEqual([
    "send2api/params/endpoint",
    "crmAuth/params/connection",
    "crmApi/params/connection",
    "send2con/params/connector",
    "getFromAPI/params/endpoint",
    "askAI/params/provider",
  ])
})

test("text parameters of a new action are empty strings", () => {
  const texts = (type: ActionType) => Object.entries(newAction(type).params).flatMap(([name, value]) => (value === "" ? [name] : []))
  expect(texts("end")).toEqual(["message", "url"])
  expect(texts("send2api")).toEqual(["endpoint"])
  expect(texts("crmAuth")).toEqual(["placeholder"])
  expect(texts("crmApi")).toEqual(["placeholder", "column"])
  expect(texts("getFromAPI")).toEqual(["endpoint"])
  expect(texts("askAI")).toEqual(["endpoint", "purpose", "contextText"])
  expect(newAction("payment").params).toMatchObject({ amount: null, autoRedirect: false })
})
