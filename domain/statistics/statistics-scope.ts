// The live statistics of a chat as its page is told them.
import * as Schema from "effect/Schema"
import { isIsoDate } from "../date/calendar-date.ts"
import { Language } from "../script/language.ts"
import type { Status } from "../script/status.ts"
import { StylePayload } from "../style/style-payload.ts"
import { Chart } from "./chart.ts"

/** Conversations that were begun and finished, and a chart for each question. */
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

/** Days (`YYYY-MM-DD`) from and until which is told, both included; null: from the first, until the last. */
export type Period = { readonly from: string | null; readonly until: string | null }
export const unlimitedPeriod: Period = { from: null, until: null }

/** The days that somebody wrote: what is no day of the calendar chooses none. */
export const parsePeriod = (written: Period): Period => ({
  from: written.from !== null && isIsoDate(written.from) ? written.from : null,
  until: written.until !== null && isIsoDate(written.until) ? written.until : null,
})

/** Whether there is no day that is told of: they begin after their end. A year may be typed of more digits than a day has. */
export const isPeriodReversed = ({ from, until }: Period): boolean =>
  from !== null && until !== null && (from.length === until.length ? from > until : from.length > until.length)

// Which revision of a script its live statistics are told by.

/** `lastLive`: the revision that was live last, while it is not; null where none was. */
type Revisions = { readonly status: Status; readonly revision: number; readonly lastLive: number | null }

/** [G5] Of one that is not live that which was live last: what its author writes in preparation is not for respondents yet. */
export const publishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** What was live last, once a script leaves the status that it has. */
export const lastPublishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** The same once a script is saved as the revision `next`: one that was closed as it was live can be mended in its wording only. */
export const lastLiveAfterSave = ({ status, revision, lastLive }: Revisions, next: number): number | null =>
  status === "closed" && lastLive === revision ? next : lastLive
