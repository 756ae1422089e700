/** @jsxImportSource preact */
// Answer area of the chat page. The control stays mounted, hidden, until the answer has arrived: a rejected answer can be corrected.

import type { AnswerRefusal, ChatFailure } from "../../domain/chat/chat-failure.ts"
import type { AskEffect } from "../../domain/chat/respondent-view.ts"
import { maxFileMegabytes } from "../../domain/conversations/conversation-limits.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { ConversationActor, ConversationState } from "../../machines/conversation/conversation-machine.ts"
import { useChatTexts } from "./chat-texts.ts"
import type { ControlProps } from "./controls/AnswerForm.tsx"
import { MultipleChoice, SingleChoice } from "./controls/ChoiceControls.tsx"
import { FileControl } from "./controls/FileControl.tsx"
import { NumberField, NumberSlider } from "./controls/NumberControls.tsx"
import { EmojiScale, NpsScale, StarRating } from "./controls/ScaleControls.tsx"
import { DateField, TextField } from "./controls/TextControls.tsx"
import { focusAnswerArea, focusNewControl, followEnd } from "./focus-and-scrolling.ts"

/** The control for a question's type. */
export const AnswerControl = ({ question, ...props }: ControlProps<Question>) => {
  switch (question.type) {
    case "choice":
      return <SingleChoice {...props} question={question} />
    case "multiple":
      return <MultipleChoice {...props} question={question} />
    case "open":
    case "email":
      return <TextField {...props} question={question} />
    case "numeric":
      return question.options?.hasSlider === true ? (
        <NumberSlider {...props} question={question} />
      ) : (
        <NumberField {...props} question={question} />
      )
    case "currency":
      return <NumberField {...props} question={question} />
    case "date":
      return <DateField {...props} question={question} />
    case "starRating":
      return <StarRating {...props} question={question} />
    case "emoji":
      return <EmojiScale {...props} question={question} />
    case "nps":
      return <NpsScale {...props} question={question} />
    case "file":
      return <FileControl {...props} question={question} />
  }
}

type AnswerAreaProps = { readonly state: ConversationState; readonly send: ConversationActor["send"] }

export const AnswerArea = ({ state, send }: AnswerAreaProps) => {
  const { words } = useChatTexts()
  const { waiting, questions, answer } = state.context
  const askEffect = waiting?.for === "answer" ? questions.get(waiting.uuid) : undefined
  const isAsking = state.hasTag("awaiting-answer")
  return (
    <section class="answer" id="answer" aria-label={words("page.answer")} tabIndex={-1}>
      {askEffect !== undefined && (isAsking || answer !== null) && (
        <Control key={askEffect.uuid} askEffect={askEffect} state={state} send={send} />
      )}
    </section>
  )
}

const Control = ({ askEffect, state, send }: AnswerAreaProps & { readonly askEffect: AskEffect }) => {
  const { words, named } = useChatTexts()
  const isAsking = state.hasTag("awaiting-answer")
  const { refusal, refusals, failure, draft } = state.context
  const submitAnswer = (value: unknown) => {
    // Before sending: a validation error may appear synchronously, and it takes the focus only from the answer area.
    focusAnswerArea()
    send({ type: "answer.submit", given: value })
  }
  const writeDraft = (value: unknown) => send({ type: "answer.edit", given: value })
  const formatRefusal = (reason: AnswerRefusal) => named(reason.key, reason.values) ?? words("answer.shape")
  const formatFailure = (reason: ChatFailure) => {
    if (reason.type === "refused") return formatRefusal(reason.refusal)
    return reason.type === "too-large" ? words("give.file.large", maxFileMegabytes) : words("give.file.failed")
  }
  const problem = refusal !== null ? formatRefusal(refusal) : failure !== null && isAsking ? formatFailure(failure) : null
  return (
    <div class="control" hidden={!isAsking} ref={followControl}>
      {problem !== null && (
        <p key={refusals} class="problem" id="problem" role="alert" ref={focusNewControl}>
          {problem}
        </p>
      )}
      <AnswerControl
        labelId={askEffect.html === "" ? "answer" : `said-${askEffect.uuid}`}
        problemId={problem === null ? undefined : "problem"}
        onSubmit={submitAnswer}
        draft={draft?.uuid === askEffect.uuid ? draft.given : null}
        onDraft={writeDraft}
        onReject={(it) => send({ type: "answer.reject", refusal: it })}
        files={{ ...state.context, isSending: state.hasTag("busy") }}
        send={send}
        question={askEffect.question}
      />
      {askEffect.question.skipable === true && (
        <button class="quiet skip" type="button" onClick={() => submitAnswer(null)}>
          {words("give.skip")}
        </button>
      )}
    </div>
  )
}

const followControl = (control: HTMLElement | null): void => {
  focusNewControl(control)
  followEnd(control)
}
