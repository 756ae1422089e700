// What the steps ask that wait for an answer from outside, and what is made of the answer (spec/2-editor §3; decisions A11, A12).

import type { ConditionValue } from "../conditions/condition-value.ts"
import type { ConnectionPayload } from "../connections/connection.ts"
import { limitFields, limitValue } from "../connections/response-value.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { isRecord } from "../json/json-parser.ts"
import { getOwnField } from "../json/json-value.ts"
import { stripUrlWhitespace } from "../text/web-url.ts"
import type { Action } from "./action.ts"
import { isEndpoint, providerNeedsEndpoint } from "./action-fields.ts"
import { buildCrmAuthFields, buildCrmCallFields } from "./crm-action.ts"

/** A call to an address outside. */
export type ActionRequest = {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
/** The call with the id by which its receiver knows it when it is made again; a GET does nothing that it could do twice. */
export const addIdempotencyKey = (asking: ActionRequest, id: string): ActionRequest =>
  asking.method === "GET" ? asking : { ...asking, headers: { ...asking.headers, "idempotency-key": id } }

/** What a step came to: its own outcome, and values by key. Null and none where there was no answer. */
export type ActionOutcome = { readonly outcome: ConditionValue; readonly results: Readonly<Record<string, ConditionValue>> }

export const noOutcome: ActionOutcome = { outcome: null, results: {} }

type Params<Type extends Action["type"]> = Extract<Action, { readonly type: Type }>["params"]

const json = { "content-type": "application/json", accept: "application/json" } as const

/** [A11] GET of an endpoint, or a POST of what the step says is to be sent. Null where it names no address. */
export const buildEndpointRequest = ({ endpoint, sendPayload }: Params<"getFromAPI">): ActionRequest | null => {
  if (!isEndpoint(endpoint)) return null
  const url = stripUrlWhitespace(endpoint ?? "")
  const body = typeof sendPayload === "string" ? sendPayload.trim() : isSomething(sendPayload) ? JSON.stringify(sendPayload) : ""
  return body === "" ? { method: "GET", url, headers: { accept: json.accept } } : { method: "POST", url, headers: json, body }
}

/** An object without fields is nothing to send: that is what a new step has. */
const isSomething = (payload: unknown): boolean => Boolean(payload) && !(isRecord(payload) && Object.keys(payload).length === 0)

/** [A11] The prompt of an AI step, in which answers are filled in already. Null where no endpoint is called for its provider. */
export const buildAiRequest = ({ provider, endpoint, purpose, contextText }: Params<"askAI">): ActionRequest | null =>
  providerNeedsEndpoint(provider) && isEndpoint(endpoint)
    ? {
        method: "POST",
        url: stripUrlWhitespace(endpoint ?? ""),
        headers: json,
        body: JSON.stringify({ purpose: purpose ?? "", prompt: contextText ?? "" }),
      }
    : null

/** What a step says of its own to a connection: short texts, that a GET carries too, and the rest. */
export type ConnectionCallFields = { readonly head: Readonly<Record<string, string>>; readonly given: Readonly<Record<string, unknown>> }

/** [A12, A13] What a step says of its own: a CRM call its column, a CRM authentication how its respondent is known. */
export const buildCallFields = (action: Extract<Action, { readonly type: "crmAuth" | "crmApi" }>): ConnectionCallFields =>
  action.type === "crmAuth" ? buildCrmAuthFields(action.params) : buildCrmCallFields(action.params)

/** [A12] What a connection is told of a respondent; all of it in a POST, without metadata and answers in a GET. */
export const buildConnectionCall = (
  { externalKey }: ConnectionPayload,
  said: ConnectionCallFields,
  { cuuid, uuid, metadata, answers }: Conversation,
) => ({
  head: { externalKey, ...said.head, conversation: cuuid, respondent: uuid },
  given: { ...said.given, metadata, answers },
})

/** Fields of an answer under which services say what they have to say. */
const outcomeFieldNames = ["answer", "text", "output", "result", "value"] as const

/**
 * [A11] What an answer comes to: of an object of JSON its fields, and as the outcome the one that says something, else true; of anything
 * else, what it is. Total, for any text.
 */
export const parseOutcome = (answer: string): ActionOutcome => toOutcome(parseResponseBody(answer))

/** [A11] The same of an answer that was read already. */
export const toOutcome = (value: unknown): ActionOutcome => {
  if (!isRecord(value)) return { outcome: limitValue(value), results: {} }
  const said = outcomeFieldNames
    .map((key) => limitValue(getOwnField(value, key)))
    .find((it) => typeof it === "string" || typeof it === "number")
  return { outcome: said ?? true, results: limitFields(value) }
}

/** What an answer says: JSON, or the words that it is. */
export const parseResponseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text // an answer in words
  }
}
