// The Schema of languages. Apart from language.ts, because public pages use languages and do without Schemas.
import * as Schema from "effect/Schema"
import { languages } from "../text/language.ts"

/** The code of a language that a script can be written in (ISO 639-1). */
export const Language = Schema.Literals(languages)
export type Language = typeof Language.Type
