// What a query says yes or no to: its name alone says yes.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

export const Flag = Schema.Literals(["", "1", "true", "0", "false"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text !== "0" && text !== "false",
      encode: (is) => (is ? ("1" as const) : ("0" as const)),
    }),
  ),
)
