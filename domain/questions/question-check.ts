// Checks a question against all rules of its type.

import type { Finding } from "../findings/finding.ts"
import { dateFindings } from "./answer-bounds.ts"
import { openFindings } from "./answer-limits.ts"
import { choiceFindings } from "./choice-question.ts"
import { fileFindings } from "./file-question.ts"
import { currencyFindings, numericFindings } from "./number-question.ts"
import type { Question } from "./question.ts"
import { scaleFindings } from "./scale-question.ts"

/** Returns all findings of a question; `pointer` is that of the question. */
export const questionFindings = (question: Question, pointer: string): ReadonlyArray<Finding> => {
  const options = `${pointer}/options`
  switch (question.type) {
    case "choice":
    case "multiple":
      return choiceFindings(question, pointer)
    case "open":
      return openFindings(question.options ?? {}, options)
    case "numeric":
      return numericFindings(question.options ?? {}, options)
    case "currency":
      return currencyFindings(question.options ?? {}, options)
    case "date":
      return dateFindings(question.options ?? {}, options)
    case "starRating":
    case "emoji":
    case "nps":
      return scaleFindings(question, options)
    case "file":
      return fileFindings(question.options ?? {}, options)
    case "email":
      return []
  }
}

/** Returns the findings about the options of a question, not its choices. */
export const optionFindings = (question: Question): ReadonlyArray<Finding> =>
  questionFindings(question, "").filter(({ pointer }) => pointer.startsWith("/options"))

/** Returns the findings that the question's current options still cause, of those found in its instruction by the last check. */
export const findRemainingFindings = (question: Question, previous: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const messages = new Set(previous.map(({ message }) => message))
  return optionFindings(question).filter(({ message }) => messages.has(message))
}

/** Returns whether one of `optionFindings` is about an option. */
export const isAboutOption = ({ pointer }: Pick<Finding, "pointer">, option: string): boolean => pointer === `/options/${option}`

/** [Q6] Returns whether the options break no rule. Options that do stay in the form and are not written to the script. */
export const hasValidOptions = (question: Question): boolean => optionFindings(question).length === 0
