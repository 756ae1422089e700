// Editing a question's settings: what breaks a rule stays with the form and is told; only what is sound goes into the script (spec/2-editor §5).
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

/** The question of an instruction where it is of one of these types. */
export const getQuestionOfType = <Type extends QuestionType>({ question }: Instruction, ...types: ReadonlyArray<Type>): Of<Type> | null =>
  question !== null && question !== undefined && isOf(question, types) ? question : null

const isOf = <Type extends QuestionType>(question: Question, types: ReadonlyArray<Type>): question is Of<Type> =>
  types.some((type) => type === question.type)

/** What a field of the form is given: which part it is for, and where it is wrong that it is; the sentence that says so stands below with the others. */
export type FieldErrorProps = { readonly "data-part": string; readonly error?: true; readonly "aria-errormessage"?: string }

/** The texts of the form that no value can be read from, and how one is put there. */
export type UnreadTextProps = { readonly unread: string | undefined; readonly onUnread: (text: string) => void }

/**
 * What the form of a question holds beside the script, what is wrong with it, and how options are put there. An option whose text cannot be
 * read is in the form as it is in the script.
 */
const useForm = <Q extends Question>(uuid: string, inScript: Q) => {
  const actor = useEditor()
  const id = useId()
  const entry = useEditorState((context) => findPendingForm(context, uuid))
  const held = entry !== null && isLike(entry.question, inScript) ? entry.question : null
  const unread = entry?.unparsed ?? {}
  const findings = entry === null ? [] : formFindings(entry)
  /** Of what stands in the script; that is told at the end of the panel. */
  const told = useEditorState((context) => findingsForInstruction(context, uuid))
  const standing = entry === null && told.length > 0 ? findRemainingFindings(inScript, told) : []
  /** `field` names what is typed in, the option where it is one. */
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
 * The question as the form has it, what is wrong with that, and how to change its options; `field` names what is typed in. Only options are
 * held back: what else is set of the question meanwhile is in the script, and stays there.
 */
export const useQuestionOptions = <Q extends Question>(uuid: string, inScript: Q) => {
  const { held, put, unsound, faultOf, readingOf } = useForm(uuid, inScript)
  const question: Q = held === null ? inScript : { ...inScript, options: held.options }
  const change = (options: Q["options"], field: string | null): void => put({ ...inScript, options }, field)
  /** Of a field for an option: what is wrong with it, and what of it cannot be read. */
  const fieldOf = (option: string) => ({
    ...faultOf(option),
    ...readingOf(option, { ...inScript, options: { ...question.options, [option]: inScript.options?.[option] } }),
  })
  return { question, change, unsound, faultOf, fieldOf }
}

type Bounds = { readonly minimum: number | null; readonly maximum: number | null }

/** The same for how many choices can be chosen. What is held is so beside a number of choices: with another one the maximum is that number. */
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
