// The author's edits: what each makes of the draft, of the steps of undo, and of what is selected. The rules are the domain's.
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
import { changeScriptLanguage, setTranslation, syncPicture } from "../../domain/script/translations.ts"
import { applyQuickFix } from "./editor-findings.ts"
import type { EditEvent, EditorEvent } from "./editor-model.ts"
import { findPlace, insertionPlace, pruneMarks, removeMarks } from "./editor-selection.ts"
import type { EditorContext, OpenedScriptFile } from "./editor-setup.ts"
import { nameField, recordStep, redo, type StepKind, undo } from "./undo-history.ts"
import { listPendingForms, updatePendingForm } from "./unsaved-work.ts"

type Change = Partial<EditorContext>

/** What an edit makes of the editor; nothing where it has no place to happen. */
export const applyEdit = (context: EditorContext, event: EditorEvent): Change => revealSelection(context, computeEdit(context, event))

/** What is worked in does not come to be hidden by it: a block that closes over it opens. One that its author closed over it stays so. */
const revealSelection = (context: EditorContext, change: Change): Change => {
  if (context.closed.size === 0 || change.draft === undefined) return change
  const now = { ...context, ...change }
  const closed = expandBlockAround(now.draft.instructions, now.closed, now.selected)
  const wasHidden =
    now.selected === context.selected && expandBlockAround(context.draft.instructions, now.closed, now.selected) !== now.closed
  return wasHidden ? change : { ...change, closed }
}

