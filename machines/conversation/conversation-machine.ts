// [E9] A conversation from the respondent's side: lines appear one by one, answers are sent until the server has them.
import { type ActorRefFrom, assign, type SnapshotFrom } from "xstate"
import { tooLongProblem } from "../../domain/chat/answer-problem.ts"
import { toChatFailure } from "../../domain/chat/chat-failure.ts"
import { conversationSetup } from "./conversation-setup.ts"
import { nextUpload, redirectAddress, toRefusal, unsubmittedAnswer, validateAnswer } from "./conversation-transcript.ts"

/** Opens or resumes a conversation, plays its lines, collects and sends answers, and handles every way it can end. */
export const conversationMachine = conversationSetup.createMachine({
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
    storedAnswer: input.storedAnswer,
    answer: null,
    draft: null,
    refusal: null,
    refusals: 0,
    isOvertaken: false,
    files: [],
    filesToUpload: [],
    failure: null,
    tries: 0,
  }),
  invoke: { id: "pageEvents", src: "pageEvents" },
  initial: "opening",
  states: {
    opening: {
      invoke: {
        id: "openConversation",
        src: "openConversation",
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
            "answer.submit": [
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
            "answer.edit": { actions: { type: "setDraft", params: ({ event }) => event } },
            "answer.reject": { actions: { type: "storeRefusal", params: ({ event }) => event.refusal } },
            "files.add": { target: "uploading", actions: { type: "pick", params: ({ event }) => event.files } },
            "page.hide": { guard: "hasUnsubmittedAnswer", target: ".storingDraft" },
          },
          initial: "writing",
          states: {
            writing: {},
            storingDraft: {
              invoke: {
                id: "storeDraft",
                src: "storeAnswer",
                input: ({ context }) => unsubmittedAnswer(context),
                onDone: "writing",
                onError: "writing",
              },
            },
          },
        },
        // Files are uploaded one at a time; a refused one is skipped. Each uploaded file is stored immediately,
        // because the page may close during the next upload.
        storingUpload: {
          tags: "busy",
          invoke: {
            id: "storeUpload",
            src: "storeAnswer",
            input: ({ context }) => unsubmittedAnswer(context),
            onDone: [{ guard: "hasFilesToUpload", target: "uploading" }, { target: "ready" }],
            onError: [{ guard: "hasFilesToUpload", target: "uploading" }, { target: "ready" }],
          },
        },
        uploading: {
          tags: "busy",
          on: {
            // Skipping the question does not wait for its uploads.
            "answer.submit": {
              guard: ({ event }) => event.given === null,
              target: "#conversation.storingAnswer",
              actions: [{ type: "setPendingAnswer", params: ({ event }) => event }, assign({ filesToUpload: [] })],
            },
          },
          invoke: {
            id: "uploadFile",
            src: "uploadFile",
            input: ({ context: { waiting, filesToUpload } }) => nextUpload(waiting?.uuid, filesToUpload),
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
                actions: [{ type: "storeAlreadyAnswered", params: { isOvertaken: true } }, assign({ filesToUpload: [] })],
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
        id: "storeAnswer",
        src: "storeAnswer",
        input: ({ context: { answer } }) => (answer === null ? null : { ...answer, isGiven: true, refusal: null }),
        onDone: "sending",
        onError: "sending",
      },
    },
    sending: {
      tags: "busy",
      invoke: {
        id: "submitAnswer",
        src: "submitAnswer",
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
        id: "pollTurns",
        src: "pollTurns",
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
      invoke: { id: "deleteStoredConversation", src: "deleteStoredConversation" },
      initial: "ended",
      states: {
        ended: { always: { guard: "hasRedirect", target: "leaving" } },
        leaving: { after: { redirectDelay: "redirected" } },
        redirected: {
          invoke: { id: "redirect", src: "redirect", input: ({ context }) => redirectAddress(context) },
        },
      },
    },
    missing: { invoke: { id: "deleteMissing", src: "deleteStoredConversation" } },
    /** The conversation existed but was deleted; the chat may still be available to start again. */
    removed: { invoke: { id: "deleteRemoved", src: "deleteStoredConversation" }, on: { "chat.begin": "reloading" } },
    reloading: { tags: "busy", invoke: { id: "reloadPage", src: "reloadPage" } },
    closed: { invoke: { id: "deleteClosed", src: "deleteStoredConversation" } },
  },
})
export type ConversationActor = ActorRefFrom<typeof conversationMachine>
export type ConversationState = SnapshotFrom<typeof conversationMachine>
