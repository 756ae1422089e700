// The vocabulary of the script editor: what it knows, and what it needs from outside (spec/2-editor). What can happen to it: editor-model.ts.

import { assign, fromCallback, raise, setup } from "xstate"
import type { AssetProblem } from "../../domain/assets/asset-transfer.ts"
import { type MessageImageProblem, messageImageProblem } from "../../domain/assets/upload-validation.ts"
import type { Finding } from "../../domain/check/finding.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import type { Failure, ScriptSaveConflict } from "../../domain/failure.ts"
import type { ChoiceCountWarning } from "../../domain/questions/choice-question.ts"
import type { PendingQuestionForm } from "../../domain/questions/question-form.ts"
import { findUsagesOutside } from "../../domain/recall/usages.ts"
import { findLockViolations, isViewOnly, type LockablePart, lockedParts } from "../../domain/script/live-lock.ts"
import type { DraftStorageStatus, LocalDraft } from "../../domain/script/local-draft.ts"
import type { AuthoredScript, Script, ScriptId } from "../../domain/script/script.ts"
import { titleProblems } from "../../domain/script/title.ts"
import { type PickedFile, type PickedImage, port, unsavedWorkPort } from "../ports.ts"
import { applyEdit, applyPendingDeletion, choiceCountWarning } from "./editor-edits.ts"
import { applyQuickFix } from "./editor-findings.ts"
import type { EditEvent, EditorEvent, ImagePick } from "./editor-model.ts"
import type { History, Step } from "./undo-history.ts"
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

// What of a script its status lets an author do (decisions "Status and the live lock").

/** Whether a part of the script is locked by its status (decisions "Status and the live lock"). */
export const isLockedPart = ({ savedScript, flags }: Pick<EditorContext, "savedScript" | "flags">, part: LockablePart): boolean =>
  lockedParts(savedScript.status, flags).has(part)

/** Whether nothing at all may be edited. */
export const isScriptViewOnly = ({ savedScript }: Pick<EditorContext, "savedScript">): boolean => isViewOnly(savedScript.status)

const writeEvents: ReadonlySet<string> = new Set([
  "instruction.write",
  "choices.write",
  "options.write",
  "translation.type",
] satisfies ReadonlyArray<EditEvent["type"]>)

/** Whether a change of one instruction leaves alone what is locked in it. */
export const canWrite = (context: EditorContext, event: EditorEvent): boolean => {
  if (!writeEvents.has(event.type)) return false
  if (lockedParts(context.savedScript.status, context.flags).size === 0) return true
  const { draft: now, pendingForms } = applyEdit(context, event)
  if (now === undefined) return pendingForms !== undefined
  return findLockViolations(context.draft, now, context.savedScript.status, context.flags).length === 0
}

/** Whether a file may take the place of all that is there: where nothing of it is locked. */
export const canReplaceScript = ({ savedScript, flags }: Pick<EditorContext, "savedScript" | "flags">): boolean =>
  lockedParts(savedScript.status, flags).size === 0

/** A file that is picked takes the place of nothing only. */
export const canImport = (context: EditorContext): boolean => context.draft.instructions.length === 0 && canReplaceScript(context)

/** `instruction`: the number, from 1, of the one to begin with. */
export type EditorFlags = { readonly allowChanges: boolean; readonly dev: boolean; readonly instruction?: number }
/** What a picked file turned out to be; without a checksum function (plain http) it cannot be told. */
export type OpenedScriptFile =
  | { readonly _tag: "Opened"; readonly script: AuthoredScript }
  | { readonly _tag: "Refused"; readonly findings: ReadonlyArray<Finding> }
  | { readonly _tag: "Insecure" }
  | AssetProblem
type Read = Extract<OpenedScriptFile, { readonly _tag: "Opened" }>
/** What became of writing a file: done, or the page may not compute checksums (plain http), a text holds half a character, an image is lacking. */
export type ScriptExportResult = "done" | "insecure" | "no-canonical-form" | AssetProblem

