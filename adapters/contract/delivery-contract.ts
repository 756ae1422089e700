// What leaves the product for addresses outside: previewed, tried, listed, sent again (spec/2-editor §4, §7; decisions "Send to API").
import * as Schema from "effect/Schema"
import { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { endpoint, PageQuery } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

/** `questions` null: all of them. A `conversationId` that is no uuid is passed over, and a fake conversation is shown. */
export const previewPayload = endpoint({
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
  answer: Schema.Record(Schema.String, Schema.Unknown),
})

/** The deliveries of a script, the newest first; `before` is the id of the last one that is known, and costs the same for every page. */
export const listDeliveries = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/deliveries",
  payload: Schema.Struct({ limit: PageQuery.fields.limit, before: Schema.optionalKey(Schema.String) }),
  answer: Schema.Struct({ items: Schema.Array(LoggedDelivery) }),
})

/** Sends a delivery again, with the same id; a 422 for what a step asked: its respondent has gone on. */
export const redeliver = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/deliveries/{delivery}/redeliver",
  payload: Nothing,
  answer: LoggedDelivery,
})

/** Sends the payload of a conversation that nobody had, at once, and answers with what came of it. */
export const testDelivery = endpoint({
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
  answer: LoggedDelivery,
})

const SigningSecret = Schema.Struct({ secret: Schema.String })

/** What deliveries of a community are signed with (Standard Webhooks, `whsec_…`). Reading it is noted in the audit log. */
export const readSigningSecret = endpoint({
  method: "get",
  path: "/api/communities/{id}/signing-secret",
  payload: Nothing,
  answer: SigningSecret,
})

/** Makes another one: from now on deliveries are signed with that. */
export const renewSigningSecret = endpoint({
  method: "post",
  path: "/api/communities/{id}/signing-secret",
  payload: Nothing,
  answer: SigningSecret,
})
