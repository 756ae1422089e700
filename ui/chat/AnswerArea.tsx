/** @jsxImportSource preact */
// Where an answer is given. Its control stays, hidden, until the answer has arrived: one that is refused is corrected, not written anew.

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

// The control that each type of question is answered with.

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

type Given = { readonly state: ConversationState; readonly send: ConversationActor["send"] }

export const AnswerArea = ({ state, send }: Given) => {
  const { words } = useChatTexts()
  const { waiting, questions, answer } = state.context
  const asked = waiting?.for === "answer" ? questions.get(waiting.uuid) : undefined
  const isAsking = state.hasTag("asking")
  return (
    <section class="answer" id="answer" aria-label={words("page.answer")} tabIndex={-1}>
      {asked !== undefined && (isAsking || answer !== null) && <Control key={asked.uuid} asked={asked} state={state} send={send} />}
    </section>
  )
}

const Control = ({ asked, state, send }: Given & { readonly asked: AskEffect }) => {
  const { words, named } = useChatTexts()
  const isAsking = state.hasTag("asking")
  const { refusal, refusals, trouble, draft } = state.context
  const give = (given: unknown) => {
    // Before it is sent: what is wrong with it may be said at once, and takes the focus.
    focusAnswerArea()
    send({ type: "answer.give", given })
  }
  const write = (given: unknown) => send({ type: "answer.write", given })
  const said = (it: AnswerRefusal) => named(it.key, it.values) ?? words("answer.shape")
  const notSent = (it: ChatFailure) => {
    if (it.type === "refused") return said(it.refusal)
    return it.type === "too-large" ? words("give.file.large", maxFileMegabytes) : words("give.file.failed")
  }
  const problem = refusal !== null ? said(refusal) : trouble !== null && isAsking ? notSent(trouble) : null
  return (
    <div class="control" hidden={!isAsking} ref={arrived}>
      {problem !== null && (
        <p key={refusals} class="problem" id="problem" role="alert" ref={focusNewControl}>
          {problem}
        </p>
      )}
      <AnswerControl
        labelId={asked.html === "" ? "answer" : `said-${asked.uuid}`}
        problemId={problem === null ? undefined : "problem"}
        onSubmit={give}
        draft={draft?.uuid === asked.uuid ? draft.given : null}
        onDraft={write}
        onReject={(it) => send({ type: "answer.refuse", refusal: it })}
        files={{ ...state.context, isSending: state.hasTag("working") }}
        send={send}
        question={asked.question}
      />
      {asked.question.skipable === true && (
        <button class="quiet skip" type="button" onClick={() => give(null)}>
          {words("give.skip")}
        </button>
      )}
    </div>
  )
}

const arrived = (control: HTMLElement | null): void => {
  focusNewControl(control)
  followEnd(control)
}
