// Saving: kept on this device first, then sent with the revision it was made on; every way it can end (spec/2-editor §4, reliability.md).

import { and, assign, not } from "xstate"
import { ScriptSaveConflict } from "../../domain/failure.ts"
import { deepEqual } from "../../domain/json/json-equality.ts"
import { toAuthoredScript } from "../../domain/script/local-draft.ts"
import type { AuthoredScript, Script } from "../../domain/script/script.ts"
import { type MergeChoices, mergeScripts } from "../../domain/script/script-merge.ts"
import { sanitizeScript } from "../../domain/script/script-normalization.ts"
import { asFailure } from "../ports.ts"
import { pruneMarks } from "./editor-selection.ts"
import { type EditorContext, editorSetup, isLockedPart } from "./editor-setup.ts"
import { recordStep, type StepKind } from "./undo-history.ts"
import { buildLocalDraft, buildSaveRequest } from "./unsaved-work.ts"

// How the draft goes on when the server's script is another one: after a save, after someone else's save, after a save whose answer was lost.

type Change = Partial<EditorContext>

/** The draft on top of `script` as `draft` has it; a step of undo where that is another one. */
const rebaseDraft = (context: EditorContext, script: Script, base: AuthoredScript, draft: AuthoredScript, deed: StepKind): Change => ({
  savedScript: script,
  base,
  draft,
  marked: pruneMarks(draft, context.marked),
  draftEpoch: context.draftEpoch + (draft === context.draft ? 0 : 1),
  history: recordStep(context.history, deed, context.draft, draft, null),
  unconfirmedSends: [],
  failure: null,
  theirs: null,
})

/** The server took what was sent last. Edits made since then stay, on top of what it says now. */
export const applySaved = (context: EditorContext, script: Script): Change =>
  applyServerScript(context, script, context.unconfirmedSends.at(-1) ?? context.draft)

const applyServerScript = (context: EditorContext, script: Script, sent: AuthoredScript): Change => {
  const said = toAuthoredScript(script)
  // The same objects as before, so that nothing looks changed that is not.
  if (deepEqual(said, sent)) return rebaseDraft(context, script, sent, context.draft, "merge")
  const draft = context.draft === sent ? said : mergeScripts({ base: sent, mine: context.draft, theirs: said })
  return rebaseDraft(context, script, said, draft, "merge")
}

export const toConflict = (error: unknown): ScriptSaveConflict | null => {
  const failure = asFailure(error)
  return failure._tag === "Overtaken" ? failure : null
}

/** Which of the sends that went unanswered the newer revision is, but for markup that the server does not keep: then nobody else saved, only the answer got lost. */
const findOwnSend = (context: EditorContext, error: unknown): AuthoredScript | undefined => {
  const now = toConflict(error)
  if (now === null) return undefined
  const said = sanitizeScript(toAuthoredScript(now.script))
  return context.unconfirmedSends.find((sent) => deepEqual(said, sanitizeScript(sent)))
}

export const isOwnSend = (context: EditorContext, error: unknown): boolean => findOwnSend(context, error) !== undefined

export const applyLateConfirmation = (context: EditorContext, error: unknown): Change => {
  const [now, sent] = [toConflict(error), findOwnSend(context, error)]
  return now && sent ? applyServerScript(context, now.script, sent) : {}
}

/** The server does not take it. What it found in what was sent is shown as a check's findings are. */
export const applyRefusal = (context: EditorContext, error: unknown): Change => {
  const failure = asFailure(error)
  const sent = context.unconfirmedSends.at(-1)
  const found = failure._tag === "Refused" && failure.findings.length > 0 && sent ? { findings: failure.findings, checkedDraft: sent } : {}
  return { failure, ...found }
}

/** [S5] Whether an instruction may come behind another: by the status that the script has now, which may be what the other saved. */
export const canKeepBothSides = ({ theirs, flags }: Pick<EditorContext, "theirs" | "flags">): boolean =>
  theirs !== null && !isLockedPart({ savedScript: theirs.script, flags }, "sequence")

/** Both brought together; what both changed is as picked. */
export const mergeConflict = (context: EditorContext, picks: MergeChoices): Change => {
  if (context.theirs === null) return {}
  const theirs = toAuthoredScript(context.theirs.script)
  const fresh = canKeepBothSides(context) ? context.fresh : undefined
  return rebaseDraft(
    context,
    context.theirs.script,
    theirs,
    mergeScripts({ base: context.base, mine: context.draft, theirs }, picks, fresh),
    "merge",
  )
}

/** Mine as it is, in the place of theirs. */
export const overwriteTheirs = (context: EditorContext): Change =>
  context.theirs === null
    ? {}
    : rebaseDraft(context, context.theirs.script, toAuthoredScript(context.theirs.script), context.draft, "merge")

/** Theirs in the place of mine, which undo brings back. */
export const discardOurs = (context: EditorContext): Change => {
  if (context.theirs === null) return {}
  const theirs = toAuthoredScript(context.theirs.script)
  return rebaseDraft(context, context.theirs.script, theirs, theirs, "discard")
}

const nothingIncoming = not("isArriving")
const startSaving = { target: "keeping", actions: "noteAsked" } as const
const retryEvents = { "script.save": startSaving, "save.retry": startSaving, "page.online": "keeping" } as const

