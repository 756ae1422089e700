// What every control of an answer is given.
import type { Question } from "../../../domain/questions/question.ts"
import type { ConversationActor } from "../../../machines/conversation.ts"
import type { SentFile } from "../../../machines/conversation-context.ts"

/** `label` (where nothing is said, that of the answer area) and `problem` are the ids of the elements that say what is asked, and what was wrong with the last answer. */
export type ControlProps<Asked extends Question> = {
  readonly question: Asked
  readonly label: string
  readonly problem: string | undefined
  readonly give: (given: unknown) => void
  /** What was written before the page was left. */
  readonly draft: string
  readonly files: {
    readonly files: ReadonlyArray<SentFile>
    readonly picked: ReadonlyArray<{ readonly name: string }>
    readonly isSending: boolean
  }
  readonly send: ConversationActor["send"]
}

export type Props<Type extends Question["type"]> = ControlProps<Extract<Question, { readonly type: Type }>>
