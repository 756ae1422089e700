// The live statistics of a chat as sent to their page.
import * as Schema from "effect/Schema"
import { Language } from "../script/language-schema.ts"
import { StylePayload } from "../style/style-payload.ts"
import { Chart } from "./chart-schema.ts"

/** The counts of conversations begun and finished, and a chart for each question. */
export const LiveStatistics = Schema.Struct({
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  title: Schema.String,
  language: Language,
  begun: Schema.Int,
  finished: Schema.Int,
  charts: Schema.Array(Chart),
  style: StylePayload,
})
export type LiveStatistics = typeof LiveStatistics.Type
