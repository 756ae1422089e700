// The live statistics of a chat as sent to their page, their period, and the revision they use [G5].
import * as Schema from "effect/Schema"
import { isIsoDate } from "../date/calendar-date.ts"
import { Language } from "../script/language-schema.ts"
import type { Status } from "../script/status.ts"
import { StylePayload } from "../style/style-payload.ts"
import { Chart } from "./chart.ts"

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

/** The first and the last day (`YYYY-MM-DD`) of the period, inclusive; null for no limit. */
export type Period = { readonly from: string | null; readonly until: string | null }
export const unlimitedPeriod: Period = { from: null, until: null }

/** Parses the days of a period; a text that is not a calendar day means no limit. */
export const parsePeriod = (texts: Period): Period => ({
  from: texts.from !== null && isIsoDate(texts.from) ? texts.from : null,
  until: texts.until !== null && isIsoDate(texts.until) ? texts.until : null,
})

/** Returns whether a period begins after it ends. Compares lengths first, because a typed year can have more than four digits. */
export const isPeriodReversed = ({ from, until }: Period): boolean =>
  from !== null && until !== null && (from.length === until.length ? from > until : from.length > until.length)

/** `lastLive`: the revision that was live last, while the script is not live; null if none was. */
type Revisions = { readonly status: Status; readonly revision: number; readonly lastLive: number | null }

/** [G5] Returns the live revision, or the last live one: what an author is preparing is not for respondents. */
export const publishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** Returns the last live revision once a script leaves its current status. */
export const lastPublishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** Returns the last live revision after a save as the revision `next`: a closed script permits only changes of wording, so they are included. */
export const lastLiveAfterSave = ({ status, revision, lastLive }: Revisions, next: number): number | null =>
  status === "closed" && lastLive === revision ? next : lastLive
