// The script editor: editing, the local net, saving, checking, files and leaving, side by side, so that none waits for another.
import { assign, not } from "xstate"
import { ScriptSaveConflict } from "../../domain/failure.ts"
import { deepEqual } from "../../domain/json/json-equality.ts"
import { applyLocalDraft, toAuthoredScript } from "../../domain/script/local-draft.ts"
import { mergeScripts } from "../../domain/script/script-merge.ts"
import { asFailure } from "../ports.ts"
import { editingRegion } from "./editor-editing-region.ts"
import { exportRegion, imageUploadRegion, importRegion } from "./editor-files-region.ts"
import { savingRegion } from "./editor-saving-region.ts"
import { type EditorContext, type EditorInput, editorSetup } from "./editor-setup.ts"
import { emptyHistory, endTyping, recordStep } from "./undo-history.ts"
import { buildLocalDraft, isUnsaved } from "./unsaved-work.ts"

// What the domain has against the draft, told when the author pauses: a whole check does not belong between two keystrokes.

export const checkRegion = editorSetup.createStateConfig({
  initial: "checking",
  states: {
    told: { on: { "draft.changed": "due" } },
    due: {
      after: { quiet: { target: "checking", actions: assign({ history: ({ context }) => endTyping(context.history) }) } },
      on: { "draft.changed": { target: "due", reenter: true } },
    },
    checking: {
      invoke: {
        id: "check",
        src: "check",
        input: ({ context }) => context.draft,
        onDone: {
          target: "told",
          actions: assign({ findings: ({ event }) => event.output, checkedDraft: ({ context }) => context.draft, checkFailure: null }),
        },
        onError: { target: "told", actions: assign({ checkFailure: ({ event }) => asFailure(event.error) }) },
      },
      on: { "draft.changed": "due" },
    },
  },
})

// Whether the screen's end would lose something: while it would, the session's end does not close the screen.

export const unsavedWorkRegion = editorSetup.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "isAtStake", target: "work" } },
    work: { invoke: { id: "holdWork", src: "holdWork" }, always: { guard: not("isAtStake"), target: "nothing" } },
  },
})

// The local safety net: every edit is on this device within 300 ms, whatever becomes of the server (reliability.md "Never lost").

const storeOrClear = [{ guard: "isUnsaved", target: "writing" }, { target: "clearing" }] as const

export const localDraftRegion = editorSetup.createStateConfig({
  initial: "beginning",
  states: {
    /** What another tab kept, and the author wants back, is this one's to keep from now on. */
    beginning: { always: [{ guard: "isUnsaved", target: "due" }, { target: "still" }] },
    // A save that was refused may be what was kept for.
    still: { always: { guard: "isKeptInVain", target: "clearing" }, on: { "draft.changed": "due" } },
    // Not begun anew with each keystroke: someone who types without a pause is kept just as soon.
    due: { after: { soon: storeOrClear }, on: { "page.hide": storeOrClear } },
    writing: {
      invoke: {
        id: "keepDraft",
        src: "keepDraft",
        input: ({ context }) => buildLocalDraft(context),
        onDone: {
          target: "written",
          actions: assign({ localDraft: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        onError: { target: "written", actions: "noteUnkept" },
      },
      after: { stuck: { target: "written", actions: "noteUnkept" } },
      // What is under way may still wait for something; what is begun now has no time for that.
      on: { "draft.changed": "due", "page.hide": { target: "writing", reenter: true } },
    },
    written: { always: [{ guard: "isKept", target: "still" }, { target: "unprotected" }] },
    /** The draft is the server's again: nothing of it need stay on this device. */
    clearing: {
      entry: "noteForgotten",
      invoke: {
        id: "forgetClean",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.savedScript.uuid }),
        onDone: "still",
        onError: "still",
      },
      on: { "draft.changed": "due" },
    },
    unprotected: {
      invoke: { id: "warnBeforeUnload", src: "warnBeforeUnload" },
      always: { guard: not("isUnsaved"), target: "still" },
      on: { "draft.changed": "due" },
    },
  },
})

// What is known of the script besides what it says: its external data, whose keys conditions and texts can name (decisions O8).

export const dataPointsRegion = editorSetup.createStateConfig({
  initial: "reading",
  on: { "data.known": { target: ".known", actions: assign({ dataPoints: ({ event }) => event.points }) } },
  states: {
    reading: {
      invoke: {
        id: "readDataPoints",
        src: "readDataPoints",
        input: ({ context }) => ({ uuid: context.savedScript.uuid }),
        onDone: { target: "known", actions: assign({ dataPoints: ({ event }) => event.output }) },
        onError: "unknown",
      },
    },
    known: {},
    /** Its keys are not offered then; who opens the external data is told why they cannot be had. */
    unknown: {},
  },
})

// Leaving: with edits that are not saved it asks, and only the answer drops them, here and on this device.

export const leavingRegion = editorSetup.createStateConfig({
  initial: "staying",
  states: {
    staying: { on: { "editor.leave": [{ guard: "isAtStake", target: "asking" }, { target: "#editor.closed" }] } },
    asking: {
      tags: "asks-to-leave",
      on: { "leave.give": "forgetting", "leave.refuse": "staying" },
    },
    forgetting: {
      tags: "asks-to-leave",
      invoke: {
        id: "forgetLeft",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.savedScript.uuid }),
        onDone: "#editor.closed",
        onError: "#editor.closed",
      },
      after: { stuck: "#editor.closed" },
    },
  },
})

