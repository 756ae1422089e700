/** @jsxImportSource preact */
// The chat page: renders the snapshot of the conversation machine, or a notice when there is no conversation to show.

import type { ComponentChildren } from "preact"
import type { OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { getPublicTitle } from "../../domain/script/title.ts"
import type { ConversationActor, ConversationState } from "../../machines/conversation/conversation-machine.ts"
import { isOutcomeDelayed, redirectAddress } from "../../machines/conversation/conversation-transcript.ts"
import { AnswerArea } from "./AnswerArea.tsx"
import { ChatHeader } from "./ChatHeader.tsx"
import { type AppliedStyle, styleValue } from "./chat-style.ts"
import { languageAttributes, useChatTexts } from "./chat-texts.ts"
import { focusAnswerArea, followEnd } from "./focus-and-scrolling.ts"
import { Transcript } from "./Transcript.tsx"

type ConversationProps = {
  readonly state: ConversationState
  readonly opened: OpenedConversation
  readonly send: ConversationActor["send"]
  readonly style: AppliedStyle
}

export const Conversation = ({ state, opened, send, style }: ConversationProps) => {
  const { words } = useChatTexts()
  const { lines, progress, ending } = state.context
  const isOver = state.matches("over")
  const isTyping = state.hasTag("typing") || state.hasTag("awaiting-outcome")
  const percent = Math.round((isOver ? 1 : progress) * 100)
  return (
    <div class="page">
      <ChatHeader
        title={getPublicTitle(opened.script.title, opened.community.name)}
        language={opened.script.language}
        community={opened.community.name}
        sideMenu={opened.sideMenu}
        style={style}
        percent={percent}
      />
      <main>
        <Transcript lines={lines} isTyping={isTyping && !state.matches("awaitingStart")} />
        {state.matches("awaitingStart") && (
          <button
            class="primary"
            type="button"
            onClick={() => {
              send({ type: "chat.begin" })
              focusAnswerArea()
            }}
          >
            {words("page.begin")}
          </button>
        )}
        <output class="already-answered">
          {state.context.isOvertaken && (
            <p class="hint" ref={followEnd}>
              {words("page.already-answered")}
            </p>
          )}
        </output>
        <AnswerArea state={state} send={send} />
        <output class="over">
          {isOver && <EndCard message={ending?.message ?? ""} language={ending?.language} address={redirectAddress(state.context)} />}
        </output>
        <ConnectionNotice state={state} send={send} />
      </main>
      {styleValue(style, "branding_message-display") !== "none" && <footer>{words("page.branding")}</footer>}
    </div>
  )
}

type EndCardProps = { readonly message: string; readonly language: string | undefined; readonly address: string | null }

const EndCard = ({ message, language, address }: EndCardProps) => {
  const { words, language: conversationLanguage } = useChatTexts()
  return (
    <div class="over-card" ref={followEnd}>
      {message !== "" && (
        <p class="farewell">
          <bdi {...languageAttributes(language, conversationLanguage)}>{message}</bdi>
        </p>
      )}
      <p>{words(address === null ? "page.ended" : "page.leaving")}</p>
      {address !== null && (
        <a class="primary" href={address}>
          {words("page.leave")}
        </a>
      )}
    </div>
  )
}

/** Explains why the conversation is interrupted; it resumes by itself when possible. */
const ConnectionNotice = ({ state, send }: Pick<ConversationProps, "state" | "send">) => {
  const { words } = useChatTexts()
  const isStuck = state.hasTag("retrying")
  const { failure } = state.context
  const isWaiting = state.hasTag("awaiting-outcome") && isOutcomeDelayed(state.context)
  const getExplanation = () => {
    if (failure?.type === "too-soon") return words("page.too-soon")
    if (failure?.type === "paused") return `${words("page.paused")}. ${words("page.paused.text")}`
    if (!state.matches("sendFailed")) return words("page.cut")
    return words(navigator.onLine ? "page.unsent" : "page.offline")
  }
  return (
    <output class="stuck">
      {isWaiting && (
        <p class="hint working" ref={followEnd}>
          {words("page.working")}
        </p>
      )}
      {isStuck && (
        <div class="stuck-card" ref={followEnd}>
          <p>{getExplanation()}</p>
          <button
            class="quiet"
            type="button"
            onClick={() => {
              send({ type: "chat.retry" })
              focusAnswerArea()
            }}
          >
            {words("page.retry")}
          </button>
        </div>
      )}
    </output>
  )
}

type NoticeProps = { readonly title: string; readonly text?: string | undefined; readonly children?: ComponentChildren }

/** Shown in place of a conversation that is missing, closed or not open yet. */
export const ChatNotice = ({ title, text, children }: NoticeProps) => (
  <main class="notice">
    <div class="notice-card">
      <h1>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  </main>
)

type ChatPageProps = { readonly state: ConversationState; readonly send: ConversationActor["send"]; readonly style: AppliedStyle }

export const ChatPage = ({ state, send, style }: ChatPageProps) => {
  const { words } = useChatTexts()
  const { opened, failure } = state.context
  if (state.matches("missing")) return <ChatNotice title={words("page.missing")} text={words("page.missing.text")} />
  if (state.matches("removed") || state.matches("reloading"))
    return (
      <ChatNotice title={words("page.gone")} text={words("page.gone.text")}>
        <button class="primary" type="button" onClick={() => send({ type: "chat.begin" })}>
          {words("page.again")}
        </button>
      </ChatNotice>
    )
  if (state.matches("closed")) return <ChatNotice title={words("page.closed")} text={words("page.closed.text")} />
  if (opened !== null) return <Conversation state={state} opened={opened} send={send} style={style} />
  if (failure === null)
    return (
      <main class="notice" aria-busy="true">
        <output class="opening">
          <span class="bubble theirs typing" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span class="unseen">{words("page.loading")}</span>
        </output>
      </main>
    )
  const notice =
    failure.type === "paused" || failure.type === "not-open-yet"
      ? ({ title: `page.${failure.type}`, text: `page.${failure.type}.text` } as const)
      : ({ title: "page.failed", text: failure.type === "too-soon" ? "page.too-soon" : "page.failed.text" } as const)
  return (
    <ChatNotice title={words(notice.title)} text={words(notice.text)}>
      <button class="primary" type="button" onClick={() => send({ type: "chat.retry" })}>
        {words("page.retry")}
      </button>
    </ChatNotice>
  )
}
