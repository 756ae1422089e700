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

/** The days that a chat can have counts of: `first` is the first with one (null: unknown), `today` the last. */
export type CountedDays = { readonly first: string | null; readonly today: string }

/**
 * Returns the same period without limits that exclude nothing, so that periods with the same counts are equal; null if it
 * contains none of the days.
 */
export const clampPeriod = ({ from, until }: Period, { first, today }: CountedDays): Period | null => {
  const isBefore = until !== null && first !== null && until < first
  const isAfter = from !== null && from > today
  if (isBefore || isAfter || (from !== null && until !== null && from > until)) return null
  return {
    from: from !== null && first !== null && from <= first ? null : from,
    until: until !== null && until >= today ? null : until,
  }
}

/** Returns whether a period has no limits. */
export const isUnlimited = ({ from, until }: Period): boolean => from === null && until === null

/** Returns whether a period begins after it ends. Compares lengths first, because a typed year can have more than four digits. */
export const isPeriodReversed = ({ from, until }: Period): boolean =>
  from !== null && until !== null && (from.length === until.length ? from > until : from.length > until.length)