// Closing the page asks while something is here that neither the server has nor this device keeps: a picture or a file on its way, a file
// that waits for the author's word, or what a form holds beside the script.

export const unloadWarningRegion = editorSetup.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "isInHand", target: "something" } },
    something: { invoke: { id: "warnOfLoss", src: "warnBeforeUnload" }, always: { guard: not("isInHand"), target: "nothing" } },
  },
})

export const editorMachine = editorSetup.createMachine({
  id: "editor",
  context: ({ input }) => createEditorContext(input),
  output: ({ context }) => ({ saved: !isUnsaved(context) }),
  initial: "open",
  states: {
    open: {
      type: "parallel",
      invoke: { id: "page", src: "page" },
      states: {
        editing: editingRegion,
        keeping: localDraftRegion,
        saving: savingRegion,
        checking: checkRegion,
        importing: importRegion,
        exporting: exportRegion,
        picturing: imageUploadRegion,
        knowing: dataPointsRegion,
        leaving: leavingRegion,
        holding: unsavedWorkRegion,
        warning: unloadWarningRegion,
      },
    },
    closed: { type: "final" },
  },
})

/** What the editor begins with: the script as it was read, with the edits the author wanted back on top; were they made on an older revision, that is told first. Those given up are one step of undo. */
export const createEditorContext = ({ script, restored, discarded = null, ...input }: EditorInput): EditorContext => {
  const said = toAuthoredScript(script)
  const base = restored === null || deepEqual(restored.base, said) ? said : restored.base
  const draft = restored === null ? said : applyLocalDraft(restored)
  const givenUp = discarded === null ? said : mergeScripts({ base: discarded.base, mine: applyLocalDraft(discarded), theirs: said })
  const history = recordStep(emptyHistory, "discard", givenUp, said, null)
  return {
    ...input,
    savedScript: script,
    base,
    draft,
    history: recordStep(history, "restore", base, draft, null),
    lastHistoryMove: null,
    draftEpoch: 0,
    selected: (draft.instructions[(input.flags.instruction ?? 1) - 1] ?? draft.instructions[0])?.uuid ?? null,
    isPickerOpen: false,
    closed: new Set(),
    marked: new Set(),
    pendingDeletion: null,
    findings: [],
    checkedDraft: draft,
    checkFailure: null,
    localDraft: null,
    unconfirmedSends: [],
    draftToSave: null,
    failure: null,
    theirs: base === said ? null : new ScriptSaveConflict({ script, savedBy: null, savedAt: script.updatedAt }),
    fileToImport: null,
    importFailure: null,
    pendingImport: null,
    importedCount: 0,
    exportFailure: null,
    imageToUpload: null,
    imageFailure: null,
    knownFailures: [],
    pendingForms: new Map(),
    isBlockedByForms: false,
    wasCountWarningShown: false,
    dataPoints: [],
  }
}
