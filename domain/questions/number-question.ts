// Numbers as answers: bounds, decimals, the slider and its labels (spec/2-editor §5; decisions Q7).
import * as BigDecimal from "effect/BigDecimal"
import * as Option from "effect/Option"
import type { Finding, Rule } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { type Bounds, boundsFindings, countCodePoints, decimalsFindings, isPresent, maxDecimals } from "./answer-bounds.ts"
import { numberLimits } from "./answer-limits.ts"
import type { Question } from "./question.ts"

// A slider's range has to divide by its step, counted in decimals as authors write them (decisions Q7).

/** [Q7] What is left of `maximum - minimum` after whole steps, written exactly: "0" when the slider is sound. Undefined for a step of 0. */
export const sliderRemainder = (minimum: number, maximum: number, step: number): string | undefined => {
  const [least, most, by] = [decimal(minimum), decimal(maximum), decimal(step)]
  if (least === undefined || most === undefined || by === undefined) return undefined
  const left = Option.getOrUndefined(BigDecimal.remainder(BigDecimal.subtract(most, least), by))
  return left === undefined ? undefined : BigDecimal.format(left)
}

/** The digits behind the point of a number as it is written. */
export const countDecimals = (number: number): number => Math.max(0, decimal(number)?.scale ?? 0)

const decimal = (number: number): BigDecimal.BigDecimal | undefined => Option.getOrUndefined(BigDecimal.fromNumber(number))

// Limits of a number that have more decimals than its answers may (decisions E1).

/** The findings of limits that no answer can lie at, for they have more decimals than answers may. */
export const limitPrecisionFindings = (
  rule: Rule,
  { minimum, maximum }: Bounds,
  precision: number | null | undefined,
  at: string,
): ReadonlyArray<Finding> => {
  const decimals = precision ?? maxDecimals
  const isFiner = (limit: number | null | undefined): limit is number => isPresent(limit) && countDecimals(limit) > decimals
  return [
    ...(isFiner(minimum) ? [createFinding(rule, `${at}/minimum`, "finding.minimum.decimals", { value: minimum, decimals })] : []),
    ...(isFiner(maximum) ? [createFinding(rule, `${at}/maximum`, "finding.maximum.decimals", { value: maximum, decimals })] : []),
  ]
}

type NumericOptions = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** "Numeric: minimum at least 0 … Bound labels at most 25 characters" (spec/2-editor §5). */
export const minNumber = 0
export const maxBoundLabelLength = 25

/** Rules `numeric-bounds` and `slider-step`; `at` points to the options. */
export const numericFindings = (options: NumericOptions, at: string): ReadonlyArray<Finding> => [
  ...boundsFindings("numeric-bounds", options, minNumber, at),
  ...decimalsFindings("numeric-bounds", options.precision, at),
  ...limitPrecisionFindings("numeric-bounds", options, options.precision, at),
  ...(options.hasLabel ? [...labelFindings(options, "lowerBoundLabel", at), ...labelFindings(options, "upperBoundLabel", at)] : []),
  ...(options.hasSlider ? sliderFindings(options, at) : []),
]

const labelFindings = (options: NumericOptions, name: "lowerBoundLabel" | "upperBoundLabel", at: string): ReadonlyArray<Finding> =>
  countCodePoints(options[name] ?? "") > maxBoundLabelLength
    ? [createFinding("numeric-bounds", `${at}/${name}`, "finding.too-long", { most: maxBoundLabelLength })]
    : []

const sliderFindings = ({ minimum, maximum, stepSize, precision }: NumericOptions, at: string): ReadonlyArray<Finding> => {
  if (!isPresent(minimum)) return [createFinding("numeric-bounds", `${at}/minimum`, "finding.slider-range")]
  if (!isPresent(maximum)) return [createFinding("numeric-bounds", `${at}/maximum`, "finding.slider-range")]
  const step = stepSize ?? 1
  if (step <= 0) return [createFinding("slider-step", `${at}/stepSize`, "finding.slider-step.positive", { step })]
  if (countDecimals(step) > (precision ?? maxDecimals))
    return [createFinding("slider-step", `${at}/stepSize`, "finding.slider-step.decimals", { step, decimals: precision ?? maxDecimals })]
  const remainder = sliderRemainder(minimum, maximum, step)
  return remainder === "0" || remainder === undefined
    ? []
    : [createFinding("slider-step", `${at}/stepSize`, "finding.slider-step", { max: maximum, min: minimum, step, remainder })]
}

// Amounts of money as answers (spec/2-editor §3, §5, §9).

type CurrencyOptions = NonNullable<Extract<Question, { readonly type: "currency" }>["options"]>

/** The currencies by their ids, as ISO 4217 codes (spec/2-editor §9). */
export const currencies = { 1: "EUR", 2: "USD", 3: "GBP" } as const
export const currencyIds = [1, 2, 3] as const satisfies ReadonlyArray<keyof typeof currencies>
export const minAmount = 1

/** Rule `currency-bounds`; `at` points to the options. */
export const currencyFindings = (options: CurrencyOptions, at: string): ReadonlyArray<Finding> => [
  ...boundsFindings("currency-bounds", options, minAmount, at),
  ...decimalsFindings("currency-bounds", options.precision, at),
  ...limitPrecisionFindings("currency-bounds", options, options.precision, at),
]

// Where a slider can stand.

/** [Q11] How far a slider goes whose question does not say it, and its step. */
const defaultSlider = { least: 0, length: 100, step: 1 } as const

type Range = { readonly least: number; readonly most: number; readonly decimals: number; readonly step: number }

/** [Q11] From where to where a slider goes, and in which steps: there is a range for any options, and its places are answers. */
export const sliderRange = (options: NumericOptions): Range => {
  const { least, most, decimals } = numberLimits(options)
  const step = options.stepSize ?? defaultSlider.step
  const first = least ?? (most !== null && most < defaultSlider.least ? most - defaultSlider.length : defaultSlider.least)
  const last =
    most ?? (first < defaultSlider.least + defaultSlider.length ? defaultSlider.least + defaultSlider.length : first + defaultSlider.length)
  return { least: first, most: last, decimals, step: step > 0 ? step : defaultSlider.step }
}

/** The place next to a number, in whole steps from the beginning of the range: an answer that the question takes (decisions Q7). */
export const snapToSlider = ({ least, most, decimals, step }: Range, wished: number): number => {
  const steps = (to: number): number => Number(((to - least) / step).toPrecision(12)) // without the dust of binary fractions
  const place = Math.min(Math.floor(steps(most)), Math.max(0, Math.round(steps(wished))))
  return Number((least + place * step).toFixed(decimals))
}

/** Where it stands before it is moved. */
export const getSliderMidpoint = (range: Range): number => snapToSlider(range, (range.least + range.most) / 2)

/** Whether a key sets a slider, also where it cannot move any further or is to stay where it stands (Q11); `key` as browsers name it. */
export const isSliderKey = (key: string): boolean => settingKeys.test(key)

const settingKeys = /^(?:Arrow.+|Page.+|Home|End| )$/
