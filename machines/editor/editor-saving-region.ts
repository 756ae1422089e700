// Saving: kept on this device first, then sent with the revision it was made on; every way it can end (spec/2-editor §4, reliability.md).

import { and, assign, not } from "xstate"
import { Overtaken } from "../../domain/failure.ts"
import { same } from "../../domain/json/json-equality.ts"
import { authoredOf } from "../../domain/script/local-draft.ts"
import type { Authored, Script } from "../../domain/script/script.ts"
import { merge, type Picks } from "../../domain/script/script-merge.ts"
import { sanitised } from "../../domain/script/script-normalization.ts"
import { asFailure } from "../ports.ts"
import { stillIn } from "./editor-selection.ts"
import { type EditorContext, editor, isLockedPart } from "./editor-setup.ts"
import { type Deed, recorded } from "./undo-history.ts"
import { carried, kept } from "./unsaved-work.ts"

// How the draft goes on when the server's script is another one: after a save, after someone else's save, after a save whose answer was lost.

type Change = Partial<EditorContext>

/** The draft on top of `script` as `draft` has it; a step of undo where that is another one. */
const onto = (context: EditorContext, script: Script, base: Authored, draft: Authored, deed: Deed): Change => ({
  saved: script,
  base,
  draft,
  marked: stillIn(draft, context.marked),
  turns: context.turns + (draft === context.draft ? 0 : 1),
  history: recorded(context.history, deed, context.draft, draft, null),
  unanswered: [],
  failure: null,
  theirs: null,
})

/** The server took what was sent last. Edits made since then stay, on top of what it says now. */
export const acknowledged = (context: EditorContext, script: Script): Change =>
  taken(context, script, context.unanswered.at(-1) ?? context.draft)

const taken = (context: EditorContext, script: Script, sent: Authored): Change => {
  const said = authoredOf(script)
  // The same objects as before, so that nothing looks changed that is not.
  if (same(said, sent)) return onto(context, script, sent, context.draft, "merge")
  const draft = context.draft === sent ? said : merge({ base: sent, mine: context.draft, theirs: said })
  return onto(context, script, said, draft, "merge")
}

export const asOvertaken = (error: unknown): Overtaken | null => {
  const failure = asFailure(error)
  return failure._tag === "Overtaken" ? failure : null
}

/** Which of the sends that went unanswered the newer revision is, but for markup that the server does not keep: then nobody else saved, only the answer got lost. */
const ownSend = (context: EditorContext, error: unknown): Authored | undefined => {
  const now = asOvertaken(error)
  if (now === null) return undefined
  const said = sanitised(authoredOf(now.script))
  return context.unanswered.find((sent) => same(said, sanitised(sent)))
}

export const isOwnSend = (context: EditorContext, error: unknown): boolean => ownSend(context, error) !== undefined

export const acknowledgedLate = (context: EditorContext, error: unknown): Change => {
  const [now, sent] = [asOvertaken(error), ownSend(context, error)]
  return now && sent ? taken(context, now.script, sent) : {}
}

/** The server does not take it. What it found in what was sent is shown as a check's findings are. */
export const refused = (context: EditorContext, error: unknown): Change => {
  const failure = asFailure(error)
  const sent = context.unanswered.at(-1)
  const found = failure._tag === "Refused" && failure.findings.length > 0 && sent ? { findings: failure.findings, checked: sent } : {}
  return { failure, ...found }
}

/** [S5] Whether an instruction may come behind another: by the status that the script has now, which may be what the other saved. */
export const mayKeepBoth = ({ theirs, flags }: Pick<EditorContext, "theirs" | "flags">): boolean =>
  theirs !== null && !isLockedPart({ saved: theirs.script, flags }, "sequence")

