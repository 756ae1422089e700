// The author's edits: how each changes the draft, the undo history and the selection.

import { expandBlockAround } from "../../domain/editing/editor-outline.ts"
import {
  createInstructionCopies,
  insertInstruction,
  moveInstructionsTo,
  removeInstructions,
  shiftInstructions,
} from "../../domain/editing/instruction-list.ts"
import { newInstruction, type PickerEntry } from "../../domain/editing/new-instruction.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { setTitleTranslation } from "../../domain/script/title.ts"
import { applyQuickFix } from "./editor-findings.ts"
import type { EditorContext, EditorEvent } from "./editor-model.ts"
import { findInstructionIndex, insertionIndex, pruneMarks, removeMarks, revealSelection, selectInstruction } from "./editor-selection.ts"
import {
  type Change,
  type Instructions,
  recordEdit,
  renameReferences,
  updateChoices,
  updateInstruction,
  updateOptions,
  updateTranslation,
} from "./instruction-edits.ts"
import { recordStep, redo, type StepKind, undo } from "./undo-history.ts"

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

/** `about`: the instructions that were moved, added or removed. */
const reorder = (context: EditorContext, kind: StepKind, instructions: Instructions, about: ReadonlyArray<string>): Change => {
  const { draft, draftEpoch } = renameReferences(context, context.draft.instructions, instructions)
  return { draft, history: recordStep(context.history, kind, context.draft, draft, null, about), draftEpoch }
}

/** Adds an instruction after the selected one, or at the end, and selects it. */
const addInstruction = (context: EditorContext, entry: PickerEntry): Change => {
  const { draft, newUuid } = context
  const instruction = newInstruction(entry, { newUuid, locale: draft.language })
  const after = draft.instructions[insertionIndex(context)]?.uuid ?? null
  return {
    ...reorder(context, "add", insertInstruction(draft.instructions, instruction, after), [instruction.uuid]),
    selected: instruction.uuid,
    isPickerOpen: false,
  }
}

/** [I13] Adds copies after the last of these and selects the first copy. */
const copyInstructions = (context: EditorContext, uuids: ReadonlySet<string>) => {
  const { list, copies } = createInstructionCopies(context.draft.instructions, uuids, context.newUuid)
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
