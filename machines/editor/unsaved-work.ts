// What the server does not have of the draft, what of that this device keeps, and what leaving would lose.

import { same } from "../../domain/json/json-equality.ts"
import { type Entry, entered, mayBeWritten, stands } from "../../domain/questions/question-form.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { type KeptDraft, removedSince } from "../../domain/script/local-draft.ts"
import type { Authored } from "../../domain/script/script.ts"
import { difference, isUnchanged } from "../../domain/script/script-patch.ts"
import type { EditEvent } from "./editor-model.ts"
import type { EditorContext, Saving, Untold } from "./editor-setup.ts"

// What the forms of questions hold that is not in the script, by instruction: kept for as long as the editor is open (decisions Q6).

type Held = Pick<EditorContext, "draft" | "entries">

/** What the form of an instruction holds beside the script. */
export const entryOf = ({ draft, entries }: Held, uuid: string): Entry | null => {
  const entry = entries.get(uuid)
  const inScript = entry === undefined ? null : draft.instructions.find((it) => it.uuid === uuid)?.question
  return entry !== undefined && inScript && stands(entry, inScript) ? entry : null
}

/** The instructions whose forms hold something, in their sequence: with one of them a script is not saved, and not left without a word. */
export const withheld = (context: Held): ReadonlyArray<Instruction> =>
  context.entries.size === 0
    ? []
    : context.draft.instructions.filter(({ uuid }) => context.entries.has(uuid) && entryOf(context, uuid) !== null)

type OptionsWrite = Extract<EditEvent, { readonly type: "options.write" }>

/** What the forms hold once options were put in one of them, and whether the script is to have those. */
export const put = (context: Held, { uuid, question, unread }: OptionsWrite) => {
  const inScript = context.draft.instructions.find((it) => it.uuid === uuid)?.question
  if (!inScript) return null
  const entry = entered({ question, unread }, inScript)
  const entries = new Map(context.entries)
  if (entry === null) entries.delete(uuid)
  else entries.set(uuid, entry)
  return { entries, isWritten: mayBeWritten(question) && !same(question, inScript) }
}

export const isDirty = ({ base, draft }: Pick<EditorContext, "base" | "draft">): boolean => !isUnchanged(base, draft)

type Versions = Pick<EditorContext, "base" | "draft" | "unanswered">

/** The newest of what was sent without an answer that is another script than the draft. */
const sentOtherwise = ({ draft, unanswered }: Versions): Authored | undefined => unanswered.findLast((sent) => !isUnchanged(sent, draft))

/** Whether the server has, or may have, another script than the draft. */
export const isUnsaved = (versions: Versions): boolean => isDirty(versions) || sentOtherwise(versions) !== undefined

/** What may have kept something from coming into the script. */
export const untold = ({ pictureProblem, importProblem, lateFile }: EditorContext): ReadonlyArray<Untold> => [
  pictureProblem,
  importProblem,
  lateFile,
]

type Arriving = Pick<EditorContext, "picturing" | "importing">

/** Whether a picture or a file is on its way into the script. */
export const isArriving = ({ picturing, importing }: Arriving): boolean => picturing !== null || importing !== null

/** Whether what was sent last is all that there is. */
export const isAllSent = (context: Versions & Arriving): boolean => context.draft === context.unanswered.at(-1) && !isArriving(context)

type InHand = Arriving & Pick<EditorContext, "lateFile" | "draft" | "entries">

/** Whether something is here that neither the server has nor this device keeps. */
export const isInHand = (context: InHand): boolean => isArriving(context) || context.lateFile !== null || withheld(context).length > 0

/** Whether leaving would lose edits, or what is on its way into them. */
export const isWorkAtStake = (context: Versions & Arriving): boolean => isUnsaved(context) || isArriving(context)

/** Whether leaving would lose something. */
export const isAtStake = (context: Versions & InHand): boolean => isUnsaved(context) || isInHand(context)

/** The instructions of which the author has not said what they are: with one of them a script is not saved (spec/2-editor §4). */
export const unfinished = ({ instructions }: Authored): ReadonlyArray<Instruction> => instructions.filter(({ type }) => type === "empty")

/** What a save of the draft as it stands carries. */
export const carried = ({ community, saved, base, draft, flags }: EditorContext): Saving => ({
  community,
  uuid: saved.uuid,
  script: draft,
  markedForDelete: removedSince(base, draft),
  revision: saved.revision,
  allowChanges: flags.allowChanges,
})

/** The draft as this device keeps it. One that is as it was read stands on what was sent since: else there would be nothing to go back to. */
export const kept = (context: EditorContext): KeptDraft => {
  const { user, saved, draft, now } = context
  const base = isDirty(context) ? context.base : (sentOtherwise(context) ?? context.base)
  return { user, script: saved.uuid, revision: saved.revision, base, delta: difference(base, draft), at: now() }
}
