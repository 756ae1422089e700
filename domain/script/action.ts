// Schemas of actions. Their rules are in check/script-rules.ts.
import * as Schema from "effect/Schema"
import { Translation } from "../questions/question.ts"
import { openStruct } from "../schema/open-struct.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const flag = optional(Schema.Boolean)
const text = optional(Schema.String)
const texts = optional(Schema.Array(Schema.String))
const unknownValue = Schema.optionalKey(Schema.Unknown)

/** Maximum length of the message of an end, in code points. */
export const maxStopMessageLength = 50

export const endActions = ["close", "redirect", "livestats"] as const
const EndParams = openStruct({
  endType: optional(Schema.Literals(["finished", "screenout"])),
  endAction: optional(Schema.Literals(endActions)),
  message: text,
  /** The message in other languages. */
  translations: optional(Schema.Array(Translation)),
  url: text,
})

const Trigger = openStruct({
  enabled: flag,
  name: text,
  timeout: optional(Schema.Finite),
  config: optional(openStruct({ preset: text, custom: flag, amount: optional(Schema.Finite), unit: text })),
})
const SendToApiParams = openStruct({
  endpoint: text,
  version: optional(Schema.Literals([1, 2])),
  wizard: unknownValue,
  questions: texts,
  options: texts,
  labels: optional(Schema.Record(Schema.String, Schema.String)),
  trigger: optional(Trigger),
  fields: unknownValue,
})
const CrmAuthParams = openStruct({
  placeholder: text,
  crmAuthType: optional(Schema.Literals(["authenticated", "preauthenticated", "anonymous"])),
  crmAuthenticatedType: text,
  connection: unknownValue,
  emailSubject: text,
  emailBody: text,
  emailSender: text,
  selector: text,
  valueSelector: text,
  validation: unknownValue,
  platform: unknownValue,
})
const CrmApiParams = openStruct({
  placeholder: text,
  column: text,
  platform: unknownValue,
  connection: unknownValue,
  validation: unknownValue,
})
const SendToConnectorParams = openStruct({ connector: unknownValue, mapper: text, defaults: unknownValue, overrides: unknownValue })
const GetFromApiParams = openStruct({ endpoint: text, sendPayload: unknownValue })
/** [A9] The AI providers: the account-based one, the second one, and any REST endpoint. */
export const aiProviders = ["account", "second", "rest"] as const
const AskAiParams = openStruct({ provider: text, endpoint: text, purpose: text, contextText: text })
/** How a score can be shown in the live statistics. */
export const scoreCharts = ["average"] as const
/** [C16] What respondents see of a score below its text; both if the author chose nothing. */
export const scoreDisplays = ["both", "total", "average", "nothing"] as const
export type ScoreDisplay = (typeof scoreDisplays)[number]
/** [C16] A range of totals, both ends included; null if it has no end there. Respondents in it read its text, in their language. */
const ScoreRangeSchema = openStruct({
  uuid: Schema.String,
  minimum: optional(Schema.Finite),
  maximum: optional(Schema.Finite),
  label: text,
  /** The label in other languages, for respondents who read the live statistics. */
  labels: optional(Schema.Array(Translation)),
  translation: Translation,
  translations: optional(Schema.Array(Translation)),
})
export type ScoreRange = typeof ScoreRangeSchema.Type
const ScoreParams = openStruct({ charttype: text, display: text, ranges: optional(Schema.Array(ScoreRangeSchema)) })
export type ScoreParams = typeof ScoreParams.Type

/** Returns what respondents see of a score: its total and its average, unless the author chose something else. */
export const getScoreDisplay = ({ display }: ScoreParams): ScoreDisplay => scoreDisplays.find((it) => it === display) ?? "both"
const PaymentParams = openStruct({ environment: optional(Schema.Literals(["production", "staging"])), amount: text, autoRedirect: flag })

const actionSchema = <const Type extends string, Params extends Schema.Top>(type: Type, params: Params) =>
  openStruct({ type: Schema.Literal(type), params })

/** One member per action type, discriminated by `type`. */
export const Action = Schema.Union([
  actionSchema("end", EndParams),
  actionSchema("send2api", SendToApiParams),
  actionSchema("crmAuth", CrmAuthParams),
  actionSchema("crmApi", CrmApiParams),
  actionSchema("send2con", SendToConnectorParams),
  actionSchema("getFromAPI", GetFromApiParams),
  actionSchema("askAI", AskAiParams),
  actionSchema("score", ScoreParams),
  actionSchema("payment", PaymentParams),
])
export type Action = typeof Action.Type
export type ActionType = Action["type"]

export type SendToApiParams = Extract<Action, { readonly type: "send2api" }>["params"]
