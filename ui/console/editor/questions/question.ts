// Editing a question's settings: what breaks a rule stays with the form and is told; only what is sound goes into the script (spec/2-editor §5).
import { useId, useState } from "react"
import type { Finding } from "../../../../domain/finding.ts"
import { isAbout, isSound, optionFindings } from "../../../../domain/questions/check-question.ts"
import type { ChoiceQuestion } from "../../../../domain/questions/multiple.ts"
import type { Question, QuestionType } from "../../../../domain/questions/question.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWrite } from "../editing.tsx"

type Of<Type extends QuestionType> = Extract<Question, { readonly type: Type }>

/** The question of an instruction where it is of one of these types. */
export const questionOf = <Type extends QuestionType>({ question }: Instruction, ...types: ReadonlyArray<Type>): Of<Type> | null =>
  question !== null && question !== undefined && isOf(question, types) ? question : null

const isOf = <Type extends QuestionType>(question: Question, types: ReadonlyArray<Type>): question is Of<Type> =>
  types.some((type) => type === question.type)

/** What a field of the form is given where it is wrong: the sentence that says so stands below with the others. */
export type Fault = { readonly error?: true; readonly "aria-errormessage"?: string }

/** What is wrong, the id of where it is told, and which field it is about. */
const useTold = (findings: ReadonlyArray<Finding>) => {
  const id = useId()
  const faultOf = (option: string): Fault =>
    findings.some((finding) => isAbout(finding, option)) ? { error: true, "aria-errormessage": id } : {}
  return { unsound: { id, findings }, faultOf }
}

/**
 * The question as the form has it, what is wrong with that, and how to change its options; `field` names what is typed in. Only options are
 * held back: what else is set of the question meanwhile is in the script, and stays there.
 */
export const useSound = <Q extends Question>(uuid: string, inScript: Q) => {
  const write = useWrite(uuid)
  const [held, hold] = useState<Pick<Q, "options"> | null>(null)
  const question: Q = { ...inScript, ...held }
  const findings: ReadonlyArray<Finding> = held === null ? [] : optionFindings(question)
  const change = (options: Q["options"], field: string | null): void => {
    const next: Q = { ...inScript, options }
    const mayBeWritten = isSound(next)
    hold(mayBeWritten ? null : { options })
    if (mayBeWritten) write(field, { question: next })
  }
  return { question, change, ...useTold(findings) }
}

type Bounds = { readonly minimum: number | null; readonly maximum: number | null }

/** The same for how many choices can be chosen. What is held is so beside a number of choices: with another one the maximum is that number. */
export const useBounds = (uuid: string, inScript: ChoiceQuestion) => {
  const write = useWrite(uuid)
  const count = inScript.choices?.length ?? 0
  const [typed, hold] = useState<{ readonly bounds: Bounds; readonly count: number } | null>(null)
  const isHeld = typed?.count === count
  const { minimum = null, maximum = null } = inScript.options ?? {}
  const bounds = isHeld ? typed.bounds : { minimum, maximum }
  const withBounds = (some: Bounds): ChoiceQuestion => ({ ...inScript, options: { ...inScript.options, ...some } })
  const findings: ReadonlyArray<Finding> = isHeld ? optionFindings(withBounds(bounds)) : []
  const change = (next: Bounds, field: string): void => {
    const question = withBounds(next)
    const mayBeWritten = isSound(question)
    hold(mayBeWritten ? null : { bounds: next, count })
    if (mayBeWritten) write(field, { question })
  }
  return { bounds, isHeld, change, ...useTold(findings) }
}
