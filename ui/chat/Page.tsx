/** @jsxImportSource preact */
// The respondents' page: shows the conversation's machine; decides nothing.
import type { ConversationActor, ConversationState } from "../../machines/conversation.ts"
import { Conversation } from "./Conversation.tsx"
import type { Look } from "./look.ts"
import { Notice } from "./Notice.tsx"
import { useSpeech } from "./speaking.ts"

type Given = { readonly state: ConversationState; readonly send: ConversationActor["send"]; readonly look: Look }

export const Page = ({ state, send, look }: Given) => {
  const { words } = useSpeech()
  const { opened, trouble } = state.context
  if (state.matches("missing")) return <Notice title={words("page.missing")} text={words("page.missing.text")} />
  if (state.matches("gone") || state.matches("reopening"))
    return (
      <Notice title={words("page.gone")} text={words("page.gone.text")}>
        <button class="primary" type="button" onClick={() => send({ type: "chat.begin" })}>
          {words("page.again")}
        </button>
      </Notice>
    )
  if (state.matches("closed")) return <Notice title={words("page.closed")} text={words("page.closed.text")} />
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
    <Notice
      title={words(trouble.type === "paused" ? "page.paused" : "page.failed")}
      text={words(trouble.type === "paused" ? "page.paused.text" : trouble.type === "too-soon" ? "page.too-soon" : "page.failed.text")}
    >
      <button class="primary" type="button" onClick={() => send({ type: "chat.retry" })}>
        {words("page.retry")}
      </button>
    </Notice>
  )
}
