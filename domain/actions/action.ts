// What an instruction can do besides telling and asking (spec/2-editor §3 "Action"). Shape only; the rules are in check/script-rules.ts.
import * as Schema from "effect/Schema"
import { openStruct } from "../schema/open-struct.ts"
import { defaultPayloadStructure, printPayloadStructure } from "./payload-structure.ts"

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const flag = maybe(Schema.Boolean)
const text = maybe(Schema.String)
const texts = maybe(Schema.Array(Schema.String))
const anything = Schema.optionalKey(Schema.Unknown)

export const endActions = ["close", "redirect", "livestats"] as const
const EndParams = openStruct({
  endType: maybe(Schema.Literals(["finished", "screenout"])),
  endAction: maybe(Schema.Literals(endActions)),
  message: text,
  url: text,
})

const Trigger = openStruct({
  enabled: flag,
  name: text,
  timeout: maybe(Schema.Finite),
  config: maybe(openStruct({ preset: text, custom: flag, amount: maybe(Schema.Finite), unit: text })),
})
const SendToApiParams = openStruct({
  endpoint: text,
  version: maybe(Schema.Literals([1, 2])),
  wizard: anything,
  questions: texts,
  options: texts,
  labels: maybe(Schema.Record(Schema.String, Schema.String)),
  trigger: maybe(Trigger),
  fields: anything,
})
const CrmAuthParams = openStruct({
  placeholder: text,
  crmAuthType: maybe(Schema.Literals(["authenticated", "preauthenticated", "anonymous"])),
  crmAuthenticatedType: text,
  connection: anything,
  emailSubject: text,
  emailBody: text,
  emailSender: text,
  selector: text,
  valueSelector: text,
  validation: anything,
  platform: anything,
})
const CrmApiParams = openStruct({ placeholder: text, column: text, platform: anything, connection: anything, validation: anything })
const SendToConnectorParams = openStruct({ connector: anything, mapper: text, defaults: anything, overrides: anything })
const GetFromApiParams = openStruct({ endpoint: text, sendPayload: anything })
/** [A9] Who can be asked: the account-based provider, the second one, and any endpoint that speaks REST. */
export const aiProviders = ["account", "second", "rest"] as const
const AskAiParams = openStruct({ provider: text, endpoint: text, purpose: text, contextText: text })
/** How a score can be shown (spec/2-editor §3 "score"). */
export const scoreCharts = ["average"] as const
const ScoreParams = openStruct({ charttype: text })
const PaymentParams = openStruct({ environment: maybe(Schema.Literals(["production", "staging"])), amount: text, autoRedirect: flag })

const doing = <const Type extends string, Params extends Schema.Top>(type: Type, params: Params) =>
  openStruct({ type: Schema.Literal(type), params })

/** One member per action type; `type` tells them apart. */
export const Action = Schema.Union([
  doing("end", EndParams),
  doing("send2api", SendToApiParams),
  doing("crmAuth", CrmAuthParams),
  doing("crmApi", CrmApiParams),
  doing("send2con", SendToConnectorParams),
  doing("getFromAPI", GetFromApiParams),
  doing("askAI", AskAiParams),
  doing("score", ScoreParams),
  doing("payment", PaymentParams),
])
export type Action = typeof Action.Type
export type ActionType = Action["type"]

// A new action of each type, with the defaults of spec/2-editor §3.

/** An action as the picker adds it. */
export const newAction = (type: ActionType): Action => {
  switch (type) {
    case "end":
      return { type, params: { endType: "finished", endAction: "close", message: "", url: "" } }
    case "send2api":
      return {
        type,
        params: {
          endpoint: "",
          version: 2,
          questions: null,
          options: printPayloadStructure(defaultPayloadStructure),
          labels: {},
          trigger: null,
        },
      }
    case "crmAuth":
      return { type, params: { placeholder: "", crmAuthType: "anonymous", connection: null } }
    case "crmApi":
      return { type, params: { placeholder: "", column: "", connection: null } }
    case "send2con":
      return { type, params: { connector: null, mapper: "default" } }
    case "getFromAPI":
      return { type, params: { endpoint: "", sendPayload: {} } }
    case "askAI":
      return { type, params: { provider: null, endpoint: "", purpose: "", contextText: "" } }
    case "score":
      return { type, params: { charttype: "average" } }
    case "payment":
      return { type, params: { environment: "staging", amount: null, autoRedirect: false } }
  }
}
