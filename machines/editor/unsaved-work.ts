// What the server does not have of the draft, what of that this device keeps, and what leaving would lose.

import { deepEqual } from "../../domain/json/json-equality.ts"
import { canWriteToScript, createPendingForm, isStillCurrent, type PendingQuestionForm } from "../../domain/questions/question-form.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { type LocalDraft, listRemovedUuids } from "../../domain/script/local-draft.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { areScriptsEqual, createPatch } from "../../domain/script/script-patch.ts"
import type { EditEvent } from "./editor-model.ts"
import type { EditorContext, IncomingFailure, SaveRequest } from "./editor-setup.ts"

// What the forms of questions hold that is not in the script, by instruction: kept for as long as the editor is open (decisions Q6).

type DraftWithForms = Pick<EditorContext, "draft" | "pendingForms">

/** What the form of an instruction holds beside the script. */
export const findPendingForm = ({ draft, pendingForms }: DraftWithForms, uuid: string): PendingQuestionForm | null => {
  const entry = pendingForms.get(uuid)
  const inScript = entry === undefined ? null : draft.instructions.find((it) => it.uuid === uuid)?.question
  return entry !== undefined && inScript && isStillCurrent(entry, inScript) ? entry : null
}

/** The instructions whose forms hold something, in their sequence: with one of them a script is not saved, and not left without a word. */
export const listPendingForms = (context: DraftWithForms): ReadonlyArray<Instruction> =>
  context.pendingForms.size === 0
    ? []
    : context.draft.instructions.filter(({ uuid }) => context.pendingForms.has(uuid) && findPendingForm(context, uuid) !== null)

type OptionsWrite = Extract<EditEvent, { readonly type: "options.write" }>

/** What the forms hold once options were put in one of them, and whether the script is to have those. */
export const updatePendingForm = (context: DraftWithForms, { uuid, question, unread }: OptionsWrite) => {
  const inScript = context.draft.instructions.find((it) => it.uuid === uuid)?.question
  if (!inScript) return null
  const entry = createPendingForm({ question, unparsed: unread }, inScript)
  const entries = new Map(context.pendingForms)
  if (entry === null) entries.delete(uuid)
  else entries.set(uuid, entry)
  return { entries, isWritten: canWriteToScript(question) && !deepEqual(question, inScript) }
}

export const isDirty = ({ base, draft }: Pick<EditorContext, "base" | "draft">): boolean => !areScriptsEqual(base, draft)

type DraftState = Pick<EditorContext, "base" | "draft" | "unconfirmedSends">

/** The newest of what was sent without an answer that is another script than the draft. */
const lastDifferentSend = ({ draft, unconfirmedSends }: DraftState): AuthoredScript | undefined =>
  unconfirmedSends.findLast((sent) => !areScriptsEqual(sent, draft))

/** Whether the server has, or may have, another script than the draft. */
export const isUnsaved = (versions: DraftState): boolean => isDirty(versions) || lastDifferentSend(versions) !== undefined

/** What may have kept something from coming into the script. */
export const listIncomingFailures = ({ imageFailure, importFailure, pendingImport }: EditorContext): ReadonlyArray<IncomingFailure> => [
  imageFailure,
  importFailure,
  pendingImport,
]

type Arriving = Pick<EditorContext, "imageToUpload" | "fileToImport">

/** Whether a picture or a file is on its way into the script. */
export const hasIncoming = ({ imageToUpload, fileToImport }: Arriving): boolean => imageToUpload !== null || fileToImport !== null

/** Whether what was sent last is all that there is. */
export const isEverythingSent = (context: DraftState & Arriving): boolean =>
  context.draft === context.unconfirmedSends.at(-1) && !hasIncoming(context)

type InHand = Arriving & Pick<EditorContext, "pendingImport" | "draft" | "pendingForms">

/** Whether something is here that neither the server has nor this device keeps. */
export const hasUnstoredWork = (context: InHand): boolean =>
  hasIncoming(context) || context.pendingImport !== null || listPendingForms(context).length > 0

/** Whether leaving would lose edits, or what is on its way into them. */
export const hasUnsavedWork = (context: DraftState & Arriving): boolean => isUnsaved(context) || hasIncoming(context)

/** Whether leaving would lose something. */
export const wouldLoseWork = (context: DraftState & InHand): boolean => isUnsaved(context) || hasUnstoredWork(context)

/** The instructions of which the author has not said what they are: with one of them a script is not saved (spec/2-editor §4). */
export const listEmptyInstructions = ({ instructions }: AuthoredScript): ReadonlyArray<Instruction> =>
  instructions.filter(({ type }) => type === "empty")

/** What a save of the draft as it stands carries. */
export const buildSaveRequest = ({ community, savedScript, base, draft, flags }: EditorContext): SaveRequest => ({
  community,
  uuid: savedScript.uuid,
  script: draft,
  markedForDelete: listRemovedUuids(base, draft),
  revision: savedScript.revision,
  allowChanges: flags.allowChanges,
})

/** The draft as this device keeps it. One that is as it was read stands on what was sent since: else there would be nothing to go back to. */
export const buildLocalDraft = (context: EditorContext): LocalDraft => {
  const { user, savedScript, draft, now } = context
  const base = isDirty(context) ? context.base : (lastDifferentSend(context) ?? context.base)
  return { user, script: savedScript.uuid, revision: savedScript.revision, base, delta: createPatch(base, draft), at: now() }
}
