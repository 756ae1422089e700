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
const retryDelays = { first: 1000, longest: 30_000, farewell: 3000 } as const

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
    tags: {} as "typing" | "asking" | "working" | "awaiting" | "stuck",
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
    takeOpened: assign(({ context }, opened: OpenedConversation) => resumeConversation(context, opened)),
    take: assign(({ context }, progressed: ConversationUpdate) => ({
      ...appendTurns(context, progressed),
      answer: null,
      draft: null,
      files: [],
      lines: removeUnconfirmedLines(context.lines),
      opened: context.opened === null ? null : { ...context.opened, isBegun: true },
    })),
    /** Every answer sets this, so a notice about an earlier answer disappears with the next one. */
    noteOvertaken: assign((_, { isOvertaken }: { readonly isOvertaken: boolean }) => ({ isOvertaken })),
    showReady: assign(({ context }) => revealLines(context, (next) => next.type === "given" || next.type === "end" || next.delay <= 0)),
    showNext: assign(({ context }) => {
      const [first] = context.next
      return revealLines(context, (next) => next === first)
    }),
    hold: assign(({ context }, { given }: { readonly given: unknown }) => {
      const answer = { uuid: context.waiting?.uuid ?? "", given }
      // The answer becomes a draft again if the server refuses it.
      return { answer, draft: answer, refusal: null, lines: [...context.lines, unconfirmedLine(context.questions, answer)] }
    }),
    write: assign(({ context }, { given }: { readonly given: unknown }) => ({ draft: { uuid: context.waiting?.uuid ?? "", given } })),
    refuse: assign(({ context }, refusal: AnswerRefusal) => ({
      refusal,
      refusals: context.refusals + 1,
      answer: null,
      lines: removeUnconfirmedLines(context.lines),
      tries: 0,
      trouble: null,
    })),
    fail: assign(({ context }, trouble: ChatFailure) => ({ trouble, tries: context.tries + 1 })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    beginTries: assign({ tries: 0, trouble: null }),
    forgetTrouble: assign({ trouble: null }),
    pick: assign((_, picked: ReadonlyArray<PickedFile>) => ({ picked, trouble: null, refusal: null })),
    keepSent: assign(({ context: { files, picked } }, sent: UploadedFile) => ({ files: [...files, sent], picked: picked.slice(1) })),
    passOver: assign(({ context: { picked } }, trouble: ChatFailure) => ({ picked: picked.slice(1), trouble })),
    dropPicked: assign((_, trouble: ChatFailure) => ({ picked: [], trouble })),
    // Store the removal as well, since the file may be stored on this device.
    removeFile: assign(({ context: { files, waiting } }, name: string) => ({
      files: files.filter((file) => file.name !== name),
      draft: { uuid: waiting?.uuid ?? "", given: [] },
    })),
  },
  guards: {
    isNothing: (_, trouble: ChatFailure) => trouble.type === "missing",
    isWrong: ({ context }, { given }: { readonly given: unknown }) => validateAnswer(context, given) !== null,
    isClosed: (_, trouble: ChatFailure) => trouble.type === "closed",
    isOvertaken: (_, trouble: ChatFailure) => trouble.type === "overtaken",
    /** A retry would be refused again. */
    isRefused: (_, trouble: ChatFailure) => trouble.type === "refused" || trouble.type === "too-large",
    /** [E10] Opening a link does not start a conversation: if no question comes first, the respondent has to start it. */
    needsDeed: ({ context: { opened, waiting } }) => opened?.isBegun === false && waiting?.for !== "answer",
    hasNext: ({ context }) => context.next.length > 0,
    isOver: ({ context }) => context.ending !== null || context.waiting === null,
    isUnsent: ({ context }) => context.answer !== null,
    isWriting: ({ context }) => unsubmittedAnswer(context) !== null,
    hasPicked: ({ context }) => context.picked.length > 0,
    isAsked: ({ context }) => context.waiting?.for === "answer",
    leads: ({ context }) => redirectAddress(context) !== null,
  },
  delays: {
    typing: ({ context: { next } }) => {
      const [first] = next
      return first === undefined || first.type === "given" || first.type === "end" ? 0 : first.delay * 1000
    },
    pause: ({ context: { trouble, tries } }) =>
      trouble?.type === "too-soon"
        ? trouble.seconds * 1000
        : Math.min(retryDelays.longest, retryDelays.first * 2 ** Math.max(0, tries - 1)),
    farewell: retryDelays.farewell,
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
        onDone: { target: "opened", actions: [{ type: "takeOpened", params: ({ event }) => event.output }, "beginTries"] },
        onError: [
          { guard: { type: "isNothing", params: ({ event }) => toChatFailure(event.error) }, target: "missing" },
          { guard: { type: "isRefused", params: ({ event }) => toChatFailure(event.error) }, target: "missing" },
          { guard: { type: "isClosed", params: ({ event }) => toChatFailure(event.error) }, target: "closed" },
          { target: "unopened", actions: { type: "fail", params: ({ event }) => toChatFailure(event.error) } },
        ],
      },
    },
    unopened: { tags: "stuck", after: { pause: "opening" }, on: { "chat.retry": "opening", "page.online": "opening" } },
    opened: { always: [{ guard: "needsDeed", target: "atTheDoor" }, { target: "playing" }] },
    atTheDoor: { on: { "chat.begin": "watching" } },
    playing: {
      entry: "showReady",
      always: [
        { guard: "hasNext", target: "typing" },
        { guard: "isUnsent", target: "sending" },
        { guard: "isOver", target: "over" },
        { guard: "isAsked", target: "asking" },
        { target: "resting" },
      ],
    },
    typing: { tags: "typing", after: { typing: { target: "playing", actions: "showNext" } } },
    asking: {
      tags: "asking",
      on: { "file.remove": { actions: { type: "removeFile", params: ({ event }) => event.name } } },
      initial: "ready",
      states: {
        ready: {
          on: {
            "answer.give": [
              {
                // The problem is shown immediately, even without a network.
                guard: { type: "isWrong", params: ({ event }) => event },
                target: ".noting",
                actions: [
                  { type: "write", params: ({ event }) => event },
                  { type: "refuse", params: ({ context, event }) => validateAnswer(context, event.given) ?? tooLongProblem },
                ],
              },
              { target: "#conversation.keeping", actions: { type: "hold", params: ({ event }) => event } },
            ],
            "answer.write": { actions: { type: "write", params: ({ event }) => event } },
            "answer.refuse": { actions: { type: "refuse", params: ({ event }) => event.refusal } },
            "files.add": { target: "uploading", actions: { type: "pick", params: ({ event }) => event.files } },
            "page.hide": { guard: "isWriting", target: ".noting" },
          },
          initial: "writing",
          states: {
            writing: {},
            noting: {
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
        picking: {
          tags: "working",
          invoke: {
            id: "keepSent",
            src: "keepAnswer",
            input: ({ context }) => unsubmittedAnswer(context),
            onDone: [{ guard: "hasPicked", target: "uploading" }, { target: "ready" }],
            onError: [{ guard: "hasPicked", target: "uploading" }, { target: "ready" }],
          },
        },
        uploading: {
          tags: "working",
          on: {
            // Skipping the question does not wait for its uploads.
            "answer.give": {
              guard: ({ event }) => event.given === null,
              target: "#conversation.keeping",
              actions: [{ type: "hold", params: ({ event }) => event }, assign({ picked: [] })],
            },
          },
          invoke: {
            id: "keepFile",
            src: "keepFile",
            input: ({ context: { waiting, picked } }) => nextUpload(waiting?.uuid, picked),
            onDone: { target: "picking", actions: { type: "keepSent", params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: "isRefused", params: ({ event }) => toChatFailure(event.error) },
                target: "picking",
                actions: { type: "passOver", params: ({ event }) => toChatFailure(event.error) },
              },
              {
                guard: { type: "isOvertaken", params: ({ event }) => toChatFailure(event.error) },
                target: "#conversation.watching",
                actions: [{ type: "noteOvertaken", params: { isOvertaken: true } }, assign({ picked: [] })],
              },
              { target: "ready", actions: { type: "dropPicked", params: ({ event }) => toChatFailure(event.error) } },
            ],
          },
        },
      },
    },
    keeping: {
      tags: "working",
      entry: "beginTries",
      invoke: {
        id: "keepAnswer",
        src: "keepAnswer",
        input: ({ context: { answer } }) => (answer === null ? null : { ...answer, isGiven: true, refusal: null }),
        onDone: "sending",
        onError: "sending",
      },
    },
    sending: {
      tags: "working",
      invoke: {
        id: "giveAnswer",
        src: "giveAnswer",
        input: ({ context: { answer, total } }) => ({ uuid: answer?.uuid ?? "", given: answer?.given ?? null, after: total }),
        onDone: {
          target: "playing",
          actions: [
            { type: "take", params: ({ event }) => event.output },
            { type: "noteOvertaken", params: ({ event }) => event.output },
            "beginTries",
          ],
        },
        onError: [
          {
            guard: { type: "isRefused", params: ({ event }) => toChatFailure(event.error) },
            target: "asking",
            actions: { type: "refuse", params: ({ event }) => toRefusal(toChatFailure(event.error)) },
          },
          { guard: { type: "isNothing", params: ({ event }) => toChatFailure(event.error) }, target: "gone" },
          { guard: { type: "isClosed", params: ({ event }) => toChatFailure(event.error) }, target: "closed" },
          { target: "unsent", actions: { type: "fail", params: ({ event }) => toChatFailure(event.error) } },
        ],
      },
    },
    unsent: { tags: "stuck", after: { pause: "sending" }, on: { "chat.retry": "sending", "page.online": "sending" } },
    resting: {
      tags: ["working", "awaiting"],
      entry: "countTry",
      after: { pause: "watching" },
      on: { "chat.retry": "watching", "page.online": "watching" },
    },
    watching: {
      tags: ["working", "awaiting"],
      invoke: {
        id: "watch",
        src: "watch",
        input: ({ context }) => ({ after: context.total }),
        onDone: [
          {
            guard: ({ event }) => event.output.turns.length > 0,
            target: "playing",
            actions: [{ type: "take", params: ({ event }) => event.output }, "beginTries"],
          },
          { target: "playing", actions: [{ type: "take", params: ({ event }) => event.output }, "forgetTrouble"] },
        ],
        onError: [
          { guard: { type: "isNothing", params: ({ event }) => toChatFailure(event.error) }, target: "gone" },
          { guard: { type: "isClosed", params: ({ event }) => toChatFailure(event.error) }, target: "closed" },
          { target: "cut", actions: { type: "fail", params: ({ event }) => toChatFailure(event.error) } },
        ],
      },
    },
    cut: { tags: "stuck", after: { pause: "watching" }, on: { "chat.retry": "watching", "page.online": "watching" } },
    over: {
      invoke: { id: "forget", src: "forget" },
      initial: "said",
      states: {
        said: { always: { guard: "leads", target: "leaving" } },
        leaving: { after: { farewell: "left" } },
        left: {
          invoke: { id: "leave", src: "leave", input: ({ context }) => redirectAddress(context) },
        },
      },
    },
    missing: { invoke: { id: "forgetMissing", src: "forget" } },
    /** The conversation existed but was deleted; the chat may still be available to start again. */
    gone: { invoke: { id: "forgetGone", src: "forget" }, on: { "chat.begin": "reopening" } },
    reopening: { tags: "working", invoke: { id: "reopen", src: "reopen" } },
    closed: { invoke: { id: "forgetClosed", src: "forget" } },
  },
})
export type ConversationActor = ActorRefFrom<typeof conversationMachine>
export type ConversationState = SnapshotFrom<typeof conversationMachine>
