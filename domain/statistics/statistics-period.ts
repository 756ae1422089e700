// The period of the live statistics that a page shows.
import { isIsoDate } from "../date/calendar-date.ts"

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
