// [I12] Computes the flow diagram of a script, again whenever its flow changes.
import { assign, fromCallback, setup } from "xstate"
import { buildFlow, type Flow, haveSameFlow } from "../../domain/flow/flow-graph.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

/** Calls back with each version of the script; returns the function that unsubscribes. */
export type ScriptSubscription = (onScript: (script: AuthoredScript) => void) => () => void
type FlowDiagram = { readonly script: AuthoredScript; readonly flow: Flow }
type FlowDiagramEvent = { readonly type: "script.changed"; readonly script: AuthoredScript }

/** Shows that the diagram is being computed before it blocks on it, since a long script takes a while. */
export const flowDiagramMachine = setup({
  types: {
    input: {} as { readonly script: AuthoredScript; readonly watch: ScriptSubscription },
    context: {} as { readonly script: AuthoredScript; readonly watch: ScriptSubscription; readonly drawn: FlowDiagram | null },
    events: {} as FlowDiagramEvent,
  },
  actors: {
    watch: fromCallback<FlowDiagramEvent, { readonly watch: ScriptSubscription }>(({ input: { watch }, sendBack }) =>
      watch((script) => sendBack({ type: "script.changed", script })),
    ),
  },
  actions: { storeScript: assign({ script: (_, script: AuthoredScript) => script }) },
  guards: {
    isSame: ({ context }, script: AuthoredScript) => context.script === script,
    hasSameFlow: ({ context }, script: AuthoredScript) => haveSameFlow(context.script, script),
  },
  /** Milliseconds for the page to render the progress message before the computation blocks it. */
  delays: { renderDelay: 50 },
}).createMachine({
  id: "drawing",
  context: ({ input }) => ({ ...input, drawn: null }),
  invoke: { src: "watch", input: ({ context: { watch } }) => ({ watch }) },
  initial: "computing",
  states: {
    computing: {
      after: {
        renderDelay: { target: "drawn", actions: assign({ drawn: ({ context: { script } }) => ({ script, flow: buildFlow(script) }) }) },
      },
      on: {
        "script.changed": [
          { guard: { type: "isSame", params: ({ event }) => event.script } },
          { target: "computing", reenter: true, actions: { type: "storeScript", params: ({ event }) => event.script } },
        ],
      },
    },
    drawn: {
      on: {
        "script.changed": [
          {
            guard: { type: "hasSameFlow", params: ({ event }) => event.script },
            actions: { type: "storeScript", params: ({ event }) => event.script },
          },
          { target: "computing", actions: { type: "storeScript", params: ({ event }) => event.script } },
        ],
      },
    },
  },
})