export type EditorInput = {
  readonly community: string
  /** The uuid of who edits: what is kept on this device is theirs alone. */
  readonly user: string
  readonly flags: EditorFlags
  readonly script: Script
  /** Edits kept on this device that the author wants back. */
  readonly restored: LocalDraft | null
  /** Edits kept on this device that the author gave up: Undo brings them back. */
  readonly discarded?: LocalDraft | null
  readonly fresh: () => string
  /** The time, as an ISO 8601 instant. */
  readonly now: () => string
}

export type EditorContext = Omit<EditorInput, "script" | "restored" | "discarded"> & {
  /** The script as the server last said it, and the author's part of that. */
  readonly savedScript: Script
  readonly base: AuthoredScript
  readonly draft: AuthoredScript
  readonly history: History
  /** The step that was taken back or done again last. */
  readonly lastHistoryMove: { readonly way: "undo" | "redo"; readonly step: Step } | null
  /** Counts the times the draft became another one by other means than the author's typing. */
  readonly draftEpoch: number
  readonly selected: string | null
  readonly isPickerOpen: boolean
  /** Blocks of which the outline shows the first alone, by the uuid of that. */
  readonly closed: ReadonlySet<string>
  /** Instructions marked to be handled together. */
  readonly marked: ReadonlySet<string>
  /** Instructions that others refer to and that are to be deleted all the same: it is asked first. */
  readonly pendingDeletion: ReadonlySet<string> | null
  /** What the last check found, and in which draft. */
  readonly findings: ReadonlyArray<Finding>
  readonly checkedDraft: AuthoredScript
  /** Why the last check could not be made. */
  readonly checkFailure: Failure | null
  /** The last draft that went to this device's storage, and whether it got there. */
  readonly localDraft: { readonly draft: AuthoredScript; readonly keeping: DraftStorageStatus } | null
  /** Drafts that were sent and of which it is not known whether the server took them, the newest last. */
  readonly unconfirmedSends: ReadonlyArray<AuthoredScript>
  /** The draft as it stood when the author last said that it be saved. */
  readonly draftToSave: AuthoredScript | null
  readonly failure: Failure | null
  readonly theirs: ScriptSaveConflict | null
  /** The file that is being read. */
  readonly fileToImport: PickedFile | null
  readonly importFailure: Exclude<OpenedScriptFile, Read> | Failure | { readonly _tag: "NotOneFile" } | null
  /** A file that was read when the script had instructions already: it is the author who says whether it takes their place. */
  readonly pendingImport: Read | null
  /** How many instructions came with the last file that was imported. */
  readonly importedCount: number
  readonly exportFailure: Failure | Exclude<ScriptExportResult, "done"> | null
  /** The picture on its way to the server, and for which instruction. */
  readonly imageToUpload: ImagePick | null
  /** What the script takes from outside, as far as it is known. */
  readonly dataPoints: ReadonlyArray<DataPoint>
  /** Why the last picture of an instruction is not in it. */
  readonly imageFailure: { readonly uuid: string; readonly problem: MessageImageProblem | Failure } | null
  /** What was told already when a save began to wait for a picture or a file: it is not why they do not come. */
  readonly knownFailures: ReadonlyArray<IncomingFailure>
  /** Whether it was told that the maximum of a multiple choice follows their number: once per editing session (spec/2-editor §4, §8). */
  readonly wasCountWarningShown: boolean
  /** What the forms of questions hold that is not in the script, by instruction; each counts while it stands (`entryOf`). */
  readonly pendingForms: ReadonlyMap<string, PendingQuestionForm>
  /** Whether that kept the script from being saved. */
  readonly isBlockedByForms: boolean
}

export type IncomingFailure = EditorContext["imageFailure"] | EditorContext["importFailure"] | EditorContext["pendingImport"]

/** What a save carries. */
export type SaveRequest = {
  readonly community: string
  readonly uuid: ScriptId
  readonly script: AuthoredScript
  readonly markedForDelete: ReadonlyArray<string>
  readonly revision: number
  readonly allowChanges: boolean
}

