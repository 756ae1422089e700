/** @jsxImportSource preact */
// Shared parts of the answer controls: their props, draft state and form.

import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { pastedTextProblem } from "../../../domain/chat/answer-problem.ts"
import type { AnswerRefusal } from "../../../domain/chat/chat-failure.ts"
import type { Question } from "../../../domain/questions/question.ts"
import type { ConversationActor } from "../../../machines/conversation/conversation-machine.ts"
import type { UploadedFile } from "../../../machines/conversation/conversation-transcript.ts"
import { ChatIcon } from "../ChatIcon.tsx"
import { useChatTexts } from "../chat-texts.ts"

/**
 * `labelId` and `problemId` are the ids of the elements that show the question and the last rejection; without a question text
 * `labelId` is that of the answer area.
 */
export type ControlProps<AskedQuestion extends Question> = {
  readonly question: AskedQuestion
  readonly labelId: string
  readonly problemId: string | undefined
  readonly onSubmit: (value: unknown) => void
  /** The unsent input stored on the device when the page was left. */
  readonly draft: unknown
  /** Stores the unsent input. */
  readonly onDraft: (value: unknown) => void
  /** Reports input that the control rejected. */
  readonly onReject: (refusal: AnswerRefusal) => void
  readonly files: {
    readonly files: ReadonlyArray<UploadedFile>
    readonly filesToUpload: ReadonlyArray<{ readonly name: string }>
    readonly isSending: boolean
  }
  readonly send: ConversationActor["send"]
}

/** Returns the value of a control and its setter. The initial value is `restore(draft)`; every change is stored as the draft. */
export const useDraftValue = <Value,>(
  { draft, onDraft }: Pick<ControlProps<Question>, "draft" | "onDraft">,
  restore: (draft: unknown) => Value,
): readonly [value: Value, set: (value: Value) => void] => {
  const [value, setValue] = useState(() => restore(draft))
  return [
    value,
    (next) => {
      setValue(() => next)
      onDraft(next)
    },
  ]
}

/** Props of a text field that reject pasted or dropped text longer than any question accepts. */
export const rejectOversizedInput = ({ question, onReject }: Pick<ControlProps<Question>, "question" | "onReject">) => ({
  onBeforeInput: (event: InputEvent): void => {
    const refusal = pastedTextProblem(question, event.data ?? "")
    if (refusal === null) return
    event.preventDefault()
    onReject(refusal)
  },
})

export type ControlPropsOf<Type extends Question["type"]> = ControlProps<Extract<Question, { readonly type: Type }>>

type AnswerFormProps = {
  readonly label: string
  readonly canSend: boolean
  readonly onSend: () => void
  readonly children: ComponentChildren
  /** Places the button beside the field instead of below; for text fields. */
  readonly isLine?: boolean
}

/** A form around a control, submitted by its button or Enter once the answer is complete. */
export const AnswerForm = ({ label, canSend, onSend, children, isLine = false }: AnswerFormProps) => {
  const { words } = useChatTexts()
  return (
    <form
      class={isLine ? "line-form" : "form"}
      noValidate
      aria-labelledby={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
    >
      {children}
      {isLine ? (
        <button class="round send" type="submit" aria-label={words("give.send")} disabled={!canSend}>
          <ChatIcon name="send" />
        </button>
      ) : (
        <button class="primary" type="submit" disabled={!canSend}>
          {words("give.send")}
        </button>
      )}
    </form>
  )
}
