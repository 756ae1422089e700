// Importing: a script file comes into a script without instructions (spec/2-editor §4, §5, §8). One that is read when there are some by then
// waits for the author's word.
import { assign, not } from "xstate"
import { asFailure } from "../ports.ts"
import { insertUploadedImage, replaceWithImport } from "./editor-edits.ts"
import { editorSetup } from "./editor-setup.ts"

export const importRegion = editorSetup.createStateConfig({
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
            actions: assign({ fileToImport: ({ event }) => event.files[0] ?? null, importFailure: null, pendingImport: null }),
          },
          { guard: "isImportable", target: ".error", actions: assign({ importFailure: { _tag: "NotOneFile" } }) },
        ],
        "late-file.take": {
          guard: "isTakeable",
          target: ".complete",
          actions: [
            assign(({ context }) =>
              context.pendingImport === null ? {} : { ...replaceWithImport(context, context.pendingImport), pendingImport: null },
            ),
            "tellChanged",
          ],
        },
        "import.dismiss": { target: ".quiet", actions: assign({ importFailure: null }) },
      },
      states: {
        quiet: {},
        complete: {},
        /** Told where a file is offered. Who goes on without one has no more need of it. */
        error: { on: { "draft.changed": { guard: not("isEmpty"), target: "quiet", actions: assign({ importFailure: null }) } } },
      },
    },
    reading: {
      tags: "importing",
      invoke: {
        id: "openFile",
        src: "openFile",
        input: ({ context }) => ({ file: context.fileToImport, community: context.community }),
        onDone: [
          {
            guard: ({ context, event }) => context.draft.instructions.length === 0 && event.output._tag === "Opened",
            target: "idle.complete",
            actions: [assign(({ context, event }) => ({ ...replaceWithImport(context, event.output), fileToImport: null })), "tellChanged"],
          },
          {
            target: "told",
            actions: assign(({ event }) => ({
              fileToImport: null,
              ...(event.output._tag === "Opened" ? { pendingImport: event.output } : { importFailure: event.output }),
            })),
          },
        ],
        onError: { target: "told", actions: assign({ fileToImport: null, importFailure: ({ event }) => asFailure(event.error) }) },
      },
    },
    told: { always: [{ guard: "isEmpty", target: "idle.error" }, { target: "idle" }] },
  },
})

// Exporting: the draft as it stands becomes a script file (spec/2-editor §2 "Chat Options modal").

export const exportRegion = editorSetup.createStateConfig({
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
          actions: assign({ exportFailure: ({ event }) => (event.output === "done" ? null : event.output) }),
        },
        onError: { target: "idle", actions: assign({ exportFailure: ({ event }) => asFailure(event.error) }) },
      },
    },
  },
})

// The picture of an image instruction: chosen or dropped, looked at by the domain, kept by the server, then put into its message.

export const imageUploadRegion = editorSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "image.pick": [
          {
            guard: "isPicture",
            target: "uploading",
            actions: assign({ imageToUpload: ({ event }) => event, imageFailure: null }),
          },
          { guard: "mayTouch", actions: "refusePicture" },
        ],
        "image.dismiss": { actions: assign({ imageFailure: null }) },
      },
    },
    uploading: {
      tags: "picturing",
      invoke: {
        id: "uploadImage",
        src: "uploadImage",
        input: ({ context }) => ({ community: context.community, file: context.imageToUpload?.file ?? null }),
        onDone: {
          target: "idle",
          actions: [assign(({ context, event }) => insertUploadedImage(context, event.output)), "tellChanged"],
        },
        onError: {
          target: "idle",
          actions: assign({
            imageToUpload: null,
            imageFailure: ({ context, event }) => ({ uuid: context.imageToUpload?.uuid ?? "", problem: asFailure(event.error) }),
          }),
        },
      },
    },
  },
})
