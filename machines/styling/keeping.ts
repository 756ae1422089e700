// The local safety net: every edit is on this device within 300 ms, until the server has it (design/reliability "Never lost").
import { assign } from "xstate"
import { kept, styling } from "./setup.ts"

const now = [{ guard: "isDirty", target: "writing" }, { target: "clearing" }] as const

export const keeping = styling.createStateConfig({
  invoke: { id: "page", src: "page" },
  initial: "still",
  states: {
    still: { on: { "style.changed": "due" } },
    // Not begun anew with each edit: a colour that is dragged for long is kept just as soon.
    due: { after: { soon: now }, on: { "page.hide": now } },
    writing: {
      invoke: {
        id: "keepStyle",
        src: "keepStyle",
        input: ({ context }) => kept(context),
        onDone: { target: "still", actions: assign({ keeping: ({ event }) => event.output }) },
        onError: { target: "still", actions: assign({ keeping: "off" }) },
      },
      // What is under way may still wait for something; what is begun now has no time for that.
      on: { "style.changed": "due", "page.hide": { target: "writing", reenter: true } },
    },
    /** The style is the server's again: nothing of it need stay on this device. */
    clearing: {
      invoke: {
        id: "forgetStyle",
        src: "forgetStyle",
        input: ({ context }) => ({ user: context.user, community: context.slug }),
        onDone: "still",
        onError: "still",
      },
      on: { "style.changed": "due" },
    },
  },
})
