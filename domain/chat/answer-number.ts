// Parses numbers as answers: numeric, currency and scale questions (E1, Q3, Q4, Q7).
import { toNumber } from "../conditions/condition-value.ts"
import { getNumberLimits } from "../questions/answer-limits.ts"
import { computeSliderRemainder, getSliderRange } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import { listScaleValues, type ScaleQuestion } from "../questions/scale-question.ts"
import type { Language } from "../text/language.ts"
import { type AnswerResult, answerProblem } from "./answer-problem.ts"

/** The decimal separator of a language; the other one of `.` and `,` groups thousands. */
const decimalSeparator = (language: Language): string => (language === "en" || language === "ar" ? "." : ",")

/** Converts Arabic and Persian digits and separators to western ones. */
const toWesternDigits = (text: string, language: Language): string =>
  text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll("\u066B", decimalSeparator(language))
    .replaceAll("\u066C", " ")
    .replace(/^\u2212/, "-")

/** Thousands grouped by one separator, optionally followed by decimals after the other. */
const groupedNumber = /^-?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

/**
 * [E1] Returns the number that a text stands for, or null. A separator that can only group thousands (1.000.000,
 * 1.234,5, 1 000) is read as such; a single point or comma before three digits groups thousands only if the language
 * uses the other one for decimals.
 */
export const parseLocalizedNumber = (text: string, language: Language): number | null => {
  const typed = toWesternDigits(text.trim(), language)
  const separator = groupedNumber.exec(typed)?.[1]
  const isGrouping = separator !== undefined && (!/^-?\d+[.,]\d+$/.test(typed) || separator !== decimalSeparator(language))
  const ungrouped = isGrouping ? typed.replaceAll(separator, "") : typed
  return toNumber(/^-?\d+,\d+$/.test(ungrouped) ? ungrouped.replace(",", ".") : ungrouped)
}

type Options<Type extends Question["type"]> = NonNullable<Extract<Question, { readonly type: Type }>["options"]>

/** [Q7] Parses a number within its bounds and decimals and, on a slider, on one of its steps. */
export const parseNumberAnswer = (options: Options<"numeric">, input: unknown, language: Language): AnswerResult => {
  const number = toAnswerNumber(input, language)
  if (number === null) return answerProblem("answer.number")
  const problem = checkBounds(number, options)
  if (problem !== null) return problem
  const step = options.stepSize ?? 1
  if (options.hasSlider !== true || !(step > 0)) return { ok: true, value: number }
  const remainder = computeSliderRemainder(getSliderRange(options).least, number, step)
  return remainder === "0" || remainder === undefined ? { ok: true, value: number } : answerProblem("answer.step", { step })
}

/** Parses an amount of money within its bounds and decimals. */
export const parseAmountAnswer = (options: Options<"currency">, input: unknown, language: Language): AnswerResult => {
  const number = toAnswerNumber(input, language)
  return number === null ? answerProblem("answer.number") : (checkBounds(number, options) ?? { ok: true, value: number })
}

/** [Q3, Q4] Parses a value of a scale: stars, emoji, NPS. */
export const parseScaleAnswer = (question: ScaleQuestion, input: unknown, language: Language): AnswerResult => {
  const number = toAnswerNumber(input, language)
  return number !== null && listScaleValues(question).includes(number) ? { ok: true, value: number } : answerProblem("answer.scale")
}

const checkBounds = (number: number, options: Options<"numeric" | "currency">): AnswerResult | null => {
  const { least, most, decimals } = getNumberLimits(options)
  if (least !== null && number < least) return answerProblem("answer.least", { least })
  if (most !== null && number > most) return answerProblem("answer.largest", { most })
  if (Number(number.toFixed(decimals)) === number) return null
  return decimals === 0 ? answerProblem("answer.whole") : answerProblem("answer.decimals", { most: decimals })
}

/** Accepts a number, or a text that contains one. Turns -0 into 0. */
const toAnswerNumber = (input: unknown, language: Language): number | null => {
  if (typeof input === "number") return Number.isFinite(input) ? (input === 0 ? 0 : input) : null
  if (typeof input !== "string") return null
  const number = parseLocalizedNumber(input, language)
  return number === 0 ? 0 : number
}
