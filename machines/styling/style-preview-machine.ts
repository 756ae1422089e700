// The live preview of a style: the same page in two frames, on a scenario, and the story that the chat tells (spec/3-community §2, §9).
import { type ActorRefFrom, assign, fromCallback, raise, sendTo, setup } from "xstate"
import type { Style } from "../../domain/style/community-style.ts"
import {
  demoStory,
  demoStoryDelayMs,
  type PreviewAnswer,
  type PreviewFrame,
  type PreviewMessage,
  previewMessage,
  previewReady,
  previewTimes,
  scenarioPage,
} from "../../domain/style/preview-protocol.ts"
import type { Scenario } from "../../domain/style/style-sections.ts"

// One frame of a style's preview: whether the page in it answers, and what it is told (spec/3-community §2, §4). A page that is told
// nothing yet, that answers late or twice, that is left for another one or never answers at all: each is a state.

/** To the port: something for the page in the frame. */
export type FrameMessage = { readonly type: "frame.post"; readonly message: PreviewMessage }
/** From the port: what the page says. */
export type FrameReply = { readonly type: "frame.said"; readonly answer: PreviewAnswer }

export type PreviewFrameEvent =
  | FrameReply
  /** The screen has the frame, another one than before where it had one; only the port knows what it is. */
  | { readonly type: "frame.attached"; readonly frame: object }
  /** A document has come into it: the page, or another that it was left for. */
  | { readonly type: "frame.loaded" }
  | { readonly type: "frame.show"; readonly message: PreviewMessage }
  | { readonly type: "frame.again" }

type ContextOfPreviewFrame = {
  readonly message: PreviewMessage
  readonly frame: object | null
  /** Grows each time the frame has to be made anew. */
  readonly attempt: number
}

