// How a chat's live statistics are sent: a choice of the technical block, locked with the script (spec/3-community §2).
import { type ActorRefFrom, assign, sendParent, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import type { ListedScript, Transport } from "../../domain/script/script.ts"
import { asFailure, port } from "../port.ts"
import type { Chat } from "./chat-details.ts"

export const transportMachine = setup({
  types: {
    input: {} as Chat & { readonly transport: Transport | null },
    context: {} as Chat & {
      /** What the server has, and what was picked: shown before the server has said so. */
      readonly saved: Transport | null
      readonly picked: Transport | null
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "transport.pick"; readonly transport: Transport | null },
    children: {} as { configure: "configure" },
    tags: {} as "busy",
  },
  actors: { configure: port<ListedScript, Chat & { readonly transport: Transport | null }>("configure") },
  actions: {
    pick: assign((_, picked: Transport | null) => ({ picked, failure: null })),
    keep: assign({ saved: ({ context }) => context.picked }),
    putBack: assign(({ context }, failure: Failure) => ({ picked: context.saved, failure })),
    tellChanged: sendParent((_, script: ListedScript) => ({ type: "script.changed", script })),
  },
}).createMachine({
  id: "transport",
  context: ({ input: { community, uuid, transport } }) => ({ community, uuid, saved: transport, picked: transport, failure: null }),
  initial: "resting",
  states: {
    resting: {
      on: { "transport.pick": { target: "saving", actions: { type: "pick", params: ({ event }) => event.transport } } },
    },
    saving: {
      tags: "busy",
      invoke: {
        id: "configure",
        src: "configure",
        input: ({ context: { community, uuid, picked } }) => ({ community, uuid, transport: picked }),
        onDone: { target: "resting", actions: ["keep", { type: "tellChanged", params: ({ event }) => event.output }] },
        onError: { target: "resting", actions: { type: "putBack", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
export type TransportActor = ActorRefFrom<typeof transportMachine>
