// One step of a script: something shown, asked or done (spec/2-editor §3).
import * as Schema from "effect/Schema"
import { Action, type ActionType } from "../actions/action.ts"
import { Question, type QuestionType } from "../questions/question.ts"
import { openStruct } from "../schema/open-struct.ts"

export const instructionTypes = ["message", "image", "video", "score", "question", "action", "end", "empty"] as const
/** What an instruction is; a new one of unknown kind is `empty` until its author says (spec/2-editor §3). */
export const InstructionType = Schema.Literals(instructionTypes)
export type InstructionType = typeof InstructionType.Type

/** A text of an instruction in one language: rich text as HTML of the allowed markup. */
export const Message = openStruct({ uuid: Schema.String, locale: Schema.String, content: Schema.String })
export type Message = typeof Message.Type

/**
 * An instruction. `label` is its name (blank: `q{order+1}` stands in), `condition` the text of its routing condition
 * (blank: always shown), `typing_delay` in seconds. A question carries `question`, an action, an end or a score `action`.
 */
export const Instruction = openStruct({
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
export type Instruction = typeof Instruction.Type

// What an instruction is to its author: the type of its question or of its action, else its own.

export type InstructionKind = Exclude<InstructionType, "question" | "action"> | QuestionType | ActionType

/** A question or an action that is missing is as good as nothing yet. */
export const getInstructionKind = ({ type, question, action }: Pick<Instruction, "type" | "question" | "action">): InstructionKind => {
  if (type === "question") return question?.type ?? "empty"
  return type === "action" ? (action?.type ?? "empty") : type
}

// What an instruction says, in one language.

/** The messages of an instruction with another content in one language, which is added where it lacks. */
export const setMessage = (
  { messages }: Instruction,
  locale: string,
  fresh: () => string,
  change: (content: string) => string,
): Instruction["messages"] =>
  messages.some((it) => it.locale === locale)
    ? messages.map((it) => (it.locale === locale ? { ...it, content: change(it.content) } : it))
    : [...messages, { uuid: fresh(), locale, content: change("") }]
