// Structs that keep the fields they do not know (decisions F3).
import * as Schema from "effect/Schema"

/** A struct that keeps the fields it does not know: what a newer version wrote survives this one. */
export const openStruct = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.StructWithRest(Schema.Struct(fields), [Schema.Record(Schema.String, Schema.Unknown)])
