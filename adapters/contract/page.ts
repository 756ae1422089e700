// A page of a list that can grow (contract "HTTP API").
import * as Schema from "effect/Schema"

/** At most `limit` items after the first `offset`. */
export const Page = Schema.Struct({
  limit: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 500 }))),
  offset: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))),
})
export type Page = typeof Page.Type
