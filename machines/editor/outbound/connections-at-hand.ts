// The connections of a community that a step can be given, and the mappers that there are; where there is no connection that is told
// (spec/2-editor §8 ERROR.CRM_CONNECTION).
import { assign, setup } from "xstate"
import type { ListedConnection } from "../../../domain/connections/connection.ts"
import type { Failure } from "../../../domain/failure.ts"
import { asFailure, port } from "../../port.ts"

/** What can be chosen from. */
export type AtHand = { readonly connections: ReadonlyArray<ListedConnection>; readonly mappers: ReadonlyArray<string> }

export const connectionsAtHandMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly community: string },
    context: {} as AtHand & { readonly community: string; readonly failure: Failure | null },
    events: {} as { readonly type: "connections.retry" },
    tags: {} as "none",
  },
  actors: { atHand: port<AtHand, { readonly community: string }>("atHand") },
  actions: {
    know: assign((_, { connections, mappers }: AtHand) => ({ connections, mappers, failure: null })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    /** Tells for a moment that there is no connection. */
    tellNone: () => {
      throw new Error('port "tellNone" is not wired')
    },
  },
  guards: { isNone: (_, { connections }: AtHand) => connections.length === 0 },
}).createMachine({
  id: "connections at hand",
  context: ({ input: { community } }) => ({ community, connections: [], mappers: [], failure: null }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "atHand",
        src: "atHand",
        input: ({ context: { community } }) => ({ community }),
        onDone: [
          {
            guard: { type: "isNone", params: ({ event }) => event.output },
            target: "none",
            actions: [{ type: "know", params: ({ event }) => event.output }, "tellNone"],
          },
          { target: "read", actions: { type: "know", params: ({ event }) => event.output } },
        ],
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    read: {},
    none: { tags: "none", on: { "connections.retry": "reading" } },
    failed: { on: { "connections.retry": "reading" } },
  },
})
