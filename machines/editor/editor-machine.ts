// The script editor: regions for editing, local draft, saving, checking, files and leaving, none of which blocks another.

import { assign, not } from "xstate"
import { ScriptSaveConflict } from "../../domain/failures/failure.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import { applyLocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { mergeScripts } from "../../domain/revisions/script-merge.ts"
import { asFailure } from "../adapter-failure.ts"
import { editingRegion } from "./editor-editing-region.ts"
import { exportRegion, imageUploadRegion, importRegion } from "./editor-files-region.ts"
import { addRefusalFindings } from "./editor-findings.ts"
import type { EditorContext, EditorInput } from "./editor-model.ts"
import { savingRegion } from "./editor-saving-region.ts"
import { editorSetup } from "./editor-setup.ts"
import { emptyHistory, endTyping, recordStep } from "./undo-history.ts"
import { buildLocalDraft, isUnsaved } from "./unsaved-work.ts"

/** Checks the draft when the author pauses typing: a full check is too slow to run between keystrokes. */
export const checkRegion = editorSetup.createStateConfig({
  initial: "checking",
  states: {
    checked: { on: { "draft.changed": "scheduled" } },
    scheduled: {
      after: { typingPause: { target: "checking", actions: assign({ history: ({ context }) => endTyping(context.history) }) } },
      on: { "draft.changed": { target: "scheduled", reenter: true } },
    },
    checking: {
      invoke: {
        id: "check",
        src: "check",
        input: ({ context }) => context.draft,
        onDone: {
          target: "checked",
          actions: assign({
            findings: ({ context, event }) => addRefusalFindings(event.output.findings, context.draft, context.refusal),
            unproven: ({ event }) => event.output.unproven,
            duration: ({ event }) => event.output.duration,
            checkedDraft: ({ context }) => context.draft,
            checkFailure: null,
            isChecked: true,
          }),
        },
        onError: { target: "checked", actions: assign({ checkFailure: ({ event }) => asFailure(event.error) }) },
      },
      on: { "draft.changed": "scheduled" },
    },
  },
})

/** While leaving would lose work, the end of the session does not close the screen. */
export const unsavedWorkRegion = editorSetup.createStateConfig({
  initial: "none",
  states: {
    none: { always: { guard: "wouldLoseWork", target: "tracked" } },
    tracked: { invoke: { id: "holdWork", src: "holdWork" }, always: { guard: not("wouldLoseWork"), target: "none" } },
  },
})

const storeOrClear = [{ guard: "isUnsaved", target: "storing" }, { target: "deleting" }] as const