export const savingRegion = editorSetup.createStateConfig({
  initial: "resting",
  states: {
    resting: {
      always: { guard: "isOvertaken", target: "overtaken" },
      on: {
        "script.save": [
          { guard: "isUnfinished", actions: "showUnfinished" },
          { guard: "isMistitled" },
          { guard: "isWithheld", actions: "showWithheld" },
          { guard: "isArriving", target: "arriving" },
          { guard: "isUnsaved", ...startSaving },
          { target: "saved" },
        ],
      },
    },
    /** A picture or a file is on its way, and belongs to what is saved. Where it does not come, the author is told instead of led away. */
    arriving: {
      tags: "saving",
      entry: "noteTold",
      always: [
        { guard: and([nothingIncoming, "hasNotArrived"]), target: "resting" },
        { guard: and([nothingIncoming, "isUnfinished"]), target: "resting", actions: "showUnfinished" },
        { guard: and([nothingIncoming, "isMistitled"]), target: "resting" },
        { guard: and([nothingIncoming, "isWithheld"]), target: "resting", actions: "showWithheld" },
        { guard: and([nothingIncoming, "isUnsaved"]), ...startSaving },
        { guard: nothingIncoming, target: "saved" },
      ],
    },
    keeping: {
      tags: "saving",
      entry: "forgetFailure",
      invoke: {
        id: "keepBeforeSaving",
        src: "keepDraft",
        input: ({ context }) => buildLocalDraft(context),
        onDone: {
          target: "sending",
          actions: assign({ localDraft: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        // A device without storage must not keep the author from saving.
        onError: "sending",
      },
      after: { stuck: "sending" },
    },
    sending: {
      tags: "saving",
      entry: "noteSending",
      invoke: {
        id: "saveScript",
        src: "saveScript",
        input: ({ context }) => buildSaveRequest(context),
        onDone: [
          { guard: "isAllDone", target: "saved", actions: assign(({ context, event }) => applySaved(context, event.output)) },
          { target: "resting", actions: [assign(({ context, event }) => applySaved(context, event.output)), "tellChanged"] },
        ],
        onError: [
          {
            guard: ({ context, event }) => isOwnSend(context, event.error),
            target: "late",
            actions: assign(({ context, event }) => applyLateConfirmation(context, event.error)),
          },
          {
            guard: ({ event }) => toConflict(event.error) !== null,
            target: "overtaken",
            actions: ["noteRefused", assign({ theirs: ({ event }) => toConflict(event.error) })],
          },
          { guard: ({ event }) => asFailure(event.error)._tag === "SignedOut", target: "signedOut", actions: "noteRefused" },
          {
            guard: ({ event }) => ["Unreachable", "TooSoon"].includes(asFailure(event.error)._tag),
            target: "waiting",
            actions: assign({ failure: ({ event }) => asFailure(event.error) }),
          },
          {
            guard: ({ event }) => asFailure(event.error)._tag === "Unreadable",
            target: "resting",
            actions: assign({ failure: ({ event }) => asFailure(event.error) }),
          },
          { target: "resting", actions: [assign(({ context, event }) => applyRefusal(context, event.error)), "noteRefused"] },
        ],
      },
    },
    /** The server had taken an earlier send after all; what came since is sent now, with what is still on its way. */
    late: {
      always: [{ guard: "isArriving", target: "arriving" }, { guard: "isUnsaved", target: "keeping" }, { target: "saved" }],
    },
    waiting: { after: { retry: "keeping" }, on: retryEvents },
    signedOut: {
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ user: context.user }),
        onDone: "keeping",
        onError: { target: "resting", actions: assign({ failure: ({ event }) => asFailure(event.error) }) },
      },
    },
    overtaken: {
      on: {
        "conflict.merge": {
          target: "resting",
          actions: [assign(({ context, event }) => mergeConflict(context, event.picks)), "tellChanged"],
        },
        "conflict.overwrite": { target: "keeping", actions: [assign(({ context }) => overwriteTheirs(context)), "noteAsked"] },
        "conflict.discard": { target: "resting", actions: [assign(({ context }) => discardOurs(context)), "tellChanged"] },
      },
    },
    /**
     * The server has it all. What a form holds beside that would go with the editor: it is shown. A file that waits for the author's word would,
     * too: it is asked first.
     */
    saved: {
      always: [
        { guard: "isWithheld", target: "resting", actions: "showWithheld" },
        { guard: "hasLateFile", target: "asking", actions: "tellChanged" },
        { target: "forgetting" },
      ],
    },
    asking: {
      tags: "asks-to-leave",
      // An edit is an edit like any other: stay.
      always: { guard: "isUnsaved", target: "resting" },
      on: { "leave.give": { target: "forgetting", actions: "dropLateFile" }, "leave.refuse": "resting" },
    },
    /** What this device kept may go, and the editor closes. */
    forgetting: {
      tags: "saving",
      entry: "noteForgotten",
      invoke: {
        id: "forgetDraft",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.savedScript.uuid }),
        onDone: "#editor.closed",
        onError: "#editor.closed",
      },
      after: { stuck: "#editor.closed" },
      // An edit that came while closing is an edit like any other: stay.
      on: { "draft.changed": "resting" },
    },
  },
})
