// The file regions of the editor: importing and exporting a script file, and uploading the image of an instruction.
import { assign, not } from "xstate"
import { ensureUniqueUuids } from "../../domain/editing/instruction-list.ts"
import { renumberInstructions } from "../../domain/recall/reference-renaming.ts"
import { hasSameTitles, hasTitlesToRestore, replaceTitles } from "../../domain/script/script-titles.ts"
import { asFailure } from "../adapter-failure.ts"
import type { EditorContext, OpenedScriptFile } from "./editor-model.ts"
import { editorSetup } from "./editor-setup.ts"
import { type Change, insertUploadedImage, recordEdit } from "./instruction-edits.ts"

/** Returns the changes that replace the script with an imported one; the first instruction is selected. */
const replaceWithImport = (context: EditorContext, opened: OpenedScriptFile): Change => {
  if (opened._tag !== "Opened") return {}
  const instructions = renumberInstructions(ensureUniqueUuids(opened.script.instructions, context.newUuid))
  return {
    ...recordEdit(context, "import", { ...opened.script, instructions }),
    // Open fields have to reload, since the imported instructions may have the same uuids.
    draftEpoch: context.draftEpoch + 1,
    selected: instructions[0]?.uuid ?? null,
    importedCount: instructions.length,
    importedTitles: hasTitlesToRestore(context.draft, opened.script) ? { before: context.draft, ofFile: opened.script } : null,
    marked: new Set(),
    isPickerOpen: false,
  }
}

/** Returns the titles that the last import replaced; null if there are none, or if a title was changed since. */
export const findReplacedTitles = ({ importedTitles, draft }: Pick<EditorContext, "importedTitles" | "draft">) =>
  importedTitles !== null && hasSameTitles(importedTitles.ofFile, draft) ? importedTitles.before : null

/** Returns the changes that bring back the titles that the last import replaced, as one undo step. */
const restoreTitles = (context: EditorContext): Change => {
  const titles = findReplacedTitles(context)
  if (titles === null) return {}
  return { ...recordEdit(context, "set", replaceTitles(context.draft, titles)), draftEpoch: context.draftEpoch + 1 }
}

/**
 * Imports a script file into a script without instructions. If the script has got some by the time the file is read, the
 * import waits for the author's decision.
 */
export const importRegion = editorSetup.createStateConfig({
  initial: "idle",
  on: { "pending-import.discard": { actions: "discardPendingImport" } },
  states: {
    idle: {
      initial: "none",
      on: {
        "file.import": [
          {
            guard: "isOneFile",
            target: "reading",
            // Picking another file discards the pending import.
            actions: assign({ fileToImport: ({ event }) => event.files[0] ?? null, importFailure: null, pendingImport: null }),
          },
          { guard: "canImport", target: ".failed", actions: assign({ importFailure: { _tag: "NotOneFile" } }) },
        ],
        "pending-import.accept": {
          guard: "canAcceptImport",
          target: ".completed",
          actions: [
            assign(({ context }) =>
              context.pendingImport === null ? {} : { ...replaceWithImport(context, context.pendingImport), pendingImport: null },
            ),
            "raiseDraftChanged",
          ],
        },
        "import.dismiss": { target: ".none", actions: assign({ importFailure: null }) },
        "imported-titles.accept": { actions: assign({ importedTitles: null }) },
        "imported-titles.restore": {
          guard: "canRetitle",
          actions: [assign(({ context }) => restoreTitles(context)), "raiseDraftChanged"],
        },
      },
      states: {
        none: {},
        completed: {},
        /** Shown where files are offered; disappears once the author adds instructions without a file. */
        failed: { on: { "draft.changed": { guard: not("isEmpty"), target: "none", actions: assign({ importFailure: null }) } } },
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
            target: "idle.completed",
            actions: [
              assign(({ context, event }) => ({ ...replaceWithImport(context, event.output), fileToImport: null })),
              "raiseDraftChanged",
            ],
          },
          {
            target: "reporting",
            actions: assign(({ event }) => ({
              fileToImport: null,
              ...(event.output._tag === "Opened" ? { pendingImport: event.output } : { importFailure: event.output }),
            })),
          },
        ],
        onError: { target: "reporting", actions: assign({ fileToImport: null, importFailure: ({ event }) => asFailure(event.error) }) },
      },
    },
    reporting: { always: [{ guard: "isEmpty", target: "idle.failed" }, { target: "idle" }] },
  },
})

/** Exports the current draft as a script file. */
export const exportRegion = editorSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "file.export": { target: "writing", actions: "clearExportFailure" },
        "export.dismiss": { actions: "clearExportFailure" },
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

/** Uploads the image of an image instruction, then inserts its address into the message. */
export const imageUploadRegion = editorSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "image.pick": [
          {
            guard: "isUploadableImage",
            target: "uploading",
            actions: assign({ imageToUpload: ({ event }) => event, imageFailure: null }),
          },
          { guard: "isEditable", actions: "rejectImage" },
        ],
        "image.dismiss": { actions: assign({ imageFailure: null }) },
      },
    },
    uploading: {
      tags: "uploading-image",
      invoke: {
        id: "uploadImage",
        src: "uploadImage",
        input: ({ context }) => ({ community: context.community, file: context.imageToUpload?.file ?? null }),
        onDone: {
          target: "idle",
          actions: [assign(({ context, event }) => insertUploadedImage(context, event.output)), "raiseDraftChanged"],
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
