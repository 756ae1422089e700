// The live statistics of a chat and their charts, as sent to their page.

import * as Schema from "effect/Schema"
import { currencies } from "../questions/currencies.ts"
import { Language } from "../script/language-schema.ts"
import { StylePayload } from "../style/style-payload-schema.ts"

/** A bar: one answer or a range of answers, named by `label`, or if that is null by `value` in the language of the page. */
const Bar = Schema.Struct({
  label: Schema.NullOr(Schema.String),
  /** The language of the label, if it is translated. */
  language: Schema.optionalKey(Schema.String),
  /**
   * A number; an inclusive range of numbers (`least` to `most`); a range of scores without its end (`next`); or a month (`YYYY-MM`). Null for
   * all answers that the question no longer offers.
   */
  value: Schema.Union([
    Schema.Null,
    Schema.Finite,
    Schema.Struct({ least: Schema.Finite, next: Schema.Finite }),
    Schema.Struct({ least: Schema.Finite, most: Schema.Finite }),
    Schema.String,
  ]),
  count: Schema.Int,
})
export type Bar = typeof Bar.Type

/** `answered` is the number of respondents; the bars of a multiple choice may add up to more. `nps` is the score, -100 to 100. */
export const Chart = Schema.Struct({
  instruction: Schema.String,
  title: Schema.String,
  /** The language of the title. */
  language: Schema.String,
  type: Schema.String,
  kind: Schema.Literals(["bar", "pie", "none"]),
  /** The currency of amounts; null for other numbers. */
  currency: Schema.NullOr(Schema.Literals(Object.values(currencies))),
  answered: Schema.Int,
  average: Schema.NullOr(Schema.Finite),
  nps: Schema.NullOr(Schema.Int),
  bars: Schema.Array(Bar),
})
export type Chart = typeof Chart.Type

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
