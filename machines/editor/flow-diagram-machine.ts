// Draws the ways through a script, again whenever it has others: it is said first, for finding them in a long script takes a while.
import { assign, fromCallback, setup } from "xstate"
import { type Flow, flowOf, haveSameFlow } from "../../domain/flow/flow-graph.ts"
import type { Authored } from "../../domain/script/script.ts"

/** Tells of each version of the script; gives what ends that. */
export type WatchScript = (hear: (script: Authored) => void) => () => void
type Drawn = { readonly script: Authored; readonly flow: Flow }
type DrawingEvent = { readonly type: "script.changed"; readonly script: Authored }

export const drawingMachine = setup({
  types: {
    input: {} as { readonly script: Authored; readonly watch: WatchScript },
    context: {} as { readonly script: Authored; readonly watch: WatchScript; readonly drawn: Drawn | null },
    events: {} as DrawingEvent,
  },
  actors: {
    watch: fromCallback<DrawingEvent, { readonly watch: WatchScript }>(({ input: { watch }, sendBack }) =>
      watch((script) => sendBack({ type: "script.changed", script })),
    ),
  },
  actions: { take: assign({ script: (_, script: Authored) => script }) },
  guards: {
    isSame: ({ context }, script: Authored) => context.script === script,
    goesSameWays: ({ context }, script: Authored) => haveSameFlow(context.script, script),
  },
  /** Time for the page to say it. */
  delays: { told: 50 },
}).createMachine({
  id: "drawing",
  context: ({ input }) => ({ ...input, drawn: null }),
  invoke: { src: "watch", input: ({ context: { watch } }) => ({ watch }) },
  initial: "finding",
  states: {
    finding: {
      after: {
        told: { target: "drawn", actions: assign({ drawn: ({ context: { script } }) => ({ script, flow: flowOf(script) }) }) },
      },
      on: {
        "script.changed": [
          { guard: { type: "isSame", params: ({ event }) => event.script } },
          { target: "finding", reenter: true, actions: { type: "take", params: ({ event }) => event.script } },
        ],
      },
    },
    drawn: {
      on: {
        "script.changed": [
          {
            guard: { type: "goesSameWays", params: ({ event }) => event.script },
            actions: { type: "take", params: ({ event }) => event.script },
          },
          { target: "finding", actions: { type: "take", params: ({ event }) => event.script } },
        ],
      },
    },
  },
})
