// The saving region: stores the draft on this device, sends it with its base revision, and handles every outcome.

import { and, assign, not, or } from "xstate"
import { ScriptSaveConflict } from "../../domain/failures/failure.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import { toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { type MergeChoices, mergeScripts } from "../../domain/revisions/script-merge.ts"
import type { AuthoredScript, Script } from "../../domain/script/script.ts"
import { sanitizeScript } from "../../domain/script/script-normalization.ts"
import { asFailure } from "../adapter-failure.ts"
import { addRefusalFindings } from "./editor-findings.ts"
import type { EditorContext } from "./editor-model.ts"
import { pruneMarks } from "./editor-selection.ts"
import { editorSetup, isLockedPart } from "./editor-setup.ts"
import { recordStep, type StepKind } from "./undo-history.ts"
import { buildLocalDraft, buildSaveRequest } from "./unsaved-work.ts"

type Change = Partial<EditorContext>

/** The context once the server has `script` and the draft becomes `draft`; a step of undo if that changes the draft. */
const rebaseDraft = (context: EditorContext, script: Script, base: AuthoredScript, draft: AuthoredScript, kind: StepKind): Change => ({
  savedScript: script,
  base,
  draft,
  marked: pruneMarks(draft, context.marked),
  draftEpoch: context.draftEpoch + (draft === context.draft ? 0 : 1),
  history: recordStep(context.history, kind, context.draft, draft, null),
  unconfirmedSends: [],
  failure: null,
  theirs: null,
})

/** Returns the context after a save. Edits made since it was sent stay, merged onto the server's script. */
export const applySaved = (context: EditorContext, script: Script): Change =>
  applyServerScript(context, script, context.unconfirmedSends.at(-1) ?? context.draft)

const applyServerScript = (context: EditorContext, script: Script, sent: AuthoredScript): Change => {
  const saved = toAuthoredScript(script)
  // Reuse the same objects, so that unchanged parts do not look changed.
  if (deepEqual(saved, sent)) return rebaseDraft(context, script, sent, context.draft, "merge")
  const draft = context.draft === sent ? saved : mergeScripts({ base: sent, mine: context.draft, theirs: saved })
  return rebaseDraft(context, script, saved, draft, "merge")
}

/** Returns the conflict that a save was rejected with; null for any other failure. */
export const toConflict = (error: unknown): ScriptSaveConflict | null => {
  const failure = asFailure(error)
  return failure._tag === "ScriptSaveConflict" ? failure : null
}

/** The unconfirmed send that equals the newer revision, apart from markup that the server strips; its answer was lost. */
const findOwnSend = (context: EditorContext, error: unknown): AuthoredScript | undefined => {
  const conflict = toConflict(error)
  if (conflict === null) return undefined
  const theirs = sanitizeScript(toAuthoredScript(conflict.script))
  return context.unconfirmedSends.find((sent) => deepEqual(theirs, sanitizeScript(sent)))
}

/** Whether a conflict is with an earlier send of this editor, whose response was lost. */
export const isOwnSend = (context: EditorContext, error: unknown): boolean => findOwnSend(context, error) !== undefined

/** Returns the context after a conflict showed that the server had accepted an earlier send. */
export const applyLateConfirmation = (context: EditorContext, error: unknown): Change => {
  const [conflict, sent] = [toConflict(error), findOwnSend(context, error)]
  return conflict && sent ? applyServerScript(context, conflict.script, sent) : {}
}

/** Returns the context after a refused save. The server's findings are shown with those of the check of the same draft. */
export const applyRefusal = (context: EditorContext, error: unknown): Change => {
  const failure = asFailure(error)
  const sent = context.unconfirmedSends.at(-1)
  if (failure._tag !== "ValidationFailed" || failure.findings.length === 0 || sent === undefined) return { failure }
  const refusal = { draft: sent, findings: failure.findings }
  // The check of this draft is still to come, and adds the findings of the refusal.
  if (context.checkedDraft !== sent && context.checkFailure === null) return { failure, refusal }
  const checked = context.checkedDraft === sent ? context.findings : []
  return { failure, refusal, findings: addRefusalFindings(checked, sent, refusal), checkedDraft: sent }
}

