// An instruction of a script: something shown, asked or done.
import * as Schema from "effect/Schema"
import { deepEqual } from "../json/json-value.ts"
import { Question, type QuestionType } from "../questions/question.ts"
import { openStruct } from "../schema/open-struct.ts"
import { Action, type ActionType } from "./action.ts"

export const instructionTypes = ["message", "image", "video", "score", "question", "action", "end", "empty"] as const
/** The type of an instruction; a new one is `empty` until its author chooses one. */
export const InstructionType = Schema.Literals(instructionTypes)
export type InstructionType = typeof InstructionType.Type

/** A text of an instruction in one language: HTML with the allowed markup. */
export const Message = openStruct({ uuid: Schema.String, locale: Schema.String, content: Schema.String })
export type Message = typeof Message.Type

/**
 * An instruction. `label` is its name (if blank: `q{order+1}`), `condition` its routing condition (if blank: always shown), `typing_delay`
 * is in seconds. A question has `question`; an action, an end or a score has `action`.
 */
export const InstructionSchema = openStruct({
  uuid: Schema.String,
  order: Schema.Int,
  type: InstructionType,
  label: Schema.optionalKey(Schema.NullOr(Schema.String)),
  condition: Schema.optionalKey(Schema.NullOr(Schema.String)),
  typing_delay: Schema.Finite,
  messages: Schema.Array(Message),
  question: Schema.optionalKey(Schema.NullOr(Question)),
  action: Schema.optionalKey(Schema.NullOr(Action)),
})
export interface Instruction extends Schema.Schema.Type<typeof InstructionSchema> {}

/** What an instruction is to its author: the type of its question or action, else its own type. */
export type InstructionKind = Exclude<InstructionType, "question" | "action"> | QuestionType | ActionType

/** Returns the kind of an instruction; one without its question or action counts as `empty`. */
export const getInstructionKind = ({ type, question, action }: Pick<Instruction, "type" | "question" | "action">): InstructionKind => {
  if (type === "question") return question?.type ?? "empty"
  return type === "action" ? (action?.type ?? "empty") : type
}

/** Changes the message in one language; adds it if there is none. */
export const setMessage = (
  { messages }: Instruction,
  locale: string,
  createUuid: () => string,
  change: (content: string) => string,
): Instruction["messages"] =>
  messages.some((message) => message.locale === locale)
    ? messages.map((message) => (message.locale === locale ? { ...message, content: change(message.content) } : message))
    : [...messages, { uuid: createUuid(), locale, content: change("") }]

/** Sets `order` to 0…n-1 by position without updating references (see `renumberInstructions`); unchanged instructions stay the same objects. */
export const setOrder = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<Instruction> =>
  instructions.map((instruction, order) => (instruction.order === order ? instruction : { ...instruction, order }))

/** Returns whether two instructions are equal except for `order`. Allocates nothing: it runs over whole scripts between keystrokes. */
export const areInstructionsEqual = (a: Instruction | undefined, b: Instruction | undefined): boolean => {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key === "order" || deepEqual(a[key], b[key]))
}
