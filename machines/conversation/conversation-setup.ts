// [E9] Setup of the conversation machine: context, events, ports, actions, guards and delays.

import { assign, fromCallback, setup } from "xstate"
import { type AnswerRefusal, type ChatFailure } from "../../domain/chat/chat-failure.ts"
import type { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import type { PublicBaseUrls } from "../../domain/text/web-url.ts"
import { port } from "../ports.ts"
import {
  appendTurns,
  type ConversationContext,
  type FileUpload,
  type PickedFile,
  redirectAddress,
  removeUnconfirmedLines,
  resumeConversation,
  revealLines,
  type StoredAnswer,
  type SubmittedAnswer,
  type UploadedFile,
  unconfirmedLine,
  unsubmittedAnswer,
  validateAnswer,
} from "./conversation-transcript.ts"

/** The page was hidden, perhaps for good; the network is back. */
type PageEvent = { readonly type: "page.hide" } | { readonly type: "page.online" }

/** [E9, E11] Milliseconds: the first and the longest pause before a retry, and the time before a redirect. */
const retryDelays = { firstMs: 1000, maxMs: 30_000, redirectMs: 3000 } as const

/** The parts of the conversation machine: context, ports, actions, guards and delays. */
export const conversationSetup = setup({
  types: {
    /** `storedAnswer`: the answer that was still on this device when the page was left, not sent or not finished. */
    input: {} as { readonly isNew: boolean; readonly storedAnswer: StoredAnswer | null; readonly bases: Pick<PublicBaseUrls, "stats"> },
    context: {} as ConversationContext,
    events: {} as
      | { readonly type: "chat.begin" }
      | { readonly type: "chat.retry" }
      | { readonly type: "answer.submit"; readonly given: unknown }
      | { readonly type: "answer.edit"; readonly given: unknown }
      | { readonly type: "answer.reject"; readonly refusal: AnswerRefusal }
      | { readonly type: "files.add"; readonly files: ReadonlyArray<PickedFile> }
      | { readonly type: "file.remove"; readonly name: string }
      | PageEvent,
    tags: {} as "typing" | "awaiting-answer" | "busy" | "awaiting-outcome" | "retrying",
  },
  actors: {
    openConversation: port<OpenedConversation, void>("openConversation"),
    submitAnswer: port<AnswerReceipt, SubmittedAnswer & { readonly after: number }>("submitAnswer"),
    pollTurns: port<ConversationUpdate, { readonly after: number }>("pollTurns"),
    uploadFile: port<UploadedFile, FileUpload>("uploadFile"),
    /** Stores an answer on this device until the next one, so that it can be sent or finished even if the page closes. */
    storeAnswer: port<void, StoredAnswer | null>("storeAnswer"),
    /** Deletes everything of the conversation from this device. */
    deleteStoredConversation: port<void, void>("deleteStoredConversation"),
    /** Leaves the page for this address. */
    redirect: port<void, string | null>("redirect"),
    /** Reloads the page. */
    reloadPage: port<void, void>("reloadPage"),
    pageEvents: fromCallback<PageEvent>(() => {
      throw new Error('port "pageEvents" is not wired')
    }),
  },
  actions: {
    storeOpened: assign(({ context }, opened: OpenedConversation) => resumeConversation(context, opened)),
    storeTurns: assign(({ context }, progressed: ConversationUpdate) => ({
      ...appendTurns(context, progressed),
      answer: null,
      draft: null,
      files: [],
      lines: removeUnconfirmedLines(context.lines),
      opened: context.opened === null ? null : { ...context.opened, isBegun: true },
    })),
    /** Every answer sets this, so a notice about an earlier answer disappears with the next one. */
    storeAlreadyAnswered: assign((_, { isOvertaken }: { readonly isOvertaken: boolean }) => ({ isOvertaken })),
    /** [E16] Shows the lines without a delay, and the first message of a conversation. */
    revealReadyLines: assign(({ context }) => {
      const opening = context.lines.length === 0 ? context.next[0] : undefined
      return revealLines(context, (next) => next === opening || next.type === "answer" || next.type === "end" || next.delay <= 0)
    }),
    revealNextLine: assign(({ context }) => {
      const [first] = context.next
      return revealLines(context, (next) => next === first)
    }),
    setPendingAnswer: assign(({ context }, { given }: { readonly given: unknown }) => {
      const answer = { uuid: context.waiting?.uuid ?? "", given }
      // The answer becomes a draft again if the server refuses it.
      return { answer, draft: answer, refusal: null, lines: [...context.lines, unconfirmedLine(context.questions, answer)] }
    }),
    setDraft: assign(({ context }, { given }: { readonly given: unknown }) => ({ draft: { uuid: context.waiting?.uuid ?? "", given } })),
    storeRefusal: assign(({ context }, refusal: AnswerRefusal) => ({
      refusal,
      refusals: context.refusals + 1,
      answer: null,
      lines: removeUnconfirmedLines(context.lines),
      tries: 0,
      failure: null,
    })),
    fail: assign(({ context }, failure: ChatFailure) => ({ failure, tries: context.tries + 1 })),
    incrementAttempts: assign({ tries: ({ context }) => context.tries + 1 }),
    resetAttempts: assign({ tries: 0, failure: null }),
    clearFailure: assign({ failure: null }),
    pick: assign((_, files: ReadonlyArray<PickedFile>) => ({ filesToUpload: files, failure: null, refusal: null })),
    storeUploadedFile: assign(({ context: { files, filesToUpload } }, sent: UploadedFile) => ({
      files: [...files, sent],
      filesToUpload: filesToUpload.slice(1),
    })),
    skipFile: assign(({ context: { filesToUpload } }, failure: ChatFailure) => ({ filesToUpload: filesToUpload.slice(1), failure })),
    clearFilesToUpload: assign((_, failure: ChatFailure) => ({ filesToUpload: [], failure })),
    // Store the removal as well, since the file may be stored on this device.
    removeFile: assign(({ context: { files, waiting } }, name: string) => ({
      files: files.filter((file) => file.name !== name),
      draft: { uuid: waiting?.uuid ?? "", given: [] },
    })),
  },
  guards: {
    isMissing: (_, failure: ChatFailure) => failure.type === "missing",
    isInvalid: ({ context }, { given }: { readonly given: unknown }) => validateAnswer(context, given) !== null,
    isClosed: (_, failure: ChatFailure) => failure.type === "closed",
    isAlreadyAnswered: (_, failure: ChatFailure) => failure.type === "already-answered",
    /** A retry would be refused again. */
    isRefused: (_, failure: ChatFailure) => failure.type === "refused" || failure.type === "too-large",
    /** [E10] Opening a link does not start a conversation: if no question comes first, the respondent has to start it. */
    needsStart: ({ context: { opened, waiting } }) => opened?.isBegun === false && waiting?.for !== "answer",
    hasPendingLines: ({ context }) => context.next.length > 0,
    isOver: ({ context }) => context.ending !== null || context.waiting === null,
    hasPendingAnswer: ({ context }) => context.answer !== null,
    hasUnsubmittedAnswer: ({ context }) => unsubmittedAnswer(context) !== null,
    hasFilesToUpload: ({ context }) => context.filesToUpload.length > 0,
    isAnswerExpected: ({ context }) => context.waiting?.for === "answer",
    hasRedirect: ({ context }) => redirectAddress(context) !== null,
  },
  delays: {
    typing: ({ context: { next } }) => {
      const [first] = next
      return first === undefined || first.type === "answer" || first.type === "end" ? 0 : first.delay * 1000
    },
    retryDelay: ({ context: { failure, tries } }) =>
      failure?.type === "too-soon"
        ? failure.seconds * 1000
        : Math.min(retryDelays.maxMs, retryDelays.firstMs * 2 ** Math.max(0, tries - 1)),
    redirectDelay: retryDelays.redirectMs,
  },
})
