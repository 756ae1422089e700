// Setup of the editor machine: ports, actions, guards and delays. Its context and events are in editor-model.ts.
import { and, assign, fromCallback, raise, setup, stateIn } from "xstate"
import { messageImageProblem } from "../../domain/assets/upload-validation.ts"
import { listSaveBlockers } from "../../domain/check/blocking-rules.ts"
import type { CheckedScript } from "../../domain/check/editor-check.ts"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import type { ChoiceCountWarning } from "../../domain/questions/choice-question.ts"
import { findUsagesOutside } from "../../domain/recall/usages.ts"
import { findLockViolations, getLockedParts, isViewOnly, type LockablePart } from "../../domain/revisions/live-lock.ts"
import type { DraftStorageStatus, LocalDraft } from "../../domain/revisions/local-draft.ts"
import type { AuthoredScript, Script, ScriptId } from "../../domain/script/script.ts"
import { type PickedFile, type PickedImage, port, unsavedWorkPort } from "../ports.ts"
import { applyEdit, applyPendingDeletion } from "./editor-edits.ts"
import { applyQuickFix, isDraftChecked, listLiveErrors } from "./editor-findings.ts"
import type {
  EditEvent,
  EditorContext,
  EditorEvent,
  EditorInput,
  OpenedScriptFile,
  SaveRequest,
  ScriptExportResult,
} from "./editor-model.ts"
import { choiceCountWarning } from "./instruction-edits.ts"
import {
  hasIncoming,
  hasUnstoredWork,
  isEverythingSent,
  isUnsaved,
  listEmptyInstructions,
  listIncomingFailures,
  listPendingForms,
  wouldLoseWork,
} from "./unsaved-work.ts"

/** [S5] Whether a part of the script is locked by its status. */
export const isLockedPart = ({ savedScript, flags }: Pick<EditorContext, "savedScript" | "flags">, part: LockablePart): boolean =>
  getLockedParts(savedScript.status, flags).has(part)

/** [S4] Whether the script cannot be edited at all. */
export const isScriptViewOnly = ({ savedScript }: Pick<EditorContext, "savedScript">): boolean => isViewOnly(savedScript.status)

const writeEvents: ReadonlySet<string> = new Set([
  "instruction.update",
  "choices.update",
  "options.update",
  "translation.type",
] satisfies ReadonlyArray<EditEvent["type"]>)

/** [S5] Whether a change of one instruction leaves its locked parts unchanged. */
export const canWrite = (context: EditorContext, event: EditorEvent): boolean => {
  if (!writeEvents.has(event.type)) return false
  if (getLockedParts(context.savedScript.status, context.flags).size === 0) return true
  const { draft, pendingForms } = applyEdit(context, event)
  if (draft === undefined) return pendingForms !== undefined
  return findLockViolations(context.draft, draft, context.savedScript.status, context.flags).length === 0
}

/** Whether a file may replace the whole script: only when no part of it is locked. */
export const canReplaceScript = ({ savedScript, flags }: Pick<EditorContext, "savedScript" | "flags">): boolean =>
  getLockedParts(savedScript.status, flags).size === 0

/** Whether a picked file may be imported: only into a script without instructions. */
export const canImport = (context: EditorContext): boolean => context.draft.instructions.length === 0 && canReplaceScript(context)

/** Milliseconds after which device storage that does not answer is treated as unavailable. */
export const storageTimeoutMs = 5000