/** [S5, V6] Whether a merge may keep both versions of an instruction: the other's save may have locked the sequence. */
export const canKeepBothSides = ({ theirs, flags }: Pick<EditorContext, "theirs" | "flags">): boolean =>
  theirs !== null && !isLockedPart({ savedScript: theirs.script, flags }, "sequence")

/** [V6] Returns the context after merging both versions; `picks` decides what both changed. */
export const mergeConflict = (context: EditorContext, picks: MergeChoices): Change => {
  if (context.theirs === null) return {}
  const theirs = toAuthoredScript(context.theirs.script)
  const newUuid = canKeepBothSides(context) ? context.newUuid : undefined
  return rebaseDraft(
    context,
    context.theirs.script,
    theirs,
    mergeScripts({ base: context.base, mine: context.draft, theirs }, picks, newUuid),
    "merge",
  )
}

/** Returns the context in which the draft will replace their script. */
export const overwriteTheirs = (context: EditorContext): Change =>
  context.theirs === null
    ? {}
    : rebaseDraft(context, context.theirs.script, toAuthoredScript(context.theirs.script), context.draft, "merge")

/** Returns the context with their script as the draft; undo brings ours back. */
export const discardOurs = (context: EditorContext): Change => {
  if (context.theirs === null) return {}
  const theirs = toAuthoredScript(context.theirs.script)
  return rebaseDraft(context, context.theirs.script, theirs, theirs, "discard")
}

const nothingIncoming = not("hasIncoming")
const startSaving = { target: "reviewing", actions: "storeDraftToSave" } as const
const retryEvents = { "script.save": startSaving, "save.retry": startSaving, "page.online": "reviewing" } as const

