import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Status } from "./status.ts"

const codes = { preparation: 1, live: 2, closed: 3, deleted: 4 } as const satisfies Record<Status, number>
const names = { 1: "preparation", 2: "live", 3: "closed", 4: "deleted" } as const satisfies Record<number, Status>

/** A status as the wire and the script file write it: a number from 1 to 4. */
export const StatusFromCode = Schema.Literals([1, 2, 3, 4]).pipe(
  Schema.decodeTo(Status, SchemaTransformation.transform({ decode: (code) => names[code], encode: (status) => codes[status] })),
)