/** Stores the draft on this device within 300 ms of each edit, whatever happens to the server. */
export const localDraftRegion = editorSetup.createStateConfig({
  initial: "deciding",
  states: {
    /** A draft restored from another tab is stored under this tab from now on. */
    deciding: { always: [{ guard: "isUnsaved", target: "scheduled" }, { target: "upToDate" }] },
    // The stored draft may have been needed only for an unconfirmed send, which the server has now refused.
    upToDate: { always: { guard: "isLocalDraftObsolete", target: "deleting" }, on: { "draft.changed": "scheduled" } },
    // Keystrokes do not restart the delay, so that typing without a pause is stored just as soon.
    scheduled: { after: { storeDelay: storeOrClear }, on: { "page.hide": storeOrClear } },
    storing: {
      invoke: {
        id: "keepDraft",
        src: "keepDraft",
        input: ({ context }) => buildLocalDraft(context),
        onDone: {
          target: "stored",
          actions: assign({ localDraft: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        onError: { target: "stored", actions: "markNotStored" },
      },
      after: { storageTimeout: { target: "stored", actions: "markNotStored" } },
      // The pending write may still wait for the database; a new one issues its requests before the page closes.
      on: { "draft.changed": "scheduled", "page.hide": { target: "storing", reenter: true } },
    },
    stored: { always: [{ guard: "isStoredLocally", target: "upToDate" }, { target: "notStored" }] },
    /** The draft equals the server's script again, so this device does not need a copy. */
    deleting: {
      entry: "clearLocalDraft",
      invoke: {
        id: "forgetClean",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.savedScript.uuid }),
        onDone: "upToDate",
        onError: "upToDate",
      },
      on: { "draft.changed": "scheduled" },
    },
    notStored: {
      invoke: { id: "warnBeforeUnload", src: "warnBeforeUnload" },
      always: { guard: not("isUnsaved"), target: "upToDate" },
      on: { "draft.changed": "scheduled" },
    },
  },
})

/** [O8] Loads the external data of the script, whose keys conditions and texts can use. */
export const dataPointsRegion = editorSetup.createStateConfig({
  initial: "loading",
  on: { "data-points.loaded": { target: ".loaded", actions: assign({ dataPoints: ({ event }) => event.points }) } },
  states: {
    loading: {
      invoke: {
        id: "readDataPoints",
        src: "readDataPoints",
        input: ({ context }) => ({ uuid: context.savedScript.uuid }),
        onDone: { target: "loaded", actions: assign({ dataPoints: ({ event }) => event.output }) },
        onError: "unavailable",
      },
    },
    loaded: {},
    /** The editor does not offer the keys; the external data dialog shows why they are unavailable. */
    unavailable: {},
  },
})

/** [I10] Loads the side menu of the community, whose translations are counted with those of the script. */
export const sideMenuRegion = editorSetup.createStateConfig({
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "readSideMenu",
        src: "readSideMenu",
        input: ({ context }) => ({ slug: context.community }),
        onDone: { target: "loaded", actions: assign({ sideMenu: ({ event }) => event.output }) },
        onError: "unavailable",
      },
    },
    loaded: {},
    /** Only the texts of the script are listed; the translations pane says so. */
    unavailable: { on: { "side-menu.retry": "loading" } },
  },
})

/** Asks before leaving with unsaved edits; only a yes discards them, here and on this device. */
export const leavingRegion = editorSetup.createStateConfig({
  initial: "staying",
  states: {
    staying: { on: { "editor.leave": [{ guard: "wouldLoseWork", target: "confirming" }, { target: "#editor.closed" }] } },
    confirming: {
      tags: "confirming-leave",
      on: { "leave.confirm": "deletingLocalDraft", "leave.cancel": "staying" },
    },
    deletingLocalDraft: {
      tags: "confirming-leave",
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
  initial: "inactive",
  states: {
    inactive: { always: { guard: "hasUnstoredWork", target: "active" } },
    active: { invoke: { id: "warnOfLoss", src: "warnBeforeUnload" }, always: { guard: not("hasUnstoredWork"), target: "inactive" } },
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
        localDraft: localDraftRegion,
        saving: savingRegion,
        checking: checkRegion,
        importing: importRegion,
        exporting: exportRegion,
        imageUpload: imageUploadRegion,
        dataPoints: dataPointsRegion,
        sideMenu: sideMenuRegion,
        leaving: leavingRegion,
        unsavedWork: unsavedWorkRegion,
        unloadWarning: unloadWarningRegion,
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
    unproven: [],
    duration: null,
    checkedDraft: draft,
    refusal: null,
    checkFailure: null,
    isChecked: false,
    localDraft: null,
    unconfirmedSends: [],
    draftToSave: null,
    draftWithConfirmedErrors: null,
    failure: null,
    theirs: base === loaded ? null : new ScriptSaveConflict({ script, savedBy: null, savedAt: script.updatedAt }),
    fileToImport: null,
    importFailure: null,
    pendingImport: null,
    importedCount: 0,
    importedTitles: null,
    exportFailure: null,
    imageToUpload: null,
    imageFailure: null,
    knownFailures: [],
    pendingForms: new Map(),
    isBlockedByForms: false,
    wasCountWarningShown: false,
    dataPoints: [],
    sideMenu: null,
  }
}