const computeEdit = (context: EditorContext, event: EditorEvent): Change => {
  switch (event.type) {
    case "title.type":
      return recordEdit(context, "type", { ...context.draft, name: event.text }, "name")
    case "public-title.type":
      return recordEdit(context, "type", { ...context.draft, public_name: event.text }, "public_name")
    case "language.pick":
      // Fields that hold a text of their own have to take up that of the other language.
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
    case "instruction.write":
      return updateInstruction(context, event)
    case "choices.write":
      return updateChoices(context, event)
    case "options.write":
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

/** The draft is `draft` now. `field` names what is typed in; null for an edit that is whole by itself. */
const recordEdit = (context: EditorContext, deed: StepKind, draft: AuthoredScript, field: string | null = null): Change => ({
  draft,
  history: recordStep(context.history, deed, context.draft, draft, field),
})

type List = ReadonlyArray<Instruction>

/**
 * The draft with other instructions. Conditions and recalls stay with the instructions they name (decisions C12): they follow from how
 * they stood in `before`. Where one did, fields that hold a text of their own have to take it up: the draft made a turn.
 */
const renameReferences = (
  context: EditorContext,
  before: List,
  after: List,
): { readonly draft: AuthoredScript; readonly draftEpoch: number } => {
  const instructions = updateReferences(before, after)
  return { draft: { ...context.draft, instructions }, draftEpoch: context.draftEpoch + (instructions === after ? 0 : 1) }
}

/** `about`: which of the instructions were moved, added or taken away. */
const reorder = (context: EditorContext, deed: StepKind, instructions: List, about: ReadonlyArray<string>): Change => {
  const { draft, draftEpoch } = renameReferences(context, context.draft.instructions, instructions)
  return { draft, history: recordStep(context.history, deed, context.draft, draft, null, about), draftEpoch }
}

/** A new instruction behind the selected one, else at the end; it is selected. */
const addInstruction = (context: EditorContext, entry: PickerEntry): Change => {
  const { draft, fresh } = context
  const instruction = newInstruction(entry, { fresh, locale: draft.language })
  const after = draft.instructions[insertionPlace(context)]?.uuid ?? null
  return {
    ...reorder(context, "add", insertInstruction(draft.instructions, instruction, after), [instruction.uuid]),
    selected: instruction.uuid,
    isPickerOpen: false,
  }
}

/** Copies of these behind the last of them; the first is selected, and seen. */
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

/** The copies are marked then, in place of what they were made of. */
const copyMarked = (context: EditorContext): Change => {
  const made = copyInstructions(context, context.marked)
  return made === null ? {} : { ...made.change, marked: new Set(made.copies) }
}

/** Without these instructions. Was one of them selected, what takes its place is. */
const deleteInstructions = (context: EditorContext, uuids: ReadonlySet<string>): Change => {
  const before = context.draft.instructions
  const instructions = removeInstructions(before, [...uuids])
  const isGone = context.selected !== null && uuids.has(context.selected)
  const place = before.slice(0, findPlace(context, context.selected) ?? 0).filter(({ uuid }) => !uuids.has(uuid)).length
  const next = instructions[Math.min(place, instructions.length - 1)]?.uuid ?? null
  return {
    ...reorder(context, "delete", instructions, [...uuids]),
    selected: isGone ? next : context.selected,
    marked: removeMarks(context.marked, uuids),
  }
}

/** The same where it was asked about first. */
export const applyPendingDeletion = (context: EditorContext): Change =>
  context.pendingDeletion === null
    ? {}
    : { ...revealSelection(context, deleteInstructions(context, context.pendingDeletion)), pendingDeletion: null }

const fixFinding = (context: EditorContext, finding: Finding): Change => {
  const next = applyQuickFix(context, finding)
  const before = context.draft.instructions
  if (next === null) return {}
  const after = before.map((it) => (it.uuid === next.uuid ? next : it))
  const { draft } = renameReferences(context, before, after)
  // It is mended, though the next check will say so only after a while: pressed twice, a way would be gone twice.
  const findings = context.findings.filter((it) => it !== finding)
  return { ...recordEdit(context, "fix", draft), findings, draftEpoch: context.draftEpoch + 1, ...selectInstruction(context, next.uuid) }
}

/** What an author comes to is seen, also where it stands in a closed block. */
export const selectInstruction = ({ draft, closed }: Pick<EditorContext, "draft" | "closed">, uuid: string) => ({
  selected: uuid,
  closed: expandBlockAround(draft.instructions, closed, uuid),
  isPickerOpen: false,
})

type Write = Extract<EditEvent, { readonly type: "instruction.write" }>

const updateInstruction = (context: EditorContext, event: Write): Change => {
  const { uuid, field, change } = event
  const place = findPlace(context, uuid)
  const instruction = place === undefined ? undefined : context.draft.instructions[place]
  if (place === undefined || instruction === undefined) return {}
  if (change.label !== undefined) return renameInstruction(context, event)
  const messages = change.messages && instruction.type === "image" && { messages: syncPicture(change.messages, context.draft.language) }
  const next = { ...instruction, ...change, ...messages, ...followingDelay(instruction, change) }
  const draft = { ...context.draft, instructions: context.draft.instructions.with(place, next) }
  return recordEdit(context, field === null ? "set" : "type", draft, field === null ? null : `${uuid} ${field}`)
}

type ChoicesWrite = Extract<EditEvent, { readonly type: "choices.write" }>

/** The question of choices that an event is about, once it has the event's list; null where there is none. */
const applyChoices = (context: EditorContext, { uuid, choices, minimum }: ChoicesWrite) => {
  const question = context.draft.instructions[findPlace(context, uuid) ?? -1]?.question
  return question?.type === "choice" || question?.type === "multiple" ? replaceChoices(question, choices, minimum) : null
}

const updateChoices = (context: EditorContext, event: ChoicesWrite): Change => {
  const list = applyChoices(context, event)
  if (list === null) return {}
  return updateInstruction(context, {
    type: "instruction.write",
    uuid: event.uuid,
    field: event.field,
    change: { question: list.question },
  })
}

/** Only what is sound goes into the script; the rest stays with the form. */
const updateOptions = (context: EditorContext, event: Extract<EditEvent, { readonly type: "options.write" }>): Change => {
  const { uuid, field, question } = event
  const made = updatePendingForm(context, event)
  if (made === null) return {}
  const change = made.isWritten ? updateInstruction(context, { type: "instruction.write", uuid, field, change: { question } }) : {}
  const isHeldUp =
    context.isBlockedByForms && listPendingForms({ draft: change.draft ?? context.draft, pendingForms: made.entries }).length > 0
  return { ...change, pendingForms: made.entries, isBlockedByForms: isHeldUp }
}

/** What is told of the number of choices that an event brings: null where it is the same. */
export const choiceCountWarning = (context: EditorContext, event: EditorEvent): ChoiceCountWarning | null =>
  (event.type === "choices.write" ? applyChoices(context, event)?.warning : null) ?? null

const updateTranslation = (context: EditorContext, event: Extract<EditEvent, { readonly type: "translation.type" }>): Change => {
  const { uuid, part, locale, text } = event
  const { draft, fresh } = context
  const instruction = draft.instructions[findPlace(context, uuid) ?? -1]
  if (instruction === undefined || locale === draft.language) return {}
  const { messages, question = null } = setTranslation(instruction, { part, locale, text, language: draft.language, fresh })
  const field = `${locale} ${part.of === "choice" ? part.choice : part.of}`
  return updateInstruction(context, { type: "instruction.write", uuid, field, change: part.of === "choice" ? { question } : { messages } })
}

/**
 * A name being typed passes through names that others have. What refers to the instruction follows from its name before the typing
 * began, so nothing on the way is taken for the name.
 */
const renameInstruction = (context: EditorContext, { uuid, change }: Write): Change => {
  const field = `${uuid} ${nameField}`
  const { typing } = context.history
  const before = (typing?.field === field ? typing.before : context.draft).instructions
  const after = before.map((it) => (it.uuid === uuid ? { ...it, ...change } : it))
  const { draft, draftEpoch } = renameReferences(context, before, after)
  return { ...recordEdit(context, "type", draft, field), draftEpoch }
}

/** [I7] The reading delay follows the text, unless the author set it by hand. */
const followingDelay = (before: Instruction, { messages, typing_delay }: Partial<Instruction>): Partial<Instruction> =>
  messages === undefined || typing_delay !== undefined ? {} : { typing_delay: updateDelay(before, messages) }

/** The picture that was on its way stands in its message now, with the words that the one before it had. */
export const insertUploadedImage = (context: EditorContext, src: string): Change => {
  const { imageToUpload, draft } = context
  const instruction = draft.instructions[findPlace(context, imageToUpload?.uuid ?? null) ?? -1]
  if (imageToUpload === null || instruction === undefined) return { imageToUpload: null }
  const messages = setMessage(instruction, imageToUpload.locale, context.fresh, (content) =>
    setPicture(content, { src, alt: findPicture(content)?.alt ?? "" }),
  )
  const change = updateInstruction(context, { type: "instruction.write", uuid: instruction.uuid, field: null, change: { messages } })
  // Who writes in another instruction meanwhile is not interrupted.
  return { ...change, draftEpoch: context.draftEpoch + (context.selected === instruction.uuid ? 1 : 0), imageToUpload: null }
}

/** The payload of a script file in the place of what is there; the first instruction is selected. */
export const replaceWithImport = (context: EditorContext, opened: OpenedScriptFile): Change => {
  if (opened._tag !== "Opened") return {}
  const instructions = renumberInstructions(ensureUniqueUuids(opened.script.instructions, context.fresh))
  return {
    ...recordEdit(context, "import", { ...opened.script, instructions }),
    // What stood there may be written in, and what comes may be a version of it.
    draftEpoch: context.draftEpoch + 1,
    selected: instructions[0]?.uuid ?? null,
    importedCount: instructions.length,
    marked: new Set(),
    isPickerOpen: false,
  }
}

/** After a step of undo: what it changed is selected, so that it is seen. */
const applyHistoryMove = (context: EditorContext, way: "undo" | "redo", turn: ReturnType<typeof undo>): Change => {
  if (turn === null) return {}
  const { draft, history, step } = turn
  const touched = [...step.about, ...[...step.delta.inserted, ...step.delta.removed].map(({ uuid }) => uuid)]
  const selected = touched.find((uuid) => draft.instructions.some((it) => it.uuid === uuid)) ?? null
  const still = draft.instructions.some(({ uuid }) => uuid === context.selected)
  return {
    draft,
    history,
    lastHistoryMove: { way, step },
    draftEpoch: context.draftEpoch + 1,
    selected: selected ?? (still ? context.selected : null),
    closed: expandBlockAround(draft.instructions, context.closed, selected),
    marked: pruneMarks(draft, context.marked),
    isPickerOpen: selected === null && context.isPickerOpen,
  }
}
