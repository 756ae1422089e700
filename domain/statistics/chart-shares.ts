// Shares of a chart: how long a bar is, and how large a slice. Apart from chart.ts, because pages draw them without the Schemas.
import type { Bar } from "./live-statistics.ts"

/** Returns the share of respondents who gave an answer, from 0 to 1. */
export const shareOf = ({ count }: Pick<Bar, "count">, answered: number): number => (answered === 0 ? 0 : Math.min(1, count / answered))

/** Returns the start and the size of each bar's slice of a pie, as fractions that add up to 1. */
export const slicesOf = (bars: ReadonlyArray<Pick<Bar, "count">>): ReadonlyArray<{ readonly from: number; readonly size: number }> => {
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  let sumBefore = 0
  return bars.map(({ count }) => {
    const from = total === 0 ? 0 : sumBefore / total
    sumBefore += count
    return { from, size: total === 0 ? 0 : count / total }
  })
}
