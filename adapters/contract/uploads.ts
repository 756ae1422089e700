// The call that keeps images and fonts (spec/2-editor §7, spec/3-community §7 "Styling").
import * as Schema from "effect/Schema"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"

/** One file in each field; the answer has the address of each under the name of its field. */
export const upload = endpoint({
  method: "post",
  path: "/api/communities/{id}/uploads",
  payload: Nothing,
  answer: Schema.Record(Schema.String, Schema.String),
  takes: "multipart/form-data",
})
