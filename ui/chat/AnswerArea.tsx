/** @jsxImportSource preact */
// Where an answer is given. Its control stays, hidden, until the answer has arrived: one that is refused is corrected, not written anew.

import type { Refusal, Trouble } from "../../domain/chat/chat-failure.ts"
import type { Asked } from "../../domain/chat/respondent-view.ts"
import { mostFileMegabytes } from "../../domain/conversations/conversation-limits.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { ConversationActor, ConversationState } from "../../machines/conversation/conversation-machine.ts"
import { useSpeech } from "./chat-texts.ts"
import type { ControlProps } from "./controls/AnswerForm.tsx"
import { Multiple, SingleChoice } from "./controls/ChoiceControls.tsx"
import { FileField } from "./controls/FileControl.tsx"
import { NumberField, Slider } from "./controls/NumberControls.tsx"
import { Emoji, Nps, Stars } from "./controls/ScaleControls.tsx"
import { DateField, TextField } from "./controls/TextControls.tsx"
import { holdFocus, keepEnd, takeFocus } from "./focus-and-scrolling.ts"

// The control that each type of question is answered with.

export const ByType = ({ question, ...props }: ControlProps<Question>) => {
  switch (question.type) {
    case "choice":
      return <SingleChoice {...props} question={question} />
    case "multiple":
      return <Multiple {...props} question={question} />
    case "open":
    case "email":
      return <TextField {...props} question={question} />
    case "numeric":
      return question.options?.hasSlider === true ? (
        <Slider {...props} question={question} />
      ) : (
        <NumberField {...props} question={question} />
      )
    case "currency":
      return <NumberField {...props} question={question} />
    case "date":
      return <DateField {...props} question={question} />
    case "starRating":
      return <Stars {...props} question={question} />
    case "emoji":
      return <Emoji {...props} question={question} />
    case "nps":
      return <Nps {...props} question={question} />
    case "file":
      return <FileField {...props} question={question} />
  }
}

type Given = { readonly state: ConversationState; readonly send: ConversationActor["send"] }

export const Answer = ({ state, send }: Given) => {
  const { words } = useSpeech()
  const { waiting, questions, answer } = state.context
  const asked = waiting?.for === "answer" ? questions.get(waiting.uuid) : undefined
  const isAsking = state.hasTag("asking")
  return (
    <section class="answer" id="answer" aria-label={words("page.answer")} tabIndex={-1}>
      {asked !== undefined && (isAsking || answer !== null) && <Control key={asked.uuid} asked={asked} state={state} send={send} />}
    </section>
  )
}

const Control = ({ asked, state, send }: Given & { readonly asked: Asked }) => {
  const { words, named } = useSpeech()
  const isAsking = state.hasTag("asking")
  const { refusal, refusals, trouble, draft } = state.context
  const give = (given: unknown) => {
    // Before it is sent: what is wrong with it may be said at once, and takes the focus.
    holdFocus()
    send({ type: "answer.give", given })
  }
  const write = (given: unknown) => send({ type: "answer.write", given })
  const said = (it: Refusal) => named(it.key, it.values) ?? words("answer.shape")
  const notSent = (it: Trouble) => {
    if (it.type === "refused") return said(it.refusal)
    return it.type === "too-large" ? words("give.file.large", mostFileMegabytes) : words("give.file.failed")
  }
  const problem = refusal !== null ? said(refusal) : trouble !== null && isAsking ? notSent(trouble) : null
  return (
    <div class="control" hidden={!isAsking} ref={arrived}>
      {problem !== null && (
        <p key={refusals} class="problem" id="problem" role="alert" ref={takeFocus}>
          {problem}
        </p>
      )}
      <ByType
        label={asked.html === "" ? "answer" : `said-${asked.uuid}`}
        problem={problem === null ? undefined : "problem"}
        give={give}
        draft={draft?.uuid === asked.uuid ? draft.given : null}
        write={write}
        refuse={(it) => send({ type: "answer.refuse", refusal: it })}
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
  takeFocus(control)
  keepEnd(control)
}
