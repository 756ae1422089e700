// The live statistics of a chat as its page is told them.
import * as Schema from "effect/Schema"
import { isIsoDate } from "../conditions/iso-date.ts"
import { Language } from "../script/language.ts"
import { StylePayload } from "../style/style-payload.ts"
import { Chart } from "./chart.ts"

/** Conversations that were begun and finished, and a chart for each question. */
export const Statistics = Schema.Struct({
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  title: Schema.String,
  language: Language,
  begun: Schema.Int,
  finished: Schema.Int,
  charts: Schema.Array(Chart),
  style: StylePayload,
})
export type Statistics = typeof Statistics.Type

/** Days (`YYYY-MM-DD`) from and until which is told, both included; null: from the first, until the last. */
export type Days = { readonly from: string | null; readonly until: string | null }
export const allDays: Days = { from: null, until: null }

/** The days that somebody wrote: what is no day of the calendar chooses none. */
export const daysOf = (written: Days): Days => ({
  from: written.from !== null && isIsoDate(written.from) ? written.from : null,
  until: written.until !== null && isIsoDate(written.until) ? written.until : null,
})

/** Whether there is no day that is told of: they begin after their end. A year may be typed of more digits than a day has. */
export const areReversed = ({ from, until }: Days): boolean =>
  from !== null && until !== null && (from.length === until.length ? from > until : from.length > until.length)
