// Saving: sent with what has to be uploaded first; where that fails it is asked whether to try again (spec/3-community §4, §8), where
// somebody else saved first, how to go on (decisions T18).
import { assign } from "xstate"
import { isFailure } from "../../domain/failure.ts"
import { asFailure } from "../port.ts"
import { acknowledged, sending, unsent } from "./edits.ts"
import { asStyleOvertaken, discarding, merged, overtaken, overwriting } from "./overtaking.ts"
import { styling } from "./setup.ts"

export const saving = styling.createStateConfig({
  initial: "resting",
  states: {
    resting: { on: { "style.save": { guard: "maySave", target: "sending" } } },
    sending: {
      tags: "saving",
      entry: assign(({ context }) => sending(context)),
      invoke: {
        id: "save",
        src: "save",
        // The answer to a side menu may be what was lost: which one is kept nobody knows then.
        input: ({ context: { slug, style, base, sideMenu, isHalfKept } }) => ({ slug, style, base, before: isHalfKept ? null : sideMenu }),
        onDone: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.output.sideMenu) },
            target: "signedOut",
            actions: assign(({ context, event }) => acknowledged(context, event.output)),
          },
          {
            guard: ({ event }) => isFailure(event.output.sideMenu),
            target: "asking",
            actions: [
              assign(({ context, event }) => acknowledged(context, event.output)),
              { type: "fail", params: ({ event }) => asFailure(event.output.sideMenu) },
            ],
          },
          { target: "resting", actions: [assign(({ context, event }) => acknowledged(context, event.output)), "tellChanged"] },
        ],
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: assign(({ context }) => unsent(context)),
          },
          {
            guard: ({ event }) => asStyleOvertaken(event.error) !== null,
            target: "overtaken",
            actions: assign(({ context, event }) => overtaken(context, event.error)),
          },
          {
            target: "asking",
            actions: [assign(({ context }) => unsent(context)), { type: "fail", params: ({ event }) => asFailure(event.error) }],
          },
        ],
      },
    },
    /** Once the same person is signed in again, it goes on. */
    signedOut: {
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ user: context.user }),
        onDone: "sending",
        onError: { target: "asking", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    overtaken: {
      on: {
        "conflict.merge": { target: "resting", actions: [assign(({ context, event }) => merged(context, event.picks)), "tellChanged"] },
        "conflict.overwrite": { target: "sending", actions: assign(({ context }) => overwriting(context)) },
        "conflict.discard": { target: "resting", actions: [assign(({ context }) => discarding(context)), "tellChanged"] },
      },
    },
    asking: {
      tags: "asks-to-retry",
      on: { "retry.give": "sending", "retry.refuse": "resting" },
    },
  },
})
