// [Q6] State of a question form: invalid settings stay in the form with their error, only valid ones go into the script.
import { useId } from "react"
import type { ChoiceQuestion } from "../../../../domain/questions/choice-question.ts"
import type { Question, QuestionType } from "../../../../domain/questions/question.ts"
import { findRemainingFindings, formFindings, isAboutOption } from "../../../../domain/questions/question-check.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { findingsForInstruction } from "../../../../machines/editor/editor-findings.ts"
import { findPendingForm } from "../../../../machines/editor/unsaved-work.ts"
import { useEditor, useEditorState } from "../editor-context.tsx"
import { findingNoticeId } from "../instruction/panel-focus.ts"

type QuestionOf<Type extends QuestionType> = Extract<Question, { readonly type: Type }>

/** Returns the question of an instruction if it has one of these types, else null. */
export const getQuestionOfType = <Type extends QuestionType>(
  { question }: Instruction,
  ...types: ReadonlyArray<Type>
): QuestionOf<Type> | null => (question !== null && question !== undefined && hasType(question, types) ? question : null)

const hasType = <Type extends QuestionType>(question: Question, types: ReadonlyArray<Type>): question is QuestionOf<Type> =>
  types.some((type) => type === question.type)

/** Props of a form field: its part of the instruction, and whether it is invalid; the message is shown below the fields. */
export type FieldErrorProps = { readonly "data-part": string; readonly error?: true; readonly "aria-errormessage"?: string }

/** Props of a form field: its text if that cannot be parsed, and a function that stores such a text. */
export type UnreadTextProps = { readonly unread: string | undefined; readonly onUnread: (text: string) => void }

/**
 * The settings of a question that are in the form but not in the script, their findings, and functions to change them. An
 * option whose text cannot be parsed has the script's value in the form.
 */
const usePendingForm = <Q extends Question>(uuid: string, scriptQuestion: Q) => {
  const actor = useEditor()
  const id = useId()
  const pendingForm = useEditorState((context) => findPendingForm(context, uuid))
  const pendingQuestion = pendingForm !== null && hasSameType(pendingForm.question, scriptQuestion) ? pendingForm.question : null
  const unread = pendingForm?.unparsed ?? {}
  const findings = pendingForm === null ? [] : formFindings(pendingForm)
  /** Findings about the script; they are listed at the end of the panel. */
  const instructionFindings = useEditorState((context) => findingsForInstruction(context, uuid))
  const remainingFindings =
    pendingForm === null && instructionFindings.length > 0 ? findRemainingFindings(scriptQuestion, instructionFindings) : []
  /** `field` is the edited option, or null if several change. */
  const writeOptions = (question: Q, field: string | null, text?: string): void => {
    const { [field ?? ""]: _, ...otherUnread } = unread
    const nextUnread = field === null ? unread : text === undefined ? otherUnread : { ...otherUnread, [field]: text }
    actor.send({ type: "options.update", uuid, field, question, unread: nextUnread })
  }
  const getErrorProps = (option: string): FieldErrorProps => {
    const part = `/question/options/${option}`
    const messageId = [
      ...findings.flatMap((finding) => (isAboutOption(finding, option) ? [id] : [])),
      ...remainingFindings.flatMap((finding) => (isAboutOption(finding, option) ? [findingNoticeId(part)] : [])),
    ][0]
    return { "data-part": part, ...(messageId === undefined ? {} : { error: true, "aria-errormessage": messageId }) }
  }
  const getUnreadProps = (option: string, question: Q): UnreadTextProps => ({
    unread: unread[option],
    onUnread: (text) => writeOptions(question, option, text),
  })
  const hasUnread = Object.keys(unread).length > 0
  return { pendingQuestion, writeOptions, invalidSettings: { id, findings, hasUnread }, getErrorProps, getUnreadProps }
}

const hasSameType = <Q extends Question>(question: Question, reference: Q): question is Q => question.type === reference.type

/**
 * The question as the form has it, its findings, and a function that changes its options. Only options are held back: other
 * settings of the question go into the script and stay there.
 */
export const useQuestionOptions = <Q extends Question>(uuid: string, scriptQuestion: Q) => {
  const { pendingQuestion, writeOptions, invalidSettings, getErrorProps, getUnreadProps } = usePendingForm(uuid, scriptQuestion)
  const question: Q = pendingQuestion === null ? scriptQuestion : { ...scriptQuestion, options: pendingQuestion.options }
  const change = (options: Q["options"], field: string | null): void => writeOptions({ ...scriptQuestion, options }, field)
  /** Props of the field for an option: its error, and its text if that cannot be parsed. */
  const getFieldProps = (option: string) => ({
    ...getErrorProps(option),
    ...getUnreadProps(option, { ...scriptQuestion, options: { ...question.options, [option]: scriptQuestion.options?.[option] } }),
  })
  return { question, change, invalidSettings, getErrorProps, getFieldProps }
}

type Bounds = { readonly minimum: number | null; readonly maximum: number | null }

/** The same for how many choices can be selected. If the number of choices changes, the maximum becomes that number. */
export const useChoiceBounds = (uuid: string, scriptQuestion: ChoiceQuestion) => {
  const { pendingQuestion, writeOptions, invalidSettings, getErrorProps, getUnreadProps } = usePendingForm(uuid, scriptQuestion)
  const getBounds = ({ options }: ChoiceQuestion): Bounds => ({ minimum: options?.minimum ?? null, maximum: options?.maximum ?? null })
  const bounds = getBounds(pendingQuestion ?? scriptQuestion)
  const withBounds = (changes: Bounds): ChoiceQuestion => ({ ...scriptQuestion, options: { ...scriptQuestion.options, ...changes } })
  const change = (newBounds: Bounds, field: string): void => writeOptions(withBounds(newBounds), field)
  const getFieldProps = (option: keyof Bounds) => ({
    ...getErrorProps(option),
    ...getUnreadProps(option, withBounds({ ...bounds, [option]: getBounds(scriptQuestion)[option] })),
  })
  return { bounds, isPending: pendingQuestion !== null, change, invalidSettings, getFieldProps }
}
