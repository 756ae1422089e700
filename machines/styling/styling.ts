// The styling configurator of a community: reads its style, then edits, saves, takes files in and leaves, side by side (spec/3-community §2).
import { type ActorRefFrom, assign } from "xstate"
import { asFailure } from "../port.ts"
import { editing } from "./editing.ts"
import { known } from "./edits.ts"
import { holding } from "./holding.ts"
import { leaving } from "./leaving.ts"
import { picking } from "./picking.ts"
import { saving } from "./saving.ts"
import { styling, unread } from "./setup.ts"
import { transfer } from "./transfer.ts"

export const stylingMachine = styling.createMachine({
  id: "styling",
  context: ({ input }) => unread(input),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "open", actions: assign(({ context, event }) => known(context, event.output)) },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
      on: { "styling.leave": "left" },
    },
    failed: { on: { "styling.retry": "reading", "styling.leave": "left" } },
    open: { type: "parallel", states: { editing, saving, transfer, picking, leaving, holding } },
    left: { type: "final" },
  },
})
export type StylingActor = ActorRefFrom<typeof stylingMachine>
