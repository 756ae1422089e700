// Script files: one is imported into a script without instructions, the draft as it stands is exported (spec/2-editor §4, §5, §8).
import { assign, not } from "xstate"
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
        "import.take": {
          guard: "isTakeable",
          target: ".complete",
          actions: [
            assign(({ context: { importProblem: late }, context }) =>
              late?._tag === "NotEmpty" ? { ...imported(context, late.opened), importProblem: null } : {},
            ),
            "tellChanged",
          ],
        },
        "problem.dismiss": { target: ".quiet", actions: assign({ importProblem: null, exportProblem: null }) },
      },
      states: {
        quiet: {},
        complete: {},
        /** Told where a file is offered. Who goes on without one has no more need of it. */
        error: { on: { "draft.changed": { guard: not("isEmpty"), target: "quiet", actions: assign({ importProblem: null }) } } },
        /** Told until it is dismissed: the script had instructions already when it came. */
        late: {},
      },
    },
    importing: {
      tags: "importing",
      invoke: [
        {
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
              actions: assign({
                importing: null,
                importProblem: ({ event }) => (event.output._tag === "Opened" ? { _tag: "NotEmpty", opened: event.output } : event.output),
              }),
            },
          ],
          onError: { target: "told", actions: assign({ importing: null, importProblem: ({ event }) => asFailure(event.error) }) },
        },
        { id: "warnOfImport", src: "warnBeforeUnload" },
      ],
    },
    told: { always: [{ guard: "isEmpty", target: "idle.error" }, { target: "idle.late" }] },
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
