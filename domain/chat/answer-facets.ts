// A kept answer as conditions and recall see it (decisions C14, E1). Total: whatever was kept, also by an earlier version of the script.
import {
  type AnswerFacets,
  type ConditionValue,
  choiceAnswer,
  multipleChoiceAnswer,
  noAnswer,
  numericAnswer,
  plainAnswer,
  scaleAnswer,
  toConditionValue,
} from "../conditions/condition-value.ts"
import { toEpochDay } from "../date/calendar-date.ts"
import { currencies } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import type { Language } from "../script/language.ts"
import type { AmountDue } from "./conversation-state.ts"

/** What conditions and recall see of an answer; texts of numbers, amounts and dates, and what is shown of choices, are in the language of the conversation. */
export const answerFacets = (question: Question, value: ConditionValue, language: Language): AnswerFacets => {
  if (value === null) return noAnswer
  switch (question.type) {
    case "choice": {
      const choice = question.choices?.find((one) => one.value === value)
      return choice === undefined ? plainAnswer(value) : choiceAnswer(choice, question.options, language)
    }
    case "multiple": {
      const values = Array.isArray(value) ? value : [value]
      return multipleChoiceAnswer(
        (question.choices ?? []).filter((one) => values.includes(one.value)),
        question.options,
        language,
      )
    }
    case "numeric":
      return typeof value === "number" ? numericAnswer(value, numberFormat(language).format(value)) : plainAnswer(value)
    case "currency":
      return typeof value === "number"
        ? numericAnswer(value, amountFormat(language)(currencies[question.options?.currency ?? 1]).format(value))
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

/** What is to be paid, as the language writes it. */
export const amountText = ({ amount, currency }: AmountDue, language: Language): string => amountFormat(language)(currency).format(amount)

/** Making a format is slow, using one is not. */
const once = <Key, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const made = new Map<Key, Made>()
  return (key) => {
    const format = made.get(key) ?? make(key)
    made.set(key, format)
    return format
  }
}

const numberFormat = once((language: Language) => new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }))
const dateFormat = once((language: Language) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }))
const amountFormat = once((language: Language) =>
  once((currency: string) => new Intl.NumberFormat(language, { style: "currency", currency })),
)

// An answer as it stands in a respondent's transcript: as conditions and recall show it, in the language of the conversation.

/** The text of what was given; "" for a question that was skipped. Total, whatever was kept. */
export const answerText = (question: Question, value: unknown, language: Language): string => {
  const { text } = answerFacets(question, toConditionValue(value), language)
  if (text === null) return ""
  return Array.isArray(text) ? text.join(", ") : String(text)
}
