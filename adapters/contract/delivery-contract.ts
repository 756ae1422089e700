// Endpoints of outgoing deliveries: preview, list, redelivery, test and signing secret.
import * as Schema from "effect/Schema"
import { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { defineEndpoint, PageQuery } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

/**
 * [A5] Returns the payload of a delivery. `questions: null` includes all questions. `fake`, or a `conversationId` that is
 * not a uuid, uses a sample conversation.
 */
export const previewPayload = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/preview/payload",
  payload: Schema.Struct({
    questions: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
    options: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
    labels: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    fake: Schema.optionalKey(Schema.Boolean),
    version: Schema.optionalKey(Schema.Literals([1, 2])),
    conversationId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  }),
  response: Schema.Record(Schema.String, Schema.Unknown),
})

/**
 * Lists the deliveries of a script, newest first. `before` is the id of the last delivery of the previous page. A page of long payloads has fewer
 * deliveries than `limit`.
 */
export const listDeliveries = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/deliveries",
  payload: Schema.Struct({ limit: PageQuery.fields.limit, before: Schema.optionalKey(Schema.String) }),
  response: Schema.Struct({ items: Schema.Array(LoggedDelivery), hasMore: Schema.Boolean }),
})

/** Sends a delivery again under the same id. 422 for a request that a chat step waited for: its respondent has moved on. */
export const redeliver = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/deliveries/{delivery}/redeliver",
  payload: EmptyObject,
  response: LoggedDelivery,
})

/** Sends the payload of a sample conversation immediately and returns the result. */
export const testDelivery = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/test-delivery",
  payload: Schema.Struct({
    instruction: Schema.String,
    endpoint: Schema.String,
    questions: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
    options: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
    labels: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    version: Schema.optionalKey(Schema.Literals([1, 2])),
  }),
  response: LoggedDelivery,
})

const SigningSecret = Schema.Struct({ secret: Schema.String })

/** Returns the secret that signs deliveries (Standard Webhooks, `whsec_…`). Reading it is recorded in the audit log. */
export const readSigningSecret = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/signing-secret",
  payload: EmptyObject,
  response: SigningSecret,
})

/** Creates a new secret, which signs all deliveries from now on. */
export const renewSigningSecret = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/signing-secret",
  payload: EmptyObject,
  response: SigningSecret,
})
