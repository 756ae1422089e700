// The author's edits: how each changes the draft, the undo history and the selection.
import type { Finding } from "../../domain/check/finding.ts"
import { type ChoiceCountWarning, replaceChoices } from "../../domain/questions/choice-question.ts"
import { renumberInstructions, updateReferences } from "../../domain/recall/reference-renaming.ts"
import { findPicture, setPicture } from "../../domain/rich-text/message-media.ts"
import { expandBlockAround } from "../../domain/script/editor-outline.ts"
import { type Instruction, setMessage } from "../../domain/script/instruction.ts"
import {
  createInstructionCopies,
  ensureUniqueUuids,
  insertInstruction,
  moveInstructionsTo,
  removeInstructions,
  shiftInstructions,
} from "../../domain/script/instruction-list.ts"
import { newInstruction, type PickerEntry } from "../../domain/script/new-instruction.ts"
import { updateDelay } from "../../domain/script/reading-delay.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-languages.ts"
import { hasTitleText } from "../../domain/script/title.ts"
import { getTranslationOwner, setTitleTranslation, setTranslation, syncPicture, syncVideo } from "../../domain/script/translatable-texts.ts"
import { applyQuickFix } from "./editor-findings.ts"
import type { EditEvent, EditorContext, EditorEvent, OpenedScriptFile } from "./editor-model.ts"
import { findInstructionIndex, insertionIndex, pruneMarks, removeMarks, revealSelection, selectInstruction } from "./editor-selection.ts"
import { nameField, recordStep, redo, type StepKind, undo } from "./undo-history.ts"
import { listPendingForms, updatePendingForm } from "./unsaved-work.ts"

type Change = Partial<EditorContext>

/** Returns the context changes of an edit; none if its instruction no longer exists. */
export const applyEdit = (context: EditorContext, event: EditorEvent): Change => revealSelection(context, computeEdit(context, event))

const computeEdit = (context: EditorContext, event: EditorEvent): Change => {
  switch (event.type) {
    case "title.type":
      return recordEdit(context, "type", { ...context.draft, name: event.text }, "name")
    case "public-title.type":
      return recordEdit(context, "type", { ...context.draft, public_name: event.text }, "public_name")
    case "title-translation.type": {
      const { locale, text } = event
      return recordEdit(context, "type", setTitleTranslation(context.draft, locale, text), `${locale} public_name`)
    }
    case "language.pick":
      // Open fields have to reload their text, which is now that of the other language.
      return { ...recordEdit(context, "set", changeScriptLanguage(context.draft, event.language)), draftEpoch: context.draftEpoch + 1 }
    case "instruction.add":
      return addInstruction(context, event.entry)
    case "instruction.copy":
      return copyInstructions(context, event.rows ?? new Set([event.uuid]))?.change ?? {}
    case "instruction.delete":
      return deleteInstructions(context, event.rows ?? new Set([event.uuid]))
    case "marked.delete":
      return deleteInstructions(context, context.marked)
    case "marked.copy":
      return copyMarked(context)
    case "marked.move":
      return reorder(context, "move", shiftInstructions(context.draft.instructions, context.marked, event.by), [...context.marked])
    case "finding.fix":
      return fixFinding(context, event.finding)
    case "instructions.move":
      return reorder(context, "move", moveInstructionsTo(context.draft.instructions, event.uuids, event.to), [...event.uuids])
    case "instruction.update":
      return updateInstruction(context, event)
    case "choices.update":
      return updateChoices(context, event)
    case "options.update":
      return updateOptions(context, event)
    case "translation.type":
      return updateTranslation(context, event)
    case "edit.undo":
      return applyHistoryMove(context, "undo", undo(context.history, context.draft))
    case "edit.redo":
      return applyHistoryMove(context, "redo", redo(context.history, context.draft))
    default:
      return {}
  }
}

/** Replaces the draft. `field` names the text field being typed in; null for an edit that is a step of its own. */
const recordEdit = (context: EditorContext, kind: StepKind, draft: AuthoredScript, field: string | null = null): Change => ({
  draft,
  history: recordStep(context.history, kind, context.draft, draft, field),
})

type Instructions = ReadonlyArray<Instruction>

/**
 * [C12] The draft with other instructions; conditions and recalls follow the instructions they refer to in `before`. If
 * that changed any text, `draftEpoch` increases so that open fields reload.
 */
const renameReferences = (
  context: EditorContext,
  before: Instructions,
  after: Instructions,
): { readonly draft: AuthoredScript; readonly draftEpoch: number } => {
  const instructions = updateReferences(before, after)
  return { draft: { ...context.draft, instructions }, draftEpoch: context.draftEpoch + (instructions === after ? 0 : 1) }
}

/** `about`: the instructions that were moved, added or removed. */
const reorder = (context: EditorContext, kind: StepKind, instructions: Instructions, about: ReadonlyArray<string>): Change => {
  const { draft, draftEpoch } = renameReferences(context, context.draft.instructions, instructions)
  return { draft, history: recordStep(context.history, kind, context.draft, draft, null, about), draftEpoch }
}

/** Adds an instruction after the selected one, or at the end, and selects it. */
const addInstruction = (context: EditorContext, entry: PickerEntry): Change => {
  const { draft, fresh } = context
  const instruction = newInstruction(entry, { fresh, locale: draft.language })
  const after = draft.instructions[insertionIndex(context)]?.uuid ?? null
  return {
    ...reorder(context, "add", insertInstruction(draft.instructions, instruction, after), [instruction.uuid]),
    selected: instruction.uuid,
    isPickerOpen: false,
  }
}

