// Limits of a number that have more decimals than its answers may (decisions E1).
import type { Finding, Rule } from "../finding.ts"
import { found } from "../found.ts"
import { type Bounds, isGiven, mostDecimals } from "./bounds.ts"
import { decimalsOf } from "./slider.ts"

/** The findings of limits that no answer can lie at, for they have more decimals than answers may. */
export const finerFindings = (
  rule: Rule,
  { minimum, maximum }: Bounds,
  precision: number | null | undefined,
  at: string,
): ReadonlyArray<Finding> => {
  const decimals = precision ?? mostDecimals
  const isFiner = (limit: number | null | undefined): limit is number => isGiven(limit) && decimalsOf(limit) > decimals
  return [
    ...(isFiner(minimum) ? [found(rule, `${at}/minimum`, "finding.minimum.decimals", { value: minimum, decimals })] : []),
    ...(isFiner(maximum) ? [found(rule, `${at}/maximum`, "finding.maximum.decimals", { value: maximum, decimals })] : []),
  ]
}
