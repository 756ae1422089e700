// One frame of a style's preview: whether the page in it answers, and what it is told (spec/3-community §2, §4). A page that is told
// nothing yet, that answers late or twice, that is left for another one or never answers at all: each is a state.
import { assign, fromCallback, sendTo, setup } from "xstate"
import { previewTimes } from "../domain/style/preview.ts"
import { type PreviewAnswer, type PreviewMessage, previewReady } from "../domain/style/preview-message.ts"

/** To the port: something for the page in the frame. */
export type FramePost = { readonly type: "frame.post"; readonly message: PreviewMessage }
/** From the port: what the page says. */
export type FrameSaid = { readonly type: "frame.said"; readonly answer: PreviewAnswer }

export type PreviewFrameEvent =
  | FrameSaid
  /** The screen has the frame, another one than before where it had one; only the port knows what it is. */
  | { readonly type: "frame.attached"; readonly frame: object }
  /** A document has come into it: the page, or another that it was left for. */
  | { readonly type: "frame.loaded" }
  | { readonly type: "frame.show"; readonly message: PreviewMessage }
  | { readonly type: "frame.again" }

type Context = {
  readonly message: PreviewMessage
  readonly frame: object | null
  /** Grows each time the frame has to be made anew. */
  readonly attempt: number
}

export const previewFrameMachine = setup({
  types: {
    input: {} as { readonly message: PreviewMessage },
    context: {} as Context,
    events: {} as PreviewFrameEvent,
    children: {} as { talk: "talk" },
    tags: {} as "loading" | "answering" | "silent",
  },
  actors: {
    /** Carries messages to the page in the frame, and what it says back; from nobody else. */
    talk: fromCallback<FramePost, { readonly frame: object | null }, FrameSaid>(() => {
      throw new Error('port "talk" is not wired')
    }),
  },
  actions: {
    know: assign({ message: ({ context, event }) => (event.type === "frame.show" ? event.message : context.message) }),
    post: sendTo("talk", ({ context: { message } }): FramePost => ({ type: "frame.post", message })),
  },
  guards: { isReady: ({ event }) => event.type === "frame.said" && event.answer.type === previewReady.type },
  delays: { patience: previewTimes.patience },
}).createMachine({
  id: "previewFrame",
  context: ({ input: { message } }) => ({ message, frame: null, attempt: 0 }),
  initial: "detached",
  on: {
    "frame.attached": { target: ".attached", actions: assign({ frame: ({ event }) => event.frame }) },
    "frame.show": { actions: "know" },
    "frame.again": { target: ".detached", actions: assign({ attempt: ({ context }) => context.attempt + 1 }) },
  },
  states: {
    detached: { tags: "loading" },
    attached: {
      invoke: { id: "talk", src: "talk", input: ({ context: { frame } }) => ({ frame }) },
      initial: "waiting",
      on: {
        "frame.said": [{ guard: "isReady", target: ".answering", actions: "post" }, { target: ".answering" }],
      },
      states: {
        waiting: { tags: "loading", after: { patience: "silent" } },
        answering: {
          tags: "answering",
          on: {
            "frame.show": { actions: ["know", "post"] },
            // The page that answered, whose pictures have come now, or another: the page takes what it is told once more and says so.
            "frame.loaded": { target: "doubted", actions: "post" },
          },
        },
        doubted: { on: { "frame.show": { actions: ["know", "post"] } }, after: { patience: "silent" } },
        /** Nothing came, or what was there went. What answers late is shown all the same. */
        silent: { tags: "silent" },
      },
    },
  },
})
