// The styling configurator of a community: reads its style, then edits, saves, takes files in and leaves, side by side (spec/3-community §2).
import { type ActorRefFrom, assign } from "xstate"
import { asFailure } from "../port.ts"
import { editing } from "./editing.ts"
import { known, restored } from "./edits.ts"
import { holding } from "./holding.ts"
import { keeping } from "./keeping.ts"
import { leaving } from "./leaving.ts"
import { picking } from "./picking.ts"
import { saving } from "./saving.ts"
import { styling, unread } from "./setup.ts"
import { transfer } from "./transfer.ts"

const forgotten = (target: "open" | "left") =>
  styling.createStateConfig({
    invoke: {
      id: "forgetStyle",
      src: "forgetStyle",
      input: ({ context: { user, slug } }) => ({ user, community: slug }),
      onDone: target,
      onError: target,
    },
  })

export const stylingMachine = styling.createMachine({
  id: "styling",
  context: ({ input }) => unread(input),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { slug, user } }) => ({ slug, user }),
        onDone: { target: "read", actions: assign(({ context, event }) => known(context, event.output)) },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
      on: { "styling.leave": "left" },
    },
    failed: { on: { "styling.retry": "reading", "styling.leave": "left" } },
    read: { always: [{ guard: "isLeft", target: "offering" }, { guard: "isKept", target: "forgetting" }, { target: "open" }] },
    /** Edits of an earlier visit, that the server does not have. */
    offering: {
      on: {
        "left.restore": { target: "open", actions: [assign(({ context }) => restored(context)), "tellChanged"] },
        "left.discard": "forgetting",
        "styling.leave": "left",
      },
    },
    forgetting: { ...forgotten("open"), entry: assign({ left: null }) },
    open: { type: "parallel", states: { editing, saving, transfer, picking, leaving, holding, keeping } },
    /** The yes to leaving drops what is kept here, too. */
    dropping: { ...forgotten("left"), tags: "asks-to-leave" },
    left: { type: "final" },
  },
})
export type StylingActor = ActorRefFrom<typeof stylingMachine>
