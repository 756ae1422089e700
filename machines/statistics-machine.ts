// The live statistics of a chat as somebody looks at them: read, read again when something was counted, of all days or of some.
import { type ActorRefFrom, assign, fromCallback, type SnapshotFrom, setup, spawnChild, stopChild } from "xstate"
import type { LiveStatistics, Period } from "../domain/statistics/statistics-scope.ts"
import { port } from "./ports.ts"

/** `missing`: there is no such chat, or it is deleted. */
export type StatisticsResult = LiveStatistics | "missing"
/**
 * What the line to the server says: something was counted, or may have been, or the line is there, or lost. Where this page has to do without
 * one: it is time to look.
 */
export type StatisticsFeedEvent =
  | { readonly type: "stats.counted" }
  | { readonly type: "stats.line"; readonly isLive: boolean }
  | { readonly type: "stats.due" }
/** The tab goes out of sight, or comes back. */
export type TabVisibilityEvent = { readonly type: "tab.shown" | "tab.hidden" }
type StatisticsEvent =
  | StatisticsFeedEvent
  | TabVisibilityEvent
  | { readonly type: "stats.days"; readonly days: Period }
  | { readonly type: "stats.retry" }

/**
 * `isLive`: null until the line is there or was refused for the first time, and while nobody sees the tab. `isStale`: something was counted while it was being read, so that
 * what is read may be from before. `hasFailed`: the last time they could not be read, until they can be: it is told while they are read again.
 */
type Context = {
  readonly days: Period
  readonly statistics: LiveStatistics | null
  readonly isLive: boolean | null
  readonly isStale: boolean
  readonly hasFailed: boolean
}

export const statisticsMachine = setup({
  types: { context: {} as Context, events: {} as StatisticsEvent, input: {} as { readonly days: Period } },
  actors: {
    read: port<StatisticsResult, Period>("read"),
    listen: fromCallback<StatisticsEvent>(() => {
      throw new Error('port "listen" is not wired')
    }),
    /** Sends `tab.shown` and `tab.hidden`. */
    visibility: fromCallback<StatisticsEvent>(() => {
      throw new Error('port "visibility" is not wired')
    }),
  },
  actions: {
    choose: assign(({ event }) => (event.type === "stats.days" ? { days: event.days } : {})),
    /** Has the days stay with the page: who reloads it, or opens its link, sees those. */
    keepDays: (_, days: Period) => {
      throw new Error(`port "keepDays" is not wired, to keep ${JSON.stringify(days)}`)
    },
    beginListening: spawnChild("listen", { id: "line" }),
    endListening: stopChild("line"),
    hear: assign(({ event }) => (event.type === "stats.line" ? { isLive: event.isLive } : {})),
    show: assign((_, read: StatisticsResult) => (read === "missing" ? {} : { statistics: read, hasFailed: false })),
  },
}).createMachine({
  id: "statistics",
  context: ({ input: { days } }) => ({ days, statistics: null, isLive: null, isStale: false, hasFailed: false }),
  initial: "reading",
  entry: "beginListening",
  invoke: { src: "visibility" },
  on: {
    // A browser has few connections to a server: who does not look leaves theirs to the others.
    "tab.hidden": { actions: ["endListening", assign({ isLive: null })] },
    "tab.shown": { target: ".reading", actions: ["endListening", "beginListening"] },
    "stats.line": [
      // What was counted while the line was lost is not told any more.
      {
        guard: ({ context, event }) => event.isLive && context.isLive !== true && context.statistics !== null,
        target: ".reading",
        actions: "hear",
      },
      { actions: "hear" },
    ],
    "stats.days": { target: ".reading", actions: ["choose", { type: "keepDays", params: ({ event }) => event.days }] },
  },
  states: {
    reading: {
      entry: assign({ isStale: false }),
      on: { "stats.counted": { actions: assign({ isStale: true }) } },
      invoke: {
        src: "read",
        input: ({ context }) => context.days,
        onDone: [
          { guard: ({ event }) => event.output === "missing", target: "missing" },
          {
            guard: ({ context }) => context.isStale,
            target: "reading",
            reenter: true,
            actions: { type: "show", params: ({ event }) => event.output },
          },
          { target: "shown", actions: { type: "show", params: ({ event }) => event.output } },
        ],
        onError: { target: "failed", actions: assign({ hasFailed: true }) },
      },
    },
    shown: { on: { "stats.counted": "reading", "stats.due": "reading" } },
    failed: {
      on: {
        "stats.counted": "reading",
        "stats.due": "reading",
        "stats.retry": "reading",
        "stats.line": [{ guard: ({ event }) => event.isLive, target: "reading", actions: "hear" }, { actions: "hear" }],
      },
    },
    missing: { type: "final" },
  },
})

export type StatisticsActor = ActorRefFrom<typeof statisticsMachine>
export type StatisticsState = SnapshotFrom<typeof statisticsMachine>

/** Whether what is shown is what was counted so far; null while that is not known. */
export const isLive = ({ context }: StatisticsState): boolean | null => (context.isLive === true ? !context.hasFailed : context.isLive)
