// Numbers as answers: numeric, currency and scales (spec/2-editor §3, §5; decisions Q3, Q4, Q7, E1).
import { toNumber } from "../conditions/condition-value.ts"
import { numberLimits } from "../questions/answer-limits.ts"
import { sliderRange, sliderRemainder } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import { type ScaleQuestion, scaleValues } from "../questions/scale-question.ts"
import type { Language } from "../script/language.ts"
import { type AnswerResult, answerProblem } from "./answer-problem.ts"

// A number as people type it: in the digits of their language, with signs between thousands and before decimals (decisions E1).

/** The sign before decimals; the other one of the two stands between thousands, where one does. */
const decimalSign = (language: Language): string => (language === "en" || language === "ar" ? "." : ",")

/** Arabic and Persian digits and signs as all others write them. */
const western = (text: string, language: Language): string =>
  text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll("\u066B", decimalSign(language))
    .replaceAll("\u066C", " ")
    .replace(/^\u2212/, "-")

/** Thousands by one sign, then perhaps decimals by the other. */
const grouped = /^-?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

/**
 * The number that a text says, or null. A sign that can stand between thousands only stands there (1 000, 1.000.000, 1.234,5); one point
 * or comma before three digits (1.000) does where the language has the other one before decimals.
 */
export const parseLocalizedNumber = (text: string, language: Language): number | null => {
  const typed = western(text.trim(), language)
  const sign = grouped.exec(typed)?.[1]
  const isSure = sign !== undefined && (!/^-?\d+[.,]\d+$/.test(typed) || sign !== decimalSign(language))
  const plain = isSure ? typed.replaceAll(sign, "") : typed
  return toNumber(/^-?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : plain)
}

type Options<Type extends Question["type"]> = NonNullable<Extract<Question, { readonly type: Type }>["options"]>

/** Reads a number within its bounds and decimals and, on a slider, on one of its steps. */
export const parseNumberAnswer = (options: Options<"numeric">, given: unknown, language: Language): AnswerResult => {
  const number = numberOf(given, language)
  if (number === null) return answerProblem("answer.number")
  const refused = outOfBounds(number, options)
  if (refused !== null) return refused
  const step = options.stepSize ?? 1
  if (options.hasSlider !== true || !(step > 0)) return { ok: true, value: number }
  const left = sliderRemainder(sliderRange(options).least, number, step)
  return left === "0" || left === undefined ? { ok: true, value: number } : answerProblem("answer.step", { step })
}

/** Reads an amount of money within its bounds and decimals. */
export const parseAmountAnswer = (options: Options<"currency">, given: unknown, language: Language): AnswerResult => {
  const number = numberOf(given, language)
  return number === null ? answerProblem("answer.number") : (outOfBounds(number, options) ?? { ok: true, value: number })
}

/** Reads a place on a scale: stars, faces, how likely to recommend. */
export const parseScaleAnswer = (question: ScaleQuestion, given: unknown, language: Language): AnswerResult => {
  const number = numberOf(given, language)
  return number !== null && scaleValues(question).includes(number) ? { ok: true, value: number } : answerProblem("answer.scale")
}

const outOfBounds = (number: number, options: Options<"numeric" | "currency">): AnswerResult | null => {
  const { least, most, decimals } = numberLimits(options)
  if (least !== null && number < least) return answerProblem("answer.least", { least })
  if (most !== null && number > most) return answerProblem("answer.largest", { most })
  if (Number(number.toFixed(decimals)) === number) return null
  return decimals === 0 ? answerProblem("answer.whole") : answerProblem("answer.decimals", { most: decimals })
}

/** A number, or a text that is one. */
const numberOf = (given: unknown, language: Language): number | null => {
  if (typeof given === "number") return Number.isFinite(given) ? (given === 0 ? 0 : given) : null
  if (typeof given !== "string") return null
  const number = parseLocalizedNumber(given, language)
  return number === 0 ? 0 : number
}
