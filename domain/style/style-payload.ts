// Styles as they are sent, saved and kept in files: two lists, each of single-key objects (spec/3-community §3, §7).
import * as Schema from "effect/Schema"
import { openStruct } from "../schema/open-struct.ts"

/** A style as it is sent: for each of the two pages a list of objects with one key. */
export const StylePayload = openStruct({
  web: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  stats: Schema.Array(Schema.Record(Schema.String, Schema.String)),
})