/** The parts of the editor machine that all its regions share. */
export const editorSetup = setup({
  types: {
    input: {} as EditorInput,
    context: {} as EditorContext,
    events: {} as EditorEvent,
    output: {} as { readonly saved: boolean },
    tags: {} as "saving" | "importing" | "exporting" | "uploading-image" | "confirming-leave" | "confirming-errors",
  },
  actors: {
    saveScript: port<Script, SaveRequest>("saveScript"),
    /** Resolves when `user` is signed in again; rejects when the sign-in is canceled or another user signs in. */
    signIn: port<void, { readonly user: string }>("signIn"),
    keepDraft: port<DraftStorageStatus, LocalDraft>("keepDraft"),
    forgetDraft: port<void, { readonly user: string; readonly script: ScriptId }>("forgetDraft"),
    check: port<CheckedScript, AuthoredScript>("check"),
    openFile: port<OpenedScriptFile, { readonly file: PickedFile | null; readonly community: string }>("openFile"),
    exportFile: port<ScriptExportResult, { readonly script: AuthoredScript; readonly community: string }>("exportFile"),
    /** Uploads an image and returns its address. */
    uploadImage: port<string, { readonly file: PickedImage | null; readonly community: string }>("uploadImage"),
    readSideMenu: port<SideMenu, { readonly slug: string }>("readSideMenu"),
    readDataPoints: port<ReadonlyArray<DataPoint>, { readonly uuid: ScriptId }>("readDataPoints"),
    /** Sends `page.hide` and `page.online`. */
    page: fromCallback<EditorEvent>(() => {
      throw new Error('port "page" is not wired')
    }),
    /** While it runs, the browser asks before closing the page, since work would be lost that this device does not have. */
    warnBeforeUnload: fromCallback<EditorEvent>(() => {
      throw new Error('port "warnBeforeUnload" is not wired')
    }),
    /** Runs while there is work that the server does not have. */
    holdWork: unsavedWorkPort,
  },
  actions: {
    applyEdit: assign(({ context, event }) => applyEdit(context, event)),
    applyPendingDeletion: assign(({ context }) => applyPendingDeletion(context)),
    cancelDeletion: assign({ pendingDeletion: null }),
    raiseDraftChanged: raise({ type: "draft.changed" }),
    clearSaveFailure: assign({ failure: null }),
    /** Selects the first instruction without a type, if there is one. */
    selectEmptyInstruction: assign(({ context }) => {
      const [empty] = listEmptyInstructions(context.draft)
      return empty === undefined ? {} : { selected: empty.uuid, isPickerOpen: false }
    }),
    /** Selects an instruction with pending form values; the selected one stays if it is one of them. */
    selectPendingForm: assign(({ context }) => ({
      selected:
        listPendingForms(context).find(({ uuid }) => uuid === context.selected)?.uuid ??
        listPendingForms(context)[0]?.uuid ??
        context.selected,
      isPickerOpen: false,
      isBlockedByForms: true,
    })),
    rejectImage: assign({
      imageFailure: ({ event, context }) =>
        event.type === "image.pick" ? { uuid: event.uuid, problem: messageImageProblem(event.file) ?? "empty" } : context.imageFailure,
    }),
    discardPendingImport: assign({ pendingImport: null }),
    clearExportFailure: assign({ exportFailure: null }),
    storeKnownFailures: assign({ knownFailures: ({ context }) => listIncomingFailures(context) }),
    markNotStored: assign({ localDraft: ({ context }) => ({ draft: context.draft, keeping: "off" }) }),
    /** Briefly shows that the maximum of a multiple choice has changed. */
    showCountWarning: (_, warning: ChoiceCountWarning | null) => {
      throw new Error(`port "showCountWarning" is not wired, to show ${warning}`)
    },
    markCountWarningShown: assign({ wasCountWarningShown: true }),
    storeDraftToSave: assign({ draftToSave: ({ context }) => context.draft }),
    clearLocalDraft: assign({ localDraft: null }),
    addUnconfirmedSend: assign({ unconfirmedSends: ({ context }) => [...context.unconfirmedSends, context.draft] }),
    removeRefusedSend: assign({ unconfirmedSends: ({ context }) => context.unconfirmedSends.slice(0, -1) }),
  },
  guards: {
    isUnsaved: ({ context }) => isUnsaved(context),
    isStoredLocally: ({ context }) => context.localDraft?.keeping === "kept",
    isLocalDraftObsolete: ({ context }) => context.localDraft?.keeping === "kept" && !isUnsaved(context),
    canRetitle: ({ context }) => !isLockedPart(context, "title"),
    canReorder: ({ context }) => !isLockedPart(context, "sequence"),
    canWrite: ({ context, event }) => canWrite(context, event),
    changesChoiceMaximum: ({ context, event }) =>
      !context.wasCountWarningShown && choiceCountWarning(context, event) !== null && canWrite(context, event),
    isEditable: ({ context }) => !isScriptViewOnly(context),
    isUploadableImage: ({ context, event }) =>
      !isScriptViewOnly(context) && event.type === "image.pick" && messageImageProblem(event.file) === null,
    canUndo: ({ context }) => !isScriptViewOnly(context) && context.history.past.length > 0,
    canRedo: ({ context }) => !isScriptViewOnly(context) && context.history.future.length > 0,
    hasUsages: ({ context, event }) =>
      !isLockedPart(context, "sequence") && findUsagesOutside(context.draft.instructions, deletionTargets(context, event)).length > 0,
    canFix: ({ context, event }) => {
      const fixed = event.type === "finding.fix" ? applyQuickFix(context, event.finding) : null
      return fixed !== null && canWrite(context, { type: "instruction.update", uuid: fixed.uuid, field: null, change: fixed })
    },
    wouldLoseWork: ({ context }) => wouldLoseWork(context),
    hasIncoming: ({ context }) => hasIncoming(context),
    hasNewFailure: ({ context }) =>
      listIncomingFailures(context).some((failure) => failure !== null && !context.knownFailures.includes(failure)),
    hasPendingImport: ({ context }) => context.pendingImport !== null,
    hasUnstoredWork: ({ context }) => hasUnstoredWork(context),
    /** [F6] The server would refuse the save, too. The outline or the title field shows the problem. */
    isSaveBlocked: ({ context }) => listSaveBlockers(context.draft).length > 0,
    /** The draft would reach respondents at once, and the author has not confirmed its errors. */
    needsReview: ({ context }) => context.savedScript.status === "live" && context.draftWithConfirmedErrors !== context.draft,
    hasLiveErrors: ({ context }) => isDraftChecked(context) && listLiveErrors(context).length > 0,
    isDraftChecked: ({ context }) => isDraftChecked(context),
    /** An earlier failure counts until the next check ends, so the check must not be running or due. */
    hasCheckFailed: and([({ context }) => context.checkFailure !== null, stateIn({ open: { checking: "checked" } })]),
    hasPendingForms: ({ context }) => listPendingForms(context).length > 0,
    hasConflict: ({ context }) => context.theirs !== null,
    /** The server has everything and nothing was edited since the save command; otherwise the editor must stay open. */
    isFullySaved: ({ context }) => isEverythingSent(context) && context.draft === context.draftToSave,
    canImport: ({ context }) => canImport(context),
    isEmpty: ({ context }) => context.draft.instructions.length === 0,
    canAcceptImport: ({ context }) => context.pendingImport !== null && canReplaceScript(context),
    isOneFile: ({ context, event }) => canImport(context) && event.type === "file.import" && event.files.length === 1,
  },
  delays: {
    /** Leaves time for the write itself: an edit has to be stored within 300 ms. */
    storeDelay: 200,
    typingPause: 400,
    storageTimeout: storageTimeoutMs,
    checkTimeout: 10_000,
    retry: ({ context }) =>
      context.failure?._tag === "RateLimited"
        ? context.failure.retryAfterSeconds * 1000
        : Math.min(1000 * 2 ** context.unconfirmedSends.length, 60_000),
  },
})

/** Returns the uuids of the instructions that a deletion is about; empty for other events. */
export const deletionTargets = ({ marked }: Pick<EditorContext, "marked">, event: EditorEvent): ReadonlySet<string> =>
  event.type === "instruction.delete" ? (event.rows ?? new Set([event.uuid])) : event.type === "marked.delete" ? marked : new Set()

/** Whether the import failure is shown above all panes, because the place that offers files is no longer visible. */
export const isImportFailureShownOnTop = ({ importFailure, draft }: Pick<EditorContext, "importFailure" | "draft">): boolean =>
  importFailure !== null && draft.instructions.length > 0
