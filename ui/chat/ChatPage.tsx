/** @jsxImportSource preact */
// One conversation: who asks, how far it has come, what was said, and where the answer is given.

import type { ComponentChildren } from "preact"
import type { OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { publicTitle } from "../../domain/script/title.ts"
import type { ConversationActor, ConversationState } from "../../machines/conversation/conversation-machine.ts"
import { isOutcomeDelayed, redirectAddress } from "../../machines/conversation/conversation-transcript.ts"
import { AnswerArea } from "./AnswerArea.tsx"
import { ChatHeader } from "./ChatHeader.tsx"
import { type AppliedStyle, styleValue } from "./chat-style.ts"
import { languageAttributes, useChatTexts } from "./chat-texts.ts"
import { focusAnswerArea, followEnd } from "./focus-and-scrolling.ts"
import { Transcript } from "./Transcript.tsx"

type Given = {
  readonly state: ConversationState
  readonly opened: OpenedConversation
  readonly send: ConversationActor["send"]
  readonly look: AppliedStyle
}

export const Conversation = ({ state, opened, send, look }: Given) => {
  const { words } = useChatTexts()
  const { lines, progress, ending } = state.context
  const isOver = state.matches("over")
  const isTyping = state.hasTag("typing") || state.hasTag("awaiting")
  const percent = Math.round((isOver ? 1 : progress) * 100)
  return (
    <div class="page">
      <ChatHeader
        title={publicTitle(opened.script.title, opened.community.name)}
        language={opened.script.language}
        community={opened.community.name}
        sideMenu={opened.sideMenu}
        look={look}
        percent={percent}
      />
      <main>
        <Transcript lines={lines} isTyping={isTyping && !state.matches("atTheDoor")} />
        {state.matches("atTheDoor") && (
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
        <output class="overtaken">
          {state.context.isOvertaken && (
            <p class="hint" ref={followEnd}>
              {words("page.overtaken")}
            </p>
          )}
        </output>
        <AnswerArea state={state} send={send} />
        <output class="over">
          {isOver && <EndCard message={ending?.message ?? ""} language={opened.script.language} address={redirectAddress(state.context)} />}
        </output>
        <ConnectionNotice state={state} send={send} />
      </main>
      {styleValue(look, "branding_message-display") !== "none" && <footer>{words("page.branding")}</footer>}
    </div>
  )
}

type Last = { readonly message: string; readonly language: string; readonly address: string | null }

const EndCard = ({ message, language, address }: Last) => {
  const { words, language: spoken } = useChatTexts()
  return (
    <div class="over-card" ref={followEnd}>
      {message !== "" && (
        <p class="farewell">
          <bdi {...languageAttributes(language, spoken)}>{message}</bdi>
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

/** Why it does not go on, or not yet. It does by itself, as soon as it can. */
const ConnectionNotice = ({ state, send }: Pick<Given, "state" | "send">) => {
  const { words } = useChatTexts()
  const isStuck = state.hasTag("stuck")
  const { trouble } = state.context
  const isWaiting = state.hasTag("awaiting") && isOutcomeDelayed(state.context)
  const said = () => {
    if (trouble?.type === "too-soon") return words("page.too-soon")
    if (trouble?.type === "paused") return `${words("page.paused")}. ${words("page.paused.text")}`
    if (!state.matches("unsent")) return words("page.cut")
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
          <p>{said()}</p>
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

// What is shown in place of a conversation: that there is none, that it is closed, that it could not be opened yet.

type NoticeProps = { readonly title: string; readonly text?: string | undefined; readonly children?: ComponentChildren }

export const ChatNotice = ({ title, text, children }: NoticeProps) => (
  <main class="notice">
    <div class="notice-card">
      <h1>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  </main>
)

// The respondents' page: shows the conversation's machine; decides nothing.

type PageProps = { readonly state: ConversationState; readonly send: ConversationActor["send"]; readonly look: AppliedStyle }

export const ChatPage = ({ state, send, look }: PageProps) => {
  const { words } = useChatTexts()
  const { opened, trouble } = state.context
  if (state.matches("missing")) return <ChatNotice title={words("page.missing")} text={words("page.missing.text")} />
  if (state.matches("gone") || state.matches("reopening"))
    return (
      <ChatNotice title={words("page.gone")} text={words("page.gone.text")}>
        <button class="primary" type="button" onClick={() => send({ type: "chat.begin" })}>
          {words("page.again")}
        </button>
      </ChatNotice>
    )
  if (state.matches("closed")) return <ChatNotice title={words("page.closed")} text={words("page.closed.text")} />
  if (opened !== null) return <Conversation state={state} opened={opened} send={send} look={look} />
  if (trouble === null)
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
  return (
    <ChatNotice
      title={words(trouble.type === "paused" ? "page.paused" : "page.failed")}
      text={words(trouble.type === "paused" ? "page.paused.text" : trouble.type === "too-soon" ? "page.too-soon" : "page.failed.text")}
    >
      <button class="primary" type="button" onClick={() => send({ type: "chat.retry" })}>
        {words("page.retry")}
      </button>
    </ChatNotice>
  )
}
