// Which questions of a script a delivery sends: all of them, also those that are yet to come, or those that were chosen (spec/2-editor §3).
import type { Instruction } from "../../script/instruction.ts"
import { questionsIn } from "./payload.ts"

type Script = { readonly instructions: ReadonlyArray<Instruction> }
/** Uuids of questions; null names all. */
type Named = ReadonlyArray<string> | null | undefined

/** The uuids of the questions that are sent, in the script's order. */
export const sentQuestions = (script: Script, named: Named): ReadonlyArray<string> =>
  questionsIn(script, named).map(({ question }) => question.uuid)

/** The choice with one question more or less, in the script's order. Questions that the script does not have any more go. */
export const toggleSent = (script: Script, named: Named, uuid: string): ReadonlyArray<string> => {
  const sent = sentQuestions(script, named)
  return sentQuestions(script, sent.includes(uuid) ? sent.filter((it) => it !== uuid) : [...sent, uuid])
}
