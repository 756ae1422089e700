// An answer as it stands in a respondent's transcript: as conditions and recall show it, in the language of the conversation.
import { asValue } from "../conditions/value.ts"
import type { Question } from "../questions/question.ts"
import type { Language } from "../script/language.ts"
import { answeredBy } from "./answered-by.ts"

/** The text of what was given; "" for a question that was skipped. Total, whatever was kept. */
export const givenText = (question: Question, value: unknown, language: Language): string => {
  const { text } = answeredBy(question, asValue(value), language)
  if (text === null) return ""
  return Array.isArray(text) ? text.join(", ") : String(text)
}
