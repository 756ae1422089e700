/** @jsxImportSource preact */
// What every control of an answer is given.

import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { pastedTextProblem } from "../../../domain/chat/answer-problem.ts"
import type { AnswerRefusal } from "../../../domain/chat/chat-failure.ts"
import type { Question } from "../../../domain/questions/question.ts"
import type { ConversationActor } from "../../../machines/conversation/conversation-machine.ts"
import type { UploadedFile } from "../../../machines/conversation/conversation-transcript.ts"
import { ChatIcon } from "../ChatIcon.tsx"
import { useChatTexts } from "../chat-texts.ts"

/** `label` (where nothing is said, that of the answer area) and `problem` are the ids of the elements that say what is asked, and what was wrong with the last answer. */
export type ControlProps<Asked extends Question> = {
  readonly question: Asked
  readonly labelId: string
  readonly problemId: string | undefined
  readonly onSubmit: (given: unknown) => void
  /** What was written, ticked or set before the page was left, as the device kept it. */
  readonly draft: unknown
  /** Keeps what is written, ticked or set so far. */
  readonly onDraft: (given: unknown) => void
  /** Says what is wrong with something that was not taken in. */
  readonly onReject: (refusal: AnswerRefusal) => void
  readonly files: {
    readonly files: ReadonlyArray<UploadedFile>
    readonly picked: ReadonlyArray<{ readonly name: string }>
    readonly isSending: boolean
  }
  readonly send: ConversationActor["send"]
}

/** What a control holds: begun with what `begun` makes of the draft, and kept as a draft whenever it is set. */
export const useDraftValue = <Value,>(
  { draft, onDraft }: Pick<ControlProps<Question>, "draft" | "onDraft">,
  begun: (draft: unknown) => Value,
): readonly [value: Value, set: (value: Value) => void] => {
  const [value, setValue] = useState(() => begun(draft))
  return [
    value,
    (next) => {
      setValue(() => next)
      onDraft(next)
    },
  ]
}

/** For a field to write in: what is pasted into it, or dropped on it, is not taken in where it is more than any question takes. */
export const rejectOversizedInput = ({ question, onReject }: Pick<ControlProps<Question>, "question" | "onReject">) => ({
  onBeforeInput: (event: InputEvent): void => {
    const refusal = pastedTextProblem(question, event.data ?? "")
    if (refusal === null) return
    event.preventDefault()
    onReject(refusal)
  },
})

export type ControlPropsOf<Type extends Question["type"]> = ControlProps<Extract<Question, { readonly type: Type }>>

// A control that is sent when its answer is complete: by its button, or with Enter.

type Given = {
  readonly label: string
  readonly canSend: boolean
  readonly onSend: () => void
  readonly children: ComponentChildren
  /** A field to write in has its button beside it; everything else below. */
  readonly isLine?: boolean
}

export const AnswerForm = ({ label, canSend, onSend, children, isLine = false }: Given) => {
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
