// A number as people type it: in the digits of their language, with signs between thousands and before decimals (decisions E1).
import { asNumber } from "../conditions/value.ts"
import type { Language } from "../script/language.ts"

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
export const typedNumber = (text: string, language: Language): number | null => {
  const typed = western(text.trim(), language)
  const sign = grouped.exec(typed)?.[1]
  const isSure = sign !== undefined && (!/^-?\d+[.,]\d+$/.test(typed) || sign !== decimalSign(language))
  const plain = isSure ? typed.replaceAll(sign, "") : typed
  return asNumber(/^-?\d+,\d+$/.test(plain) ? plain.replace(",", ".") : plain)
}
