// Moves one script from status to status (spec/1-console §4). The steps are the domain's; the server has the last word.
import { assign, sendParent, setup } from "xstate"
import type { Failure } from "../domain/failure.ts"
import type { ListedScript, ScriptId } from "../domain/script/script.ts"
import { picks, type Status, step } from "../domain/script/status.ts"
import { asFailure, port } from "./port.ts"

export const scriptStatusMachine = setup({
  types: {
    input: {} as { readonly community: string; readonly script: ListedScript },
    context: {} as {
      readonly community: string
      readonly script: ListedScript
      readonly to: Status
      /** Why the last step was not taken. */
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "status.pick"; readonly to: Status }
      | { readonly type: "consent.give" }
      | { readonly type: "consent.refuse" }
      | { readonly type: "failure.dismiss" },
    tags: {} as "busy",
  },
  actors: {
    changeStatus: port<ListedScript, { readonly community: string; readonly uuid: ScriptId; readonly to: Status }>("changeStatus"),
  },
  actions: {
    aim: assign({ to: (_, to: Status) => to, failure: null }),
    forgetAim: assign({ to: ({ context }) => context.script.status }),
    forgetFailure: assign({ failure: null }),
    know: assign({ script: (_, script: ListedScript) => script }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    tellChanged: sendParent(({ context }) => ({ type: "script.changed", script: context.script })),
  },
  guards: {
    isOffered: ({ context }, to: Status) => picks(context.script.status).includes(to),
    needsConsent: ({ context }, to: Status) => picks(context.script.status).includes(to) && step(context.script.status, to) !== null,
  },
}).createMachine({
  id: "script status",
  context: ({ input }) => ({ community: input.community, script: input.script, to: input.script.status, failure: null }),
  initial: "resting",
  states: {
    resting: {
      entry: "forgetAim",
      on: {
        "status.pick": [
          {
            guard: { type: "needsConsent", params: ({ event }) => event.to },
            target: "asking",
            actions: { type: "aim", params: ({ event }) => event.to },
          },
          {
            guard: { type: "isOffered", params: ({ event }) => event.to },
            target: "changing",
            actions: { type: "aim", params: ({ event }) => event.to },
          },
        ],
        "failure.dismiss": { actions: "forgetFailure" },
      },
    },
    asking: { on: { "consent.give": "changing", "consent.refuse": "resting" } },
    changing: {
      tags: "busy",
      invoke: {
        id: "changeStatus",
        src: "changeStatus",
        input: ({ context: { community, script, to } }) => ({ community, uuid: script.uuid, to }),
        onDone: { target: "resting", actions: [{ type: "know", params: ({ event }) => event.output }, "tellChanged"] },
        onError: { target: "resting", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
