// The days of the live statistics as they stand in the page's address, beside whatever else stands there: a reload and a shared link keep them.
import { type Days, daysOf } from "../../domain/statistics/told.ts"

export const daysInAddress = (): Days => {
  const query = new URLSearchParams(window.location.search)
  return daysOf({ from: query.get("from"), until: query.get("until") })
}

/** Writes them in place of those before: going back leads to the page before, not to the days before. */
export const keepDaysInAddress = (days: Days): void => {
  const address = new URL(window.location.href)
  for (const which of ["from", "until"] as const) {
    const day = days[which]
    if (day === null) address.searchParams.delete(which)
    else address.searchParams.set(which, day)
  }
  window.history.replaceState(window.history.state, "", address)
}
