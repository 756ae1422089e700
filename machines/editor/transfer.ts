// Script files: one is imported into a script without instructions, the draft as it stands is exported (spec/2-editor §4, §5, §8).
import { assign } from "xstate"
import { asFailure } from "../port.ts"
import { imported } from "./edits.ts"
import { editor } from "./setup.ts"

export const transfer = editor.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      initial: "quiet",
      on: {
        "file.import": [
          {
            guard: "isOneFile",
            target: "importing",
            actions: assign({ importing: ({ event }) => event.files[0] ?? null, importProblem: null }),
          },
          { guard: "isImportable", target: ".error", actions: assign({ importProblem: { _tag: "NotOneFile" } }) },
        ],
        "file.export": { target: "exporting", actions: assign({ exportProblem: null }) },
        "problem.dismiss": { target: ".quiet", actions: assign({ importProblem: null, exportProblem: null }) },
      },
      states: { quiet: {}, complete: {}, error: {} },
    },
    importing: {
      tags: "importing",
      invoke: {
        id: "openFile",
        src: "openFile",
        input: ({ context }) => ({ file: context.importing, community: context.community }),
        onDone: [
          {
            guard: ({ context, event }) => context.draft.instructions.length === 0 && event.output._tag === "Opened",
            target: "idle.complete",
            actions: [assign(({ context, event }) => ({ ...imported(context, event.output), importing: null })), "tellChanged"],
          },
          {
            target: "idle.error",
            actions: assign({ importing: null, importProblem: ({ event }) => (event.output._tag === "Opened" ? null : event.output) }),
          },
        ],
        onError: { target: "idle.error", actions: assign({ importing: null, importProblem: ({ event }) => asFailure(event.error) }) },
      },
    },
    exporting: {
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
