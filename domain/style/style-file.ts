// Style files, version 1 (contract "Files", spec/3-community §3, §5).
import * as Schema from "effect/Schema"
import { open } from "../open.ts"

/** [F4] The version of style files that is written and read. */
export const styleFileVersion = 1
/** Wording quoted by spec/3-community §5. */
export const unknownStyleVersion = "We only support importing from version 1 of the style file."

/** Keys are `scope_property`: letters, digits and hyphens on both sides (spec/3-community §3). */
const Key = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]+(_[A-Za-z0-9-]+)+$/))
const Single = Schema.Record(Key, Schema.String)

/** Two lists, each of single-key objects. */
export const StylePayload = open({ web: Schema.Array(Single), stats: Schema.Array(Single) })
