// [E9] A conversation from the respondent's side: scripted lines appear one by one, answers are sent until the server has them.
import { type ActorRefFrom, assign, fromCallback, type SnapshotFrom, setup } from "xstate"
import { tooLongProblem } from "../../domain/chat/answer-problem.ts"
import { type AnswerRefusal, type ChatFailure, toChatFailure } from "../../domain/chat/chat-failure.ts"
import type { AnswerReceipt, ConversationUpdate, OpenedConversation } from "../../domain/chat/respondent-view.ts"
import type { PublicBaseUrls } from "../../domain/links/respondent-urls.ts"
import { port } from "../ports.ts"
import {
  appendTurns,
  type ConversationContext,
  type FileUpload,
  nextUpload,
  type PickedFile,
  redirectAddress,
  removeUnconfirmedLines,
  resumeConversation,
  revealLines,
  type StoredAnswer,
  type SubmittedAnswer,
  toRefusal,
  type UploadedFile,
  unconfirmedLine,
  unsubmittedAnswer,
  validateAnswer,
} from "./conversation-transcript.ts"

/** The page was hidden, perhaps for good; the network is back. */
type PageEvent = { readonly type: "page.hide" } | { readonly type: "page.online" }

/** [E9, E11] Milliseconds: the first and the longest pause before a retry, and how long the end is shown before a redirect. */
const retryDelays = { firstMs: 1000, maxMs: 30_000, redirectMs: 3000 } as const

