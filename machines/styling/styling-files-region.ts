// The file regions of the styling configurator: importing, exporting and copying a style, and picking images and fonts.
import { assign } from "xstate"
import { asFailure } from "../adapter-failure.ts"
import { applyFont, applyImage, findImportProblem, replaceStyle } from "./styling-edits.ts"
import { stylingSetup } from "./styling-setup.ts"

/** Imports a style file, exports the current style, or copies the style of another community; one at a time. */
export const transferRegion = stylingSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "file.import": [
          {
            guard: "isOneFile",
            target: "importing",
            actions: ["clearNotices", assign({ file: ({ event }) => event.files[0] ?? null })],
          },
          { actions: ["clearNotices", { type: "failTransfer", params: { of: "import", problem: "not-one-file" } }] },
        ],
        "file.export": { target: "exporting", actions: "clearNotices" },
        "community-style.copy": { target: "copyingStyle", actions: ["clearNotices", assign({ from: ({ event }) => event.slug })] },
        "transfer.dismiss": { actions: assign({ transferProblem: null }) },
      },
    },
    importing: {
      tags: "importing",
      invoke: {
        id: "openFile",
        src: "openFile",
        input: ({ context: { slug, file } }) => ({ slug, file }),
        onDone: [
          {
            guard: ({ event }) => event.output._tag === "Opened",
            target: "idle",
            actions: [assign(({ context, event }) => replaceStyle(context, event.output, "imported")), "raiseStyleChanged"],
          },
          {
            target: "idle",
            actions: {
              type: "failTransfer",
              params: ({ event }) => ({ of: "import", problem: findImportProblem(event.output) ?? "nothing-there" }),
            },
          },
        ],
        onError: {
          target: "idle",
          actions: { type: "failTransfer", params: ({ event }) => ({ of: "import", problem: asFailure(event.error) }) },
        },
      },
    },
    exporting: {
      tags: "exporting",
      invoke: {
        id: "exportFile",
        src: "exportFile",
        input: ({ context: { slug, style } }) => ({ slug, style }),
        onDone: [
          { guard: ({ event }) => event.output === "done", target: "idle", actions: { type: "showNotice", params: "exported" } },
          {
            target: "idle",
            actions: {
              type: "failTransfer",
              params: ({ event }) => ({ of: "export", problem: event.output === "done" ? "nothing-there" : event.output }),
            },
          },
        ],
        onError: {
          target: "idle",
          actions: { type: "failTransfer", params: ({ event }) => ({ of: "export", problem: asFailure(event.error) }) },
        },
      },
    },
    copyingStyle: {
      tags: "copying-style",
      invoke: {
        id: "takeStyle",
        src: "takeStyle",
        input: ({ context: { from } }) => ({ slug: from }),
        onDone: [
          {
            guard: ({ event }) => findImportProblem(event.output) === null,
            target: "idle",
            actions: [assign(({ context, event }) => replaceStyle(context, event.output, "taken")), "raiseStyleChanged"],
          },
          {
            target: "idle",
            actions: {
              type: "failTransfer",
              params: ({ event }) => ({ of: "take", problem: findImportProblem(event.output) ?? "nothing-there" }),
            },
          },
        ],
        onError: {
          target: "idle",
          actions: { type: "failTransfer", params: ({ event }) => ({ of: "take", problem: asFailure(event.error) }) },
        },
      },
    },
  },
})

/** Validates and reads a picked image or font; a file that cannot be shown changes nothing. */
export const uploadRegion = stylingSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "image.pick": [
          {
            guard: "isUsableUpload",
            target: "readingImage",
            actions: ["storeUploadProblem", assign({ pickedUpload: ({ event: { name, file } }) => ({ name, file }) })],
          },
          { actions: "storeUploadProblem" },
        ],
        "font.pick": [
          {
            guard: "isUsableUpload",
            target: "readingFont",
            actions: ["storeUploadProblem", assign({ pickedUpload: ({ event: { file } }) => ({ name: "body_font-file", file }) })],
          },
          { actions: "storeUploadProblem" },
        ],
      },
    },
    readingImage: {
      tags: "reading-upload",
      invoke: {
        id: "readImage",
        src: "readImage",
        input: ({ context: { pickedUpload } }) => ({ file: pickedUpload?.file ?? null }),
        onDone: { target: "idle", actions: [assign(({ context, event }) => applyImage(context, event.output)), "raiseStyleChanged"] },
        onError: { target: "idle", actions: assign(({ context }) => applyImage(context, "unreadable")) },
      },
    },
    readingFont: {
      tags: "reading-upload",
      invoke: {
        id: "readFont",
        src: "readFont",
        input: ({ context: { pickedUpload } }) => ({ file: pickedUpload?.file ?? null }),
        onDone: { target: "idle", actions: [assign(({ context, event }) => applyFont(context, event.output)), "raiseStyleChanged"] },
        onError: { target: "idle", actions: assign(({ context }) => applyFont(context, null)) },
      },
    },
  },
})
