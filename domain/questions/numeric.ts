// Numbers as answers: bounds, decimals, the slider and its labels (spec/2-editor §5; decisions Q7).
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { boundsFindings, decimalsFindings, isGiven, lengthOf, mostDecimals } from "./bounds.ts"
import { finerFindings } from "./finer-limits.ts"
import type { Question } from "./question.ts"
import { decimalsOf, sliderRemainder } from "./slider.ts"

type NumericOptions = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** "Numeric: minimum at least 0 … Bound labels at most 25 characters" (spec/2-editor §5). */
export const leastNumber = 0
export const longestBoundLabel = 25

/** Rules `numeric-bounds` and `slider-step`; `at` points to the options. */
export const numericFindings = (options: NumericOptions, at: string): ReadonlyArray<Finding> => [
  ...boundsFindings("numeric-bounds", options, leastNumber, at),
  ...decimalsFindings("numeric-bounds", options.precision, at),
  ...finerFindings("numeric-bounds", options, options.precision, at),
  ...(options.hasLabel ? [...labelFindings(options, "lowerBoundLabel", at), ...labelFindings(options, "upperBoundLabel", at)] : []),
  ...(options.hasSlider ? sliderFindings(options, at) : []),
]

const labelFindings = (options: NumericOptions, name: "lowerBoundLabel" | "upperBoundLabel", at: string): ReadonlyArray<Finding> =>
  lengthOf(options[name] ?? "") > longestBoundLabel
    ? [found("numeric-bounds", `${at}/${name}`, "finding.too-long", { most: longestBoundLabel })]
    : []

const sliderFindings = ({ minimum, maximum, stepSize, precision }: NumericOptions, at: string): ReadonlyArray<Finding> => {
  if (!isGiven(minimum)) return [found("numeric-bounds", `${at}/minimum`, "finding.slider-range")]
  if (!isGiven(maximum)) return [found("numeric-bounds", `${at}/maximum`, "finding.slider-range")]
  const step = stepSize ?? 1
  if (step <= 0) return [found("slider-step", `${at}/stepSize`, "finding.slider-step.positive", { step })]
  if (decimalsOf(step) > (precision ?? mostDecimals))
    return [found("slider-step", `${at}/stepSize`, "finding.slider-step.decimals", { step, decimals: precision ?? mostDecimals })]
  const remainder = sliderRemainder(minimum, maximum, step)
  return remainder === "0" || remainder === undefined
    ? []
    : [found("slider-step", `${at}/stepSize`, "finding.slider-step", { max: maximum, min: minimum, step, remainder })]
}
