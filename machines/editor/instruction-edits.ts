// Edits of one instruction (its fields, choices, options, translations and picture), and what every edit does: it replaces the draft, records
// a step of the undo history, and keeps references intact.
import { updateDelay } from "../../domain/flow/reading-delay.ts"
import { type ChoiceCountWarning, replaceChoices } from "../../domain/questions/choice-question.ts"
import { updateReferences } from "../../domain/recall/reference-renaming.ts"
import { findPicture, setPicture } from "../../domain/rich-text/message-media.ts"
import { type Instruction, setMessage } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { getPartKey, getTranslationOwner, setTranslation, syncPicture, syncVideo } from "../../domain/script/translatable-texts.ts"
import type { EditEvent, EditorContext, EditorEvent } from "./editor-model.ts"
import { findInstructionIndex } from "./editor-selection.ts"
import { nameField, recordStep, type StepKind } from "./undo-history.ts"
import { listPendingForms, updatePendingForm } from "./unsaved-work.ts"

/** The context changes of an edit. */
export type Change = Partial<EditorContext>

/** Replaces the draft. `field` names the text field being typed in; null for an edit that is a step of its own. */
export const recordEdit = (context: EditorContext, kind: StepKind, draft: AuthoredScript, field: string | null = null): Change => ({
  draft,
  history: recordStep(context.history, kind, context.draft, draft, field),
})

export type Instructions = ReadonlyArray<Instruction>

/**
 * [C12] The draft with other instructions; conditions and recalls follow the instructions they refer to in `before`. If
 * that changed any text, `draftEpoch` increases so that open fields reload.
 */
export const renameReferences = (
  context: EditorContext,
  before: Instructions,
  after: Instructions,
): { readonly draft: AuthoredScript; readonly draftEpoch: number } => {
  const instructions = updateReferences(before, after)
  return { draft: { ...context.draft, instructions }, draftEpoch: context.draftEpoch + (instructions === after ? 0 : 1) }
}

type Write = Extract<EditEvent, { readonly type: "instruction.update" }>

export const updateInstruction = (context: EditorContext, event: Write): Change => {
  const { uuid, field, change } = event
  const index = findInstructionIndex(context, uuid)
  const instruction = index === undefined ? undefined : context.draft.instructions[index]
  if (index === undefined || instruction === undefined) return {}
  if (change.label !== undefined) return renameInstruction(context, event)
  const { language } = context.draft
  const messages =
    change.messages &&
    (instruction.type === "image"
      ? { messages: syncPicture(change.messages, language) }
      : instruction.type === "video" && { messages: syncVideo(instruction.messages, change.messages, language) })
  const next = { ...instruction, ...change, ...messages, ...followingDelay(instruction, change) }
  const draft = { ...context.draft, instructions: context.draft.instructions.with(index, next) }
  return recordEdit(context, field === null ? "set" : "type", draft, field === null ? null : `${uuid} ${field}`)
}

type ChoicesWrite = Extract<EditEvent, { readonly type: "choices.update" }>

/** The choice question of an event with the event's choices; null if the instruction has none. */
const applyChoices = (context: EditorContext, { uuid, choices, minimum }: ChoicesWrite) => {
  const question = context.draft.instructions[findInstructionIndex(context, uuid) ?? -1]?.question
  return question?.type === "choice" || question?.type === "multiple" ? replaceChoices(question, choices, minimum) : null
}

export const updateChoices = (context: EditorContext, event: ChoicesWrite): Change => {
  const changed = applyChoices(context, event)
  if (changed === null) return {}
  return updateInstruction(context, {
    type: "instruction.update",
    uuid: event.uuid,
    field: event.field,
    change: { question: changed.question },
  })
}

/** [Q6] Only valid options go into the script; the form keeps the rest. */
export const updateOptions = (context: EditorContext, event: Extract<EditEvent, { readonly type: "options.update" }>): Change => {
  const { uuid, field, question } = event
  const form = updatePendingForm(context, event)
  if (form === null) return {}
  const change = form.isWritten ? updateInstruction(context, { type: "instruction.update", uuid, field, change: { question } }) : {}
  const isBlockedByForms =
    context.isBlockedByForms && listPendingForms({ draft: change.draft ?? context.draft, pendingForms: form.entries }).length > 0
  return { ...change, pendingForms: form.entries, isBlockedByForms }
}

/** Returns the warning about the number of choices that an event leads to; null if there is none. */
export const choiceCountWarning = (context: EditorContext, event: EditorEvent): ChoiceCountWarning | null =>
  (event.type === "choices.update" ? applyChoices(context, event)?.warning : null) ?? null

export const updateTranslation = (context: EditorContext, event: Extract<EditEvent, { readonly type: "translation.type" }>): Change => {
  const { uuid, part, locale, text } = event
  const { draft, newUuid } = context
  const instruction = draft.instructions[findInstructionIndex(context, uuid) ?? -1]
  if (instruction === undefined || locale === draft.language) return {}
  const {
    messages,
    question = null,
    action = null,
  } = setTranslation(instruction, { part, locale, text, language: draft.language, newUuid })
  const field = `${locale} ${getPartKey(part)}`
  const owner = getTranslationOwner(part)
  const change = owner === "question" ? { question } : owner === "action" ? { action } : { messages }
  return updateInstruction(context, { type: "instruction.update", uuid, field, change })
}

/**
 * While a name is being typed it may briefly equal another instruction's name, so references are renamed from the name
 * before the typing began.
 */
const renameInstruction = (context: EditorContext, { uuid, change }: Write): Change => {
  const field = `${uuid} ${nameField}`
  const { typing } = context.history
  const before = (typing?.field === field ? typing.before : context.draft).instructions
  const after = before.map((instruction) => (instruction.uuid === uuid ? { ...instruction, ...change } : instruction))
  const { draft, draftEpoch } = renameReferences(context, before, after)
  return { ...recordEdit(context, "type", draft, field), draftEpoch }
}

/** [I7] The reading delay follows the text, unless the author set it by hand. */
const followingDelay = (before: Instruction, { messages, typing_delay }: Partial<Instruction>): Partial<Instruction> =>
  messages === undefined || typing_delay !== undefined ? {} : { typing_delay: updateDelay(before, messages) }

/** Returns the changes that insert an uploaded image into its message; it inherits the alternative text of the old image. */
export const insertUploadedImage = (context: EditorContext, src: string): Change => {
  const { imageToUpload, draft } = context
  const instruction = draft.instructions[findInstructionIndex(context, imageToUpload?.uuid ?? null) ?? -1]
  if (imageToUpload === null || instruction === undefined) return { imageToUpload: null }
  const messages = setMessage(instruction, imageToUpload.locale, context.newUuid, (content) =>
    setPicture(content, { src, alt: findPicture(content)?.alt ?? "" }),
  )
  const change = updateInstruction(context, { type: "instruction.update", uuid: instruction.uuid, field: null, change: { messages } })
  // Fields of another instruction do not reload, so that typing there is not interrupted.
  return { ...change, draftEpoch: context.draftEpoch + (context.selected === instruction.uuid ? 1 : 0), imageToUpload: null }
}
