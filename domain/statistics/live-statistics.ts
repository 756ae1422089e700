// The live statistics of a chat as sent to their page.
import * as Schema from "effect/Schema"
import { Language } from "../script/language-schema.ts"
import { StylePayload } from "../style/style-payload.ts"
import { Chart } from "./chart-schema.ts"

/** The counts of conversations begun and finished, and a chart for each question. */
export const LiveStatistics = Schema.Struct({
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  title: Schema.String,
  /** The language of the title, if it is translated. */
  titleLanguage: Schema.optionalKey(Schema.String),
  /** The script's own language: that of every text that is not translated. */
  language: Language,
  begun: Schema.Int,
  finished: Schema.Int,
  charts: Schema.Array(Chart),
  style: StylePayload,
})
export type LiveStatistics = typeof LiveStatistics.Type
