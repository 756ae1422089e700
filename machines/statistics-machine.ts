// [G7] The live statistics page of a chat: reads the counts for a period, and again whenever they change.
import { type ActorRefFrom, assign, fromCallback, type SnapshotFrom, setup, spawnChild, stopChild } from "xstate"
import type { LiveStatistics } from "../domain/statistics/live-statistics.ts"
import type { Period } from "../domain/statistics/statistics-period.ts"
import { port } from "./ports.ts"

/** `missing`: the chat does not exist or was deleted. */
export type StatisticsResult = LiveStatistics | "missing"
/**
 * Events of the live feed: counts changed or may have changed; the connection opened or was lost; or, on a page without a
 * connection of its own, it is time to poll.
 */
export type StatisticsFeedEvent =
  | { readonly type: "stats.counted" }
  | { readonly type: "stats.line"; readonly isLive: boolean }
  | { readonly type: "stats.due" }
/** The tab became visible or hidden. */
export type TabVisibilityEvent = { readonly type: "tab.shown" | "tab.hidden" }
type StatisticsEvent =
  | StatisticsFeedEvent
  | TabVisibilityEvent
  | { readonly type: "stats.days"; readonly days: Period }
  | { readonly type: "stats.retry" }

/**
 * `isLive`: null until the connection first opens or fails, and while the tab is hidden. `isStale`: counts changed during a
 * read, so its result may be out of date. `hasFailed`: the last read failed; stays set until a read succeeds, so that the
 * page says so while it reads again.
 */
type Context = {
  readonly days: Period
  readonly statistics: LiveStatistics | null
  readonly isLive: boolean | null
  readonly isStale: boolean
  readonly hasFailed: boolean
}

/** Reads the statistics of the chosen days, and keeps them up to date while the tab is visible. */
export const statisticsMachine = setup({
  types: { context: {} as Context, events: {} as StatisticsEvent, input: {} as { readonly days: Period } },
  actors: {
    read: port<StatisticsResult, Period>("read"),
    subscribeToStatistics: fromCallback<StatisticsEvent>(() => {
      throw new Error('port "subscribeToStatistics" is not wired')
    }),
    /** Sends `tab.shown` and `tab.hidden`. */
    visibility: fromCallback<StatisticsEvent>(() => {
      throw new Error('port "visibility" is not wired')
    }),
  },
  actions: {
    choose: assign(({ event }) => (event.type === "stats.days" ? { days: event.days } : {})),
    /** Stores the days in the page's address, so that a reload or a shared link shows the same days. */
    storeDays: (_, days: Period) => {
      throw new Error(`port "storeDays" is not wired, to store ${JSON.stringify(days)}`)
    },
    startFeed: spawnChild("subscribeToStatistics", { id: "line" }),
    stopFeed: stopChild("line"),
    storeConnection: assign(({ event }) => (event.type === "stats.line" ? { isLive: event.isLive } : {})),
    storeStatistics: assign((_, read: StatisticsResult) => (read === "missing" ? {} : { statistics: read, hasFailed: false })),
  },
}).createMachine({
  id: "statistics",
  context: ({ input: { days } }) => ({ days, statistics: null, isLive: null, isStale: false, hasFailed: false }),
  initial: "reading",
  entry: "startFeed",
  invoke: { src: "visibility" },
  on: {
    // A browser allows few connections to one server, so a hidden tab closes its own.
    "tab.hidden": { actions: ["stopFeed", assign({ isLive: null })] },
    "tab.shown": { target: ".reading", actions: ["stopFeed", "startFeed"] },
    "stats.line": [
      // Changes while the connection was lost are not sent again, so read once more.
      {
        guard: ({ context, event }) => event.isLive && context.isLive !== true && context.statistics !== null,
        target: ".reading",
        actions: "storeConnection",
      },
      { actions: "storeConnection" },
    ],
    "stats.days": { target: ".reading", actions: ["choose", { type: "storeDays", params: ({ event }) => event.days }] },
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
            actions: { type: "storeStatistics", params: ({ event }) => event.output },
          },
          { target: "ready", actions: { type: "storeStatistics", params: ({ event }) => event.output } },
        ],
        onError: { target: "failed", actions: assign({ hasFailed: true }) },
      },
    },
    ready: { on: { "stats.counted": "reading", "stats.due": "reading" } },
    failed: {
      on: {
        "stats.counted": "reading",
        "stats.due": "reading",
        "stats.retry": "reading",
        "stats.line": [
          { guard: ({ event }) => event.isLive, target: "reading", actions: "storeConnection" },
          { actions: "storeConnection" },
        ],
      },
    },
    missing: { type: "final" },
  },
})

export type StatisticsActor = ActorRefFrom<typeof statisticsMachine>
export type StatisticsState = SnapshotFrom<typeof statisticsMachine>

/** Returns whether the page shows the current counts; null while that is unknown. */
export const isLive = ({ context }: StatisticsState): boolean | null => (context.isLive === true ? !context.hasFailed : context.isLive)