export const previewFrameMachine = setup({
  types: {
    input: {} as { readonly message: PreviewMessage },
    context: {} as ContextOfPreviewFrame,
    events: {} as PreviewFrameEvent,
    children: {} as { talk: "talk" },
    tags: {} as "loading" | "answering" | "silent",
  },
  actors: {
    /** Carries messages to the page in the frame, and what it says back; from nobody else. */
    talk: fromCallback<FrameMessage, { readonly frame: object | null }, FrameReply>(() => {
      throw new Error('port "talk" is not wired')
    }),
  },
  actions: {
    know: assign({ message: ({ context, event }) => (event.type === "frame.show" ? event.message : context.message) }),
    post: sendTo("talk", ({ context: { message } }): FrameMessage => ({ type: "frame.post", message })),
  },
  guards: { isReady: ({ event }) => event.type === "frame.said" && event.answer.type === previewReady.type },
  delays: { patience: previewTimes.answerTimeoutMs },
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

type FrameSpace = { readonly width: number; readonly height: number }

/** What is previewed: the style as it is edited now, and what it is shown on. */
type PreviewedStyle = { readonly style: Style; readonly scenario: Scenario }

export type StylePreviewEvent =
  | ({ readonly type: "preview.edited" } & PreviewedStyle)
  | { readonly type: "story.reset" }
  | { readonly type: "story.finish" }
  | { readonly type: "story.pause" }
  | { readonly type: "story.play" }
  /** There is so much room for a frame, in px. */
  | { readonly type: "room.measured"; readonly frame: PreviewFrame; readonly room: FrameSpace }
  /** From a frame: the page in it answers. */
  | { readonly type: "frame.answers" }
  /** From the port: what time it is (ISO 8601). */
  | { readonly type: "clock.told"; readonly time: string }

type Rooms = Readonly<Record<PreviewFrame, FrameSpace>>

type Context = PreviewedStyle & {
  /** Paragraphs of the story that are told. */
  readonly shownParagraphs: number
  readonly time: string | null
  readonly measuredSpaces: Rooms
  /** What was measured once it had settled. */
  readonly frameSpaces: Rooms
}

const noSpace: FrameSpace = { width: 0, height: 0 }

export const stylePreviewMachine = setup({
  types: {
    input: {} as PreviewedStyle,
    context: {} as Context,
    events: {} as StylePreviewEvent,
    children: {} as { mobile: "frame"; desktop: "frame"; clock: "clock" },
  },
  actors: {
    frame: previewFrameMachine,
    /** Tells the time, now and then. */
    clock: fromCallback<StylePreviewEvent>(() => {
      throw new Error('port "clock" is not wired')
    }),
  },
  actions: {
    showMobile: sendTo("mobile", ({ context }) => buildShowEvent(context)),
    showDesktop: sendTo("desktop", ({ context }) => buildShowEvent(context)),
    edit: assign(({ event }) => (event.type === "preview.edited" ? { style: event.style, scenario: event.scenario } : {})),
    tellNext: assign({ shownParagraphs: ({ context }) => context.shownParagraphs + 1 }),
    tellNone: assign({ shownParagraphs: 0 }),
    tellAll: assign({ shownParagraphs: demoStory.paragraphs }),
    measure: assign(({ context, event }) =>
      event.type === "room.measured" ? { measuredSpaces: { ...context.measuredSpaces, [event.frame]: event.room } } : {},
    ),
    settle: assign(({ context }) => ({ frameSpaces: context.measuredSpaces })),
  },
  guards: {
    isChat: ({ context }) => scenarioPage(context.scenario) === "web",
    isStats: ({ context }) => scenarioPage(context.scenario) === "stats",
    isAllTold: ({ context }) => context.shownParagraphs >= demoStory.paragraphs,
    isFirstRoom: ({ context, event }) => event.type === "room.measured" && context.frameSpaces[event.frame].width === 0,
  },
  delays: { paragraph: ({ context }) => demoStoryDelayMs(context.shownParagraphs), settled: previewTimes.resizeDelayMs },
}).createMachine({
  id: "stylePreview",
  context: ({ input: { style, scenario } }) => ({
    style,
    scenario,
    shownParagraphs: 0,
    time: null,
    measuredSpaces: { mobile: noSpace, desktop: noSpace },
    frameSpaces: { mobile: noSpace, desktop: noSpace },
  }),
  type: "parallel",
  invoke: [
    {
      id: "mobile",
      src: "frame",
      input: ({ context }) => ({ message: buildMessage(context) }),
      onSnapshot: { guard: ({ event }) => event.snapshot.hasTag("answering"), actions: raise({ type: "frame.answers" }) },
    },
    {
      id: "desktop",
      src: "frame",
      input: ({ context }) => ({ message: buildMessage(context) }),
      onSnapshot: { guard: ({ event }) => event.snapshot.hasTag("answering"), actions: raise({ type: "frame.answers" }) },
    },
    { id: "clock", src: "clock" },
  ],
  on: {
    "preview.edited": { actions: ["edit", "showMobile", "showDesktop"] },
    "clock.told": { actions: assign({ time: ({ event }) => event.time }) },
  },
  states: {
    story: {
      initial: "waiting",
      states: {
        /** It begins, and goes on, where somebody can see it. */
        waiting: { on: { "frame.answers": { guard: "isChat", target: "telling" } } },
        telling: {
          always: [
            { guard: "isAllTold", target: "told" },
            { guard: "isStats", target: "waiting" },
          ],
          after: { paragraph: { target: "telling", reenter: true, actions: ["tellNext", "showMobile", "showDesktop"] } },
          on: { "story.pause": "paused" },
        },
        paused: { on: { "story.play": "telling" } },
        told: {},
      },
      on: {
        "story.reset": { target: ".telling", actions: ["tellNone", "showMobile", "showDesktop"] },
        "story.finish": { target: ".told", actions: ["tellAll", "showMobile", "showDesktop"] },
      },
    },
    room: {
      initial: "settled",
      on: {
        "room.measured": [
          { guard: "isFirstRoom", actions: ["measure", "settle"] },
          { target: ".settling", actions: "measure" },
        ],
      },
      states: {
        settled: {},
        settling: { after: { settled: { target: "settled", actions: "settle" } } },
      },
    },
  },
})

const buildMessage = ({ style, scenario, shownParagraphs }: Context) => previewMessage(style, scenario, shownParagraphs)
const buildShowEvent = (context: Context) => ({ type: "frame.show", message: buildMessage(context) }) as const

export type StylePreviewActor = ActorRefFrom<typeof stylePreviewMachine>
