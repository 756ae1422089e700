// HTTP requests of actions that wait for a response (A11, A12).

import type { ConnectionPayload } from "../connections/connection.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { isRecord } from "../json/json-value.ts"
import type { Action } from "../script/action.ts"
import { stripUrlWhitespace } from "../text/web-url.ts"
import { isEndpoint, providerNeedsEndpoint } from "./action-fields.ts"
import { buildCrmAuthFields, buildCrmCallFields } from "./crm-action.ts"

/** An HTTP request to an external service. */
export type ActionRequest = {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
/** [A11] Adds an idempotency key so that the receiver recognizes a retry; a GET needs none. */
export const addIdempotencyKey = (request: ActionRequest, id: string): ActionRequest =>
  request.method === "GET" ? request : { ...request, headers: { ...request.headers, "idempotency-key": id } }

type Params<Type extends Action["type"]> = Extract<Action, { readonly type: Type }>["params"]

const json = { "content-type": "application/json", accept: "application/json" } as const

/** [A11] Builds a GET request, or a POST if the action has a payload. Returns null without a valid endpoint. */
export const buildEndpointRequest = ({ endpoint, sendPayload }: Params<"getFromAPI">): ActionRequest | null => {
  if (!isEndpoint(endpoint)) return null
  const url = stripUrlWhitespace(endpoint ?? "")
  const body = typeof sendPayload === "string" ? sendPayload.trim() : hasContent(sendPayload) ? JSON.stringify(sendPayload) : ""
  return body === "" ? { method: "GET", url, headers: { accept: json.accept } } : { method: "POST", url, headers: json, body }
}

/** An empty object is no payload: a new action has one. */
const hasContent = (payload: unknown): boolean => Boolean(payload) && !(isRecord(payload) && Object.keys(payload).length === 0)

/**
 * [A11] Builds the request of an AI step, whose recalls are already filled in. Returns null if the provider is not
 * called at an endpoint of the script.
 */
export const buildAiRequest = ({ provider, endpoint, purpose, contextText }: Params<"askAI">): ActionRequest | null =>
  providerNeedsEndpoint(provider) && isEndpoint(endpoint)
    ? {
        method: "POST",
        url: stripUrlWhitespace(endpoint ?? ""),
        headers: json,
        body: JSON.stringify({ purpose: purpose ?? "", prompt: contextText ?? "" }),
      }
    : null

/**
 * The fields that an action adds to a connection call: short texts that a GET can carry as parameters, and everything
 * else.
 */
export type ConnectionCallFields = {
  readonly parameters: Readonly<Record<string, string>>
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * [A12, A13] Returns the fields that an action adds: the column of a CRM call, or how a CRM authentication identifies
 * its respondent.
 */
export const buildCallFields = (action: Extract<Action, { readonly type: "crmAuth" | "crmApi" }>): ConnectionCallFields =>
  action.type === "crmAuth" ? buildCrmAuthFields(action.params) : buildCrmCallFields(action.params)

/** [A12] Returns what a connection receives about a respondent: `parameters` and `payload` in a POST, only `parameters` in a GET. */
export const buildConnectionCall = (
  { externalKey }: ConnectionPayload,
  fields: ConnectionCallFields,
  { cuuid, uuid, metadata, answers }: Conversation,
) => ({
  parameters: { externalKey, ...fields.parameters, conversation: cuuid, respondent: uuid },
  payload: { ...fields.payload, metadata, answers },
})
