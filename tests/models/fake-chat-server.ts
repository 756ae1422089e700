// An in-memory server of one conversation: the domain's engine behind the calls in adapters/contract/public-page-contract.ts.

import { ChatFailureError } from "../../domain/chat/chat-failure.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import type { ConversationState } from "../../domain/chat/conversation-state.ts"
import {
  type AnswerReceipt,
  type ConversationUpdate,
  type OpenedConversation,
  type RespondentTurn,
  toRespondentTurn,
} from "../../domain/chat/respondent-view.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

export type FakeChatServer = ReturnType<typeof fakeChatServer>

/** `isBegun`: the conversation has begun when the page has opened it. */
export const fakeChatServer = (
  script: Pick<AuthoredScript, "language" | "instructions">,
  { isBegun = true }: { readonly isBegun?: boolean } = {},
) => {
  const chat = compileScript(script)
  const first = beginConversation(chat, { seed: "seed" })
  let state: ConversationState = first.state
  let begun = isBegun
  const turns: Array<RespondentTurn> = [toRespondentTurn({ answer: null, effects: first.effects })]
  /** The accepted answers, in order. */
  const answers: Array<{ readonly uuid: string; readonly value: unknown }> = []

  const progressed = (after: number): ConversationUpdate => ({
    turns: turns.slice(after),
    total: turns.length,
    waiting: state.waiting,
    progress: state.ending === null ? state.next / Math.max(1, script.instructions.length) : 1,
  })
  return {
    answers,
    turns,
    isBegun: () => begun,
    state: () => state,
    open: (): OpenedConversation => ({
      ...progressed(0),
      community: { name: "Acme", slug: "acme" },
      script: { uuid: "script", title: "A chat", language: script.language },
      language: state.language,
      isBegun: begun,
      style: { web: [], stats: [] },
      sideMenu: { links: [] },
    }),
    /** Accepts an answer; an answer to another question changes nothing. Throws like the server if it is refused. */
    give: ({ uuid, given, after }: { readonly uuid: string; readonly given: unknown; readonly after: number }): AnswerReceipt => {
      if (state.waiting?.for !== "answer" || state.waiting.uuid !== uuid)
        return { ...progressed(after), isOvertaken: uuid in state.answers && state.answers[uuid] !== given }
      begun = true
      const next = handleEvent(chat, state, { type: "answer", uuid, given })
      const [refused] = next.effects
      if (refused?.type === "refuse") throw new ChatFailureError({ type: "refused", refusal: refused.problem })
      state = next.state
      const answer = { uuid, value: state.answers[uuid] }
      answers.push(answer)
      turns.push(toRespondentTurn({ answer, effects: next.effects }))
      return { ...progressed(after), isOvertaken: false }
    },
    watch: (after: number): ConversationUpdate => {
      begun = true
      return progressed(after)
    },
    /** Finishes the action that the conversation waits for. */
    finishAction: (outcome: unknown): void => {
      if (state.waiting?.for !== "action" || !begun) return
      const next = handleEvent(chat, state, { type: "action.done", uuid: state.waiting.uuid, outcome })
      state = next.state
      turns.push(toRespondentTurn({ answer: null, effects: next.effects }))
    },
  }
}
