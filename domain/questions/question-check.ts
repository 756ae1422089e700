// Every rule that a question must keep (spec/2-editor §5). The rules themselves stand with their types.
import type { Finding } from "../check/finding.ts"
import { dateFindings } from "../date/calendar-date.ts"
import { openFindings } from "./answer-limits.ts"
import { choiceFindings } from "./choice-question.ts"
import { fileFindings } from "./file-question.ts"
import { currencyFindings, numericFindings } from "./number-question.ts"
import type { Question } from "./question.ts"
import { scaleFindings } from "./scale-question.ts"

/** All findings of a question; `at` is the pointer to it. */
export const questionFindings = (question: Question, at: string): ReadonlyArray<Finding> => {
  const options = `${at}/options`
  switch (question.type) {
    case "choice":
    case "multiple":
      return choiceFindings(question, at)
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

/** What is wrong with the options of a question, whatever its choices are. */
export const optionFindings = (question: Question): ReadonlyArray<Finding> =>
  questionFindings(question, "").filter(({ pointer }) => pointer.startsWith("/options"))

/** Those of the findings of an instruction that its question's options still give: until the next check the others are of what was. */
export const findRemainingFindings = (question: Question, found: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const told = new Set(found.map(({ message }) => message))
  return optionFindings(question).filter(({ message }) => told.has(message))
}

/** Whether one of `optionFindings` is about this option. */
export const isAboutOption = ({ pointer }: Pick<Finding, "pointer">, option: string): boolean => pointer === `/options/${option}`

/** [Q6] Whether an edit of a question's options is passed on: one that breaks a rule stays with the form (spec/2-editor §5). */
export const hasValidOptions = (question: Question): boolean => optionFindings(question).length === 0
