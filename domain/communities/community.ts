// A community: the tenant that scripts belong to (spec/1-console §3).
import * as Schema from "effect/Schema"

export const Community = Schema.Struct({ uuid: Schema.String, name: Schema.String, slug: Schema.String })
export type Community = typeof Community.Type
