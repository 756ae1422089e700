// A slider's range has to divide by its step, counted in decimals as authors write them (decisions Q7).
import * as BigDecimal from "effect/BigDecimal"
import * as Option from "effect/Option"

/** [Q7] What is left of `maximum - minimum` after whole steps, written exactly: "0" when the slider is sound. Undefined for a step of 0. */
export const sliderRemainder = (minimum: number, maximum: number, step: number): string | undefined => {
  const [least, most, by] = [decimal(minimum), decimal(maximum), decimal(step)]
  if (least === undefined || most === undefined || by === undefined) return undefined
  const left = Option.getOrUndefined(BigDecimal.remainder(BigDecimal.subtract(most, least), by))
  return left === undefined ? undefined : BigDecimal.format(left)
}

/** The digits behind the point of a number as it is written. */
export const decimalsOf = (number: number): number => Math.max(0, decimal(number)?.scale ?? 0)

const decimal = (number: number): BigDecimal.BigDecimal | undefined => Option.getOrUndefined(BigDecimal.fromNumber(number))