/** Opens or resumes a conversation, plays its lines, collects and sends answers, and handles every way it can end. */
export const conversationMachine = setup({
  types: {
    /** `kept`: the answer that was still on this device when the page was left, not sent or not finished. */
    input: {} as { readonly isNew: boolean; readonly kept: StoredAnswer | null; readonly bases: Pick<PublicBaseUrls, "stats"> },
    context: {} as ConversationContext,
    events: {} as
      | { readonly type: "chat.begin" }
      | { readonly type: "chat.retry" }
      | { readonly type: "answer.give"; readonly given: unknown }
      | { readonly type: "answer.write"; readonly given: unknown }
      | { readonly type: "answer.refuse"; readonly refusal: AnswerRefusal }
      | { readonly type: "files.add"; readonly files: ReadonlyArray<PickedFile> }
      | { readonly type: "file.remove"; readonly name: string }
      | PageEvent,
    tags: {} as "typing" | "awaiting-answer" | "busy" | "awaiting-outcome" | "retrying",
  },
  actors: {
    open: port<OpenedConversation, void>("open"),
    giveAnswer: port<AnswerReceipt, SubmittedAnswer & { readonly after: number }>("giveAnswer"),
    watch: port<ConversationUpdate, { readonly after: number }>("watch"),
    keepFile: port<UploadedFile, FileUpload>("keepFile"),
    /** Stores an answer on this device until the next one, so that it can be sent or finished even if the page closes. */
    keepAnswer: port<void, StoredAnswer | null>("keepAnswer"),
    /** Deletes everything of the conversation from this device. */
    forget: port<void, void>("forget"),
    /** Leaves the page for this address. */
    leave: port<void, string | null>("leave"),
    /** Reloads the page. */
    reopen: port<void, void>("reopen"),
    page: fromCallback<PageEvent>(() => {
      throw new Error('port "page" is not wired')
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
    revealReadyLines: assign(({ context }) =>
      revealLines(context, (next) => next.type === "given" || next.type === "end" || next.delay <= 0),
    ),
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
      trouble: null,
    })),
    fail: assign(({ context }, trouble: ChatFailure) => ({ trouble, tries: context.tries + 1 })),
    incrementAttempts: assign({ tries: ({ context }) => context.tries + 1 }),
    resetAttempts: assign({ tries: 0, trouble: null }),
    clearFailure: assign({ trouble: null }),
    pick: assign((_, picked: ReadonlyArray<PickedFile>) => ({ picked, trouble: null, refusal: null })),
    storeUploadedFile: assign(({ context: { files, picked } }, sent: UploadedFile) => ({
      files: [...files, sent],
      picked: picked.slice(1),
    })),
    skipFile: assign(({ context: { picked } }, trouble: ChatFailure) => ({ picked: picked.slice(1), trouble })),
    clearFilesToUpload: assign((_, trouble: ChatFailure) => ({ picked: [], trouble })),
    // Store the removal as well, since the file may be stored on this device.
    removeFile: assign(({ context: { files, waiting } }, name: string) => ({
      files: files.filter((file) => file.name !== name),
      draft: { uuid: waiting?.uuid ?? "", given: [] },
    })),
  },
  guards: {
    isMissing: (_, trouble: ChatFailure) => trouble.type === "missing",
    isInvalid: ({ context }, { given }: { readonly given: unknown }) => validateAnswer(context, given) !== null,
    isClosed: (_, trouble: ChatFailure) => trouble.type === "closed",
    isAlreadyAnswered: (_, trouble: ChatFailure) => trouble.type === "overtaken",
    /** A retry would be refused again. */
    isRefused: (_, trouble: ChatFailure) => trouble.type === "refused" || trouble.type === "too-large",
    /** [E10] Opening a link does not start a conversation: if no question comes first, the respondent has to start it. */
    needsStart: ({ context: { opened, waiting } }) => opened?.isBegun === false && waiting?.for !== "answer",
    hasPendingLines: ({ context }) => context.next.length > 0,
    isOver: ({ context }) => context.ending !== null || context.waiting === null,
    hasPendingAnswer: ({ context }) => context.answer !== null,
    hasUnsubmittedAnswer: ({ context }) => unsubmittedAnswer(context) !== null,
    hasFilesToUpload: ({ context }) => context.picked.length > 0,
    isAnswerExpected: ({ context }) => context.waiting?.for === "answer",
    hasRedirect: ({ context }) => redirectAddress(context) !== null,
  },
  delays: {
    typing: ({ context: { next } }) => {
      const [first] = next
      return first === undefined || first.type === "given" || first.type === "end" ? 0 : first.delay * 1000
    },
    retryDelay: ({ context: { trouble, tries } }) =>
      trouble?.type === "too-soon"
        ? trouble.seconds * 1000
        : Math.min(retryDelays.maxMs, retryDelays.firstMs * 2 ** Math.max(0, tries - 1)),
    redirectDelay: retryDelays.redirectMs,
  },
}).createMachine({
  id: "conversation",
  context: ({ input }) => ({
    bases: input.bases,
    isNew: input.isNew,
    opened: null,
    lines: [],
    next: [],
    questions: new Map(),
    total: 0,
    waiting: null,
    progress: 0,
    ending: null,
    kept: input.kept,
    answer: null,
    draft: null,
    refusal: null,
    refusals: 0,
    isOvertaken: false,
    files: [],
    picked: [],
    trouble: null,
    tries: 0,
  }),
  invoke: { id: "page", src: "page" },
  initial: "opening",
  states: {
    opening: {
      invoke: {
        id: "open",
        src: "open",
        onDone: { target: "deciding", actions: [{ type: "storeOpened", params: ({ event }) => event.output }, "resetAttempts"] },
        onError: [
          { guard: { type: "isMissing", params: ({ event }) => toChatFailure(event.error) }, target: "missing" },
          { guard: { type: "isRefused", params: ({ event }) => toChatFailure(event.error) }, target: "missing" },
          { guard: { type: "isClosed", params: ({ event }) => toChatFailure(event.error) }, target: "closed" },
          { target: "openFailed", actions: { type: "fail", params: ({ event }) => toChatFailure(event.error) } },
        ],
      },
    },
    openFailed: { tags: "retrying", after: { retryDelay: "opening" }, on: { "chat.retry": "opening", "page.online": "opening" } },
    deciding: { always: [{ guard: "needsStart", target: "awaitingStart" }, { target: "playing" }] },
    awaitingStart: { on: { "chat.begin": "polling" } },
    playing: {
      entry: "revealReadyLines",
      always: [
        { guard: "hasPendingLines", target: "typing" },
        { guard: "hasPendingAnswer", target: "sending" },
        { guard: "isOver", target: "over" },
        { guard: "isAnswerExpected", target: "awaitingAnswer" },
        { target: "awaitingOutcome" },
      ],
    },
    typing: { tags: "typing", after: { typing: { target: "playing", actions: "revealNextLine" } } },
    awaitingAnswer: {
      tags: "awaiting-answer",
      on: { "file.remove": { actions: { type: "removeFile", params: ({ event }) => event.name } } },
      initial: "ready",
      states: {
        ready: {
          on: {
            "answer.give": [
              {
                // The problem is shown immediately, even without a network.
                guard: { type: "isInvalid", params: ({ event }) => event },
                target: ".storingDraft",
                actions: [
                  { type: "setDraft", params: ({ event }) => event },
                  { type: "storeRefusal", params: ({ context, event }) => validateAnswer(context, event.given) ?? tooLongProblem },
                ],
              },
              { target: "#conversation.storingAnswer", actions: { type: "setPendingAnswer", params: ({ event }) => event } },
            ],
            "answer.write": { actions: { type: "setDraft", params: ({ event }) => event } },
            "answer.refuse": { actions: { type: "storeRefusal", params: ({ event }) => event.refusal } },
            "files.add": { target: "uploading", actions: { type: "pick", params: ({ event }) => event.files } },
            "page.hide": { guard: "hasUnsubmittedAnswer", target: ".storingDraft" },
          },
          initial: "writing",
          states: {
            writing: {},
            storingDraft: {
              invoke: {
                id: "keepDraft",
                src: "keepAnswer",
                input: ({ context }) => unsubmittedAnswer(context),
                onDone: "writing",
                onError: "writing",
              },
            },
          },
        },
        // Files are uploaded one at a time; a refused one is skipped. Each uploaded file is stored immediately, because the page
        // may close during the next upload.
        storingUpload: {
          tags: "busy",
          invoke: {
            id: "keepSent",
            src: "keepAnswer",
            input: ({ context }) => unsubmittedAnswer(context),
            onDone: [{ guard: "hasFilesToUpload", target: "uploading" }, { target: "ready" }],
            onError: [{ guard: "hasFilesToUpload", target: "uploading" }, { target: "ready" }],
          },
        },
        uploading: {
          tags: "busy",
          on: {
            // Skipping the question does not wait for its uploads.
            "answer.give": {
              guard: ({ event }) => event.given === null,
              target: "#conversation.storingAnswer",
              actions: [{ type: "setPendingAnswer", params: ({ event }) => event }, assign({ picked: [] })],
            },
          },
          invoke: {
            id: "keepFile",
            src: "keepFile",
            input: ({ context: { waiting, picked } }) => nextUpload(waiting?.uuid, picked),
            onDone: { target: "storingUpload", actions: { type: "storeUploadedFile", params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: "isRefused", params: ({ event }) => toChatFailure(event.error) },
                target: "storingUpload",
                actions: { type: "skipFile", params: ({ event }) => toChatFailure(event.error) },
              },
              {
                guard: { type: "isAlreadyAnswered", params: ({ event }) => toChatFailure(event.error) },
                target: "#conversation.polling",
                actions: [{ type: "storeAlreadyAnswered", params: { isOvertaken: true } }, assign({ picked: [] })],
              },
              { target: "ready", actions: { type: "clearFilesToUpload", params: ({ event }) => toChatFailure(event.error) } },
            ],
          },
        },
      },
    },
    storingAnswer: {
      tags: "busy",
      entry: "resetAttempts",
      invoke: {
        id: "keepAnswer",
        src: "keepAnswer",
        input: ({ context: { answer } }) => (answer === null ? null : { ...answer, isGiven: true, refusal: null }),
        onDone: "sending",
        onError: "sending",
      },
    },
    sending: {
      tags: "busy",
      invoke: {
        id: "giveAnswer",
        src: "giveAnswer",
        input: ({ context: { answer, total } }) => ({ uuid: answer?.uuid ?? "", given: answer?.given ?? null, after: total }),
        onDone: {
          target: "playing",
          actions: [
            { type: "storeTurns", params: ({ event }) => event.output },
            { type: "storeAlreadyAnswered", params: ({ event }) => event.output },
            "resetAttempts",
          ],
        },
        onError: [
          {
            guard: { type: "isRefused", params: ({ event }) => toChatFailure(event.error) },
            target: "awaitingAnswer",
            actions: { type: "storeRefusal", params: ({ event }) => toRefusal(toChatFailure(event.error)) },
          },
          { guard: { type: "isMissing", params: ({ event }) => toChatFailure(event.error) }, target: "removed" },
          { guard: { type: "isClosed", params: ({ event }) => toChatFailure(event.error) }, target: "closed" },
          { target: "sendFailed", actions: { type: "fail", params: ({ event }) => toChatFailure(event.error) } },
        ],
      },
    },
    sendFailed: { tags: "retrying", after: { retryDelay: "sending" }, on: { "chat.retry": "sending", "page.online": "sending" } },
    awaitingOutcome: {
      tags: ["busy", "awaiting-outcome"],
      entry: "incrementAttempts",
      after: { retryDelay: "polling" },
      on: { "chat.retry": "polling", "page.online": "polling" },
    },
    polling: {
      tags: ["busy", "awaiting-outcome"],
      invoke: {
        id: "watch",
        src: "watch",
        input: ({ context }) => ({ after: context.total }),
        onDone: [
          {
            guard: ({ event }) => event.output.turns.length > 0,
            target: "playing",
            actions: [{ type: "storeTurns", params: ({ event }) => event.output }, "resetAttempts"],
          },
          { target: "playing", actions: [{ type: "storeTurns", params: ({ event }) => event.output }, "clearFailure"] },
        ],
        onError: [
          { guard: { type: "isMissing", params: ({ event }) => toChatFailure(event.error) }, target: "removed" },
          { guard: { type: "isClosed", params: ({ event }) => toChatFailure(event.error) }, target: "closed" },
          { target: "pollFailed", actions: { type: "fail", params: ({ event }) => toChatFailure(event.error) } },
        ],
      },
    },
    pollFailed: { tags: "retrying", after: { retryDelay: "polling" }, on: { "chat.retry": "polling", "page.online": "polling" } },
    over: {
      invoke: { id: "forget", src: "forget" },
      initial: "ended",
      states: {
        ended: { always: { guard: "hasRedirect", target: "leaving" } },
        leaving: { after: { redirectDelay: "redirected" } },
        redirected: {
          invoke: { id: "leave", src: "leave", input: ({ context }) => redirectAddress(context) },
        },
      },
    },
    missing: { invoke: { id: "forgetMissing", src: "forget" } },
    /** The conversation existed but was deleted; the chat may still be available to start again. */
    removed: { invoke: { id: "forgetGone", src: "forget" }, on: { "chat.begin": "reloading" } },
    reloading: { tags: "busy", invoke: { id: "reopen", src: "reopen" } },
    closed: { invoke: { id: "forgetClosed", src: "forget" } },
  },
})
export type ConversationActor = ActorRefFrom<typeof conversationMachine>
export type ConversationState = SnapshotFrom<typeof conversationMachine>