/** Both brought together; what both changed is as picked. */
export const merged = (context: EditorContext, picks: Picks): Change => {
  if (context.theirs === null) return {}
  const theirs = authoredOf(context.theirs.script)
  const fresh = mayKeepBoth(context) ? context.fresh : undefined
  return onto(context, context.theirs.script, theirs, merge({ base: context.base, mine: context.draft, theirs }, picks, fresh), "merge")
}

/** Mine as it is, in the place of theirs. */
export const overwriting = (context: EditorContext): Change =>
  context.theirs === null ? {} : onto(context, context.theirs.script, authoredOf(context.theirs.script), context.draft, "merge")

/** Theirs in the place of mine, which undo brings back. */
export const discarding = (context: EditorContext): Change => {
  if (context.theirs === null) return {}
  const theirs = authoredOf(context.theirs.script)
  return onto(context, context.theirs.script, theirs, theirs, "discard")
}

const hasArrived = not("isArriving")
const asked = { target: "keeping", actions: "noteAsked" } as const
const again = { "script.save": asked, "save.retry": asked, "page.online": "keeping" } as const

export const saving = editor.createStateConfig({
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
          { guard: "isUnsaved", ...asked },
          { target: "saved" },
        ],
      },
    },
    /** A picture or a file is on its way, and belongs to what is saved. Where it does not come, the author is told instead of led away. */
    arriving: {
      tags: "saving",
      entry: "noteTold",
      always: [
        { guard: and([hasArrived, "hasNotArrived"]), target: "resting" },
        { guard: and([hasArrived, "isUnfinished"]), target: "resting", actions: "showUnfinished" },
        { guard: and([hasArrived, "isMistitled"]), target: "resting" },
        { guard: and([hasArrived, "isWithheld"]), target: "resting", actions: "showWithheld" },
        { guard: and([hasArrived, "isUnsaved"]), ...asked },
        { guard: hasArrived, target: "saved" },
      ],
    },
    keeping: {
      tags: "saving",
      entry: "forgetFailure",
      invoke: {
        id: "keepBeforeSaving",
        src: "keepDraft",
        input: ({ context }) => kept(context),
        onDone: {
          target: "sending",
          actions: assign({ local: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
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
        input: ({ context }) => carried(context),
        onDone: [
          { guard: "isAllDone", target: "saved", actions: assign(({ context, event }) => acknowledged(context, event.output)) },
          { target: "resting", actions: [assign(({ context, event }) => acknowledged(context, event.output)), "tellChanged"] },
        ],
        onError: [
          {
            guard: ({ context, event }) => isOwnSend(context, event.error),
            target: "late",
            actions: assign(({ context, event }) => acknowledgedLate(context, event.error)),
          },
          {
            guard: ({ event }) => asOvertaken(event.error) !== null,
            target: "overtaken",
            actions: ["noteRefused", assign({ theirs: ({ event }) => asOvertaken(event.error) })],
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
          { target: "resting", actions: [assign(({ context, event }) => refused(context, event.error)), "noteRefused"] },
        ],
      },
    },
    /** The server had taken an earlier send after all; what came since is sent now, with what is still on its way. */
    late: {
      always: [{ guard: "isArriving", target: "arriving" }, { guard: "isUnsaved", target: "keeping" }, { target: "saved" }],
    },
    waiting: { after: { retry: "keeping" }, on: again },
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
        "conflict.merge": { target: "resting", actions: [assign(({ context, event }) => merged(context, event.picks)), "tellChanged"] },
        "conflict.overwrite": { target: "keeping", actions: [assign(({ context }) => overwriting(context)), "noteAsked"] },
        "conflict.discard": { target: "resting", actions: [assign(({ context }) => discarding(context)), "tellChanged"] },
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
        input: ({ context }) => ({ user: context.user, script: context.saved.uuid }),
        onDone: "#editor.closed",
        onError: "#editor.closed",
      },
      after: { stuck: "#editor.closed" },
      // An edit that came while closing is an edit like any other: stay.
      on: { "draft.changed": "resting" },
    },
  },
})
