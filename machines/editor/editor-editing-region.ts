// The editing region: which edits the script's status allows (S4–S6). What each edit does is in editor-edits.ts.
import { assign } from "xstate"
import { extendMarks, findInstructionIndex, selectInstruction, toggleBlock, toggleMark } from "./editor-selection.ts"
import { deletionTargets, editorSetup } from "./editor-setup.ts"
import { choiceCountWarning } from "./instruction-edits.ts"

const title = { guard: "canRetitle", actions: ["applyEdit", "raiseDraftChanged"] } as const
const reorder = { guard: "canReorder", actions: ["applyEdit", "raiseDraftChanged"] } as const
const whileEditable = { guard: "isEditable", actions: ["applyEdit", "raiseDraftChanged"] } as const
const write = { guard: "canWrite", actions: ["applyEdit", "raiseDraftChanged"] } as const

/** Edits, marks, and the confirmation of a deletion. */
export const editingRegion = editorSetup.createStateConfig({
  on: {
    "title.type": title,
    "public-title.type": whileEditable,
    "title-translation.type": whileEditable,
    "language.pick": whileEditable,
    "instruction.add": reorder,
    "instruction.copy": reorder,
    "instruction.delete": [
      {
        guard: "hasUsages",
        target: ".confirmingDeletion",
        actions: assign({ pendingDeletion: ({ context, event }) => deletionTargets(context, event) }),
      },
      reorder,
    ],
    "marked.delete": [
      {
        guard: "hasUsages",
        target: ".confirmingDeletion",
        actions: assign({ pendingDeletion: ({ context, event }) => deletionTargets(context, event) }),
      },
      reorder,
    ],
    "marked.copy": reorder,
    "marked.move": reorder,
    "finding.fix": { ...write, guard: "canFix" },
    "instruction.mark": { actions: assign({ marked: ({ context, event }) => toggleMark(context, event) }) },
    "marks.extend": { actions: assign({ marked: ({ context, event }) => extendMarks(context, event.from, event.to) }) },
    "marks.clear": { actions: assign({ marked: new Set<string>() }) },
    "instructions.move": reorder,
    "instruction.update": write,
    "choices.update": [
      {
        guard: "changesChoiceMaximum",
        // The warning compares with the old choices, so it has to come before the edit.
        actions: [
          { type: "showCountWarning", params: ({ context, event }) => choiceCountWarning(context, event) },
          "markCountWarningShown",
          "applyEdit",
          "raiseDraftChanged",
        ],
      },
      write,
    ],
    "options.update": write,
    "translation.type": write,
    "edit.undo": { ...whileEditable, guard: "canUndo" },
    "edit.redo": { ...whileEditable, guard: "canRedo" },
    "instruction.select": {
      guard: ({ context, event }) => findInstructionIndex(context, event.uuid) !== undefined,
      actions: assign(({ context, event }) => selectInstruction(context, event.uuid)),
    },
    "block.toggle": { actions: assign({ closed: ({ context, event }) => toggleBlock(context, event.uuid) }) },
    "blocks.expand": { actions: assign({ closed: new Set<string>() }) },
    "picker.open": { actions: assign({ isPickerOpen: true }) },
    "picker.close": { actions: assign({ isPickerOpen: false }) },
    "failure.dismiss": { actions: "clearSaveFailure" },
  },
  initial: "idle",
  states: {
    idle: {},
    confirmingDeletion: {
      on: {
        "deletion.confirm": { target: "idle", actions: ["applyPendingDeletion", "raiseDraftChanged"] },
        "deletion.cancel": { target: "idle", actions: "cancelDeletion" },
      },
    },
  },
})