/** Milliseconds after which a device whose storage does not answer is taken for one without: nobody waits for it any longer. */
export const storageTimeoutMs = 5000

export const editorSetup = setup({
  types: {
    input: {} as EditorInput,
    context: {} as EditorContext,
    events: {} as EditorEvent,
    output: {} as { readonly saved: boolean },
    tags: {} as "saving" | "importing" | "exporting" | "picturing" | "asks-to-leave",
  },
  actors: {
    saveScript: port<Script, SaveRequest>("saveScript"),
    /** Resolves when `user` is signed in again; rejects when it is given up or someone else signed in. */
    signIn: port<void, { readonly user: string }>("signIn"),
    keepDraft: port<DraftStorageStatus, LocalDraft>("keepDraft"),
    forgetDraft: port<void, { readonly user: string; readonly script: ScriptId }>("forgetDraft"),
    check: port<ReadonlyArray<Finding>, AuthoredScript>("check"),
    openFile: port<OpenedScriptFile, { readonly file: PickedFile | null; readonly community: string }>("openFile"),
    exportFile: port<ScriptExportResult, { readonly script: AuthoredScript; readonly community: string }>("exportFile"),
    /** Gives the address under which the server keeps it. */
    uploadImage: port<string, { readonly file: PickedImage | null; readonly community: string }>("uploadImage"),
    readDataPoints: port<ReadonlyArray<DataPoint>, { readonly uuid: ScriptId }>("readDataPoints"),
    /** Says when the page is hidden and when the network is back. */
    page: fromCallback<EditorEvent>(() => {
      throw new Error('port "page" is not wired')
    }),
    /** While it runs, closing the page asks first: something would be lost that this device does not keep. */
    warnBeforeUnload: fromCallback<EditorEvent>(() => {
      throw new Error('port "warnBeforeUnload" is not wired')
    }),
    /** While it runs, there is work that the server does not have. */
    holdWork: unsavedWorkPort,
  },
  actions: {
    edit: assign(({ context, event }) => applyEdit(context, event)),
    editDeletion: assign(({ context }) => applyPendingDeletion(context)),
    dropDeletion: assign({ pendingDeletion: null }),
    tellChanged: raise({ type: "draft.changed" }),
    forgetFailure: assign({ failure: null }),
    showUnfinished: assign({
      selected: ({ context }) => listEmptyInstructions(context.draft)[0]?.uuid ?? context.selected,
      isPickerOpen: false,
    }),
    /** Where the author is, if that is one of them. */
    showWithheld: assign(({ context }) => ({
      selected:
        listPendingForms(context).find(({ uuid }) => uuid === context.selected)?.uuid ??
        listPendingForms(context)[0]?.uuid ??
        context.selected,
      isPickerOpen: false,
      isBlockedByForms: true,
    })),
    refusePicture: assign({
      imageFailure: ({ event, context }) =>
        event.type === "image.pick" ? { uuid: event.uuid, problem: messageImageProblem(event.file) ?? "empty" } : context.imageFailure,
    }),
    dropLateFile: assign({ pendingImport: null }),
    forgetExportProblem: assign({ exportFailure: null }),
    noteTold: assign({ knownFailures: ({ context }) => listIncomingFailures(context) }),
    noteUnkept: assign({ localDraft: ({ context }) => ({ draft: context.draft, keeping: "off" }) }),
    /** Tells for a moment that the maximum of a multiple choice is another one now. */
    tellCount: (_, warning: ChoiceCountWarning | null) => {
      throw new Error(`port "tellCount" is not wired, to tell ${warning}`)
    },
    noteCountTold: assign({ wasCountWarningShown: true }),
    noteAsked: assign({ draftToSave: ({ context }) => context.draft }),
    noteForgotten: assign({ localDraft: null }),
    noteSending: assign({ unconfirmedSends: ({ context }) => [...context.unconfirmedSends, context.draft] }),
    noteRefused: assign({ unconfirmedSends: ({ context }) => context.unconfirmedSends.slice(0, -1) }),
  },
  guards: {
    isUnsaved: ({ context }) => isUnsaved(context),
    isKept: ({ context }) => context.localDraft?.keeping === "kept",
    isKeptInVain: ({ context }) => context.localDraft?.keeping === "kept" && !isUnsaved(context),
    mayRetitle: ({ context }) => !isLockedPart(context, "title"),
    mayRearrange: ({ context }) => !isLockedPart(context, "sequence"),
    mayWrite: ({ context, event }) => canWrite(context, event),
    tellsCount: ({ context, event }) =>
      !context.wasCountWarningShown && choiceCountWarning(context, event) !== null && canWrite(context, event),
    mayTouch: ({ context }) => !isScriptViewOnly(context),
    isPicture: ({ context, event }) =>
      !isScriptViewOnly(context) && event.type === "image.pick" && messageImageProblem(event.file) === null,
    canUndo: ({ context }) => !isScriptViewOnly(context) && context.history.past.length > 0,
    canRedo: ({ context }) => !isScriptViewOnly(context) && context.history.future.length > 0,
    isUsed: ({ context, event }) =>
      !isLockedPart(context, "sequence") && findUsagesOutside(context.draft.instructions, deletionTargets(context, event)).length > 0,
    mayFix: ({ context, event }) => {
      const fixed = event.type === "finding.fix" ? applyQuickFix(context, event.finding) : null
      return fixed !== null && canWrite(context, { type: "instruction.write", uuid: fixed.uuid, field: null, change: fixed })
    },
    isAtStake: ({ context }) => wouldLoseWork(context),
    isArriving: ({ context }) => hasIncoming(context),
    hasNotArrived: ({ context }) => listIncomingFailures(context).some((it) => it !== null && !context.knownFailures.includes(it)),
    hasLateFile: ({ context }) => context.pendingImport !== null,
    isInHand: ({ context }) => hasUnstoredWork(context),
    isUnfinished: ({ context }) => listEmptyInstructions(context.draft).length > 0,
    /** It is told beside the titles as long as it is so: the server would only say it again. */
    isMistitled: ({ context }) => titleProblems(context.draft).length > 0,
    isWithheld: ({ context }) => listPendingForms(context).length > 0,
    isOvertaken: ({ context }) => context.theirs !== null,
    /** Whether the server has all, and the author did nothing since it was to be saved: else they are at work, and are not led away from it. */
    isAllDone: ({ context }) => isEverythingSent(context) && context.draft === context.draftToSave,
    isImportable: ({ context }) => canImport(context),
    isEmpty: ({ context }) => context.draft.instructions.length === 0,
    isTakeable: ({ context }) => context.pendingImport !== null && canReplaceScript(context),
    isOneFile: ({ context, event }) => canImport(context) && event.type === "file.import" && event.files.length === 1,
  },
  delays: {
    /** Together with the writing itself under the 300 ms of reliability.md "Never lost". */
    soon: 200,
    quiet: 400,
    stuck: storageTimeoutMs,
    retry: ({ context }) =>
      context.failure?._tag === "TooSoon"
        ? context.failure.retryAfterSeconds * 1000
        : Math.min(1000 * 2 ** context.unconfirmedSends.length, 60_000),
  },
})

/** The instructions that a deletion is about. */
export const deletionTargets = ({ marked }: Pick<EditorContext, "marked">, event: EditorEvent): ReadonlySet<string> =>
  event.type === "instruction.delete" ? (event.rows ?? new Set([event.uuid])) : event.type === "marked.delete" ? marked : new Set()

/** Whether it is told above all panes why a file did not come: nobody sees where files are offered. */
export const isImportFailureShownOnTop = ({ importFailure, draft }: Pick<EditorContext, "importFailure" | "draft">): boolean =>
  importFailure !== null && draft.instructions.length > 0
