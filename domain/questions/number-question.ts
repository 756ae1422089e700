// Numbers and amounts as answers: bounds, decimals, currencies, and the slider [Q7, Q11].
import * as BigDecimal from "effect/BigDecimal"
import * as Option from "effect/Option"
import type { Finding, Rule } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { countCodePoints } from "../text/text-input.ts"
import { getNumberLimits } from "./answer-limits.ts"
import { type Bounds, boundsFindings, decimalsFindings, isPresent, maxDecimals } from "./bounds-findings.ts"
import type { Question } from "./question.ts"

/** [Q7] Returns the exact remainder of `maximum - minimum` after whole steps; "0" if the step is valid, undefined for a step of 0. */
export const computeSliderRemainder = (minimum: number, maximum: number, step: number): string | undefined => {
  const [min, max, divisor] = [toDecimal(minimum), toDecimal(maximum), toDecimal(step)]
  if (min === undefined || max === undefined || divisor === undefined) return undefined
  const remainder = Option.getOrUndefined(BigDecimal.remainder(BigDecimal.subtract(max, min), divisor))
  return remainder === undefined ? undefined : BigDecimal.format(remainder)
}

/** Returns the number of decimals of a number. */
export const countDecimals = (number: number): number => Math.max(0, toDecimal(number)?.scale ?? 0)

const toDecimal = (number: number): BigDecimal.BigDecimal | undefined => Option.getOrUndefined(BigDecimal.fromNumber(number))

/** [E1] Returns findings for limits that no answer can equal because they have more decimals than answers may have. */
export const limitPrecisionFindings = (
  rule: Rule,
  { minimum, maximum }: Bounds,
  precision: number | null | undefined,
  pointer: string,
): ReadonlyArray<Finding> => {
  const decimals = precision ?? maxDecimals
  const hasMoreDecimals = (limit: number | null | undefined): limit is number => isPresent(limit) && countDecimals(limit) > decimals
  return [
    ...(hasMoreDecimals(minimum)
      ? [createFinding(rule, `${pointer}/minimum`, "finding.minimum.decimals", { value: minimum, decimals })]
      : []),
    ...(hasMoreDecimals(maximum)
      ? [createFinding(rule, `${pointer}/maximum`, "finding.maximum.decimals", { value: maximum, decimals })]
      : []),
  ]
}

type NumericOptions = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** The smallest permitted minimum. */
export const minNumber = 0
/** The maximum number of code points of a label at an end of the slider. */
export const maxBoundLabelLength = 25

/** Checks the rules `numeric-bounds` and `slider-step`; `pointer` is that of the options. */
export const numericFindings = (options: NumericOptions, pointer: string): ReadonlyArray<Finding> => [
  ...boundsFindings("numeric-bounds", options, minNumber, pointer),
  ...decimalsFindings("numeric-bounds", options.precision, pointer),
  ...limitPrecisionFindings("numeric-bounds", options, options.precision, pointer),
  ...(options.hasLabel
    ? [...labelFindings(options, "lowerBoundLabel", pointer), ...labelFindings(options, "upperBoundLabel", pointer)]
    : []),
  ...(options.hasSlider ? sliderFindings(options, pointer) : []),
]

const labelFindings = (options: NumericOptions, name: "lowerBoundLabel" | "upperBoundLabel", pointer: string): ReadonlyArray<Finding> =>
  countCodePoints(options[name] ?? "") > maxBoundLabelLength
    ? [createFinding("numeric-bounds", `${pointer}/${name}`, "finding.too-long", { most: maxBoundLabelLength })]
    : []

const sliderFindings = ({ minimum, maximum, stepSize, precision }: NumericOptions, pointer: string): ReadonlyArray<Finding> => {
  if (!isPresent(minimum)) return [createFinding("numeric-bounds", `${pointer}/minimum`, "finding.slider-range")]
  if (!isPresent(maximum)) return [createFinding("numeric-bounds", `${pointer}/maximum`, "finding.slider-range")]
  const step = stepSize ?? 1
  if (step <= 0) return [createFinding("slider-step", `${pointer}/stepSize`, "finding.slider-step.positive", { step })]
  if (countDecimals(step) > (precision ?? maxDecimals))
    return [
      createFinding("slider-step", `${pointer}/stepSize`, "finding.slider-step.decimals", { step, decimals: precision ?? maxDecimals }),
    ]
  const remainder = computeSliderRemainder(minimum, maximum, step)
  return remainder === "0" || remainder === undefined
    ? []
    : [createFinding("slider-step", `${pointer}/stepSize`, "finding.slider-step", { max: maximum, min: minimum, step, remainder })]
}

type CurrencyOptions = NonNullable<Extract<Question, { readonly type: "currency" }>["options"]>

/** The smallest permitted minimum of an amount. */
export const minAmount = 1

/** Checks the rule `currency-bounds`; `pointer` is that of the options. */
export const currencyFindings = (options: CurrencyOptions, pointer: string): ReadonlyArray<Finding> => [
  ...boundsFindings("currency-bounds", options, minAmount, pointer),
  ...decimalsFindings("currency-bounds", options.precision, pointer),
  ...limitPrecisionFindings("currency-bounds", options, options.precision, pointer),
]

/** [Q11] The range and step of a slider whose question does not set them. */
const defaultSlider = { least: 0, length: 100, step: 1 } as const

type SliderRange = { readonly least: number; readonly most: number; readonly decimals: number; readonly step: number }

/** [Q11] Returns the range and step of a slider. Every combination of options has a range, and all its values are valid answers. */
export const getSliderRange = (options: NumericOptions): SliderRange => {
  const { least, most, decimals } = getNumberLimits(options)
  const step = options.stepSize ?? defaultSlider.step
  const min = least ?? (most !== null && most < defaultSlider.least ? most - defaultSlider.length : defaultSlider.least)
  const max =
    most ?? (min < defaultSlider.least + defaultSlider.length ? defaultSlider.least + defaultSlider.length : min + defaultSlider.length)
  return { least: min, most: max, decimals, step: step > 0 ? step : defaultSlider.step }
}

/** [Q7] Returns the value of the slider that is nearest to a number: a whole number of steps from the minimum, and so a valid answer. */
export const snapToSlider = ({ least, most, decimals, step }: SliderRange, target: number): number => {
  const toSteps = (value: number): number => Number(((value - least) / step).toPrecision(12)) // removes binary rounding errors
  const stepCount = Math.min(Math.floor(toSteps(most)), Math.max(0, Math.round(toSteps(target))))
  return Number((least + stepCount * step).toFixed(decimals))
}

/** Returns where the slider is before it is moved. */
export const getSliderMidpoint = (range: SliderRange): number => snapToSlider(range, (range.least + range.most) / 2)

/** Returns whether a key (as in `KeyboardEvent.key`) sets the slider, even if it cannot move any further [Q11]. */
export const isSliderKey = (key: string): boolean => sliderKeys.test(key)

const sliderKeys = /^(?:Arrow.+|Page.+|Home|End| )$/