/** [I13] Adds copies after the last of these and selects the first copy. */
const copyInstructions = (context: EditorContext, uuids: ReadonlySet<string>) => {
  const { list, copies } = createInstructionCopies(context.draft.instructions, uuids, context.fresh)
  const [first] = copies
  if (first === undefined) return null
  const draft = { ...context.draft, instructions: list }
  const change: Change = {
    draft,
    history: recordStep(context.history, "copy", context.draft, draft, null, copies),
    draftEpoch: context.draftEpoch + 1,
    selected: first,
    isPickerOpen: false,
  }
  return { change, copies }
}

/** Copies the marked instructions; the marks move to the copies. */
const copyMarked = (context: EditorContext): Change => {
  const result = copyInstructions(context, context.marked)
  return result === null ? {} : { ...result.change, marked: new Set(result.copies) }
}

/** Deletes these instructions. If one of them was selected, the one that takes its place is selected. */
const deleteInstructions = (context: EditorContext, uuids: ReadonlySet<string>): Change => {
  const before = context.draft.instructions
  const instructions = removeInstructions(before, [...uuids])
  const isSelectedDeleted = context.selected !== null && uuids.has(context.selected)
  const index = before.slice(0, findInstructionIndex(context, context.selected) ?? 0).filter(({ uuid }) => !uuids.has(uuid)).length
  const next = instructions[Math.min(index, instructions.length - 1)]?.uuid ?? null
  return {
    ...reorder(context, "delete", instructions, [...uuids]),
    selected: isSelectedDeleted ? next : context.selected,
    marked: removeMarks(context.marked, uuids),
  }
}

/** Returns the context changes of a deletion that the author has confirmed. */
export const applyPendingDeletion = (context: EditorContext): Change =>
  context.pendingDeletion === null
    ? {}
    : { ...revealSelection(context, deleteInstructions(context, context.pendingDeletion)), pendingDeletion: null }

const fixFinding = (context: EditorContext, finding: Finding): Change => {
  const fixed = applyQuickFix(context, finding)
  const before = context.draft.instructions
  if (fixed === null) return {}
  const after = before.map((instruction) => (instruction.uuid === fixed.uuid ? fixed : instruction))
  const { draft } = renameReferences(context, before, after)
  // Remove the finding before the next check does, or pressing the button twice would apply the fix twice.
  const findings = context.findings.filter((other) => other !== finding)
  return { ...recordEdit(context, "fix", draft), findings, draftEpoch: context.draftEpoch + 1, ...selectInstruction(context, fixed.uuid) }
}

type Write = Extract<EditEvent, { readonly type: "instruction.update" }>

const updateInstruction = (context: EditorContext, event: Write): Change => {
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

const updateChoices = (context: EditorContext, event: ChoicesWrite): Change => {
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
const updateOptions = (context: EditorContext, event: Extract<EditEvent, { readonly type: "options.update" }>): Change => {
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

const updateTranslation = (context: EditorContext, event: Extract<EditEvent, { readonly type: "translation.type" }>): Change => {
  const { uuid, part, locale, text } = event
  const { draft, fresh } = context
  const instruction = draft.instructions[findInstructionIndex(context, uuid) ?? -1]
  if (instruction === undefined || locale === draft.language) return {}
  const { messages, question = null, action = null } = setTranslation(instruction, { part, locale, text, language: draft.language, fresh })
  const field = `${locale} ${part.of === "choice" ? part.choice : part.of === "range" ? part.range : part.of}`
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
  const messages = setMessage(instruction, imageToUpload.locale, context.fresh, (content) =>
    setPicture(content, { src, alt: findPicture(content)?.alt ?? "" }),
  )
  const change = updateInstruction(context, { type: "instruction.update", uuid: instruction.uuid, field: null, change: { messages } })
  // Fields of another instruction do not reload, so that typing there is not interrupted.
  return { ...change, draftEpoch: context.draftEpoch + (context.selected === instruction.uuid ? 1 : 0), imageToUpload: null }
}

/** Returns the changes that replace the script with an imported one; the first instruction is selected. */
export const replaceWithImport = (context: EditorContext, opened: OpenedScriptFile): Change => {
  if (opened._tag !== "Opened") return {}
  const instructions = renumberInstructions(ensureUniqueUuids(opened.script.instructions, context.fresh))
  return {
    ...recordEdit(context, "import", { ...opened.script, instructions }),
    // Open fields have to reload, since the imported instructions may have the same uuids.
    draftEpoch: context.draftEpoch + 1,
    selected: instructions[0]?.uuid ?? null,
    importedCount: instructions.length,
    importedTitle:
      hasTitleText(context.draft.name) && opened.script.name !== context.draft.name
        ? { before: context.draft.name, ofFile: opened.script.name }
        : null,
    marked: new Set(),
    isPickerOpen: false,
  }
}

/** Applies an undo or redo; what it changed is selected and becomes visible. */
const applyHistoryMove = (context: EditorContext, way: "undo" | "redo", move: ReturnType<typeof undo>): Change => {
  if (move === null) return {}
  const { draft, history, step } = move
  const touched = [...step.about, ...[...step.delta.inserted, ...step.delta.removed].map(({ uuid }) => uuid)]
  const selected = touched.find((uuid) => draft.instructions.some((instruction) => instruction.uuid === uuid)) ?? null
  const isSelectedLeft = draft.instructions.some(({ uuid }) => uuid === context.selected)
  return {
    draft,
    history,
    lastHistoryMove: { way, step },
    draftEpoch: context.draftEpoch + 1,
    selected: selected ?? (isSelectedLeft ? context.selected : null),
    closed: expandBlockAround(draft.instructions, context.closed, selected),
    marked: pruneMarks(draft, context.marked),
    isPickerOpen: selected === null && context.isPickerOpen,
  }
}
