// Endpoints of files: the archive of files that respondents uploaded, and the upload of images and fonts.
import * as Schema from "effect/Schema"
import { defineEndpoint } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

/**
 * Requests the archive of the files that respondents uploaded; with `silent`, only its status. `notFound`: not requested yet;
 * `filesNotFound`: there are no files; false: being built; true: ready, in `parts` parts.
 */
export const requestFileArchive = defineEndpoint({
  method: "post",
  path: "/api/{community}/chat-scripts/{id}/files",
  payload: Schema.Struct({ silent: Schema.optionalKey(Schema.Boolean) }),
  response: Schema.Struct({
    result: Schema.Union([Schema.Boolean, Schema.Literals(["notFound", "filesNotFound"])]),
    parts: Schema.optionalKey(Schema.Int),
  }),
})

/** Downloads the zip archive, or one part (counted from 1) if it has several. */
export const downloadFileArchive = defineEndpoint({
  method: "get",
  path: "/api/{community}/chat-scripts/{id}/files",
  payload: Schema.Struct({
    part: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  }),
  response: EmptyObject,
  responseMediaType: "application/zip",
})

/** Stores images and fonts of a community, one file per form field. Returns the URL of each file by field name. */
export const uploadAssets = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/uploads",
  payload: EmptyObject,
  response: Schema.Record(Schema.String, Schema.String),
  requestMediaType: "multipart/form-data",
})
