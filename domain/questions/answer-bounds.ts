// What minimum and maximum of a question have in common: the smallest value each may have, and their order (spec/2-editor §5).
import type { Finding, Rule } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"

export type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** The findings of a minimum that must be `least` at least and a maximum that must not be below it; `at` points to the options. */
export const boundsFindings = (rule: Rule, { minimum, maximum }: Bounds, least: number, at: string): ReadonlyArray<Finding> => {
  const floor = Math.max(least, minimum ?? least)
  return [
    ...(isBelow(minimum, least) ? [createFinding(rule, `${at}/minimum`, "finding.minimum.at-least", { value: minimum, least })] : []),
    ...(isBelow(maximum, floor)
      ? [createFinding(rule, `${at}/maximum`, "finding.maximum.at-least", { value: maximum, least: floor })]
      : []),
  ]
}

/** Decimals that an amount or number may have (spec/2-editor §5). */
export const maxDecimals = 2

export const decimalsFindings = (rule: Rule, precision: number | null | undefined, at: string): ReadonlyArray<Finding> =>
  !isPresent(precision) || (Number.isInteger(precision) && precision >= 0 && precision <= maxDecimals)
    ? []
    : [createFinding(rule, `${at}/precision`, "finding.decimals", { value: precision, most: maxDecimals })]

/** The findings of numbers that count something, and so have to be whole. */
export const integerFindings = (rule: Rule, { minimum, maximum }: Bounds, at: string): ReadonlyArray<Finding> => [
  ...(isFractional(minimum) ? [createFinding(rule, `${at}/minimum`, "finding.minimum.whole", { value: minimum })] : []),
  ...(isFractional(maximum) ? [createFinding(rule, `${at}/maximum`, "finding.maximum.whole", { value: maximum })] : []),
]

/** The length of a text as its limits count it: in code points. */
export const countCodePoints = (text: string): number => {
  let length = text.length
  for (let at = text.search(pair); at !== -1 && at < text.length; at++)
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      length--
      at++
    }
  return length
}

/** Half pairs: of most texts there are none to be looked for. */
const pair = /[\ud800-\udbff][\udc00-\udfff]/
const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** Whether an optional number was given. */
export const isPresent = (value: number | null | undefined): value is number => value !== null && value !== undefined

const isBelow = (value: number | null | undefined, least: number): value is number => isPresent(value) && value < least
const isFractional = (value: number | null | undefined): value is number => isPresent(value) && !Number.isInteger(value)
