// The script editor: independent regions for editing, local draft, saving, checking, files and leaving; none blocks another.
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

/** Checks the draft when the author pauses typing: a full check is too slow to run between keystrokes. */
export const checkRegion = editorSetup.createStateConfig({
  initial: "checking",
  states: {
    told: { on: { "draft.changed": "due" } },
    due: {
      after: { typingPause: { target: "checking", actions: assign({ history: ({ context }) => endTyping(context.history) }) } },
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

/** While leaving would lose work, the end of the session does not close the screen. */
export const unsavedWorkRegion = editorSetup.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "wouldLoseWork", target: "work" } },
    work: { invoke: { id: "holdWork", src: "holdWork" }, always: { guard: not("wouldLoseWork"), target: "nothing" } },
  },
})

const storeOrClear = [{ guard: "isUnsaved", target: "writing" }, { target: "clearing" }] as const

/** Stores the draft on this device within 300 ms of each edit, whatever happens to the server. */
export const localDraftRegion = editorSetup.createStateConfig({
  initial: "beginning",
  states: {
    /** A draft restored from another tab is stored under this tab from now on. */
    beginning: { always: [{ guard: "isUnsaved", target: "due" }, { target: "still" }] },
    // The stored draft may have been needed only for an unconfirmed send, which the server has now refused.
    still: { always: { guard: "isLocalDraftObsolete", target: "clearing" }, on: { "draft.changed": "due" } },
    // Keystrokes do not restart the delay, so that typing without a pause is stored just as soon.
    due: { after: { storeDelay: storeOrClear }, on: { "page.hide": storeOrClear } },
    writing: {
      invoke: {
        id: "keepDraft",
        src: "keepDraft",
        input: ({ context }) => buildLocalDraft(context),
        onDone: {
          target: "written",
          actions: assign({ localDraft: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        onError: { target: "written", actions: "markNotStored" },
      },
      after: { storageTimeout: { target: "written", actions: "markNotStored" } },
      // The pending write may still wait for the database; a new one issues its requests before the page closes.
      on: { "draft.changed": "due", "page.hide": { target: "writing", reenter: true } },
    },
    written: { always: [{ guard: "isStoredLocally", target: "still" }, { target: "unprotected" }] },
    /** The draft equals the server's script again, so this device does not need a copy. */
    clearing: {
      entry: "clearLocalDraft",
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

/** [O8] Loads the external data of the script, whose keys conditions and texts can use. */
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
    /** The editor does not offer the keys; the external data dialog shows why they are unavailable. */
    unknown: {},
  },
})

/** Asks before leaving with unsaved edits; only a yes discards them, here and on this device. */
export const leavingRegion = editorSetup.createStateConfig({
  initial: "staying",
  states: {
    staying: { on: { "editor.leave": [{ guard: "wouldLoseWork", target: "asking" }, { target: "#editor.closed" }] } },
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
      after: { storageTimeout: "#editor.closed" },
    },
  },
})

/**
 * The browser asks before closing the page while there is work that neither the server nor this device has: an upload, a
 * pending import, or an invalid form value.
 */
export const unloadWarningRegion = editorSetup.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "hasUnstoredWork", target: "something" } },
    something: { invoke: { id: "warnOfLoss", src: "warnBeforeUnload" }, always: { guard: not("hasUnstoredWork"), target: "nothing" } },
  },
})

/** The script editor. Its output says whether the draft was saved when it closed. */
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

/**
 * Returns the initial context: the loaded script with the restored edits on top. Edits based on an older revision start as
 * a conflict; discarded edits become one step of undo.
 */
export const createEditorContext = ({ script, restored, discarded = null, ...input }: EditorInput): EditorContext => {
  const loaded = toAuthoredScript(script)
  const base = restored === null || deepEqual(restored.base, loaded) ? loaded : restored.base
  const draft = restored === null ? loaded : applyLocalDraft(restored)
  const discardedScript =
    discarded === null ? loaded : mergeScripts({ base: discarded.base, mine: applyLocalDraft(discarded), theirs: loaded })
  const history = recordStep(emptyHistory, "discard", discardedScript, loaded, null)
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
    theirs: base === loaded ? null : new ScriptSaveConflict({ script, savedBy: null, savedAt: script.updatedAt }),
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