/** Saving, retrying, signing in again, resolving conflicts, and closing after a save. */
export const savingRegion = editorSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      always: { guard: "hasConflict", target: "conflict" },
      on: {
        "script.save": [
          { guard: "isSaveBlocked", actions: "selectEmptyInstruction" },
          { guard: "hasIncoming", target: "awaitingIncoming" },
          // The form is shown now; everything else is saved meanwhile.
          { guard: and(["isUnsaved", "hasPendingForms"]), target: "reviewing", actions: ["selectPendingForm", "storeDraftToSave"] },
          { guard: "isUnsaved", ...startSaving },
          { target: "saved" },
        ],
      },
    },
    /** Waits for an image or a file that belongs to the save. If it fails, the author sees the failure and stays in the editor. */
    awaitingIncoming: {
      tags: "saving",
      entry: "storeKnownFailures",
      always: [
        { guard: and([nothingIncoming, "hasNewFailure"]), target: "idle" },
        { guard: and([nothingIncoming, "isSaveBlocked"]), target: "idle", actions: "selectEmptyInstruction" },
        { guard: and([nothingIncoming, "isUnsaved"]), ...startSaving },
        { guard: nothingIncoming, target: "saved" },
      ],
    },
    /** Respondents would meet the errors of a live script at once: waits for the check of this draft, and asks if it has errors. */
    reviewing: {
      tags: "saving",
      always: [
        { guard: not("needsReview"), target: "storing" },
        { guard: "hasLiveErrors", target: "confirmingErrors" },
        { guard: or(["isDraftChecked", "hasCheckFailed"]), target: "storing" },
      ],
      // Saving must also work on a device whose check does not answer.
      after: { checkTimeout: "storing" },
    },
    confirmingErrors: {
      tags: "confirming-errors",
      on: {
        "errors.confirm": { target: "storing", actions: assign({ draftWithConfirmedErrors: ({ context }) => context.draft }) },
        "errors.cancel": "idle",
        // An image or a file arrived, so the errors may be others.
        "draft.changed": "reviewing",
      },
    },
    storing: {
      tags: "saving",
      entry: "clearSaveFailure",
      invoke: {
        id: "keepBeforeSaving",
        src: "keepDraft",
        input: ({ context }) => buildLocalDraft(context),
        onDone: {
          target: "sending",
          actions: assign({ localDraft: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        // Saving must also work on a device without storage.
        onError: "sending",
      },
      after: { storageTimeout: "sending" },
    },
    sending: {
      tags: "saving",
      entry: "addUnconfirmedSend",
      invoke: {
        id: "saveScript",
        src: "saveScript",
        input: ({ context }) => buildSaveRequest(context),
        onDone: [
          { guard: "isFullySaved", target: "saved", actions: assign(({ context, event }) => applySaved(context, event.output)) },
          { target: "idle", actions: [assign(({ context, event }) => applySaved(context, event.output)), "raiseDraftChanged"] },
        ],
        onError: [
          {
            guard: ({ context, event }) => isOwnSend(context, event.error),
            target: "confirmedLate",
            actions: assign(({ context, event }) => applyLateConfirmation(context, event.error)),
          },
          {
            guard: ({ event }) => toConflict(event.error) !== null,
            target: "conflict",
            actions: ["removeRefusedSend", assign({ theirs: ({ event }) => toConflict(event.error) })],
          },
          { guard: ({ event }) => asFailure(event.error)._tag === "SignedOut", target: "signedOut", actions: "removeRefusedSend" },
          {
            guard: ({ event }) => ["Unreachable", "RateLimited"].includes(asFailure(event.error)._tag),
            target: "retrying",
            actions: assign({ failure: ({ event }) => asFailure(event.error) }),
          },
          {
            guard: ({ event }) => asFailure(event.error)._tag === "Unreadable",
            target: "idle",
            actions: assign({ failure: ({ event }) => asFailure(event.error) }),
          },
          { target: "idle", actions: [assign(({ context, event }) => applyRefusal(context, event.error)), "removeRefusedSend"] },
        ],
      },
    },
    /** The server had accepted an earlier send; edits made since, and what is still incoming, are sent now. */
    confirmedLate: {
      always: [{ guard: "hasIncoming", target: "awaitingIncoming" }, { guard: "isUnsaved", target: "reviewing" }, { target: "saved" }],
    },
    retrying: { after: { retry: "reviewing" }, on: retryEvents },
    signedOut: {
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ user: context.user }),
        onDone: "reviewing",
        onError: { target: "idle", actions: assign({ failure: ({ event }) => asFailure(event.error) }) },
      },
    },
    conflict: {
      on: {
        "conflict.merge": {
          target: "idle",
          actions: [assign(({ context, event }) => mergeConflict(context, event.picks)), "raiseDraftChanged"],
        },
        "conflict.overwrite": { target: "reviewing", actions: [assign(({ context }) => overwriteTheirs(context)), "storeDraftToSave"] },
        "conflict.discard": { target: "idle", actions: [assign(({ context }) => discardOurs(context)), "raiseDraftChanged"] },
      },
    },
    /** Everything is saved. Pending form values would be lost by closing, so show them; for a pending import, ask first. */
    saved: {
      always: [
        { guard: "hasPendingForms", target: "idle", actions: "selectPendingForm" },
        { guard: "hasPendingImport", target: "confirmingDiscard", actions: "raiseDraftChanged" },
        { target: "deletingLocalDraft" },
      ],
    },
    confirmingDiscard: {
      tags: "confirming-leave",
      // There is a new edit, so stay open.
      always: { guard: "isUnsaved", target: "idle" },
      on: { "leave.confirm": { target: "deletingLocalDraft", actions: "discardPendingImport" }, "leave.cancel": "idle" },
    },
    /** The local draft is no longer needed; the editor closes. */
    deletingLocalDraft: {
      tags: "saving",
      entry: "clearLocalDraft",
      invoke: {
        id: "forgetDraft",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.savedScript.uuid }),
        onDone: "#editor.closed",
        onError: "#editor.closed",
      },
      after: { storageTimeout: "#editor.closed" },
      // An edit arrived while closing, so stay open.
      on: { "draft.changed": "idle" },
    },
  },
})
