// The preview of what a send to API delivers (spec/2-editor §4, §7).
import * as Schema from "effect/Schema"
import { endpoint } from "./endpoint.ts"

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
