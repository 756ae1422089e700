// The stored and sent form of a style: two lists of single-key objects.
import * as Schema from "effect/Schema"
import { openStruct } from "../schema/open-struct.ts"

/** How many entries each list of a style may have, of which there are a hundred keys: checking thousands would hold the event loop. */
export const maxStyleEntries = 1000

/** A style as sent and stored: for each of the two pages a list of objects with one key. */
export const StylePayload = openStruct({
  web: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  stats: Schema.Array(Schema.Record(Schema.String, Schema.String)),
})
