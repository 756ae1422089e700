// Unsaved work of the editor: what the server does not have, what this device stores of it, and what leaving would lose.
import { deepEqual } from "../../domain/json/json-value.ts"
import { createPendingForm, hasValidOptions, isStillCurrent, type PendingQuestionForm } from "../../domain/questions/question-check.ts"
import { type LocalDraft, listRemovedUuids } from "../../domain/revisions/local-draft.ts"
import { areScriptsEqual, createPatch } from "../../domain/revisions/script-patch.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { EditEvent, EditorContext, IncomingFailure, SaveRequest } from "./editor-model.ts"

type DraftWithForms = Pick<EditorContext, "draft" | "pendingForms">

/** [Q6] Returns the form values of an instruction that are not in the script; null if there are none. */
export const findPendingForm = ({ draft, pendingForms }: DraftWithForms, uuid: string): PendingQuestionForm | null => {
  const form = pendingForms.get(uuid)
  const question = form === undefined ? null : draft.instructions.find((instruction) => instruction.uuid === uuid)?.question
  return form !== undefined && question && isStillCurrent(form, question) ? form : null
}

/** [Q6] Returns the instructions with pending form values, in script order; these block saving and leaving. */
export const listPendingForms = (context: DraftWithForms): ReadonlyArray<Instruction> =>
  context.pendingForms.size === 0
    ? []
    : context.draft.instructions.filter(({ uuid }) => context.pendingForms.has(uuid) && findPendingForm(context, uuid) !== null)

type OptionsWrite = Extract<EditEvent, { readonly type: "options.update" }>

/** Returns the pending forms after a change of one form, and whether its options go into the script. */
export const updatePendingForm = (context: DraftWithForms, { uuid, question, unread }: OptionsWrite) => {
  const scriptQuestion = context.draft.instructions.find((instruction) => instruction.uuid === uuid)?.question
  if (!scriptQuestion) return null
  const form = createPendingForm({ question, unparsed: unread }, scriptQuestion)
  const entries = new Map(context.pendingForms)
  if (form === null) entries.delete(uuid)
  else entries.set(uuid, form)
  return { entries, isWritten: hasValidOptions(question) && !deepEqual(question, scriptQuestion) }
}

/** Whether the draft differs from the script that it is based on. */
export const isDirty = ({ base, draft }: Pick<EditorContext, "base" | "draft">): boolean => !areScriptsEqual(base, draft)

type DraftState = Pick<EditorContext, "base" | "draft" | "unconfirmedSends">

/** The newest unconfirmed send that differs from the draft. */
const lastDifferentSend = ({ draft, unconfirmedSends }: DraftState): AuthoredScript | undefined =>
  unconfirmedSends.findLast((sent) => !areScriptsEqual(sent, draft))

/** Whether the server has, or may have, a script that differs from the draft. */
export const isUnsaved = (context: DraftState): boolean => isDirty(context) || lastDifferentSend(context) !== undefined

/** Returns the failures and decisions that may keep an image or a file out of the script. */
export const listIncomingFailures = ({ imageFailure, importFailure, pendingImport }: EditorContext): ReadonlyArray<IncomingFailure> => [
  imageFailure,
  importFailure,
  pendingImport,
]

type IncomingFiles = Pick<EditorContext, "imageToUpload" | "fileToImport">

/** Whether an image is being uploaded or a file is being read. */
export const hasIncoming = ({ imageToUpload, fileToImport }: IncomingFiles): boolean => imageToUpload !== null || fileToImport !== null

/** Whether the last send contains everything: no edit and no incoming file since. */
export const isEverythingSent = (context: DraftState & IncomingFiles): boolean =>
  context.draft === context.unconfirmedSends.at(-1) && !hasIncoming(context)

type UnstoredWork = IncomingFiles & Pick<EditorContext, "pendingImport" | "draft" | "pendingForms">

/** Whether there is work that neither the server nor this device has stored. */
export const hasUnstoredWork = (context: UnstoredWork): boolean =>
  hasIncoming(context) || context.pendingImport !== null || listPendingForms(context).length > 0

/** Whether leaving would lose edits or incoming files. */
export const hasUnsavedWork = (context: DraftState & IncomingFiles): boolean => isUnsaved(context) || hasIncoming(context)

/** Whether leaving would lose anything. */
export const wouldLoseWork = (context: DraftState & UnstoredWork): boolean => isUnsaved(context) || hasUnstoredWork(context)

/** Returns the instructions without a type yet; a script with one of these cannot be saved. */
export const listEmptyInstructions = ({ instructions }: AuthoredScript): ReadonlyArray<Instruction> =>
  instructions.filter(({ type }) => type === "empty")

/** Returns the request that saves the current draft. */
export const buildSaveRequest = ({ community, savedScript, base, draft, flags }: EditorContext): SaveRequest => ({
  community,
  uuid: savedScript.uuid,
  script: draft,
  markedForDelete: listRemovedUuids(base, draft),
  revision: savedScript.revision,
  allowChanges: flags.allowChanges,
})

/**
 * Returns the draft as this device stores it. A draft that equals the loaded script is stored relative to the last
 * different send, which may have replaced that script on the server.
 */
export const buildLocalDraft = (context: EditorContext): LocalDraft => {
  const { user, savedScript, draft, now } = context
  const base = isDirty(context) ? context.base : (lastDifferentSend(context) ?? context.base)
  return { user, script: savedScript.uuid, revision: savedScript.revision, base, delta: createPatch(base, draft), at: now() }
}
