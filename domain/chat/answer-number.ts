// Numbers as answers: numeric, currency and scales (spec/2-editor §3, §5; decisions Q3, Q4, Q7, E1).
import { numberLimits } from "../questions/limits.ts"
import type { Question } from "../questions/question.ts"
import { type ScaleQuestion, scaleValues } from "../questions/scale.ts"
import { sliderRemainder } from "../questions/slider.ts"
import { sliderRange } from "../questions/slider-place.ts"
import type { Language } from "../script/language.ts"
import { type Read, wrong } from "./answer-read.ts"
import { typedNumber } from "./typed-number.ts"

type Options<Type extends Question["type"]> = NonNullable<Extract<Question, { readonly type: Type }>["options"]>

/** Reads a number within its bounds and decimals and, on a slider, on one of its steps. */
export const readNumber = (options: Options<"numeric">, given: unknown, language: Language): Read => {
  const number = numberOf(given, language)
  if (number === null) return wrong("answer.number")
  const refused = outOfBounds(number, options)
  if (refused !== null) return refused
  const step = options.stepSize ?? 1
  if (options.hasSlider !== true || !(step > 0)) return { ok: true, value: number }
  const left = sliderRemainder(sliderRange(options).least, number, step)
  return left === "0" || left === undefined ? { ok: true, value: number } : wrong("answer.step", { step })
}

/** Reads an amount of money within its bounds and decimals. */
export const readAmount = (options: Options<"currency">, given: unknown, language: Language): Read => {
  const number = numberOf(given, language)
  return number === null ? wrong("answer.number") : (outOfBounds(number, options) ?? { ok: true, value: number })
}

/** Reads a place on a scale: stars, faces, how likely to recommend. */
export const readScale = (question: ScaleQuestion, given: unknown, language: Language): Read => {
  const number = numberOf(given, language)
  return number !== null && scaleValues(question).includes(number) ? { ok: true, value: number } : wrong("answer.scale")
}

const outOfBounds = (number: number, options: Options<"numeric" | "currency">): Read | null => {
  const { least, most, decimals } = numberLimits(options)
  if (least !== null && number < least) return wrong("answer.least", { least })
  if (most !== null && number > most) return wrong("answer.largest", { most })
  if (Number(number.toFixed(decimals)) === number) return null
  return decimals === 0 ? wrong("answer.whole") : wrong("answer.decimals", { most: decimals })
}

/** A number, or a text that is one. */
const numberOf = (given: unknown, language: Language): number | null => {
  if (typeof given === "number") return Number.isFinite(given) ? (given === 0 ? 0 : given) : null
  if (typeof given !== "string") return null
  const number = typedNumber(given, language)
  return number === 0 ? 0 : number
}
