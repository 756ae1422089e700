// A page in a frame of the console: sends it messages, and forwards what happens on it. The page may answer late, navigate away or never answer.

import { assign, enqueueActions, fromCallback, sendParent, setup } from "xstate"
import { type PreviewAnswer, type PreviewMessage, previewReady, previewTimes } from "../domain/preview/preview-protocol.ts"
import type { RehearsalAction, RehearsalMessage } from "../domain/preview/rehearsal-protocol.ts"

/** What the console shows on a page in a frame. */
type ShownMessage = PreviewMessage | RehearsalMessage
/** To the port: a message for the page in the frame. */
export type FrameMessage = { readonly type: "frame.post"; readonly message: ShownMessage }
/** From the port: the answer of the page. */
export type FrameReply = { readonly type: "frame.replied"; readonly answer: PreviewAnswer }

/** Events of one preview frame. */
export type PreviewFrameEvent =
  | FrameReply
  /** From the port, and to the parent: what was done on the page. */
  | RehearsalAction
  /** The screen has mounted the frame element, or a new one; only the port knows its type. */
  | { readonly type: "frame.attached"; readonly frame: object }
  /** The screen has removed the frame element. */
  | { readonly type: "frame.detached" }
  /** A document has loaded in the frame: the page, or another one that it navigated to. */
  | { readonly type: "frame.loaded" }
  | { readonly type: "frame.show"; readonly message: ShownMessage }
  | { readonly type: "frame.reload" }

type PreviewFrameContext = {
  /** The latest message; null until there is one. */
  readonly message: ShownMessage | null
  readonly frame: object | null
  /** Incremented when the frame element has to be created again. */
  readonly attempt: number
}

/** One frame. Passes what is done on its page to its parent. */
export const previewFrameMachine = setup({
  types: {
    input: {} as { readonly message: ShownMessage | null },
    context: {} as PreviewFrameContext,
    events: {} as PreviewFrameEvent,
    children: {} as { frameChannel: "frameChannel" },
    tags: {} as "loading" | "responsive" | "unresponsive",
  },
  actors: {
    /** Exchanges messages with the page in the frame, and ignores messages from any other window. */
    frameChannel: fromCallback<FrameMessage, { readonly frame: object | null }, FrameReply | RehearsalAction>(() => {
      throw new Error('port "frameChannel" is not wired')
    }),
  },
  actions: {
    storeMessage: assign({ message: ({ context, event }) => (event.type === "frame.show" ? event.message : context.message) }),
    post: enqueueActions(({ context: { message }, enqueue }) => {
      if (message !== null) enqueue.sendTo("frameChannel", { type: "frame.post", message })
    }),
    forwardAction: sendParent(({ event }) => event),
  },
  guards: {
    isReady: ({ event }) => event.type === "frame.replied" && event.answer.type === previewReady.type,
    hasMessage: ({ context }) => context.message !== null,
  },
  delays: { responseTimeout: previewTimes.answerTimeoutMs },
}).createMachine({
  id: "previewFrame",
  context: ({ input: { message } }) => ({ message, frame: null, attempt: 0 }),
  initial: "detached",
  on: {
    "frame.attached": { target: ".attached", actions: assign({ frame: ({ event }) => event.frame }) },
    "frame.detached": { target: ".detached", actions: assign({ frame: null }) },
    "frame.show": { actions: "storeMessage" },
    "frame.reload": { target: ".detached", actions: assign({ attempt: ({ context }) => context.attempt + 1 }) },
  },
  states: {
    detached: { tags: "loading" },
    attached: {
      invoke: { id: "frameChannel", src: "frameChannel", input: ({ context: { frame } }) => ({ frame }) },
      initial: "waiting",
      on: {
        "rehearsal.answer": { actions: "forwardAction" },
        "rehearsal.select": { actions: "forwardAction" },
        "frame.replied": [{ guard: "isReady", target: ".responsive", actions: "post" }, { target: ".responsive" }],
      },
      states: {
        waiting: { tags: "loading", after: { responseTimeout: "unresponsive" } },
        responsive: {
          tags: "responsive",
          on: {
            "frame.show": { actions: ["storeMessage", "post"] },
            // The page has finished loading, or another page has replaced it: post again and wait for an answer.
            "frame.loaded": { guard: "hasMessage", target: "rechecking", actions: "post" },
          },
        },
        rechecking: { on: { "frame.show": { actions: ["storeMessage", "post"] } }, after: { responseTimeout: "unresponsive" } },
        /** The page never answered, or has left. If it answers late, it is shown after all. */
        unresponsive: { tags: "unresponsive" },
      },
    },
  },
})
