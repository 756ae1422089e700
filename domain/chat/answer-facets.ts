// What conditions and recalls see of a stored answer (C14, E1). Total, also for answers of earlier revisions.
import {
  type AnswerFacets,
  type ConditionValue,
  choiceAnswer,
  multipleChoiceAnswer,
  noAnswer,
  numericAnswer,
  plainAnswer,
  type Score,
  scaleAnswer,
  scoreResult,
  toConditionValue,
} from "../conditions/condition-value.ts"
import { toEpochDay } from "../date/calendar-date.ts"
import { findCurrency } from "../questions/currencies.ts"
import type { Question } from "../questions/question.ts"
import type { Language } from "../text/language.ts"
import { toLocale } from "../text/locale.ts"

/** Returns the facets of an answer. Texts of numbers, amounts, dates and choices are in the given language. */
export const getAnswerFacets = (question: Question, value: ConditionValue, language: Language): AnswerFacets => {
  if (value === null) return noAnswer
  switch (question.type) {
    case "choice": {
      const choice = question.choices?.find((option) => option.value === value)
      return choice === undefined ? plainAnswer(value) : choiceAnswer(choice, question.options, language)
    }
    case "multiple": {
      // A question may have thousands of choices, and its answer as many values.
      const values: ReadonlySet<unknown> = new Set(Array.isArray(value) ? value : [value])
      return multipleChoiceAnswer(
        (question.choices ?? []).filter((option) => values.has(option.value)),
        question.options,
        language,
      )
    }
    case "numeric":
      return typeof value === "number" ? numericAnswer(value, numberFormat(language).format(value)) : plainAnswer(value)
    case "currency":
      return typeof value === "number"
        ? numericAnswer(value, formatAmount(value, findCurrency(question.options?.currency) ?? "", language))
        : plainAnswer(value)
    case "nps":
    case "starRating":
    case "emoji":
      return typeof value === "number" ? scaleAnswer(value) : plainAnswer(value)
    case "date": {
      const day = typeof value === "string" ? toEpochDay(value) : null
      return day === null ? plainAnswer(value) : { ...plainAnswer(value), text: dateFormat(language).format(day * 86_400_000) }
    }
    case "open":
    case "email":
    case "file":
      return plainAnswer(value)
  }
}

/** [C15] Returns the facets of a score; its texts are in the given language. */
export const getScoreFacets = (score: Score, language: Language): AnswerFacets =>
  scoreResult(score, (value) => numberFormat(language).format(value))

/** Formats an amount to pay in the given language. Total: accepts any currency, also of a stored amount. */
export const formatAmountDue = ({ amount, currency }: { readonly amount: number; readonly currency: string }, language: Language): string =>
  formatAmount(amount, currency, language)

/** An amount in a currency whose code is malformed is written as a number with that code. */
const formatAmount = (amount: number, currency: string, language: Language): string =>
  /^[A-Z]{3}$/i.test(currency)
    ? amountFormat(language)(currency).format(amount)
    : `${numberFormat(language).format(amount)} ${currency}`.trim()

/** Caches formatters: creating one is slow, using one is fast. */
const memoize = <Key, Formatter>(create: (key: Key) => Formatter): ((key: Key) => Formatter) => {
  const formatters = new Map<Key, Formatter>()
  return (key) => {
    const format = formatters.get(key) ?? create(key)
    formatters.set(key, format)
    return format
  }
}

const numberFormat = memoize(
  (language: Language) => new Intl.NumberFormat(toLocale(language), { useGrouping: false, maximumFractionDigits: 20 }),
)
const dateFormat = memoize((language: Language) => new Intl.DateTimeFormat(toLocale(language), { dateStyle: "long", timeZone: "UTC" }))
const amountFormat = memoize((language: Language) =>
  memoize((currency: string) => new Intl.NumberFormat(toLocale(language), { style: "currency", currency })),
)

/**
 * Returns an answer as text for the respondent's transcript; "" for a skipped question. Total: accepts any stored
 * value.
 */
export const formatAnswer = (question: Question, value: unknown, language: Language): string => {
  const { text } = getAnswerFacets(question, toConditionValue(value), language)
  if (text === null) return ""
  return Array.isArray(text) ? text.join(", ") : String(text)
}
