// Importing: a script file comes into a script without instructions (spec/2-editor §4, §5, §8). One that is read when there are some by then
// waits for the author's word.
import { assign, not } from "xstate"
import { asFailure } from "../port.ts"
import { imported } from "./edits.ts"
import { editor } from "./setup.ts"

export const importing = editor.createStateConfig({
  initial: "idle",
  on: { "late-file.refuse": { actions: "dropLateFile" } },
  states: {
    idle: {
      initial: "quiet",
      on: {
        "file.import": [
          {
            guard: "isOneFile",
            target: "reading",
            // Who picks another file goes on without the one that waited.
            actions: assign({ importing: ({ event }) => event.files[0] ?? null, importProblem: null, lateFile: null }),
          },
          { guard: "isImportable", target: ".error", actions: assign({ importProblem: { _tag: "NotOneFile" } }) },
        ],
        "late-file.take": {
          guard: "isTakeable",
          target: ".complete",
          actions: [
            assign(({ context }) => (context.lateFile === null ? {} : { ...imported(context, context.lateFile), lateFile: null })),
            "tellChanged",
          ],
        },
        "import.dismiss": { target: ".quiet", actions: assign({ importProblem: null }) },
      },
      states: {
        quiet: {},
        complete: {},
        /** Told where a file is offered. Who goes on without one has no more need of it. */
        error: { on: { "draft.changed": { guard: not("isEmpty"), target: "quiet", actions: assign({ importProblem: null }) } } },
      },
    },
    reading: {
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
            target: "told",
            actions: assign(({ event }) => ({
              importing: null,
              ...(event.output._tag === "Opened" ? { lateFile: event.output } : { importProblem: event.output }),
            })),
          },
        ],
        onError: { target: "told", actions: assign({ importing: null, importProblem: ({ event }) => asFailure(event.error) }) },
      },
    },
    told: { always: [{ guard: "isEmpty", target: "idle.error" }, { target: "idle" }] },
  },
})
