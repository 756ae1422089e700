// What a form holds of a question that is not in the script: options that break a rule, and texts that cannot be read.
import type { Finding } from "../check/finding.ts"
import { deepEqual } from "../json/json-equality.ts"
import type { Question } from "./question.ts"
import { hasValidOptions, isAboutOption, optionFindings } from "./question-check.ts"

/** Texts that no value can be read from, by the option whose value they were to be. */
export type UnparsedTexts = Readonly<Record<string, string>>

/** The question as a form has it; where a text cannot be read, its option is as it is in the script. */
export type QuestionFormInput = { readonly question: Question; readonly unparsed: UnparsedTexts }

/** `beside`: the question in the script at that time. */
export type PendingQuestionForm = QuestionFormInput & { readonly scriptQuestion: Question }

/** What remains of it with the form: all where an option breaks a rule, what cannot be read else, null where there is nothing of either. */
export const createPendingForm = ({ question, unparsed: typed }: QuestionFormInput, inScript: Question): PendingQuestionForm | null => {
  const unread = Object.fromEntries(Object.entries(typed).filter(([option]) => isAskedFor(question, option)))
  const isWritten = canWriteToScript(question) || hasSameOptions(question, inScript)
  if (isWritten && Object.keys(unread).length === 0) return null
  return { question, unparsed: unread, scriptQuestion: canWriteToScript(question) ? question : inScript }
}

/** Whether the form has a field for it: what nobody sees cannot be put right. */
const isAskedFor = (question: Question, option: string): boolean =>
  option !== "stepSize" || (question.type === "numeric" && question.options?.hasSlider === true)

/** [Q6] Whether the script takes it. */
export const canWriteToScript = hasValidOptions

/** Whether it is about the question still: other options that came into the script since are what the author did last. */
export const isStillCurrent = ({ scriptQuestion }: PendingQuestionForm, inScript: Question): boolean =>
  hasSameOptions(scriptQuestion, inScript)

/** The options of choices but their bounds are nothing that an entry is about; those depend on how many choices there are. */
const hasSameOptions = (one: Question, other: Question): boolean => one.type === other.type && deepEqual(aboutOf(one), aboutOf(other))

const aboutOf = (question: Question): unknown =>
  question.type === "choice" || question.type === "multiple"
    ? { count: question.choices?.length ?? 0, minimum: question.options?.minimum ?? null, maximum: question.options?.maximum ?? null }
    : (question.options ?? {})

/** What is wrong with the options that a form has. Of what it cannot read it has no value that anything could be wrong with. */
export const formFindings = ({ question, unparsed }: QuestionFormInput): ReadonlyArray<Finding> =>
  optionFindings(question).filter((finding) => !Object.keys(unparsed).some((option) => isAboutOption(finding, option)))
