/** @jsxImportSource preact */
// Where an answer is given. Its control stays, hidden, until the answer has arrived: one that is refused is corrected, not written anew.

import type { Asked } from "../../domain/chat/told.ts"
import type { Refusal, Trouble } from "../../domain/chat/trouble.ts"
import { mostFileMegabytes } from "../../domain/conversations/limits.ts"
import type { ConversationActor, ConversationState } from "../../machines/conversation.ts"
import { ByType } from "./controls/ByType.tsx"
import { holdFocus, takeFocus } from "./focus.ts"
import { keepEnd } from "./scrolling.ts"
import { useSpeech } from "./speaking.ts"

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
