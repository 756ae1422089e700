// What is known of the script besides what it says: its external data, whose keys conditions and texts can name (decisions O8).
import { assign } from "xstate"
import { editor } from "./setup.ts"

export const knowing = editor.createStateConfig({
  initial: "reading",
  on: { "data.known": { target: ".known", actions: assign({ dataPoints: ({ event }) => event.points }) } },
  states: {
    reading: {
      invoke: {
        id: "readDataPoints",
        src: "readDataPoints",
        input: ({ context }) => ({ uuid: context.saved.uuid }),
        onDone: { target: "known", actions: assign({ dataPoints: ({ event }) => event.output }) },
        onError: "unknown",
      },
    },
    known: {},
    /** Its keys are not offered then; who opens the external data is told why they cannot be had. */
    unknown: {},
  },
})
