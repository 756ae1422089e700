// Plays a test of the editor on the chat page: the editor handles the answers, and nothing is stored, uploaded or opened. Loaded for tests only.

import { createActor, fromCallback, fromPromise } from "xstate"
import { readBaseUrls } from "../../adapters/browser/browser-page.ts"
import { forwardConsoleKeys, listenToConsole } from "../../adapters/browser/preview-channel.ts"
import { ChatFailureError } from "../../domain/chat/chat-failure.ts"
import type { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import { parseRehearsalMessage, type RehearsalAction, type RehearsalMessage } from "../../domain/preview/rehearsal-protocol.ts"
import { type ConversationActor, conversationMachine } from "../../machines/conversation/conversation-machine.ts"
import type { FileUpload, StoredAnswer, SubmittedAnswer, UploadedFile } from "../../machines/conversation/conversation-transcript.ts"
import { createEventBus } from "../kit/event-bus.ts"
import "./rehearsal.css"

/** Shows every conversation that the editor sends; `show` renders it, and `key` tells it from the one before. */
export const startRehearsal = (show: (actor: ConversationActor, key: number) => void): void => {
  let latest: RehearsalMessage | null = null
  let actor: ConversationActor | null = null
  const channel = createRehearsalChannel((action) => send(action))
  const send = listenToConsole(parseRehearsalMessage, (message) => {
    const isOtherRun = latest?.run !== message.run
    latest = message
    channel.receive(message)
    if (!isOtherRun) return
    actor?.stop()
    actor = startConversation(channel, message)
    show(actor, message.run)
  })
  forwardConsoleKeys()
  reportClicks(send)
}

type RehearsalChannel = {
  /** Takes the editor's latest message. */
  readonly receive: (message: RehearsalMessage) => void
  /** Sends an answer, and returns what follows once the editor has handled it. Throws if it was refused. */
  readonly submit: (answer: SubmittedAnswer & { readonly after: number }) => Promise<AnswerReceipt>
  /** Returns the turns after the first `after` ones once there are any. */
  readonly poll: (request: { readonly after: number }) => Promise<ConversationUpdate>
}

const createRehearsalChannel = (send: (action: RehearsalAction) => void): RehearsalChannel => {
  let latest: RehearsalMessage | null = null
  const { subscribe, emit } = createEventBus<RehearsalMessage>()
  /** Returns the first message that meets a condition, the latest included. */
  const waitForMessage = (isExpected: (message: RehearsalMessage) => boolean): Promise<RehearsalMessage> =>
    new Promise((resolve) => {
      const unsubscribe = subscribe((message) => {
        if (!isExpected(message)) return
        unsubscribe()
        resolve(message)
      })
      if (latest !== null && isExpected(latest)) {
        unsubscribe()
        resolve(latest)
      }
    })
  return {
    receive: (message) => {
      latest = message
      emit(message)
    },
    submit: async ({ uuid, given, after }) => {
      const number = (latest?.handled ?? 0) + 1
      send({ type: "rehearsal.answer", uuid, given, number })
      const { conversation, refusal } = await waitForMessage(({ handled }) => handled >= number)
      if (refusal !== null) throw new ChatFailureError({ type: "refused", refusal })
      return { ...toUpdate(conversation, after), isOvertaken: false }
    },
    poll: async ({ after }) => {
      const { conversation } = await waitForMessage(({ conversation: { total } }) => total > after)
      return toUpdate(conversation, after)
    },
  }
}

const toUpdate = ({ turns, total, waiting, progress }: OpenedConversation, after: number): ConversationUpdate => ({
  turns: turns.slice(after),
  total,
  waiting,
  progress,
})

const startConversation = ({ submit, poll }: RehearsalChannel, { conversation, draft, isNew }: RehearsalMessage): ConversationActor => {
  let fileCount = 0
  return createActor(
    conversationMachine.provide({
      actors: {
        openConversation: fromPromise(async () => conversation),
        submitAnswer: fromPromise(({ input }) => submit(input)),
        pollTurns: fromPromise(({ input }) => poll(input)),
        // As on the server, the name tells files with the same label apart.
        uploadFile: fromPromise<UploadedFile, FileUpload>(async ({ input: { file } }) => ({
          name: `${++fileCount}/${file.name}`,
          label: file.name,
        })),
        storeAnswer: fromPromise<void, StoredAnswer | null>(doNothing),
        deleteStoredConversation: fromPromise<void, void>(doNothing),
        redirect: fromPromise<void, string | null>(doNothing),
        reloadPage: fromPromise<void, void>(doNothing),
        pageEvents: fromCallback(() => undefined),
      },
    }),
    { input: { isNew, storedAnswer: draft === null ? null : { ...draft, isGiven: false }, bases: readBaseUrls() } },
  ).start()
}

const doNothing = async (): Promise<void> => undefined

/** Tells the editor which message was clicked, and opens links in a new tab, because the test stays in its frame. */
const reportClicks = (send: (action: RehearsalAction) => void): void =>
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest("a[href]")
    if (link instanceof HTMLAnchorElement) {
      event.preventDefault()
      window.open(link.href, "_blank", "noopener,noreferrer")
      return
    }
    const message = event.target.closest("[id^=said-]")
    const isSelectingText = window.getSelection()?.isCollapsed === false
    if (message === null || isSelectingText || event.target.closest("button, video, iframe") !== null) return
    send({ type: "rehearsal.select", uuid: message.id.slice("said-".length) })
  })
