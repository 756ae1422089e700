// [T19] The live preview of a style: the same page in two frames, showing a scenario and playing a demo story.

import { type ActorRefFrom, assign, fromCallback, raise, sendTo, setup } from "xstate"
import {
  demoStory,
  getDemoStoryDelayMs,
  getScenarioPage,
  type PreviewFrame,
  previewMessage,
  previewTimes,
} from "../../domain/preview/preview-protocol.ts"
import type { Style } from "../../domain/style/community-style.ts"
import type { Scenario } from "../../domain/style/style-keys.ts"
import { previewFrameMachine } from "../preview-frame-machine.ts"

type FrameSpace = { readonly width: number; readonly height: number }

/** The style being edited, and the scenario to show it on. */
type PreviewedStyle = { readonly style: Style; readonly scenario: Scenario }

/** Events of the preview pane. */
export type StylePreviewEvent =
  | ({ readonly type: "preview.edited" } & PreviewedStyle)
  | { readonly type: "story.reset" }
  | { readonly type: "story.finish" }
  | { readonly type: "story.pause" }
  | { readonly type: "story.play" }
  /** The space for a frame was measured, in px. */
  | { readonly type: "room.measured"; readonly frame: PreviewFrame; readonly room: FrameSpace }
  /** Raised when the page in a frame answers. */
  | { readonly type: "frame.responded" }
  /** From the port: the current time (ISO 8601). */
  | { readonly type: "clock.ticked"; readonly time: string }

type FrameSpaces = Readonly<Record<PreviewFrame, FrameSpace>>

type Context = PreviewedStyle & {
  /** The number of story paragraphs that are shown. */
  readonly shownParagraphs: number
  readonly time: string | null
  readonly measuredSpaces: FrameSpaces
  /** The measured spaces once they have stopped changing. */
  readonly frameSpaces: FrameSpaces
}

const noSpace: FrameSpace = { width: 0, height: 0 }

/** Sends style, scenario and story to both frames. */
export const stylePreviewMachine = setup({
  types: {
    input: {} as PreviewedStyle,
    context: {} as Context,
    events: {} as StylePreviewEvent,
    children: {} as { mobile: "frame"; desktop: "frame"; clock: "clock" },
  },
  actors: {
    frame: previewFrameMachine,
    /** Sends the current time at intervals. */
    clock: fromCallback<StylePreviewEvent>(() => {
      throw new Error('port "clock" is not wired')
    }),
  },
  actions: {
    showMobile: sendTo("mobile", ({ context }) => buildShowEvent(context)),
    showDesktop: sendTo("desktop", ({ context }) => buildShowEvent(context)),
    storeStyle: assign(({ event }) => (event.type === "preview.edited" ? { style: event.style, scenario: event.scenario } : {})),
    showNextParagraph: assign({ shownParagraphs: ({ context }) => context.shownParagraphs + 1 }),
    hideParagraphs: assign({ shownParagraphs: 0 }),
    showAllParagraphs: assign({ shownParagraphs: demoStory.paragraphs }),
    measure: assign(({ context, event }) =>
      event.type === "room.measured" ? { measuredSpaces: { ...context.measuredSpaces, [event.frame]: event.room } } : {},
    ),
    settle: assign(({ context }) => ({ frameSpaces: context.measuredSpaces })),
  },
  guards: {
    isChat: ({ context }) => getScenarioPage(context.scenario) === "web",
    isStats: ({ context }) => getScenarioPage(context.scenario) === "stats",
    isStoryComplete: ({ context }) => context.shownParagraphs >= demoStory.paragraphs,
    isFirstMeasurement: ({ context, event }) => event.type === "room.measured" && context.frameSpaces[event.frame].width === 0,
  },
  delays: { paragraph: ({ context }) => getDemoStoryDelayMs(context.shownParagraphs), settled: previewTimes.resizeDelayMs },
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
      onSnapshot: { guard: ({ event }) => event.snapshot.hasTag("responsive"), actions: raise({ type: "frame.responded" }) },
    },
    {
      id: "desktop",
      src: "frame",
      input: ({ context }) => ({ message: buildMessage(context) }),
      onSnapshot: { guard: ({ event }) => event.snapshot.hasTag("responsive"), actions: raise({ type: "frame.responded" }) },
    },
    { id: "clock", src: "clock" },
  ],
  on: {
    "preview.edited": { actions: ["storeStyle", "showMobile", "showDesktop"] },
    "clock.ticked": { actions: assign({ time: ({ event }) => event.time }) },
  },
  states: {
    story: {
      initial: "waiting",
      states: {
        /** The story plays only while a frame shows the chat. */
        waiting: { on: { "frame.responded": { guard: "isChat", target: "playing" } } },
        playing: {
          always: [
            { guard: "isStoryComplete", target: "finished" },
            { guard: "isStats", target: "waiting" },
          ],
          after: { paragraph: { target: "playing", reenter: true, actions: ["showNextParagraph", "showMobile", "showDesktop"] } },
          on: { "story.pause": "paused" },
        },
        paused: { on: { "story.play": "playing" } },
        finished: {},
      },
      on: {
        "story.reset": { target: ".playing", actions: ["hideParagraphs", "showMobile", "showDesktop"] },
        "story.finish": { target: ".finished", actions: ["showAllParagraphs", "showMobile", "showDesktop"] },
      },
    },
    space: {
      initial: "settled",
      on: {
        "room.measured": [
          { guard: "isFirstMeasurement", actions: ["measure", "settle"] },
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
