// [Q6] State of a question form: invalid settings stay in the form with their error, only valid ones go into the script.
import { useId } from "react"
import type { ChoiceQuestion } from "../../../../domain/questions/choice-question.ts"
import type { Question, QuestionType } from "../../../../domain/questions/question.ts"
import { findRemainingFindings, isAboutOption } from "../../../../domain/questions/question-check.ts"
import { formFindings } from "../../../../domain/questions/question-form.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { findingsForInstruction } from "../../../../machines/editor/editor-findings.ts"
import { findPendingForm } from "../../../../machines/editor/unsaved-work.ts"
import { useEditor, useEditorState } from "../editor-context.tsx"
import { findingNoticeId } from "../instruction/panel-focus.ts"

type Of<Type extends QuestionType> = Extract<Question, { readonly type: Type }>

/** Returns the question of an instruction if it has one of these types, else null. */
export const getQuestionOfType = <Type extends QuestionType>({ question }: Instruction, ...types: ReadonlyArray<Type>): Of<Type> | null =>
  question !== null && question !== undefined && isOf(question, types) ? question : null

const isOf = <Type extends QuestionType>(question: Question, types: ReadonlyArray<Type>): question is Of<Type> =>
  types.some((type) => type === question.type)

/** Props of a form field: its part of the instruction, and whether it is invalid; the message is shown below the fields. */
export type FieldErrorProps = { readonly "data-part": string; readonly error?: true; readonly "aria-errormessage"?: string }

/** Props of a form field: its text if that cannot be parsed, and a function that stores such a text. */
export type UnreadTextProps = { readonly unread: string | undefined; readonly onUnread: (text: string) => void }

/**
 * The settings of a question that are in the form but not in the script, their findings, and functions to change them. An
 * option whose text cannot be parsed has the script's value in the form.
 */
const useForm = <Q extends Question>(uuid: string, inScript: Q) => {
  const actor = useEditor()
  const id = useId()
  const entry = useEditorState((context) => findPendingForm(context, uuid))
  const held = entry !== null && isLike(entry.question, inScript) ? entry.question : null
  const unread = entry?.unparsed ?? {}
  const findings = entry === null ? [] : formFindings(entry)
  /** Findings about the script; they are listed at the end of the panel. */
  const told = useEditorState((context) => findingsForInstruction(context, uuid))
  const standing = entry === null && told.length > 0 ? findRemainingFindings(inScript, told) : []
  /** `field` is the edited option, or null if several change. */
  const put = (question: Q, field: string | null, text?: string): void => {
    const { [field ?? ""]: _, ...others } = unread
    const next = field === null ? unread : text === undefined ? others : { ...others, [field]: text }
    actor.send({ type: "options.write", uuid, field, question, unread: next })
  }
  const faultOf = (option: string): FieldErrorProps => {
    const part = `/question/options/${option}`
    const teller = [
      ...findings.flatMap((finding) => (isAboutOption(finding, option) ? [id] : [])),
      ...standing.flatMap((finding) => (isAboutOption(finding, option) ? [findingNoticeId(part)] : [])),
    ][0]
    return { "data-part": part, ...(teller === undefined ? {} : { error: true, "aria-errormessage": teller }) }
  }
  const readingOf = (option: string, question: Q): UnreadTextProps => ({
    unread: unread[option],
    onUnread: (text) => put(question, option, text),
  })
  const hasUnread = Object.keys(unread).length > 0
  return { held, put, unsound: { id, findings, hasUnread }, faultOf, readingOf }
}

const isLike = <Q extends Question>(question: Question, like: Q): question is Q => question.type === like.type

/**
 * The question as the form has it, its findings, and a function that changes its options. Only options are held back: other
 * settings of the question go into the script and stay there.
 */
export const useQuestionOptions = <Q extends Question>(uuid: string, inScript: Q) => {
  const { held, put, unsound, faultOf, readingOf } = useForm(uuid, inScript)
  const question: Q = held === null ? inScript : { ...inScript, options: held.options }
  const change = (options: Q["options"], field: string | null): void => put({ ...inScript, options }, field)
  /** Props of the field for an option: its error, and its text if that cannot be parsed. */
  const fieldOf = (option: string) => ({
    ...faultOf(option),
    ...readingOf(option, { ...inScript, options: { ...question.options, [option]: inScript.options?.[option] } }),
  })
  return { question, change, unsound, faultOf, fieldOf }
}

type Bounds = { readonly minimum: number | null; readonly maximum: number | null }

/** The same for how many choices can be selected. If the number of choices changes, the maximum becomes that number. */
export const useChoiceBounds = (uuid: string, inScript: ChoiceQuestion) => {
  const { held, put, unsound, faultOf, readingOf } = useForm(uuid, inScript)
  const boundsOf = ({ options }: ChoiceQuestion): Bounds => ({ minimum: options?.minimum ?? null, maximum: options?.maximum ?? null })
  const bounds = boundsOf(held ?? inScript)
  const withBounds = (some: Bounds): ChoiceQuestion => ({ ...inScript, options: { ...inScript.options, ...some } })
  const change = (next: Bounds, field: string): void => put(withBounds(next), field)
  const fieldOf = (option: keyof Bounds) => ({
    ...faultOf(option),
    ...readingOf(option, withBounds({ ...bounds, [option]: boundsOf(inScript)[option] })),
  })
  return { bounds, isHeld: held !== null, change, unsound, fieldOf }
}
