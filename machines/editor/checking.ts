// What the domain has against the draft, told when the author pauses: a whole check does not belong between two keystrokes.
import { assign } from "xstate"
import { asFailure } from "../port.ts"
import { paused } from "./history.ts"
import { editor } from "./setup.ts"

export const checking = editor.createStateConfig({
  initial: "checking",
  states: {
    told: { on: { "draft.changed": "due" } },
    due: {
      after: { quiet: { target: "checking", actions: assign({ history: ({ context }) => paused(context.history) }) } },
      on: { "draft.changed": { target: "due", reenter: true } },
    },
    checking: {
      invoke: {
        id: "check",
        src: "check",
        input: ({ context }) => context.draft,
        onDone: {
          target: "told",
          actions: assign({ findings: ({ event }) => event.output, checked: ({ context }) => context.draft, checkProblem: null }),
        },
        onError: { target: "told", actions: assign({ checkProblem: ({ event }) => asFailure(event.error) }) },
      },
      on: { "draft.changed": "due" },
    },
  },
})
