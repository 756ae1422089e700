// Checks a question against all rules of its type, and the form of a question that cannot be written to the script yet: invalid options and
// texts that cannot be parsed [Q6].
import type { Finding } from "../findings/finding.ts"
import { deepEqual } from "../json/json-value.ts"
import { openFindings } from "./answer-limits.ts"
import { dateFindings } from "./bounds-findings.ts"
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

/** Texts that cannot be parsed, by option. */
export type UnparsedTexts = Readonly<Record<string, string>>

/** The question as the form shows it; an option whose text cannot be parsed has its value from the script. */
export type QuestionFormInput = { readonly question: Question; readonly unparsed: UnparsedTexts }

/** `scriptQuestion`: the question in the script at that time. */
export type PendingQuestionForm = QuestionFormInput & { readonly scriptQuestion: Question }

/** Returns the pending form: all options if one breaks a rule, else only the unparsable texts; null if there are neither. */
export const createPendingForm = (
  { question, unparsed: texts }: QuestionFormInput,
  scriptQuestion: Question,
): PendingQuestionForm | null => {
  const unparsed = Object.fromEntries(Object.entries(texts).filter(([option]) => hasField(question, option)))
  const isStored = hasValidOptions(question) || hasSameOptions(question, scriptQuestion)
  if (isStored && Object.keys(unparsed).length === 0) return null
  return { question, unparsed, scriptQuestion: hasValidOptions(question) ? question : scriptQuestion }
}

/** Returns whether the form has a field for the option; a text without a field could not be corrected. */
const hasField = (question: Question, option: string): boolean =>
  option !== "stepSize" || (question.type === "numeric" && question.options?.hasSlider === true)

/** Returns whether the pending form still applies: if the options in the script have changed since, the script wins. */
export const isStillCurrent = ({ scriptQuestion }: PendingQuestionForm, current: Question): boolean =>
  hasSameOptions(scriptQuestion, current)

/** Of choice questions only the bounds and the number of choices count: nothing else can be pending. */
const hasSameOptions = (a: Question, b: Question): boolean => a.type === b.type && deepEqual(getPendingOptions(a), getPendingOptions(b))

const getPendingOptions = (question: Question): unknown =>
  question.type === "choice" || question.type === "multiple"
    ? { count: question.choices?.length ?? 0, minimum: question.options?.minimum ?? null, maximum: question.options?.maximum ?? null }
    : (question.options ?? {})

/** Returns the findings about the options in the form, except options whose text cannot be parsed: these have no value to check. */
export const formFindings = ({ question, unparsed }: QuestionFormInput): ReadonlyArray<Finding> =>
  optionFindings(question).filter((finding) => !Object.keys(unparsed).some((option) => isAboutOption(finding, option)))
