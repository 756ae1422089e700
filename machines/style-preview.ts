// The live preview of a style: the same page in two frames, on a scenario, and the story that the chat tells (spec/3-community §2, §9).
import { type ActorRefFrom, assign, fromCallback, raise, sendTo, setup } from "xstate"
import type { Style } from "../domain/style/payload.ts"
import { type PreviewFrame, pauseAfter, previewTimes, shownBy, story } from "../domain/style/preview.ts"
import { previewMessage } from "../domain/style/preview-message.ts"
import type { Scenario } from "../domain/style/sections.ts"
import { previewFrameMachine } from "./preview-frame.ts"

type Room = { readonly width: number; readonly height: number }

/** What is previewed: the style as it is edited now, and what it is shown on. */
type Edited = { readonly style: Style; readonly scenario: Scenario }

export type StylePreviewEvent =
  | ({ readonly type: "preview.edited" } & Edited)
  | { readonly type: "story.reset" }
  | { readonly type: "story.finish" }
  | { readonly type: "story.pause" }
  | { readonly type: "story.play" }
  /** There is so much room for a frame, in px. */
  | { readonly type: "room.measured"; readonly frame: PreviewFrame; readonly room: Room }
  /** From a frame: the page in it answers. */
  | { readonly type: "frame.answers" }
  /** From the port: what time it is (ISO 8601). */
  | { readonly type: "clock.told"; readonly time: string }

type Rooms = Readonly<Record<PreviewFrame, Room>>

type Context = Edited & {
  /** Paragraphs of the story that are told. */
  readonly told: number
  readonly time: string | null
  readonly measured: Rooms
  /** What was measured once it had settled. */
  readonly rooms: Rooms
}

const nowhere: Room = { width: 0, height: 0 }

export const stylePreviewMachine = setup({
  types: {
    input: {} as Edited,
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
    showMobile: sendTo("mobile", ({ context }) => showing(context)),
    showDesktop: sendTo("desktop", ({ context }) => showing(context)),
    edit: assign(({ event }) => (event.type === "preview.edited" ? { style: event.style, scenario: event.scenario } : {})),
    tellNext: assign({ told: ({ context }) => context.told + 1 }),
    tellNone: assign({ told: 0 }),
    tellAll: assign({ told: story.paragraphs }),
    measure: assign(({ context, event }) =>
      event.type === "room.measured" ? { measured: { ...context.measured, [event.frame]: event.room } } : {},
    ),
    settle: assign(({ context }) => ({ rooms: context.measured })),
  },
  guards: {
    isChat: ({ context }) => shownBy(context.scenario) === "web",
    isStats: ({ context }) => shownBy(context.scenario) === "stats",
    isAllTold: ({ context }) => context.told >= story.paragraphs,
    isFirstRoom: ({ context, event }) => event.type === "room.measured" && context.rooms[event.frame].width === 0,
  },
  delays: { paragraph: ({ context }) => pauseAfter(context.told), settled: previewTimes.resize },
}).createMachine({
  id: "stylePreview",
  context: ({ input: { style, scenario } }) => ({
    style,
    scenario,
    told: 0,
    time: null,
    measured: { mobile: nowhere, desktop: nowhere },
    rooms: { mobile: nowhere, desktop: nowhere },
  }),
  type: "parallel",
  invoke: [
    {
      id: "mobile",
      src: "frame",
      input: ({ context }) => ({ message: messageOf(context) }),
      onSnapshot: { guard: ({ event }) => event.snapshot.hasTag("answering"), actions: raise({ type: "frame.answers" }) },
    },
    {
      id: "desktop",
      src: "frame",
      input: ({ context }) => ({ message: messageOf(context) }),
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

const messageOf = ({ style, scenario, told }: Context) => previewMessage(style, scenario, told)
const showing = (context: Context) => ({ type: "frame.show", message: messageOf(context) }) as const

export type StylePreviewActor = ActorRefFrom<typeof stylePreviewMachine>
