// A session of a user, as the account screen lists it. Nothing of browser or address is kept of it (design/reliability "Privacy").
import * as Schema from "effect/Schema"

/** Instants in ISO 8601; `current`: the one that asks. */
export const OpenSession = Schema.Struct({ madeAt: Schema.String, seenAt: Schema.String, current: Schema.Boolean })
export type OpenSession = typeof OpenSession.Type
