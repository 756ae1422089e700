// What an instruction is to its author: the type of its question or of its action, else its own.
import type { ActionType } from "../actions/action.ts"
import type { QuestionType } from "../questions/question.ts"
import type { Instruction, InstructionType } from "./instruction.ts"

export type Kind = Exclude<InstructionType, "question" | "action"> | QuestionType | ActionType

/** A question or an action that is missing is as good as nothing yet. */
export const kindOf = ({ type, question, action }: Pick<Instruction, "type" | "question" | "action">): Kind => {
  if (type === "question") return question?.type ?? "empty"
  return type === "action" ? (action?.type ?? "empty") : type
}
