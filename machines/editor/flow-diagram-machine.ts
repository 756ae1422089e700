// [I12] Computes the flow diagram of a script, again whenever its flow changes.
import { assign, fromCallback, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { type Flow, haveSameFlow } from "../../domain/flow/flow-graph.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

/** Calls back with each version of the script; returns the function that unsubscribes. */
export type ScriptSubscription = (onScript: (script: AuthoredScript) => void) => () => void
type FlowDiagram = { readonly script: AuthoredScript; readonly flow: Flow }
type FlowDiagramEvent =
  | { readonly type: "script.changed"; readonly script: AuthoredScript }
  /** Computes the diagram again after a failure. */
  | { readonly type: "flow.retry" }

/** Keeps the previous diagram while the next one is computed, since a long script takes a while. */
export const flowDiagramMachine = setup({
  types: {
    input: {} as { readonly script: AuthoredScript; readonly watch: ScriptSubscription },
    context: {} as {
      readonly script: AuthoredScript
      readonly watch: ScriptSubscription
      readonly drawn: FlowDiagram | null
      /** Why the diagram of the script could not be computed. */
      readonly failure: Failure | null
    },
    events: {} as FlowDiagramEvent,
  },
  actors: {
    buildFlow: port<Flow, AuthoredScript>("buildFlow"),
    watch: fromCallback<FlowDiagramEvent, { readonly watch: ScriptSubscription }>(({ input: { watch }, sendBack }) =>
      watch((script) => sendBack({ type: "script.changed", script })),
    ),
  },
  actions: { storeScript: assign({ script: (_, script: AuthoredScript) => script }) },
  guards: {
    isSame: ({ context }, script: AuthoredScript) => context.script === script,
    hasSameFlow: ({ context }, script: AuthoredScript) => haveSameFlow(context.script, script),
  },
}).createMachine({
  id: "drawing",
  context: ({ input }) => ({ ...input, drawn: null, failure: null }),
  invoke: { src: "watch", input: ({ context: { watch } }) => ({ watch }) },
  initial: "computing",
  states: {
    computing: {
      invoke: {
        id: "buildFlow",
        src: "buildFlow",
        input: ({ context }) => context.script,
        onDone: {
          target: "drawn",
          actions: assign({ drawn: ({ context: { script }, event }) => ({ script, flow: event.output }), failure: null }),
        },
        onError: { target: "failed", actions: assign({ failure: ({ event }) => asFailure(event.error) }) },
      },
      on: {
        "script.changed": [
          { guard: { type: "isSame", params: ({ event }) => event.script } },
          { target: "computing", reenter: true, actions: { type: "storeScript", params: ({ event }) => event.script } },
        ],
      },
    },
    failed: {
      on: {
        "flow.retry": "computing",
        "script.changed": { target: "computing", actions: { type: "storeScript", params: ({ event }) => event.script } },
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
