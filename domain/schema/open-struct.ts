// Structs that keep unknown fields [F3].
import * as Schema from "effect/Schema"

/** Returns a struct that keeps unknown fields, so that what a newer version wrote is not lost. */
export const openStruct = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.StructWithRest(Schema.Struct(fields), [Schema.Record(Schema.String, Schema.Unknown)])
