// Exporting: the draft as it stands becomes a script file (spec/2-editor §2 "Chat Options modal").
import { assign } from "xstate"
import { asFailure } from "../port.ts"
import { editor } from "./setup.ts"

export const exporting = editor.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "file.export": { target: "writing", actions: "forgetExportProblem" },
        "export.dismiss": { actions: "forgetExportProblem" },
      },
    },
    writing: {
      tags: "exporting",
      invoke: {
        id: "exportFile",
        src: "exportFile",
        input: ({ context }) => ({ script: context.draft, community: context.community }),
        onDone: {
          target: "idle",
          actions: assign({ exportProblem: ({ event }) => (event.output === "done" ? null : event.output) }),
        },
        onError: { target: "idle", actions: assign({ exportProblem: ({ event }) => asFailure(event.error) }) },
      },
    },
  },
})
