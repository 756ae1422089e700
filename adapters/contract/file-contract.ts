// The calls about files that respondents answered with (contract "HTTP API", spec/3-community §4 "File download").
import * as Schema from "effect/Schema"
import { endpoint } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

/**
 * Asks for the archive; a silent request only looks. `notFound`: nobody asked for it; `filesNotFound`: there is nothing to put in it; false:
 * it is being made; true: it is ready, in so many `parts`.
 */
export const requestFileArchive = endpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/files",
  payload: Schema.Struct({ silent: Schema.optionalKey(Schema.Boolean) }),
  answer: Schema.Struct({
    result: Schema.Union([Schema.Boolean, Schema.Literals(["notFound", "filesNotFound"])]),
    parts: Schema.optionalKey(Schema.Int),
  }),
})

/** The zip, or a part of it where there are several. */
export const downloadFileArchive = endpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/files",
  payload: Schema.Struct({
    part: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  }),
  answer: Nothing,
  gives: "application/zip",
})

// The call that keeps images and fonts (spec/2-editor §7, spec/3-community §7 "Styling").

/** One file in each field; the answer has the address of each under the name of its field. */
export const uploadAssets = endpoint({
  method: "post",
  path: "/api/communities/{id}/uploads",
  payload: Nothing,
  answer: Schema.Record(Schema.String, Schema.String),
  takes: "multipart/form-data",
})
